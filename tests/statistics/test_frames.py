"""Sums from tables: the very same whole numbers as from the kernel's columns, whatever the tables hold."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from analyser.kernel.columns import (
    DECISIONS,
    FIRST_GAME_COLUMN,
    FIRST_SEAT_COLUMN,
    OUTCOME,
    OUTCOMES,
    ROUNDS,
    SCORE,
    WHOLE_WIN,
    WIN,
)
from analyser.statistics.frames import tally_tables
from analyser.statistics.tally import PLAYED_PLAYED, WON_PLAYED, WON_WON, tally
from tests.statistics.test_tally import assert_same


def drawn(n_games: int, n_seats: int, n_strategies: int, n_values: int) -> tuple[Any, Any, Any]:
    """Any numbers in the kernel's columns: shares of the win, negative scores, values that repeat within a game."""
    generator = np.random.default_rng([n_games, n_seats, n_strategies, n_values])
    games = np.zeros((FIRST_GAME_COLUMN, n_games), np.int32)
    games[OUTCOME] = generator.integers(0, len(OUTCOMES), n_games)
    games[ROUNDS] = generator.integers(0, 9, n_games)
    games[DECISIONS] = generator.integers(0, 60_000, n_games)
    seats = np.zeros((FIRST_SEAT_COLUMN + 1, n_games * n_seats), np.int32)
    seats[WIN] = generator.integers(0, WHOLE_WIN + 1, n_games * n_seats)
    seats[SCORE] = generator.integers(-300, 300, n_games * n_seats)
    seats[FIRST_SEAT_COLUMN] = generator.integers(0, n_values, n_games * n_seats)
    return games, seats, generator.integers(0, n_strategies, (n_games, n_seats)).astype(np.uint8)


def as_tables(games: Any, seats: Any, lineups: Any, n_strategies: int) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    n_games, n_seats = lineups.shape
    game_table = {
        "outcome": pl.Series(games[OUTCOME]).cat.to(pl.Enum(OUTCOMES)),
        "rounds": games[ROUNDS].astype(np.uint16),
        "decisions": games[DECISIONS].astype(np.uint16),
    }
    seat_table = {
        "seat": np.tile(np.arange(1, n_seats + 1, dtype=np.uint8), n_games),
        "strategy": pl.Series(lineups.ravel()).cat.to(pl.Enum([str(k) for k in range(n_strategies)])),
        "score": seats[SCORE].astype(np.int16),
        "win": (seats[WIN] / WHOLE_WIN).astype(np.float32),
        "value": seats[FIRST_SEAT_COLUMN].astype(np.uint8),
    }
    return pl.LazyFrame(game_table), pl.LazyFrame(seat_table)


@pytest.mark.parametrize("block", [1, 2, 7, 60, 61])
@pytest.mark.parametrize(("n_seats", "n_strategies", "n_values"), [(2, 1, 3), (4, 3, 1), (3, 9, 200), (4, 255, 5)])
def test_the_same_numbers_as_from_the_kernel(block: int, n_seats: int, n_strategies: int, n_values: int) -> None:
    """Also with a last block that is not whole, and with none that is."""
    games, seats, lineups = drawn(60, n_seats, n_strategies, n_values)
    wanted = tally(games, seats, lineups, max(n_strategies, 2), block, {"value": FIRST_SEAT_COLUMN})
    tables = as_tables(games, seats, lineups, max(n_strategies, 2))
    assert_same(tally_tables(*tables, n_seats, max(n_strategies, 2), block, ("value",)), wanted)


def test_products_by_column_are_those_of_blocks() -> None:
    """Three games of two seats in blocks of one: both seats of the second have the same value."""
    games = np.zeros((FIRST_GAME_COLUMN, 3), np.int32)
    seats = np.zeros((FIRST_SEAT_COLUMN + 1, 6), np.int32)
    half = WHOLE_WIN // 2
    seats[WIN] = [WHOLE_WIN, 0, half, half, 0, WHOLE_WIN]
    seats[FIRST_SEAT_COLUMN] = [0, 1, 1, 1, 1, 0]
    lineups = np.zeros((3, 2), np.uint8)
    found = tally_tables(*as_tables(games, seats, lineups, 1), 2, 1, 1, ("value",)).by_column["value"]
    assert found[WON_WON].tolist() == [2 * WHOLE_WIN**2, WHOLE_WIN**2]
    assert found[WON_PLAYED].tolist() == [2 * WHOLE_WIN, WHOLE_WIN * 2]
    assert found[PLAYED_PLAYED].tolist() == [1 + 1, 1 + 2**2 + 1]


def test_negative_values_are_refused() -> None:
    """In compiled code they would count into foreign memory."""
    games, seats, lineups = drawn(4, 2, 2, 3)
    seats[FIRST_SEAT_COLUMN, 3] = -1
    with pytest.raises(ValueError, match="negative"):
        tally(games, seats, lineups, 2, 1, {"value": FIRST_SEAT_COLUMN})
