"""Every column of deeds holds what its name says, for its own seat; what is noted, and what is not left over."""

import numpy as np
import pytest

from analyser.games.piratoons import columns, deal, foresight, rules, ship, turn
from analyser.games.piratoons.table import FIRST_SHIP, IN_CHEST, N_CODES, N_SHIPS
from analyser.kernel import loop
from tests.games.piratoons.kernel_games import SEAT_COLUMNS
from tests.games.piratoons.tables import dealt, new_room, supplied

pytestmark = pytest.mark.uncompiled
DEEDS = {
    "pawns_kept": "kept",
    "pawns_placed": "placed",
    "pawns_lost": "lost",
    "rounds_out": "outs",
    "stops": "stops",
    "paid": "earned",
    "gave_back": "gave_back",
    "tiles_looted": "looted",
    "bids": "n_bids",
    "bids_cancelled": "cancelled",
    "tiles_bought": "bought",
    "spent": "spent",
    "thrown": "thrown",
}


def test_deeds():
    room = new_room(3)
    for number, field in enumerate(DEEDS.values(), start=10):
        room.table[field][:3] = [number, 2 * number, 3 * number]
    rows = np.full((len(SEAT_COLUMNS), 3), -1)
    turn.record_deeds(room.table, rows, 1)
    row_of = {name: row for row, name in SEAT_COLUMNS.items()}
    assert {name: int(rows[row_of[name], 1]) for name in DEEDS} == {
        name: 2 * number for number, name in enumerate(DEEDS, start=10)
    }
    assert (rows[:, [0, 2]] == -1).all()


@pytest.mark.parametrize(("first", "rounds"), [(0, [1, 2, 3]), (1, [3, 1, 2]), (2, [2, 3, 1])])
def test_the_round_in_which_a_seat_is_captain(first, rounds):
    room = new_room(3)
    room.table.first_captain = first
    rows = np.zeros((len(SEAT_COLUMNS), 3), int)
    for seat in range(3):
        turn.record_deeds(room.table, rows, seat)
    assert rows[columns.CAPTAIN_ROUND].tolist() == rounds


def test_nothing_has_happened_when_a_game_begins():
    room = new_room(3)
    for field in DEEDS.values():
        room.table[field][:3] = 7
    deal.clear_counts(room.table, 1)
    found = {field: room.table[field][:3].tolist() for field in DEEDS.values()}
    assert found == {field: [7, 0, 7] for field in found}


def test_no_round_has_been_played_when_a_game_begins():
    room = new_room(3)
    counts = ("rounds", "n_lot", "ticks", "ties", "untouched", "halvings", "auctions")
    for field in counts:
        room.table[field] = 7
    loop.begin_game(room.workspace, 0, 1, 1, 3)
    deal.deal(room.table, room.hidden, room.workspace)
    assert [int(room.table[field]) for field in counts] == [0] * len(counts)


def test_the_halvings_of_the_game():
    room = dealt(3)
    room.table.halvings = 5
    row = np.full(len(room.workspace.game_row), -1)
    turn.record_game(room.table, room.hidden, row)
    assert row[columns.HALVINGS] == 5


def test_a_deal_leaves_no_bid_no_lot_and_no_captain_of_the_game_before():
    room = new_room(3)
    room.hidden.bids[:], room.table.lot[:], room.table.captain = 4, 1, 7
    dealt(3, room=room)
    assert not room.hidden.bids[:3].any() and not room.table.lot.any()
    assert room.table.captain == room.table.first_captain


@pytest.mark.parametrize("tile", [0, 1, N_SHIPS - 1])
def test_a_ship_tile_in_the_chest_is_known_to_be_there(tile):
    room = dealt(2)
    room.table.n_chest = 0
    rules.put_in_chest(room.table, FIRST_SHIP + tile)
    assert (int(room.table.owner[tile]), int(room.table.chest[0])) == (IN_CHEST, FIRST_SHIP + tile)


def test_to_look_at_a_tile_changes_nothing_but_what_it_adds():
    room = supplied(2)
    take_all(room)
    before = room.table.copy()
    for code in range(N_CODES):
        foresight.look_at(room.table, code)
    assert [name for name in before.dtype.names if room.table[name].tolist() != before[name].tolist()] == ["adds"]


def take_all(room):
    """Seat 0 takes a ship tile with barrels, and some equipment."""
    tile = int(np.flatnonzero(room.table.tile_barrels)[0])
    for code in (FIRST_SHIP + tile, 0, 1):
        ship.take_tile(room.table, 0, code)
