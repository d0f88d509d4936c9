"""How the table looks in a replay."""

import pytest

from analyser.games.black_fleet.notation import SHIP_SIGNS
from analyser.games.black_fleet.replay import Scene
from analyser.games.black_fleet.table import FRIGATES, NONE, PIRATES, SHIPS
from analyser.games.loader import find_game
from tests.games.black_fleet.tables import dealt

pytestmark = pytest.mark.uncompiled


def test_ships_on_the_sea_with_what_they_hold():
    scene = Scene(find_game("black-fleet").data_folder, 4)
    table = dealt(4).table
    table.ship_cell[:] = NONE
    assert scene.pieces(table) == {}
    table.ship_cell[0], table.ship_cell[PIRATES], table.ship_cell[FRIGATES] = 3, 4, 5
    table.cargo[0], table.goods[0] = 3, 1
    pieces = scene.pieces(table)
    merchant, pirate, frigate = (pieces[SHIP_SIGNS[ship]] for ship in (0, PIRATES, FRIGATES))
    assert merchant.text.startswith(f"M{table.cargo[0]}") and merchant.ring and (pirate.text, pirate.ring) == ("P", "")
    assert (frigate.text, pirate.shape, merchant.shape) == ("F", "disc", "ship")
    assert len(pieces) == 3 < SHIPS
