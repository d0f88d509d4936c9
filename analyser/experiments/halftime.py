"""The leader and the last at half, and how often they win: some of the games, followed turn by turn.

Method: docs/explanation/methods.md#feel.
"""

from dataclasses import dataclass

import numpy as np

from analyser.core.arrays import Floats
from analyser.experiments.sample import Runner
from analyser.experiments.trajectories import trajectories
from analyser.simulation.job import Job
from analyser.statistics.estimates import block_sums, ratio_of_sums
from analyser.statistics.feel import places_at
from analyser.statistics.paired import Changes, unusual

NAMES = ("leader_at_half_wins_share", "last_at_half_wins_share")
PART = 4
"""One game in this many is followed: games are followed one by one, on one core."""
LEAST_GAMES = 200


def followed_games(games: int) -> int:
    """How many of these games are followed."""
    return min(max(games // PART, LEAST_GAMES), games)


@dataclass(frozen=True)
class Halves:
    """What the leaders and the last of each block of games won, and how many games had them (blocks x names)."""

    sums: Floats
    counts: Floats

    @property
    def shares(self) -> Floats:
        """Win shares of both; not a number if all games are level at half."""
        known = self.counts.sum(0) > 0
        return np.where(known, ratio_of_sums(self.sums, self.counts).value, np.nan)

    @property
    def influence(self) -> Floats:
        """What each block adds to the shares."""
        total = np.maximum(self.counts.sum(0), 1.0)
        return (self.sums - np.nan_to_num(self.shares) * self.counts) / total


def halves(job: Job, runner: Runner) -> Halves:
    """Follow all games of a job; games that are level at half have no leader."""
    scores, lengths, wins, *_ = trajectories(job, runner)
    places, apart = places_at(scores, lengths, wins)
    counted = np.repeat(apart[:, None], len(NAMES), 1)
    found = np.where(counted, places[:, : len(NAMES)], 0.0)
    return Halves(block_sums(found, job.block), block_sums(counted, job.block))


def changes(base: Halves, variant: Halves) -> Changes:
    """Variant minus base, on the same deals: the error is that of the pairs."""
    influence = variant.influence - base.influence
    return Changes(variant.shares - base.shares, influence, len(influence), unusual(influence), np.ones(len(NAMES)))
