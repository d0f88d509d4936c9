"""A table as data to be drawn step by step: what never changes, what stands on it now, and the numbers of all seats.

A game MAY bring a scene (`Rules.scene`); every other game gets the plain one, which shows the numbers of its table.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from analyser.kernel.intrinsics import Record, RecordType

SEAT_FILLS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442", "#999999")
"""Colours of the seats, where the game has none of its own: those that colour-blind people can distinguish."""
ASKED = ("me", "asked", "n_listed", "n_players", "params")
MOST_SEATS = 8


class Piece(NamedTuple):
    """Something to draw: `shape` is hexagon, square, disc or ship; lengths are in cells, down is positive."""

    x: float
    y: float
    shape: str
    fill: str
    text: str = ""
    ring: str = ""
    """The colour of its edge."""


class Scene:
    """How a table looks. This one is plain: all open numbers that change, and nothing drawn."""

    board: Sequence[Piece] = ()
    """What never changes."""
    fills: Sequence[str] = SEAT_FILLS
    """The colours of the seats."""
    labels: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """What its numbers are called, by language."""

    def __init__(self, data: Path, players: int, names: Sequence[str] = ()) -> None:
        self.players, self.names = players, names or tuple(self.labels)
        """The fields of the table that are shown: those that have a label."""

    def pieces(self, table: Record) -> dict[str, Piece]:
        """What stands on the board now, by a name that stays with it."""
        return {}

    def drawing(self, table: Record) -> Sequence[str]:
        """What is drawn in letters."""
        return ()

    def counts(self, table: Record) -> dict[str, list[int] | int]:
        """The numbers of all seats, or of the table."""
        found: dict[str, list[int] | int] = {}
        shown = set(table.dtype.names or ())
        for name in (one for one in self.names if one in shown):
            value = table[name]
            found[name] = [int(one) for one in value[: self.players]] if value.shape else int(value)
        return found


MakeScene = Callable[[Path, int], Scene]
"""Given the data folder and the number of players."""


def plain_scene(table: RecordType, settings: Sequence[str], data: Path, players: int) -> Scene:
    """The whole numbers of a table: one for each seat, or one for all."""
    shown = []
    for name, (kind, *_) in (table.fields or {}).items():
        is_open = name not in (*ASKED, *settings) and not name.startswith("my_") and not name.endswith("_")
        is_number = kind.base.kind in "iu" and (
            kind.shape == () or (len(kind.shape) == 1 and players <= kind.shape[0] <= MOST_SEATS)
        )
        if is_open and is_number:
            shown.append(name)
    return Scene(data, players, shown)
