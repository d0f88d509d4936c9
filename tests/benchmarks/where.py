"""Where the time of a decision goes, for every game: rules, listing choices, thinking.

    make profile

`random` needs only the number of choices: its time is that of the rules and of luck. A strategy that likes all choices
alike plays much the same games, but lists and weighs every choice. A real one also thinks about each.
"""

from pathlib import Path

import analyser  # before numpy, whose threads it limits

__all__ = ["analyser"]

from analyser.benchmarks.speed import Rate, kernel_rate, kernel_rates
from analyser.games.definition import Game
from analyser.games.loader import find_game, game_names

INDIFFERENT = str(Path(__file__).with_name("indifferent.py"))
SECONDS = 0.5
SLICES = 4


def fastest(game: Game, spec: str) -> Rate:
    """The best of some short slices: other programs can only slow a slice down."""
    return max((kernel_rate(game, spec, 1, SECONDS) for _ in range(SLICES)), key=lambda one: one.decisions)


def row(game: Game) -> str:
    """Nanoseconds of one decision, and how many choices it has."""
    thinker = game.bench[1]
    specs = ["random", INDIFFERENT, thinker]
    kernel_rates(game, specs, [1], 0.1, lambda _: None)
    rates = [fastest(game, spec) for spec in specs]
    rules, listed, thought = (1e9 / one.decisions for one in rates)
    choices = rates[-1].scores / rates[-1].decisions
    parts = f"{rules:,.0f} | {listed - rules:,.0f} | {thought - listed:,.0f} ({thinker}) | {choices:.1f}"
    return f"| {game.title} | {parts} |"


def main() -> None:
    """Print the table."""
    print("| game | rules and luck | listing and weighing | thinking | choices a decision |")
    print("|---|---:|---:|---:|---:|")
    for name in game_names():
        print(row(find_game(name)), flush=True)


if __name__ == "__main__":
    main()
