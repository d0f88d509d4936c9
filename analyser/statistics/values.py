"""What a level of something is worth: a card dealt, a turn forced, a rule changed.

Methods: docs/explanation/methods.md#forced-levels, #dealt-values, #exchange-rate, #decided-at-the-deal.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from analyser.core.arrays import Floats
from analyser.statistics.estimates import Estimates, mean_of_games
from analyser.statistics.intervals import CONFIDENCE
from analyser.statistics.shapley import shapley_weights

ABOVE, BELOW, UNCLEAR = "above", "below", "no difference shown"


def shapley_values(worths: ArrayLike, block: int) -> Estimates:
    """The Shapley value of each thing and, last, of all together: games x the worths of all sets, as in `subsets`."""
    n_sets = np.shape(worths)[1]
    whole = np.zeros(n_sets)
    whole[-1], whole[0] = 1.0, -1.0
    weights = shapley_weights(n_sets.bit_length() - 1)
    return mean_of_games(worths, block).contrast(np.vstack([weights, whole]))


def joint_of_shares(found: Estimates, plays: ArrayLike, confidence: float = CONFIDENCE) -> tuple[Floats, Floats]:
    """Joint ends for means of win shares over `plays` each, one win wider: a sum of wins moves in steps, and without
    this a family of equal cards is flagged in up to 6 % of runs instead of 5.
    """
    low, high = found.joint(confidence)
    step = 1.0 / np.maximum(plays, 1)
    return low - step, high + step


def verdicts(low: Floats, high: Floats) -> list[str]:
    """On which side of 0 each interval lies."""
    return [ABOVE if a > 0 else BELOW if b < 0 else UNCLEAR for a, b in zip(low, high, strict=True)]


def slope_weights(amounts: ArrayLike) -> Floats:
    """The weights that make the least-squares slope of numbers measured at these amounts."""
    given = np.asarray(amounts, float)
    centred = given - given.mean()
    return centred / (centred @ centred)


@dataclass(frozen=True)
class Worth:
    """A value in another currency, with its interval; unbounded while the worth of the currency is not shown."""

    amount: float
    low: float
    high: float


def exchanged(value: float, error: float, slope: float, slope_error: float, confidence: float = CONFIDENCE) -> Worth:
    """Value / slope with Fieller's interval: unbounded while the slope could be 0."""
    z2 = NormalDist().inv_cdf(0.5 + confidence / 2) ** 2
    a = slope**2 - z2 * slope_error**2
    if a <= 0:
        return Worth(value / slope if slope else float("nan"), float("-inf"), float("inf"))
    b, c = -2 * value * slope, value**2 - z2 * error**2
    root = np.sqrt(max(b * b - 4 * a * c, 0.0))
    return Worth(value / slope, (-b - root) / (2 * a), (-b + root) / (2 * a))


def decided_at_deal(outcome: ArrayLike, replays: int) -> tuple[float, float, float]:
    """The share of an outcome's variance that the deal settles (ICC), from deals replayed with fresh later luck.

    (MSB - MSW) / (MSB + (R - 1) MSW), with an interval by jackknife over 20 groups of deals.
    """
    table = np.asarray(outcome, float)
    table = table[: len(table) // replays * replays].reshape(-1, replays)
    groups = np.array_split(np.arange(len(table)), min(20, len(table)))
    whole = _icc(table)
    parts = np.array([_icc(np.delete(table, group, 0)) for group in groups])
    error = np.sqrt((len(parts) - 1) / len(parts) * ((parts - parts.mean()) ** 2).sum())
    half = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * error
    return whole, whole - half, whole + half


def _icc(table: Floats) -> float:
    n, replays = table.shape
    means = table.mean(1)
    between = replays * means.var(ddof=1)
    within = ((table - means[:, None]) ** 2).sum() / (n * (replays - 1))
    total = between + (replays - 1) * within
    return float((between - within) / total) if total > 0 else 0.0
