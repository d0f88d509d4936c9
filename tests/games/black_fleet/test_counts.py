"""What the table `cells` counts, and on which cell: each deed where it is done, each voyage where it ends."""

import pytest

from analyser.games.black_fleet import GAME
from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.box import read_box
from analyser.games.black_fleet.columns import CELL_KINDS, NO_PORT
from analyser.games.black_fleet.decks import Fortune
from analyser.games.black_fleet.table import PIRATE, PIRATES
from tests.games.black_fleet.tables import YELLOW, at_sea, beside, cells_at, dealt, found, give_fortune, new_room, take

pytestmark = pytest.mark.uncompiled
(CELLS,) = GAME.sums()
BOARD, PORTS = read_box(GAME.data_folder)[:2]
MIDDLE = 70


def counted(room):
    """All counts that are not zero: column -> {cell: count}."""
    counts = {}
    for column, row in zip(CELLS.counts, room.workspace.cells, strict=True):
        counts |= {column.name: {cell: int(row[cell]) for cell in row.nonzero()[0].tolist()}} if row.any() else {}
    return counts


def test_a_robbery_from_afar_is_counted_on_the_victims_cell():
    far = cells_at(new_room(), MIDDLE, 2)[0]
    room = at_sea({PIRATES: MIDDLE, 1: far})
    room.table.attack_range[PIRATE] = 2
    take(room, Act.ROB, target=1, to=MIDDLE)
    assert counted(room) == {"pirate_voyages": {MIDDLE: 1}, "robberies": {far: 1}, "income": {far: 2}}


def test_a_merchant_robbed_of_its_last_good_is_lost_there():
    cell = beside(new_room(), MIDDLE)[0]
    room = at_sea({PIRATES: MIDDLE, 1: cell})
    room.table.cargo[1] = 1
    take(room, Act.ROB, target=1, to=MIDDLE)
    assert counted(room)["lost_merchants"] == {cell: 1} and "sinkings" not in counted(room)


def test_a_sinking_is_counted_on_the_pirates_cell_and_the_voyage_where_the_frigate_ends():
    cell = beside(new_room(), MIDDLE)[0]
    room = at_sea({YELLOW: MIDDLE, PIRATES + 1: cell}, (0, 0, 1))
    take(room, Act.SINK, target=PIRATES + 1, to=cell)
    assert counted(room) == {"frigate_voyages": {cell: 1}, "sinkings": {cell: 1}, "income": {cell: 2}}


def test_a_sale_is_counted_where_the_merchant_sells_not_where_it_ends():
    one = new_room().table
    port = next(p for p in range(5) if one.price[p, 0] > 0)
    start = int(one.port_cells[port, 0])
    room = at_sea({0: start}, (1, 0, 0))
    away = next(c for c in found(room, Act.SELL) if one.port_at[c["to"]] != port)
    take(room, Act.SELL, to=int(away["to"]))
    pay = 3 * int(one.price[port, 0])
    assert counted(room) == {
        "merchant_voyages": {int(away["to"]): 1},
        "sales": {int(away["cell"]): 1},
        "income": {int(away["cell"]): pay},
    }
    assert away["cell"] == start


def test_a_burial_is_counted_on_the_beach():
    one = new_room().table
    beach = next(cell for cell in range(int(one.n_cells)) if one.beach[cell] == 6)
    room = at_sea({PIRATES: beach})
    room.table.cargo[PIRATES], room.table.goods[PIRATES] = 1, 3
    take(room, Act.BURY, target=beach)
    assert counted(room) == {"pirate_voyages": {beach: 1}, "burials": {beach: 1}, "income": {beach: 6}}


def test_a_voyage_that_goes_on_after_its_act_is_counted_once():
    cell = beside(new_room(), MIDDLE)[0]
    room = at_sea({PIRATES: MIDDLE, 1: cell}, (0, 3, 0))
    give_fortune(room, Fortune.TWO_ACTIONS)
    take(room, Act.FORTUNE, ship=PIRATES)
    take(room, Act.ROB, target=1, to=MIDDLE)
    assert "pirate_voyages" not in counted(room)
    to = next(int(c["to"]) for c in found(room, Act.SAIL, ship=PIRATES) if c["to"] != MIDDLE)
    take(room, Act.SAIL, ship=PIRATES, to=to)
    assert counted(room)["pirate_voyages"] == {to: 1}


def test_a_placing_is_counted_apart_from_voyages():
    room = dealt()
    room.table.asked = Kind.PLACE
    cell = int(room.table.port_cells[2, 1])
    take(room, Act.PLACE, to=cell)
    assert counted(room) == {"placed": {cell: 1}}


def test_the_rows_are_the_sea_cells_with_what_the_board_says_of_them():
    rows = list(zip(*CELLS.values, strict=True))
    assert len(rows) == BOARD.n_cells < CELLS.capacity
    name, kind, port, pays, far = (column.names for column in CELLS.known)
    assert not pays and not far and port[-1] == NO_PORT
    read = {name[row[0]]: (kind[row[1]], port[row[2]], *row[3:]) for row in rows}
    assert read["1/1"] == ("far_sea", NO_PORT, 0, 0)
    best = BOARD.marked("6")[0]
    assert read[BOARD.name(best)] == ("beach", NO_PORT, 6, BOARD.steps_from(zone_cells())[best])
    at_port = next(cell for cell in BOARD.port_cells("Y") if BOARD.signs[BOARD.nodes[cell]] == "~")
    assert read[BOARD.name(at_port)][:2] == ("sea", PORTS[0].name)
    assert [sum(row[2] == number for row in rows) for number in range(5)] == [3] * 5
    assert {kind[row[1]] for row in rows} == set(CELL_KINDS)


def zone_cells():
    return [cell for letter in "abc" for cell in BOARD.marked(letter)]
