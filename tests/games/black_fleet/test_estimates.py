"""What a strategy is told that its ships can earn, and what a fortune card adds to it: small tables, one card each."""

import numpy as np
import pytest

from analyser.games.black_fleet import estimates, queries
from analyser.games.black_fleet.acts import Act
from analyser.games.black_fleet.choices import CHOICE
from analyser.games.black_fleet.decks import Fortune
from analyser.games.black_fleet.table import MERCHANT, PIRATE, PIRATES
from tests.games.black_fleet.tables import YELLOW, at_sea, beside, cells_at, found, give_fortune, new_room

pytestmark = pytest.mark.uncompiled
START = 70
RED = 1


def test_what_kind_of_ship():
    assert [estimates.kind_of(ship) for ship in (0, PIRATES, YELLOW)] == [MERCHANT, PIRATE, 2]


def gains(room, effect, **facts):
    """What playing the card adds, for each target."""
    give_fortune(room, effect)
    room.table.me = 0
    plays = np.array(found(room, Act.FORTUNE, **facts), CHOICE).view(np.recarray)
    return [float(estimates.fortune_gain(room.table, one)) for one in plays]


def far_from_port(steps, crosses=False):
    """A cell so many cells from the port that buys yellow goods, Port Rouge, by sea or over islands."""
    one = new_room().table
    ways = one.port_over_islands if crosses else one.port_distance
    return next(cell for cell in range(int(one.n_cells)) if ways[RED, cell] == steps)


def test_distances_over_islands_are_no_longer_and_at_times_shorter():
    one = new_room().table
    n = int(one.n_cells)
    assert (one.port_over_islands[:, :n] <= one.port_distance[:, :n]).all()
    assert (one.port_over_islands[:, :n] < one.port_distance[:, :n]).any()
    cell = int((one.port_over_islands[RED, :n] < one.port_distance[RED, :n]).argmax())
    one.me = 0
    by_sea = queries.port_way(one, RED, cell)
    one.power_crosses[0, MERCHANT] = 1
    assert queries.port_way(one, RED, cell) < by_sea == one.port_distance[RED, cell]


def test_more_moves_bring_a_sale_into_reach():
    assert gains(at_sea({0: far_from_port(4)}, (2, 0, 0)), Fortune.MORE_MOVES, ship=0) == [9]
    assert gains(at_sea({0: far_from_port(5)}, (2, 0, 0)), Fortune.MORE_MOVES, ship=0) == [0]
    assert gains(at_sea({0: far_from_port(2)}, (2, 0, 0)), Fortune.MORE_MOVES, ship=0) == [0]


def test_more_moves_bring_a_beach_a_victim_or_a_pirate_into_reach():
    victim = cells_at(at_sea({}), START, 3)[0]
    assert gains(at_sea({PIRATES: START, 1: victim}), Fortune.MORE_MOVES, ship=PIRATES) == [2]
    assert gains(at_sea({YELLOW: START, 5: victim}), Fortune.MORE_MOVES, ship=YELLOW) == [2]
    one = new_room().table
    cell = next(cell for cell in range(int(one.n_cells)) if one.beach_distance[cell] == 2)
    room = at_sea({PIRATES: cell})
    room.table.cargo[PIRATES] = 1
    assert gains(room, Fortune.MORE_MOVES, ship=PIRATES) == [4]


def test_a_pirate_off_the_board_is_told_nothing():
    assert gains(at_sea({1: START}), Fortune.MORE_MOVES, ship=PIRATES) == [0]
    assert gains(at_sea({1: START}), Fortune.TWO_ACTIONS, ship=PIRATES) == [0]


def test_long_guns_reach_what_lies_two_cells_away():
    victim = cells_at(at_sea({}), START, 2)[0]
    assert gains(at_sea({PIRATES: START, 1: victim}), Fortune.LONG_RANGE, ship=PIRATES) == [2]
    assert gains(at_sea({PIRATES: START, 1: cells_at(at_sea({}), START, 3)[0]}), Fortune.LONG_RANGE, ship=PIRATES) == [
        0
    ]


def test_numbers_are_exchanged_for_the_better_sum():
    room = at_sea({0: far_from_port(4)}, (2, 4, 1))
    room.table.numbers[:3] = [2, 4, 1]
    assert gains(room, Fortune.EXCHANGE_MOVES, ship=0, target=PIRATES) == [9]
    assert gains(room, Fortune.EXCHANGE_MOVES, ship=0, target=YELLOW) == [0]


def test_a_better_price_pays_for_each_cube_if_there_is_a_sale():
    assert gains(at_sea({0: far_from_port(2)}, (2, 0, 0)), Fortune.BETTER_PRICE) == [3]
    assert gains(at_sea({0: far_from_port(4)}, (2, 0, 0)), Fortune.BETTER_PRICE) == [0]


def test_a_way_over_islands_brings_a_sale_into_reach():
    one = new_room().table
    wanted = [port for port in range(5) if one.price[port, 0] > 0 and port != RED]
    over, by_sea = one.port_over_islands, one.port_distance
    cell = next(
        cell
        for cell in range(int(one.n_cells))
        if over[RED, cell] < by_sea[RED, cell] and all(over[port, cell] > over[RED, cell] for port in wanted)
    )
    moves = int(over[RED, cell])
    assert gains(at_sea({0: cell}, (moves, 0, 0)), Fortune.CROSS_ISLANDS) == [9]
    assert gains(at_sea({0: cell}, (moves - 1, 0, 0)), Fortune.CROSS_ISLANDS) == [0]


def test_a_merchant_robs_unless_it_sells():
    cell = far_from_port(4)
    near = next(c for c in beside(at_sea({}), cell))
    assert gains(at_sea({0: cell, 1: near}), Fortune.MERCHANT_ROBS) == [2]
    assert gains(at_sea({0: cell, 1: near}, (4, 0, 0)), Fortune.MERCHANT_ROBS) == [0]
    assert gains(at_sea({0: cell}), Fortune.MERCHANT_ROBS) == [0]


def test_a_merchant_that_may_rob_is_helped_to_its_victim():
    cell = far_from_port(6)
    room = at_sea({0: cell, 1: cells_at(at_sea({}), cell, 3)[0]})
    room.table.may_rob = 1
    assert gains(room, Fortune.MORE_MOVES, ship=0) == [2]


def test_fog_brings_a_merchant_beside_its_port():
    at_port, away = far_from_port(0), far_from_port(1)
    assert at_port in beside(at_sea({}), away)
    assert gains(at_sea({0: away, PIRATES: at_port}), Fortune.SWAP_SHIPS, ship=0, target=PIRATES) == [9]
    assert gains(at_sea({0: at_port, PIRATES: away}), Fortune.SWAP_SHIPS, ship=0, target=PIRATES) == [0]
    assert gains(at_sea({0: START, 1: away, 6: at_port}), Fortune.SWAP_SHIPS, ship=1, target=6) == [0]
    room = at_sea({1: away, 0: at_port})
    room.table.has_sailed[MERCHANT] = 1
    assert gains(room, Fortune.SWAP_SHIPS, ship=0, target=1) == [0]


def test_currents_drive_a_victim_before_pirate_or_frigate():
    far = cells_at(at_sea({}), START, 3)[0]
    assert max(gains(at_sea({PIRATES: START, 1: far}), Fortune.MOVE_OPPONENT, target=1)) == 2
    assert max(gains(at_sea({YELLOW: START, 5: far}), Fortune.MOVE_OPPONENT, target=5)) == 2
    near = beside(at_sea({}), START)[0]
    assert max(gains(at_sea({PIRATES: START, 1: far, 2: near}), Fortune.MOVE_OPPONENT, target=1)) == 0
    room = at_sea({PIRATES: START, 1: far})
    room.table.has_sailed[PIRATE] = 1
    assert max(gains(room, Fortune.MOVE_OPPONENT, target=1)) == 0


@pytest.mark.parametrize(("loaded", "gain"), [(0, 4), (1, 2)])
def test_two_actions_rob_and_bury(loaded, gain):
    one = new_room().table
    beach = next(cell for cell in range(int(one.n_cells)) if one.beach[cell] == 4)
    room = at_sea({PIRATES: beach, 1: beside(at_sea({}), beach)[0]})
    room.table.cargo[PIRATES] = loaded
    assert gains(room, Fortune.TWO_ACTIONS, ship=PIRATES) == [gain]
    far = at_sea({PIRATES: beach, 1: cells_at(at_sea({}), beach, 4)[0]})
    assert gains(far, Fortune.TWO_ACTIONS, ship=PIRATES) == [0]
    assert gains(far, Fortune.TWO_ACTIONS, ship=YELLOW) == [0]


def test_a_theft_gains_what_it_brings():
    room = at_sea({0: START})
    room.table.doubloons[2] = 1
    assert gains(room, Fortune.STEAL) == [1]


def test_to_change_places_saves_the_cells_that_both_are_nearer():
    near, far = far_from_port(1), far_from_port(9)
    room = at_sea({0: far, PIRATES: near, 1: beside(at_sea({}), far)[0]})
    room.table.me = 0
    saved = estimates.swap_saves(room.table)
    assert saved > 8
    room = at_sea({0: near, PIRATES: far, 1: beside(at_sea({}), far)[0]})
    room.table.me = 0
    assert estimates.swap_saves(room.table) == -saved


def outlooks(function, room, act, **facts):
    """What is ahead after each voyage of a ship, by the cell where it ends."""
    room.table.me = 0
    voyages = np.array(found(room, act, **facts), CHOICE).view(np.recarray)
    return {int(one.to): float(function(room.table, one)) for one in voyages}


def test_a_merchant_looks_ahead_to_its_port():
    room = at_sea({0: far_from_port(4)}, (2, 0, 0))
    ahead = outlooks(estimates.merchant_outlook, room, Act.SAIL, ship=0)
    way = room.table.port_distance[RED]
    nearest, farthest = min(ahead, key=lambda cell: way[cell]), max(ahead, key=lambda cell: way[cell])
    assert way[nearest] < way[farthest] and ahead[nearest] > ahead[farthest] > 0


def test_a_merchant_that_sells_looks_ahead_with_a_new_load():
    room = at_sea({0: far_from_port(1)}, (2, 0, 0))
    ahead = outlooks(estimates.merchant_outlook, room, Act.SELL, ship=0)
    assert ahead and all(value > 0 for value in ahead.values())


@pytest.mark.parametrize("is_loaded", [False, True])
def test_a_pirate_looks_ahead_to_a_victim_or_with_treasure_to_a_beach(is_loaded):
    victim = cells_at(at_sea({}), START, 5)[0]
    room = at_sea({PIRATES: START, 1: victim}, (0, 2, 0))
    room.table.cargo[PIRATES] = is_loaded
    ahead = outlooks(estimates.pirate_outlook, room, Act.SAIL, ship=PIRATES)
    away = room.table.beach_distance if is_loaded else room.table.distance[:, victim]
    assert len(set(ahead.values())) > 1
    assert all(value == min(int(away[cell]), 20) for cell, value in ahead.items())


def test_a_frigate_looks_ahead_to_the_pirates_of_others():
    pirate = cells_at(at_sea({}), START, 5)[0]
    room = at_sea({YELLOW: START, PIRATES + 1: pirate}, (0, 0, 2))
    ahead = outlooks(estimates.frigate_outlook, room, Act.SAIL, ship=YELLOW)
    assert len(set(ahead.values())) > 1
    assert min(ahead, key=ahead.get) in cells_at(room, pirate, int(min(ahead.values())))
