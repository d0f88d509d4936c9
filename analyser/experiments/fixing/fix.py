"""The smallest change of the rules that meets the designer's targets, confirmed on games that no search has seen.

Method: docs/explanation/methods.md#smallest-change.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import polars as pl

from analyser.core.errors import BadInput
from analyser.experiments.answer import Answer, Played, Tables
from analyser.experiments.budget import announce
from analyser.experiments.checks import usual_opponents
from analyser.experiments.fixing.change import Change
from analyser.experiments.fixing.confirm import Trial, in_stages, on_new_luck
from analyser.experiments.fixing.gauges import Gauge
from analyser.experiments.fixing.levers import Lever
from analyser.experiments.fixing.plan import Plan, plan_of
from analyser.experiments.fixing.search import CLAIMS, Search
from analyser.experiments.fixing.sides import Place, compared, elsewhere, place_rows
from analyser.experiments.fixing.targets import Target
from analyser.experiments.fixing.wording import (
    amount,
    called,
    change_words,
    from_to,
    listed_targets,
    number_name,
    wanted,
)
from analyser.experiments.levels import one_up
from analyser.experiments.measured import Measured, decided_by, games_for_all
from analyser.experiments.sample import ExperimentSpec, Runner
from analyser.experiments.sentences import Fact, Player, Sentence, in_turn, said
from analyser.experiments.verdict import About, Level, Verdict

FIXES, NUMBERS, MOVES, ELSEWHERE, CURVES, SEARCH = "fixes", "numbers", "differences", "elsewhere", "effects", "search"
MOST_TOLD = 3
PRINTED = {
    FIXES: ("change", "cost", "met", "targets", "verdict"),
    NUMBERS: ("number", "before", "before_low", "before_high", "after", "after_low", "after_high", "is"),
    SEARCH: (),
}


@dataclass(frozen=True)
class Wanted:
    """What is asked: the targets, what may be changed, who plays, and the most games in all."""

    experiment: ExperimentSpec
    strategies: str
    targets: tuple[Target, ...]
    levers: tuple[Lever, ...]
    opponents: tuple[str, ...] | None = None
    budget: int | None = None

    @property
    def others(self) -> Sequence[str]:
        """With whom a change is tried as well."""
        if self.opponents is not None:
            return self.opponents
        usual = usual_opponents(self.experiment.game, self.strategies)
        return list(dict.fromkeys([*usual, *([self.one_up] if self.one_up else [])]))

    @property
    def one_up(self) -> str | None:
        """Who is one level up the ladder; nobody if the user says who plays."""
        asked = self.experiment
        return None if self.opponents is not None else one_up(asked.game, asked.players, self.strategies)


class Fixed(NamedTuple):
    """The answer, the change that it proposes (none if there is none, or nothing is to be changed), and every number as
    the game is and with what was found.
    """

    answer: Answer
    change: Change | None
    numbers: pl.DataFrame


def fix(wanted: Wanted, runner: Runner) -> Fixed:
    """Change nothing, if that meets all targets; else search, and confirm the best few changes on new luck."""
    if not wanted.targets:
        raise BadInput("Nothing is wanted. Type for instance: --target seats=1.5 --target rounds=10:14.")
    gauge = Gauge(wanted.targets, wanted.strategies, runner)
    plan = plan_of(wanted.experiment, gauge, wanted.levers, wanted.others, wanted.budget)
    announce(plan.steps, runner)
    if wanted.one_up:
        runner.note(f"A change is also tried one level up, by {wanted.one_up}: these few games take longer.")
    found = Fixing(wanted, gauge, replace(wanted.experiment, games=plan.games), plan)
    return found.answer()


@dataclass(frozen=True)
class Fixing:
    """The work on one question."""

    wanted: Wanted
    gauge: Gauge
    experiment: ExperimentSpec
    plan: Plan

    def answer(self) -> Fixed:
        """Everything that was found."""
        steps = self.gauge.runner.steps
        base = in_stages(self.gauge, self.experiment, Change())
        steps.end()
        if base.level == Level.MET:
            return self._told([base], {}, ())
        search = Search(self.experiment, self.gauge, self.wanted.levers, self.gauge.measure(self.experiment))
        steps.end()
        finalists = search.finalists()
        steps.end()
        fresh = on_new_luck(self.experiment)
        tried = [in_stages(self.gauge, fresh, one.change) for one in finalists]
        steps.end()
        trials = [base, *sorted(tried, key=lambda one: one.change.cost)]
        tables = {CURVES: search.curves, SEARCH: pl.DataFrame(search.trace)}
        lead = lead_of(trials)
        if not lead.change.moves:
            return self._told(trials, tables, ())
        same = replace(fresh, games=lead.measurement.games)
        before = Trial(Change(), self.gauge.measure(same), lead.spent)
        trials = [one.aligned(before) for one in trials]
        lead = lead.aligned(before)
        tables = {
            NUMBERS: numbers_table(before, lead),
            MOVES: compared(self.gauge, same, lead.change.applied(same), self.wanted.targets),
        } | tables
        steps.end()
        places = tuple(elsewhere(self.gauge, fresh, lead.change, self.wanted.others))
        steps.end()
        return self._told(trials, tables | {ELSEWHERE: place_rows(places)}, places, before)

    def _told(
        self, trials: Sequence[Trial], tables: Tables, places: Sequence[Place], before: Trial | None = None
    ) -> Fixed:
        asked, played = self.experiment, self.gauge.games_asked
        names = [one.name for one in self.wanted.targets]
        facts: dict[str, object] = {"games_played": played, "games_to_confirm": asked.games, "claims": CLAIMS}
        lead = lead_of(trials)
        is_fixed = lead.level == Level.MET
        facts |= {"change": list(lead.change.assignments) if is_fixed else None, "fixed": is_fixed}
        facts |= {"edits": [one.lever.words(one.value) for one in lead.change.moves if one.lever.file]}
        title = said(
            "title.fix",
            game=asked.game.title,
            players=asked.players,
            strategies=self.wanted.strategies,
            targets=listed_targets(names),
        )
        all_tables = {FIXES: fixes_table(trials), **tables}
        who = Played(asked.game.key, asked.players, asked.seed, played, self.wanted.strategies, asked.settings)
        told = (
            *remarks(trials, lead, before, places, self.wanted.one_up),
            said("fix.cost", games=played, confirm=asked.games),
        )
        answer = Answer(title, who, (verdict_of(trials, lead),), all_tables, told, facts, PRINTED)
        change = lead.change if is_fixed and lead.change.moves else None
        return Fixed(answer, change, numbers_table(before or lead, lead))


def lead_of(trials: Sequence[Trial]) -> Trial:
    """The cheapest that is shown to meet all targets; else the one that meets most, is nearest, and changes least."""
    met = [one for one in trials if one.level == Level.MET]
    return met[0] if met else min(trials, key=lambda one: (-one.met, one.excess, one.change.cost))


def verdict_of(trials: Sequence[Trial], lead: Trial) -> Verdict:
    """What is to be done."""
    worst = lead.worst
    facts: dict[str, Fact] = {"change": change_words(lead.change), "games": lead.measurement.games}
    facts |= {"met": lead.met, "all": len(lead.levels), "what": number_name((str(worst.key[0]), str(worst.key[1])))}
    facts |= {"value": amount(worst), "wanted": wanted(worst.limits)}
    about, rests_on = About(FIXES), tuple(lead.numbers)
    if lead.level == Level.MET:
        key, level = ("fix.found", Level.FOUND) if lead.change.moves else ("fix.nothing", Level.MET)
        return Verdict(level, said(key, **facts), about, rests_on)
    open_ones = [one for one in trials if one.level == Level.UNDECIDED]
    if not open_ones:
        return Verdict(Level.MISSED, said("fix.none", **facts), about, rests_on, lead.excess)
    needed = games_for_all(lead.measurement.games, lead.numbers)
    facts["needed"] = decided_by(needed)
    key = "fix.open" if lead.change.moves else "fix.unsure"
    return Verdict(Level.UNDECIDED, said(key, **facts), about, rests_on, lead.excess, needed)


def remarks(
    trials: Sequence[Trial], lead: Trial, before: Trial | None, places: Sequence[Place], one_up: str | None = None
) -> tuple[Sentence, ...]:
    """What was missed and is met now, the other choices, and where else it holds."""
    told = []
    if before is not None:
        pairs = list(zip(before.numbers, lead.numbers, strict=True))
        changed = sorted(pairs, key=lambda pair: -_gain(*pair))
        told.append(said("fix.numbers", numbers=in_turn([from_to(*pair) for pair in changed[:MOST_TOLD]])))
    if lead.change.moves and trials[0].level == Level.UNDECIDED:
        told.append(said("fix.base_open", games=trials[0].measurement.games))
    others = [one for one in trials[1:] if one.change != lead.change and one.level == Level.MET]
    if others:
        told.append(said("fix.others", changes=in_turn([change_words(one.change) for one in others])))
    if places:
        holds = [one for one in places if one.after.level == Level.MET]
        told.append(said("fix.elsewhere", holds=len(holds), all=len(places), worse=_worse(places)))
    told += [_level_up(one) for one in places if one.who == one_up]
    return tuple(told)


def _level_up(place: Place) -> Sentence:
    """What stronger players find of the change."""
    numbers = {"met": place.after.met, "missed": _missed(place.after), "before": _missed(place.before)}
    games = place.after.measurement.games
    return said("fix.level_up", who=Player(place.who), games=games, all=len(place.after.levels), **numbers)


def _gain(before: Measured, after: Measured) -> float:
    """How much nearer a number has come to its limits, in widths of them."""
    return before.excess - after.excess + 1e-6 * abs(after.value - before.value)


def _worse(places: Sequence[Place]) -> Fact:
    """Where it does not hold."""
    missed = [one for one in places if one.after.level == Level.MISSED]
    if not missed:
        return said("fix.nowhere_missed")
    parts = [
        said(
            f"fix.missed_{one.kind}",
            who=Player(one.who),
            before=len(one.before.levels) - _missed(one.before),
            after=len(one.after.levels) - _missed(one.after),
            all=len(one.after.levels),
        )
        for one in missed
    ]
    return in_turn(parts)


def _missed(trial: Trial) -> int:
    return sum(one == Level.MISSED for one in trial.levels.values())


def fixes_table(trials: Sequence[Trial]) -> pl.DataFrame:
    """A row for each version that was judged: what it costs, what it meets, the number that is nearest to its limit."""
    rows = [
        {
            "change": one.change.words,
            "cost": one.change.cost,
            "met": one.met,
            "targets": len(one.levels),
            "verdict": str(one.level),
            "games": one.measurement.games,
            "worst": called(one.worst),
            "value": one.worst.value,
            "value_low": one.worst.low,
            "value_high": one.worst.high,
            "least": _finite(one.worst.limits.least),
            "most": _finite(one.worst.limits.most),
        }
        for one in trials
    ]
    return pl.DataFrame(rows)


def numbers_table(before: Trial, after: Trial) -> pl.DataFrame:
    """Every number that a target is about, before and after on the same deals."""
    rows = [
        {
            "number": called(one),
            "target": str(one.key[0]),
            "level": str(one.key[1]),
            "before": one.value,
            "before_low": one.low,
            "before_high": one.high,
            "after": other.value,
            "after_low": other.low,
            "after_high": other.high,
            "least": _finite(one.limits.least),
            "most": _finite(one.limits.most),
            "was": str(one.standing),
            "is": str(other.standing),
        }
        for one, other in zip(before.numbers, after.numbers, strict=True)
    ]
    return pl.DataFrame(rows)


def _finite(end: float) -> float | None:
    return end if abs(end) < float("inf") else None
