"""Two ways to play the same games: what differs, game by game (method M6)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyser.statistics.estimates import Estimates, block_sums, mean_of_games


@dataclass(frozen=True)
class Paired:
    """Differences of some outcomes, variant less base, with what the pairing gained."""

    base: Any
    variant: Any
    difference: Estimates
    low: Any
    high: Any
    correlation: Any
    reduction: Any
    """Variance of two independent samples over that of the pairs: below 1 the pairing did harm."""
    changed: Any
    """Share of games in which the outcome differs."""


def paired(base: Any, variant: Any, block: int = 1) -> Paired:
    """Compare columns of outcomes (games x outcomes) of the same games, played in two ways."""
    base, variant = np.asarray(base, float), np.asarray(variant, float)
    gaps = variant - base
    difference = mean_of_games(gaps, block)
    low, high = difference.joint()
    one, other = (block_sums(values, block) for values in (base, variant))
    correlation, reduction = _pairing(one, other)
    changed = (gaps != 0).mean(0)
    return Paired(base.mean(0), variant.mean(0), difference, low, high, correlation, reduction, changed)


def _pairing(one: Any, other: Any) -> tuple[Any, Any]:
    """Correlation of the pairs, and the variance reduction; where nothing differs it is infinite."""
    var_one, var_other, var_gap = (np.var(values, 0, ddof=1) for values in (one, other, other - one))
    product = np.sqrt(var_one * var_other)
    covariance = ((one - one.mean(0)) * (other - other.mean(0))).sum(0) / max(len(one) - 1, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation = np.where(product > 0, covariance / product, np.nan)
        reduction = np.where(var_gap > 0, (var_one + var_other) / var_gap, np.inf)
    return correlation, reduction


def spread_difference(base: Any, variant: Any, block: int, draws: int = 400) -> Estimates:
    """Change of the spread between best and worst column; its error by a bootstrap of blocks, seed fixed."""
    one, other = (block_sums(values, block) / block for values in (base, variant))
    value = np.ptp(other.mean(0)) - np.ptp(one.mean(0))
    rng = np.random.Generator(np.random.PCG64(draws))
    found = np.empty(draws)
    for k in range(draws):
        rows = rng.integers(len(one), size=len(one))
        found[k] = np.ptp(other[rows].mean(0)) - np.ptp(one[rows].mean(0))
    return Estimates(np.array([value]), np.array([[found.var(ddof=1)]]), len(one))


def control_variate(outcome: Any, luck: Any, expected: float, block: int = 1) -> tuple[Estimates, float]:
    """Mean of an outcome, less what pure luck of known mean explains of it, and the variance reduction (method M7)."""
    outcome, luck = np.asarray(outcome, float), np.asarray(luck, float)
    slope = np.cov(outcome, luck)[0, 1] / luck.var(ddof=1)
    adjusted = outcome - slope * (luck - expected)
    plain, better = (mean_of_games(values[:, None], block) for values in (outcome, adjusted))
    return better, float(plain.covariance[0, 0] / better.covariance[0, 0])
