"""What a person sees at a glance, computed for the strategies that ask: threats, and the way to every cell."""

import numpy as np

from analyser.games.black_fleet.acts import Kind
from analyser.games.black_fleet.sea import explore, lair_power, look_out, ship_of, start_search
from analyser.games.black_fleet.table import (
    FREE,
    FRIGATE,
    FRIGATES,
    MOVABLE,
    NONE,
    ONWARD,
    PIRATE,
    PIRATES,
    SHIPS,
    WORD,
    WORDS,
)
from analyser.kernel.backend import compiled, compiled_apart, rule
from analyser.kernel.intrinsics import Record, blank, lowest_bit

THREATS, WAYS = 1, 2
FAR = 127


@compiled_apart
def look_around(table: Record, hidden: Record, wanted: int) -> None:
    """Answer the costly questions that a strategy asks: see `view.COSTLY`."""
    if table.asked <= Kind.PLAY_CARD and wanted & THREATS:
        watch(table, hidden)
    if table.asked == Kind.SAIL and wanted & WAYS:
        look_out(table, hidden)
        for ship in range(MOVABLE):
            chart(table, hidden, ship)


@rule("BF-12", apart=True)
def chart(table: Record, hidden: Record, kind: int) -> None:
    """How many moves one of the seat's ships needs to each cell, this turn and later, as ships lie now."""
    for cell in range(table.n_cells):
        table.way[kind, cell] = FAR
    ship, search = ship_of(table, kind), hidden.searches[ONWARD]
    if ship == NONE or (table.ship_cell[ship] == NONE and kind != PIRATE):
        return
    start_search(table, search, ship)
    explore(table, hidden, search, FAR, table.crosses[kind], lair_power(table, kind))
    for k in range(search.n):
        table.way[kind, search.node[k]] = search.steps[k]


THREAT = np.dtype([("words", "i8", WORDS)])


@compiled_apart
def watch(table: Record, hidden: Record) -> None:
    """Compute the threats to a seat at the start of its turn: as ships lie now, without its own ships in the way."""
    me = table.seat
    table.friendly = (1 << FREE) | (1 << me) | (1 << (PIRATES + me))
    look_out(table, hidden)
    for ship in range(SHIPS):
        for w in range(WORDS):
            table.threat[ship, w] = 0
    for seat in range(table.n_players):
        if seat != me:
            hidden.kind = PIRATE
            watch_ship(table, hidden, PIRATES + seat, seat, table.power_lairs[seat])
            watch_frigates(table, hidden, seat)


@compiled
def watch_frigates(table: Record, hidden: Record, seat: int) -> None:
    """Both frigates as this player would move them, unless another with the same powers was looked at before."""
    for other in range(seat):
        same_moves = table.power_moves[other, FRIGATE] == table.power_moves[seat, FRIGATE]
        same_way = table.power_crosses[other, FRIGATE] == table.power_crosses[seat, FRIGATE]
        same_range = table.power_range[other, FRIGATE] == table.power_range[seat, FRIGATE]
        if other != table.seat and same_moves and same_way and same_range:
            return
    hidden.kind = FRIGATE
    for ship in range(FRIGATES, SHIPS):
        watch_ship(table, hidden, ship, seat, 0)


@compiled_apart
def watch_ship(table: Record, hidden: Record, ship: int, seat: int, lairs: int) -> None:
    """Add the cells that a ship moved by this player can attack with an average card; never from an island."""
    kind, search = hidden.kind, hidden.searches[ONWARD]
    start_search(table, search, ship)
    moves = table.usual_moves[kind] + table.power_moves[seat, kind]
    explore(table, hidden, search, moves, table.power_crosses[seat, kind], lairs)
    for k in range(search.n):
        if search.node[k] < table.n_cells:
            add_threats(table, ship, search.node[k], table.power_range[seat, kind])


@compiled
def add_threats(table: Record, ship: int, cell: int, reach: int) -> None:
    """The cells that can be attacked from a cell; not the cell itself, where no victim lies while the ship is there."""
    around = blank(THREAT)
    for w in range(WORDS):
        around.words[w] = table.beside[0, cell, w]
    for _ in range(1, reach):
        widen(table, around)
    around.words[cell // WORD] &= ~(1 << cell % WORD)
    for w in range(WORDS):
        table.threat[ship, w] |= around.words[w]


@compiled
def widen(table: Record, reach: Record) -> None:
    """An attack reaches one cell further."""
    before = blank(THREAT)
    for w in range(WORDS):
        before.words[w] = reach.words[w]
    for v in range(WORDS):
        bits = before.words[v]
        while bits != 0:
            node = WORD * v + lowest_bit(bits)
            bits &= bits - 1
            for w in range(WORDS):
                reach.words[w] |= table.beside[0, node, w]
