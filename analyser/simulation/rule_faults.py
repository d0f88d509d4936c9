"""What a designer's rules did wrong in a game: the game is played again uncompiled, which knows the line."""

import os
from subprocess import TimeoutExpired

from analyser.core.errors import AnalyseError, BadInput
from analyser.core.patience import TooLong, at_most
from analyser.games.definition import Game
from analyser.games.designed.contract import line_of, parse_game, told, where
from analyser.games.designed.faults import FAULTS, PLACES
from analyser.games.loader import find_game
from analyser.simulation.job import Job
from analyser.simulation.other_process import SWITCH, ask
from analyser.simulation.part import OneTable, errors_as_compiled

SECONDS = 60.0
LOOKING_SECONDS = 5.0
"""How long an endless game is played again to see where it stays."""


def fault_in_rules(job: Job, number: int, problem: BaseException) -> BadInput:
    """The error that a designer sees: file, line, what happened, how to see the game."""
    game = find_game(job.game)
    found = located(game, problem) if SWITCH in os.environ else _played_again(job, number)
    text = found or f"{game.file}: {words_of(problem)}"
    return BadInput(f"{text}. It happened in game {number}. See: {job.replay_command(number)}")


def located(game: Game, problem: BaseException) -> str:
    """The same with its line, as Python knows it."""
    assert game.file is not None
    place = where(game.file, problem)
    if place in (str(game.file), f"{game.file}, line 1"):
        tree = parse_game(game.file)
        lines = [line_of(tree, one) for one in (*PLACES.get(type(problem).__name__, ()), "COUNTS")]
        place = f"{game.file}, line {next((line for line in lines if line > 1), 1)}"
    return f"{place}: {words_of(problem)}"


def words_of(problem: BaseException) -> str:
    """What went wrong, in words."""
    return FAULTS.get(type(problem).__name__) or (str(problem) if isinstance(problem, TooLong) else told(problem))


def _played_again(job: Job, number: int) -> str:
    """Where it happens, from a process that plays the game uncompiled; nothing if it cannot tell in time."""
    if any(one.ahead for one in job.strategies):
        return ""
    try:
        return ask(_where_it_breaks, job, number, failure="", seconds=SECONDS)
    except (AnalyseError, TimeoutExpired):
        return ""


def _where_it_breaks(job: Job, number: int) -> str:
    table = OneTable(job)
    try:
        with errors_as_compiled(), at_most(LOOKING_SECONDS):
            table.play(job.plan.seating(number, 1, job.rotations), number)
    except AnalyseError:
        raise
    except (Exception, TooLong) as problem:
        return located(find_game(job.game), problem)
    return ""
