"""What is listed, and what listing leaves alone: sales over islands, cells cleared, cards that do something."""

import numpy as np
import pytest

from analyser.games.black_fleet import choices, deal, fortune, rules
from analyser.games.black_fleet.acts import CHOICE, Act, Kind, new_choice
from analyser.games.black_fleet.decks import Fortune
from analyser.games.black_fleet.table import FREE, KINDS, MERCHANT, NONE, PIRATE, PIRATES, SHIPS
from tests.games.black_fleet.tables import (
    YELLOW,
    at_sea,
    beside,
    dealt,
    ends,
    found,
    give_fortune,
    listed,
    new_room,
    take,
)

pytestmark = pytest.mark.uncompiled
MIDDLE = 70
BOARD = new_room().table


def over_islands():
    """A cell, a port that buys the goods of port 0, and moves that are enough over islands but not by sea."""
    for port in (port for port in range(5) if BOARD.price[port, 0] > 0):
        for cell in range(int(BOARD.n_cells)):
            if BOARD.port_over_islands[port, cell] < BOARD.port_distance[port, cell] and BOARD.port_at[cell] == NONE:
                return cell, port, int(BOARD.port_over_islands[port, cell])
    raise AssertionError("every way by sea is the shortest")


def test_bf14_a_port_beyond_islands_buys_from_a_merchant_that_crosses_them():
    cell, port, moves = over_islands()
    room = at_sea({0: cell}, (moves, 0, 0))
    assert not found(room, Act.SELL, target=port)
    room.table.crosses[MERCHANT] = 1
    assert found(room, Act.SELL, target=port)


@pytest.mark.parametrize("moves", range(5))
def test_bf14_a_port_buys_as_far_as_the_moves_go_and_no_further(moves):
    port = next(port for port in range(5) if BOARD.price[port, 0] > 0)
    for far in range(1, 6):
        cell = next(cell for cell in range(int(BOARD.n_cells)) if BOARD.port_distance[port, cell] == far)
        assert bool(found(at_sea({0: cell}, (moves, 0, 0)), Act.SELL, target=port)) == (far <= moves)


@pytest.mark.parametrize(("cargo", "is_cleared"), [(1, True), (2, False), (3, False)])
def test_bf17_the_cell_of_a_merchant_is_cleared_with_its_last_good(cargo, is_cleared):
    victim = beside(new_room(), MIDDLE)[0]
    room = at_sea({PIRATES: MIDDLE, 1: victim}, (0, 2, 0))
    room.table.cargo[1] = cargo
    assert (victim in ends(room, Act.ROB)) == is_cleared
    assert victim not in ends(room, Act.SAIL)


@pytest.mark.parametrize("ship", [0, PIRATES, YELLOW])
def test_listing_changes_nothing_on_the_table(ship):
    near = beside(new_room(), MIDDLE)
    room = at_sea({ship: MIDDLE, 1: near[0], PIRATES + 2: near[1]}, (2, 2, 2))
    room.table.cargo[1], room.table.may_rob, room.table.may_sink = 1, 1, 1
    before = room.table.tobytes()
    assert found(room, Act.ROB if ship != YELLOW else Act.SINK)
    room.table.n_listed = 0
    assert room.table.tobytes() == before
    first, again = listed(room), listed(room)
    assert len(first) == len(again) and all(a == b for a, b in zip(first, again, strict=True))


def test_bf18_every_beach_that_pays_at_all_is_one():
    room = at_sea({PIRATES: MIDDLE})
    room.table.cargo[PIRATES], room.table.goods[PIRATES], room.table.beach[MIDDLE] = 1, 3, 1
    assert [int(one["gain"]) for one in found(room, Act.BURY)] == [1]


def test_bf03_after_a_deal_only_the_frigates_are_on_the_board_each_on_its_own_cell():
    one = dealt().table
    one.ship_at[:], one.ship_cell[:], one.cargo[:], one.goods[:], one.stock[:] = 3, 5, 2, 2, 1
    one.rounds, one.under_way, one.seat = 9, PIRATE, 2
    deal.clear_table(one)
    lying = {cell: int(ship) for cell, ship in enumerate(one.ship_at) if ship != FREE}
    assert lying == {int(one.frigate_start[k]): YELLOW + k for k in range(2)}
    assert one.ship_cell.tolist() == [NONE] * 8 + one.frigate_start.tolist()
    assert not one.cargo.any() and (one.goods == NONE).all() and one.stock.tolist() == one.stock_at_start.tolist()
    assert (int(one.rounds), int(one.under_way), int(one.seat)) == (0, NONE, 0)


def test_bf22_of_equal_cards_only_one_is_listed_and_of_others_each():
    room = at_sea({0: MIDDLE})
    give_fortune(room, Fortune.MORE_MOVES, Fortune.MORE_MOVES, Fortune.BETTER_PRICE, Fortune.BETTER_PRICE)
    effects = [int(room.table.fortune_effect[one["card"]]) for one in found(room, Act.FORTUNE)]
    assert effects == [Fortune.MORE_MOVES] * 3 + [Fortune.BETTER_PRICE]


def helps(effect, on_board=True, **facts):
    """Whether a card without a target does something, on a table with these facts."""
    room = at_sea({0: MIDDLE} if on_board else {})
    for name, value in facts.items():
        if isinstance(value, list):
            room.table[name][:KINDS] = value
        else:
            room.table[name] = value
    return bool(fortune.is_useful(room.table, effect))


def test_bf22_a_secret_goal_is_reached_by_robbing_and_by_burying():
    assert [helps(Fortune.SECRET_GOAL, has_looted=looted) for looted in (0, 1)] == [False, True]
    room = at_sea({PIRATES: MIDDLE, 1: beside(new_room(), MIDDLE)[0]})
    take(room, Act.ROB, target=1)
    assert int(room.table.has_looted) == 1
    room = at_sea({0: MIDDLE, 1: beside(new_room(), MIDDLE)[0]})
    room.table.may_rob = 1
    take(room, Act.ROB, target=1)
    assert int(room.table.has_looted) == 0


def test_bf22_a_better_price_or_a_robbery_is_for_a_merchant_that_waits():
    for effect in (Fortune.BETTER_PRICE, Fortune.MERCHANT_ROBS):
        assert helps(effect)
        assert not helps(effect, on_board=False)
        assert not helps(effect, has_sailed=[1, 0, 0])
    assert not helps(Fortune.MERCHANT_ROBS, may_rob=1)
    assert helps(Fortune.BETTER_PRICE, may_rob=1)


@pytest.mark.parametrize("kind", range(KINDS))
def test_bf22_islands_are_crossed_by_any_ship_that_waits_and_could_not(kind):
    others = [int(other != kind) for other in range(KINDS)]
    assert helps(Fortune.CROSS_ISLANDS, has_sailed=others)
    assert helps(Fortune.CROSS_ISLANDS, crosses=others)
    assert not helps(Fortune.CROSS_ISLANDS, has_sailed=others, crosses=[1 - other for other in others])
    assert not helps(Fortune.CROSS_ISLANDS, crosses=[1] * KINDS)


def chosen(room, score):
    return int(choices.choose_listed(score)(room.table, room.workspace))


def test_the_choice_of_the_highest_score_is_taken_even_if_all_are_bad():
    room = at_sea({0: MIDDLE}, (2, 0, 0))
    n = len(listed(room))
    for wanted in (0, 1, n // 2, n - 1):
        to = int(room.workspace.choices[wanted].to)
        index = chosen(room, lambda view, choice, to=to: -100.0 - (choice.to != to))
        assert int(room.workspace.choices[index].to) == to


def test_of_equal_choices_each_is_taken_at_times():
    """Of two: one of them is missing in 60 draws once in 10**18."""
    room = at_sea({0: MIDDLE}, (1, 0, 0))
    ways = [int(one["to"]) for one in found(room, Act.SAIL)][:2]
    taken = {chosen(room, lambda view, choice: float(choice.to in ways)) for _ in range(60)}
    assert {int(room.workspace.choices[index].to) for index in taken} == set(ways)


@pytest.mark.parametrize("k", range(5))
def test_bf24_a_card_is_bought_once_and_the_victory_card_last(k):
    room = dealt()
    one = room.table
    one.asked, one.doubloons[0] = Kind.BUY, 100
    one.bought[0] = [NONE if other == k else 6 * other for other in range(4)]
    one.n_bought[0] = 4 if k == 4 else 3
    assert [int(choice["target"]) for choice in found(room, Act.BUY)] == [k]
    one.won[0] = 1
    assert [int(choice["target"]) for choice in found(room, Act.BUY)] == [k] * (k < 4)


def test_bf22_two_ships_change_places_only_side_by_side_and_each_pair_once():
    near = beside(new_room(), MIDDLE)
    room = at_sea({0: MIDDLE, 1: near[0], PIRATES: near[1], YELLOW: 0})
    give_fortune(room, Fortune.SWAP_SHIPS)
    pairs = {(int(one["ship"]), int(one["target"])) for one in found(room, Act.FORTUNE)}
    cells = room.table.ship_cell
    wanted = {
        (one, other)
        for one in range(SHIPS)
        for other in range(one + 1, SHIPS)
        if NONE not in (cells[one], cells[other]) and room.table.distance[cells[one], cells[other]] == 1
    }
    assert pairs == wanted and len(found(room, Act.FORTUNE)) == len(wanted) >= 2


def test_a_sale_counts_the_goods_of_each_port_back():
    """BF-14: the load goes back to where it came from, the new one comes from the port."""
    for port in (port for port in range(5) if BOARD.price[port, 0] > 0):
        room = at_sea({0: int(BOARD.port_cells[port, 0])})
        before = np.array(room.table.stock)
        rules.sell(room.table, 0, port)
        assert (room.table.stock - before).tolist() == [3 * ((k == 0) - (k == port)) for k in range(5)]


def test_a_new_choice_holds_nothing_of_the_list_before():
    room = at_sea({})
    for name in CHOICE.names:
        room.workspace.choices[name][:3] = 55
    room.table.n_listed = 1
    choice = new_choice(room.table, room.workspace)
    assert int(room.table.n_listed) == 2 and room.workspace.choices[0].act == room.workspace.choices[2].to == 55
    told = {name: int(choice[name]) for name in CHOICE.names if name != "act"}
    assert told == dict.fromkeys(("ship", "target", "cell", "to", "card"), NONE) | {"gain": 0, "left": NONE}


@pytest.mark.parametrize("robber", [0, PIRATES])
def test_bf17_a_merchant_that_is_sunk_holds_no_goods(robber):
    room = at_sea({robber: MIDDLE, 1: beside(new_room(), MIDDLE)[0]})
    room.table.cargo[1] = 1
    rules.rob(room.table, robber, 1)
    assert (int(room.table.cargo[1]), int(room.table.goods[1]), int(room.table.ship_cell[1])) == (0, NONE, NONE)
