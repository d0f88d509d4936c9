"""The compiled rules against the slow reference: the same choices and the same effects in 100,000 positions."""

from collections import Counter

import numpy as np
import pytest

from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.decks import Fortune, Power, words

from . import comparing, reference_choices, reference_turn
from .comparing import compare
from .kernel_games import PLAYERS
from .positions import OTHER_SETTINGS

POSITIONS = 100_000
EACH = POSITIONS // len(OTHER_SETTINGS) // len(PLAYERS)
OFTEN = 500
FEW = 6_000
"""Within so many positions every mistake below must be found."""


@pytest.fixture(scope="module")
def met():
    """What was met in all comparisons together."""
    counts = Counter()
    for number, settings in enumerate(OTHER_SETTINGS):
        for n_players in PLAYERS:
            compare(EACH, n_players, settings, 10_000 * number, counts)
    return counts


def test_the_rules_and_the_reference_agree_in_every_position(met):
    assert met["positions"] == POSITIONS


@pytest.mark.parametrize("act", Act)
def test_every_act_was_met(met, act):
    assert met[f"act {int(act)}"] > OFTEN


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind != Kind.OVER])
def test_every_decision_was_met(met, kind):
    assert met[f"asked {int(kind)}"] > OFTEN


@pytest.mark.parametrize("effect", words(Fortune))
def test_every_fortune_card_was_met(met, effect):
    assert met[f"fortune {effect}"] > OFTEN


@pytest.mark.parametrize("effect", words(Power))
def test_every_power_was_met(met, effect):
    assert met[f"power {effect}"] > OFTEN


@pytest.mark.parametrize("what", ["entering", "under way", "cell of the sunk", "act among friends"])
def test_what_is_rare_was_met(met, what):
    assert met[what] > OFTEN


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
    "entering is cheaper": {"entry_cost": lambda old: 0},
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
