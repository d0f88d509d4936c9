"""Run folders of strangers: used or refused, never written outside, and no code of theirs runs."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.core.errors import BadInput
from analyser.core.files import as_json
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers
from analyser.simulation.job import make_job
from analyser.storage.manifest import job_of, manifest_of, signed
from analyser.storage.parts import sums_so_far
from analyser.storage.play import play_run, run_to_resume
from analyser.storage.run import Run
from tests.cli.commands import GAME, contents, write_strategy
from tests.fuzz.strange import damaged, fuzzed, refused_or_fine, values

TABLES = st.sampled_from(("games", "seats", "../outside", "/outside", "..", "", "a/b", "games\x00", "cells"))
ROGUE = {
    "checksums": st.lists(st.dictionaries(TABLES, st.sampled_from(("x", "0" * 64)), max_size=2), max_size=2),
    "strategies": st.lists(
        st.fixed_dictionaries(
            {"spec": values, "typed": st.sampled_from(("../evil.py", "random", "greedy(")), "sha256": values}
        ),
        max_size=2,
    ),
    "keep": st.sampled_from(("rows", "summary", "../x", "")),
    "seats": st.lists(st.integers(-9, 9), max_size=5),
    "games": st.sampled_from((0, 1, 10**9, 2**32 - 1, 10**30)),
    "part_games": st.sampled_from((0, 1, 10**7, 10**30)),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete run of two parts."""
    job = make_job(find_game(GAME), strategies="random", games=40, part_games=20)
    run = Run.create(tmp_path_factory.mktemp("made") / "run", manifest_of(job, ""))
    play_run(job, run, Workers(1), print, lambda *_: None)
    return run.folder


def read_all(folder: Path) -> None:
    """All that is read of a run before it goes on."""
    with run_to_resume(folder) as run:
        sums_so_far(job_of(run.manifest, run.folder), run, lambda *_: None)


def edits(manifest: dict[str, Any]) -> Any:
    keys = st.sampled_from(sorted({*manifest, *ROGUE}))
    return st.lists(
        keys.flatmap(lambda key: st.tuples(st.just(key), st.one_of(ROGUE.get(key, values), values))), max_size=3
    )


def test_a_manifest(made: Path, tmp_path: Path) -> None:
    """Any fields, signed: read or refused; nothing outside the folder is touched, whatever names it holds."""
    manifest = json.loads((made / "run.json").read_text(encoding="utf-8"))
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "part-00000.parquet").write_text("mine")

    @fuzzed
    @given(edits(manifest), st.sampled_from(("complete", "running")), st.booleans())
    def check(changes: list[tuple[str, Any]], status: str, with_log: bool) -> None:
        shutil.rmtree(tmp_path / "run", ignore_errors=True)
        shutil.copytree(made, tmp_path / "run")
        new = manifest | {"status": status} | dict(changes)
        try:
            content = as_json(signed(new))
        except (ValueError, UnicodeEncodeError):
            return
        (tmp_path / "run" / "run.json").write_bytes(content)
        if with_log:
            log = "".join(json.dumps(one) + "\n" for one in manifest["checksums"])
            (tmp_path / "run" / "parts.jsonl").write_text(log)
        before = {name: digest for name, digest in contents(tmp_path).items() if not name.startswith("run/")}
        with refused_or_fine():
            read_all(tmp_path / "run")
        assert before == {name: digest for name, digest in contents(tmp_path).items() if not name.startswith("run/")}

    check()


def test_damaged_text(made: Path, tmp_path: Path) -> None:
    text = (made / "run.json").read_text(encoding="utf-8")
    shutil.copytree(made, tmp_path / "run")

    @fuzzed
    @given(damaged(text))
    def check(text: str) -> None:
        (tmp_path / "run" / "run.json").write_bytes(text.encode("utf-8", errors="surrogatepass"))
        with refused_or_fine():
            read_all(tmp_path / "run")

    check()


@pytest.mark.parametrize("typed", ["{}", "noisy:p=0.1({})", "random,{}"])
@pytest.mark.parametrize("where", ["inside", "outside"])
def test_a_manifest_runs_no_code(made: Path, tmp_path: Path, where: str, typed: str) -> None:
    """A run that names a strategy file, wherever it lies: not run until the user names its folder."""
    run = shutil.copytree(made, tmp_path / "run")
    mark = tmp_path / "mark"
    code = f"open({str(mark)!r}, 'w').close()\n\n\ndef score(view, choice):\n    return 0.0\n"
    file = write_strategy(run if where == "inside" else tmp_path, "evil", code)
    manifest = json.loads((run / "run.json").read_text(encoding="utf-8"))
    named = [{"spec": "evil", "typed": typed.format(file)}]
    (run / "run.json").write_bytes(as_json(signed(manifest | {"strategies": named, "status": "running"})))
    with pytest.raises(BadInput, match=r"A strategy file is code, and runs only when you name it.*--strategy-path"):
        read_all(run)
    assert not mark.exists()
