"""What was chosen in a game whose players look ahead, and what they expected.

A narrated game is played uncompiled, where rollouts would take hours. So a process of its own plays it compiled first;
the narrated one then follows its script.
"""

from typing import NamedTuple

from analyser.games.loader import find_game
from analyser.simulation.engine import make_ready
from analyser.simulation.job import Job
from analyser.simulation.other_process import ask
from analyser.simulation.part import OneTable, explained


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
    return ask(_played, job, number, failure=f"Game {number} could not be played", compiled=True)


def _played(job: Job, number: int) -> Script:
    make_ready(find_game(job.game), job.strategies, lambda _: None)
    table = OneTable(job)
    workspace = table.state.workspace
    try:
        table.play(job.plan.seating(number, 1, job.rotations), number)
    except Exception as problem:
        raise explained(job, workspace, problem) from None
    hopes = [Hope(*one.item()) for one in workspace.hopes[: workspace.n_hopes]]
    return Script(workspace.script[: workspace.decisions].tolist(), hopes)
