"""What `never:<what>` and `always:<what>=value` may speak of: 1 it is that, 0 it is against it, -1 neither."""

import pytest

from analyser.games.faut_pas_pousser.choices import CHOICE, RESTRICTABLE, Order
from analyser.kernel.intrinsics import new_record
from analyser.kernel.restrictions import ANY_VALUE
from tests.games.faut_pas_pousser.tables import give, new_table

pytestmark = pytest.mark.uncompiled

OPENING, PIRATE_FIRST, ACTION_FIRST, NON_MERCI = Order


def fits(what, order, value=ANY_VALUE, turn=1, holds_non_merci=1, **fields):
    """The verdict on a choice of the blue crew, in a turn counted from 1."""
    view, choice = new_table(), new_record(CHOICE)
    give(view, "B", [2, 3], [-1, 1], holds_non_merci)
    view.turn, choice.order = turn - 1, order
    for name, number in fields.items():
        choice[name] = number
    return RESTRICTABLE[what](view, choice, float(value))


def test_what_can_be_restricted():
    assert set(RESTRICTABLE) == {
        "non-merci",
        "opening",
        "pirate",
        "action",
        "action-first",
        "action-on-turn",
        "captain-on-turn",
    }


@pytest.mark.parametrize(
    ("order", "value", "turn", "verdict"),
    [
        (NON_MERCI, 3, 3, 1),
        (NON_MERCI, 3, 2, 0),
        (NON_MERCI, ANY_VALUE, 5, 1),
        (PIRATE_FIRST, 3, 3, 0),
        (ACTION_FIRST, 3, 4, -1),
        (PIRATE_FIRST, ANY_VALUE, 1, 0),
        (OPENING, ANY_VALUE, 1, -1),
        (OPENING, 1, 1, -1),
    ],
)
def test_non_merci_on_a_turn(order, value, turn, verdict):
    assert fits("non-merci", order, value, turn) == verdict


def test_who_has_played_non_merci_is_free():
    assert fits("non-merci", PIRATE_FIRST, 3, turn=3, holds_non_merci=0) == -1


@pytest.mark.parametrize(
    ("order", "pirate", "value", "verdict"),
    [
        (OPENING, 4, 4, 1),
        (OPENING, 4, 5, 0),
        (OPENING, 4, ANY_VALUE, 1),
        (ACTION_FIRST, 4, 4, -1),
        (NON_MERCI, 0, 0, -1),
    ],
)
def test_the_opening_pirate(order, pirate, value, verdict):
    assert fits("opening", order, value, pirate=pirate) == verdict


@pytest.mark.parametrize(
    ("order", "action", "value", "verdict"),
    [
        (PIRATE_FIRST, -2, -2, 1),
        (ACTION_FIRST, -2, -2, 1),
        (PIRATE_FIRST, -1, 1, 0),
        (PIRATE_FIRST, -1, 2, -1),
        (ACTION_FIRST, 2, ANY_VALUE, 1),
        (NON_MERCI, 0, 0, -1),
        (OPENING, 0, 0, -1),
    ],
)
def test_the_action_card(order, action, value, verdict):
    assert fits("action", order, value, action=action) == verdict


@pytest.mark.parametrize(
    ("order", "pirate", "verdict"), [(PIRATE_FIRST, 2, 1), (ACTION_FIRST, 3, 0), (OPENING, 2, -1), (NON_MERCI, 0, -1)]
)
def test_the_pirate_of_a_turn(order, pirate, verdict):
    assert fits("pirate", order, 2, pirate=pirate) == verdict


def test_a_pirate_that_is_gone_leaves_the_seat_free():
    assert fits("pirate", PIRATE_FIRST, 1, pirate=3) == -1


@pytest.mark.parametrize(("order", "verdict"), [(ACTION_FIRST, 1), (PIRATE_FIRST, 0), (NON_MERCI, -1), (OPENING, -1)])
def test_the_action_before_the_pirate(order, verdict):
    assert fits("action-first", order) == verdict
    assert fits("action-first", order, 3, turn=3) == verdict
    assert fits("action-first", order, 3, turn=4) == -1


@pytest.mark.parametrize(
    ("order", "action", "value", "turn", "verdict"),
    [
        (PIRATE_FIRST, -1, 23, 2, 1),
        (ACTION_FIRST, 1, 23, 2, 0),
        (NON_MERCI, 0, 23, 2, 0),
        (PIRATE_FIRST, -1, 23, 1, 0),
        (NON_MERCI, 0, 23, 1, -1),
        (PIRATE_FIRST, -1, 23, 3, -1),
        (PIRATE_FIRST, -1, 21, 2, -1),
        (PIRATE_FIRST, -1, 63, 6, 1),
        (PIRATE_FIRST, -1, 63, 5, 0),
        (OPENING, 0, 23, 2, -1),
    ],
)
def test_an_action_card_on_a_turn(order, action, value, turn, verdict):
    """Card 3 (-1) on turn 2; card 1 is not held, so nothing is against it."""
    assert fits("action-on-turn", order, value, turn, action=action) == verdict


@pytest.mark.parametrize(("card", "verdict"), [(0, 1), (1, 0), (4, 0)])
def test_an_action_card_without_a_number_is_the_first(card, verdict):
    view, choice = new_table(), new_record(CHOICE)
    moves = [int(move) for move in view.action_values]
    give(view, "B", [2, 3], [moves[0], moves[card]] if card else [moves[0]], 1)
    view.turn, choice.order, choice.action = 1, PIRATE_FIRST, moves[card]
    assert RESTRICTABLE["action-on-turn"](view, choice, 20.0) == verdict


@pytest.mark.parametrize(
    ("order", "pirate", "turn", "verdict"),
    [
        (PIRATE_FIRST, 1, 2, 1),
        (ACTION_FIRST, 2, 2, 0),
        (NON_MERCI, 0, 2, 0),
        (PIRATE_FIRST, 1, 1, 0),
        (PIRATE_FIRST, 2, 1, -1),
        (PIRATE_FIRST, 1, 3, -1),
    ],
)
def test_the_captain_on_a_turn(order, pirate, turn, verdict):
    view, choice = new_table(), new_record(CHOICE)
    give(view, "B", [1, 2], [-1, 1], 1)
    view.turn, choice.order, choice.pirate = turn - 1, order, pirate
    assert RESTRICTABLE["captain-on-turn"](view, choice, 2.0) == verdict
    give(view, "B", [2, 3], [-1, 1], 1)
    assert RESTRICTABLE["captain-on-turn"](view, choice, 2.0) == -1
