"""How near the kernels are to their limit: C programs of the same rules, on one core, in turn.

    make limit

Each C program keeps its tables in its own way, and is as fast as we could write it. Before its rate counts, its figures
must be those of the kernel: who wins, how long games are, what else is recorded, all within the noise of the games.
Rates are by processor time, the best of some slices: kernel and C take turns, so what slows one down slows the other.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

import analyser
from analyser.experiments.sample import Sample
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.simulation.job import make_job
from analyser.simulation.part import OneTable, engine_of

FOLDER = Path(__file__).parent / "limit"
COMPILE = ("gcc", "-std=c11", "-O3", "-march=native", "-Wall", "-Wextra", "-Werror")
SLICES = 5
SECONDS = 0.25
CHECKED = 20_000
"""Games of the kernel whose figures are compared."""
FAR = 4.5
"""Standard errors between two means that chance does not explain, however many are compared."""
BATCH = 64
"""Games in one call of the kernel."""

Means = dict[str, tuple[float, float]]
"""Means by name, each with its standard error."""


@dataclass(frozen=True)
class Limit:
    """A game, the strategies of its C program, and what of the kernel's games is compared."""

    game: str
    strategies: tuple[str, ...]
    figures: Callable[[Sample], Iterator[tuple[str, "np.ndarray | pl.Series"]]]

    @property
    def source(self) -> Path:
        """The program."""
        return FOLDER / f"{self.game.replace('-', '_')}.c"


def _by_position(sample: Sample) -> Iterator[tuple[str, "np.ndarray | pl.Series"]]:
    position = sample.by_seat("turn_position")
    for k in range(1, sample.job.players + 1):
        yield f"wins.{k}", sample.wins[position == k]
        yield f"score.{k}", sample.by_seat("score")[position == k]
    yield "captains", sample.games["captains_aboard"]
    yield "shared", sample.games["outcome"] == "shared"


def _by_seat(sample: Sample) -> Iterator[tuple[str, "np.ndarray | pl.Series"]]:
    for k in range(sample.job.players):
        yield f"wins.{k + 1}", sample.wins[:, k]


def _planks(sample: Sample) -> Iterator[tuple[str, "np.ndarray | pl.Series"]]:
    yield from _by_seat(sample)
    survivors = sample.games["survivor_colour"].to_physical()
    for colour in range(4):
        yield f"survivor.{colour}", survivors == colour
    yield "turns", sample.games["turns"]
    yield "decisions", sample.games["decisions"]
    yield "at_half.1", sample.by_seat("own_left_at_half")[:, 0]


def _ships(sample: Sample) -> Iterator[tuple[str, "np.ndarray | pl.Series"]]:
    yield "wins.1", sample.wins[:, 0]
    of_seat = {"score": "score", "joins": "from_joins", "families": "from_families", "looted": "tiles_looted"}
    of_seat |= {"bought": "tiles_bought", "thrown": "thrown", "purse": "doubloons"}
    for name, column in of_seat.items():
        yield name, sample.by_seat(column)[:, 0]
    of_game = {"ticks": "ticks", "stops": "stopped", "ties": "lost_to_ties", "auctions": "auctions"}
    of_game |= {"halvings": "halvings", "sunk": "sunk", "bank": "bank", "decisions": "decisions"}
    for name, column in of_game.items():
        yield name, sample.games[column]


LIMITS = (
    Limit("faut-pas-pousser", ("random", "greedy"), _by_position),
    Limit("la-planche", ("random", "protector"), _planks),
    Limit("piratoons", ("random", "quartermaster"), _ships),
)


def compiled(limit: Limit, folder: Path) -> Path:
    """The C program."""
    program = folder / limit.game
    subprocess.run([*COMPILE, "-o", program, limit.source, "-lm"], check=True)
    return program


def run(program: Path, strategy: str, games: int, seed: int) -> Means:
    """What the program says: its rate, and figures of its games."""
    done = subprocess.run(
        [program, strategy, str(games), str(seed)], capture_output=True, text=True, check=True, timeout=600
    )
    lines = (line.split() for line in done.stdout.splitlines())
    return {name: (float(mean), float(error)) for name, mean, error in lines}


def kernel_means(limit: Limit, strategy: str) -> Means:
    """The same figures of the kernel's games."""
    sample = analyser.play(limit.game, strategy, games=CHECKED, seed=7, jobs=1)
    found = {name: np.asarray(values, float) for name, values in limit.figures(sample)}
    return {name: (float(one.mean()), float(one.std() / np.sqrt(one.size))) for name, one in found.items()}


def differences(kernel: Means, program: Means) -> list[str]:
    """Figures that lie further apart than chance explains."""
    far = []
    for name, (mean, error) in kernel.items():
        other, its_error = program[name]
        if abs(mean - other) > FAR * np.hypot(error, its_error) + 1e-9:
            far.append(f"{name}: kernel {mean:.5g} ± {error:.2g}, C {other:.5g} ± {its_error:.2g}")
    return far


class Kernel:
    """The kernel with one strategy in all seats, on one table."""

    def __init__(self, game: Game, strategy: str) -> None:
        job = make_job(game, strategies=strategy)
        self.table, self.played = OneTable(job, BATCH, engine_of(job)), 0
        self.lineups = np.zeros((BATCH, job.players), np.uint8)
        self.table.play(self.lineups, 0, 0, BATCH)

    def rate(self, seconds: float) -> float:
        """Games per second of processor time."""
        began, played = time.thread_time(), self.played
        while time.thread_time() - began < seconds:
            self.table.play(self.lineups, self.played, 0, BATCH)
            self.played += BATCH
        return (self.played - played) / (time.thread_time() - began)


def row(limit: Limit, strategy: str, program: Path) -> str:
    """A line of the table; figures that differ are an error."""
    kernel = Kernel(find_game(limit.game), strategy)
    games = max(int(kernel.rate(SECONDS / 5) * SECONDS), 2_000)
    found = [(kernel.rate(SECONDS), run(program, strategy, games, seed)) for seed in range(1, SLICES + 1)]
    wrong = differences(kernel_means(limit, strategy), run(program, strategy, max(games, CHECKED), SLICES + 1))
    if wrong:
        raise SystemExit(f"{limit.source.name} does not play {limit.game} as the kernel does. {'; '.join(wrong)}")
    here, there = max(one for one, _ in found), max(means["rate"][0] for _, means in found)
    return f"| {find_game(limit.game).title} | {strategy} | {here:,.0f} | {there:,.0f} | {here / there:.2f} |"


def main(names: list[str]) -> None:
    """Print the table, of some games or all."""
    print("| game | strategy | kernel, games/s | C, games/s | ratio |")
    print("|---|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for limit in LIMITS:
            if not names or limit.game in names:
                program = compiled(limit, Path(folder))
                for strategy in limit.strategies:
                    print(row(limit, strategy, program), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
