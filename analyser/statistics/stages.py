"""Looking at games in stages without more false claims: each look spends only a part of the error rate.

Method: docs/explanation/methods.md#stages.
"""

from typing import NamedTuple

STEPS = 5
"""The first stage plays a sixteenth of the most games, each next one twice as many in all."""
LEAST_GAMES = 1_000
"""A stage with fewer games would decide nothing."""


class Look(NamedTuple):
    """How many games have been played when it is taken, and the part of the error rate that it spends."""

    games: int
    spent: float


def looks(most: int) -> list[Look]:
    """Doubling stages up to the most games. A look has spent the squared part of the games: little early, most at the
    end.
    """
    sizes = [most]
    while len(sizes) < STEPS and sizes[0] // 2 >= LEAST_GAMES:
        sizes.insert(0, sizes[0] // 2)
    reached = [0.0, *((size / most) ** 2 for size in sizes)]
    return [Look(size, reached[k + 1] - reached[k]) for k, size in enumerate(sizes)]
