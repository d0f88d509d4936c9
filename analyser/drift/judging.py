"""The verdict on a metric: whether it has moved by more than its tolerance.

A minimum-effect test: what must be shown is a drift larger than the tolerance, not merely one that is not zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf, sqrt
from statistics import NormalDist

from analyser.drift.outcomes import LENGTH

ALPHA = 0.01
"""How often, at most, a set of metrics none of which moved by more than its tolerance is called a drift."""
POWER = 0.9
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
    """Adjusted for all metrics (Holm); small: it moved by more than its tolerance."""
    detectable: float
    """The drift that is found nine times in ten."""
    verdict: Verdict

    @property
    def half_width(self) -> float:
        """Of the 99 % interval of the difference."""
        return NORMAL.inv_cdf(1 - ALPHA / 2) * self.change.error


def judge(changes: Sequence[Change], tolerance: Tolerance, alpha: float = ALPHA) -> list[Judged]:
    """All metrics of a check together: at most `alpha` false alarms among them."""
    limits = [tolerance.of(change.metric, change.before) for change in changes]
    adjusted = holm([p_value(change, limit) for change, limit in zip(changes, limits, strict=True)])
    critical = NORMAL.inv_cdf(1 - alpha / max(len(changes), 1))
    differs = holm([p_value(change, 0.0) for change in changes])
    judged = []
    for change, limit, p, any_p in zip(changes, limits, adjusted, differs, strict=True):
        detectable = limit + (critical + NORMAL.inv_cdf(POWER)) * change.error
        blind = detectable > tolerance.to_detect(change.metric, change.before)
        verdict = _verdict(p < alpha, blind, any_p < alpha)
        judged.append(Judged(change, limit, p, detectable, verdict))
    return judged


def _verdict(drifts: bool, blind: bool, differs: bool) -> Verdict:
    if drifts:
        return Verdict.FAIL
    if blind:
        return Verdict.INCONCLUSIVE
    return Verdict.WARN if differs else Verdict.PASS


def p_value(change: Change, limit: float) -> float:
    """How likely so large a difference is if the metric had moved by no more than the limit."""
    if change.error == 0.0:
        return 0.0 if abs(change.delta) > limit else 1.0
    z = (abs(change.delta) - limit) / change.error
    return min(1.0, (1 if limit > 0 else 2) * (1 - NORMAL.cdf(z)))


def holm(values: Sequence[float]) -> list[float]:
    """p-values that hold for all together (Holm's step-down)."""
    order = sorted(range(len(values)), key=lambda k: values[k])
    adjusted, largest = [0.0] * len(values), 0.0
    for place, k in enumerate(order):
        largest = max(largest, min(1.0, values[k] * (len(values) - place)))
        adjusted[k] = largest
    return adjusted


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict on a whole check."""
    return max(verdicts, key=list(Verdict).index, default=Verdict.PASS)


def games_to_decide(judged: Sequence[Judged], tolerance: Tolerance, games: int) -> float:
    """About how many games would have to be played to decide what is undecided."""
    need = 1.0
    for one in judged:
        room = tolerance.to_detect(one.change.metric, one.change.before) - one.tolerance
        if one.verdict is Verdict.INCONCLUSIVE:
            need = max(need, ((one.detectable - one.tolerance) / room) ** 2 if room > 0 else inf)
    return games * need


def unpaired(metric: str, before: tuple[float, float], after: tuple[float, float]) -> Change:
    """A change between two estimates with their errors, from games that share no luck."""
    return Change(metric, before[0], after[0], sqrt(before[1] ** 2 + after[1] ** 2))
