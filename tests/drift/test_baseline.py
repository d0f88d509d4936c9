"""Baselines on disk: readable, whole, and refused with a reason when they are anything else."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyser.core.errors import BadInput
from analyser.drift.baseline import Contents, Incompatible, read_baseline, write_baseline
from analyser.simulation.hashes import hashes_of
from tests.drift.conftest import job_of


@pytest.fixture
def copy(stored, tmp_path):
    """A copy to be damaged."""
    for suffix in (".json", ".fingerprints"):
        (tmp_path / f"small{suffix}").write_bytes(stored.with_suffix(suffix).read_bytes())
    return tmp_path / "small.json"


def rewritten(path, **facts):
    path.write_text(json.dumps(json.loads(path.read_text()) | facts))
    return path


def test_reads_what_was_written(stored, outcomes):
    found = read_baseline(stored)
    assert found.metrics == outcomes.metrics
    assert found.fingerprints == outcomes.fingerprints().tobytes()
    assert found.job() == job_of()
    assert found.contents.hashes == hashes_of(job_of())


def test_is_the_same_file_every_time_and_one_metric_a_line(stored, outcomes, tmp_path):
    write_baseline(tmp_path / "again.json", job_of(), [], outcomes)
    text = stored.read_text()
    assert (tmp_path / "again.json").read_text() == text
    for metric in outcomes.metrics:
        assert sum(line.strip().startswith(json.dumps(metric) + ":") for line in text.splitlines()) == 1


@pytest.mark.parametrize("renames", [0, 1, 2])
def test_killed_while_it_is_written_it_is_the_old_one_or_the_new_one(
    stored, outcomes, copy, tmp_path, monkeypatch, renames
):
    """Two files, one rename that counts: never new fingerprints beside an old baseline."""
    fewer = replace(outcomes, rows=outcomes.rows[:100])
    rename, done = Path.replace, []

    def killed(path, to):
        if len(done) == renames:
            raise KeyboardInterrupt
        done.append(to)
        return rename(path, to)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Path, "replace", killed)
        write_baseline(copy, job_of(), [], fewer)
    assert read_baseline(copy).contents.games == (len(outcomes.rows) if renames < 2 else 100)
    write_baseline(copy, job_of(), [], outcomes)
    assert copy.read_bytes() == stored.read_bytes()
    assert {path.name for path in tmp_path.iterdir() if path.suffix != ".tmp"} == {"small.json", "small.fingerprints"}


def test_a_folder_that_cannot_be_made_is_refused(outcomes, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="Cannot write"):
        write_baseline(tmp_path / "file" / "x.json", job_of(), [], outcomes)


DAMAGES = {
    "truncated": lambda path: path.write_text(path.read_text()[:500]),
    "empty": lambda path: path.write_text(""),
    "foreign": lambda path: path.write_text('{"name": "something else"}'),
    "a list": lambda path: path.write_text("[1, 2]"),
    "binary": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "newer": lambda path: rewritten(path, format=3),
    "nested": lambda path: path.write_text("[" * 100_000),
    "not a number": lambda path: path.write_text(path.read_text().replace('"seed": 1', '"seed": NaN')),
    "huge games": lambda path: rewritten(path, games=10**18),
    "no games": lambda path: rewritten(path, games=0),
    "huge number": lambda path: path.write_text(path.read_text().replace('"seed": 1', '"seed": 1' + "0" * 5000)),
    "huge sums": lambda path: rewritten(path, metrics={"length": [10**30] * 6}),
    "words for sums": lambda path: rewritten(path, metrics={"length": ["1"] * 6}),
    "too few sums": lambda path: rewritten(path, metrics={"length": [1, 2]}),
    "a path for a strategy": lambda path: rewritten(path, strategies=["/etc/evil.py"]),
    "a path for a seat": lambda path: rewritten(path, seats=["greedy", "own.py"]),
    "a folder for a strategy": lambda path: rewritten(path, strategies=["own/greedy"]),
    "numbers for strategies": lambda path: rewritten(path, strategies=[1, 2]),
    "seats of nobody": lambda path: rewritten(path, seats=[0, 1, 2, 9]),
    "fingerprints missing": lambda path: path.with_suffix(".fingerprints").unlink(),
    "fingerprints cut": lambda path: path.with_suffix(".fingerprints").write_bytes(b"abc"),
    "fingerprints of others": lambda path: path.with_suffix(".fingerprints").write_bytes(bytes(36_000)),
    "too large": lambda path: path.write_text("[" + "0," * 3_000_000 + "0]"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_anything_else_is_refused_with_its_reason(copy, damage):
    DAMAGES[damage](copy)
    with pytest.raises(Incompatible, match="small"):
        read_baseline(copy)


def test_a_long_name_is_cut_short(copy):
    with pytest.raises(Incompatible, match=r"the sums of « x{60} »: "):
        read_baseline(rewritten(copy, metrics={"x" * 100: [1, 2]}))


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"game": "chess"}, "No game"),
        ({"strategies": ["greedyy"]}, "greedy"),
        ({"players": 99}, "99"),
        ({"set": ["captain_bonus=many"]}, "captain_bonus"),
        ({"plan": "sideways"}, "sideways"),
        ({"luck": "bad"}, "bad"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_cannot_be_played_is_refused_before_playing(copy, facts, reason):
    with pytest.raises(Incompatible, match=reason):
        read_baseline(rewritten(copy, **facts)).job()


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(Contents.__struct_fields__), value=JUNK)
def test_junk_is_read_or_refused_but_never_crashes(copy, stored, name, value):
    copy.write_bytes(stored.read_bytes())
    with suppress(Incompatible):
        read_baseline(rewritten(copy, **{name: value})).job()
