"""Where the time of a decision goes, for every game: rules, listing choices, thinking, storing.

    make profile

`random` needs only the number of choices: its time is that of the rules and of luck. A strategy that likes all choices
alike plays much the same games, but lists and weighs every choice. A real one also thinks about each. What storing and
summing up take is measured in processor seconds of whole commands.
"""

import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import analyser  # before numpy, whose threads it limits

__all__ = ["analyser"]

from analyser.bench import Rate, kernel_rate, kernel_rates
from analyser.registry import Game, find_game, game_names

INDIFFERENT = str(Path(__file__).with_name("indifferent.py"))
SECONDS = 0.5
SLICES = 4
GAMES = {"black-fleet": 20_000, "faut-pas-pousser": 8_000_000, "la-planche": 4_000_000, "piratoons": 200_000}
"""Enough for some seconds of random play."""


@dataclass(frozen=True)
class Shares:
    """Nanoseconds of one decision, and how many choices it has."""

    title: str
    thinker: str
    rules: float
    listing: float
    thinking: float
    choices: float
    storing: float
    """Processor time of a whole run on top of the kernel, as a part of it."""

    def row(self) -> str:
        """A row of the table."""
        numbers = (self.rules, self.listing, self.thinking)
        return (
            f"| {self.title} | "
            + " | ".join(f"{one:,.0f}" for one in numbers)
            + (f" ({self.thinker}) | {self.choices:.1f} | {100 * self.storing:.0f} % |")
        )


def fastest(game: Game, spec: str) -> Rate:
    """The best of some short slices: other programs can only slow a slice down."""
    return max((kernel_rate(game, spec, 1, SECONDS) for _ in range(SLICES)), key=lambda one: one.decisions)


def storing(game: Game, rate: Rate) -> float:
    """What a whole run of random play takes more than the kernel, less what an empty one takes."""
    whole = processor_seconds(game, GAMES[game.name]) - processor_seconds(game, 100)
    kernel = GAMES[game.name] / rate.games
    return whole / kernel - 1


def processor_seconds(game: Game, games: int) -> float:
    """Of a whole command on one core."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        words = ["--strategies", "random", "--games", str(games), "--jobs", "1", "--out", str(Path(folder) / "run")]
        command = [sys.executable, "-m", "analyser", "simulate", "--game", game.name, *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def shares(game: Game) -> Shares:
    """Where the time of this game goes."""
    thinker = game.package.BENCH[1]
    kernel_rates(game, ["random", INDIFFERENT, thinker], [1], 0.1, lambda _: None)
    random, alike, thinking = (fastest(game, spec) for spec in ("random", INDIFFERENT, thinker))
    rules, listed, thought = (1e9 / one.decisions for one in (random, alike, thinking))
    choices = thinking.scores / thinking.decisions
    return Shares(game.title, thinker, rules, listed - rules, thought - listed, choices, storing(game, random))


def main() -> None:
    """Print the table."""
    print("| game | rules and luck | listing and weighing | thinking | choices a decision | storing, on top |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in game_names():
        print(shares(find_game(name)).row(), flush=True)


if __name__ == "__main__":
    main()
