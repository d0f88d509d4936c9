"""Tables of sums: a third table beside games and seats, as safe and as reproducible as they are."""

import shutil
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analyser.games.loader import find_game, game_names
from analyser.simulation.job import make_job
from analyser.simulation.part import play_part
from tests.cli.commands import analyse, contents, fine, rows
from tests.simulation.playing import table
from tests.storage.conftest import make_unfinished

GAME = find_game("black-fleet")
WORDS = ("simulate", "--game", GAME.name, "--strategies", "random", "--games", "80", "--set", "max_rounds=8")
DEEDS = ("sales", "robberies", "burials", "sinkings", "lost_merchants")
SOURCES = ("from_sales", "from_robbing", "from_burying", "from_sinking")
PART = "part-00001.parquet"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete run of four parts; copy it before you damage it."""
    folder = tmp_path_factory.mktemp("cells")
    fine(*WORDS, "--part-games", "20", "--out", "run", cwd=folder)
    return folder / "run"


@pytest.fixture
def run(tmp_path: Path, finished: Path) -> Path:
    """A copy to damage."""
    return shutil.copytree(finished, tmp_path / "run")


def totals(run: Path) -> pl.DataFrame:
    """The sums of all parts."""
    counts = [column.name for column in GAME.sums()[0].counts]
    return rows(run, "cells").group_by("cell", maintain_order=True).agg(pl.col(counts).sum())


@pytest.mark.parametrize("players", GAME.players)
def test_what_the_seats_have_done_is_what_happened_on_the_cells(players: int) -> None:
    """All strategies, part by part."""
    job = make_job(GAME, players, games=400, part_games=200)
    for number in range(job.n_parts):
        part = play_part(job, number, 10.0, None, lambda _: None)
        seats, cells = table(part, "seats"), table(part, "cells")
        assert cells["first_game"].unique().to_list() == [job.part_range(number)[0]]
        for deed in DEEDS:
            assert cells[deed].sum() == seats[deed].sum() > 0, deed
        assert cells["income"].sum() == sum(int(seats[source].sum()) for source in SOURCES)
        assert cells["placed"].sum() >= job.part_range(number)[1] * players
        assert cells.filter(pl.col("burials") > 0)["kind"].unique().to_list() == ["beach"]
        assert "none" not in cells.filter(pl.col("sales") + pl.col("placed") > 0)["port"].unique()
        assert (cells["pays"] * cells["burials"]).sum() == seats["from_burying"].sum()


def test_the_columns_are_those_that_are_declared(finished: Path) -> None:
    declared = GAME.tables()["cells"][1]
    found = rows(finished, "cells")
    assert found.columns == [column.name for column in declared]
    types = [pl.Enum(column.names) if column.names else getattr(pl, column.dtype) for column in declared]
    assert found.dtypes == types


def test_parts_of_another_size_have_the_same_sums(finished: Path, tmp_path: Path) -> None:
    fine(*WORDS, "--part-games", "80", "--jobs", "1", "--out", "run", cwd=tmp_path)
    whole = rows(tmp_path / "run", "cells")
    assert whole.height == whole["cell"].n_unique()
    assert_frame_equal(totals(finished), whole.select(totals(finished).columns))


def test_a_resumed_run_has_the_same_bytes(run: Path, finished: Path) -> None:
    make_unfinished(run, 2)
    assert len(list((run / "cells").iterdir())) == 2
    fine("simulate", "--resume", "run", cwd=run.parent)
    assert contents(run) == contents(finished)


@pytest.mark.parametrize("state", ["complete", "unfinished"])
@pytest.mark.parametrize("problem", ["is missing", "is corrupt: its checksum differs"])
def test_a_damaged_part_is_refused(run: Path, state: str, problem: str) -> None:
    if state == "unfinished":
        make_unfinished(run, 2)
    part = run / "cells" / PART
    if problem == "is missing":
        part.unlink()
    else:
        part.write_bytes(part.read_bytes()[:-1] + b"x")
    before = contents(run)
    done = analyse("simulate", "--resume", "run", cwd=run.parent)
    assert done.code == 3
    assert done.last_line.startswith(f"analyse: run/cells/{PART} {problem}. Nothing was changed.")
    assert contents(run) == before


@pytest.mark.parametrize("game", [name for name in game_names() if not find_game(name).sums()])
def test_games_without_such_tables_are_as_before(game: str) -> None:
    job = make_job(find_game(game), strategies="random", games=10)
    part = play_part(job, 0, 10.0, None, lambda _: None)
    assert list(part.tables) == list(find_game(game).tables()) == ["games", "seats"]
