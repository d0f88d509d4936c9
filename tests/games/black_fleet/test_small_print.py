"""Small print that only its own test notices: what exactly is counted, listed, shown and told."""

import numpy as np
import pytest

from analyser.games.black_fleet import choices, columns, deal, fortune, rules, sea, turn
from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.decks import Fortune, Power
from analyser.games.black_fleet.table import MERCHANT, NONE, PIRATE, PIRATES, VICTORY, WORDS, Event, Purpose
from analyser.kernel import loop
from analyser.kernel.rng import stream
from tests.games.black_fleet.reference import around
from tests.games.black_fleet.tables import at_sea, beside, cells_at, dealt, found, give_fortune, new_room, take
from tests.games.kernel_play import listening

pytestmark = pytest.mark.uncompiled
MIDDLE = 70


def test_a_purchase_counts_once():
    room = dealt()
    table = room.table
    table.doubloons[1] = 30
    rules.buy(table, 1, 0, int(room.hidden.development[1, 0]), 5)
    assert (int(table.n_bought[1]), int(table.spent[1]), int(table.doubloons[1])) == (1, 5, 25)
    rules.buy(table, 1, VICTORY, -1, 10)
    assert (int(table.n_bought[1]), int(table.won[1]), int(table.spent[1])) == (1, 1, 15)


@pytest.mark.parametrize(("blank", "k", "works"), [(1, 0, False), (2, 0, True), (2, 1, False), (4, 1, True)])
def test_a_blank_card_of_a_hand_is_that_card_and_no_other(blank, k, works):
    table = dealt(blank_hand=blank).table
    card = next(one for one in range(24) if table.development_effect[one] == Power.MORE_MOVES)
    rules.buy(table, 0, k, card, 5)
    assert bool(table.power_moves[0].any()) == works


@pytest.mark.parametrize("stock", [0, 1, 2])
def test_a_port_with_a_single_load_is_open_to_merchants(stock):
    room = dealt()
    room.table.asked = Kind.PLACE
    room.table.stock[:] = stock
    choices.list_all(room.table, room.hidden, room.workspace)
    assert (int(room.table.n_listed) > 0) == (stock > 0)


def test_a_secret_goal_shows_what_it_pays():
    room = at_sea({})
    table, hidden = room.table, room.hidden
    card = next(k for k in range(44) if table.fortune_effect[k] == Fortune.SECRET_GOAL)
    hidden.fortune[0, 0], table.n_fortune[0], table.has_looted, table.n_listed = card, 1, 1, 0
    fortune.list_fortunes(table, hidden, room.workspace)
    assert [int(room.workspace.choices[k].gain) for k in range(int(table.n_listed))] == [
        int(table.fortune_amount[card])
    ]
    assert int(table.fortune_amount[card]) > 0


def test_a_port_with_a_single_cube_buys():
    room = at_sea({0: int(new_room().table.port_cells[1, 0])})
    room.table.stock[1] = 1
    take(room, Act.SELL, target=1)
    assert (int(room.table.cargo[0]), int(room.table.stock[1])) == (1, 0)


def test_a_port_that_pays_a_single_doubloon_buys():
    room = at_sea({0: int(new_room().table.port_cells[1, 0])})
    room.table.price[1, 0] = 1
    take(room, Act.SELL, target=1)
    assert int(room.table.doubloons[0]) == 3


def test_the_last_fortune_card_of_a_pile_is_drawn():
    room = dealt()
    hidden, before = room.hidden, int(room.table.n_fortune[2])
    hidden.n_fortune_pile = 1
    last = int(hidden.fortune_pile[0])
    deal.draw_fortune(room.table, hidden, room.workspace, 2)
    assert (int(room.table.n_fortune[2]), int(hidden.n_fortune_pile)) == (before + 1, 0)
    assert int(hidden.fortune[2, before]) == last


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_that_is_asked_sees_its_own_development_cards(seat):
    room = dealt()
    deal.show_hand(room.table, room.hidden, seat)
    assert room.table.my_development.tolist() == room.hidden.development[seat].tolist()


def test_both_numbers_of_the_card_change_places():
    """So a second exchange, with the third ship, starts from what the first one left."""
    room = at_sea({0: MIDDLE})
    room.table.numbers[:3] = room.table.moves[:3] = [2, 4, 1]
    give_fortune(room, Fortune.EXCHANGE_MOVES, Fortune.EXCHANGE_MOVES)
    take(room, Act.FORTUNE, ship=0, target=PIRATES)
    assert room.table.numbers[:3].tolist() == room.table.moves[:3].tolist() == [4, 2, 1]
    take(room, Act.FORTUNE, ship=PIRATES, target=int(room.table.frigate))
    assert room.table.numbers[:3].tolist() == room.table.moves[:3].tolist() == [4, 1, 2]


def test_the_rows_say_in_which_round_each_card_was_bought():
    room = dealt()
    room.table.bought_round[1] = [3, 5, 7, 8, 9]
    turn.record_result(room.table, room.workspace)
    rows = room.workspace.seat_rows
    assert [int(rows[columns.DEV_ROUND + k, 1]) for k in range(4)] == [3, 5, 7, 8]
    assert int(rows[columns.VICTORY_ROUND, 1]) == 9


def told_of_robbery(room, cell, to):
    """Which ship is told to have sailed where, on a voyage that robs from a cell and ends on another."""
    told = []

    def on_event(event, table, ship, there, _):
        if event == Event.SAILED:
            told.append((int(ship), int(there)))

    with listening(on_event):
        take(room, Act.ROB, cell=cell, to=to)
    return told


def test_a_voyage_with_an_act_is_told_in_two_legs_and_a_leg_that_is_none_is_not():
    far = cells_at(new_room(), MIDDLE, 2)[0]
    near = next(cell for cell in beside(new_room(), MIDDLE) if cell in beside(new_room(), far))

    def room():
        return at_sea({PIRATES: MIDDLE, 1: far}, (0, 2, 0))

    assert told_of_robbery(room(), near, near) == [(PIRATES, near)]
    onward = next(int(one["to"]) for one in found(room(), Act.ROB, cell=near) if one["to"] not in (near, MIDDLE))
    assert told_of_robbery(room(), near, onward) == [(PIRATES, near), (PIRATES, onward)]
    assert told_of_robbery(room(), near, MIDDLE) == [(PIRATES, near), (PIRATES, MIDDLE)]


def searched(room):
    """The merchant's search, with a mark that a new search would wipe out."""
    room.hidden.kind = MERCHANT
    sea.look_out(room.table, room.hidden)
    sea.explore_voyages(room.table, room.hidden)
    search = room.hidden.searches[MERCHANT]
    search.n = -5
    return search


def test_a_search_that_still_holds_is_not_made_again():
    room = at_sea({0: MIDDLE}, (2, 0, 0))
    search = searched(room)
    sea.explore_voyages(room.table, room.hidden)
    assert int(search.n) == -5


def test_a_search_is_made_again_once_something_is_in_the_way_or_moves_change():
    room = at_sea({0: MIDDLE}, (2, 0, 0))
    search = searched(room)
    rules.put_ship(room.table, 1, beside(room, MIDDLE)[0])
    sea.look_out(room.table, room.hidden)
    sea.explore_voyages(room.table, room.hidden)
    fewer = int(search.n)
    assert fewer > 0
    room.table.moves[MERCHANT] = 3
    sea.explore_voyages(room.table, room.hidden)
    assert int(search.n) > fewer


@pytest.mark.parametrize(("node", "is_any"), [(None, False), (0, True), (77, True), (207, True)])
def test_a_set_without_nodes_is_known_to_be_empty(node, is_any):
    """Where no cell is left to come to, a search ends, however many moves are left."""
    words = np.zeros(WORDS, np.int64)
    if node is not None:
        sea.turn_over(words, node)
    assert bool(sea.is_any(words)) == is_any


@pytest.mark.parametrize(("steps", "is_near"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_victim_is_near_if_a_cell_beside_it_can_be_come_to(steps, is_near):
    """With two moves, and an attack from the cell beside."""
    room = at_sea({PIRATES: MIDDLE}, (0, 2, 0))
    room.hidden.kind = PIRATE
    sea.look_out(room.table, room.hidden)
    sea.explore_voyages(room.table, room.hidden)
    cells = cells_at(room, MIDDLE, steps)
    assert cells and {bool(sea.is_near(room.table, room.hidden, cell)) for cell in cells} == {is_near}


def test_a_victim_is_not_near_because_an_island_beside_it_can_be_come_to():
    """With one move, over islands: from an island nobody attacks."""
    islands = around(True)
    by_sea = around(False)
    n_cells = int(new_room().table.n_cells)
    start, victim = next(
        (start, victim)
        for start in range(n_cells)
        for island in islands[start]
        if island >= n_cells
        for victim in islands[island]
        if victim < n_cells and not by_sea[victim] & ({start} | by_sea[start])
    )
    room = at_sea({PIRATES: start}, (0, 1, 0))
    room.hidden.kind, room.table.crosses[PIRATE] = PIRATE, 1
    sea.look_out(room.table, room.hidden)
    sea.explore_voyages(room.table, room.hidden)
    assert not sea.is_near(room.table, room.hidden, victim)


def test_a_deal_is_the_same_at_a_table_that_was_used():
    room = dealt(4, 3)
    before = room.hidden.tobytes()
    room.hidden.n_movement_pile, room.hidden.n_movement_discards = 3, 9
    room.hidden.n_fortune_pile, room.hidden.n_fortune_discards = 3, 9
    loop.begin_game(room.workspace, 3, 1, 1, 4)
    deal.deal(room.table, room.hidden, room.workspace)
    assert room.hidden.tobytes() == before


@pytest.mark.parametrize("what", ["movement", "fortune"])
def test_discards_are_shuffled_before_they_are_drawn_again(what):
    """By chance in this order: once in 10!."""
    room = dealt(2)
    hidden = room.hidden
    hidden[f"{what}_discards"][:10], hidden[f"n_{what}_discards"] = range(10), 10
    hidden[f"n_{what}_pile"], hidden.n_movement[0] = 0, 1
    if what == "movement":
        deal.draw_movement(hidden, room.workspace, 0)
    else:
        deal.draw_fortune(room.table, hidden, room.workspace, 0)
    left = hidden[f"{what}_pile"][:10].tolist()
    assert sorted(left) == list(range(10)) and left != list(range(10))
    assert (hidden[f"n_{what}_pile"], hidden[f"n_{what}_discards"]) == (9, 0)


def test_every_place_of_a_pile_is_shuffled():
    """Of two cards, both orders: in 40 games one of them is missing once in 10**12."""
    room, orders = dealt(3), set()
    for game in range(40):
        loop.begin_game(room.workspace, game, 1, 1, 3)
        room.workspace.luck[Purpose.FORTUNE] = stream(room.workspace.key, Purpose.FORTUNE)
        pile = np.array([1, 2])
        deal.shuffle(pile, 2, room.workspace, Purpose.FORTUNE)
        orders.add(tuple(pile.tolist()))
    assert orders == {(1, 2), (2, 1)}


def test_the_luck_of_a_seat_moves_on_with_the_rotation():
    workspace = new_room(4).workspace
    workspace.rotation = 3
    assert [int(deal.seat_of_luck(workspace, owner, 4)) for owner in range(4)] == [1, 2, 3, 0]


def test_a_seat_sees_its_own_hand():
    room = dealt(3)
    room.hidden.n_movement[1] = 1
    deal.show_hand(room.table, room.hidden, 1)
    one, hidden = room.table, room.hidden
    assert one.my_movement.tolist() == [hidden.movement[1, 0], NONE]
    n = int(one.n_fortune[1])
    assert one.my_fortune.tolist() == hidden.fortune[1, :n].tolist() + [NONE] * (len(one.my_fortune) - n)
    assert one.my_development.tolist() == hidden.development[1].tolist()


def test_a_bonus_is_paid_besides_for_sinking():
    one = new_room(3).table
    one.seat, one.sink_pays, one.sink_bonus[:] = 1, 4, (1, 2, 3, 0)
    assert rules.sink_pay(one) == 6


def test_a_pirate_that_unloads_has_no_good_of_any_colour():
    table = dealt().table
    table.cargo[PIRATES], table.goods[PIRATES] = 1, 2
    before = table.stock.tolist()
    rules.unload(table, PIRATES)
    assert (int(table.cargo[PIRATES]), int(table.goods[PIRATES])) == (0, NONE)
    assert table.stock.tolist() == [before[colour] + (colour == 2) for colour in range(len(before))]


def test_all_that_is_dealt_is_told():
    told = []

    def on_event(event, table, *facts):
        told.append((event, *map(int, facts)))

    with listening(on_event):
        room = dealt(3)
    hidden, n_held = room.hidden, room.table.n_fortune
    hands = [(Event.DEVELOPMENT, seat, k, int(hidden.development[seat, k])) for seat in range(3) for k in range(4)]
    hands += [(Event.DREW, seat, int(hidden.fortune[seat, k]), 0) for seat in range(3) for k in range(n_held[seat])]
    assert sorted(told[-len(hands) :]) == sorted(hands) and (Event.DEALT, 0, 0, 0) in told


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("pirate_at_sea", [False, True])
def test_merchant_and_pirate_change_places_only_if_the_seat_s_own_pirate_is_at_sea(seat, pirate_at_sea):
    """Everybody else's pirate is where the seat's own is not."""
    cells = {seat: MIDDLE} | {PIRATES + k: MIDDLE + 1 + k for k in range(4) if (k == seat) == pirate_at_sea}
    room = at_sea(cells)
    rules.begin_sailing(room.table, seat, 0)
    room.table.may_swap = 40
    assert [(int(one.ship), int(one.target)) for one in found(room, Act.SWAP)] == (
        [(seat, PIRATES + seat)] if pirate_at_sea else []
    )
