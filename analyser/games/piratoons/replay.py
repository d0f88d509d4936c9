"""How a table of Piratoons looks in a replay: the chest with the pawns on its tiles, and the ships."""

from pathlib import Path

from analyser.games import scene
from analyser.games.piratoons.notation import ship_lines, tile_words
from analyser.games.piratoons.table import FIRST_SHIP, TAKEN
from analyser.games.piratoons.tiles import read_tiles
from analyser.games.scene import SEAT_FILLS, Piece
from analyser.kernel.intrinsics import Record

WIDE, HIGH, ACROSS = 3.2, 2.2, 3
COUNTS = {
    "barrels": {"en": "barrels", "fr": "tonneaux"},
    "n_tiles": {"en": "ship tiles", "fr": "tuiles de bateau"},
    "looted": {"en": "tiles looted", "fr": "tuiles pillées"},
    "bought": {"en": "tiles bought", "fr": "tuiles achetées"},
    "thrown": {"en": "tiles thrown into the sea", "fr": "tuiles jetées à la mer"},
    "kept": {"en": "pawns kept at home", "fr": "pions gardés"},
    "lost": {"en": "pawns lost", "fr": "pions perdus"},
}


class Scene(scene.Scene):
    """The chest and the ships."""

    labels = COUNTS

    def __init__(self, data: Path, players: int) -> None:
        super().__init__(data, players)
        self.tiles = read_tiles(data / "tiles.toml")

    def pieces(self, table: Record) -> dict[str, Piece]:
        """A tile in each place of the chest, and on it a disc for each seat that has pawns there."""
        found = {}
        for place in range(int(table.n_chest)):
            x, y = place % ACROSS * WIDE, place // ACROSS * HIGH
            code = int(table.chest[place])
            if code != TAKEN:
                fill = "#E3D3EE" if code >= FIRST_SHIP else "#F6DFA4"
                found[f"tile {place + 1}"] = Piece(x, y, "tile", fill, tile_words(self.tiles, code).partition(" (")[0])
            for seat in range(self.players):
                if pawns := int(table.pawns[seat, place]):
                    at = x - 1.05 + 0.7 * seat
                    found[f"pawns {place + 1}/{seat + 1}"] = Piece(
                        at, round(y + 0.55, 2), "disc", SEAT_FILLS[seat], str(pawns)
                    )
        return found

    def drawing(self, table: Record) -> list[str]:
        """The ships in letters."""
        lines = []
        for seat in range(self.players):
            if int(table.n_tiles[seat]):
                lines += [f"Seat {seat + 1}", *ship_lines(table, seat)]
        return lines
