"""Where ships can go: searches over the cells, exact about friends and enemies, before and after an act."""

import numpy as np

from analyser.core.arrays import Ints
from analyser.games.black_fleet.acts import ACT_BURY, ACT_SELL
from analyser.games.black_fleet.table import (
    FREE,
    FRIGATE,
    FRIGATES,
    MERCHANT,
    N_ZONES,
    NONE,
    ONWARD,
    PIRATE,
    PIRATES,
    SECOND_FRIGATE,
    SHIPS,
    WORD,
    WORDS,
    ZONE_CELLS,
)
from analyser.kernel.backend import compiled, rule
from analyser.kernel.intrinsics import Record, blank, lowest_bit


@rule("BF-01", "BF-11")
def ship_of(table: Record, kind: int) -> int:
    """The number of the ship of this kind that the seat moves this turn."""
    if kind == MERCHANT:
        return table.seat
    if kind == PIRATE:
        return PIRATES + table.seat
    return table.frigate if kind == FRIGATE else table.second_frigate


@rule("BF-01", "BF-11")
def place_of(table: Record, ship: int) -> int:
    """Which of the seat's ships of this turn this is: MERCHANT, PIRATE, FRIGATE or SECOND_FRIGATE."""
    if ship >= FRIGATES:
        return FRIGATE if ship == table.frigate else SECOND_FRIGATE
    return MERCHANT if ship < PIRATES else PIRATE


@rule("BF-12")
def look_out(table: Record, hidden: Record) -> None:
    """Which nodes the seat's ships can pass: all but those of ships that are not friendly."""
    for w in range(WORDS):
        hidden.passable[w] = (1 << WORD) - 1
    for ship in range(SHIPS):
        if (table.friendly >> ship) & 1 == 0 and table.ship_cell[ship] != NONE:
            turn_over(hidden.passable, table.ship_cell[ship])


@compiled
def turn_over(words: Ints, node: int) -> None:
    """Put a node into a set, or take it out."""
    words[node // WORD] ^= 1 << node % WORD


@rule("BF-21")
def start_search(table: Record, search: Record, ship: int) -> None:
    """Where a ship lies; a pirate off the board may come in by any free far-sea cell. Where entering costs a cell, that
    is the first of the voyage, and a friend lying there can be passed.
    """
    search.used = 0
    for w in range(WORDS):
        search.start[w] = 0
    if table.ship_cell[ship] != NONE:
        turn_over(search.start, table.ship_cell[ship])
        return
    search.used = table.entry_cost
    for zone in range(N_ZONES):
        for k in range(ZONE_CELLS):
            lying = table.ship_at[table.zones[zone, k]]
            if lying == FREE or (table.entry_cost > 0 and (table.friendly >> lying) & 1 == 1):
                turn_over(search.start, table.zones[zone, k])


SETS = np.dtype([("front", "i8", WORDS), ("beyond", "i8", WORDS), ("fresh", "i8", WORDS)])
"""The nodes reached last, those beside them, and those not yet reached that can be passed."""


@rule("BF-02", "BF-12", apart=True)
def explore(table: Record, hidden: Record, search: Record, moves: int, crosses: int, lairs: int) -> None:
    """All nodes that can be come to, the nearest first; over islands or from lair to lair only by a power."""
    sets = blank(SETS)
    for w in range(WORDS):
        sets.front[w] = search.start[w]
        sets.fresh[w] = hidden.passable[w] & ~search.start[w]
    n, steps = 0, search.used
    while steps <= moves and is_any(sets.front):
        for w in range(WORDS):
            bits = sets.front[w]
            while bits != 0:
                node = WORD * w + lowest_bit(bits)
                bits &= bits - 1
                search.node[n], search.steps[n] = node, steps
                n += 1
                for v in range(WORDS):
                    sets.beyond[v] |= table.beside[crosses, node, v]
                if lairs == 1 and table.is_lair[node] == 1:
                    for v in range(WORDS):
                        sets.beyond[v] |= table.lairs[v]
        sail_on(sets)
        steps += 1
    search.n = n
    for w in range(WORDS):
        search.found[w] = (hidden.passable[w] | search.start[w]) & ~(sets.fresh[w] | sets.front[w])


@compiled
def is_any(words: Ints) -> bool:
    """Whether there is any node in a set."""
    found = 0
    for w in range(WORDS):
        found |= words[w]
    return found != 0


@compiled
def sail_on(sets: Record) -> None:
    """One cell further, where nobody has been."""
    for w in range(WORDS):
        sets.front[w] = sets.beyond[w] & sets.fresh[w]
        sets.fresh[w] &= ~sets.front[w]
        sets.beyond[w] = 0


@rule("BF-13", "BF-14", "BF-16", "BF-17", "BF-18")
def can_act_from(table: Record, hidden: Record, cell: int) -> bool:
    """Whether the act can happen on this cell: beside the port, on the beach, beside the victim."""
    if cell >= table.n_cells:
        return False
    if hidden.act == ACT_SELL:
        return table.port_at[cell] == hidden.target
    if hidden.act == ACT_BURY:
        return cell == hidden.target
    return table.distance[cell, table.ship_cell[hidden.target]] <= table.attack_range[hidden.kind]


@rule("BF-12")
def explore_voyages(table: Record, hidden: Record) -> None:
    """All nodes that a ship of the seat can come to this turn; its last search often still holds."""
    kind = hidden.kind
    search, ship = hidden.searches[kind], ship_of(table, kind)
    moves, crosses, lairs = table.moves[kind], table.crosses[kind], lair_power(table, kind)
    if is_made_for(search, table.ship_cell[ship], moves, crosses, lairs, hidden):
        return
    search.cell, search.moves, search.crosses, search.lairs = table.ship_cell[ship], moves, crosses, lairs
    for w in range(WORDS):
        search.passable[w] = hidden.passable[w]
    start_search(table, search, ship)
    explore(table, hidden, search, moves, crosses, lairs)


@rule("BF-12")
def is_made_for(search: Record, cell: int, moves: int, crosses: int, lairs: int, hidden: Record) -> bool:
    """Whether a search began at this cell, with the same moves and powers and the same ships in the way. One that
    began off the board never holds, since it hangs on free cells, too.
    """
    changed = (search.cell ^ cell) | (search.moves ^ moves) | (search.crosses ^ crosses) | (search.lairs ^ lairs)
    for w in range(WORDS):
        changed |= search.passable[w] ^ hidden.passable[w]
    return changed == 0 and cell != NONE


@compiled
def lair_power(table: Record, kind: int) -> int:
    """Whether a ship can sail from lair to lair."""
    return table.power_lairs[table.seat] if kind == PIRATE else 0


@rule("BF-13")
def explore_onward(table: Record, hidden: Record, k: int) -> None:
    """All nodes where a voyage can end that acts at the k-th node reached: what is left of the moves takes it there."""
    kind = hidden.kind
    before, after = hidden.searches[kind], hidden.searches[ONWARD]
    for w in range(WORDS):
        after.start[w] = 0
    turn_over(after.start, before.node[k])
    after.used = before.steps[k]
    explore(table, hidden, after, table.moves[kind], table.crosses[kind], lair_power(table, kind))


@compiled
def is_near(table: Record, hidden: Record, cell: int) -> bool:
    """Whether a ship may be able to attack what lies at a cell: from the cells beside it, exactly; from further away
    a quick look by distance alone.
    """
    kind = hidden.kind
    if table.attack_range[kind] == 1:
        beside = 0
        for w in range(WORDS):
            beside |= hidden.searches[kind].found[w] & table.beside[0, cell, w]
        return beside != 0
    start = table.ship_cell[ship_of(table, kind)]
    if start == NONE or table.crosses[kind] == 1 or lair_power(table, kind) == 1:
        return True
    return table.distance[start, cell] <= table.moves[kind] + table.attack_range[kind]
