"""Plays an experiment in stages until it is decided, or until more games would not help.

Method: docs/explanation/methods.md#stages.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from analyser.experiments.sample import ExperimentSpec
from analyser.experiments.verdict import Level, Verdict
from analyser.statistics.stages import looks

Found = TypeVar("Found")
HOPELESS = 8
"""If deciding takes this many times the most games, playing on would not help."""
ENOUGH = 4
"""That is judged when a quarter of the most games are played, or more: before, it is a guess."""


def in_stages(
    experiment: ExperimentSpec, try_it: Callable[[ExperimentSpec], Found], verdict_of: Callable[[Found], Verdict]
) -> Found:
    """What the last stage found. The games of a stage are those of the one before, and as many more."""
    if not experiment.staged:
        return try_it(experiment)
    stages = [replace(experiment, games=one.games, spent=one.spent) for one in looks(experiment.games)]
    for stage in stages:
        found = try_it(stage)
        if is_settled(verdict_of(found), stage.games, experiment.games):
            break
    return found


def is_settled(verdict: Verdict, games: int, most: int) -> bool:
    """Whether a verdict is decided, or could not be with a few times the most games."""
    if verdict.level != Level.UNDECIDED:
        return not verdict.is_open
    needed = verdict.games_needed
    return ENOUGH * games >= most and (needed is None or needed > HOPELESS * most)
