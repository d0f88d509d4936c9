"""How the table looks in a replay."""

import pytest

from analyser.games.la_planche.replay import Scene
from analyser.games.loader import find_game
from tests.games.la_planche.tables import dealt

pytestmark = pytest.mark.uncompiled


def test_slots_prisoners_and_the_shark():
    scene = Scene(find_game("la-planche").data_folder, 4)
    table = dealt(4).table
    pieces = scene.pieces(table)
    assert [pieces[f"prisoner {k}"].text for k in (1, 2, 3, 4, 16)] == ["Y", "R", "G", "B", "B"]
    assert pieces["slot 18"].x < pieces["shark"].x and "prisoner 17" not in pieces
    assert scene.counts(table) == {"turns": 0, "left": 16}
