"""What a person sees at a glance, computed for the strategies that ask: what each tile would add to each ship."""

from analyser.games.piratoons.points import ALL_KINDS, empty_of
from analyser.games.piratoons.ship import (
    DECK,
    SAIL,
    build_in,
    empty_places,
    family_points,
    is_overfull,
    join_points,
    lose_equipment,
    sail_room,
    take_equipment,
)
from analyser.games.piratoons.table import ADDS, CHEST, FIRST_OF, FIRST_SHIP, KIND_OF, KINDS, N_CODES, NONE, TAKEN, Add
from analyser.kernel.backend import compiled, compiled_apart
from analyser.kernel.intrinsics import Record
from analyser.kernel.workspace import POLICY_ASKS_MORE

FITS, JOINS, FAMILIES = int(Add.FITS), int(Add.JOINS), int(Add.FAMILIES)
EMPTY, SAILS, BARRELS = int(Add.EMPTY), int(Add.SAILS), int(Add.BARRELS)


@compiled
def does_anybody_ask(table: Record, workspace: Record) -> bool:
    """Whether any strategy at the table asks what tiles would add."""
    n_asking = 0
    for seat in range(table.n_players):
        n_asking += int(workspace.policy_params[seat, POLICY_ASKS_MORE] > 0)
    return n_asking > 0


@compiled_apart
def look_at_chest(table: Record, workspace: Record) -> None:
    """What each tile of the chest would add to each ship."""
    if does_anybody_ask(table, workspace):
        for place in range(CHEST):
            if table.chest[place] != TAKEN:
                look_at(table, table.chest[place])


@compiled_apart
def look_at_lot(table: Record, workspace: Record) -> None:
    """What each tile of the lot would add to each ship."""
    if does_anybody_ask(table, workspace):
        for code in range(N_CODES):
            if table.lot[code] > 0:
                look_at(table, code)


@compiled_apart
def look_at(table: Record, code: int) -> None:
    """What a tile would add to each ship, as it is now."""
    for seat in range(table.n_players):
        for add in range(ADDS):
            table.adds[seat, code, add] = 0
        if code >= FIRST_SHIP:
            try_ship(table, seat, code, code - FIRST_SHIP)
        else:
            try_equipment(table, seat, code)


@compiled
def try_equipment(table: Record, seat: int, code: int) -> None:
    """Equipment with a free place adds what its family and the place are worth; without, nothing."""
    kind = KIND_OF[code]
    place = max(kind, DECK)
    empty, families = empty_places(table, seat, place), kin_points(table, seat, code)
    take_equipment(table, seat, code)
    if not is_overfull(table, seat, kind) and not (kind == DECK and is_overfull(table, seat, SAIL)):
        table.adds[seat, code, FITS] = 1
        table.adds[seat, code, FAMILIES] = kin_points(table, seat, code) - families
        table.adds[seat, code, EMPTY] = empty_places(table, seat, place) - empty
        table.adds[seat, code, SAILS] = int(kind == SAIL)
    lose_equipment(table, seat, code)


@compiled_apart
def kin_points(table: Record, seat: int, code: int) -> int:
    """The points of the family that a piece of equipment belongs to; sails have none."""
    return 0 if code == SAIL else family_points(table, seat, FIRST_OF[KIND_OF[code]], NONE, 0)


@compiled
def try_ship(table: Record, seat: int, code: int, tile: int) -> None:
    """A ship tile adds a join, empty places and barrels; SAILS is the room for sails that it adds."""
    decks, linked = table.kinds[seat, DECK], table.linked[seat]
    empty, joins, room = empty_of(table, seat, ALL_KINDS), join_points(table, seat), sail_room(table, seat, decks)
    build_in(table, seat, tile)
    table.adds[seat, code, FITS] = 1
    table.adds[seat, code, JOINS] = join_points(table, seat) - joins
    table.adds[seat, code, EMPTY] = empty_of(table, seat, ALL_KINDS) - empty
    table.adds[seat, code, SAILS] = sail_room(table, seat, decks) - room
    table.adds[seat, code, BARRELS] = table.tile_barrels[tile]
    take_apart(table, seat, tile)
    table.linked[seat] = linked


@compiled
def take_apart(table: Record, seat: int, tile: int) -> None:
    """Undo `build_in`, all but the links, which the caller remembers."""
    table.n_tiles[seat] -= 1
    table.tops[seat, table.tile_storeys[tile] - 1] -= 1
    table.barrels[seat] -= table.tile_barrels[tile]
    table.lefts[seat, table.tile_left[tile]] -= 1
    table.rights[seat, table.tile_right[tile]] -= 1
    for kind in range(DECK, KINDS):
        table.places[seat, kind] -= table.tile_places[tile, kind]
