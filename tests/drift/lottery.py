"""A lottery in the place of a game: its law is known, so what a check says of it can be judged; and it is quick."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyser.kernel.columns import OUTCOMES
from analyser.simulation.job import Job
from analyser.simulation.part import Part


@dataclass(frozen=True)
class Lottery:
    """Games drawn by lot. The same seed gives the same luck, whatever the law: two lotteries are paired."""

    tickets: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0)
    """Of each strategy; who has twice as many wins twice as often."""
    shared: float = 0.1
    """How often the winner shares with the next seat."""
    nobody: float = 0.05
    """How often nobody wins."""
    rounds: int = 6

    def __call__(self, job: Job) -> Iterator[Part]:
        """Play a job, part by part."""
        luck = np.random.default_rng(job.seed).random((job.games, 5))
        for number in range(job.n_parts):
            first, n_games = job.part_range(number)
            yield self._part(job, number, luck[first : first + n_games])

    def _part(self, job: Job, number: int, luck: np.ndarray) -> Part:
        n_seats = job.players
        lineups = job.plan.seating(*job.part_range(number), job.rotations)
        upto = np.asarray(self.tickets)[lineups].cumsum(1)
        winner = (upto > luck[:, :1] * upto[:, -1:]).argmax(1)
        wins = np.eye(n_seats)[winner]
        is_shared, is_nobody = luck[:, 1] < self.shared, luck[:, 2] < self.nobody
        wins[is_shared] = (wins[is_shared] + np.eye(n_seats)[(winner[is_shared] + 1) % n_seats]) / 2
        wins[is_nobody] = 0
        ends = np.where(is_nobody, "no_winner", np.where(is_shared, "shared", "won"))
        turns = (np.arange(n_seats) + np.floor(luck[:, 3:4] * n_seats).astype(int)) % n_seats + 1
        rounds = self.rounds + (luck[:, 4] < 0.5)
        return part_of(number, ends.tolist(), rounds, 4 * rounds, wins, 20 + 2 * wins, turns)


def part_of(number, outcomes, rounds, decisions, wins, scores, turn_positions) -> Part:
    """A part of Faut pas pousser with these columns; seats by age as they sit."""
    n_games, n_seats = np.shape(wins)
    games = pl.DataFrame(
        {"outcome": outcomes, "rounds": rounds, "decisions": decisions},
        {"outcome": pl.Enum(OUTCOMES), "rounds": pl.UInt16, "decisions": pl.UInt16},
    )
    seats = pl.DataFrame(
        {
            "win": np.ravel(wins),
            "score": np.ravel(scores).astype(int),
            "turn_position": np.ravel(turn_positions),
            "age_rank": np.tile(np.arange(n_seats) + 1, n_games),
        }
    )
    return Part(number, {"games": games, "seats": seats}, None)
