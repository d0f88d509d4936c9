"""Games followed turn by turn: the scores of all seats after each turn."""

from typing import NamedTuple

import numpy as np

from analyser.core.arrays import Floats, Ints
from analyser.experiments.sample import Runner
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.kernel.columns import ROUNDS, WHOLE_WIN, WIN
from analyser.kernel.limits import MAX_TRACE
from analyser.kernel.loop import Rows
from analyser.simulation.engine import make_ready
from analyser.simulation.job import Job
from analyser.simulation.part import OneTable, column_rows
from analyser.statistics.win_model import Followed

ORDER = "turn_position"
"""The column of a game in which the order of play is not that of the seats."""
MOST_LEVELS = 8
"""A role with more levels would need more games to be fitted than are followed."""


class Trajectories(NamedTuple):
    """Scores (games x turns x seats), turns, win shares (games x seats), and the kernel's rows of games and seats."""

    scores: Rows
    lengths: Ints
    wins: Floats
    games: Rows
    seats: Rows

    def followed(self, game: Game) -> Followed:
        """With the order of play and the roles that the game shows wins by."""
        n_games, n = self.wins.shape
        columns = {name: self.seats[row].reshape(n_games, n) for name, row in column_rows(game).items()}
        usual = np.tile(np.arange(n), (n_games, 1))
        order = columns.pop(ORDER) - 1 if ORDER in columns else usual
        roles = [one - one.min() for one in columns.values() if np.ptp(one) < MOST_LEVELS]
        phases = min(max(round(float(self.lengths.mean() / max(self.games[ROUNDS].mean(), 1))), 1), MOST_LEVELS)
        return Followed(self.scores, self.lengths, self.wins, order, np.stack([usual, *roles], 2), phases)


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
    return Trajectories(scores, lengths, table.seats[WIN].reshape(job.games, -1) / WHOLE_WIN, table.games, table.seats)
