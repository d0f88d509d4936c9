"""Puts the settings and the vane on the table, in the form the rules use."""

import tomllib
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from analyser import places
from analyser.compiling import Record
from analyser.errors import BadInput
from analyser.games.la_planche.table import MAX_PAIRS, NONE, Push, PushTarget, SeriesStarter, Symbol

WORDS: dict[str, dict[str, IntEnum]] = {
    "push": {"contact": Push.CONTACT, "row": Push.ROW},
    "push_target": {"rearmost": PushTarget.REARMOST, "any-group": PushTarget.ANY_GROUP},
    "series_starter": {"youngest": SeriesStarter.YOUNGEST, "rotate": SeriesStarter.ROTATE},
}
SYMBOLS = {symbol.name.lower(): symbol for symbol in Symbol}


def lay_out(table: Record, values: Mapping[str, Any], n_players: int) -> None:
    """Write what stays the same from game to game."""
    table.n_players = n_players
    table.plank_length = values["plank_length"]
    table.series = int(values["series"])
    table.max_turns = values["max_turns"]
    table.spin_turn = values["spin_turn"]
    table.spin_left = values["spin_left"]
    table.spin_shows = SYMBOLS[values["spin_shows"]]
    table.told_colours = values["told_colours"]
    table.told[:] = NONE
    for name, codes in WORDS.items():
        table[name] = codes[values[name]]
    pairs = read_vane(values["vane"])
    table.n_pairs = len(pairs)
    table.pairs[: len(pairs)] = pairs


def read_vane(name: str) -> list[tuple[Symbol, Symbol]]:
    """The equally likely pairs of a vane, from `vane.toml`."""
    path = places.SEEDS / "la-planche" / "vane.toml"
    try:
        vanes = tomllib.loads(path.read_text(encoding="utf-8"))
        pairs = [(SYMBOLS[one], SYMBOLS[other]) for one, other in vanes[name]["pairs"]]
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as problem:
        allowed = ", ".join(SYMBOLS)
        raise BadInput(f"{path}: [{name}] cannot be read ({problem}). It needs pairs of {allowed}.") from None
    if not 1 <= len(pairs) <= MAX_PAIRS:
        raise BadInput(f"{path}: [{name}] has {len(pairs)} pairs. Allowed: 1 to {MAX_PAIRS}.")
    return pairs
