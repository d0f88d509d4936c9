"""What a designer's rules did wrong in a game: the game is played again uncompiled, which knows the line."""

import os
import pickle
import subprocess
import sys

from analyser.core.errors import AnalyseError, BadInput
from analyser.games.definition import Game
from analyser.games.designed.contract import told, where
from analyser.games.designed.faults import FAULTS
from analyser.games.loader import find_game
from analyser.simulation.job import Job
from analyser.simulation.part import OneTable, errors_as_compiled

BEGIN = "import sys; sys.path[:] = {!r}; from analyser.simulation.rule_faults import answer; answer()"
SECONDS = 60.0


def fault_in_rules(job: Job, number: int, problem: BaseException) -> BadInput:
    """The error that a designer sees: file, line, what happened, how to see the game."""
    game = find_game(job.game)
    found = located(game, problem) if "NUMBA_DISABLE_JIT" in os.environ else _played_again(job, number)
    text = found or f"{game.file}: {words_of(problem)}"
    return BadInput(f"{text}. It happened in game {number}. See: {job.replay_command(number)}")


def located(game: Game, problem: BaseException) -> str:
    """The same with its line, as Python knows it."""
    assert game.file is not None
    return f"{where(game.file, problem)}: {words_of(problem)}"


def words_of(problem: BaseException) -> str:
    """What went wrong, in words."""
    return FAULTS.get(type(problem).__name__) or told(problem)


def _played_again(job: Job, number: int) -> str:
    """Where it happens, from a process that plays the game uncompiled; nothing if it cannot tell in time."""
    if any(one.ahead for one in job.strategies):
        return ""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", BEGIN.format(sys.path)]
    try:
        done = subprocess.run(
            command,
            input=pickle.dumps((job, number)),
            env=environment,
            capture_output=True,
            check=False,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.decode() if done.returncode == 0 else ""


def answer() -> None:
    """Play the game that is asked for on standard input, and say where it breaks."""
    job, number = pickle.load(sys.stdin.buffer)
    table = OneTable(job)
    try:
        with errors_as_compiled():
            table.play(job.plan.seating(number, 1, job.rotations), number)
    except AnalyseError:
        raise
    except Exception as problem:
        sys.stdout.write(located(find_game(job.game), problem))
