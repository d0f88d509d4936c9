"""Two versions of a game on the same deals: what is better, worse, the same, and what is not settled.

Method: docs/explanation/methods.md#two-versions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import polars as pl

from analyser.core.errors import BadInput
from analyser.experiments.answer import Answer, Played
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.differences import change, scale_of
from analyser.experiments.fixing.change import Change
from analyser.experiments.fixing.confirm import Trial
from analyser.experiments.fixing.gauges import Gauge
from analyser.experiments.fixing.measurement import CLAIM, Ends, critical_of, difference_covariance
from analyser.experiments.fixing.sides import compared
from analyser.experiments.fixing.targets import Target
from analyser.experiments.fixing.wording import called, from_to, listed_targets, number_name
from analyser.experiments.measured import Measured, Reading, Standing
from analyser.experiments.outcomes import outcome_name, outcomes_of
from analyser.experiments.sample import ExperimentSpec, Runner
from analyser.experiments.sentences import Facts, Sentence, in_turn, said
from analyser.experiments.verdict import About, Level, Verdict
from analyser.statistics.stages import looks

NUMBERS, OTHERS, TARGETS = "numbers", "differences", "targets"
SAME_PART = 0.25
"""A number is the same if its change is shown to be less than this part of its tolerance."""
MOST_TOLD = 5
PRINTED = {NUMBERS: ("number", "before", "after", "change", "change_low", "change_high", "verdict")}


class Way(StrEnum):
    """Where a number has gone, as a designer sees it."""

    BETTER = "better"
    WORSE = "worse"
    SAME = "same"
    OPEN = "not settled"


@dataclass(frozen=True)
class Pair:
    """Two versions, as they are named, and what is asked of both."""

    before: ExperimentSpec
    after: ExperimentSpec
    names: tuple[str, str]
    strategies: str
    targets: tuple[Target, ...]


@dataclass(frozen=True)
class Moved:
    """One number in both versions, and how it has changed on the same deals."""

    before: Measured
    after: Measured
    difference: float
    low: float
    high: float
    width: float

    @property
    def way(self) -> Way:
        """Nearer to what is wanted, further away, the same; or not settled."""
        was, now = self.before.standing, self.after.standing
        if was == now == Standing.WITHIN:
            return Way.SAME
        if now == Standing.WITHIN and self.before.is_outside:
            return Way.BETTER
        if was == Standing.WITHIN and self.after.is_outside:
            return Way.WORSE
        least, most = sorted((self._beyond(self.low), self._beyond(self.high)))
        if self.low == self.high == 0 or max(abs(self.low), abs(self.high)) < SAME_PART * self.width:
            return Way.SAME
        if self.low <= 0 <= self.high:
            return Way.OPEN
        return Way.BETTER if most < 0 else Way.WORSE if least > 0 else Way.OPEN

    def _beyond(self, difference: float) -> float:
        """How much further from its limits, or from their middle, a change would bring the number."""
        return self._off(self.before.value + difference) - self._off(self.before.value)

    def _off(self, value: float) -> float:
        least, most = self.before.limits
        if np.isfinite(least) and np.isfinite(most):
            return abs(value - (least + most) / 2)
        return value - most if np.isfinite(most) else least - value


def diff(pair: Pair, runner: Runner) -> Answer:
    """Play both versions in stages until every number is settled."""
    if pair.before.game.name != pair.after.game.name:
        titles = f"{pair.names[0]} is {pair.before.game.title}, {pair.names[1]} is {pair.after.game.title}"
        raise BadInput(f"{titles}: two different games. Type two versions of one game.")
    gauge = Gauge(pair.targets, pair.strategies, runner)
    stages = looks(pair.before.games)
    for stage in stages:
        before, after = (
            Trial(Change(), gauge.measure(replace(one, games=stage.games)), stage.spent)
            for one in (pair.before, pair.after)
        )
        after = after.aligned(before)
        found = moves(before, after, stage.spent)
        if all(one.way != Way.OPEN for one in found):
            break
    runner.steps.end()
    return _told(pair, gauge, before, after, found, stage.games)


def moves(before: Trial, after: Trial, spent: float) -> list[Moved]:
    """Every number in both versions; the intervals of all differences hold together."""
    one, other = before.measurement, after.measurement
    covariances = [difference_covariance(part, other.families[name]) for name, part in one.families.items()]
    critical = critical_of(covariances, one.fewest, 1 - CLAIM * spent)
    error = np.concatenate([np.sqrt(np.maximum(np.diag(each), 0.0)) for each in covariances])
    half = critical * error
    gaps, widths = other.value - one.value, Ends.of(one.limits).width
    numbers = zip(before.numbers, after.numbers, gaps, gaps - half, gaps + half, widths, strict=True)
    return [Moved(was, now, *map(float, rest)) for was, now, *rest in numbers]


def _told(pair: Pair, gauge: Gauge, before: Trial, after: Trial, found: Sequence[Moved], games: int) -> Answer:
    specs = [replace(one, games=games) for one in (pair.before, pair.after)]
    others = compared(gauge, specs[0], specs[1], pair.targets)
    lost = [one for one in after.levels if after.levels[one] == Level.MISSED and before.levels.get(one) == Level.MET]
    title = said(
        "title.diff",
        game=pair.before.game.title,
        players=pair.before.players,
        strategies=pair.strategies,
        before=pair.names[0],
        after=pair.names[1],
    )
    facts: dict[str, object] = {"before": pair.names[0], "after": pair.names[1], "missed_now": lost}
    facts |= {way.replace(" ", "_"): sum(one.way == way for one in found) for way in Way}
    asked = pair.before
    who = Played(asked.game.key, asked.players, asked.seed, games, pair.strategies, pair.after.settings)
    tables = {TARGETS: _targets_table(before, after), NUMBERS: _numbers_table(found), OTHERS: others}
    verdict = _verdict(pair, found, lost, _is_identical(gauge, specs), games)
    return Answer(title, who, (verdict,), tables, tuple(_remarks(found, others)), facts, PRINTED)


def _is_identical(gauge: Gauge, specs: Sequence[ExperimentSpec]) -> bool:
    """Whether no game comes out otherwise, by any outcome."""
    one, other = (outcomes_of(gauge.main(spec), read_catalogue(spec.game))[1] for spec in specs)
    return bool(np.array_equal(one, other))


def _verdict(pair: Pair, found: Sequence[Moved], missed: list[str], is_identical: bool, games: int) -> Verdict:
    """Whether a target that was met is missed now; and what has become better and worse."""
    about, rests_on = About(NUMBERS), tuple(one.after for one in found)
    if is_identical:
        names = dict(zip(("before", "after"), pair.names, strict=True))
        return Verdict(Level.NOTED, said("diff.identical", games=games, **names), about, rests_on)
    ways = zip(("better", "worse", "same", "open"), Way, strict=True)
    facts: Facts = {name: _named(found, way) for name, way in ways}
    if missed:
        return Verdict(Level.MISSED, said("diff.worse", missed=listed_targets(missed), **facts), about, rests_on)
    return Verdict(Level.FOUND, said("diff.told", **facts), about, rests_on)


def _named(found: Sequence[Moved], way: Way) -> Sentence:
    names = [number_name((str(one.after.key[0]), str(one.after.key[1]))) for one in found if one.way == way]
    told = list(names[:MOST_TOLD])
    told += [said("and_more", number=len(names) - MOST_TOLD)] if len(names) > MOST_TOLD else []
    return said("plain", number=in_turn(told)) if told else said("diff.none")


def _remarks(found: Sequence[Moved], others: pl.DataFrame) -> list[Sentence]:
    """The numbers that moved most, and what else is shown to change."""
    told = []
    moved = [one for one in found if one.way in (Way.BETTER, Way.WORSE)]
    moved.sort(key=lambda one: -abs(one.difference) / one.width)
    if moved:
        numbers = in_turn([from_to(one.before, one.after) for one in moved[:MOST_TOLD]])
        told.append(said("fix.numbers", numbers=numbers))
    reading = Reading.of(others)
    named = [(str(row["outcome"]), row) for row in others.to_dicts()]
    rows = [(name, reading.measured(row, outcome_name(name), scale_of(name))) for name, row in named]
    shown = [change(name, one) for name, one in rows if one.is_outside][:MOST_TOLD]
    return [*told, *([said("diff.outcomes", changes=in_turn(shown))] if shown else [])]


def _targets_table(before: Trial, after: Trial) -> pl.DataFrame:
    rows = [(name, str(level), str(after.levels[name])) for name, level in before.levels.items()]
    return pl.DataFrame(rows, schema=["target", "was", "is"], orient="row")


def _numbers_table(found: Sequence[Moved]) -> pl.DataFrame:
    rows = [
        {
            "number": called(one.before),
            "target": str(one.before.key[0]),
            "level": str(one.before.key[1]),
            "before": one.before.value,
            "before_low": one.before.low,
            "before_high": one.before.high,
            "after": one.after.value,
            "after_low": one.after.low,
            "after_high": one.after.high,
            "change": one.difference,
            "change_low": one.low,
            "change_high": one.high,
            "least": one.before.limits.least if np.isfinite(one.before.limits.least) else None,
            "most": one.before.limits.most if np.isfinite(one.before.limits.most) else None,
            "was": str(one.before.standing),
            "is": str(one.after.standing),
            "verdict": str(one.way),
        }
        for one in found
    ]
    return pl.DataFrame(rows)
