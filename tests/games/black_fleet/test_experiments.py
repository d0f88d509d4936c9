"""What experiments change, and what they may ask to be noted."""

import numpy as np
import pytest

from analyser.games.black_fleet import columns, deal, rules, turn
from analyser.games.black_fleet.choices import CHOICE, RESTRICTABLE, Act, Kind
from analyser.games.black_fleet.decks import N_EFFECTS, Power
from analyser.games.black_fleet.table import PIRATES
from analyser.games.black_fleet.view import doubloons_to_go
from analyser.kernel.intrinsics import new_record
from analyser.kernel.restrictions import ANY_VALUE
from analyser.simulation.engine import Engine, outputs
from analyser.strategies.library import find_strategy
from tests.games.black_fleet.kernel_games import GAME
from tests.games.black_fleet.tables import dealt, new_room

pytestmark = pytest.mark.uncompiled


VOYAGES = ("sell", "rob", "bury", "sink", "fortune")


@pytest.mark.parametrize(
    ("what", "act", "fact", "told"),
    [
        ("sell", Act.SELL, {"target": 2}, 2),
        ("rob", Act.ROB, {"target": 3}, 3),
        ("bury", Act.BURY, {"gain": 4}, 4),
        ("sink", Act.SINK, {"target": PIRATES + 1}, 1),
        ("fortune", Act.FORTUNE, {"card": 5}, int(new_room(4).table.fortune_effect[5])),
        ("buy", Act.BUY, {"gain": -8}, 8),
    ],
)
def test_what_may_be_restricted(what, act, fact, told):
    """The thing itself, of this value or of another; other ways to sail, or to keep one's money, are against it."""
    record, choice = new_room(4).table, new_record(CHOICE)
    fits = RESTRICTABLE[what]
    choice.act = act
    for name, value in fact.items():
        choice[name] = value
    assert [fits(record, choice, value) for value in (told, told + 1, ANY_VALUE)] == [1, 0, 1]
    answers = {}
    for other in set(Act) - {act}:
        choice.act = other
        answers[other] = fits(record, choice, told)
    against = set(range(Act.SAIL, Act.DONE + 1)) if what in VOYAGES else {Act.KEEP}
    assert answers == {other: 0 if other in against else -1 for other in answers}


def test_a_gift_goes_to_whoever_holds_the_card():
    plain = dealt(4)
    card = int(plain.hidden.development[2, 1]) + 1
    assert dealt(4, gift_card=card, gift_doubloons=3).table.doubloons[:4].tolist() == [0, 0, 3, 0]
    assert plain.table.doubloons[:4].tolist() == [0, 0, 0, 0]


def test_a_blank_card_gives_nothing_and_costs_the_same():
    """Card 20 is Full sails: all ships one cell further."""
    plain, blank = new_room(4).table, new_room(4, blank_card=20).table
    for record in (plain, blank):
        rules.gain_power(record, 0, 19)
    assert plain.power_moves[0].tolist() == [1, 1, 1]
    assert blank.power_moves[0].tolist() == [0, 0, 0]
    assert blank.keeps[0] == plain.keeps[0]
    assert blank.development_price[19] == plain.development_price[19] == 14
    assert blank.development_effect[19] == Power.MORE_FORTUNE
    assert blank.development_effect[18] == plain.development_effect[18]


@pytest.mark.parametrize("cards", [0, 1])
def test_the_first_fortune_card_is_recorded(cards):
    room = dealt(3, start_fortune=cards)
    turn.record_first_fortune(room.table, room.hidden, room.workspace)
    first = room.workspace.seat_rows[columns.FIRST_FORTUNE, :3].tolist()
    wanted = [int(room.table.fortune_effect[room.hidden.fortune[seat, 0]]) for seat in range(3)]
    assert first == (wanted if cards else [N_EFFECTS] * 3)


def test_wealth_is_noted_after_every_turn():
    room = new_room(3, max_rounds=3)
    room.workspace.traced = 1
    games, seats = outputs(GAME, 1, 3)
    engine = Engine(GAME, (find_strategy(GAME, "random"),))
    records = (room.table, room.hidden, room.workspace)
    engine.play(
        1, 0, 0, 1, 1, np.zeros((1, 3), np.uint8), engine.policies, engine.policy_params, *records, games, seats
    )
    assert room.workspace.n_traced == 9
    assert room.workspace.scores[8, :3].tolist() == seats[0].tolist()


@pytest.mark.parametrize(("mask", "moves"), [(0, [1, 1, 1]), (8, [0, 0, 0]), (7, [1, 1, 1])])
def test_cards_of_seat_0_lose_their_power(mask, moves):
    room = new_room(3, blank_hand=mask)
    room.table.doubloons[:2] = 20
    for seat in (0, 1):
        rules.buy(room.table, seat, 3, 19, 14)
    assert room.table.power_moves[0].tolist() == moves
    assert room.table.power_moves[1].tolist() == [1, 1, 1]


def test_strategies_may_be_told_another_price_of_victory():
    assert new_room(3, victory_cost=10).table.shown_cost == 10
    room = new_room(3, victory_cost=10, shown_cost=20).table
    assert (room.victory_cost, room.shown_cost) == (10, 20)
    assert doubloons_to_go(room, 0) == 58


@pytest.mark.parametrize(
    ("act", "price", "bought", "fits"),
    [(Act.BUY, 5, 0, 1), (Act.BUY, 8, 0, 0), (Act.BUY, 8, 1, -1), (Act.KEEP, 0, 0, -1), (Act.SAIL, 0, 0, -1)],
)
def test_what_the_first_purchase_is(act, price, bought, fits):
    record = new_room(3).table
    choice = new_record(CHOICE)
    choice.act, choice.gain = act, -price
    record.n_bought[0] = bought
    assert RESTRICTABLE["first-buy"](record, choice, 5) == fits


@pytest.mark.parametrize(
    ("act", "target", "bought", "fits"),
    [
        (Act.BUY, 1, 0, 1),
        (Act.BUY, 0, 0, 0),
        (Act.BUY, 0, 1, 1),
        (Act.BUY, 2, 3, 1),
        (Act.BUY, 4, 4, -1),
        (Act.KEEP, 0, 0, -1),
    ],
)
def test_what_is_next_in_an_order_of_purchases(act, target, bought, fits):
    record = new_room(3).table
    choice = new_record(CHOICE)
    choice.act, choice.target = act, target
    record.n_bought[0] = bought
    assert RESTRICTABLE["buy-order"](record, choice, 2143) == fits


@pytest.mark.parametrize(
    ("act", "place", "value", "fits"),
    [
        (Act.PLAY_CARD, 0, 1, 1),
        (Act.PLAY_CARD, 1, 1, 0),
        (Act.PLAY_CARD, 0, 2, 0),
        (Act.PLAY_CARD, 1, 2, 1),
        (Act.PLAY_CARD, 1, 7, 0),
        (Act.PLAY_CARD, 1, ANY_VALUE, 1),
        (Act.BUY, 0, 1, -1),
    ],
)
def test_which_movement_card_is_meant(act, place, value, fits):
    record, choice = new_room(3).table, new_record(CHOICE)
    record.my_movement[:], record.asked = [31, 12], Kind.PLAY_CARD
    choice.act, choice.card = act, record.my_movement[place]
    assert RESTRICTABLE["movement"](record, choice, value) == fits


def test_a_second_movement_card_is_no_choice_between_two():
    record, choice = new_room(3).table, new_record(CHOICE)
    record.my_movement[:], record.asked = [31, 12], Kind.SAIL
    choice.act, choice.card = Act.PLAY_CARD, 31
    assert RESTRICTABLE["movement"](record, choice, 1) == -1


def test_the_older_movement_card_is_the_one_that_was_not_played():
    room = dealt(3)
    room.table.seat = 0
    kept = int(room.hidden.movement[0, 1])
    turn.play_card(room.table, room.hidden, 0)
    deal.draw_movement(room.hidden, room.workspace, 0)
    deal.show_hand(room.table, room.hidden, 0)
    assert room.table.my_movement[0] == kept
    assert room.table.my_movement[1] == room.hidden.movement[0, 1] != kept
