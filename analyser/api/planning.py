"""How many games a question needs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyser.api.options import MOST_POINTS
from analyser.core.errors import BadInput

if TYPE_CHECKING:
    import polars as pl

    from analyser.experiments.answer import Answer
    from analyser.experiments.brief import Brief

LEAST_MARGIN = 0.0001
MOST_REDUCTION = 1_000_000
SHORT = {"--games": "-n"}
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


def brief(answer: Answer) -> Brief:
    """What a person reads first: one sentence, a few rows with their intervals, and who played."""
    from analyser.experiments.answer import ENGLISH
    from analyser.experiments.brief import brief_of

    return brief_of(answer, ENGLISH)


def next_command(answer: Answer, typed: Sequence[str]) -> str:
    """What to type if a verdict is too close to call: the same command with as many games as would decide, or with a
    larger tolerance if no number of games would; nothing if all is decided.
    """
    from analyser.experiments.verdict import Level

    left = next((one for one in answer.verdicts if one.level == Level.UNDECIDED), None)
    if left is None:
        return ""
    size = 10 ** max(len(str(left.games_needed or 0)) - 2, 0)
    games = left.games_needed and -(-left.games_needed // size) * size
    wider = 2 * max((abs(one.limits.most) for one in left.rests_on), default=1.0)
    option, value = ("--games", f"{games}") if games else ("--tolerance", f"{wider:g}")
    return shlex.join(["analyse", *without(typed, option), option, value])


def without(typed: Sequence[str], option: str) -> list[str]:
    """A command without an option and its value."""
    kept, skip = [], False
    for word in typed:
        name = word.partition("=")[0]
        if not skip and name not in (option, SHORT.get(option)):
            kept.append(word)
        skip = not skip and name in (option, SHORT.get(option)) and "=" not in word
    return kept
