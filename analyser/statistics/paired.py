"""Two ways to play the same games: what differs, game by game.

Methods: docs/explanation/methods.md#paired-differences, #rare-events.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyser.core.arrays import Floats
from analyser.statistics.estimates import block_sums, sandwich
from analyser.statistics.intervals import CONFIDENCE, RARE, student, sup_t, wilson_ends

DRAWS = 400
"""Samples of the bootstrap."""
EQUAL_DIGITS = 9
"""Means of the same numbers may differ beyond these."""
Ends = tuple[Floats, Floats]
"""Lower and upper ends of some intervals."""


@dataclass(frozen=True)
class Changes:
    """Changes of some outcomes, and what each block of games adds to them: those of the same deals can be joined."""

    value: Floats
    influence: Floats
    """blocks x outcomes; each column sums to 0."""
    n_blocks: int
    unusual: Floats
    """In how many blocks each outcome changed by something else than what is commonest."""
    reach: Floats
    """The most that one game can change each outcome by."""

    @property
    def standard_error(self) -> Floats:
        """Of each change alone."""
        return np.sqrt(np.diag(sandwich(self.influence)))

    def rare_reach(self, critical: float) -> Floats:
        """How far a change may reach that is nearly always the same: if 400 games do not differ, one in 200 may."""
        share = self.unusual / self.n_blocks
        _, high = wilson_ends(share, self.n_blocks, critical)
        return np.where(self.unusual < RARE, self.reach * (high - share), 0.0)


def joint_ends(families: Sequence[Changes], confidence: float = CONFIDENCE) -> list[Ends]:
    """Intervals that hold together for all outcomes of all families. All have the same deals; some only the first."""
    most = max(one.n_blocks for one in families)
    padded = [np.pad(one.influence, ((0, most - one.n_blocks), (0, 0))) for one in families]
    critical = sup_t(sandwich(np.hstack(padded)), confidence)
    return [_ends(one, critical) for one in families]


def _ends(one: Changes, critical: float) -> Ends:
    half = np.maximum(student(critical, one.n_blocks) * one.standard_error, one.rare_reach(critical))
    return one.value - half, one.value + half


@dataclass(frozen=True)
class Paired:
    """Differences of some outcomes, variant minus base, and what the pairing gained."""

    base: Floats
    variant: Floats
    changes: Changes
    correlation: Floats
    reduction: Floats
    """Variance of two independent samples over that of the pairs: below 1 the pairing did harm."""
    changed: Floats
    """Share of games in which the outcome differs."""


def paired(base: ArrayLike, variant: ArrayLike, block: int = 1, reach: ArrayLike | None = None) -> Paired:
    """Compare columns of outcomes (games x outcomes) of the same games, played in two ways. `reach` is the most that
    one game can change an outcome by; NaN, or none: the range of its values.
    """
    one, other = np.asarray(base, float), np.asarray(variant, float)
    gaps = other - one
    means = block_sums(gaps, block) / block
    seen = np.maximum(one.max(0), other.max(0)) - np.minimum(one.min(0), other.min(0))
    furthest = seen if reach is None else np.where(np.isnan(reach), seen, reach)
    influence = (means - means.mean(0)) / len(means)
    found = Changes(gaps.mean(0), influence, len(means), unusual(means), furthest)
    correlation, reduction = _pairing(block_sums(one, block), block_sums(other, block))
    return Paired(one.mean(0), other.mean(0), found, correlation, reduction, (gaps != 0).mean(0))


def unusual(means: Floats) -> Floats:
    """How many blocks of each column have not its commonest value."""
    rounded = np.round(means, EQUAL_DIGITS)
    return np.array([len(one) - np.unique(one, return_counts=True)[1].max() for one in rounded.T], float)


def _pairing(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """Correlation of the pairs, and the variance reduction; where nothing differs it is infinite."""
    var_one, var_other, var_gap = (np.var(values, 0, ddof=1) for values in (one, other, other - one))
    product = np.sqrt(var_one * var_other)
    covariance = ((one - one.mean(0)) * (other - other.mean(0))).sum(0) / max(len(one) - 1, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation = np.where(product > 0, covariance / product, np.nan)
        reduction = np.where(var_gap > 0, (var_one + var_other) / var_gap, np.inf)
    return correlation, reduction


def spread_change(base: ArrayLike, variant: ArrayLike, block: int) -> Changes:
    """Change of the spread between best and worst column. Its error comes from a bootstrap of blocks, seed fixed; what
    a block adds is that of the columns which are best and worst over all.
    """
    one, other = (block_sums(values, block) / block for values in (base, variant))
    n = len(one)
    value = np.ptp(other.mean(0)) - np.ptp(one.mean(0))
    adds = (_of_extremes(other) - _of_extremes(one)) / n
    usual = np.sqrt(sandwich(adds))[0, 0]
    influence = adds * _spread_error(one, other) / usual if usual > 0 else adds
    return Changes(np.array([value]), influence, n, unusual(influence), np.array([2.0]))


def _spread_error(one: Floats, other: Floats) -> float:
    rng = np.random.Generator(np.random.PCG64(DRAWS))
    found = np.empty(DRAWS)
    for k in range(DRAWS):
        rows = rng.integers(len(one), size=len(one))
        found[k] = np.ptp(other[rows].mean(0)) - np.ptp(one[rows].mean(0))
    return float(found.std(ddof=1))


def _of_extremes(means: Floats) -> Floats:
    """By how much each block's best column leads its worst, less the mean of it; best and worst of all blocks."""
    order = means.mean(0).argsort(kind="stable")
    lead = means[:, order[-1:]] - means[:, order[:1]]
    return lead - lead.mean()
