"""The compiled rules against the slow reference: the same choices and the same effects in every position.

A quick session compares 12,000 positions, a long one 100,000. Every mistake below is found within 6,000.
"""

from collections import Counter

import numpy as np
import pytest

from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.decks import Fortune, Power, words
from tests.games.black_fleet import comparing, reference_choices, reference_turn
from tests.games.black_fleet.comparing import compare
from tests.games.black_fleet.kernel_games import PLAYERS
from tests.games.black_fleet.positions import OTHER_SETTINGS

POSITIONS = [12_000, pytest.param(100_000, marks=pytest.mark.long)]
FEW = 6_000
"""Every mistake below must be found within this many positions."""


@pytest.fixture(scope="module", params=POSITIONS)
def met(request):
    """What was met in all comparisons together."""
    counts = Counter()
    each = request.param // len(OTHER_SETTINGS) // len(PLAYERS)
    for number, settings in enumerate(OTHER_SETTINGS):
        for n_players in PLAYERS:
            compare(each, n_players, settings, 10_000 * number, counts)
    return counts


def is_often(met, what):
    """In one of 200 positions or more."""
    return met[what] > met["positions"] / 200


def test_the_rules_and_the_reference_agree_in_every_position(met, request):
    assert met["positions"] == request.node.callspec.params["met"]


@pytest.mark.parametrize("act", Act)
def test_every_act_was_met(met, act):
    assert is_often(met, f"act {int(act)}")


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind != Kind.OVER])
def test_every_decision_was_met(met, kind):
    assert is_often(met, f"asked {int(kind)}")


OF_OTHER_BOXES = "second-movement"
"""An effect that no shipped card has: `test_own_box.py` plays it."""


@pytest.mark.parametrize("effect", [word for word in words(Fortune) if word != OF_OTHER_BOXES])
def test_every_fortune_card_was_met(met, effect):
    assert is_often(met, f"fortune {effect}")


@pytest.mark.parametrize("effect", [word for word in words(Power) if word != OF_OTHER_BOXES])
def test_every_power_was_met(met, effect):
    assert is_often(met, f"power {effect}")


RARE = ["entering", "under way", "cell of the sunk", "act among friends", "stopped for a card", "must enter"]


@pytest.mark.parametrize("what", [*RARE, "two frigates"])
def test_what_is_rare_was_met(met, what):
    assert is_often(met, what)


def wrong_voyager(**changes):
    """A reference that sails by other rules."""
    right = reference_choices.voyager_of

    def voyager_of(state, kind):
        one = right(state, kind)
        return one._replace(**{name: change(getattr(one, name)) for name, change in changes.items()})

    return voyager_of


MISTAKES = {
    "enemies can be passed": {"passes_enemies": lambda old: 1},
    "a ship goes a cell too far": {"moves": lambda old: old + 1},
    "guns shoot a cell too far": {"reach": lambda old: old + 1},
    "long guns are nothing": {"reach": lambda old: 1},
    "islands bar the way": {"crosses": lambda old: 0},
    "lairs are nothing": {"lairs": lambda old: 0},
    "entering is dearer": {"entry_cost": lambda old: 1},
    "no voyage stops after its act": {"stops_after_act": lambda old: 0},
    "no voyage stops before its act": {"stops_anywhere": lambda old: 0},
    "no merchant robs": {"robs": lambda old: 0},
    "no merchant sinks": {"sinks": lambda old: 0},
    "two actions are one": {"actions": lambda old: min(old, 1)},
    "prices are fixed": {"bonus": lambda old: 0},
    "under way a ship cannot stay": {"is_under_way": lambda old: 0},
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_wrong_reference_of_voyages_is_told_apart(monkeypatch, mistake):
    monkeypatch.setattr(reference_choices, "voyager_of", wrong_voyager(**MISTAKES[mistake]))
    with pytest.raises(AssertionError, match="only reference"):
        compare(FEW, 4, {}, 0, Counter())


def test_a_reference_in_which_friends_bar_the_way_is_told_apart(monkeypatch):
    right = reference_choices.fleet_of
    monkeypatch.setattr(
        reference_choices, "fleet_of", lambda state: right(state)._replace(is_friend=np.zeros(10, np.int64))
    )
    with pytest.raises(AssertionError, match="only rules"):
        compare(FEW, 4, {}, 0, Counter())


NO_EFFECT = {
    "exchange": "moves",
    "load_goods": "stock",
    "play_on_others": "cell|doubloons",
    "change_places": "cell",
    "next_seat": "asked|seat",
}


@pytest.mark.parametrize("name", NO_EFFECT)
def test_a_reference_without_an_effect_is_told_apart(monkeypatch, name):
    monkeypatch.setattr(reference_turn, name, lambda *arguments: None)
    with pytest.raises(AssertionError, match=f"({NO_EFFECT[name]}): reference"):
        compare(FEW, 4, {}, 0, Counter())


def test_a_reference_with_other_powers_is_told_apart(monkeypatch):
    monkeypatch.setattr(comparing, "powers_of", lambda state, seat: {"power_moves": [9, 9, 9]})
    with pytest.raises(AssertionError, match="its cards say"):
        compare(FEW, 4, {}, 0, Counter())


@pytest.mark.parametrize("act", [Act.SELL, Act.ROB, Act.SINK, Act.BURY])
def test_a_reference_in_which_an_act_earns_nothing_is_told_apart(monkeypatch, act):
    monkeypatch.setitem(reference_turn.ACTS, int(act), lambda *arguments: None)
    with pytest.raises(AssertionError, match="income: reference"):
        compare(FEW, 4, {}, 0, Counter())
