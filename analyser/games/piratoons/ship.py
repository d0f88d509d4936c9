"""What makes a ship: what fits on it, its joins, its empty places, its families.

The best arrangement is found exactly without trying any. Joins depend only on the order of the ship tiles, everything
else only on which tiles there are, so the two are sought apart; how, is said at each function.
"""

import numpy as np

from analyser.games.piratoons.table import (
    FIRST_OF,
    FIRST_SHIP,
    KIND_OF,
    KINDS,
    NONE,
    STOREYS,
    SYMBOLS,
    Equipment,
)
from analyser.games.piratoons.tiles import MOST_DESIGNS, N_OF_FAMILY
from analyser.kernel.backend import compiled, compiled_apart, rule
from analyser.kernel.intrinsics import Record, blank

SAIL, DECK = int(Equipment.SAIL), int(Equipment.DECK)
FOUR_STOREYS = STOREYS - 1
MIXED = 3
"""Tiles of different designs that make a mixed triple."""
PARTING = np.dtype([("points", "i8", N_OF_FAMILY + 1)], align=True)
"""Work space: the best points by the number of tiles left for mixed triples, or NONE."""
PAIR = np.zeros((SYMBOLS, SYMBOLS), np.int64)
"""The bit of a pair of symbols in `linked`; a symbol with itself has none."""
for _one in range(SYMBOLS):
    for _other in range(_one):
        PAIR[_one, _other] = PAIR[_other, _one] = 1 << (_one * (_one - 1) // 2 + _other)
N_LINKS = 1 << (SYMBOLS * (SYMBOLS - 1) // 2)
GROUP = np.zeros((N_LINKS, SYMBOLS), np.int64)
"""GROUP[linked, symbol]: the lowest symbol that can be reached from it through tiles that link two symbols."""
for _links in range(N_LINKS):
    GROUP[_links] = range(SYMBOLS)
    for _ in range(SYMBOLS):
        for _one in range(SYMBOLS):
            for _other in range(SYMBOLS):
                if _links & PAIR[_one, _other]:
                    GROUP[_links, _one] = min(GROUP[_links, _one], GROUP[_links, _other])


@rule("PT-13", "PT-22")
def build_in(table: Record, seat: int, tile: int) -> None:
    """A ship tile won becomes part of the ship, wherever it joins best."""
    table.n_tiles[seat] += 1
    table.tops[seat, table.tile_storeys[tile] - 1] += 1
    table.barrels[seat] += table.tile_barrels[tile]
    left, right = table.tile_left[tile], table.tile_right[tile]
    table.lefts[seat, left] += 1
    table.rights[seat, right] += 1
    table.linked[seat] |= PAIR[left, right]
    for kind in range(DECK, KINDS):
        table.places[seat, kind] += table.tile_places[tile, kind]


@compiled
def take_equipment(table: Record, seat: int, code: int) -> None:
    """A player has one more piece of equipment."""
    table.held[seat, code] += 1
    table.kinds[seat, KIND_OF[code]] += 1


@compiled
def lose_equipment(table: Record, seat: int, code: int) -> None:
    """A player has one piece of equipment less."""
    table.held[seat, code] -= 1
    table.kinds[seat, KIND_OF[code]] -= 1


@compiled_apart
def take_tile(table: Record, seat: int, code: int) -> None:
    """A player gets a tile, by loot or auction."""
    if code < FIRST_SHIP:
        take_equipment(table, seat, code)
    else:
        table.owner[code - FIRST_SHIP] = seat
        build_in(table, seat, code - FIRST_SHIP)


@rule("PT-15")
def sail_room(table: Record, seat: int, decks: int) -> int:
    """How many sails fit with a number of decks: 3, 2, 1, 0 on masts of 1 to 4 storeys.

    Exact: a deck takes a whole top, so decks go where the fewest sails would: on the highest tiles first.
    """
    room = 0
    for k in range(FOUR_STOREYS, -1, -1):
        tops = table.tops[seat, k]
        decked = min(decks, tops)
        decks -= decked
        room += (tops - decked) * (FOUR_STOREYS - k)
    return room


@rule("PT-14", "PT-15", apart=True)
def is_overfull(table: Record, seat: int, kind: int) -> bool:
    """Whether a player has more of a kind than the ship has places for; for decks and sails, than its tops hold."""
    n = table.kinds[seat, kind]
    if kind == SAIL:
        return n > sail_room(table, seat, table.kinds[seat, DECK])
    return n > table.places[seat, kind]


@rule("PT-14", "PT-15", apart=True)
def would_help(table: Record, seat: int, code: int) -> bool:
    """Whether throwing this back makes room where room is wanted: for its own kind, or a deck for sails."""
    if table.held[seat, code] == 0:
        return False
    kind = KIND_OF[code]
    if is_overfull(table, seat, kind):
        return True
    decks = table.kinds[seat, DECK]
    gives_room = kind == DECK and sail_room(table, seat, decks - 1) > sail_room(table, seat, decks)
    return gives_room and is_overfull(table, seat, SAIL)


@rule("PT-14", apart=True)
def all_fits(table: Record, seat: int) -> bool:
    """Whether every piece of equipment has a place."""
    n_overfull = 0
    for kind in range(KINDS):
        n_overfull += int(is_overfull(table, seat, kind))
    return n_overfull == 0


@rule("PT-16", apart=True)
def bad_joins(table: Record, seat: int) -> int:
    """The fewest bad joins that any order of the ship tiles has.

    A tile is a road from its left to its right symbol; stern and prow together are one, from the stern's to the prow's,
    which closes the ship to a ring. Good joins follow roads, so bad joins part the ring into drives. A group of linked
    symbols needs as many drives as roads leave its symbols more often than they enter, and at least one; only if all
    roads are one group that is entered as often as left, no join is bad.
    """
    drives = 0
    for root in range(SYMBOLS):
        leaving, roads = 0, 0
        for symbol in range(SYMBOLS):
            if GROUP[table.linked[seat], symbol] == root:
                lefts, rights = table.lefts[seat, symbol], table.rights[seat, symbol]
                leaving += max(lefts - rights, 0)
                roads += lefts
        drives += max(leaving, int(roads > 0))
    return 0 if drives == 1 and is_even(table, seat) else drives


@compiled
def is_even(table: Record, seat: int) -> bool:
    """Whether every symbol stands at as many left as right edges."""
    n_odd = 0
    for symbol in range(SYMBOLS):
        n_odd += int(table.lefts[seat, symbol] != table.rights[seat, symbol])
    return n_odd == 0


@rule("PT-16")
def join_points(table: Record, seat: int) -> int:
    """A ship of t tiles has t + 1 joins, each good or bad."""
    return table.join_points * (table.n_tiles[seat] + 1 - 2 * bad_joins(table, seat))


@rule("PT-15", "PT-19", apart=True)
def empty_places(table: Record, seat: int, kind: int) -> int:
    """The fewest empty places of a kind. A mast with a sail counts as equipped.

    Exact for decks: they go on four storeys first, and the sails, which all fit, are spread over as many masts as
    there are sails.
    """
    if kind != DECK:
        return max(table.places[seat, kind] - table.kinds[seat, kind], 0)
    tops = table.n_tiles[seat]
    decks = min(table.kinds[seat, DECK], tops)
    masts = tops - max(decks, table.tops[seat, FOUR_STOREYS])
    return tops - decks - min(table.kinds[seat, SAIL], masts)


@rule("PT-20", apart=True)
def family_points(table: Record, seat: int, first: int, code: int, more: int) -> int:
    """The best partition of a player's family, from its first design on, with `more` tiles of `code` besides.

    Of three designs at the most, mixed triples take all three: every number of these triples is tried.
    """
    one, two, three, n_designs = 0, 0, 0, 0
    for design in range(first, first + MOST_DESIGNS):
        n = table.held[seat, design] + (more if design == code else 0)
        if n > 0:
            one, two, three = two, three, n
            n_designs += 1
    if n_designs > MIXED:
        return many_designs_points(table, seat, first, code, more)
    best = 0
    for mixed in range(min(one, two, three) + 1):
        points = mixed * table.mixed_points
        points += alike_points(table, one - mixed) + alike_points(table, two - mixed)
        points += alike_points(table, three - mixed)
        best = max(best, points)
    return best


@rule("PT-20", apart=True)
def many_designs_points(table: Record, seat: int, first: int, code: int, more: int) -> int:
    """The best partition of a family with more than three designs.

    A number of mixed triples can be made of any tiles of which no design gives more than that number. So, for each
    number: design by design, the best points that leave k tiles for the triples.
    """
    work = blank(PARTING)
    best = 0
    for mixed in range(N_OF_FAMILY // MIXED + 1):
        for k in range(1, N_OF_FAMILY + 1):
            work.points[k] = NONE
        work.points[0] = 0
        for design in range(first, first + MOST_DESIGNS):
            n = table.held[seat, design] + (more if design == code else 0)
            for k in range(MIXED * mixed, -1, -1):
                work.points[k] = best_with_design(table, work, k, n, mixed)
        if work.points[MIXED * mixed] != NONE:
            best = max(best, work.points[MIXED * mixed] + mixed * table.mixed_points)
    return best


@compiled
def best_with_design(table: Record, work: Record, k: int, n: int, mixed: int) -> int:
    """The best points with k tiles left for mixed triples, when a design of n tiles leaves any number up to `mixed`."""
    best = NONE
    for left in range(min(n, mixed, k) + 1):
        if work.points[k - left] != NONE:
            best = max(best, work.points[k - left] + alike_points(table, n - left))
    return best


@compiled
def alike_points(table: Record, n: int) -> int:
    """What identical tiles are worth, in triples and pairs."""
    best = 0
    for triples in range(n // 3 + 1):
        best = max(best, triples * table.triple_points + (n - 3 * triples) // 2 * table.pair_points)
    return best


@rule("PT-20", apart=True)
def all_family_points(table: Record, seat: int) -> int:
    """Over all four families; sails do not count."""
    points = 0
    for kind in range(DECK, KINDS):
        points += family_points(table, seat, FIRST_OF[kind], NONE, 0)
    return points
