"""The verdict on a metric: whether it has moved by more than its tolerance.

A minimum-effect test: it must show a drift larger than the tolerance, not merely one that is not zero.

Method: docs/explanation/methods.md#drift-test.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

import numpy as np

from analyser.drift.outcomes import LENGTH
from analyser.statistics.minimum_effect import LEVEL, detectable, drift_p, holm, minimum_effect_p

NORMAL = NormalDist()


class DriftVerdict(StrEnum):
    """From best to worst."""

    PASS = "PASS"
    WARN = "WARN"
    INCONCLUSIVE = "INCONCLUSIVE"
    FAIL = "FAIL"


@dataclass(frozen=True)
class Tolerance:
    """How much may move without being a drift: shares and rates as parts of 1, the length as a share of itself."""

    share: float = 0.005
    length: float = 0.02
    detect: float = 0.02
    """A check that could miss a drift of this size is inconclusive."""

    def of(self, metric: str, before: float) -> float:
        """The tolerance of one metric."""
        return self.length * before if metric == LENGTH else self.share

    def to_detect(self, metric: str, before: float) -> float:
        """The drift of one metric that a check must not miss."""
        return self.of(metric, before) * self.detect / self.share


@dataclass(frozen=True)
class MetricChange:
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
class JudgedChange:
    """A change with its verdict."""

    change: MetricChange
    tolerance: float
    p: float
    """Adjusted for all metrics; small: it moved by more than its tolerance."""
    detectable: float
    """The drift that is found nine times in ten."""
    verdict: DriftVerdict

    @property
    def half_width(self) -> float:
        """Of the 99 % interval of the difference."""
        return NORMAL.inv_cdf(1 - LEVEL / 2) * self.change.error


def judge_changes(changes: Sequence[MetricChange], tolerance: Tolerance, level: float = LEVEL) -> list[JudgedChange]:
    """All metrics of a check together: at most `level` false alarms among them."""
    if not changes:
        return []
    delta, error = (np.array([getattr(one, name) for one in changes]) for name in ("delta", "error"))
    limits = np.array([tolerance.of(one.metric, one.before) for one in changes])
    drifts = drift_p(delta, error, limits)
    differs = holm(2 * minimum_effect_p(delta, error, 0.0))
    smallest = detectable(error, limits, len(changes), level)
    judged = []
    for k, change in enumerate(changes):
        blind = smallest[k] > tolerance.to_detect(change.metric, change.before)
        verdict = _verdict(drifts[k] < level, blind, differs[k] < level)
        judged.append(JudgedChange(change, float(limits[k]), float(drifts[k]), float(smallest[k]), verdict))
    return judged


def _verdict(drifts: bool, blind: bool, differs: bool) -> DriftVerdict:
    if drifts:
        return DriftVerdict.FAIL
    if blind:
        return DriftVerdict.INCONCLUSIVE
    return DriftVerdict.WARN if differs else DriftVerdict.PASS


def worst(verdicts: Iterable[DriftVerdict]) -> DriftVerdict:
    """The verdict on a whole check."""
    return max(verdicts, key=list(DriftVerdict).index, default=DriftVerdict.PASS)
