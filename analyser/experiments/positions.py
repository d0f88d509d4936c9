"""Positions from the middle of games, played to the end from each choice with new luck: agency and kingmaking.

Method: docs/explanation/methods.md#positions.
"""

import threading
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from analyser.core.arrays import Bools, Floats
from analyser.experiments.sample import Runner
from analyser.kernel.columns import WHOLE_WIN, WIN
from analyser.kernel.limits import MAX_SCRIPT
from analyser.kernel.rollouts import RECORDED, STUDIED
from analyser.simulation.executor import do_all
from analyser.simulation.job import Job
from analyser.simulation.part import OneTable, Played, Stopped, Work, engine_of, unheard
from analyser.statistics.feel import pick_gap, same_winners

MOST_OPTIONS = 4
ROLLOUTS = 32
PART_POSITIONS = 8
"""Positions that are played together by one worker."""


@dataclass(frozen=True)
class Position:
    """Whose decision it was, and the win shares of all seats after each choice tried: choices x rollouts x seats."""

    seat: int
    options: int
    wins: Floats
    picked: int
    """Which of the choices tried the strategy picked."""
    drawn: Bools
    """Which of them were drawn by lot from all choices."""

    @property
    def agency(self) -> float:
        """What the pick wins more than a choice by lot."""
        return pick_gap(self.wins[self.picked], self.wins[self.drawn], self.seat)

    @property
    def same_winner(self) -> float:
        """How often another choice by lot has the same winner as the pick."""
        others = self.drawn & (np.arange(len(self.wins)) != self.picked)
        return same_winners(self.wins[self.picked], self.wins[others])


class Study:
    """Plays one game of a job again, up to a decision, and then to its end. The base of a strategy that looks ahead
    plays for it: rollouts inside of rollouts would take too long.
    """

    def __init__(self, job: Job) -> None:
        self.job = replace(job, strategies=tuple(one.ahead.base if one.ahead else one for one in job.strategies))
        self.table = OneTable(self.job, 1, engine_of(self.job))
        self.engine, self.state = self.table.engine, self.table.state

    def play(self, game: int, pinned: int = 0, choice: int = 0, rollout: int = 0) -> Floats:
        """The win shares of the seats."""
        workspace = self.state.workspace
        workspace.studied = STUDIED if pinned else RECORDED
        workspace.forced, workspace.pinned, workspace.pinned_choice, workspace.rollout = 0, pinned, choice, rollout
        workspace.fresh = pinned if rollout > 0 else 0
        self.table.play(self.job.plan.seating(game, 1, self.job.rotations), game)
        return self.table.seats[WIN] / WHOLE_WIN


def positions(job: Job, n: int, runner: Runner) -> tuple[list[Position], list[float]]:
    """n positions, each of another game and drawn from all of its decisions; and the part of a game's decisions that
    left no choice, for each game.
    """
    study = Study(job)
    rng = np.random.Generator(np.random.PCG64(job.seed))
    drawn, forced = [], []
    for game in range(n):
        study.play(game)
        workspace = study.state.workspace
        if workspace.decisions > 0:
            forced.append(float(workspace.forced / workspace.decisions))
            decision = int(rng.integers(min(workspace.decisions, MAX_SCRIPT))) + 1
            drawn.append(_drawn(study, game, decision, int(workspace.script[decision - 1]), rng))
    work = Positions(study.job, tuple(drawn))
    numbers = range(-(-len(drawn) // PART_POSITIONS))
    parts = do_all(work, numbers, runner.workers, runner.note, runner.count)
    return [one for part in parts for one in part], forced


class Drawn(NamedTuple):
    """A decision of a game that is played to the end from several of its choices."""

    game: int
    decision: int
    seat: int
    options: int
    own: int
    lot: tuple[int, ...]


def _drawn(study: Study, game: int, decision: int, own: int, rng: np.random.Generator) -> Drawn:
    """All choices beside the one that was picked, or some drawn by lot from all."""
    study.play(game, decision)
    seat, options = int(study.state.workspace.pinned_seat), int(study.state.workspace.pinned_options)
    lot = rng.choice(options, min(options, MOST_OPTIONS), replace=False)
    return Drawn(game, decision, seat, options, own, tuple(lot.tolist()))


@dataclass(frozen=True)
class Positions(Work[list[Position]]):
    """Decisions that are played to the end from several choices, in parts."""

    drawn: tuple[Drawn, ...]

    def games(self, number: int) -> int:
        """About as many as are played."""
        return MOST_OPTIONS * ROLLOUTS * len(self._part(number))

    def do(self, number: int, stop: threading.Event | None = None, played: Played = unheard) -> list[Position]:
        """The positions of one part."""
        study, found = Study(self.job), []
        for one in self._part(number):
            if stop is not None and stop.is_set():
                raise Stopped
            found.append(_position(study, one))
            played(MOST_OPTIONS * ROLLOUTS)
        return found

    def _part(self, number: int) -> tuple[Drawn, ...]:
        return self.drawn[number * PART_POSITIONS : (number + 1) * PART_POSITIONS]


def _position(study: Study, drawn: Drawn) -> Position:
    """Each choice with the same rollouts."""
    tried = np.union1d(drawn.lot, [drawn.own]).astype(int)
    wins = [[study.play(drawn.game, drawn.decision, int(one), roll + 1) for roll in range(ROLLOUTS)] for one in tried]
    picked = int(np.flatnonzero(tried == drawn.own)[0])
    return Position(drawn.seat, drawn.options, np.array(wins), picked, np.isin(tried, drawn.lot))
