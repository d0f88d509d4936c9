"""What a reader of a run sees: the columns that are declared, in their types, with the numbers that were played."""

from io import BytesIO

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analyser.core.errors import RunFailed
from analyser.games.loader import find_game, game_names
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, OUTCOMES, RANK, SCORE, WHOLE_WIN, WIN, Column
from analyser.simulation.job import Job, make_job
from analyser.simulation.part import Slices
from analyser.simulation.tables import make_tables
from analyser.storage.parts import ROW_GROUP, as_parquet
from tests.simulation.playing import job_of, play


def read_back(table: pl.DataFrame) -> pl.DataFrame:
    """The table as anybody reads it from its file."""
    return pl.read_parquet(BytesIO(as_parquet(table)))


def dtype_of(column: Column, words: list[str]) -> pl.DataType:
    names = column.names or (words if column.dtype == "Enum" else ())
    return pl.Enum(names) if names else getattr(pl, column.dtype)()


@pytest.mark.parametrize("game", game_names())
def test_columns_and_types_are_those_that_are_declared(game: str) -> None:
    job = make_job(find_game(game), strategies="random", games=20)
    tables = play(job).tables
    names = [one.spec for one in job.strategies]
    words = {"lineup": ["|".join(names * job.players)], "strategy": names}
    for name, (_, columns) in find_game(game).tables().items():
        found = read_back(tables[name])
        assert found.schema == {one.name: dtype_of(one, words.get(one.name, [])) for one in columns}
        assert found.null_count().sum_horizontal().item() == 0
        assert_frame_equal(found, tables[name])


@pytest.mark.parametrize("game", game_names())
def test_numbers_are_those_that_the_kernel_recorded(game: str) -> None:
    found = find_game(game)
    job = make_job(found, strategies="random", games=60)
    slices = Slices(job, 0, job.plan.seating(0, 60, 1), None, lambda _: None, True)
    slices.play()
    games, seats = (read_back(table) for table in play(job).tables.values() if "outcome" in table or "win" in table)
    assert games["outcome"].to_list() == [OUTCOMES[code] for code in slices.table.games[0]]
    own_games, own_seats = found.columns.games, found.columns.seats
    for row, column in enumerate(own_games, FIRST_GAME_COLUMN):
        assert shown(games[column.name]) == slices.table.games[row].tolist(), column.name
    for row, column in enumerate(own_seats, FIRST_SEAT_COLUMN):
        assert shown(seats[column.name]) == slices.table.seats[row].tolist(), column.name
    assert seats["score"].to_list() == slices.table.seats[SCORE].tolist()
    assert seats["rank"].to_list() == slices.table.seats[RANK].tolist()
    assert seats["win"].to_list() == pytest.approx((slices.table.seats[WIN] / WHOLE_WIN).tolist(), abs=1e-7)


def shown(column: pl.Series) -> list[int]:
    return [int(value) for value in column.to_physical()]


def test_games_are_numbered_from_0_and_seats_from_1() -> None:
    job = job_of("greedy,random", 30, players=3, part_games=12)
    tables = play(job, 1).tables
    assert tables["games"]["game"].to_list() == list(range(12, 24))
    assert tables["seats"]["game"].to_list() == [game for game in range(12, 24) for _ in range(3)]
    assert tables["seats"]["seat"].to_list() == [1, 2, 3] * 12
    lineups = ["|".join(one) for one in tables["seats"]["strategy"].cast(pl.String).reshape((12, 3)).to_list()]
    assert tables["games"]["lineup"].cast(pl.String).to_list() == lineups


def test_turn_positions_and_ages_are_counted_from_1() -> None:
    seats = play(job_of("random", 50)).tables["seats"]
    for name in ("turn_position", "age_rank"):
        assert seats.group_by("game").agg(pl.col(name).sort())[name].unique().to_list() == [[1, 2, 3, 4]]
    first = seats.filter(turn_position=1)
    assert first.height == 50


def test_the_first_captain_is_a_seat_counted_from_1() -> None:
    games, seats = (
        play(make_job(find_game("piratoons"), 3, "random", games=50)).tables[name] for name in ("games", "seats")
    )
    captains = seats.filter(captain_round=1)
    assert games["first_captain"].to_list() == captains["seat"].to_list()


class TestRefused:
    """A number that its column cannot hold is never stored as another one."""

    @pytest.fixture
    def job(self) -> Job:
        return job_of("random", 2)

    def tables(self, job: Job, games: int = 0, seats: int = 0, row: int = 0) -> None:
        lineups = job.plan.seating(0, 2, 1)
        game_rows = np.zeros((FIRST_GAME_COLUMN + 1, 2), np.int32)
        seat_rows = np.zeros((FIRST_SEAT_COLUMN + 4, 8), np.int32)
        game_rows[row if games else 0, 1] = games
        seat_rows[row if seats else 0, 7] = seats
        make_tables(job, 0, lineups, game_rows, seat_rows)

    def test_what_fits(self, job: Job) -> None:
        self.tables(job, games=65_535, row=3)
        self.tables(job, seats=-32_768, row=SCORE)
        self.tables(job, seats=255, row=RANK)

    @pytest.mark.parametrize(
        ("table", "row", "value", "says"),
        [
            ("games", 3, 65_536, "Column « decisions » goes from 0 to 65536; allowed: 0 to 65535."),
            ("games", 1, -1, "Column « winners » goes from -1 to 0; allowed: 0 to 255."),
            ("games", 0, 4, "Column « outcome » goes from 0 to 4; allowed: 0 to 3."),
            ("seats", SCORE, 32_768, "Column « score » goes from 0 to 32768; allowed: -32768 to 32767."),
            ("seats", RANK, 256, "Column « rank » goes from 0 to 256; allowed: 0 to 255."),
            ("seats", FIRST_SEAT_COLUMN, -1, "Column « turn_position » goes from -1 to 0; allowed: 0 to 255."),
        ],
    )
    def test_what_does_not(self, job: Job, table: str, row: int, value: int, says: str) -> None:
        with pytest.raises(RunFailed) as problem:
            self.tables(job, **{table: value, "row": row})
        assert str(problem.value).startswith(says)


def test_the_same_table_gives_the_same_bytes() -> None:
    """However its memory is laid out, and with more rows than one group holds."""
    table = pl.DataFrame({"a": np.arange(ROW_GROUP + 5, dtype=np.uint32), "b": np.zeros(ROW_GROUP + 5, np.uint8)})
    pieces = pl.concat([table.head(7), table.slice(7)], rechunk=False)
    assert pieces.n_chunks() == 2
    assert as_parquet(pieces) == as_parquet(table)
    assert_frame_equal(pl.read_parquet(BytesIO(as_parquet(table))), table)
