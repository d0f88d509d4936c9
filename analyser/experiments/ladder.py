"""Levels of play from random to the strongest look-ahead: what each wins over the one below, and how answers change.

Every rung plays the game's headlines against itself: its roles, its length, the questions that its catalogue names.
The verdicts are those of the strongest strategy that does not look ahead, since that one plays all other experiments;
the top of the ladder checks them.

Methods: docs/explanation/methods.md#ladder, #restricted-play.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl

from analyser.experiments.answer import Answer, Played, Tables
from analyser.experiments.catalogue import AnyQuestion, Catalogue, Dealt, Forced, read_catalogue
from analyser.experiments.dealt import dealt
from analyser.experiments.forced import forced
from analyser.experiments.ladder_text import answer_verdict, restricted_verdict, steps_verdict
from analyser.experiments.outcomes import outcomes_of
from analyser.experiments.restricted_play import held_players, restricted_play
from analyser.experiments.roles import JudgedRole, is_seat, role_sample, roles_of
from analyser.experiments.rungs import (
    STEP_GAMES,
    Step,
    candidates,
    climb,
    games_of,
    looking_ahead,
    rollouts_of,
    step,
    step_table,
)
from analyser.experiments.sample import ExperimentSpec, Runner, play
from analyser.experiments.sentences import said
from analyser.experiments.variation import read_variation
from analyser.games.definition import Role
from analyser.statistics.estimates import mean_of_games
from analyser.strategies.strategy import RANDOM

STEPS, HEADLINES, ANSWERS, RESTRICTED = "steps", "headlines", "answers", "restricted"
LENGTH = "length"
POINTS = "points"
PRINTED = {
    STEPS: ("level", "against", "win_share", "low_share", "high_share", "games", "verdict"),
    ANSWERS: (),
    RESTRICTED: ("player", "question", "level", "win_share", "value_points", "low_points", "high_points", "verdict"),
}
SCHEMA = {
    **dict.fromkeys(("rung", "question", "level"), pl.String()),
    **dict.fromkeys(("value", "low", "high"), pl.Float64()),
    "unit": pl.String(),
}
Watch = Callable[[float, float, str], None]
"""Called with the work done, the work planned, and what is played now."""


def unwatched(done: float, planned: float, what: str) -> None:
    """Watch nothing."""


@dataclass
class Pace:
    """How far a ladder is: its work is counted in rollouts."""

    runner: Runner
    watch: Watch
    planned: float
    done: float = 0.0

    def playing(self, what: str, work_of_a_game: float) -> Runner:
        """A runner for games that are as much work each."""
        self.watch(self.done, self.planned, what)

        def progress(games: int, total: object) -> None:
            self.done += games * work_of_a_game
            self.watch(self.done, max(self.planned, self.done), what)

        return replace(self.runner, progress=progress)


@dataclass(frozen=True)
class LadderSpec:
    """What a ladder is asked for."""

    experiment: ExperimentSpec
    usual: int
    """Games of a level with 64 rollouts."""
    top: int
    learned: str | None = None
    restricted: bool = True
    """Whether the restricted-play test is part of it."""


@dataclass
class Ladder:
    """A ladder being climbed."""

    asked: LadderSpec
    pace: Pace
    catalogue: Catalogue
    steps: list[Step] = field(default_factory=list)
    rungs: list[str] = field(default_factory=lambda: [RANDOM])

    def climb(self) -> None:
        """Find the rungs: first those that do not look ahead, then those that do, around the highest of these."""
        _, *plain = candidates(self.experiment.game, self.asked.learned, self.experiment)
        of_steps = len(plain) + len(looking_ahead(RANDOM, self.asked.top)) + 1
        self._try(plain, of_steps)
        self.base = self.rungs[-1]
        self._try(looking_ahead(self.base, self.asked.top), of_steps)
        if len(self.rungs) > 2:
            top = self.rungs[-1]
            found = step(self._sized(top), top, RANDOM, of_steps, self._runner(top, 1))
            self.steps.append(replace(found, is_next=False))

    def _try(self, names: Sequence[str], of_steps: int) -> None:
        for name in names:
            runner = self._runner(name, 1)
            for found in climb(self.experiment, [name], self.asked.usual, of_steps, runner, self.rungs[-1]):
                self.steps.append(found)
                self.rungs += [name] if found.is_up else []

    @property
    def experiment(self) -> ExperimentSpec:
        """What all its games have in common."""
        return self.asked.experiment

    def _sized(self, rung: str) -> ExperimentSpec:
        """With as many games as a rung plays."""
        games = games_of(rollouts_of(self.experiment, rung), self.asked.usual)
        return replace(self.experiment, games=games)

    def _runner(self, rung: str, seats: int) -> Runner:
        rollouts = rollouts_of(self.experiment, rung)
        return self.pace.playing(rung, seats * rollouts + self.experiment.players)

    def answers(self) -> pl.DataFrame:
        """The headlines at every rung."""
        rows = [row for rung in self.rungs for row in self._at(rung)]
        return pl.DataFrame(rows, schema=SCHEMA, orient="row")

    def _at(self, rung: str) -> Iterable[tuple[object, ...]]:
        experiment, runner = self._sized(rung), self._runner(rung, self.experiment.players)
        for role in headline_roles(experiment):
            yield from _role_rows(rung, role, experiment, runner)
        yield from _length_rows(rung, experiment, experiment.game.length, runner)
        for question in self._questions:
            yield from _value_rows(rung, question, experiment, runner)
        if self.catalogue.ladder.vary:
            yield from _rule_rows(rung, self.catalogue, experiment, runner)

    @property
    def _questions(self) -> list[AnyQuestion]:
        return [self.catalogue.questions[name] for name in self.catalogue.ladder.values]

    def tests(self) -> pl.DataFrame:
        """The restricted-play test of the strongest strategy that does not look ahead, and of the top."""
        players = dict.fromkeys([self.base, self.rungs[-1]])
        found = [restricted_play(self._sized(one), one, self._runner(one, self.experiment.players)) for one in players]
        return pl.concat(found)


def headline_roles(experiment: ExperimentSpec) -> list[Role]:
    """The roles of the seats that a ladder follows: a seat's number only if it is the most important."""
    return [one for k, one in enumerate(roles_of(experiment.game)) if k == 0 or not is_seat(one)]


def _role_rows(rung: str, role: Role, experiment: ExperimentSpec, runner: Runner) -> list[tuple[object, ...]]:
    judged = JudgedRole(role, role_sample(experiment, role, rung, runner), 1.0)
    if not judged.differs:
        return []
    names = [str(one) for one in judged.table[judged.table.columns[0]]]
    found = judged.found
    values = zip(names, 100 * found.advantage.value, 100 * found.low, 100 * found.high, strict=True)
    return [(rung, judged.table_name, *one, POINTS) for one in values]


def _length_rows(rung: str, experiment: ExperimentSpec, column: str, runner: Runner) -> list[tuple[object, ...]]:
    sample = play(experiment.job("fresh", strategies=rung), runner)
    found = mean_of_games(sample.games[column].to_numpy()[:, None], sample.job.block)
    (low,), (high,) = found.separate()
    return [(rung, LENGTH, "mean", float(found.value[0]), float(low), float(high), column)]


def _value_rows(
    rung: str, question: AnyQuestion, experiment: ExperimentSpec, runner: Runner
) -> list[tuple[object, ...]]:
    brief = replace(experiment, brief=True)
    if isinstance(question, Forced):
        table = forced(brief, question, rung, runner)
    else:
        assert isinstance(question, Dealt)
        table = dealt(brief, question, rung, runner)
    columns = ("level", "value_points", "low_points", "high_points")
    return [(rung, question.name, *row, POINTS) for row in table.select(columns).rows()]


def _rule_rows(rung: str, catalogue: Catalogue, experiment: ExperimentSpec, runner: Runner) -> list[tuple[object, ...]]:
    """What each value of a rule changes, on the same deals."""
    variation, outcome = read_variation(experiment.game, catalogue.ladder.vary), catalogue.ladder.outcome

    def values(words: str) -> tuple[np.ndarray, int]:
        sample = play(experiment.job("fresh", (words,), strategies=rung), runner)
        names, found = outcomes_of(sample, catalogue)
        return found[:, names.index(outcome)], sample.job.block

    before, block = values(variation.base)
    changes = np.column_stack([values(variation.words(one))[0] - before for one in variation.values[1:]])
    found = mean_of_games(changes, block)
    ends = zip(variation.values[1:], found.value, *found.joint(), strict=True)
    return [
        (rung, variation.setting, variation.words(value), float(mean), float(low), float(high), outcome)
        for value, mean, low, high in ends
    ]


def planned_work(asked: LadderSpec, catalogue: Catalogue) -> float:
    """How many rollouts a whole ladder plays at most, counted for each decision of a game alike."""
    experiment = asked.experiment
    seats, base = experiment.players, candidates(experiment.game, asked.learned, experiment)[-1]
    names = [*candidates(experiment.game, asked.learned, experiment), *looking_ahead(base, asked.top)]
    pools = 1 + sum(bool(one.drawn_by) for one in headline_roles(experiment))
    levels = sum(
        len(one.tried) for one in map(catalogue.questions.get, catalogue.ladder.values) if isinstance(one, Forced)
    )
    levels += 2 * bool(catalogue.ladder.vary)
    work = 0.0
    for name in names:
        rollouts = rollouts_of(experiment, name)
        games = games_of(rollouts, asked.usual)
        work += STEP_GAMES * games * (2 * rollouts + seats) + games * (pools + levels) * seats * (rollouts + 1)
    if asked.restricted:
        tried = len(held_players(experiment, base))
        questions = len({one.question for one in held_players(experiment, base)})
        for name in (base, names[-1]):
            rollouts = rollouts_of(experiment, name)
            games = games_of(rollouts, asked.usual)
            work += games * (tried / 8 + questions) * seats * (rollouts + 1)
    return work


def ladder(asked: LadderSpec, runner: Runner, watch: Watch = unwatched) -> Answer:
    """Climb the ladder, ask its headlines at every rung, and test its players."""
    experiment = asked.experiment
    catalogue = read_catalogue(experiment.game)
    found = Ladder(asked, Pace(runner, watch, planned_work(asked, catalogue)), catalogue)
    found.climb()
    answers = found.answers()
    lowest = found.rungs[min(1, len(found.rungs) - 1)]
    headlines = headline_table(answers, {"at_lowest": lowest, "at_base": found.base, "at_top": found.rungs[-1]})
    tables: Tables = {STEPS: step_table(found.steps), HEADLINES: headlines, ANSWERS: answers}
    tables |= {RESTRICTED: found.tests()} if asked.restricted else {}
    return answer_of(found, tables)


def headline_table(answers: pl.DataFrame, rungs: Mapping[str, str]) -> pl.DataFrame:
    """A row for each level of each headline, with its value and interval on some rungs, each in its column; for
    readers.
    """
    numbers = [pl.col(one).round(1).cast(pl.String) for one in ("value", "low", "high")]
    told = pl.format("{} ({} to {})", *numbers)
    keys = ("question", "level", "unit")
    found = answers.select(*keys).unique(maintain_order=True)
    for column, rung in rungs.items():
        some = answers.filter(pl.col("rung") == rung).select(*keys, told.alias(column))
        found = found.join(some, on=keys, how="left", maintain_order="left")
    return found


def answer_of(found: Ladder, tables: Tables) -> Answer:
    """The answer of a ladder that was climbed."""
    experiment, top = found.experiment, found.rungs[-1]
    answers = tables[ANSWERS]
    verdicts = [steps_verdict(found.steps, found.rungs, STEPS)]
    for question in answers["question"].unique(maintain_order=True):
        rows = answers.filter(pl.col("question") == question)
        verdicts.append(answer_verdict(rows, found.rungs, found.base, experiment.game, ANSWERS))
    if RESTRICTED in tables:
        verdicts += [
            restricted_verdict(tables[RESTRICTED], one, RESTRICTED) for one in dict.fromkeys([found.base, top])
        ]
    games = max((one.games for one in found.steps), default=0)
    title = said("title.ladder", game=experiment.game.title, players=experiment.players, number=len(found.rungs))
    facts: Mapping[str, object] = {"rungs": found.rungs, "base": found.base, "top": top}
    who = Played(
        experiment.game.name, experiment.players, experiment.seed, games, ",".join(found.rungs), experiment.settings
    )
    return Answer(title, who, tuple(verdicts), tables, (), facts, PRINTED)
