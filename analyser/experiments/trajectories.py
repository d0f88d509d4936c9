"""Games followed turn by turn: the scores of all seats after each turn."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl

from analyser.core.arrays import Floats, Ints
from analyser.experiments.kept import FOLLOWED, Tables
from analyser.experiments.sample import Runner
from analyser.games.definition import Game
from analyser.kernel.columns import ROUNDS, WHOLE_WIN, WIN
from analyser.kernel.limits import MAX_TRACE
from analyser.kernel.loop import Rows
from analyser.simulation.executor import do_all
from analyser.simulation.job import Job
from analyser.simulation.part import OneTable, Played, Stopped, Work, column_rows, engine_of, unheard
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
    work = Following(job, tuple(part for part in parts if part not in kept))
    numbers = range(len(work.parts))
    for part, tables in zip(work.parts, do_all(work, numbers, runner.workers, runner.note, runner.count), strict=True):
        kept[part] = tables
    return joined(job, [kept[part] for part in parts])


@dataclass(frozen=True)
class Following(Work[Tables]):
    """Games that are followed turn by turn, in parts."""

    parts: tuple[tuple[int, int], ...]
    """The first game of each, and how many."""

    def games(self, number: int) -> int:
        """All of the part."""
        return self.parts[number][1]

    def do(self, number: int, stop: threading.Event | None = None, played: Played = unheard) -> Tables:
        """Follow the games of one part."""
        return follow(self.job, *self.parts[number], played, stop)


def follow(job: Job, first: int, n_games: int, played: Played, stop: threading.Event | None = None) -> Tables:
    """Some of a job's games: their scores turn by turn, their lengths, and the kernel's rows of games and seats."""
    table, lineups = OneTable(job, n_games, engine_of(job)), job.plan.seating(first, n_games, job.rotations)
    workspace = table.state.workspace
    workspace.traced = 1
    paths = []
    for row in range(n_games):
        if stop is not None and stop.is_set():
            raise Stopped
        table.play(lineups, first, row, row + 1)
        paths.append(workspace.scores[: min(int(workspace.n_traced), MAX_TRACE), : job.players].astype(np.int32))
        played(1)
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
