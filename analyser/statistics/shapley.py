"""What each of several parts adds, when together they do more or less than alone.

Method: docs/explanation/methods.md#shapley-values.
"""

from itertools import combinations
from math import comb

import numpy as np

from analyser.core.arrays import Floats


def subsets(n: int) -> list[frozenset[int]]:
    """All sets of n things, the empty one first."""
    return [frozenset(one) for size in range(n + 1) for one in combinations(range(n), size)]


def left_out(n: int, there: frozenset[int]) -> int:
    """The things of n that are missing, as bits of a number."""
    return sum(1 << thing for thing in range(n) if thing not in there)


def shapley_weights(n: int) -> Floats:
    """The matrix that turns the worths of all subsets into Shapley values: things x subsets, in `subsets` order."""
    places = {one: k for k, one in enumerate(subsets(n))}
    weights = np.zeros((n, len(places)))
    for without, place in places.items():
        for thing in set(range(n)) - without:
            weight = 1 / (n * comb(n - 1, len(without)))
            weights[thing, places[without | {thing}]] += weight
            weights[thing, place] -= weight
    return weights
