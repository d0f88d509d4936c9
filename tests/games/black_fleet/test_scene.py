"""How the table looks in a replay."""

import pytest

from analyser.games.black_fleet.notation import FLEETS, SHIP_SIGNS
from analyser.games.black_fleet.picture import GOODS_FILLS
from analyser.games.black_fleet.replay import FLEET_FILLS, Scene
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


def test_a_fleet_is_drawn_in_the_colour_it_is_called_by():
    scene = Scene(find_game("black-fleet").data_folder, 4)
    table = dealt(4).table
    table.ship_cell[:] = NONE
    table.ship_cell[:4] = range(4)
    assert FLEETS == ("black", "white", "orange", "grey")
    for fills in ([scene.pieces(table)[SHIP_SIGNS[ship]].fill for ship in range(4)], scene.fills):
        parts = [tuple(int(fill[k : k + 2], 16) for k in (1, 3, 5)) for fill in fills]
        (black, white, _, grey), (red, green, blue) = (sum(one) for one in parts), parts[2]
        assert black < grey < white and red > green > blue
        assert all(max(one) == min(one) for one in (*parts[:2], parts[3])), "without a hue"
    assert not {*FLEET_FILLS, *scene.fills} & set(GOODS_FILLS)
