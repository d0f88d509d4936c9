"""How speed grows with cores, and what the size of parts and of a run costs."""

import time
from dataclasses import dataclass

from analyser.job import make_job
from analyser.registry import Game
from analyser.simulate import play_all
from analyser.workers import Workers

SECONDS = 1.5
"""About how long a measurement lasts."""
PARTS = (1, 4, 16, 64, 256)
SHARES = (1 / 1000, 1 / 100, 1 / 10, 1)


@dataclass(frozen=True)
class Speed:
    """A run without a disk, from its first part to its last."""

    games: int
    part_games: int
    cores: int
    rate: float
    """Games a second, rows and sums included."""


def speed(game: Game, spec: str, games: int, part_games: int | None, cores: int) -> Speed:
    """Play a job with so many threads, in parts of this size, and throw its parts away."""
    job = make_job(game, strategies=spec, games=games, part_games=part_games)
    began = time.perf_counter()
    for _ in play_all(job, Workers(cores), lambda text: None, lambda n, total: None):
        pass
    return Speed(games, job.part_games, cores, games / (time.perf_counter() - began))


def scaling(game: Game, spec: str, rate: float, cores: int) -> list[Speed]:
    """One core to all, parts of all sizes, runs of all sizes; `rate` is about what all cores play a second."""
    games = max(64, int(rate * SECONDS))
    found = [speed(game, spec, max(64, games * n // cores), None, n) for n in range(1, cores + 1)]
    found += [speed(game, spec, games, -(-games // n), cores) for n in PARTS if n <= games]
    return found + [speed(game, spec, max(1, int(games * share)), None, cores) for share in SHARES]
