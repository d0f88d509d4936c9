"""A slow reference of voyages, written from the ledger alone: a search over (cell, whether the act is done)."""

from typing import Any

MERCHANT, PIRATE = 0, 1
SAIL, SELL, ROB, SINK, BURY = 2, 3, 4, 5, 6


def voyages(one: Any, kind: int) -> set[tuple[int, int, int]]:
    """(act, target, to) of every voyage with at most one act that a ship of the seat can make."""
    seat = int(one.seat)
    ship = (seat, 4 + seat, int(one.frigate))[kind]
    at = {int(one.ship_cell[s]): s for s in range(10) if one.ship_cell[s] >= 0}
    friends = {seat, 4 + seat, int(one.frigate)}
    start = int(one.ship_cell[ship])
    found: set[tuple[int, int, int]] = set()
    for act, target in [(SAIL, -1), *acts(one, kind, ship)]:
        sunk = act == SINK or (act == ROB and one.cargo[target] == 1)
        found |= {(act, target, to) for to in search(one, kind, ship, start, act, target, at, friends, sunk)}
    return found - {(SAIL, -1, start)}


def acts(one: Any, kind: int, ship: int) -> list[tuple[int, int]]:
    """What a ship could do, wherever it is."""
    others = [s for s in range(int(one.n_players)) if s != one.seat]
    robs = [(ROB, s) for s in others if one.ship_cell[s] >= 0]
    sinks = [(SINK, 4 + s) for s in others if one.ship_cell[4 + s] >= 0]
    if kind == MERCHANT:
        goods = int(one.goods[ship])
        sales = [(SELL, p) for p in range(5) if one.price[p, goods] > 0 and one.stock[p] > 0]
        return sales + (robs if one.may_rob else []) + (sinks if one.may_sink else [])
    if kind == PIRATE:
        beaches = [(BURY, cell) for cell in range(int(one.n_cells)) if one.beach[cell] > 0]
        return beaches if one.cargo[ship] else robs
    return sinks


def search(one, kind, ship, start, act, target, at, friends, sunk) -> set[int]:
    """The cells where the voyage can end, the act done."""
    at = {cell: s for cell, s in at.items() if s != ship}
    moves = int(one.moves[kind])
    if start >= 0:
        todo = {(start, 0)}
    else:
        todo = {(int(cell), int(one.entry_cost)) for cell in one.zones.ravel() if int(cell) not in at}
    todo = {(cell, used, act == SAIL) for cell, used in todo if used <= moves}
    seen = set(todo)
    while todo:
        cell, used, done = todo.pop()
        after = {(cell, used, True)} if not done and happens(one, kind, act, target, cell) else set()
        if used < moves:
            gone = int(one.ship_cell[target]) if done and sunk else -1
            for other in neighbours(one, kind, cell):
                if other not in at or at[other] in friends or other == gone:
                    after.add((other, used + 1, done))
        todo |= after - seen
        seen |= after
    gone = int(one.ship_cell[target]) if sunk else -1
    return {c for c, _, done in seen if done and c < one.n_cells and (c not in at or c == gone)}


def neighbours(one: Any, kind: int, cell: int) -> set[int]:
    n = int(one.n_beside[cell, 1 if one.crosses[kind] else 0])
    found = {int(other) for other in one.beside[cell, :n]}
    if kind == PIRATE and one.power_lairs[one.seat] and one.is_lair[cell]:
        found |= {int(lair) for lair in one.lairs[: one.n_lairs]}
    return found


def happens(one: Any, kind: int, act: int, target: int, cell: int) -> bool:
    if cell >= one.n_cells:
        return False
    if act == SELL:
        return cell in one.port_cells[target]
    if act == BURY:
        return cell == target
    return one.distance[cell, one.ship_cell[target]] <= one.attack_range[kind]
