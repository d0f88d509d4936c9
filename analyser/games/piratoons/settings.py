"""Puts the settings and the tiles on the table, in the form the rules use."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from analyser import places
from analyser.compiling import Record
from analyser.games.piratoons import SETTINGS
from analyser.games.piratoons.table import Equipment
from analyser.games.piratoons.tiles import Ship, read_tiles

BY_SEAT = ("reaction", "reaction_by_seat")
PERCENT = 100


def lay_out(table: Record, values: Mapping[str, Any], n_players: int, folder: Path | None = None) -> None:
    """Write what stays the same from game to game."""
    table.n_players = n_players
    for name in SETTINGS:
        if name not in BY_SEAT:
            table[name] = values[name]
    quicker = np.array(values["reaction_by_seat"]) / PERCENT
    table.reaction[:] = np.clip(values["reaction"] + quicker, 0.0, 1.0)
    tiles = read_tiles((folder or places.SEEDS / "piratoons") / "tiles.toml")
    for k, ship in enumerate(tiles.ships):
        lay_out_ship(table, k, ship)
    for seat, (prow, stern) in enumerate(tiles.ends):
        table.prow[seat], table.stern[seat] = prow, stern


def lay_out_ship(table: Record, k: int, ship: Ship) -> None:
    """A ship tile; its top is a deck place."""
    table.tile_storeys[k] = ship.storeys
    table.tile_left[k], table.tile_right[k] = ship.left, ship.right
    table.tile_places[k, Equipment.DECK] = 1
    table.tile_places[k, Equipment.GUNPORT :] = ship.places
    table.tile_barrels[k] = ship.barrels
