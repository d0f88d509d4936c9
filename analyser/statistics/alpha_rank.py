"""Which strategies a population ends up with when it copies what wins: alpha-rank of one population.

All m players of a population play one strategy; one player tries another. The newcomer takes over with a chance that
grows with its extra wins, times alpha, at every number of copies from 1 to m - 1. The ranking is the share of time
that the population spends at each strategy in the long run. Opponents are drawn from the population.

Method: docs/explanation/methods.md#alpha-rank.
"""

from functools import cache
from math import comb

import numpy as np

from analyser.core.arrays import Floats
from analyser.statistics.metagame import Payoffs

POPULATION = 50
ALPHAS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
STEEPEST = 600.0
"""exp() of a larger number would overflow."""


def alpha_rank(payoffs: Payoffs, alpha: float, population: int = POPULATION) -> Floats:
    """The share of time that a population spends at each strategy."""
    n = payoffs.n_strategies
    moves = np.zeros((n, n))
    for field in range(n):
        for newcomer in range(n):
            if newcomer != field:
                moves[field, newcomer] = take_over(payoffs, newcomer, field, alpha, population)
    return _long_run(moves)


def take_over(payoffs: Payoffs, newcomer: int, field: int, alpha: float, population: int = POPULATION) -> float:
    """The chance that one newcomer's strategy spreads through the whole field: 1 / population if both are alike, or if
    one of them never met such a set.
    """
    rivals = int(payoffs.opponents[0].sum())
    columns = [payoffs.column(*[newcomer] * k, *[field] * (rivals - k)) for k in range(rivals + 1)]
    met = [payoffs.value[one, columns] for one in (newcomer, field)]
    if any(np.isnan(values).all() for values in met):
        return 1 / population
    theirs, ours = map(_completed, met)
    chances = _opponents(population, rivals)
    gains = chances[:-1] @ theirs - chances[1:] @ ours
    falls = np.cumsum(-alpha * gains)
    return float(1 / (1 + np.exp(np.minimum(falls, STEEPEST)).sum()))


def _completed(values: Floats) -> Floats:
    """Interpolate sets of opponents that were never met."""
    met = np.flatnonzero(~np.isnan(values))
    return np.interp(np.arange(len(values)), met, values[met])


@cache
def _opponents(population: int, rivals: int) -> Floats:
    """The chance of k newcomers among the opponents when 0, 1, 2, ... of all others are newcomers."""
    others = population - 1
    ways = comb(others, rivals)
    return np.array(
        [[comb(k, m) * comb(others - k, rivals - m) / ways for m in range(rivals + 1)] for k in range(population)]
    )


def _long_run(moves: Floats) -> Floats:
    """The stationary distribution of the moves, by elimination without subtractions (Grassmann, Taksar, Heyman):
    chances of 1e-200 keep their digits.
    """
    left, n = moves.copy(), len(moves)
    for last in range(n - 1, 0, -1):
        left[:last, last] /= left[last, :last].sum()
        left[:last, :last] += np.outer(left[:last, last], left[last, :last])
    found = np.ones(n)
    for one in range(1, n):
        found[one] = found[:one] @ left[:one, one]
    return found / found.sum()
