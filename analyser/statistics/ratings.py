"""Ratings from finishing orders: the Plackett-Luce law, with a term for the seat.

The chance that i comes first among those still to be placed is exp(t_i + g_seat) over the sum of theirs. Seats
that tie inside an order count as all their orders in equal parts; seats that tie for the last place are not ordered at
all (a game that names only its winner says nothing about the rest). Errors come from blocks of games.

Method: docs/explanation/methods.md#ratings.
"""

from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

import numpy as np

from analyser.core.arrays import Floats, Ints
from analyser.statistics.estimates import cell_means, sum_by_cell
from analyser.statistics.intervals import RARE

ELO = 400 / np.log(10)
STEPS = 50
ENOUGH = 1e-8
LEAST_GAP = 0.02
"""A rating that is wrong about a pair by less than this misleads nobody. The law of the ratings is never quite true."""
EQUAL = 1e-9
"""Of pairs that are apart by the same, the one with the wider gap is named."""
RIDGE = 1e-9
"""Keeps a strategy that never or always wins at a finite rating."""


@dataclass(frozen=True)
class Ratings:
    """Ratings of strategies (the reference is 0) and of seats (their mean is 0), with covariance."""

    strategies: Floats
    seats: Floats
    covariance: Floats
    reference: int

    @property
    def standard_error(self) -> Floats:
        """Of each strategy's rating."""
        n = len(self.strategies)
        return np.sqrt(np.maximum(np.diag(self.covariance)[:n], 0.0))

    def chance(self, one: int, other: int) -> float:
        """How often one is expected to finish before the other, in equal seats."""
        return float(1 / (1 + np.exp(self.strategies[other] - self.strategies[one])))


class Orders(NamedTuple):
    """Orders of seats from first to last, one to a row. A game with ties has several, which share its weight."""

    games: Ints
    seats: Ints
    weights: Floats
    depths: Ints
    """How many places are really ordered."""


def finishing_orders(ranks: Ints | Floats) -> Orders:
    """The orders in which the seats of each game finished."""
    games, seats, weights, depths = [], [], [], []
    kinds, which = np.unique(ranks, axis=0, return_inverse=True)
    for kind, row in enumerate(kinds):
        of_kind = np.flatnonzero(which.ravel() == kind)
        orders, depth = _orders(row)
        for order in orders if depth else ():
            games.append(of_kind)
            seats.append(np.tile(order, (len(of_kind), 1)))
            weights.append(np.full(len(of_kind), 1 / len(orders)))
            depths.append(np.full(len(of_kind), depth))
    if not games:
        width = ranks.shape[1]
        return Orders(np.zeros(0, int), np.zeros((0, width), int), np.zeros(0), np.zeros(0, int))
    return Orders(np.concatenate(games), np.concatenate(seats), np.concatenate(weights), np.concatenate(depths))


def _orders(ranks: Ints | Floats) -> tuple[list[tuple[int, ...]], int]:
    """All orders that fit the ranks, and how many places they settle: those of the last tie are not settled."""
    groups = [tuple(np.flatnonzero(ranks == rank).tolist()) for rank in sorted(set(ranks.tolist()))]
    last = groups.pop()
    orders: list[tuple[int, ...]] = [()]
    for group in groups:
        orders = [order + mixed for order in orders for mixed in permutations(group)]
    depth = sum(len(group) for group in groups)
    return [order + last for order in orders], depth


def rate(lineups: Ints, ranks: Ints | Floats, n_strategies: int, block: int, reference: int = 0) -> Ratings:
    """Fit ratings by Newton's method: `lineups` and `ranks` have a row a game and a column a seat."""
    n_seats = lineups.shape[1]
    orders = finishing_orders(ranks)
    players = lineups[orders.games[:, None], orders.seats].astype(np.int64)
    theta = np.zeros(n_strategies + n_seats)
    for _ in range(STEPS):
        score, curve = _slopes(theta, players, orders, n_strategies)
        step = np.linalg.solve(curve + _anchors(n_strategies, n_seats, reference), score.sum(0) - RIDGE * theta)
        theta += step
        if np.abs(step).max() < ENOUGH:
            break
    score, curve = _slopes(theta, players, orders, n_strategies)
    inverse = np.linalg.inv(curve + _anchors(n_strategies, n_seats, reference))
    by_block = np.zeros((len(lineups) // block + 1, len(theta)))
    np.add.at(by_block, orders.games // block, score)
    covariance = inverse @ (by_block.T @ by_block) @ inverse
    covariance[reference], covariance[:, reference] = 0.0, 0.0
    ratings = theta[:n_strategies] - theta[reference]
    return Ratings(ratings, theta[n_strategies:], covariance, reference)


def _anchors(n_strategies: int, n_seats: int, reference: int) -> Floats:
    """Ratings are differences: the reference stays at 0, and so does the sum of the seats."""
    anchors = RIDGE * np.eye(n_strategies + n_seats)
    anchors[reference, reference] += 1e9
    anchors[n_strategies:, n_strategies:] += 1.0
    return anchors


def _slopes(theta: Floats, players: Ints, orders: Orders, n_strategies: int) -> tuple[Floats, Floats]:
    """First derivatives of the log likelihood by order, and the (negative) second ones of their sum."""
    n_orders, n_seats = players.shape
    score = np.zeros((n_orders, len(theta)))
    curve = np.zeros((len(theta), len(theta)))
    seats = n_strategies + orders.seats
    strength = np.exp(theta[players] + theta[seats])
    rows = np.arange(n_orders)
    for place in range(n_seats - 1):
        counts = orders.weights * (orders.depths > place)
        share = strength[:, place:] / strength[:, place:].sum(1, keepdims=True)
        mean = np.zeros_like(score)
        for k in range(place, n_seats):
            for column in (players[:, k], seats[:, k]):
                mean[rows, column] += share[:, k - place]
        for k in range(place, n_seats):
            _add_curve(curve, players[:, k], seats[:, k], counts * share[:, k - place])
        curve -= (mean * counts[:, None]).T @ mean
        for column in (players[:, place], seats[:, place]):
            score[rows, column] += counts
        score -= counts[:, None] * mean
    return score, curve


def _add_curve(curve: Floats, player: Ints, seat: Ints, weight: Floats) -> None:
    """The second moments of the two terms that one candidate has."""
    n = len(curve)
    for one, other in ((player, player), (player, seat), (seat, player), (seat, seat)):
        curve += sum_by_cell(one * n + other, weight, n * n).reshape(n, n)


class Meetings(NamedTuple):
    """How often strategy i finishes before j, where one of the two does, and the error of it; i x j, NaN: never met."""

    before: Floats
    error: Floats


def before_by_pair(lineups: Ints, ranks: Ints | Floats, n_strategies: int, block: int) -> Meetings:
    """Count all meetings. The error of a pair that hardly ever loses, or wins, is that of a rare event."""
    n_seats = lineups.shape[1]
    cells, before = [], []
    for one, other in permutations(range(n_seats), 2):
        pair = lineups[:, one].astype(np.int64) * n_strategies + lineups[:, other]
        cells.append(np.where(ranks[:, one] != ranks[:, other], pair, n_strategies**2))
        before.append(ranks[:, one] < ranks[:, other])
    n_cells, blocks = n_strategies**2 + 1, np.arange(len(lineups)) // block
    pairs = np.stack(cells, 1)
    mean, error, _ = cell_means(pairs, np.stack(before, 1).astype(float), n_cells, blocks)
    times = np.bincount(np.unique(blocks[:, None] * n_cells + pairs) % n_cells, minlength=n_cells)
    error = np.where(np.isnan(mean), error, np.fmax(error, _rare_error(mean, times)))
    shape = (n_strategies, n_strategies)
    return Meetings(mean[:-1].reshape(shape), error[:-1].reshape(shape))


def _rare_error(share: Floats, times: Ints) -> Floats:
    """The least error of a share with few exceptions: two more of either kind are counted (Agresti and Coull)."""
    known = np.nan_to_num(share)
    raised = (known * times + 2) / (times + 4)
    is_rare = np.minimum(known, 1 - known) * times < RARE
    return np.where(is_rare, np.sqrt(raised * (1 - raised) / (times + 4)), 0.0)


class Residual(NamedTuple):
    """A pair of strategies: how often the first really finishes before the second, how often the ratings expect it, and
    by how many standard errors the gap is wider than one that matters.
    """

    one: int
    other: int
    seen: float
    expected: float
    apart: float


def worst_residual(ratings: Ratings, lineups: Ints, ranks: Ints | Floats, block: int) -> Residual:
    """The pair that the ratings describe worst, in standard errors."""
    n = len(ratings.strategies)
    seen, error = before_by_pair(lineups, ranks, n, block)
    expected = np.array([[ratings.chance(one, other) for other in range(n)] for one in range(n)])
    spread = ratings.covariance[:n, :n]
    variance = np.diag(spread)[:, None] + np.diag(spread) - 2 * spread
    errors = np.hypot(error, expected * (1 - expected) * np.sqrt(np.maximum(variance, 0.0)))
    gap = np.nan_to_num(np.abs(seen - expected))
    np.fill_diagonal(gap, 0.0)
    apart = np.maximum(gap - LEAST_GAP, 0.0) / np.maximum(np.nan_to_num(errors, nan=np.inf), 1e-12)
    one, other = np.unravel_index(int((apart + EQUAL * gap).argmax()), apart.shape)
    pair = int(one), int(other)
    return Residual(*pair, float(seen[pair]), float(expected[pair]), float(apart[pair]))
