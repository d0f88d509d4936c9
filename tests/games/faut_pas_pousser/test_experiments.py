"""What experiments change, and what they may ask to be noted."""

import numpy as np
import pytest

from analyser.games.faut_pas_pousser import table, turn
from analyser.games.faut_pas_pousser.choices import HAND, take_up
from analyser.kernel.intrinsics import new_record
from analyser.simulation.engine import Engine, outputs
from analyser.strategies.library import find_strategy
from tests.games.faut_pas_pousser.kernel_games import GAME
from tests.games.faut_pas_pousser.tables import new_room, new_table

pytestmark = pytest.mark.uncompiled


def moves_of(record, seat):
    hand = new_record(HAND)
    record.me = seat
    take_up(record, hand)
    return sorted(hand.actions[: hand.n].tolist())


def test_a_blank_action_is_blank_for_its_seat_alone():
    record = new_table(blank_action=1, blank_seat=3)
    assert record.action_values[0] == -3
    assert 0 in moves_of(record, 2)
    assert -3 not in moves_of(record, 2)
    assert -3 in moves_of(record, 0)


@pytest.mark.parametrize("traced", [0, 1])
def test_scores_are_noted_after_every_turn_of_a_crew_if_asked(traced):
    room = new_room(3)
    room.workspace.traced = traced
    games, seats = outputs(GAME, 1, 3)
    engine = Engine(GAME, (find_strategy(GAME, "random"),))
    lineup = np.zeros((1, 3), np.uint8)
    records = (room.table, room.hidden, room.workspace)
    engine.play(1, 0, 0, 1, 1, lineup, engine.policies, engine.policy_params, *records, games, seats)
    assert room.workspace.n_traced == 24 * traced
    if traced:
        assert room.workspace.scores[23, :3].tolist() == seats[0].tolist()


def test_the_plank_is_noted_behind_the_scores():
    room = new_room(2)
    room.table.plank = 5 | 6 << table.LANE_BITS | 7 << 2 * table.LANE_BITS | 9 << 3 * table.LANE_BITS
    turn.note_scores(room.table, room.workspace)
    assert room.workspace.scores[0, 4:8].tolist() == [5, 6, 7, 9] and room.workspace.n_traced == 1
