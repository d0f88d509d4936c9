"""Confirms versions of the rules as equivalence tests, in stages, all claims of one command counted.

Method: docs/explanation/methods.md#smallest-change.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from analyser.experiments.fixing.change import Change
from analyser.experiments.fixing.gauges import Gauge
from analyser.experiments.fixing.measurement import Ends, Measurement
from analyser.experiments.fixing.search import CLAIMS
from analyser.experiments.measured import Measured
from analyser.experiments.sample import ExperimentSpec
from analyser.experiments.verdict import Level, level_of
from analyser.statistics.stages import looks

MOST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Trial:
    """A version of the rules, judged by all targets."""

    change: Change
    measurement: Measurement
    spent: float
    """The part of the error rate that this look and this claim spend."""

    def aligned(self, like: "Trial") -> "Trial":
        """With its numbers in the order of another trial."""
        return replace(self, measurement=self.measurement.aligned(like.measurement))

    @cached_property
    def numbers(self) -> list[Measured]:
        """Every number with its intervals."""
        return self.measurement.judged(self.spent)

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        """What is shown of each target."""
        return self.measurement.levels(self.spent)

    @property
    def met(self) -> int:
        """How many targets are shown to be met."""
        return sum(one == Level.MET for one in self.levels.values())

    @property
    def level(self) -> Level:
        """Missed if one target is, met if all are."""
        found = set(self.levels.values())
        return next(one for one in (Level.MISSED, Level.UNDECIDED, Level.MET) if one in found)

    @property
    def excess(self) -> float:
        """How far its numbers are outside their limits, in widths of the targets."""
        return float(Ends.of(self.measurement.limits).excess(self.measurement.value).sum())

    @property
    def worst(self) -> Measured:
        """The number that is furthest outside its limits, or nearest to them; not one that is shown to be inside."""
        ends = Ends.of(self.measurement.limits)
        value = self.measurement.value
        inside = [min(a, b) for a, b in zip(value - ends.least, ends.most - value, strict=True)]
        room = [one / width for one, width in zip(inside, ends.width, strict=True)]
        found = list(zip(room, self.numbers, strict=True))
        open_ones = [one for one in found if level_of(one[1]) != Level.MET]
        return min(open_ones or found, key=lambda one: one[0])[1]


def in_stages(gauge: Gauge, experiment: ExperimentSpec, change: Change) -> Trial:
    """Play until every target is met, or one is shown to be missed, or all games are played."""
    stages = looks(experiment.games)
    for one in stages:
        found = gauge.measure(replace(change.applied(experiment), games=one.games))
        trial = Trial(change, found, one.spent / CLAIMS)
        if trial.level != Level.UNDECIDED:
            break
    return trial


def on_new_luck(experiment: ExperimentSpec) -> ExperimentSpec:
    """The experiment with games that no search has seen."""
    return replace(experiment, seed=(experiment.seed + 1) % MOST_SEED)
