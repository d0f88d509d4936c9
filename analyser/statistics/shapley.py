"""What each of several things adds, when together they do more or less than one by one (method M9)."""

from collections.abc import Callable, Iterable
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

Worth = Callable[[frozenset[int]], Any]


def subsets(n: int) -> list[frozenset[int]]:
    """All sets of n things, the empty one first."""
    return [frozenset(one) for size in range(n + 1) for one in combinations(range(n), size)]


def left_out(n: int, there: frozenset[int]) -> int:
    """The things of n that are not there, as bits of a number."""
    return sum(1 << thing for thing in range(n) if thing not in there)


def shapley_weights(n: int) -> Any:
    """The matrix that makes Shapley values of the worths of all subsets: things x subsets, in `subsets` order."""
    places = {one: k for k, one in enumerate(subsets(n))}
    weights = np.zeros((n, len(places)))
    for without, place in places.items():
        for thing in set(range(n)) - without:
            weight = 1 / (n * comb(n - 1, len(without)))
            weights[thing, places[without | {thing}]] += weight
            weights[thing, place] -= weight
    return weights


def shapley(n: int, worth: Worth) -> Any:
    """Each thing's mean gain over all orders in which things are added."""
    return shapley_weights(n) @ np.array([worth(one) for one in subsets(n)])


def synergy(worth: Worth, one: int, other: int) -> Any:
    """What a pair is worth beyond the sum of the two alone."""
    alone = worth(frozenset([one])) + worth(frozenset([other]))
    return worth(frozenset([one, other])) - alone + worth(frozenset())


def sampled_shapley(n: int, worth: Worth, orders: int, seed: int) -> tuple[Any, Any]:
    """The same from a sample of orders, for more things than subsets can be tried; values and standard errors."""
    rng = np.random.Generator(np.random.PCG64(seed))
    gains = np.zeros((orders, n))
    for k in range(orders):
        for thing, gain in _gains_in_order(worth, rng.permutation(n).tolist()):
            gains[k, thing] = gain
    return gains.mean(0), gains.std(0, ddof=1) / np.sqrt(orders)


def _gains_in_order(worth: Worth, order: Iterable[int]) -> Iterable[tuple[int, float]]:
    there: frozenset[int] = frozenset()
    before = worth(there)
    for thing in order:
        there = there | {thing}
        now = worth(there)
        yield thing, now - before
        before = now
