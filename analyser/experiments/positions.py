"""Positions from the middle of games, played on from each choice with new luck: agency and kingmaking (section 5)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyser.columns import WHOLE_WIN, WIN
from analyser.engine import Engine, Table, outputs
from analyser.experiments.sample import Lab
from analyser.job import Job
from analyser.registry import find_game

MOST_OPTIONS = 4
ROLLOUTS = 32


@dataclass(frozen=True)
class Position:
    """Whose decision it was, and the win shares of all seats after each choice tried: choices x rollouts x seats."""

    seat: int
    options: int
    wins: Any


class Study:
    """Plays one game of a job again, up to a decision, and on from there."""

    def __init__(self, job: Job) -> None:
        game = find_game(job.game)
        self.job = job
        self.engine = Engine(game, job.strategies)
        self.room = Table(game, dict(job.settings), job.players)
        self.room.work.studied, self.room.work.replays = 1, job.replays
        self.outputs = outputs(game, 1, job.players)

    def play(self, game: int, pinned: int = 0, choice: int = 0, rollout: int = 0) -> Any:
        """The win shares of the seats."""
        work = self.room.work
        work.forced, work.pinned, work.pinned_choice, work.rollout = 0, pinned, choice, rollout
        lineup = self.job.plan.seating(game, 1, self.job.rotations)
        records = (self.room.table, self.room.hidden, work)
        luck = (self.job.seed, game, 0, 1, self.job.sharing)
        self.engine.play(*luck, lineup, self.engine.choosers, self.engine.traits, *records, *self.outputs)
        return self.outputs[1][WIN] / WHOLE_WIN


def positions(job: Job, n: int, lab: Lab) -> tuple[list[Position], list[float]]:
    """n positions, each of another game and drawn from all of its decisions; and the part of a game's decisions that
    left no choice, for each game.
    """
    study = Study(job)
    rng = np.random.Generator(np.random.PCG64(job.seed))
    found, forced = [], []
    for game in range(n):
        study.play(game)
        work = study.room.work
        if work.decisions > 0:
            forced.append(float(work.forced / work.decisions))
            found.append(_position(study, game, int(rng.integers(work.decisions)) + 1, rng))
        lab.progress(MOST_OPTIONS * ROLLOUTS, None)
    return found, forced


def _position(study: Study, game: int, decision: int, rng: np.random.Generator) -> Position:
    """All choices of a decision, or a sample of them, each with the same rollouts."""
    study.play(game, decision)
    seat, options = int(study.room.work.pinned_seat), int(study.room.work.pinned_options)
    tried = np.sort(rng.choice(options, min(options, MOST_OPTIONS), replace=False))
    wins = [[study.play(game, decision, int(one), roll + 1) for roll in range(ROLLOUTS)] for one in tried]
    return Position(seat, options, np.array(wins))
