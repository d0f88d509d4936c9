"""How the table looks in a replay."""

import pytest

from analyser.games.faut_pas_pousser.replay import Scene
from analyser.games.loader import find_game
from tests.games.faut_pas_pousser.tables import new_table

pytestmark = pytest.mark.uncompiled


def test_pirates_by_slot_and_nobody_before_the_installation():
    scene = Scene(find_game("faut-pas-pousser").data_folder, 4)
    pieces = scene.pieces(new_table("B2 G3 R4 Y5"))
    assert [pieces[f"slot {slot}"].text for slot in (1, 2, 3, 4)] == ["B2", "G3", "R4", "Y5"]
    assert len({one.fill for one in pieces.values()}) == 4
    assert scene.pieces(new_table()) == {}
