"""The verdict on a metric: whether it has moved by more than its tolerance.

A minimum-effect test: what must be shown is a drift larger than the tolerance, not merely one that is not zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from statistics import NormalDist

import numpy as np

from analyser.drift.outcomes import LENGTH
from analyser.statistics import drift

ALPHA = 0.01
"""How often, at most, a set of metrics none of which moved by more than its tolerance is called a drift."""
NORMAL = NormalDist()


class Verdict(StrEnum):
    """From best to worst."""

    PASS = "PASS"
    WARN = "WARN"
    INCONCLUSIVE = "INCONCLUSIVE"
    FAIL = "FAIL"


@dataclass(frozen=True)
class Tolerance:
    """How much may move unnoticed: shares and rates in points of 0..1, the length as a share of itself."""

    share: float = 0.005
    length: float = 0.02
    detect: float = 0.02
    """A check that could overlook a drift of this many points is inconclusive."""

    def of(self, metric: str, before: float) -> float:
        """The tolerance of one metric."""
        return self.length * before if metric == LENGTH else self.share

    def to_detect(self, metric: str, before: float) -> float:
        """The drift of one metric that must not be overlooked."""
        return self.of(metric, before) * self.detect / self.share


@dataclass(frozen=True)
class Change:
    """A metric before and after, and the standard error of the difference."""

    metric: str
    before: float
    after: float
    error: float

    @property
    def delta(self) -> float:
        """By how much it moved."""
        return self.after - self.before


@dataclass(frozen=True)
class Judged:
    """A change with its verdict."""

    change: Change
    tolerance: float
    p: float
    """Adjusted for all metrics; small: it moved by more than its tolerance."""
    detectable: float
    """The drift that is found nine times in ten."""
    verdict: Verdict

    @property
    def half_width(self) -> float:
        """Of the 99 % interval of the difference."""
        return NORMAL.inv_cdf(1 - ALPHA / 2) * self.change.error


def judge(changes: Sequence[Change], tolerance: Tolerance, alpha: float = ALPHA) -> list[Judged]:
    """All metrics of a check together: at most `alpha` false alarms among them."""
    if not changes:
        return []
    delta, error = (np.array([getattr(one, name) for one in changes]) for name in ("delta", "error"))
    limits = np.array([tolerance.of(one.metric, one.before) for one in changes])
    drifts = drift.drift_p(delta, error, limits)
    differs = drift.holm(2 * drift.minimum_effect_p(delta, error, 0.0))
    detectable = drift.detectable(error, limits, len(changes), alpha)
    judged = []
    for k, change in enumerate(changes):
        blind = detectable[k] > tolerance.to_detect(change.metric, change.before)
        verdict = _verdict(drifts[k] < alpha, blind, differs[k] < alpha)
        judged.append(Judged(change, float(limits[k]), float(drifts[k]), float(detectable[k]), verdict))
    return judged


def _verdict(drifts: bool, blind: bool, differs: bool) -> Verdict:
    if drifts:
        return Verdict.FAIL
    if blind:
        return Verdict.INCONCLUSIVE
    return Verdict.WARN if differs else Verdict.PASS


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict on a whole check."""
    return max(verdicts, key=list(Verdict).index, default=Verdict.PASS)


def unpaired(metric: str, before: tuple[float, float], after: tuple[float, float]) -> Change:
    """A change between two estimates with their errors, from games that share no luck."""
    return Change(metric, before[0], after[0], sqrt(before[1] ** 2 + after[1] ** 2))
