"""The tables of a part as Polars frames: what the kernel recorded, and what is known before playing."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analyser.core.arrays import Ints
from analyser.core.errors import AnalyseError, BadInput, RunFailed
from analyser.games.definition import Game
from analyser.games.designed.contract import line_of, parse_game
from analyser.games.loader import find_game
from analyser.kernel.columns import RANK, SCORE, WHOLE_WIN, WIN, Column
from analyser.kernel.loop import Lineups, Rows
from analyser.simulation.job import Job
from analyser.statistics.frames import tally_tables
from analyser.statistics.strata import wins_by_stratum
from analyser.statistics.tally import Tally

SHARES = (np.arange(WHOLE_WIN + 1) / WHOLE_WIN).astype(np.float32)
"""A share of the win for each number of parts."""
np.empty(1 << 24, np.uint8)
"""Freed at once: from then on glibc keeps memory that is freed, which saves page faults: 1 % of a greedy run."""


def schema(job: Job, table: str) -> pl.Schema:
    """The columns of one of a job's tables, with their types."""
    return _schema(job, table, find_game(job.game))


@lru_cache(maxsize=32)
def _schema(job: Job, table: str, game: Game) -> pl.Schema:
    words = {"lineup": job.lineup_names, "strategy": [one.spec for one in job.strategies]}
    _, columns = game.tables()[table]
    return pl.Schema({one.name: _dtype(one, words.get(one.name, ())) for one in columns})


def _dtype(column: Column, words: Sequence[str]) -> pl.DataType:
    names = column.names or words
    return pl.Enum(names) if names else getattr(pl, column.dtype)()


def levels_of(column: pl.Series) -> list[str]:
    """What may stand in a column: all its names, or the numbers that occur."""
    names = column.dtype.categories if isinstance(column.dtype, pl.Enum) else column.unique().sort()
    return [str(one) for one in names]


def make_tables(job: Job, first: int, lineups: Lineups, games: Rows, seats: Rows) -> dict[str, pl.DataFrame]:
    """The games of a part, and their seats."""
    n_games, n_seats = lineups.shape
    numbers = np.arange(first, first + n_games, dtype=np.uint32)
    game_columns = [numbers, job.plan.numbers(first, n_games, job.rotations), *games]
    seat_columns = [np.repeat(numbers, n_seats), np.tile(np.arange(1, n_seats + 1, dtype=np.uint8), n_games)]
    seat_columns += [lineups.ravel(), seats[SCORE], SHARES.take(seats[WIN]), *seats[RANK:]]
    return {
        "games": _frame(job, "games", game_columns),
        "seats": _frame(job, "seats", seat_columns),
    }


def make_summed_tables(job: Job, first: int, counted: Mapping[str, Ints]) -> dict[str, pl.DataFrame]:
    """What the games of a part have counted together."""
    tables = {}
    for one in find_game(job.game).sums():
        known = np.array(one.values)
        numbers = np.full(known.shape[1], first)
        tables[one.name] = _frame(job, one.name, [numbers, *known, *counted[one.name]])
    return tables


def _frame(job: Job, table: str, columns: Sequence[NDArray[np.generic]]) -> pl.DataFrame:
    types = schema(job, table)
    try:
        return pl.DataFrame([_typed(name, types[name], values) for name, values in zip(types, columns, strict=True)])
    except DoesNotFit as problem:
        raise _refused(find_game(job.game), *problem.args) from None


class DoesNotFit(Exception):
    """A column's name, the numbers found, and those allowed."""


def _refused(game: Game, name: str, found: str, allowed: str) -> AnalyseError:
    """Rules that record what their columns have no room for."""
    if game.file is None:
        larger = "Give it a larger type in the game's columns."
        return RunFailed(f"Column « {name} » goes {found}; allowed: {allowed}. {larger}")
    line = line_of(parse_game(game.file), "score" if name == "score" else "COUNTS")
    names = next((one.names for one in (*game.columns.games, *game.columns.seats) if one.name == name), ())
    called = f", which are called {', '.join(names)}" if names else ""
    return BadInput(f"{game.file}, line {line}: « {name} » goes {found}. Expected: {allowed}{called}.")


def _typed(name: str, dtype: pl.DataType, values: NDArray[np.generic]) -> pl.Series:
    """A column in its own type; numbers that do not fit are refused. numpy checks and casts 3 x as fast as Polars."""
    if dtype.is_float():
        return pl.Series(name, values, dtype)
    stored = np.dtype("uint32" if isinstance(dtype, pl.Enum) else str(dtype).lower())
    most = len(dtype.categories) - 1 if isinstance(dtype, pl.Enum) else np.iinfo(stored).max
    if not np.iinfo(stored).min <= values.min() <= values.max() <= most:
        raise DoesNotFit(name, f"from {values.min()} to {values.max()}", f"{np.iinfo(stored).min} to {most}")
    found = pl.Series(name, values.astype(stored))
    return found.cat.to(dtype) if isinstance(dtype, pl.Enum) else found


def tally_of(job: Job, games: pl.LazyFrame, seats: pl.LazyFrame) -> Tally:
    """The sums of a job's games from their tables."""
    game = find_game(job.game)
    columns = tuple(game.breakdowns())
    found = tally_tables(games, seats, job.players, len(job.strategies), job.block, columns, game.length)
    if job.has_strata:
        rows = seats.select((pl.col("win") * WHOLE_WIN).round(), pl.col("strategy").to_physical()).collect()
        first = int(games.select(pl.col("game").first()).collect().item())
        found.by_lineup = wins_by_lineup(job, first, rows["win"].to_numpy(), rows["strategy"].to_numpy())
    return found


def wins_by_lineup(job: Job, first: int, won: NDArray[np.generic], strategies: NDArray[np.generic]) -> Ints:
    """Twelfths won by strategy for each stratum of line-ups, in games from `first` on; a row for each seat."""
    shape = (job.n_strata, len(job.strategies))
    return wins_by_stratum(won, strategies, first // job.block, job.block * job.players, shape)
