"""How a table of Black Fleet looks in a replay: the sea with its ports, every ship with its goods."""

from pathlib import Path

from analyser.games import scene
from analyser.games.black_fleet.board import PORTS
from analyser.games.black_fleet.box import read_box
from analyser.games.black_fleet.notation import SHIP_SIGNS
from analyser.games.black_fleet.picture import GOODS_FILLS, board_picture
from analyser.games.black_fleet.table import FRIGATES, NONE, PIRATES, SHIPS
from analyser.games.scene import Piece
from analyser.kernel.intrinsics import Record

ROW = 3**0.5 / 2
FLEET_FILLS = ("#333333", "#FAFAFA", "#FFB74D", "#8C8C8C")
"""As the fleets are called: black, white, orange, grey. On white paper the white one would not be seen."""
FRIGATE_FILLS = ("#F0E442", "#9C6ADE")
COUNTS = {
    "doubloons": {"en": "doubloons", "fr": "doublons"},
    "n_bought": {"en": "development cards bought", "fr": "cartes développement achetées"},
    "n_fortune": {"en": "fortune cards in hand", "fr": "cartes fortune en main"},
    "sales": {"en": "sales", "fr": "ventes"},
    "robberies": {"en": "robberies", "fr": "vols"},
    "burials": {"en": "burials", "fr": "trésors enterrés"},
    "sinkings": {"en": "sinkings", "fr": "naufrages"},
}


class Scene(scene.Scene):
    """The sea."""

    fills = (FLEET_FILLS[0], "#DDDDDD", *FLEET_FILLS[2:])
    labels = COUNTS

    def __init__(self, data: Path, players: int) -> None:
        super().__init__(data, players)
        picture = board_picture(data)
        self.nodes = read_box(data).board.nodes
        self.board = [
            Piece(*_middle(one.row, one.column), "hexagon", picture.styles[one.style].fill, one.mark)
            for one in picture.hexagons
        ]

    def pieces(self, table: Record) -> dict[str, Piece]:
        """Ships by their letter; on a ship the number of its goods, and their colour around it."""
        found = {}
        for ship in range(SHIPS):
            cell = int(table.ship_cell[ship])
            if cell != NONE:
                found[SHIP_SIGNS[ship]] = self._ship(ship, cell, int(table.cargo[ship]), int(table.goods[ship]))
        return found

    def _ship(self, ship: int, cell: int, cargo: int, goods: int) -> Piece:
        is_frigate = ship >= FRIGATES
        fill = FRIGATE_FILLS[ship - FRIGATES] if is_frigate else FLEET_FILLS[ship % PIRATES]
        load = f"{cargo}{PORTS[goods]}" if cargo else ""
        text = "F" if is_frigate else f"{'P' if ship >= PIRATES else 'M'}{load}"
        shape = "disc" if PIRATES <= ship < FRIGATES else "ship"
        return Piece(*_middle(*self.nodes[cell]), shape, fill, text, GOODS_FILLS[goods] if cargo else "")


def _middle(row: int, column: int) -> tuple[float, float]:
    return round(column + row % 2 / 2, 2), round(row * ROW, 2)
