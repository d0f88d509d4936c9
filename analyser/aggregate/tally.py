"""What the summary needs of a batch of games: whole numbers that add up, so any order of adding gives the same.

Games that share luck, or that are balanced only together, form a block; standard errors come from blocks (methods M0).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from analyser import places
from analyser.cache import folder_of
from analyser.columns import DECISIONS, OUTCOME, OUTCOMES, ROUNDS, SCORE, WHOLE_WIN, WIN
from analyser.compiling import cached, compiled

WON, PLAYED, SCORED, SQUARES, CELL = range(5)
BY_WON, BY_PLAYED, BY_SCORED, BY_WON_SQUARES, BY_CELL = range(5)
N_WINS = WHOLE_WIN + 1
"""A seat has 0 to 12 twelfths of a win."""


@dataclass
class Shares:
    """Wins (in twelfths) and plays of some cells, and the sums over blocks of their products."""

    wins: Any
    plays: Any
    products: Any
    """wins x wins, wins x plays, plays x plays; each cells x cells."""

    def __add__(self, other: Shares) -> Shares:
        return Shares(self.wins + other.wins, self.plays + other.plays, self.products + other.products)


@dataclass
class Tally:
    """The sums of a batch of games."""

    n_games: int
    n_blocks: int
    outcomes: Any
    rounds: Any
    """How many games lasted 0, 1, 2, ... rounds."""
    decisions: int
    seats: Shares
    strategies: Shares
    by_seat: Any
    """Twelfths won, plays, sum of scores and of their squares; each strategy x seat."""
    by_column: dict[str, Any] = field(default_factory=dict)
    """For each column that the win share is shown by: twelfths won, plays, scores, squared twelfths; each x value."""
    counted: dict[str, Any] = field(default_factory=dict)
    """A game's own tables of sums, when no rows are kept: counts x rows."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(**{one.name: _added(getattr(self, one.name), getattr(other, one.name)) for one in fields(Tally)})


def _added(one: Any, other: Any) -> Any:
    """The sum; where one knows more values than the other, the other has none of them."""
    if isinstance(one, dict):
        return {name: _added(one[name], other[name]) for name in one}
    if not isinstance(one, np.ndarray):
        return one + other
    if one.shape == other.shape:
        return one + other
    longest = max(one.shape[-1], other.shape[-1])
    return _padded(one, longest) + _padded(other, longest)


def _padded(values: Any, length: int) -> Any:
    return np.pad(values, [(0, 0)] * (values.ndim - 1) + [(0, length - values.shape[-1])])


def tally(
    games: Any, seats: Any, lineups: Any, n_strategies: int, block: int, columns: Mapping[str, int] | None = None
) -> Tally:
    """Sum up the kernel's columns of one part; `lineups` has a row of strategy numbers for each game.

    `columns` are the rows of `seats`, by name, that the wins are also summed by.
    """
    n_games = len(lineups)
    sums = _sums_of_one if n_strategies == block == 1 else _sums_of_pool
    by_seat, of_seats, of_strategies = sums(seats, lineups, n_strategies, block)
    return Tally(
        n_games,
        n_games // block,
        np.bincount(games[OUTCOME], minlength=len(OUTCOMES)),
        np.bincount(games[ROUNDS]),
        int(games[DECISIONS].sum(dtype=np.int64)),
        Shares(by_seat[WON].sum(0), by_seat[PLAYED].sum(0), of_seats),
        Shares(by_seat[WON].sum(1), by_seat[PLAYED].sum(1), of_strategies),
        by_seat,
        {name: _sums_by(seats[row], seats) for name, row in (columns or {}).items()},
    )


def _sums_by(codes: Any, seats: Any) -> Any:
    n_values = int(codes.max()) + 1
    times, scored = np.zeros((n_values, N_WINS), np.int64), np.zeros(n_values, np.int64)
    _compiled(count_by)(codes, seats[WIN], seats[SCORE], times.reshape(-1), scored)
    wins = np.arange(N_WINS)
    return np.array([times @ wins, times.sum(1), scored, times @ wins**2])


def count_by(codes: Any, wins: Any, scores: Any, times: Any, scored: Any) -> None:
    """How often each part of a win came with each value of a column, which says it all but for the scores."""
    for row in range(len(codes)):
        code = np.int64(codes[row])
        times[N_WINS * code + wins[row]] += 1
        scored[code] += scores[row]


def _sums_of_one(seats: Any, lineups: Any, n_strategies: int, block: int) -> tuple[Any, Any, Any]:
    """One strategy, games independent: how often each set of seats won says it all, and is 5 x as quick to count."""
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


def count_winners(wins: Any, scores: Any, times: Any, sums: Any) -> None:
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


def _sums_of_pool(seats: Any, lineups: Any, n_strategies: int, block: int) -> tuple[Any, Any, Any]:
    n_seats = lineups.shape[1]
    cells = np.zeros(n_strategies * n_seats * CELL, np.int64)
    of_seats = np.zeros((3, n_seats, n_seats), np.int64)
    of_strategies = np.zeros((3, n_strategies, n_strategies), np.int64)
    _compiled(sum_up)(seats[WIN], seats[SCORE], lineups, block, cells, of_seats.reshape(-1), of_strategies.reshape(-1))
    return np.moveaxis(cells.reshape(n_strategies, n_seats, CELL), 2, 0), of_seats, of_strategies


def sum_up(wins: Any, scores: Any, lineups: Any, block: int, cells: Any, of_seats: Any, of_strategies: Any) -> None:
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
def add_products(sums: Any, products: Any) -> None:
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
    for function in (sum_up, count_winners, count_by):
        _compiled(function)


@cache
def _compiled(function: Any) -> Any:
    sources = [Path(__file__), places.PACKAGE / "columns.py", *places.COMPILER]
    column, lineups, sums = np.zeros(1, np.int32), np.zeros((1, 1), np.uint8), np.zeros(1, np.int64)
    more = {count_winners: (sums, sums), count_by: (column, sums, sums)}.get(function, (lineups, 1, sums, sums, sums))
    return cached(function, folder_of("tally", sources), column, column, *more)
