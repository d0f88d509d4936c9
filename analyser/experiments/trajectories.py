"""Games followed turn by turn: the scores of all seats after each turn."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from analyser.core.arrays import Floats, Ints
from analyser.experiments.kept import FOLLOWED, Tables
from analyser.experiments.sample import Runner
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.kernel.columns import ROUNDS, WHOLE_WIN, WIN
from analyser.kernel.limits import MAX_TRACE
from analyser.kernel.loop import Rows
from analyser.simulation.engine import make_ready
from analyser.simulation.job import Job
from analyser.simulation.part import OneTable, column_rows
from analyser.statistics.feel import within
from analyser.statistics.win_model import Followed

ORDER = "turn_position"
"""The column of a game in which the order of play is not that of the seats."""
MOST_LEVELS = 8
"""A role with more levels would need more games to be fitted than are followed."""


PART_GAMES = 250
"""Games that are followed, and kept, together."""


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
    """Play the games of a job one by one; those that were followed before are not played again."""
    kept = runner.kept.of(job, FOLLOWED)
    parts = [(first, min(PART_GAMES, job.games - first)) for first in range(0, job.games, PART_GAMES)]
    if any(part not in kept for part in parts):
        make_ready(find_game(job.game), job.strategies, runner.note)
    for part in parts:
        if part not in kept:
            kept[part] = follow(job, *part, runner)
    return joined(job, [kept[part] for part in parts])


def follow(job: Job, first: int, n_games: int, runner: Runner) -> Tables:
    """Some of a job's games: their scores turn by turn, their lengths, and the kernel's rows of games and seats."""
    table, lineups = OneTable(job, n_games), job.plan.seating(first, n_games, job.rotations)
    workspace = table.state.workspace
    workspace.traced = 1
    paths = []
    for row in range(n_games):
        table.play(lineups, first, row, row + 1)
        paths.append(workspace.scores[: min(int(workspace.n_traced), MAX_TRACE), : job.players].astype(np.int32))
        runner.count(1)
    lengths = pl.DataFrame({"length": [len(path) for path in paths]})
    rows = {"scores": np.concatenate(paths), "games": table.games.T, "seats": table.seats.T}
    return {"lengths": lengths, **{name: pl.DataFrame(found, orient="row") for name, found in rows.items()}}


def joined(job: Job, parts: Sequence[Tables]) -> Trajectories:
    """The parts of a job, one after the other."""
    found = {name: pl.concat([one[name] for one in parts]).to_numpy() for name in parts[0]}
    lengths, games, seats = found["lengths"].ravel(), found["games"].T, found["seats"].T
    scores = np.zeros((job.games, int(lengths.max()), job.players), np.int32)
    scores[within(lengths, scores.shape[1])] = found["scores"]
    return Trajectories(scores, lengths, seats[WIN].reshape(job.games, -1) / WHOLE_WIN, games, seats)
