"""Games followed turn by turn: the scores of all seats after each turn."""

from typing import NamedTuple

import numpy as np

from analyser.core.arrays import Floats, Ints
from analyser.experiments.sample import Runner
from analyser.games.loader import find_game
from analyser.kernel.columns import WHOLE_WIN, WIN
from analyser.kernel.limits import MAX_TRACE
from analyser.kernel.loop import Rows
from analyser.simulation.engine import make_ready
from analyser.simulation.job import Job
from analyser.simulation.part import OneTable


class Trajectories(NamedTuple):
    """Scores (games x turns x seats), turns, win shares (games x seats), and the kernel's rows of games."""

    scores: Rows
    lengths: Ints
    wins: Floats
    games: Rows


def trajectories(job: Job, runner: Runner) -> Trajectories:
    """Play the games of a job one by one."""
    make_ready(find_game(job.game), job.strategies, runner.note)
    table, lineups = OneTable(job, job.games), job.plan.seating(0, job.games, job.rotations)
    workspace = table.state.workspace
    workspace.traced = 1
    paths = []
    for row in range(job.games):
        table.play(lineups, 0, row, row + 1)
        paths.append(workspace.scores[: min(int(workspace.n_traced), MAX_TRACE), : job.players].astype(np.int32))
        runner.progress(1, None)
    lengths = np.array([len(path) for path in paths])
    scores = np.zeros((job.games, int(lengths.max()), job.players), np.int32)
    for row, path in enumerate(paths):
        scores[row, : len(path)] = path
    return Trajectories(scores, lengths, table.seats[WIN].reshape(job.games, -1) / WHOLE_WIN, table.games)
