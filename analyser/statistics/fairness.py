"""Are the seats equal? Joint intervals show differences, equivalence tests show equality.

Methods: docs/explanation/methods.md#equivalence-test, #seat-designs.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from analyser.core.arrays import Bools, Floats
from analyser.kernel.columns import WHOLE_WIN
from analyser.statistics.estimates import Estimates, mean_of_games
from analyser.statistics.intervals import CONFIDENCE

FAIR, UNFAIR, UNDECIDED = "fair", "unfair", "undecided"
EQUIVALENCE = 0.90
"""Two one-sided tests at 5 % are one 90 % interval; all seats must pass, so no correction is needed."""

Reach = tuple[Floats | float, Floats | float]


@dataclass(frozen=True)
class Judgement:
    """How far each seat is from an equal share, and what that says at the designer's tolerance."""

    advantage: Estimates
    low: Floats
    high: Floats
    equivalence_low: Floats
    equivalence_high: Floats
    critical: float
    tolerance: float
    seats: tuple[str, ...]
    verdict: str

    @property
    def spread(self) -> float:
        """Best seat minus worst seat."""
        return float(np.ptp(self.advantage.value))


def seat_advantage(wins: ArrayLike, block: int) -> Estimates:
    """Each seat's win share minus an equal share of what was won in the game; without a winner that is 0."""
    parts = np.rint(np.asarray(wins, float) * WHOLE_WIN)
    n_seats = parts.shape[1]
    exact = mean_of_games(n_seats * parts - parts.sum(1, keepdims=True), block)
    return exact.contrast(np.eye(n_seats) / (n_seats * WHOLE_WIN))


def is_within(value: Floats, error: Floats, tolerance: float, spent: float = 1.0) -> Bools:
    """Whether two one-sided tests at 5 %, or at the part of it that a look spends, show that a value lies inside the
    tolerance.
    """
    half = NormalDist().inv_cdf(1 - (1 - EQUIVALENCE) * spent / 2) * error
    return (value - half > -tolerance) & (value + half < tolerance)


def judge(advantage: Estimates, tolerance: float, reach: Reach = (0.0, 0.0), spent: float = 1.0) -> Judgement:
    """Fair if every seat's 90 % interval lies inside the tolerance; unfair if a joint 95 % interval lies outside it.

    Intervals have at least the `reach`, down and up; a look that spends only a part of the error rate has wider ones.
    """
    critical = advantage.critical(1 - (1 - CONFIDENCE) * spent)
    least, most = advantage.value - reach[0], advantage.value + reach[1]
    half = critical * advantage.standard_error
    low, high = np.minimum(advantage.value - half, least), np.maximum(advantage.value + half, most)
    inner_low, inner_high = advantage.separate(1 - (1 - EQUIVALENCE) * spent)
    inner_low, inner_high = np.minimum(inner_low, least), np.maximum(inner_high, most)
    inside = is_within(advantage.value, advantage.standard_error, tolerance, spent)
    inside &= (least > -tolerance) & (most < tolerance)
    outside = (low > tolerance) | (high < -tolerance)
    seats = tuple(UNFAIR if out else FAIR if good else UNDECIDED for out, good in zip(outside, inside, strict=True))
    verdict = UNFAIR if outside.any() else FAIR if inside.all() else UNDECIDED
    return Judgement(advantage, low, high, inner_low, inner_high, critical, tolerance, seats, verdict)


def variance_reduction(wins: ArrayLike, block: int) -> float:
    """How many independent games one game of this design is worth, averaged over the seats (VRF)."""
    alone, together = (float((seat_advantage(wins, size).standard_error ** 2).sum()) for size in (1, block))
    return alone / together if together > 0 else float("inf")


def fair_spread(advantage: Estimates) -> float:
    """The spread between best and worst seat that chance alone gives, on average, when all seats are equal."""
    n = len(advantage.value)
    draws = np.random.Generator(np.random.PCG64(n)).standard_normal((20_000, n))
    centred = draws - draws.mean(1, keepdims=True)
    scale = np.sqrt(n / (n - 1)) if n > 1 else 1.0
    return float(np.ptp(centred, axis=1).mean() * scale * advantage.standard_error.mean())
