"""How many games a question needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyser.api.asking import MOST_POINTS
from analyser.core.errors import BadInput

if TYPE_CHECKING:
    import polars as pl

LEAST_MARGIN = 0.0001
MOST_REDUCTION = 1_000_000
MARGINS = (2.0, 1.0, 0.5, 0.2, 0.1)


def sample_size(players: int, margins: Sequence[float] = MARGINS, reduction: float = 1.0) -> pl.DataFrame:
    """Games for a margin (in points): of one seat, of all seats together, and to show equal seats equal within it."""
    import polars as pl

    from analyser.statistics.sample_size import need

    if not 2 <= players <= 8 or not all(LEAST_MARGIN <= one <= MOST_POINTS for one in margins):
        told = ", ".join(f"{one:g}" for one in margins)
        raise BadInput(
            f"{players} players and margins {told}: needed are 2 to 8, and {LEAST_MARGIN:g} to {MOST_POINTS} points."
        )
    if not 0 < reduction <= MOST_REDUCTION:
        raise BadInput(f"--reduction {reduction:g} is refused. Allowed: above 0, at most {MOST_REDUCTION:,}.")
    found = [need(margin / 100, players, reduction) for margin in margins]
    return pl.DataFrame(
        {
            "margin_points": list(margins),
            "one_seat_games": [one.one_seat for one in found],
            "all_seats_games": [one.all_seats for one in found],
            "show_equality_games": [one.equality for one in found],
        }
    )
