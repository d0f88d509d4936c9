"""A slow reference of voyages, written from the ledger alone: a search over (cell, where the act was done)."""

from functools import cache
from typing import Any

from analyser import places

MERCHANT, PIRATE = 0, 1
SAIL, SELL, ROB, SINK, BURY = 2, 3, 4, 5, 6


def voyages(one: Any, kind: int) -> set[tuple[int, int, int, int]]:
    """(act, target, cell, to) of every voyage with at most one act that a ship of the seat can make."""
    seat = int(one.seat)
    ship = (seat, 4 + seat, int(one.frigate))[kind]
    at = {int(one.ship_cell[s]): s for s in range(10) if one.ship_cell[s] >= 0}
    friends = {seat, 4 + seat, int(one.frigate)}
    start = int(one.ship_cell[ship])
    found: set[tuple[int, int, int, int]] = set()
    for act, target in [(SAIL, -1), *acts(one, kind, ship)]:
        sunk = act == SINK or (act == ROB and one.cargo[target] == 1)
        ends = search(one, kind, ship, start, act, target, at, friends, sunk)
        found |= {(act, target, cell, to) for cell, to in ends}
    return found - {(SAIL, -1, -1, start)}


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


def search(one, kind, ship, start, act, target, at, friends, sunk) -> set[tuple[int, int]]:
    """The cell of the act (-1 without one), and where the voyage can end."""
    at = {cell: s for cell, s in at.items() if s != ship}
    moves = int(one.moves[kind])
    if start >= 0:
        todo = {(start, 0, -1)}
    else:
        todo = {(int(cell), int(one.entry_cost), -1) for cell in one.zones.ravel() if int(cell) not in at}
    todo = {state for state in todo if state[1] <= moves}
    seen = set(todo)
    while todo:
        cell, used, done = todo.pop()
        after = {(cell, used, cell)} if done < 0 and happens(one, kind, act, target, cell) else set()
        if used < moves:
            gone = int(one.ship_cell[target]) if done >= 0 and sunk else -1
            for other in neighbours(one, kind, cell):
                if other not in at or at[other] in friends or other == gone:
                    after.add((other, used + 1, done))
        todo |= after - seen
        seen |= after
    gone = int(one.ship_cell[target]) if sunk else -1
    return {
        (done, cell)
        for cell, _, done in seen
        if (done >= 0 or act == SAIL) and cell < one.n_cells and (cell not in at or cell == gone)
    }


@cache
def around(crosses: bool) -> list[set[int]]:
    """The neighbours of every node, read off the drawing once more."""
    drawing = (places.SEEDS / "black-fleet" / "board.txt").read_text().split("board:\n")[1].splitlines()
    signs = {(row, column): sign for row, line in enumerate(drawing) for column, sign in enumerate(line.split())}
    sea = [place for place in sorted(signs) if signs[place] not in "#oYRGBV"]
    nodes = {place: n for n, place in enumerate(sea + [place for place in sorted(signs) if signs[place] == "o"])}
    close = lambda a, b: (abs(x(a) - x(b)), abs(a[0] - b[0])) in ((2, 0), (1, 1))  # noqa: E731
    x = lambda place: 2 * place[1] + place[0] % 2  # noqa: E731
    return [{nodes[b] for b in nodes if close(a, b) and (crosses or nodes[b] < len(sea))} for a in nodes]


def neighbours(one: Any, kind: int, cell: int) -> set[int]:
    found = set(around(bool(one.crosses[kind]))[cell])
    if kind == PIRATE and one.power_lairs[one.seat] and one.is_lair[cell]:
        found |= {int(lair) for lair in one.is_lair.nonzero()[0]}
    return found


def happens(one: Any, kind: int, act: int, target: int, cell: int) -> bool:
    if cell >= one.n_cells or act == SAIL:
        return False
    if act == SELL:
        return cell in one.port_cells[target]
    if act == BURY:
        return cell == target
    return one.distance[cell, one.ship_cell[target]] <= one.attack_range[kind]
