"""Where ships can go: searches over the cells, exact about friends and enemies, before and after an act."""

from typing import Any

import numpy as np

from analyser.compiling import Record, compiled, rule
from analyser.games.black_fleet.acts import ACT_BURY, ACT_SELL
from analyser.games.black_fleet.table import FREE, MERCHANT, N_ZONES, NONE, PIRATE, PIRATES, ZONE_CELLS


@rule("BF-01", "BF-11")
def ship_of(table: Record, kind: int) -> int:
    """The number of the ship of this kind that the seat moves this turn."""
    if kind == MERCHANT:
        return table.seat
    return PIRATES + table.seat if kind == PIRATE else table.frigate


@rule("BF-12")
def can_pass(table: Record, node: Any) -> bool:
    """Free cells and friendly ships can be passed, others not."""
    return (table.friendly >> table.ship_at[node]) & 1 == 1


@compiled
def forget(search: Record) -> None:
    """Begin a search: only the nodes of the last one need clearing."""
    for k in range(search.n):
        search.steps[search.queue[k]] = 0
    search.n = 0


@compiled
def reach_node(search: Record, node: Any, steps: int, via: int) -> None:
    """A node is reached for the first time."""
    search.steps[node] = steps
    search.via[node] = via
    search.queue[search.n] = node
    search.n += 1


@rule("BF-02", "BF-12")
def spread(table: Record, search: Record, node: int, crosses: int, lairs: int) -> None:
    """Go on from a node to those beside it; with the power for it also from lair to lair."""
    steps = search.steps[node] + 1
    via = search.via[node]
    for k in range(table.n_beside[node, crosses]):
        other = np.int64(table.beside[node, k])
        if search.steps[other] == 0 and can_pass(table, other):
            reach_node(search, other, steps, via)
    if lairs == 1 and table.is_lair[node] == 1:
        for k in range(table.n_lairs):
            other = table.lairs[k]
            if search.steps[other] == 0 and can_pass(table, other):
                reach_node(search, other, steps, via)


@rule("BF-21")
def enter(table: Record, search: Record, moves: int) -> None:
    """A pirate off the board may come in by any far-sea cell that is not occupied."""
    for zone in range(N_ZONES):
        for k in range(ZONE_CELLS):
            cell = table.zones[zone, k]
            if table.ship_at[cell] == FREE and table.entry_cost <= moves:
                reach_node(search, cell, table.entry_cost + 1, NONE)


@rule("BF-12", apart=True)
def explore(table: Record, search: Record, ship: int, moves: int, crosses: int, lairs: int) -> None:
    """All nodes that a ship can come to, the nearest first."""
    forget(search)
    if table.ship_cell[ship] == NONE:
        enter(table, search, moves)
    else:
        reach_node(search, table.ship_cell[ship], 1, NONE)
    head = 0
    while head < search.n and search.steps[search.queue[head]] <= moves:
        spread(table, search, search.queue[head], crosses, lairs)
        head += 1


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
    """All nodes that a ship of the seat can come to this turn."""
    kind = hidden.kind
    ship = ship_of(table, kind)
    explore(table, hidden.searches[0], ship, table.moves[kind], table.crosses[kind], lair_power(table, kind))


@compiled
def lair_power(table: Record, kind: int) -> int:
    """Whether a ship can sail from lair to lair."""
    return table.power_lairs[table.seat] if kind == PIRATE else 0


@rule("BF-13", apart=True)
def explore_onward(table: Record, hidden: Record) -> None:
    """All nodes where a voyage with the act can end: the moves are shared between the way there and the way on."""
    search, after = hidden.searches[0], hidden.searches[1]
    forget(after)
    moves, crosses = table.moves[hidden.kind], table.crosses[hidden.kind]
    lairs = lair_power(table, hidden.kind)
    seen = head = 0
    for steps in range(1, moves + 2):
        while seen < search.n and search.steps[search.queue[seen]] == steps:
            node = search.queue[seen]
            seen += 1
            if after.steps[node] == 0 and can_act_from(table, hidden, node):
                reach_node(after, node, steps, node)
        while head < after.n and after.steps[after.queue[head]] == steps:
            if steps <= moves:
                spread(table, after, after.queue[head], crosses, lairs)
            head += 1


@compiled
def is_near(table: Record, hidden: Record, cell: int) -> bool:
    """Whether a ship may be able to attack what lies at a cell: a quick look by distance alone."""
    kind = hidden.kind
    start = table.ship_cell[ship_of(table, kind)]
    if start == NONE or table.crosses[kind] == 1 or lair_power(table, kind) == 1:
        return True
    return table.distance[start, cell] <= table.moves[kind] + table.attack_range[kind]
