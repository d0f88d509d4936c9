"""Intervals that hold for all cells together.

Methods: docs/explanation/methods.md#joint-intervals, #few-games, #rare-events, #precision-stop.
"""

import math
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

import numpy as np

from analyser.core.arrays import Floats, Ints
from analyser.kernel.columns import WHOLE_WIN
from analyser.statistics.tally import Shares

CONFIDENCE = 0.95
DRAWS = 20_000
ENOUGH_DRAWS = 100
"""With fewer draws beyond the quantile it is too rough: Bonferroni's is used, which far out is nearly the same."""
FEW_BLOCKS = 50
MANY_BLOCKS = 400
"""From here on Student's quantiles are the normal ones within 1 %."""
FREE_ENOUGH = 20
"""Degrees of freedom from which Fisher's expansion is right to 4 parts in 100,000, up to four standard errors."""
ROUNDING = 1e-12
"""An eigenvalue below this counts as zero."""
RARE = 10
"""With fewer wins, or losses, of a cell the normal approximation is too rough: Wilson's interval is used."""


@dataclass(frozen=True)
class Intervals:
    """Shares of the win with joint 95 % intervals."""

    share: Floats
    standard_error: Floats
    low: Floats
    high: Floats
    critical: float
    method: str

    @property
    def margin(self) -> Floats:
        """Half widths."""
        return (self.high - self.low) / 2


def share_intervals(shares: Shares, n_blocks: int) -> Intervals:
    """sup-t intervals from blocks; where data are few, Wilson's, widened for the number of cells."""
    estimate = shares.wins / (WHOLE_WIN * np.maximum(shares.plays, 1))
    covariance = _covariance(shares, n_blocks)
    error = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    least = np.minimum(estimate, 1 - estimate) * shares.plays
    if n_blocks < FEW_BLOCKS or np.any(least < RARE):
        return _wilson(estimate, shares.plays, error)
    critical = sup_t(covariance)
    return Intervals(estimate, error, estimate - critical * error, estimate + critical * error, critical, "sup-t")


def _covariance(shares: Shares, n_blocks: int) -> Floats:
    """Of the ratio wins / plays of each cell, from the residuals of its blocks."""
    rate = (shares.wins / np.maximum(shares.plays, 1))[:, None]
    wins_wins, wins_plays, plays_plays = shares.products
    residual = wins_wins - wins_plays * rate.T - wins_plays.T * rate + plays_plays * rate * rate.T
    total = np.maximum(shares.plays, 1)[:, None] * np.maximum(shares.plays, 1)
    return residual / total / WHOLE_WIN**2 * n_blocks / max(n_blocks - 1, 1)


def sup_t(covariance: Floats, confidence: float = CONFIDENCE) -> float:
    """The quantile of the largest |Z| among normal Z with these correlations: the narrowest joint band."""
    error = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    moving = error > 0
    if moving.sum() <= 1:
        return float(NormalDist().inv_cdf(0.5 + confidence / 2))
    if (1 - confidence) * DRAWS < ENOUGH_DRAWS:
        return float(NormalDist().inv_cdf(1 - (1 - confidence) / 2 / moving.sum()))
    correlation = covariance[np.ix_(moving, moving)] / np.outer(error[moving], error[moving])
    return float(np.quantile(np.abs(_root(correlation) @ _normal_draws(len(correlation))).max(0), confidence))


def student(critical: float, n_blocks: int) -> float:
    """A normal quantile made wider for an error that comes from few blocks: Student's quantile of the same level."""
    if n_blocks >= MANY_BLOCKS or not math.isfinite(critical):
        return critical
    free = max(n_blocks - 1, 1)
    if free >= FREE_ENOUGH:
        return _student_expanded(critical, free)
    from scipy.special import stdtrit

    return float(stdtrit(free, NormalDist().cdf(critical)))


def _student_expanded(z: float, free: int) -> float:
    """Student's quantile from the normal one, by Fisher's expansion (Abramowitz and Stegun 26.7.5). Importing SciPy
    takes as long as playing 1,000 games: 0.15 s.
    """
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / free + second / free**2 + third / free**3 + fourth / free**4


def _root(correlation: Floats) -> Floats:
    """The symmetric square root: unlike others it is the same on every machine, even with equal eigenvalues."""
    values, vectors = np.linalg.eigh(correlation)
    values[values < ROUNDING] = 0.0
    return vectors * np.sqrt(values) @ vectors.T


@cache
def _normal_draws(n: int) -> Floats:
    """n x draws: in rows the largest of each draw is found twice as fast as in columns."""
    return np.random.Generator(np.random.PCG64(20_000)).standard_normal((DRAWS, n)).T.copy()


def _wilson(estimate: Floats, plays: Ints, error: Floats) -> Intervals:
    low, high, z = wilson(estimate, plays)
    return Intervals(estimate, error, low, high, z, "Wilson")


def wilson(estimate: Floats, plays: Floats | Ints | int) -> tuple[Floats, Floats, float]:
    """Wilson's interval of each share, widened for the number of cells; and how many standard errors that is."""
    z = float(NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / len(estimate)))
    return *wilson_ends(estimate, plays, z), z


def wilson_ends(estimate: Floats, plays: Floats | Ints | int, z: float) -> tuple[Floats, Floats]:
    """Wilson's interval of each share, z standard errors wide."""
    n = np.maximum(plays, 1)
    centre = (estimate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(estimate * (1 - estimate) / n + z * z / (4 * n * n))
    return np.maximum(centre - half, 0), np.minimum(centre + half, 1)


def cell_ends(share: Floats, error: Floats, n_blocks: int, plays: Floats) -> tuple[Floats, Floats]:
    """Ends of the shares of cells whose correlations are not known: widened for their number (Bonferroni), and for few
    wins. `plays` are those that are as good as independent.
    """
    z = student(NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(len(share), 1)), n_blocks)
    down, up = rare_reach(share, plays)
    return np.maximum(share - np.maximum(z * error, down), 0), np.minimum(share + np.maximum(z * error, up), 1)


def rare_reach(share: Floats, plays: Floats | Ints | int) -> tuple[Floats, Floats]:
    """How far down and up Wilson's interval reaches for shares with few wins or few losses; 0 for all others.

    A level that never wins in 400 games has no spread between games, and yet may win one in 200.
    """
    share = np.asarray(share, float)
    low, high, _ = wilson(share, plays)
    is_rare = np.minimum(share, 1 - share) * plays < RARE
    return np.where(is_rare, share - low, 0.0), np.where(is_rare, high - share, 0.0)


LEAST_BLOCKS = 2_000


def is_precise(shares: Shares, n_blocks: int, half_width: float) -> bool:
    """Whether every cell's half width, plus a little for having looked, is below the target."""
    if n_blocks < LEAST_BLOCKS:
        return False
    return bool(np.all(share_intervals(shares, n_blocks).margin + 1 / n_blocks < half_width))
