"""No strategy can know what lies face down: the order of a neutral pile, and picks that are not revealed yet.

Two games are played that differ only in what is hidden at a decision; there, the view must be the same to the last
byte, and every built-in strategy must choose the same.
"""

import numpy as np
import pytest

from analyser.games.faut_pas_pousser import turn
from analyser.games.faut_pas_pousser.choices import CHOICE, Kind
from analyser.games.faut_pas_pousser.table import HIDDEN, NON_MERCI, TABLE, Event, redeal
from analyser.kernel import loop
from analyser.simulation.engine import compile_strategy
from analyser.strategies.library import find_strategy, strategy_files
from analyser.strategies.validation import FORMS
from tests.games.faut_pas_pousser.notation import read_plank
from tests.games.faut_pas_pousser.tables import GAME, PLAYERS, SOME_PLANK, dealt, new_room
from tests.games.kernel_play import listening
from tests.games.redealing import deal_again

pytestmark = pytest.mark.uncompiled

INSTALLATION = -1
BUILT_IN = [*strategy_files(GAME)]


class Taken(Exception):
    """The decision that was waited for: what was seen, and what was chosen."""


def decision(policies, n_players, when, change=None, first_pick=0):
    """What the last seat sees and chooses in a round or at the installation; seat 0 opens with a given pirate.

    `change` may change what is hidden, right after the deal. All others are random.
    """
    room, me = new_room(n_players), n_players - 1
    loop.begin_game(room.workspace, game=5, seed=90, rotations=1, n_seats=n_players)

    def asked(kind):
        def answer(view, workspace):
            index = int(policies(room)[kind](view, workspace))
            if when == (INSTALLATION if kind == Kind.OPENING else view.turn):
                raise Taken(view.tobytes(), index)
            return index

        return answer

    def on_event(event, *_):
        if event == Event.DEALT and change:
            change(room.hidden)

    room.workspace.policies[0, Kind.OPENING] = lambda view, workspace: first_pick
    for kind in Kind:
        room.workspace.policies[me, kind] = asked(kind)
    with listening(on_event), pytest.raises(Taken) as taken:
        turn.play_game(room.table, room.hidden, room.workspace)
    return taken.value.args


def built_in(name):
    """The policies of a strategy, whatever the room."""
    compiled = compile_strategy(GAME, find_strategy(GAME, name))
    return lambda room: compiled


def turned_round(n_players, when):
    """A change: the cards of each neutral pile that no round has shown yet, in reverse order."""

    def change(hidden):
        for crew in range(n_players, 4):
            hidden.piles[crew, when + 1 :] = hidden.piles[crew, when + 1 :][::-1].copy()
            hidden.openings[crew] = hidden.piles[crew, 0]

    return change


@pytest.mark.parametrize("n_players", [2, 3])
@pytest.mark.parametrize("when", [INSTALLATION, 0, 2, 4])
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_strategy_chooses_the_same_whatever_lies_in_the_neutral_piles(name, when, n_players):
    policies = built_in(name)
    change = turned_round(n_players, when)
    assert decision(policies, n_players, when, change) == decision(policies, n_players, when)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_strategy_opens_the_same_whatever_the_others_pick(name):
    policies = built_in(name)
    picks = {decision(policies, 4, INSTALLATION, first_pick=pick) for pick in range(6)}
    assert len(picks) == 1


@pytest.mark.parametrize("when", [INSTALLATION, 0, 2, 4])
def test_a_cheat_is_caught(when):
    """The negative control: one who looks at the next card of the pile, and opens with its lowest pirate."""

    def cheat(room):
        def peek(view, workspace):
            return room.hidden.piles[3, when + 1]

        return {Kind.OPENING: peek if when == INSTALLATION else lambda view, workspace: 0, Kind.TURN: peek}

    assert decision(cheat, 3, when, turned_round(3, when)) != decision(cheat, 3, when)


def test_a_later_view_does_show_what_was_hidden_before():
    """The change is a real one: a round later its first card has been played."""
    policies, change = built_in("random"), turned_round(3, 0)
    assert decision(policies, 3, 1, change) != decision(policies, 3, 1)


def test_a_view_and_a_choice_have_no_field_for_what_is_hidden():
    assert set(HIDDEN.names) == {"openings", "tie_rank", "piles"}
    assert not set(HIDDEN.names) & {*TABLE.names, *CHOICE.names}
    assert all(dtype.fields[name][0].base.fields is None for dtype in (TABLE, CHOICE) for name in dtype.names)


def test_a_strategy_is_given_the_view_the_choices_and_luck_of_its_own():
    assert FORMS == {"score": ("view", "choice"), "choose": ("view", "choices", "luck")}


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("when", [INSTALLATION, 0, 3, 5])
def test_a_redeal_changes_only_what_a_seat_cannot_see(n_players, when):
    """`table.redeal`, on which the contract of all strategies rests."""
    room = dealt(n_players)
    room.hidden.openings[:n_players] = range(n_players)
    room.table.turn = max(when, 0)
    room.table.plank = 0 if when == INSTALLATION else read_plank(SOME_PLANK)
    seen, orders = when + 1, set()
    for crew in range(n_players, 4):
        for card in room.hidden.piles[crew, : seen + 1 if when >= 0 else 0].tolist():
            if card == NON_MERCI:
                room.table.non_merci[crew] = 0
            else:
                room.table.pirates[crew] ^= 1 << card
    table_before, before = room.table.tobytes(), room.hidden.copy()
    for seed in range(20):
        deal_again(redeal, room, 1, seed)
        assert when == INSTALLATION or (room.hidden.piles[:, : seen + 1] == before.piles[:, : seen + 1]).all()
        assert (np.sort(room.hidden.piles) == np.sort(before.piles)).all()
        assert room.hidden.openings[1] == before.openings[1]
        assert when == INSTALLATION or (room.hidden.openings == before.openings).all()
        orders.add(room.hidden.tobytes())
    assert room.table.tobytes() == table_before
    if when == INSTALLATION:
        assert [room.hidden.openings[seat] for seat in range(n_players) if seat != 1] == [0] * (n_players - 1)
    something_is_hidden = n_players < 4 and when < 5
    assert (len(orders) > 1) == something_is_hidden
