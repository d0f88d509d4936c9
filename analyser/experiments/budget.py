"""How many games an experiment may play, step by step: what a bar shows, and what is said beforehand.

A step that plays in stages has the most games; what it did not need is taken off when it ends.
"""

from collections.abc import Callable, Iterable, Sequence

from analyser.experiments.catalogue import (
    Blanked,
    BySetting,
    Exchange,
    Forced,
    Hand,
    Question,
    Scoring,
    filled,
    read_catalogue,
)
from analyser.experiments.checks import Repeat
from analyser.experiments.dealt import DEALT_GAMES
from analyser.experiments.halftime import followed_games
from analyser.experiments.sample import ExperimentSpec, Runner
from analyser.experiments.variation import Variation
from analyser.games.definition import Game

Step = Callable[[ExperimentSpec], float]
"""The most games of one step of an experiment."""


def planned(main: Sequence[Step], experiment: ExperimentSpec, repeats: Iterable[Repeat] = ()) -> list[int]:
    """All steps of an experiment, then those of its repeats, in the order in which they are played."""
    specs = [experiment, *(one.experiment for one in repeats)]
    return [int(step(one)) for one in specs for step in main]


def spec_games(experiment: ExperimentSpec) -> float:
    """Of a step with one sample."""
    return experiment.games


def announce(plan: Sequence[int], runner: Runner) -> None:
    """Say how many games it may take, before the first one is played; a bar shows how far they are."""
    runner.steps.plan(plan)
    runner.note(f"At most {sum(plan):,} games in all, checks included.")


def games_of_variants(variation: Variation, experiment: ExperimentSpec) -> float:
    """Of a comparison: every value, some games of each followed; with unchanged play where the game allows it."""
    same = variation.setting in read_catalogue(experiment.game).same_play
    samples = len(variation.values) + (len(variation.values) - 1 if same else 0)
    return samples * (experiment.games + followed_games(experiment.games))


def games_of_question(question: Question, experiment: ExperimentSpec) -> float:
    """Of a question about worth: all its samples."""
    return _samples(question, experiment) * experiment.games * question.games


def _samples(question: Question, experiment: ExperimentSpec) -> float:
    match question:
        case Forced():
            return _samples_of_forced(question, experiment)
        case BySetting():
            return len(question.tried) + 1
        case Exchange():
            return len(question.amounts)
        case Blanked():
            cards = sum(len(levels(experiment.game, one)) for one in question.columns)
            return DEALT_GAMES + (0 if experiment.brief else cards)
        case Hand():
            return float(2 ** len(question.tried))
        case Scoring():
            return 1 if experiment.brief else 1 + 2 ** len(question.tried) / 8
    return 1


def _samples_of_forced(question: Forced, experiment: ExperimentSpec) -> float:
    """Free play (each deal once, not once for each seat), every level, what it is measured from, and what stands
    beside it.
    """
    references = {filled(question.reference_play, one, "") for one in question.tried.values()} - {""}
    found = 1 / experiment.players + len(question.tried) + len(references)
    if experiment.brief:
        return found
    beside = [bool(question.observed_pool), question.marginal, question.universal and len(question.tried)]
    return found + sum(beside)


def levels(game: Game, column: str) -> tuple[str, ...]:
    """The names that a column of the seats may hold."""
    return next(one.names for one in game.seat_columns() if one.name == column)
