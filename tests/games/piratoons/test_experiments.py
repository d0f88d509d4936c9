"""What experiments may ask to be noted."""

import numpy as np
import pytest

from analyser.games.piratoons import turn
from analyser.games.piratoons.choices import ACT_BID, ACT_PUT, CHOICE, RESTRICTABLE
from analyser.kernel.intrinsics import new_record
from analyser.simulation.engine import Engine, outputs
from analyser.strategies.library import find_strategy
from tests.games.piratoons.kernel_games import GAME
from tests.games.piratoons.tables import dealt, new_room

pytestmark = pytest.mark.uncompiled


def test_what_is_noted_is_wiped_off_the_table():
    room = dealt(3)
    turn.note_scores(room.table, room.hidden, room.workspace)
    assert room.workspace.scores[0, :3].any() and not room.table.points.any()


@pytest.mark.parametrize("n_players", [2, 4])
def test_what_each_ship_would_count_is_noted_after_every_round(n_players):
    """The last note is the final score; noting changes nothing in the game."""
    rows = []
    for traced in (1, 0):
        room = new_room(n_players)
        room.workspace.traced = traced
        games, seats = outputs(GAME, 1, n_players)
        engine = Engine(GAME, (find_strategy(GAME, "random"),))
        lineup = np.zeros((1, n_players), np.uint8)
        records = (room.table, room.hidden, room.workspace)
        engine.play(1, 3, 0, 1, 1, lineup, engine.policies, engine.policy_params, *records, games, seats)
        rows.append(seats.tolist())
        noted = room.workspace.scores[: room.workspace.n_traced, :n_players]
        assert len(noted) == (8 if traced else 0)
        if traced:
            assert noted[-1].tolist() == seats[0].tolist()
    assert rows[0] == rows[1]


@pytest.mark.parametrize(
    ("value", "act", "bid", "rounds", "verdict"),
    [
        *((34, ACT_BID, 4, 3, 1), (34, ACT_BID, 3, 3, 0), (34, ACT_BID, 0, 3, 0)),
        *((34, ACT_BID, 4, 2, -1), (34, ACT_PUT, 4, 3, -1), (40, ACT_BID, 0, 4, 1), (49, ACT_BID, 9, 4, 1)),
    ],
)
def test_a_bid_of_one_round(value, act, bid, rounds, verdict):
    """`always:bid-in-round=34`: 4 in round 3, and whatever one likes in all others."""
    view, choice = new_room(4).table, new_record(CHOICE)
    view.rounds, choice.act, choice.bid = rounds, act, bid
    assert RESTRICTABLE["bid-in-round"](view, choice, float(value)) == verdict
