"""The rulebook's worked examples, step by step, on our board."""

import pytest

from analyser.games.black_fleet import rules
from analyser.games.black_fleet.acts import Act
from analyser.games.black_fleet.table import NONE, PIRATE, PIRATES
from tests.games.black_fleet.tables import YELLOW, at_sea, beside, cells_at, ends, found, new_room, take

pytestmark = pytest.mark.uncompiled

BARBARIA, RED = 2, 1
START = 70


def test_a_frigate_moves_2_attacks_and_moves_1():
    far = cells_at(at_sea({}), START, 3)[0]
    room = at_sea({YELLOW: START, 5: far}, (0, 0, 3))
    one = room.table
    last = next(int(c["to"]) for c in found(room, Act.SINK) if one.distance[c["cell"], c["to"]] == 1)
    assert one.distance[START, found(room, Act.SINK, to=last)[0]["cell"]] == 2
    take(room, Act.SINK, target=5, to=last)
    assert (one.ship_cell[YELLOW], one.ship_cell[5], one.doubloons[0]) == (last, NONE, 2)


def test_a_merchant_sells_two_goods_at_2_for_4_and_loads_three():
    room = at_sea({0: int(new_room().table.port_cells[BARBARIA, 0])})
    one = room.table
    one.stock[0] += one.cargo[0]
    one.cargo[0], one.goods[0] = 2, RED
    one.stock[RED] -= 2
    take(room, Act.SELL, target=BARBARIA)
    assert (one.doubloons[0], one.cargo[0], one.goods[0], one.stock[RED]) == (4, 3, BARBARIA, 13)


def test_the_port_does_not_buy_its_own_goods_nor_one_other():
    room = at_sea({0: int(new_room().table.port_cells[BARBARIA, 0])})
    refused = [goods for goods in range(5) if not sells(room, goods)]
    assert len(refused) == 2 and BARBARIA in refused


def sells(room, goods):
    room.table.goods[0] = goods
    return found(room, Act.SELL, target=BARBARIA)


def test_a_pirate_moves_2_robs_and_moves_on():
    far = cells_at(at_sea({}), START, 3)[0]
    room = at_sea({PIRATES: START, 1: far}, (0, 3, 0))
    one = room.table
    one.cargo[1] = 2
    away = max(ends(room, Act.ROB, target=1), key=lambda cell: one.distance[far, cell])
    assert one.distance[far, away] == 2
    take(room, Act.ROB, target=1, to=away)
    assert (one.doubloons[0], one.cargo[1], one.cargo[PIRATES], one.ship_cell[1]) == (2, 1, 1, far)


def test_a_pirate_buries_for_6_then_moves_3_and_cannot_attack():
    one = new_room().table
    beach = next(cell for cell in range(int(one.n_cells)) if one.beach[cell] == 6)
    room = at_sea({PIRATES: beach}, (0, 3, 0))
    one = room.table
    one.cargo[PIRATES], one.goods[PIRATES] = 1, RED
    to, near = next(
        (to, cell)
        for to in ends(room, Act.BURY, target=beach)
        for cell in beside(room, to)
        if one.distance[beach, to] == 3 and one.distance[beach, cell] > 3
    )
    rules.put_ship(one, 1, near)
    rules.load_goods(one, 1, RED)
    assert one.distance[beach, to] == 3 and to in ends(room, Act.BURY, target=beach)
    take(room, Act.BURY, target=beach, to=to)
    assert one.doubloons[0] == 6 and one.has_sailed[PIRATE] and not found(room, Act.ROB)
