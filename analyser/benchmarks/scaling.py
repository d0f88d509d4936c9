"""How speed grows with cores, and what the size of parts and of a run costs."""

import time
from dataclasses import dataclass

from analyser.games.definition import Game
from analyser.simulation.executor import Workers, play_all
from analyser.simulation.job import make_job

SECONDS = 1.5
"""About how long a measurement lasts."""
PARTS = (1, 4, 16, 64, 256)
SHARES = (1 / 1000, 1 / 100, 1 / 10, 1)


@dataclass(frozen=True)
class Speed:
    """A run from its first part to its last, without writing."""

    games: int
    part_games: int
    cores: int
    rate: float
    """Games a second, rows and sums included."""


def speed(game: Game, spec: str, games: int, part_games: int | None, cores: int) -> Speed:
    """Play a job with this many threads and this size of parts; keep nothing."""
    job = make_job(game, strategies=spec, games=games, part_games=part_games)
    began = time.perf_counter()
    for _ in play_all(job, Workers(cores), lambda text: None, lambda n, total: None):
        pass
    return Speed(games, job.part_games, cores, games / (time.perf_counter() - began))


def scaling(game: Game, spec: str, rate: float, cores: int) -> list[Speed]:
    """From one core to all, for all sizes of parts and runs; `rate` is roughly what all cores play per second."""
    games = max(64, int(rate * SECONDS))
    found = [speed(game, spec, max(64, games * n // cores), None, n) for n in range(1, cores + 1)]
    found += [speed(game, spec, games, -(-games // n), cores) for n in PARTS if n <= games]
    return found + [speed(game, spec, max(1, int(games * share)), None, cores) for share in SHARES]
