"""What was chosen in a game whose players look ahead, and what they expected.

A narrated game is played uncompiled, where rollouts would take hours. So a process of its own plays it compiled first;
the narrated one then follows its script.
"""

import os
import pickle
import subprocess
import sys
from typing import NamedTuple

from analyser.core.errors import AnalyseError, RunFailed
from analyser.games.loader import find_game
from analyser.simulation.engine import make_ready
from analyser.simulation.job import Job
from analyser.simulation.part import OneTable, explained

BEGIN = "import sys; sys.path[:] = {!r}; from analyser.simulation.scripts import answer; answer()"


class Hope(NamedTuple):
    """What a seat that looks ahead expected at a decision: see `workspace.HOPE`."""

    decision: int
    seat: int
    rollouts: int
    choices: int
    mine: float
    favourite: float


class Script(NamedTuple):
    """The choices of a game, one for each decision, and the expectations behind some of them."""

    choices: list[int]
    hopes: list[Hope]


def script_of(job: Job, number: int) -> Script:
    """Game `number` of a job, from a process that plays it compiled."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    command = [sys.executable, "-c", BEGIN.format(sys.path)]
    done = subprocess.run(command, input=pickle.dumps((job, number)), env=environment, capture_output=True, check=False)
    if done.returncode != 0:
        raise RunFailed(f"Game {number} could not be played: {done.stderr.decode(errors='replace').strip()[-300:]}")
    found: Script | AnalyseError = pickle.loads(done.stdout)
    if isinstance(found, AnalyseError):
        raise found
    return found


def answer() -> None:
    """The script that is asked for on standard input, or the error, on standard output."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    job, number = pickle.load(sys.stdin.buffer)
    with answers:
        answers.write(pickle.dumps(_played(job, number)))


def _played(job: Job, number: int) -> Script | AnalyseError:
    make_ready(find_game(job.game), job.strategies, lambda _: None)
    table = OneTable(job)
    workspace = table.state.workspace
    try:
        table.play(job.plan.seating(number, 1, job.rotations), number)
    except Exception as problem:
        found = explained(job, workspace, problem)
        if not isinstance(found, AnalyseError):
            raise
        return found
    hopes = [Hope(*one.item()) for one in workspace.hopes[: workspace.n_hopes]]
    return Script(workspace.script[: workspace.decisions].tolist(), hopes)
