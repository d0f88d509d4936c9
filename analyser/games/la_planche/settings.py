"""Puts the settings and the vane on the table, in the form the rules use."""

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from analyser.core.errors import BadInput
from analyser.core.schemas import Form, line_of, once, read_tables, read_text
from analyser.games.data_warnings import begin_file, warn
from analyser.games.la_planche.table import (
    MAX_PAIRS,
    NONE,
    Push,
    PushTarget,
    SeriesEqual,
    SeriesStarter,
    SeriesStones,
    Symbol,
)
from analyser.games.settings import Value
from analyser.kernel.intrinsics import Record

WORDS: dict[str, dict[str, IntEnum]] = {
    "push": {"contact": Push.CONTACT, "row": Push.ROW},
    "push_target": {"rearmost": PushTarget.REARMOST, "any-group": PushTarget.ANY_GROUP},
    "series_starter": {"youngest": SeriesStarter.YOUNGEST, "rotate": SeriesStarter.ROTATE},
    "series_stones": {"anew": SeriesStones.ANEW, "kept": SeriesStones.KEPT},
    "series_equal": {"shared": SeriesEqual.SHARED, "another-round": SeriesEqual.ANOTHER_ROUND},
}
SymbolWord = Literal["swap", "advance", "move", "skull"]
SYMBOLS: dict[str, Symbol] = {symbol.name.lower(): symbol for symbol in Symbol}
NEVER = ("no-skulls", "skull")
"""The vane that leaves a symbol out by its name."""


def lay_out(table: Record, values: Mapping[str, Value], n_players: int, data: Path) -> None:
    """Write what stays the same from game to game."""
    table.n_players = n_players
    for name in ("plank_length", "series", "max_turns", "spin_turn", "spin_left", "told_colours"):
        table[name] = values[name]
    table.spin_shows = SYMBOLS[str(values["spin_shows"])]
    table.told[:] = NONE
    for name, codes in WORDS.items():
        table[name] = codes[str(values[name])]
    pairs = vane_pairs(data / "vane.toml", str(values["vane"]))
    table.n_pairs = len(pairs)
    table.pairs[: len(pairs)] = pairs


class Vane(Form, frozen=True):
    """A table of `vane.toml`: pairs of symbols, all equally likely."""

    pairs: Annotated[list[tuple[SymbolWord, SymbolWord]], Meta(min_length=1, max_length=MAX_PAIRS)]
    meaning: str = ""


@once
def read_vanes(path: Path) -> Mapping[str, Vane]:
    """The vanes of a file, by name. A symbol that a vane never shows is worth a warning: the rulebook has four."""
    vanes = read_tables(path, Vane)
    begin_file(path)
    for name, vane in vanes.items():
        shown = {symbol for pair in vane.pairs for symbol in pair}
        missing = [symbol for symbol in SYMBOLS if symbol not in shown and (name, symbol) != NEVER]
        if missing:
            line = line_of(read_text(path), [name])
            warn(
                path, line, f"[{name}] never shows {' or '.join(missing)}; the rulebook's vane has four symbols (LP-07)"
            )
    return vanes


def vane_pairs(path: Path, name: str) -> list[tuple[Symbol, Symbol]]:
    """The pairs of a vane."""
    vanes = read_vanes(path)
    if name not in vanes:
        raise BadInput(f"{path}: there is no table [{name}]. Found: {', '.join(vanes) or 'none'}. Add it.")
    return [(SYMBOLS[one], SYMBOLS[other]) for one, other in vanes[name].pairs]
