"""Parts of a stranger's run, with the right checksums: read or refused, and nothing outside the run is touched."""

import hashlib
import json
import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.core.errors import AnalyseError, RunFailed
from analyser.core.files import as_json
from analyser.experiments.sample import read_sample
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers
from analyser.simulation.job import make_job
from analyser.storage.manifest import job_of, manifest_of, signed
from analyser.storage.parts import sums_so_far
from analyser.storage.play import play_run, run_to_resume
from analyser.storage.run import Run
from tests.cli.commands import GAME, contents
from tests.fuzz.strange import damaged, fuzzed, refused_or_fine, values

JOB = make_job(find_game(GAME), strategies="random", games=40, part_games=20)


@pytest.fixture(scope="module", params=["rows", "summary"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete run of two parts."""
    run = Run.create(tmp_path_factory.mktemp("made") / "run", manifest_of(JOB, "", request.param))
    play_run(JOB, run, Workers(1), print, lambda *_: None)
    return run.folder


def read_all(folder: Path) -> None:
    """All that is read of a run, by `--resume` and by `analyse report`."""
    with run_to_resume(folder) as run:
        job = job_of(run.manifest, run.folder)
        sums_so_far(job, run, lambda *_: None)
        if run.keeps_rows and run.is_complete:
            read_sample(job, run)


def sign(run: Path) -> None:
    """Make the manifest fit what is in the folder."""
    manifest = json.loads((run / "run.json").read_text(encoding="utf-8"))
    for number, sums in enumerate(manifest["checksums"]):
        for table in sums:
            path = run / table / f"part-{number:05d}.parquet"
            sums[table] = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "missing"
    if (run / "sums.json").exists():
        manifest["sums"] = hashlib.sha256((run / "sums.json").read_bytes()).hexdigest()
    (run / "run.json").write_bytes(as_json(signed(manifest)))


def as_file(rows: pl.DataFrame) -> bytes:
    file = BytesIO()
    rows.write_parquet(file)
    return file.getvalue()


COLUMNS = st.sampled_from(("game", "outcome", "winners", "win", "score", "rank", "strategy", "turn_position", "new"))
NUMBERS = st.sampled_from((0, 1, -1, 0.5, 77, 10**6, 2**63 - 1, float("nan"), "x", None, True))


def same_type(rows: pl.DataFrame, name: str, value: Any) -> pl.DataFrame:
    """The column filled with the value, in its own type as far as that goes."""
    column = pl.Series(name, [value] * rows.height, strict=False)
    try:
        return rows.with_columns(column.cast(rows.schema[name], strict=False))
    except (pl.exceptions.ComputeError, pl.exceptions.InvalidOperationError):
        return rows.with_columns(column)


@st.composite
def other_parts(draw: Callable[..., Any], content: bytes) -> bytes:
    """A Parquet file that is not what was written, or no such file."""
    rows = pl.read_parquet(BytesIO(content))
    what = draw(st.sampled_from(("value", "retyped", "rows", "columns", "bytes", "cut", "none")))
    name, value = draw(COLUMNS), draw(NUMBERS)
    if what == "value" and name in rows.columns:
        return as_file(same_type(rows, name, value))
    if what == "retyped":
        return as_file(rows.with_columns(pl.Series(name, [value] * rows.height)))
    if what == "rows":
        copies = [rows.clear()] + [rows] * draw(st.integers(0, 3))
        return as_file(pl.concat(copies) if draw(st.booleans()) else rows.reverse())
    if what == "columns":
        return as_file(rows.select(sorted(rows.columns)[draw(st.integers(0, 3)) :]))
    if what == "cut":
        return content[: draw(st.integers(0, len(content)))]
    if what == "bytes":
        changed = bytearray(content)
        for _ in range(draw(st.integers(1, 9))):
            changed[draw(st.integers(0, len(content) - 1))] = draw(st.integers(0, 255))
        return bytes(changed)
    return draw(st.binary(max_size=50))


@pytest.mark.parametrize("made", ["rows"], indirect=True)
@pytest.mark.parametrize("table", ["games", "seats"])
def test_a_part(made: Path, tmp_path: Path, table: str) -> None:
    content = (made / table / "part-00001.parquet").read_bytes()
    run = shutil.copytree(made, tmp_path / "run")

    @fuzzed
    @given(other_parts(content))
    def check(other: bytes) -> None:
        (run / table / "part-00001.parquet").write_bytes(other)
        sign(run)
        before = contents(tmp_path)
        with refused_or_fine():
            read_all(run)
        assert contents(tmp_path) == before

    check()


@pytest.mark.parametrize("made", ["rows"], indirect=True)
@pytest.mark.parametrize(
    ("name", "value"), [("game", 7), ("outcome", None), ("rounds", None), ("winners", "of another type")]
)
def test_rows_that_no_such_run_has(made: Path, tmp_path: Path, name: str, value: object) -> None:
    run = shutil.copytree(made, tmp_path / "run")
    path = run / "games" / "part-00001.parquet"
    rows = pl.read_parquet(path)
    changed = same_type(rows, name, value) if value != "of another type" else rows.with_columns(pl.lit(1).alias(name))
    path.write_bytes(as_file(changed))
    sign(run)
    with pytest.raises(RunFailed, match=r"part-00001.parquet is no part of this run: .* Nothing was changed\.$"):
        read_all(run)


@pytest.mark.parametrize("made", ["summary"], indirect=True)
def test_kept_sums(made: Path, tmp_path: Path) -> None:
    text = (made / "sums.json").read_text(encoding="utf-8")
    sums = json.loads(text)
    run = shutil.copytree(made, tmp_path / "run")

    @fuzzed
    @given(st.one_of(damaged(text), st.dictionaries(st.sampled_from(sorted(sums)), values, min_size=1, max_size=2)))
    def check(content: str | dict[str, Any]) -> None:
        if isinstance(content, str):
            (run / "sums.json").write_bytes(content.encode("utf-8", errors="surrogatepass"))
        else:
            try:
                (run / "sums.json").write_bytes(as_json(signed(sums | content)))
            except (ValueError, UnicodeEncodeError):
                return
        sign(run)
        with refused_or_fine():
            read_all(run)

    check()


@pytest.mark.parametrize("made", ["rows"], indirect=True)
def test_the_log_of_an_unfinished_run(made: Path, tmp_path: Path) -> None:
    run = shutil.copytree(made, tmp_path / "run")
    manifest = json.loads((run / "run.json").read_text(encoding="utf-8"))
    log = "".join(json.dumps(one) + "\n" for one in manifest["checksums"])
    (run / "run.json").write_bytes(as_json(signed(manifest | {"status": "running"})))

    @fuzzed
    @given(damaged(log))
    def check(text: str) -> None:
        (run / "parts.jsonl").write_bytes(text.encode("utf-8", errors="surrogatepass"))
        before = contents(tmp_path)
        with refused_or_fine():
            read_all(run)
        assert contents(tmp_path) == before

    check()


@pytest.mark.parametrize("made", ["rows"], indirect=True)
@pytest.mark.parametrize("status", ["complete", "running"])
def test_a_link_that_leads_out_of_the_run(made: Path, tmp_path: Path, status: str) -> None:
    """Neither written to nor tidied up, though the manifest says that all is well."""
    run, mine = shutil.copytree(made, tmp_path / "run"), tmp_path / "mine"
    shutil.move(run / "games", mine)
    (mine / "part-00007.parquet").write_text("mine")
    (run / "games").symlink_to(mine)
    manifest = json.loads((run / "run.json").read_text(encoding="utf-8"))
    (run / "run.json").write_bytes(as_json(signed(manifest | {"status": status})))
    before = contents(mine)
    told = r"games is a link, which may lead out of the run\. Nothing was changed\."
    with pytest.raises(RunFailed, match=told), run_to_resume(run) as found:
        play_run(job_of(found.manifest, found.folder), found, Workers(1), print, lambda *_: None)
    assert contents(mine) == before


@pytest.mark.parametrize("made", ["rows"], indirect=True)
@pytest.mark.parametrize("name", ["run.json", "parts.jsonl", "games/part-00000.parquet"])
def test_a_link_in_the_place_of_a_temporary_file(made: Path, tmp_path: Path, name: str) -> None:
    run, mine = shutil.copytree(made, tmp_path / "run"), tmp_path / "mine"
    mine.write_text("mine")
    manifest = json.loads((run / "run.json").read_text(encoding="utf-8"))
    (run / "run.json").write_bytes(as_json(signed(manifest | {"status": "running"})))
    (run / f"{name}.tmp").symlink_to(mine)
    with run_to_resume(run) as found:
        play_run(job_of(found.manifest, found.folder), found, Workers(1), print, lambda *_: None)
    assert mine.read_text() == "mine"
    assert contents(run) == contents(made)


@pytest.mark.parametrize("made", ["rows"], indirect=True)
def test_what_somebody_keeps_in_the_folder_stays(made: Path, tmp_path: Path) -> None:
    run = shutil.copytree(made, tmp_path / "run")
    (run / "games" / "notes.csv").write_text("mine")
    (run / "games" / "checkpoints").mkdir()
    (run / "games" / "part-00009.parquet").write_text("left by a run that was stopped")
    read_all(run)
    assert sorted(path.name for path in (run / "games").iterdir()) == [
        *("checkpoints", "notes.csv", "part-00000.parquet", "part-00001.parquet")
    ]


@pytest.mark.parametrize("made", ["rows"], indirect=True)
def test_a_part_that_is_said_to_be_missing(made: Path, tmp_path: Path) -> None:
    run = shutil.copytree(made, tmp_path / "run")
    (run / "games" / "part-00000.parquet").unlink()
    sign(run)
    with pytest.raises(AnalyseError, match=r"part-00000.parquet is missing\."):
        read_all(run)
