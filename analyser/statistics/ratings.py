"""Ratings from finishing orders: the Plackett-Luce law, with a term for the seat (method M11).

The chance that i comes first among those still to be placed is exp(t_i + g_seat) over the sum of theirs. Equals inside
an order count as all their orders in equal parts; equals at the very end are not ordered at all (a game that names
only its winner says nothing of the rest). Errors come from blocks of games.
"""

from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from analyser.statistics.estimates import cell_means

ELO = 400 / np.log(10)
STEPS = 50
ENOUGH = 1e-8
RIDGE = 1e-9
"""Keeps a strategy that never or always wins at a finite rating."""


@dataclass(frozen=True)
class Ratings:
    """Ratings of strategies (the reference is 0) and of seats (their mean is 0), with covariance."""

    strategies: Any
    seats: Any
    covariance: Any
    reference: int

    @property
    def standard_error(self) -> Any:
        """Of each strategy's rating."""
        n = len(self.strategies)
        return np.sqrt(np.maximum(np.diag(self.covariance)[:n], 0.0))

    def chance(self, one: int, other: int) -> float:
        """How often one is expected to finish before the other, in equal seats."""
        return float(1 / (1 + np.exp(self.strategies[other] - self.strategies[one])))


def finishing_orders(ranks: Any) -> tuple[Any, Any, Any, Any]:
    """Orders of seats from first to last: their game, seats, weight, and how many places are really ordered."""
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
        return np.zeros(0, int), np.zeros((0, width), int), np.zeros(0), np.zeros(0, int)
    return tuple(np.concatenate(part) for part in (games, seats, weights, depths))  # type: ignore[return-value]


def _orders(ranks: Any) -> tuple[list[tuple[int, ...]], int]:
    """All orders that fit the ranks, and how many places they settle: the last group of equals is not one of them."""
    groups = [tuple(np.flatnonzero(ranks == rank).tolist()) for rank in sorted(set(ranks.tolist()))]
    last = groups.pop()
    orders: list[tuple[int, ...]] = [()]
    for group in groups:
        orders = [order + mixed for order in orders for mixed in permutations(group)]
    depth = sum(len(group) for group in groups)
    return [order + last for order in orders], depth


def rate(lineups: Any, ranks: Any, n_strategies: int, block: int, reference: int = 0) -> Ratings:
    """Fit ratings by Newton's method: `lineups` and `ranks` have a row a game and a column a seat."""
    lineups, ranks = np.asarray(lineups, np.int64), np.asarray(ranks)
    n_seats = lineups.shape[1]
    games, seats, weights, depths = finishing_orders(ranks)
    players = lineups[games[:, None], seats]
    theta = np.zeros(n_strategies + n_seats)
    for _ in range(STEPS):
        score, curve = _slopes(theta, players, seats, weights, depths, n_strategies)
        step = np.linalg.solve(curve + _anchors(n_strategies, n_seats, reference), score.sum(0) - RIDGE * theta)
        theta += step
        if np.abs(step).max() < ENOUGH:
            break
    score, curve = _slopes(theta, players, seats, weights, depths, n_strategies)
    inverse = np.linalg.inv(curve + _anchors(n_strategies, n_seats, reference))
    by_block = np.zeros((len(lineups) // block + 1, len(theta)))
    np.add.at(by_block, games // block, score)
    covariance = inverse @ (by_block.T @ by_block) @ inverse
    covariance[reference], covariance[:, reference] = 0.0, 0.0
    ratings = theta[:n_strategies] - theta[reference]
    return Ratings(ratings, theta[n_strategies:], covariance, reference)


def _anchors(n_strategies: int, n_seats: int, reference: int) -> Any:
    """Ratings are differences: the reference stays at 0, and so does the sum of the seats."""
    anchors = RIDGE * np.eye(n_strategies + n_seats)
    anchors[reference, reference] += 1e9
    anchors[n_strategies:, n_strategies:] += 1.0
    return anchors


def _slopes(theta: Any, players: Any, seats: Any, weights: Any, depths: Any, n_strategies: int) -> tuple[Any, Any]:
    """First derivatives of the log likelihood by order, and the (negative) second ones of their sum."""
    n_orders, n_seats = players.shape
    score = np.zeros((n_orders, len(theta)))
    curve = np.zeros((len(theta), len(theta)))
    strength = np.exp(theta[players] + theta[n_strategies + seats])
    rows = np.arange(n_orders)
    for place in range(n_seats - 1):
        counts = weights * (depths > place)
        share = strength[:, place:] / strength[:, place:].sum(1, keepdims=True)
        mean = np.zeros_like(score)
        for k in range(place, n_seats):
            for column in (players[:, k], n_strategies + seats[:, k]):
                mean[rows, column] += share[:, k - place]
        for k in range(place, n_seats):
            _add_curve(curve, players[:, k], n_strategies + seats[:, k], counts * share[:, k - place])
        curve -= (mean * counts[:, None]).T @ mean
        for column in (players[:, place], n_strategies + seats[:, place]):
            score[rows, column] += counts
        score -= counts[:, None] * mean
    return score, curve


def _add_curve(curve: Any, player: Any, seat: Any, weight: Any) -> None:
    """The second moments of the two terms that one candidate has."""
    n = len(curve)
    for one, other in ((player, player), (player, seat), (seat, player), (seat, seat)):
        curve += np.bincount(one * n + other, weight, n * n).reshape(n, n)


def before_by_pair(lineups: Any, ranks: Any, n_strategies: int, block: int) -> tuple[Any, Any]:
    """How often strategy i finishes before j, where one of the two does, and the error of it; i x j, NaN: never met."""
    n_seats = lineups.shape[1]
    cells, before = [], []
    for one, other in permutations(range(n_seats), 2):
        pair = lineups[:, one] * n_strategies + lineups[:, other]
        cells.append(np.where(ranks[:, one] != ranks[:, other], pair, n_strategies**2))
        before.append(ranks[:, one] < ranks[:, other])
    n_cells, blocks = n_strategies**2 + 1, np.arange(len(lineups)) // block
    mean, error, _ = cell_means(np.stack(cells, 1), np.stack(before, 1).astype(float), n_cells, blocks)
    return tuple(values[:-1].reshape(n_strategies, n_strategies) for values in (mean, error))


def worst_residual(ratings: Ratings, lineups: Any, ranks: Any, block: int) -> tuple[int, int, float, float, float]:
    """The pair that the ratings describe worst, in standard errors: its strategies, how often the first really finishes
    before the second, how often the ratings expect it, and how many standard errors that is apart.
    """
    n = len(ratings.strategies)
    seen, error = before_by_pair(np.asarray(lineups), np.asarray(ranks), n, block)
    expected = np.array([[ratings.chance(one, other) for other in range(n)] for one in range(n)])
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = np.nan_to_num(np.abs(seen - expected) / error, posinf=np.inf)
    np.fill_diagonal(apart, 0.0)
    one, other = np.unravel_index(int(apart.argmax()), apart.shape)
    return int(one), int(other), float(seen[one, other]), float(expected[one, other]), float(apart[one, other])
