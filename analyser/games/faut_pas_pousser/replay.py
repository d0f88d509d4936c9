"""How a table of Faut pas pousser looks in a replay: the plank between the ship and the sea, and what each crew has."""

from pathlib import Path

from analyser.games import scene
from analyser.games.faut_pas_pousser.notation import LETTERS, pirate_text
from analyser.games.faut_pas_pousser.table import LANE, LANE_BITS, SLOTS
from analyser.games.scene import Piece
from analyser.kernel.intrinsics import Record

FILLS = dict(zip(LETTERS, ("#0072B2", "#009E73", "#D55E00", "#F0E442"), strict=True))
COUNTS = {
    "points": {"en": "points in the pile", "fr": "points dans la pile"},
    "fallen": {"en": "pirates fallen", "fr": "pirates tombés"},
}


class Scene(scene.Scene):
    """The plank."""

    fills = tuple(FILLS.values())
    labels = COUNTS

    def __init__(self, data: Path, players: int) -> None:
        super().__init__(data, players)
        self.board = [Piece(k, 0, "square", "#B9A88A", str(k + 1)) for k in range(SLOTS)]

    def pieces(self, table: Record) -> dict[str, Piece]:
        """The pirates by slot, as crew and value; none before the installation."""
        if not int(table.plank):
            return {}
        pirates = [pirate_text(int(table.plank) >> LANE_BITS * slot & LANE) for slot in range(SLOTS)]
        return {f"slot {k + 1}": Piece(k, 0, "disc", FILLS[one[0]], one) for k, one in enumerate(pirates)}
