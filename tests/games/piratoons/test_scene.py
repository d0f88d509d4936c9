"""How the table looks in a replay."""

import pytest

from analyser.games.loader import find_game
from analyser.games.piratoons.replay import Scene
from analyser.games.piratoons.table import TAKEN
from tests.games.piratoons.tables import build, lay_pawns, supplied

pytestmark = pytest.mark.uncompiled


@pytest.fixture
def scene():
    return Scene(find_game("piratoons").data_folder, 3)


def test_a_tile_in_each_place_and_the_pawns_on_it(scene):
    room = supplied(3)
    lay_pawns(room, 2, "120")
    room.table.chest[5] = TAKEN
    pieces = scene.pieces(room.table)
    assert [pieces[f"pawns 3/{seat}"].text for seat in (1, 2)] == ["1", "2"] and "pawns 3/3" not in pieces
    assert "tile 1" in pieces and "tile 6" not in pieces


def test_ships_are_drawn_in_letters(scene):
    room = supplied(3)
    assert scene.drawing(room.table) == []
    build(room, 1, "1aa/g/0")
    assert scene.drawing(room.table)[0] == "Seat 2"
