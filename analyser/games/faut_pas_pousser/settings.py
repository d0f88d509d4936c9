"""Puts the settings on the table, in the form the rules use."""

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path

from analyser.games.faut_pas_pousser.table import (
    CREWS,
    END,
    LANE_BITS,
    PIRATES,
    SLOTS,
    Ages,
    EqualPoints,
    NeutralTie,
    lane_of,
)
from analyser.games.settings import Value
from analyser.kernel.intrinsics import Record

WORDS: dict[str, dict[str, IntEnum]] = {
    "ages": {"random": Ages.RANDOM, "seat-order": Ages.SEAT_ORDER, "reverse": Ages.REVERSE},
    "equal_points": {"shared": EqualPoints.SHARED, "youngest": EqualPoints.YOUNGEST},
    "neutral_tie": {"random": NeutralTie.RANDOM, "crew-order": NeutralTie.CREW_ORDER},
}


def lay_out(table: Record, values: Mapping[str, Value], n_players: int, data: Path) -> None:
    """Write what stays the same from game to game."""
    table.n_players = n_players
    table.pirate_values[:] = values["pirate_values"]
    table.action_values[:] = values["actions"]
    table.plank_points[:] = values["plank_points"]
    table.turn_points[:] = values["turn_points"]
    for name in ("captain_bonus", "blank_action", "blank_seat", "pile_size"):
        table[name] = values[name]
    table.blank_seat -= 1
    for name, codes in WORDS.items():
        table[name] = codes[str(values[name])]
    table.plank_weights = sum(int(table.plank_points[slot]) << LANE_BITS * (END - slot) for slot in range(SLOTS))
    for crew in range(CREWS):
        for pirate in range(PIRATES):
            table.lanes[crew, pirate] = lane_of(crew, pirate, int(table.pirate_values[pirate]))
