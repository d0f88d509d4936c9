"""This game's own columns, in the order in which the kernel gives them."""

from pathlib import Path

from analyser.games.definition import Columns
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, Column

GAMES = (Column("captains_aboard", "UInt8", "Captains on the plank at the end, of all four crews"),)
SEATS = (
    Column("turn_position", "UInt8", "1 is the first to play (FPP-06)"),
    Column("age_rank", "UInt8", "1 is the youngest (FPP-05)"),
    Column("opening_pirate", "UInt8", "value of the pirate picked for the installation (FPP-04)"),
    Column("non_merci_turn", "UInt8", "turn, 1 to 6, on which « Non Merci » was played (FPP-13)"),
)
CAPTAINS_ABOARD = FIRST_GAME_COLUMN
TURN_POSITION, AGE_RANK, OPENING_PIRATE, NON_MERCI_TURN = range(FIRST_SEAT_COLUMN, FIRST_SEAT_COLUMN + len(SEATS))
COLUMNS = Columns(GAMES, SEATS, breakdowns=("turn_position", "age_rank"))
"""Turn position and age say more than the seat, which here is only a chair."""


def columns_of(data: Path) -> Columns:
    """All of them. None depends on the data."""
    return COLUMNS
