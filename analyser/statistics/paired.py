"""Two ways to play the same games: what differs, game by game.

Method: docs/explanation/methods.md#paired-differences.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyser.core.arrays import Floats
from analyser.statistics.estimates import Estimates, block_sums, mean_of_games

DRAWS = 400
"""Samples of the bootstrap."""


@dataclass(frozen=True)
class Paired:
    """Differences of some outcomes, variant minus base, and what the pairing gained."""

    base: Floats
    variant: Floats
    difference: Estimates
    low: Floats
    high: Floats
    correlation: Floats
    reduction: Floats
    """Variance of two independent samples over that of the pairs: below 1 the pairing did harm."""
    changed: Floats
    """Share of games in which the outcome differs."""


def paired(base: ArrayLike, variant: ArrayLike, block: int = 1) -> Paired:
    """Compare columns of outcomes (games x outcomes) of the same games, played in two ways."""
    one, other = np.asarray(base, float), np.asarray(variant, float)
    gaps = other - one
    difference = mean_of_games(gaps, block)
    low, high = difference.joint()
    correlation, reduction = _pairing(block_sums(one, block), block_sums(other, block))
    changed = (gaps != 0).mean(0)
    return Paired(one.mean(0), other.mean(0), difference, low, high, correlation, reduction, changed)


def _pairing(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """Correlation of the pairs, and the variance reduction; where nothing differs it is infinite."""
    var_one, var_other, var_gap = (np.var(values, 0, ddof=1) for values in (one, other, other - one))
    product = np.sqrt(var_one * var_other)
    covariance = ((one - one.mean(0)) * (other - other.mean(0))).sum(0) / max(len(one) - 1, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation = np.where(product > 0, covariance / product, np.nan)
        reduction = np.where(var_gap > 0, (var_one + var_other) / var_gap, np.inf)
    return correlation, reduction


def spread_difference(base: ArrayLike, variant: ArrayLike, block: int) -> Estimates:
    """Change of the spread between best and worst column; its error by a bootstrap of blocks, seed fixed."""
    one, other = (block_sums(values, block) / block for values in (base, variant))
    value = np.ptp(other.mean(0)) - np.ptp(one.mean(0))
    rng = np.random.Generator(np.random.PCG64(DRAWS))
    found = np.empty(DRAWS)
    for k in range(DRAWS):
        rows = rng.integers(len(one), size=len(one))
        found[k] = np.ptp(other[rows].mean(0)) - np.ptp(one[rows].mean(0))
    return Estimates(np.array([value]), np.array([[found.var(ddof=1)]]), len(one))
