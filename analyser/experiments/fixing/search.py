"""Looks for changes that may meet the targets: curves of single levers, a model of them, and a race on the same deals.

Method: docs/explanation/methods.md#smallest-change.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import NormalDist

import numpy as np
import polars as pl

from analyser.core.arrays import Floats
from analyser.experiments.fixing.change import Change
from analyser.experiments.fixing.curves import Curve, Curves, Found
from analyser.experiments.fixing.gauges import Gauge
from analyser.experiments.fixing.levers import Lever
from analyser.experiments.fixing.measurement import CLAIM, Ends, Measurement, effect
from analyser.experiments.sample import ExperimentSpec

CURVE_PART = 8
"""A point of a curve gets this part of the games that confirm a change."""
BEAM = 200
MOST_LEVERS = 3
RACED, OF_A_SET, CORRECTED = 16, 3, 6
"""Changes that enter the race, how many of the same levers, and how many more after each round."""
LIKELY, HOPELESS = 0.5, 0.02
CLAIMS = 4
"""Changing nothing and three changes may be claimed to meet the targets: each at a quarter of the error rate."""
FINALISTS = CLAIMS - 1
ROUNDS = 3
"""So often are changes corrected before the race, if none is likely to be confirmed."""


@dataclass(frozen=True)
class Candidate:
    """A change, what every number is thought to be, and the errors of that."""

    change: Change
    value: Floats
    error: Floats
    chance: float
    """Of being confirmed."""
    excess: float
    """How far its numbers are outside the limits, by the margin that confirming needs, in widths of the targets."""

    @property
    def order(self) -> tuple[float, ...]:
        """Likely ones first, the cheapest first; then those that are nearest."""
        if self.chance >= LIKELY:
            return (0, self.change.cost, -self.chance)
        return (1, self.excess - self.chance, self.change.cost)


@dataclass
class Search:
    """The search for one set of targets; every version of the rules is played on the same deals."""

    experiment: ExperimentSpec
    """Its games are those that confirm one change."""
    gauge: Gauge
    levers: Sequence[Lever]
    base: Measurement
    """The rules as they are, in about as many games as confirm a change."""
    known: dict[tuple[Change, int], Measurement] = field(default_factory=dict)
    trace: list[dict[str, object]] = field(default_factory=list)

    @property
    def curve_games(self) -> int:
        """Games of a point of a curve."""
        return max(self.experiment.games // CURVE_PART, 1)

    @cached_property
    def margin(self) -> Floats:
        """How far inside its limits a number must lie to be confirmed."""
        part = (self.base.games / self.experiment.games) ** 0.5
        return NormalDist().inv_cdf(1 - CLAIM / CLAIMS) * self.base.error * part

    @cached_property
    def ends(self) -> Ends:
        """The limits of all numbers, tightened by that margin."""
        return Ends.of(self.base.limits).tightened(self.margin)

    def measured(self, change: Change, games: int) -> Measurement:
        """A version of the rules in some games; played once."""
        key = change, games
        if key not in self.known:
            spec = replace(change.applied(self.experiment), games=games)
            self.known[key] = self.gauge.measure(spec).aligned(self.base)
        return self.known[key]

    def estimate(self, change: Change, games: int) -> Candidate:
        """What every number is, from the better of two: these games alone, or the base and what the change does."""
        found = self.measured(change, games)
        moved = effect(self.measured(Change(), games), found)
        error = np.hypot(self.base.error, moved.error)
        is_paired = error < found.error
        value = np.where(is_paired, self.base.value + moved.value, found.value)
        return self.candidate(change, value, np.where(is_paired, error, found.error))

    def candidate(self, change: Change, value: Floats, error: Floats) -> Candidate:
        """A change, judged by its numbers."""
        return Candidate(change, value, error, chance(value, error, self.ends), float(self.ends.excess(value).sum()))

    def finalists(self) -> list[Candidate]:
        """The changes that are worth confirming, the cheapest first; if none is likely to be, the nearest."""
        pool, rounds = self.drafted(), 0
        games = min(2 * self.curve_games, self.experiment.games)
        while pool:
            ranked = sorted((self.estimate(one, games) for one in pool), key=lambda one: one.order)
            self._note(ranked, games)
            is_far = ranked[0].chance < LIKELY and rounds < ROUNDS
            if not is_far and 2 * games > self.experiment.games:
                return chosen(ranked)
            kept = [one.change for one in ranked[: max(FINALISTS + 1, min(len(ranked), RACED) // 2)]]
            pool, rounds = [*kept, *self._corrected(ranked)], rounds + 1
            games = games if is_far else 2 * games
        return []

    def _corrected(self, ranked: Sequence[Candidate]) -> list[Change]:
        """What the curves propose from where these changes have really led: one lever at another value. Levers that act
        on each other lead elsewhere than their sum. Numbers for each seat are also moved by one step from the best.
        """
        tried = {change for change, _ in self.known}
        starts = {one.change.levers: one for one in reversed(ranked)}
        proposed = [one for start in starts.values() for one in self._beside(start, tried)]
        proposed.sort(key=lambda one: one.order)
        near = ranked[0].change.a_step_further() if ranked[0].chance < LIKELY else []
        fresh = [one for one in dict.fromkeys([*(one.change for one in proposed), *near]) if one not in tried]
        allowed = (one for one in fresh if one.is_allowed(self.experiment))
        return [one for _, one in zip(range(CORRECTED + len(near)), allowed, strict=False)]

    def _beside(self, start: Candidate, tried: set[Change]) -> list[Candidate]:
        """The best of the changes that have one lever of this one at another value."""
        found = []
        for place, one in enumerate(start.change.moves):
            curve = self.effects[one.lever.name]
            if one not in curve:  # a step further than the curve was drawn
                continue
            here, _ = curve[one]
            for other, (value, _) in curve.items():
                change = Change((*start.change.moves[:place], other, *start.change.moves[place + 1 :]))
                found.append(self.candidate(change, start.value + value - here, start.error))
        fresh = [one for one in found if one.change not in tried]
        return sorted(fresh, key=lambda one: one.order)[:OF_A_SET]

    def _note(self, ranked: Sequence[Candidate], games: int) -> None:
        for one in ranked:
            row: dict[str, object] = {"games": games, "change": one.change.words, "cost": one.change.cost}
            self.trace.append(row | {"chance": one.chance, "excess": one.excess})

    def drafted(self) -> list[Change]:
        """What the model of the curves proposes: single levers, then pairs and triples of them."""
        every: list[Candidate] = []
        beam = [self.candidate(Change(), self.base.value, self.base.error)]
        for _ in range(min(MOST_LEVERS, len(self.levers))):
            found = [one for start in beam for one in self._extended(start)]
            every += best_of_sets(found)
            if any(one.chance >= LIKELY for one in found):
                break
            beam = sorted(found, key=lambda one: one.excess)[:BEAM]
        ranked = sorted(every, key=lambda one: one.order)
        allowed = (one.change for one in ranked if len(one.change.moves) < 2 or one.change.is_allowed(self.experiment))
        return [one for _, one in zip(range(RACED), allowed, strict=False)]

    @cached_property
    def effects(self) -> Mapping[str, Curve]:
        """The curve of every lever."""
        curves = Curves(self._effect, lambda change: change.is_allowed(self.experiment))
        return {one.name: curves.of(one) for one in self.levers}

    def _effect(self, change: Change) -> Found:
        found = effect(self.measured(Change(), self.curve_games), self.measured(change, self.curve_games))
        return found.value, found.error

    def _extended(self, start: Candidate) -> Iterable[Candidate]:
        """With one more lever, of those that come later in the list: each set is tried once."""
        names = [one.name for one in self.levers]
        first = 1 + max((names.index(one) for one in start.change.levers), default=-1)
        for lever in self.levers[first:]:
            for one, (value, error) in self.effects[lever.name].items():
                change = start.change.and_also(one)
                yield self.candidate(change, start.value + value, np.hypot(start.error, error))

    @property
    def curves(self) -> pl.DataFrame:
        """What single levers do, as measured."""
        rows = []
        for (change, games), one in self.known.items():
            if len(change.moves) == 1 and games == self.curve_games:
                found = effect(self.measured(Change(), games), one)
                numbers = zip(self.base.keys, found.value, found.error, strict=True)
                rows += [(change.words, *key, float(value), float(error)) for key, value, error in numbers]
        schema = ["change", "target", "level", "difference", "standard_error"]
        return pl.DataFrame(rows, schema=schema, orient="row")


def chance(value: Floats, error: Floats, ends: Ends) -> float:
    """That all numbers will be shown to lie inside their limits."""
    from scipy.special import ndtr

    scale = np.maximum(error, 1e-12)
    inside = ndtr((ends.most - value) / scale) - ndtr((ends.least - value) / scale)
    return float(np.prod(np.maximum(inside, 0.0)))


def best_of_sets(found: Iterable[Candidate]) -> list[Candidate]:
    """Of each set of levers: the cheapest of those that are likely, and the nearest."""
    sets: dict[frozenset[str], list[Candidate]] = {}
    for one in found:
        sets.setdefault(one.change.levers, []).append(one)
    kept = []
    for some in sets.values():
        near = sorted(some, key=lambda one: (one.excess - one.chance, one.change.cost))
        likely = sorted((one for one in some if one.chance >= LIKELY), key=lambda one: one.change.cost)
        kept += list({id(one): one for one in (*likely[:1], *near)}.values())[:OF_A_SET]
    return kept


def chosen(ranked: Sequence[Candidate]) -> list[Candidate]:
    """The best of each set of levers first: several values of one lever would be no choice."""
    firsts: dict[frozenset[str], Candidate] = {}
    for one in ranked:
        firsts.setdefault(one.change.levers, one)
    others = [one for one in ranked if firsts[one.change.levers] is not one]
    hopeful = [one for one in (*firsts.values(), *others) if one.chance >= HOPELESS]
    return sorted((hopeful or list(ranked[:1]))[:FINALISTS], key=lambda one: one.change.cost)
