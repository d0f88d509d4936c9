"""What each card, opening, timing and action is worth, by the experiments that a game lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import NamedTuple, Protocol

import polars as pl

from analyser.core.errors import unknown
from analyser.experiments.answer import ENGLISH, Answer, Played
from analyser.experiments.catalogue import (
    AnyQuestion,
    Blanked,
    BySetting,
    Catalogue,
    Deal,
    Dealt,
    Exchange,
    Forced,
    Hand,
    OwnStudy,
    Pairs,
    Question,
    Scoring,
    read_catalogue,
)
from analyser.experiments.dealt import blanked, dealt, decided, exchange, hand, pairs
from analyser.experiments.forced import by_setting, forced
from analyser.experiments.measured import Tolerance
from analyser.experiments.sample import ExperimentSpec, Runner
from analyser.experiments.scoring import scoring
from analyser.experiments.sentences import said
from analyser.experiments.stages import in_stages
from analyser.experiments.verdict import About, Level, Verdict
from analyser.experiments.worth import measured_levels, remarks, value_verdict, zero
from analyser.games.definition import Game
from analyser.statistics.estimates import Estimates
from analyser.strategies.library import strongest

PRINTED = (
    *("level", "gift", "price", "win_share", "reference_share", "read_share", "noted_share"),
    *("value_points", "synergy_points", "low_points", "high_points", "verdict", "holds", "compliance_rate"),
    *("observed_share", "observed_margin_points", "marginal_points", "marginal_low_points", "marginal_high_points"),
    *("universal_score", "universal_score_margin", "adjusted_points", "adjusted_low_points", "adjusted_high_points"),
    *("replayed_points", "replayed_margin_points", "better_rate", "better_margin_points", "worse_rate"),
    *("worse_margin_points", "score", "above_mean_score", "low_score", "high_score"),
    *("worth_in_doubloon", "worth_in_point", "worth_low", "worth_high", "surplus", "surplus_low", "surplus_high"),
    *("decided_share", "low_share", "high_share"),
)
LEAST_GAMES = 100


class Study(Protocol):
    """A game's own module that answers a question: see `catalogue.OwnStudy`."""

    def answer(self, experiment: ExperimentSpec, question: Question, who: str, runner: Runner) -> pl.DataFrame:
        """Play, and make the table."""

    def told(self, table: pl.DataFrame) -> str:
        """The table in one sentence, in English."""


def values(
    experiment: ExperimentSpec,
    names: Sequence[str],
    strategy: str | None,
    runner: Runner,
    tolerances: Mapping[str, float] | None = None,
) -> Answer:
    """Answer the game's questions, or those named; judged by the tolerance of each, in points, if it has one."""
    catalogue = read_catalogue(experiment.game)
    base = strategy or strongest(experiment.game)
    chosen = catalogue.chosen(names, experiment.game)
    asked = asked_questions(experiment, names)
    players = {one.name: strategy or one.player or base for one in asked}
    judged_by = dict(tolerances or {})
    asking = Asking(experiment, catalogue, runner, judged_by)
    found = _asked_first({one.name: asking.answer(one, players[one.name]) for one in asked}, chosen)
    tables = {name: one.table for name, one in found.items()}
    verdicts = tuple(one.verdict for one in found.values())
    settings, games = tuple(experiment.settings), max(one.games for one in found.values())
    played = (experiment.game.key, experiment.players, experiment.seed, games, base, settings)
    title = said("title.values", game=experiment.game.title, players=experiment.players, field=_field(players))
    zeros = {one.name: [ENGLISH.sentence(told) for told in zero(one, tables[one.name])] for one in asked}
    facts = {"estimands": {one.name: _estimand(one) for one in chosen}, "zeros": zeros}
    printed, limits = dict.fromkeys(tables, PRINTED), {one: Tolerance(judged_by.get(one, 0.0)) for one in tables}
    return Answer(title, Played(*played, by_table=players), verdicts, tables, (), facts, printed, limits)


def _asked_first(found: Mapping[str, "Answered"], chosen: Sequence[Question]) -> dict[str, "Answered"]:
    """A currency is answered before what it measures; where nobody asked for it, it is told afterwards."""
    named = {one.name for one in chosen}
    first = {name: one for name, one in found.items() if name in named}
    return first | {
        name: one._replace(verdict=replace(one.verdict, question=""))
        for name, one in found.items()
        if name not in named
    }


def asked_questions(experiment: ExperimentSpec, names: Sequence[str]) -> list[Question]:
    """The questions of these names, all if none is named; with those of the currencies that they are answered in."""
    catalogue = read_catalogue(experiment.game)
    chosen = _with_currencies(catalogue.chosen(names, experiment.game), catalogue)
    return [one.at_table(experiment.players) for one in chosen]


def _estimand(question: Question) -> str:
    return question.estimand if isinstance(question, OwnStudy) else ENGLISH.say(f"estimand.{question.kind}")


def _field(players: dict[str, str]) -> str:
    """Who plays most of the questions, and who the others."""
    usual = max(players.values(), key=list(players.values()).count)
    others = [f"{name} of {who}" for name, who in players.items() if who != usual]
    return ", ".join([usual, *others])


def _with_currencies(chosen: Sequence[AnyQuestion], catalogue: Catalogue) -> list[AnyQuestion]:
    """A question that is answered in a currency needs its rate of exchange first."""
    needed = [catalogue.questions[name] for one in chosen if (name := _currency(one))]
    return list({one.name: one for one in [*needed, *chosen]}.values())


def _currency(question: Question) -> str:
    return question.currency if isinstance(question, BySetting | Blanked) else ""


class Answered(NamedTuple):
    """A question's table, its verdict, and how many games each of its levels got."""

    table: pl.DataFrame
    verdict: Verdict
    games: int


@dataclass
class Asking:
    """Answers the questions of one command, one after the other."""

    experiment: ExperimentSpec
    catalogue: Catalogue
    runner: Runner
    tolerances: Mapping[str, float]
    rates: dict[str, Estimates] = field(default_factory=dict)
    """What one unit of each currency is worth."""

    def answer(self, question: Question, base: str) -> Answered:
        """Play the question's experiment, in stages; a game's own study has none."""
        self.runner.note(f"{question.name}: {question.method}")
        games = max(int(self.experiment.games * question.games), LEAST_GAMES)
        most = replace(self.experiment, games=games, staged=self.experiment.staged and question.is_staged)

        def tried(stage: ExperimentSpec) -> Answered:
            table = self.table(stage, question, base)
            return Answered(table, self.verdict(question, table, stage.games, base), stage.games)

        found = in_stages(most, tried, lambda found: found.verdict)
        self.runner.steps.end()
        return found

    def table(self, stage: ExperimentSpec, question: Question, base: str) -> pl.DataFrame:
        """Play the games of a stage."""
        if isinstance(question, Exchange):
            table, self.rates[question.name] = exchange(stage, question, base, self.runner)
            return table
        return _answer(stage, question, base, self.runner, self.rates.get(_currency(question)))

    def verdict(self, question: Question, table: pl.DataFrame, games: int, who: str) -> Verdict:
        """The verdict on its table, which `who` played."""
        if isinstance(question, OwnStudy):
            told = study_of(self.experiment.game, question).told(table)
            rows = tuple(measured_levels(table))
            found = Verdict(Level.NOTED, said("values.study", text=told), About(question.name), rows)
            return replace(found, question=question.question)
        currency = self.catalogue.questions.get(_currency(question))
        unit = currency.unit if isinstance(currency, Exchange) else ""
        found = value_verdict(question, table, self.tolerances.get(question.name), games, unit)
        return replace(found, question=question.question, remarks=remarks(question, table, unit, who))


def _answer(
    experiment: ExperimentSpec, question: Question, base: str, runner: Runner, rate: Estimates | None
) -> pl.DataFrame:
    match question:
        case Forced():
            return forced(experiment, question, base, runner)
        case BySetting():
            return by_setting(experiment, question, base, runner, rate)
        case Dealt():
            return dealt(experiment, question, base, runner)
        case Pairs():
            return pairs(experiment, question, base, runner)
        case Blanked():
            return blanked(experiment, question, base, runner, rate)
        case Hand():
            return hand(experiment, question, base, runner)
        case Scoring():
            return scoring(experiment, question, base, runner)
        case OwnStudy():
            return study_of(experiment.game, question).answer(experiment, question, base, runner)
        case Deal():
            return decided(experiment, base, runner)
    raise TypeError(question)


def study_of(game: Game, question: OwnStudy) -> Study:
    """The game's own module that answers a question."""
    if question.study not in game.studies:
        raise unknown(f"study of {game.name}", question.study, game.studies, str(game.home))
    return import_module(game.studies[question.study])
