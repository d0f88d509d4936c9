"""What the summary needs from a batch of games: whole numbers, so any order of adding gives the same sums.

Games that share luck, or that are balanced only together, form a block; standard errors come from blocks.
Here they are counted in compiled code from the kernel's columns, where no tables are made; `frames` counts the same
numbers from tables.

Methods: docs/explanation/methods.md#win-share, #blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from analyser.core.arrays import Ints
from analyser.kernel.backend import compiled
from analyser.kernel.columns import DECISIONS, OUTCOME, OUTCOMES, ROUNDS, SCORE, WHOLE_WIN, WIN
from analyser.kernel.loop import Lineups, Rows
from analyser.kernel.machine_code import cached

WON, PLAYED, SCORED, SQUARES, CELL = range(5)
WON_WON, WON_PLAYED, PLAYED_PLAYED, BY_CELL = range(3, 7)
"""In `by_column` these follow WON, PLAYED and SCORED."""


@dataclass
class Shares:
    """Wins (in parts of `WHOLE_WIN`) and plays of some cells, and the sums over blocks of their products."""

    wins: Ints
    plays: Ints
    products: Ints
    """wins x wins, wins x plays, plays x plays; each cells x cells."""

    def __add__(self, other: Shares) -> Shares:
        return Shares(self.wins + other.wins, self.plays + other.plays, self.products + other.products)


@dataclass
class Tally:
    """The sums of a batch of games."""

    n_games: int
    n_blocks: int
    outcomes: Ints
    lengths: Ints
    """How many games lasted 0, 1, 2, ... rounds, or turns if a game counts in these."""
    decisions: int
    seats: Shares
    strategies: Shares
    by_seat: Ints
    """Parts of the win, plays, sum of scores and of their squares; each strategy x seat."""
    by_column: dict[str, Ints] = field(default_factory=dict)
    """For each column that the win share is shown by: parts of the win, plays, sum of scores, then the sums over blocks
    of won x won, won x plays and plays x plays; each x value."""
    by_lineup: Ints = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    """Parts of the win that each strategy won in whole blocks, for each stratum of line-ups: strata x strategies."""
    counted: dict[str, Ints] = field(default_factory=dict)
    """A game's own tables of sums, when no rows are kept: counts x rows."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.n_games + other.n_games,
            self.n_blocks + other.n_blocks,
            self.outcomes + other.outcomes,
            _added(self.lengths, other.lengths),
            self.decisions + other.decisions,
            self.seats + other.seats,
            self.strategies + other.strategies,
            self.by_seat + other.by_seat,
            {name: _added(sums, other.by_column[name]) for name, sums in self.by_column.items()},
            self.by_lineup + other.by_lineup,
            {name: sums + other.counted[name] for name, sums in self.counted.items()},
        )


def _added(one: Ints, other: Ints) -> Ints:
    """The sum of two tables; the shorter one is padded with zeros."""
    longest = max(one.shape[-1], other.shape[-1])
    return _padded(one, longest) + _padded(other, longest)


def _padded(values: Ints, length: int) -> Ints:
    return np.pad(values, [(0, 0)] * (values.ndim - 1) + [(0, length - values.shape[-1])])


def tally(
    games: Rows,
    seats: Rows,
    lineups: Lineups,
    n_strategies: int,
    block: int,
    columns: Mapping[str, int] | None = None,
    length: int = ROUNDS,
) -> Tally:
    """Sum up the kernel's columns of a batch of games; `lineups` has a row of strategy numbers for each game.

    `columns` are the rows of `seats`, by name, that the wins are also summed by; `length` the row of `games` that says
    how long one was.
    """
    n_games, n_seats = lineups.shape
    sums = _sums_of_one if n_strategies == block == 1 else _sums_of_pool
    by_seat, of_seats, of_strategies = sums(seats, lineups, n_strategies, block)
    return Tally(
        n_games,
        n_games // block,
        np.bincount(games[OUTCOME], minlength=len(OUTCOMES)),
        np.bincount(games[length]),
        int(games[DECISIONS].sum(dtype=np.int64)),
        Shares(by_seat[WON].sum(0), by_seat[PLAYED].sum(0), of_seats),
        Shares(by_seat[WON].sum(1), by_seat[PLAYED].sum(1), of_strategies),
        by_seat,
        {name: _sums_by(seats[row], seats, block * n_seats) for name, row in (columns or {}).items()},
    )


def _sums_by(codes: Rows, seats: Rows, block_rows: int) -> Ints:
    if codes.min() < 0:
        raise ValueError("A column that wins are summed by has negative values")
    cells = np.zeros((int(codes.max()) + 1, BY_CELL), np.int64)
    _compiled(sum_by)(codes, seats[WIN], seats[SCORE], block_rows, cells.reshape(-1))
    return cells.T


def sum_by(codes: Rows, wins: Rows, scores: Rows, block_rows: int, cells: Ints) -> None:
    """One pass over the seats: sums by the values of a column, and the products over whole blocks."""
    sums = np.zeros(2 * (len(cells) // BY_CELL), np.int64)
    left = block_rows
    for row in range(len(codes)):
        code = np.int64(codes[row])
        sums[2 * code] += wins[row]
        sums[2 * code + 1] += 1
        cells[BY_CELL * code + SCORED] += scores[row]
        left -= 1
        if left == 0:
            left = block_rows
            close_block(sums, cells, 1)
    close_block(sums, cells, 0)


@compiled
def close_block(sums: Ints, cells: Ints, is_whole: int) -> None:
    """Add a block's wins and plays and, if it is whole, their products; begin the next block."""
    for value in range(len(sums) // 2):
        won, played, cell = sums[2 * value], sums[2 * value + 1], BY_CELL * value
        cells[cell + WON] += won
        cells[cell + PLAYED] += played
        cells[cell + WON_WON] += is_whole * won * won
        cells[cell + WON_PLAYED] += is_whole * won * played
        cells[cell + PLAYED_PLAYED] += is_whole * played * played
        sums[2 * value] = 0
        sums[2 * value + 1] = 0


def _sums_of_one(seats: Rows, lineups: Lineups, n_strategies: int, block: int) -> tuple[Ints, Ints, Ints]:
    """One strategy, independent games: only how often each set of seats won matters, which is 5 x as fast to count."""
    n_games, n_seats = lineups.shape
    times, scores = np.zeros(1 << n_seats, np.int64), np.zeros(2 * n_seats, np.int64)
    _compiled(count_winners)(seats[WIN], seats[SCORE], times, scores)
    sets = np.arange(1 << n_seats)[:, None] >> np.arange(n_seats) & 1
    wins = sets * (WHOLE_WIN // np.maximum(sets.sum(1, keepdims=True), 1))
    won = times @ wins
    of_seats = np.zeros((3, n_seats, n_seats), np.int64)
    of_seats[0] = wins.T @ (times[:, None] * wins)
    of_seats[1] = won[:, None]
    of_seats[2] = n_games
    by_seat = np.array([won, np.full(n_seats, n_games), scores[:n_seats], scores[n_seats:]])[:, None]
    return by_seat, of_seats, of_seats.sum((1, 2)).reshape(3, 1, 1)


def count_winners(wins: Rows, scores: Rows, times: Ints, sums: Ints) -> None:
    """Count the sets of winners, as bits, and sum up scores and their squares by seat."""
    n_seats = len(sums) // 2
    for first in range(0, len(wins), n_seats):
        winners = 0
        for seat in range(n_seats):
            score = np.int64(scores[first + seat])
            winners |= int(wins[first + seat] != 0) << seat
            sums[seat] += score
            sums[n_seats + seat] += score * score
        times[winners] += 1


def _sums_of_pool(seats: Rows, lineups: Lineups, n_strategies: int, block: int) -> tuple[Ints, Ints, Ints]:
    n_seats = lineups.shape[1]
    cells = np.zeros(n_strategies * n_seats * CELL, np.int64)
    of_seats = np.zeros((3, n_seats, n_seats), np.int64)
    of_strategies = np.zeros((3, n_strategies, n_strategies), np.int64)
    _compiled(sum_up)(seats[WIN], seats[SCORE], lineups, block, cells, of_seats.reshape(-1), of_strategies.reshape(-1))
    return np.moveaxis(cells.reshape(n_strategies, n_seats, CELL), 2, 0), of_seats, of_strategies


def sum_up(
    wins: Rows,
    scores: Rows,
    lineups: Lineups,
    block: int,
    cells: Ints,
    of_seats: Ints,
    of_strategies: Ints,
) -> None:
    """One pass over the games: sums by strategy and seat, and the products over blocks."""
    n_games, n_seats = lineups.shape
    seat_sums = np.zeros(2 * n_seats, np.int64)
    strategy_sums = np.zeros(2 * (len(cells) // n_seats // CELL), np.int64)
    left, row = block, 0
    for game in range(n_games):
        for seat in range(n_seats):
            strategy = np.int64(lineups[game, seat])
            win, score = np.int64(wins[row]), np.int64(scores[row])
            cell = (strategy * n_seats + seat) * CELL
            cells[cell + WON] += win
            cells[cell + PLAYED] += 1
            cells[cell + SCORED] += score
            cells[cell + SQUARES] += score * score
            seat_sums[2 * seat] += win
            seat_sums[2 * seat + 1] += 1
            strategy_sums[2 * strategy] += win
            strategy_sums[2 * strategy + 1] += 1
            row += 1
        left -= 1
        if left == 0:
            left = block
            add_products(seat_sums, of_seats)
            add_products(strategy_sums, of_strategies)


@compiled
def add_products(sums: Ints, products: Ints) -> None:
    """Add a block's products of wins and plays, and begin the next block."""
    n = len(sums) // 2
    cell = 0
    for one in range(n):
        for other in range(n):
            products[cell] += sums[2 * one] * sums[2 * other]
            products[cell + n * n] += sums[2 * one] * sums[2 * other + 1]
            products[cell + 2 * n * n] += sums[2 * one + 1] * sums[2 * other + 1]
            cell += 1
    for one in range(2 * n):
        sums[one] = 0


def make_ready() -> None:
    """Compile what is not in the cache yet."""
    for function in (sum_up, count_winners, sum_by):
        _compiled(function)


@cache
def _compiled(function: Callable[..., object]) -> Callable[..., object]:
    column, lineups, sums = np.zeros(1, np.int32), np.zeros((1, 1), np.uint8), np.zeros(1, np.int64)
    arguments = {
        count_winners: (column, column, sums, sums),
        sum_by: (column, column, column, 1, sums),
        sum_up: (column, column, lineups, 1, sums, sums, sums),
    }
    return cached(f"tally-{function.__name__}", function, *arguments[function])
