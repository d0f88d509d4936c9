"""How a table of La Planche looks in a replay: the plank from the rear to the shark, and the prisoners on it."""

from analyser.games import scene
from analyser.games.la_planche.notation import EMPTY, plank_text
from analyser.games.scene import Piece
from analyser.kernel.intrinsics import Record

FILLS = {"Y": "#F0E442", "R": "#D55E00", "G": "#009E73", "B": "#0072B2"}
COUNTS = {
    "turns": {"en": "turn", "fr": "tour"},
    "left": {"en": "prisoners left", "fr": "prisonniers restants"},
}


class Scene(scene.Scene):
    """The plank."""

    labels = COUNTS

    def pieces(self, table: Record) -> dict[str, Piece]:
        """Slots, prisoners, and the shark."""
        row = plank_text(int(table.occupied), int(table.colours), int(table.plank_length))
        found = {f"slot {k + 1}": Piece(k, 0, "square", "#B9A88A", str(k + 1)) for k in range(len(row))}
        found["shark"] = Piece(len(row) + 0.3, 0, "hexagon", "#9CC3E0", "<°)")
        prisoners = {
            f"prisoner {k + 1}": Piece(k, 0, "disc", FILLS[one], one) for k, one in enumerate(row) if one != EMPTY
        }
        return found | prisoners
