"""`--keep summary`: the sums alone, the same bytes whoever plays them and in whatever parts; the same answer."""

import json
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from polars.testing import assert_frame_equal

from analyser.core.errors import RunFailed
from analyser.games.loader import find_game, game_names
from analyser.simulation.executor import Workers
from analyser.simulation.job import make_job
from analyser.simulation.summary import as_json, summarise
from analyser.storage.manifest import job_of, manifest_of, signed
from analyser.storage.parts import sums_so_far
from analyser.storage.play import play_run, run_to_resume
from analyser.storage.run import Run
from tests.cli.commands import GAME, analyse, contents, fine, rows, start
from tests.storage.conftest import LONG

SUMS = "sums.json"
POOL = ("--strategies", "greedy,passes:turn=2,random", "--games", "12000", "--seed", "5")
KEEP = ("--keep", "summary")


def play(folder: Path, *words: Any, out: str = "run") -> bytes:
    """Play a run that keeps sums; returns them."""
    fine("simulate", "--game", GAME, *words, *KEEP, "--out", out, cwd=folder)
    return (folder / out / SUMS).read_bytes()


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete run; copy it before you damage it."""
    folder = tmp_path_factory.mktemp("sums")
    play(folder, *POOL, "--part-games", "3000", "--jobs", "1")
    return folder / "run"


@pytest.fixture
def run(tmp_path: Path, finished: Path) -> Path:
    """A copy to damage."""
    return shutil.copytree(finished, tmp_path / "run")


@pytest.mark.parametrize("game", game_names())
def test_the_answer_is_that_of_the_rows(tmp_path: Path, game: str) -> None:
    """All strategies of every game, more than one part; played, and read back."""
    job = make_job(find_game(game), games=400, part_games=150)
    answers = []
    for keep in ("rows", "summary"):
        run = Run.create(tmp_path / keep, manifest_of(job, "", keep))
        played = play_run(job, run, Workers(2), print, lambda *_: None)
        read = sums_so_far(job, Run.open(tmp_path / keep), lambda *_: None)
        assert read is not None
        answers += [json.dumps(as_json(summarise(job, total))) for total in (played, read)]
    assert len(set(answers)) == 1
    assert {path.suffix for path in (tmp_path / "summary").iterdir() if path.is_file()} == {".json"}


def test_the_same_is_printed(tmp_path: Path, finished: Path) -> None:
    words = ("simulate", "--game", GAME, *POOL, "--part-games", "3000", "--out", "run")
    rows_out = fine(*words, cwd=tmp_path).out.splitlines()
    sums_out = fine("simulate", "--resume", "run", cwd=finished.parent).out.splitlines()
    assert sums_out[:-2] == rows_out[:-2]
    assert sums_out[-2:] == ["Run: run (sums of all games, no rows)", rows_out[-1]]


def test_tables_that_are_sums_anyway_are_kept(tmp_path: Path) -> None:
    """They are those of a run of one part, byte for byte."""
    words = ("simulate", "--game", "black-fleet", "--strategies", "random", "--games", "60", "--set", "max_rounds=8")
    fine(*words, "--part-games", "20", *KEEP, "--out", "sums", cwd=tmp_path)
    fine(*words, "--part-games", "60", "--out", "rows", cwd=tmp_path)
    assert_frame_equal(rows(tmp_path / "sums", "cells"), rows(tmp_path / "rows", "cells"))
    part = "cells/part-00000.parquet"
    assert (tmp_path / "sums" / part).read_bytes() == (tmp_path / "rows" / part).read_bytes()
    counts = [one.name for one in find_game("black-fleet").sums()[0].counts]
    stored = json.loads((tmp_path / "sums" / SUMS).read_text())["counted"]["cells"]
    assert stored == [rows(tmp_path / "rows", "cells")[name].to_list() for name in counts]


@pytest.mark.parametrize(
    "words",
    [
        ("--part-games", "3000", "--jobs", "2"),
        ("--part-games", "700"),
        ("--part-games", "12000"),
    ],
    ids=" ".join,
)
def test_neither_workers_nor_parts_change_a_byte(tmp_path: Path, finished: Path, words: tuple[str, ...]) -> None:
    assert play(tmp_path, *POOL, *words) == (finished / SUMS).read_bytes()


def test_games_beyond_one_sheet_add_up(tmp_path: Path) -> None:
    """Rows are overwritten after 32,768 games: a part of more, and one of fewer, have the same sums."""
    words = ("--strategies", "random", "--games", "100000")
    assert play(tmp_path, *words, "--part-games", "100000") == play(tmp_path, *words, "--part-games", "9000", out="b")


@pytest.mark.long
def test_killed_and_resumed(tmp_path: Path) -> None:
    """Wherever it is killed, it goes on to the same bytes."""
    words = (*LONG[:-2], "--games", "720000", *KEEP, "--out")
    fine(*words, "whole", cwd=tmp_path)
    for n_games in (3000, 60_000, 200_000):
        process = start(*(words if n_games == 3000 else ("simulate", "--resume")), "run", cwd=tmp_path)
        while process.poll() is None and games_in(tmp_path / "run") < n_games:
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert n_games <= games_in(tmp_path / "run") < 720_000
    fine("simulate", "--resume", "run", cwd=tmp_path)
    assert contents(tmp_path / "run")[SUMS] == contents(tmp_path / "whole")[SUMS]


def games_in(run: Path) -> int:
    """How many games a run under way has summed up."""
    try:
        return int(json.loads((run / SUMS).read_text())["n_games"])
    except FileNotFoundError:
        return 0


def test_the_manifest_says_what_is_kept(finished: Path) -> None:
    manifest = json.loads((finished / "run.json").read_text())
    assert (manifest["keep"], manifest["status"], manifest["games_played"]) == ("summary", "complete", 12000)
    assert sorted(path.name for path in finished.iterdir()) == ["run.json", SUMS]


def test_a_game_of_it_can_be_told(finished: Path) -> None:
    told = fine("play", "--run", finished, "--game-number", "7", cwd=finished.parent).out
    assert "game 7 of seed 5" in told
    assert "Winner" in told


def test_precision(tmp_path: Path) -> None:
    words = ("simulate", "--game", GAME, "--strategies", "greedy", "--precision", "1", "--part-games", "1000", "--json")
    kept = [fine(*words, "--keep", name, "--out", name, cwd=tmp_path).out for name in ("rows", "summary")]
    assert json.loads(kept[0]) | {"run": ""} == json.loads(kept[1]) | {"run": ""}
    assert json.loads(kept[1])["ended_by"] == "precision"


class TestRefused:
    def test_another_way_of_keeping(self, run: Path) -> None:
        before = contents(run)
        done = analyse("simulate", "--game", GAME, *POOL, "--part-games", "3000", "--out", "run", cwd=run.parent)
        assert done.code == 2
        assert "run holds another run. It differs in: keep." in done.last_line
        assert contents(run) == before

    def test_an_unknown_way(self, tmp_path: Path) -> None:
        done = analyse("simulate", "--game", GAME, "--keep", "sumary", cwd=tmp_path)
        assert (done.code, list(tmp_path.iterdir())) == (2, [])
        assert done.last_line.endswith(
            "No way to keep games « sumary ». Nearest: summary. See: analyse simulate --help"
        )

    @pytest.mark.parametrize("state", ["complete", "running"])
    @pytest.mark.parametrize(
        "damage",
        [
            lambda text: text[: len(text) // 2],
            lambda text: text.replace('"n_games": 12000', '"n_games": 11999'),
            lambda text: "{}",
            lambda text: "[]",
            lambda text: "",
        ],
        ids=["cut off", "edited", "empty object", "list", "nothing"],
    )
    def test_damaged_sums(self, run: Path, damage: Any, state: str) -> None:
        if state == "running":
            make_running(run)
        text = (run / SUMS).read_text()
        (run / SUMS).write_text(damage(text))
        assert damage(text) != text
        refuse(run)

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("n_games", 11_999),
            ("n_games", 0),
            ("n_games", 10**30),
            ("outcomes", [1, 2]),
            ("by_seat", "x"),
            ("seats", None),
            ("by_column", {}),
            ("lengths", [[1]]),
            ("lengths", [10**30]),
        ],
    )
    def test_sums_of_something_else(self, run: Path, name: str, value: Any) -> None:
        """Whoever signs sums of his own: refused in a sentence."""
        make_running(run)
        stored = json.loads((run / SUMS).read_text())
        (run / SUMS).write_text(json.dumps(signed(stored | {name: value})))
        refuse(run)

    def test_missing_sums(self, run: Path) -> None:
        (run / SUMS).unlink()
        refuse(run)


def make_running(run: Path) -> None:
    """Put a complete run back to where it was not closed yet."""
    manifest = json.loads((run / "run.json").read_text())
    kept = {name: value for name, value in manifest.items() if name not in ("parts", "checksums", "sums", "ended_by")}
    (run / "run.json").write_text(json.dumps(signed(kept | {"status": "running"})))


def refuse(run: Path) -> None:
    before = contents(run)
    with pytest.raises(RunFailed, match=r"Nothing was changed\.") as problem, run_to_resume(run) as found:
        sums_so_far(job_of(found.manifest, found.folder), found, lambda *_: None)
    assert str(problem.value).startswith(str(run / SUMS))
    assert contents(run) == before
