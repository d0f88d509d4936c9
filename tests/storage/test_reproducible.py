"""The same seed gives the same bytes: whoever plays, in whatever parts, however often the run was killed."""

import json
import random
import signal
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from analyser.games.loader import find_game, game_names
from tests.cli.commands import GAME, OWN, contents, fine, parquet_files, rows, simulate
from tests.storage.conftest import LONG, LONG_PARTS, disturb, finished_parts, without_command

POOLS = {
    "random": ("--strategies", "random", "--games", "60000"),
    "mixed": ("--strategies", f"greedy,passes:turn=2,random,{OWN / 'greedy_planner.py'}", "--games", "12000"),
    "mixed, rotated luck": (
        *("--strategies", f"greedy,random,{OWN / 'greedy_planner.py'}"),
        *("--games", "12000", "--players", "3", "--luck", "rotated"),
    ),
}
SIZES = ("700", "60000")


@pytest.mark.parametrize(
    "pool", [pytest.param(name, marks=() if "rotated" in name else pytest.mark.long) for name in POOLS]
)
def test_neither_workers_nor_parts_change_a_row(tmp_path: Path, pool: str) -> None:
    """1, 2 and 8 workers write the same bytes, with any threads of Polars; parts of another size hold the same rows."""
    alone = simulate(*POOLS[pool], "--part-games", "3000", "--jobs", "1", cwd=tmp_path, out="alone")
    for jobs in ("2", "8"):
        together = simulate(*POOLS[pool], "--part-games", "3000", "--jobs", jobs, cwd=tmp_path, out=f"by {jobs}")
        assert parquet_files(together) == parquet_files(alone), jobs
    for threads in ("1", "3"):
        other = simulate(*POOLS[pool], "--part-games", "3000", cwd=tmp_path, out=threads, POLARS_MAX_THREADS=threads)
        assert parquet_files(other) == parquet_files(alone), threads
    for size in SIZES:
        cut = simulate(*POOLS[pool], "--part-games", size, cwd=tmp_path, out=size)
        assert len(parquet_files(cut)) != len(parquet_files(alone))
        for table in ("games", "seats"):
            assert_frame_equal(rows(cut, table), rows(alone, table))


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=() if name == "la-planche" else pytest.mark.long) for name in game_names()]
)
def test_every_game_with_all_its_strategies(tmp_path: Path, game: str) -> None:
    """The same bytes from one worker, from two, and after kill -9 in the middle."""
    words = ("simulate", "--game", game, "--games", "4000", "--part-games", "100", "--out")
    fine(*words, "alone", "--jobs", "1", cwd=tmp_path)
    alone = parquet_files(tmp_path / "alone")
    assert {name.partition("/")[0] for name in alone} == set(find_game(game).tables())
    fine(*words, "two", "--jobs", "2", cwd=tmp_path)
    assert parquet_files(tmp_path / "two") == alone
    disturb(*words, "run", cwd=tmp_path, when=lambda n: n >= 5, number=signal.SIGKILL).communicate()
    fine("simulate", "--resume", "run", cwd=tmp_path)
    assert parquet_files(tmp_path / "run") == alone


def test_seeds_differ(tmp_path: Path) -> None:
    words = ("--strategies", "random", "--games", "1000")
    zero, one = (simulate(*words, "--seed", seed, cwd=tmp_path, out=seed) for seed in ("0", "1"))
    same = (rows(zero, "seats")["score"] == rows(one, "seats")["score"]).mean()
    assert same < 0.5


@pytest.mark.long
def test_killed_at_many_moments(tmp_path: Path, undisturbed: dict[str, str]) -> None:
    """Some kills come after a number of parts, some after a time: at the start, while reading back, while writing."""
    times, moments = 10, random.Random(10)
    run, kills = tmp_path / "run", 0
    while kills < times:
        words = ("simulate", "--resume", "run") if (run / "run.json").exists() else LONG
        before, steps = finished_parts(run), moments.choice((0, 1, 1, 2, 3))
        assert before < LONG_PARTS - 5, "the run must not end before it has been killed that often"
        pause = moments.uniform(0.0, 0.6 if steps == 0 else 0.01)
        process = disturb(
            *words,
            cwd=tmp_path,
            when=lambda n, until=before + steps: n >= until,
            number=signal.SIGKILL,
            pause=pause,
        )
        process.communicate()
        kills += process.returncode == -signal.SIGKILL
    fine("simulate", "--resume", "run", cwd=tmp_path)
    assert without_command(run) == undisturbed


PRECISE = ("simulate", "--game", GAME, "--strategies", "greedy", "--precision", "0.6", "--part-games", "1000")
PRECISE += ("--out", "run")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The precise run, played by one worker."""
    folder = tmp_path_factory.mktemp("alone")
    done = fine(*PRECISE, "--jobs", "1", cwd=folder)
    assert "(stopped: the precision is reached)" in done.out
    return folder / "run"


class TestPrecision:
    def test_says_which_rule_ended_it(self, alone: Path) -> None:
        manifest = json.loads((alone / "run.json").read_text())
        assert manifest["ended_by"] == "precision"
        assert manifest["games_played"] == rows(alone, "games").height
        assert manifest["status"] == "complete"

    def test_two_workers_stop_at_the_same_game(self, alone: Path, tmp_path: Path) -> None:
        fine(*PRECISE, "--jobs", "2", cwd=tmp_path)
        assert parquet_files(tmp_path / "run") == parquet_files(alone)

    def test_killed_and_resumed(self, alone: Path, tmp_path: Path) -> None:
        words = (*PRECISE, "--jobs", "1")
        disturb(*words, cwd=tmp_path, when=lambda n: n >= 5, number=signal.SIGKILL).communicate()
        assert finished_parts(tmp_path / "run") >= 5
        done = fine("simulate", "--resume", "run", cwd=tmp_path)
        assert "(stopped: the precision is reached)" in done.out
        assert contents(tmp_path / "run") == contents(alone)

    def test_out_of_games(self, tmp_path: Path) -> None:
        done = fine(*PRECISE, "--games", "3000", cwd=tmp_path)
        assert "(stopped: all games are played, the precision is not reached)" in done.out
        assert json.loads((tmp_path / "run" / "run.json").read_text())["ended_by"] == "games"
