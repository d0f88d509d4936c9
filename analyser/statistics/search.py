"""Search for the best of many candidates when every measurement is noisy: successive halving.

Method: docs/explanation/methods.md#best-response.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

T = TypeVar("T")
Measure = Callable[[Sequence[T], int, int], Sequence[float]]
"""Measures candidates: games for each, number of the generation (which all share the same luck)."""
FINALISTS = 3


@dataclass(frozen=True)
class Trial(Generic[T]):
    """How good a candidate looked in a generation."""

    generation: int
    candidate: T
    games: int
    looks: float


def best_of(
    start: Sequence[T], measure: Measure[T], variations: Callable[[T], Sequence[T]], games: int
) -> tuple[T, list[Trial[T]]]:
    """Halve the candidates while doubling the games; then vary the best of the last few, and halve again.

    The winner looks better than it is, because it was chosen for that. Measure it again on new luck.
    """
    trials: list[Trial[T]] = []
    few = _halved(start, measure, games, FINALISTS, trials)
    second = list(dict.fromkeys([*few, *variations(few[0])]))
    return _halved(second, measure, games, 1, trials)[0], trials


def _halved(candidates: Sequence[T], measure: Measure[T], games: int, left: int, trials: list[Trial[T]]) -> list[T]:
    """The best candidates in order, after as many generations as needed."""
    pool = list(candidates)
    while True:
        generation = trials[-1].generation + 1 if trials else 0
        looks = np.asarray(measure(pool, games, generation), float)
        trials += [Trial(generation, one, games, float(look)) for one, look in zip(pool, looks, strict=True)]
        order = np.argsort(-looks, kind="stable")
        if len(pool) <= left:
            return [pool[k] for k in order]
        pool = [pool[k] for k in order[: max(left, (len(pool) + 1) // 2)]]
        games *= 2
