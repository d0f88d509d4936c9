"""Weights for the answers to questions, from choices that were tried side by side.

Within each lesson the choices are compared with their mean: what one brought more is explained by what was answered
more about it. Ridge regression, summed up lesson by lesson, so that lessons need not be kept.

Method: docs/explanation/methods.md#learning.
"""

from dataclasses import dataclass, replace

import numpy as np

from analyser.core.arrays import Bools, Floats, Ints

HUGE = 1e4
"""Answers beyond are codes, not numbers: no weight could mean anything."""
TINY = 1e-6
RIDGES = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
"""How strongly weights may be shrunk, as a part of the spread of the answers."""


@dataclass(frozen=True)
class Tried:
    """Choices that were tried: the lesson of each, counted from 0, in order; its sort, the clock, the answers, and what
    it brought.
    """

    lesson: Ints
    sort: Ints
    clock: Floats
    answers: Floats
    brought: Floats


@dataclass(frozen=True)
class Sums:
    """What regression needs to know of lessons: squares and products of answers, and of answers with what they brought,
    all within lessons; by sort, question without and with the clock.
    """

    products: Floats
    moments: Floats
    highest: Floats
    """The largest answer of each question."""
    n_lessons: int

    def __add__(self, other: "Sums") -> "Sums":
        highest = np.maximum(self.highest, other.highest)
        return Sums(
            self.products + other.products, self.moments + other.moments, highest, self.n_lessons + other.n_lessons
        )

    def faded(self, part: float) -> "Sums":
        """The same lessons, but each counts only in part."""
        return replace(self, products=part * self.products, moments=part * self.moments)


def sums_of(tried: Tried, n_sorts: int) -> Sums:
    """Sum up lessons."""
    starts = np.flatnonzero(np.diff(tried.lesson, prepend=-1))
    sizes = np.diff(starts, append=len(tried.lesson)).astype(float)
    highest = np.abs(tried.answers).max(0, initial=0.0)
    answers = np.where(highest < HUGE, tried.answers, 0.0)
    columns = np.hstack([answers, answers * tried.clock[:, None]])
    brought = tried.brought - np.repeat(np.add.reduceat(tried.brought, starts) / sizes, sizes.astype(int))
    size = columns.shape[1]
    products, moments = np.zeros((n_sorts * size, n_sorts * size)), np.zeros(n_sorts * size)
    means, used = [], []
    for sort in np.unique(tried.sort):
        mine, here = np.where(tried.sort == sort, 1.0, 0.0)[:, None] * columns, slice(sort * size, (sort + 1) * size)
        products[here, here] = mine.T @ mine
        moments[here] = mine.T @ brought
        means.append(np.add.reduceat(mine, starts) / np.sqrt(sizes)[:, None])
        used.append(np.arange(sort * size, (sort + 1) * size))
    if used:
        within, at = np.hstack(means), np.concatenate(used)
        products[np.ix_(at, at)] -= within.T @ within
    return Sums(products, moments, highest, len(starts))


def weights_of(sums: Sums, ridge: float, n_sorts: int, kept: Bools | None = None) -> Floats:
    """The weights that explain best what choices brought, shrunk by `ridge`: sorts x (without the clock, with it) x
    questions. `kept`: the weights that may differ from 0.
    """
    spread = np.sqrt(np.maximum(np.diag(sums.products), 0.0))
    may = np.tile(sums.highest < HUGE, 2 * n_sorts) & (spread > TINY * spread.max(initial=TINY))
    live = np.flatnonzero(may if kept is None else may & kept.ravel())
    found = np.zeros(len(spread))
    if len(live):
        scaled = sums.products[np.ix_(live, live)] / np.outer(spread[live], spread[live])
        shrunk = scaled + ridge * np.eye(len(live))
        found[live] = np.linalg.solve(shrunk, sums.moments[live] / spread[live]) / spread[live]
    return found.reshape(n_sorts, 2, -1)


def best_ridge(halves: tuple[Sums, Sums], n_sorts: int) -> float:
    """The ridge whose weights, learned from each half of the lessons, explain the other half best."""
    missed = [sum(_missed(weights_of(one, ridge, n_sorts), other) for one, other in _both(halves)) for ridge in RIDGES]
    return RIDGES[int(np.argmin(missed))]


def _both(halves: tuple[Sums, Sums]) -> tuple[tuple[Sums, Sums], tuple[Sums, Sums]]:
    return halves, (halves[1], halves[0])


def _missed(weights: Floats, sums: Sums) -> float:
    """What weights leave unexplained in lessons, less a constant."""
    flat = weights.ravel()
    return float(flat @ sums.products @ flat - 2 * flat @ sums.moments)


def importance(sums: Sums, weights: Floats) -> Floats:
    """By how much each weight tells the choices of a lesson apart, on average; of the same shape as the weights."""
    spread = np.sqrt(np.maximum(np.diag(sums.products), 0.0)).reshape(weights.shape)
    return np.abs(weights) * spread
