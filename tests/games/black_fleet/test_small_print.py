"""Small print that only its own test notices: what exactly is counted, listed and shown."""

import pytest

from analyser.games.black_fleet import choices, fortune, rules
from analyser.games.black_fleet.acts import Kind
from analyser.games.black_fleet.decks import Fortune, Power
from analyser.games.black_fleet.table import VICTORY

from .tables import at_sea, dealt

pytestmark = pytest.mark.uncompiled


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
    choices.list_all(room.table, room.hidden, room.work)
    assert (int(room.table.n_listed) > 0) == (stock > 0)


def test_a_secret_goal_shows_what_it_pays():
    room = at_sea({})
    table, hidden = room.table, room.hidden
    card = next(k for k in range(44) if table.fortune_effect[k] == Fortune.SECRET_GOAL)
    hidden.fortune[0, 0], table.n_fortune[0], table.has_looted, table.n_listed = card, 1, 1, 0
    fortune.list_fortunes(table, hidden, room.work)
    assert [int(room.work.choices[k].gain) for k in range(int(table.n_listed))] == [int(table.fortune_amount[card])]
    assert int(table.fortune_amount[card]) > 0
