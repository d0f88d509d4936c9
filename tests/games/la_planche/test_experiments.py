"""What experiments change, and what they may ask to be noted."""

import numpy as np
import pytest

from analyser.games.la_planche.rules import spin_vane
from analyser.games.la_planche.table import NONE, Symbol
from analyser.games.la_planche.turn import show_stones
from analyser.games.la_planche.view import suspicion
from analyser.simulation.engine import Engine, outputs
from analyser.strategies.library import find_strategy
from tests.games.la_planche.kernel_games import GAME
from tests.games.la_planche.tables import dealt, new_room

pytestmark = pytest.mark.uncompiled


def test_the_vane_is_forced_on_its_turn_alone_and_the_luck_goes_on_as_before():
    free, forced = dealt(4), dealt(4, spin_turn=2, spin_shows="swap")
    shown = []
    for turn in (1, 2, 3):
        for room in (free, forced):
            room.table.turns = turn
            spin_vane(room.table, room.workspace, (turn - 1) % 4)
            shown.append(tuple(room.table.sabres.tolist()))
    assert shown[0] == shown[1]
    assert shown[3] == (Symbol.SWAP, Symbol.SWAP)
    assert shown[4] == shown[5]


def test_both_sabres_are_forced_also_on_the_first_turn():
    room = dealt(4, spin_turn=1, spin_shows="swap")
    room.table.turns = 1
    for _ in range(12):
        spin_vane(room.table, room.workspace, 0)
        assert room.table.sabres.tolist() == [Symbol.SWAP, Symbol.SWAP]


def test_the_vane_is_forced_once_as_seat_0_meets_few_prisoners():
    """Seats and prisoners left, turn by turn; the game before leaves nothing behind."""
    free, forced = dealt(4), dealt(4, spin_left=8, spin_shows="swap")
    met = [(0, 12), (3, 8), (0, 7), (0, 6), (1, 5)]
    for _ in range(2):
        forced.table.is_spin_due = 1
        for seat, left in met:
            for room in (free, forced):
                room.table.left = left
                spin_vane(room.table, room.workspace, seat)
            is_chosen = (seat, left) == (0, 7)
            assert forced.table.sabres.tolist() == ([Symbol.SWAP] * 2 if is_chosen else free.table.sabres.tolist())


def ends_of(**settings):
    room = new_room(4, **settings)
    games, seats = outputs(GAME, 6, 4)
    engine = Engine(GAME, (find_strategy(GAME, "random"),))
    records = (room.table, room.hidden, room.workspace)
    engine.play(
        1, 0, 0, 6, 1, np.zeros((6, 4), np.uint8), engine.policies, engine.policy_params, *records, games, seats
    )
    return [column.tolist() for column in games]


def test_every_game_has_its_spin_ahead_of_it():
    """Seat 0 begins with all sixteen left: the same as a spin on turn 1, in each of several games."""
    free, first, left = ends_of(), ends_of(spin_turn=1), ends_of(spin_left=16)
    assert first == left != free


def test_one_colour_is_told():
    room = dealt(4, told_colours=1)
    show_stones(room.table, room.hidden, 0)
    assert room.table.told.tolist() == [NONE, room.hidden.stones[1], NONE, NONE]


def test_seat_0_alone_is_told_as_many_colours_as_asked():
    room = dealt(4, told_colours=2)
    show_stones(room.table, room.hidden, 0)
    stones = room.hidden.stones.tolist()
    assert room.table.told.tolist() == [NONE, stones[1], stones[2], NONE]
    assert [suspicion(room.table, 1, colour) > 0 for colour in range(4)] == [colour == stones[1] for colour in range(4)]
    show_stones(room.table, room.hidden, 1)
    assert room.table.told.tolist() == [NONE] * 4
    assert suspicion(room.table, 2, 0) == 0
    plain = dealt(4)
    show_stones(plain.table, plain.hidden, 0)
    assert plain.table.told.tolist() == [NONE] * 4


@pytest.mark.parametrize("series", [False, True])
def test_prisoners_left_or_points_are_noted_after_every_turn(series):
    room = new_room(4, series=series)
    room.workspace.traced = 1
    games, seats = outputs(GAME, 1, 4)
    engine = Engine(GAME, (find_strategy(GAME, "random"),))
    records = (room.table, room.hidden, room.workspace)
    engine.play(
        1, 0, 0, 1, 1, np.zeros((1, 4), np.uint8), engine.policies, engine.policy_params, *records, games, seats
    )
    noted = room.workspace.scores[: room.workspace.n_traced, :4]
    assert len(noted) == room.table.turns
    if series:
        assert noted[0].tolist() == [0, 0, 0, 0]
    else:
        assert noted[0].sum() >= 14
        assert noted[-1].tolist() == seats[0].tolist()
