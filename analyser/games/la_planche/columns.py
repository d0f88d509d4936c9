"""This game's own columns, in the order in which the kernel gives them."""

from pathlib import Path

from analyser.games.definition import Columns
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, Column

COLOURS = ("yellow", "red", "green", "blue")
NO_COLOUR = len(COLOURS)

GAMES = (
    Column(
        "survivor_colour",
        "Enum",
        "colour of the last prisoner; in a series, of its last round; none if unfinished (LP-16)",
        (*COLOURS, "none"),
    ),
    Column("turns", "UInt16", "player turns begun, over all rounds"),
)
SEATS = (
    Column("colour", "Enum", "the seat's stone; in a series, in its last round (LP-04)", COLOURS),
    Column(
        "own_left_at_half", "UInt8", "own prisoners left when half of the sixteen had fallen; last round of a series"
    ),
)
SURVIVOR_COLOUR, TURNS = range(FIRST_GAME_COLUMN, FIRST_GAME_COLUMN + len(GAMES))
COLOUR, OWN_LEFT_AT_HALF = range(FIRST_SEAT_COLUMN, FIRST_SEAT_COLUMN + len(SEATS))
COLUMNS = Columns(GAMES, SEATS, breakdowns=("colour",))


def columns_of(data: Path) -> Columns:
    """All of them. None depends on the data."""
    return COLUMNS
