"""What a deal and a movement card begin with, whatever was there before."""

import numpy as np
import pytest

from analyser.games.black_fleet import deal, rules
from analyser.games.black_fleet.deal import N_FORTUNE, N_MOVEMENT
from analyser.games.black_fleet.table import FREE, FRIGATES, NONE, PIRATE, PIRATES
from analyser.kernel import loop
from tests.games.black_fleet.kernel_games import PLAYERS
from tests.games.black_fleet.tables import dealt, new_room

pytestmark = pytest.mark.uncompiled


def test_a_deal_begins_with_whole_piles():
    room = dealt()
    hidden, n_players = room.hidden, int(room.table.n_players)
    for name in ("n_movement_pile", "n_movement_discards", "n_fortune_pile", "n_fortune_discards"):
        hidden[name] = 5
    loop.begin_game(room.workspace, 1, 1, 1, n_players)
    deal.deal(room.table, hidden, room.workspace)
    assert (int(hidden.n_movement_discards), int(hidden.n_fortune_discards)) == (0, 0)
    assert int(hidden.n_movement_pile) + int(hidden.n_movement[:n_players].sum()) == N_MOVEMENT
    assert sorted(hidden.movement_pile[:N_MOVEMENT].tolist()) == list(range(N_MOVEMENT))
    assert int(hidden.n_fortune_pile) == N_FORTUNE - n_players * int(room.table.start_fortune)


SEATS = [
    *("doubloons", "n_fortune", "n_bought", "won", "spent", "stolen", "sales", "robberies", "burials", "sinkings"),
    *("lost_merchants", "lost_pirates", "income", "bought_round"),
    *("power_price", "power_robs", "power_sinks", "power_lairs", "power_actions", "power_swap", "power_second"),
    *("sink_bonus", "rob_bonus", "power_moves", "power_crosses"),
]
"""What every player has none of when a game begins."""


@pytest.mark.parametrize("name", SEATS)
def test_a_deal_leaves_no_seat_anything_of_the_game_before(name):
    table = dealt().table
    table[name] = 7
    deal.clear_table(table)
    assert not table[name].any()


def test_a_deal_leaves_no_seat_a_card_bought_or_a_longer_range_or_a_bigger_hand():
    table = dealt().table
    table.bought, table.power_range, table.keeps = 7, 7, 7
    deal.clear_table(table)
    assert (table.bought == NONE).all() and (table.power_range == 1).all()
    assert (table.keeps == table.hand_limit).all()


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("card", [0, 30, 43])
def test_a_movement_card_begins_a_turn(seat, card):
    table = dealt().table
    table.power_moves[seat] = [1, 2, 3]
    table.power_actions[seat] = 1
    table.has_sailed[:] = 1
    rules.begin_sailing(table, seat, card)
    frigate = FRIGATES + table.card_frigate[card]
    friends = {k for k in range(64) if int(table.friendly) >> k & 1}
    assert friends == {FREE, seat, PIRATES + seat, int(frigate)}
    assert table.numbers.tolist() == table.card_moves[card].tolist()
    assert table.moves.tolist() == [n + more for n, more in zip(table.card_moves[card], (1, 2, 3, 3), strict=True)]
    assert table.has_sailed.tolist() == [0, 0, 0, 1]
    assert table.actions.tolist() == [1 + (kind == PIRATE) for kind in range(len(table.actions))]
    assert int(table.symbol) == table.card_symbol[card]


@pytest.mark.parametrize("seat", range(4))
def test_a_movement_card_begins_a_turn_with_the_powers_of_the_seat_and_nothing_of_the_turn_before(seat):
    table = dealt().table
    given = {
        "power_price": "price_bonus",
        "power_robs": "may_rob",
        "power_sinks": "may_sink",
        "power_swap": "may_swap",
        "power_second": "may_play_second",
        "power_crosses": "crosses",
        "power_range": "attack_range",
    }
    for k, (power, now) in enumerate(given.items()):
        table[power] = 10 * k + np.arange(table[power].size).reshape(table[power].shape)
        table[now] = 99
    table.under_way, table.has_looted, table.seat = PIRATE, 1, 3 - seat
    rules.begin_sailing(table, seat, 7)
    for power, now in given.items():
        wanted = table[power][seat]
        assert np.array_equal(table[now], wanted if wanted.ndim == 0 else wanted[[0, 1, 2, 2]]), now
    assert (int(table.under_way), int(table.has_looted), int(table.seat)) == (NONE, 0, seat)


def test_a_pile_made_anew_is_shuffled():
    """Of twenty piles of forty cards, none may come in the order of its discards."""
    for game in range(20):
        room = dealt(game=game)
        hidden = room.hidden
        hidden.movement_discards[:40] = range(40)
        hidden.n_movement_pile, hidden.n_movement_discards, hidden.n_movement[0] = 0, 40, 0
        deal.draw_movement(hidden, room.workspace, 0)
        assert (int(hidden.n_movement_pile), int(hidden.n_movement_discards)) == (38, 0)
        assert sorted(hidden.movement_pile[:40].tolist()) == list(range(40))
        assert hidden.movement_pile[:40].tolist() != list(range(40))


@pytest.mark.parametrize("n_players", PLAYERS)
def test_bf05_in_no_deal_have_two_players_the_same_card(n_players):
    room, first = new_room(n_players), set()
    for game in range(30):
        loop.begin_game(room.workspace, game, 1, 1, n_players)
        deal.deal_development(room.table, room.hidden, room.workspace)
        for price in range(4):
            cards = room.hidden.development[:n_players, price].tolist()
            assert len(set(cards)) == n_players and {card // 6 for card in cards} == {price}
            first.add(cards[0] % 6)
    assert first == set(range(6))
