"""Tiles in words; a ship built in its best order and drawn in text."""

from collections.abc import Sequence
from typing import NamedTuple

from analyser.games.piratoons.table import FIRST_OF, FIRST_SHIP, KIND_OF, KINDS, STOREYS, SYMBOLS, Equipment
from analyser.games.piratoons.tiles import N_SHIPS, Tiles
from analyser.games.story import many
from analyser.kernel.intrinsics import Record

SYMBOL_LETTERS = "acby"
"""anchor, compass, blazon, buoy: y, since b is taken."""
PLACE_LETTERS = {Equipment.GUNPORT: "g", Equipment.PORTHOLE: "p", Equipment.QUARTERS: "q"}
LEGEND = (
    "Ships from prow to stern. Top: D a deck tile, V sails, . empty; below: gunport, porthole and quarters places, in "
    "capitals if equipped; under water: the half symbols (a anchor, c compass, b blazon, y buoy) and o for each "
    "barrel; + a good join, x a bad one."
)
WIDTH = 7
"""Of a ship tile in text."""


class Road(NamedTuple):
    """A tile as a road from its left to its right symbol; tile -1 is the way from stern to prow, -2 no tile at all."""

    tile: int
    left: int
    right: int


HOME, GAP = -1, -2


def tile_words(tiles: Tiles, code: int) -> str:
    """A tile in words."""
    if code >= FIRST_SHIP:
        ship = tiles.ships[code - FIRST_SHIP]
        return f"ship tile {code - FIRST_SHIP + 1} ({many(ship.storeys, 'storey')}, {ship.left} to {ship.right})"
    kind = Equipment(int(KIND_OF[code])).name.lower()
    return (
        kind if code == 0 else f"{kind} « {tiles.families[KIND_OF[code] - 1].designs[code - FIRST_OF[KIND_OF[code]]]} »"
    )


def best_order(table: Record, seat: int) -> list[int]:
    """The ship tiles of a seat from prow to stern, in an order with the fewest bad joins.

    Gaps make every symbol be entered as often as left, so that each group of linked symbols can be driven round in one
    go; the rounds are opened at their gaps, and the ring of all of them where the way from stern to prow is.
    """
    own = [tile for tile in range(N_SHIPS) if table.owner[tile] == seat]
    roads = [Road(tile, int(table.tile_left[tile]), int(table.tile_right[tile])) for tile in own]
    roads.append(Road(HOME, int(table.stern[seat]), int(table.prow[seat])))
    surplus = [sum(road.right == s for road in roads) - sum(road.left == s for road in roads) for s in range(SYMBOLS)]
    ends = [s for s in range(SYMBOLS) for _ in range(surplus[s])]
    starts = [s for s in range(SYMBOLS) for _ in range(-surplus[s])]
    groups = _groups(roads)
    left = list(roads)
    for end, start in _paired(ends, starts, groups):
        left.append(Road(GAP, end, start))
    ring: list[Road] = []
    while left:
        ring += _opened(_round_trip(left))
    home = [road.tile for road in ring].index(HOME)
    return [road.tile for road in ring[home + 1 :] + ring[:home] if road.tile != GAP]


def _groups(roads: Sequence[Road]) -> list[int]:
    group = list(range(SYMBOLS))
    for road in roads:
        one, other = group[road.left], group[road.right]
        group = [one if number == other else number for number in group]
    return group


def _paired(ends: Sequence[int], starts: Sequence[int], groups: Sequence[int]) -> list[tuple[int, int]]:
    """Each surplus end with a surplus start of its group."""
    return list(zip(sorted(ends, key=lambda s: groups[s]), sorted(starts, key=lambda s: groups[s]), strict=True))


def _round_trip(left: list[Road]) -> list[Road]:
    """A round over all roads of a group, taken out of those left (Hierholzer)."""
    trip: list[Road] = []
    stack = [left.pop()]
    while stack:
        onward = next((road for road in left if road.left == stack[-1].right), None)
        if onward is None:
            trip.append(stack.pop())
        else:
            left.remove(onward)
            stack.append(onward)
    return trip[::-1]


def _opened(trip: list[Road]) -> list[Road]:
    """A round, begun behind a gap if it has one."""
    gap = next((k for k, road in enumerate(trip) if road.tile == GAP), -1)
    return trip[gap + 1 :] + trip[: gap + 1]


def equipped_tops(table: Record, seat: int, order: Sequence[int]) -> list[str]:
    """What stands on each ship tile: decks on the highest, sails on as many masts as there are sails."""
    tops = [""] * len(order)
    highest = sorted(range(len(order)), key=lambda k: -int(table.tile_storeys[order[k]]))
    decks = int(table.kinds[seat, Equipment.DECK])
    for k in highest[:decks]:
        tops[k] = "D"
    sails = int(table.kinds[seat, Equipment.SAIL])
    for already in range(STOREYS):
        for k in highest[decks:]:
            if sails and len(tops[k]) == already < STOREYS - table.tile_storeys[order[k]]:
                tops[k] += "V"
                sails -= 1
    return [top or "." for top in tops]


def below_deck(table: Record, seat: int, order: Sequence[int]) -> list[str]:
    """The places of each ship tile, in capitals if equipped; those of prow and stern are equipped first."""
    left = [max(int(table.kinds[seat, kind] - table.end_places[kind]), 0) for kind in range(KINDS)]
    drawn = []
    for tile in order:
        letters = ""
        for kind, letter in PLACE_LETTERS.items():
            for _ in range(int(table.tile_places[tile, kind])):
                letters += letter.upper() if left[kind] else letter
                left[kind] = max(left[kind] - 1, 0)
        drawn.append(letters)
    return drawn


def join_signs(table: Record, seat: int, order: Sequence[int]) -> str:
    """The joins from prow to stern: + good, x bad."""
    rights = [int(table.prow[seat]), *(int(table.tile_right[tile]) for tile in order)]
    lefts = [*(int(table.tile_left[tile]) for tile in order), int(table.stern[seat])]
    return "".join("+" if right == left else "x" for right, left in zip(rights, lefts, strict=True))


def ship_lines(table: Record, seat: int) -> list[str]:
    """A ship in text, from the tops to the barrels."""
    order = best_order(table, seat)
    tops, rooms = equipped_tops(table, seat, order), below_deck(table, seat, order)
    joins = join_signs(table, seat, order)
    lines = []
    for height in range(STOREYS, -1, -1):
        cells = [_cell(height, int(table.tile_storeys[tile]), tops[k], rooms[k]) for k, tile in enumerate(order)]
        lines.append("      " + "   ".join(cells))
    prow, stern = (SYMBOL_LETTERS[int(table[end][seat])] for end in ("prow", "stern"))
    water = f" <{prow} {joins[0]} "
    for k, tile in enumerate(order):
        water += f"{_water(table, tile)} {joins[k + 1]} "
    return [line.rstrip() for line in lines if line.strip()] + [f"{water}{stern}>"]


def _cell(height: int, storeys: int, top: str, rooms: str) -> str:
    """One storey of a tile, or what stands on its top; all places are drawn in the lowest storey."""
    if height > storeys:
        return " " * WIDTH
    if height == storeys:
        return f" {top:^5} "
    return f"|{rooms if height == 0 else '':^5}|"


def _water(table: Record, tile: int) -> str:
    """The half symbols of a tile, and its barrels between them."""
    n = int(table.tile_barrels[tile])
    barrels = "o" * n if n < WIDTH - 2 else f"{n}o"
    return f"{SYMBOL_LETTERS[int(table.tile_left[tile])]}{barrels:^5}{SYMBOL_LETTERS[int(table.tile_right[tile])]}"
