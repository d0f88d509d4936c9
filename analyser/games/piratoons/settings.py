"""Puts the settings and the tiles on the table, in the form the rules use."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from analyser.games.piratoons import GAME
from analyser.games.piratoons.table import FIRST_OF, EqualPoints, Equipment, Source
from analyser.games.piratoons.tiles import Ship, read_tiles
from analyser.games.settings import Value
from analyser.kernel.intrinsics import Record

WORKED_OUT = ("reaction", "reaction_by_seat", "uncounted", "equal_points", "end_places")
EQUAL_POINTS = {"shared": EqualPoints.SHARED, "richest": EqualPoints.RICHEST}
PERCENT = 100
PAID_BY = {
    Source.JOINS: ("join_points",),
    Source.EMPTY: ("empty_points",),
    Source.FAMILIES: ("triple_points", "mixed_points", "pair_points"),
}
"""The settings that only one source of points uses; first and second points are those of three majorities."""


def lay_out(table: Record, values: Mapping[str, Value], n_players: int, data: Path) -> None:
    """Write what stays the same from game to game."""
    table.n_players = n_players
    for name in GAME.setting_names:
        if name not in WORKED_OUT:
            table[name] = values[name]
    table.reaction[:] = values["reaction"]
    table.reaction[:] = np.clip(table.reaction + np.array(values["reaction_by_seat"]) / PERCENT, 0.0, 1.0)
    uncounted = values["uncounted"]
    assert isinstance(uncounted, int)
    for source in Source:
        if uncounted >> source & 1:
            leave_out(table, source)
    table.equal_points = EQUAL_POINTS[str(values["equal_points"])]
    table.end_places[Equipment.GUNPORT :] = values["end_places"]
    tiles = read_tiles(data / "tiles.toml")
    table.copies[Equipment.SAIL] = tiles.sails
    for kind, family in enumerate(tiles.families, Equipment.DECK):
        table.copies[FIRST_OF[kind] : FIRST_OF[kind] + len(family.designs)] = family.copies_of_each
    for k, ship in enumerate(tiles.ships):
        lay_out_ship(table, k, ship)
    for seat, ends in enumerate(tiles.ends):
        table.prow[seat], table.stern[seat] = ends.symbols


def leave_out(table: Record, source: Source) -> None:
    """For experiments: a source of points pays, and costs, nothing."""
    if source in PAID_BY:
        for name in PAID_BY[source]:
            table[name] = 0
    else:
        table.first_points[source] = table.second_points[source] = 0


def lay_out_ship(table: Record, k: int, ship: Ship) -> None:
    """A ship tile; its top is a deck place."""
    table.tile_storeys[k] = ship.storeys
    table.tile_left[k], table.tile_right[k] = ship.symbols
    table.tile_places[k, Equipment.DECK] = 1
    table.tile_places[k, Equipment.GUNPORT :] = ship.places
    table.tile_barrels[k] = ship.barrels
