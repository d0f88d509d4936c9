"""A slow reference of the sea, written from the ledger and the legends of the data files.

It shares no code with the rules. A voyage is worked out in the plainest way: how many moves it takes to get to every
node, then, for every cell where an act can happen, how many it takes to go on from there. Plain loops over numbers, so
that they can be compiled: as Python they take a hundred times as long.
"""

import tomllib
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from analyser.core import paths
from analyser.kernel.backend import compiled_strategy
from analyser.kernel.machine_code import cached

FOLDER = paths.SEEDS / "black-fleet"
COLOURS = ("yellow", "red", "green", "blue", "violet")
MERCHANT, PIRATE, FRIGATE = 0, 1, 2
SAIL, SELL, ROB, SINK, BURY = 2, 3, 4, 5, 6
NOTHING = -1
FAR = 1000
MAX_ROWS = 122_000
ACT, SHIP, TARGET, CELL, TO, CARD, GAIN, LEFT = range(8)
WIDTH = 8


class Sea(NamedTuple):
    """The board and the market, as arrays: nodes are the sea cells in reading order, then the islands."""

    n_cells: int
    by_sea: Any
    over_islands: Any
    distance: Any
    beach: Any
    port: Any
    is_lair: Any
    zones: Any
    price: Any


class Fleet(NamedTuple):
    """Where all ships are, what they carry, whom the seat can pass, and what the ports have."""

    cell: Any
    cargo: Any
    goods: Any
    is_friend: Any
    is_other: Any
    stock: Any


class Voyager(NamedTuple):
    """A ship about to sail: what it may do, and what that pays."""

    ship: int
    kind: int
    moves: int
    actions: int
    reach: int
    crosses: int
    lairs: int
    robs: int
    sinks: int
    bonus: int
    rob_pays: int
    sink_pays: int
    entry_cost: int
    least_load: int
    bank_left: int
    is_under_way: int
    stops_after_act: int
    stops_anywhere: int
    passes_enemies: int


BOX = [FOLDER]
"""Where the data files are: a test may put another folder there, and must then `forget` what was read."""


def read_toml(name: str, key: str) -> list[dict[str, Any]]:
    """The entries of a data file."""
    return tomllib.loads((BOX[0] / name).read_text(encoding="utf-8"))[key]


@cache
def drawing() -> dict[tuple[int, int], str]:
    """The signs of the board by row and by place across, in half cells."""
    lines = (BOX[0] / "board.txt").read_text(encoding="utf-8").split("board:\n")[1].splitlines()
    return {(row, 2 * k + row % 2): sign for row, line in enumerate(lines) for k, sign in enumerate(line.split())}


@cache
def nodes() -> list[tuple[int, int]]:
    """The places of sea cells, then of islands."""
    signs = drawing()
    return [p for p in sorted(signs) if signs[p] not in "#oYRGBV"] + [p for p in sorted(signs) if signs[p] == "o"]


def n_sea() -> int:
    """How many of the nodes are sea cells."""
    return sum(drawing()[place] != "o" for place in nodes())


def touching(place: tuple[int, int]) -> list[tuple[int, int]]:
    """The six places around one."""
    row, across = place
    return [(row + up, across + side) for up, side in ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))]


@cache
def around(crosses: bool) -> list[set[int]]:
    """The neighbours of every node; islands among them only if they are crossed."""
    number = {place: n for n, place in enumerate(nodes()) if crosses or n < n_sea()}
    return [{number[other] for other in touching(place) if other in number} for place in nodes()]


def steps_by_sea(start: int) -> list[int]:
    """How many cells every sea cell is from one."""
    steps = {start: 0}
    todo = [start]
    for cell in todo:
        for other in around(False)[cell] - set(steps):
            steps[other] = steps[cell] + 1
            todo.append(other)
    return [steps.get(cell, FAR) for cell in range(n_sea())]


def _listed(neighbours: list[set[int]]) -> Any:
    return np.array([sorted(one) + [NOTHING] * (6 - len(one)) for one in neighbours])


@cache
def sea() -> Sea:
    """The data files as arrays."""
    n, signs = n_sea(), drawing()
    at = [signs[place] for place in nodes()[:n]]
    port = [
        next(("YRGBV".index(signs[o]) for o in touching(place) if signs.get(o, "#") in "YRGBV"), NOTHING)
        for place in nodes()[:n]
    ]
    price = np.zeros((5, 5), np.int64)
    for one in read_toml("ports.toml", "ports"):
        for colour, pays in one["buys"].items():
            price[COLOURS.index(one["colour"]), COLOURS.index(colour)] = pays
    return Sea(
        n,
        _listed(around(False)),
        _listed(around(True)),
        np.array([steps_by_sea(cell) for cell in range(n)]),
        np.array([int(sign) if sign.isdigit() else 0 for sign in at]),
        np.array(port),
        np.array([int(sign == "x") for sign in at]),
        np.array([cell for cell in range(n) if at[cell] in "abc"]),
        price,
    )


@compiled_strategy
def ship_on(fleet, voyager, node):
    """Another ship on a node, or NOTHING."""
    for ship in range(len(fleet.cell)):
        if fleet.cell[ship] == node and ship != voyager.ship:
            return ship
    return NOTHING


@compiled_strategy
def can_pass(fleet, voyager, node, gone):
    """BF-12: through friends, not through others; `gone` is the cell of a ship that has just been sunk."""
    other = ship_on(fleet, voyager, node)
    return other == NOTHING or node == gone or fleet.is_friend[other] or voyager.passes_enemies


@compiled_strategy
def spread(sea, fleet, voyager, steps, gone):
    """Moves used up at each node, from those that are known already."""
    neighbours = sea.over_islands if voyager.crosses else sea.by_sea
    for used in range(voyager.moves):
        for node in range(len(steps)):
            if steps[node] != used:
                continue
            for other in neighbours[node]:
                if other != NOTHING and steps[other] > used + 1 and can_pass(fleet, voyager, other, gone):
                    steps[other] = used + 1
            if voyager.lairs and node < sea.n_cells and sea.is_lair[node]:
                for lair in range(sea.n_cells):
                    if sea.is_lair[lair] and steps[lair] > used + 1 and can_pass(fleet, voyager, lair, gone):
                        steps[lair] = used + 1


@compiled_strategy
def start(sea, fleet, voyager, steps):
    """BF-12, BF-21: from its cell, or put on a free cell of a far-sea zone; if that is the first cell of its move, a
    friend there is passed like any other.
    """
    if fleet.cell[voyager.ship] != NOTHING:
        steps[fleet.cell[voyager.ship]] = 0
    elif voyager.kind == PIRATE:
        for cell in sea.zones:
            is_free = ship_on(fleet, voyager, cell) == NOTHING
            if is_free or (voyager.entry_cost > 0 and can_pass(fleet, voyager, cell, NOTHING)):
                steps[cell] = voyager.entry_cost
    spread(sea, fleet, voyager, steps, NOTHING)


@compiled_strategy
def emit(rows, n, voyager, act, target, cell, to, gain, left):
    """One more voyage."""
    rows[n, ACT], rows[n, SHIP], rows[n, TARGET], rows[n, CELL] = act, voyager.ship, target, cell
    rows[n, TO], rows[n, CARD], rows[n, GAIN], rows[n, LEFT] = to, NOTHING, gain, left
    return n + 1


@compiled_strategy
def go_on(sea, fleet, voyager, steps, rows, n, act, target, cell, gain):
    """BF-13: act on a cell, then sail on; or, with another action left, be asked again there, if it may lie there.
    BF-22: or stop there for a fortune card, if there is a rest of the voyage.
    """
    left = voyager.moves - steps[cell]
    may_lie = ship_on(fleet, voyager, cell) == NOTHING
    if may_lie and (voyager.actions > 1 or (voyager.stops_after_act and left > 0)):
        n = emit(rows, n, voyager, act, target, cell, cell, gain, left)
    if may_lie and voyager.actions > 1:
        return n
    gone = NOTHING
    if act == SINK or (act == ROB and fleet.cargo[target] == 1):
        gone = fleet.cell[target]
    after = np.full(len(steps), FAR)
    after[cell] = steps[cell]
    spread(sea, fleet, voyager, after, gone)
    for to in range(sea.n_cells):
        if after[to] <= voyager.moves and (to == gone or ship_on(fleet, voyager, to) == NOTHING):
            n = emit(rows, n, voyager, act, target, cell, to, gain, NOTHING)
    return n


@compiled_strategy
def attacks(sea, fleet, voyager, steps, rows, n, cell):
    """BF-16, BF-17, BF-19: all that can be robbed or sunk from a cell."""
    empty = fleet.cargo[voyager.ship] == 0
    robs = (voyager.kind == PIRATE and empty) or (voyager.kind == MERCHANT and voyager.robs > 0)
    sinks = voyager.kind == FRIGATE or (voyager.kind == MERCHANT and voyager.sinks > 0)
    for victim in range(8):
        if not fleet.is_other[victim] or fleet.cell[victim] == NOTHING:
            continue
        if sea.distance[cell, fleet.cell[victim]] > voyager.reach:
            continue
        if robs and victim < 4:
            n = go_on(sea, fleet, voyager, steps, rows, n, ROB, victim, cell, voyager.rob_pays)
        if sinks and victim >= 4:
            n = go_on(sea, fleet, voyager, steps, rows, n, SINK, victim, cell, voyager.sink_pays)
    return n


@compiled_strategy
def trades(sea, fleet, voyager, steps, rows, n, cell):
    """BF-14, BF-15, BF-18: sell beside a port, bury on a beach."""
    port, load = sea.port[cell], fleet.cargo[voyager.ship]
    goods = fleet.goods[voyager.ship]
    sells = voyager.kind == MERCHANT and port != NOTHING and load > 0
    if sells and sea.price[port, goods] > 0 and fleet.stock[port] >= voyager.least_load:
        gain = min(load * (sea.price[port, goods] + voyager.bonus), voyager.bank_left)
        n = go_on(sea, fleet, voyager, steps, rows, n, SELL, port, cell, gain)
    if voyager.kind == PIRATE and load > 0 and sea.beach[cell] > 0:
        n = go_on(sea, fleet, voyager, steps, rows, n, BURY, cell, cell, min(sea.beach[cell], voyager.bank_left))
    return n


def list_voyages(sea, fleet, voyager, rows):
    """Write all voyages of a ship into rows; how many they are."""
    n = 0
    steps = np.full(len(sea.by_sea), FAR)
    start(sea, fleet, voyager, steps)
    for cell in range(sea.n_cells):
        if steps[cell] > voyager.moves:
            continue
        stays = cell == fleet.cell[voyager.ship] and voyager.is_under_way == 0
        if ship_on(fleet, voyager, cell) == NOTHING and not stays:
            n = emit(rows, n, voyager, SAIL, NOTHING, NOTHING, cell, 0, NOTHING)
        left = voyager.moves - steps[cell]
        stops = voyager.stops_anywhere and (left > 0 or voyager.actions > 0)
        if stops and ship_on(fleet, voyager, cell) == NOTHING and cell != fleet.cell[voyager.ship]:
            n = emit(rows, n, voyager, SAIL, NOTHING, NOTHING, cell, 0, left)
        if voyager.actions > 0:
            n = trades(sea, fleet, voyager, steps, rows, n, cell)
            n = attacks(sea, fleet, voyager, steps, rows, n, cell)
    return n


@cache
def compiled_search() -> Any:
    """`list_voyages` as machine code, kept in the cache like the kernels."""
    fleet = Fleet(*(np.zeros(10, np.int64) for _ in range(5)), np.zeros(5, np.int64))
    voyager = Voyager(*(0 for _ in Voyager._fields))
    return cached("black-fleet-reference", list_voyages, sea(), fleet, voyager, np.zeros((1, WIDTH), np.int64))


_ROWS = np.zeros((MAX_ROWS, WIDTH), np.int64)


def voyages(fleet: Fleet, voyager: Voyager) -> Any:
    """A row for each voyage of a ship."""
    n = compiled_search()(sea(), fleet, voyager, _ROWS)
    return _ROWS[:n].copy()
