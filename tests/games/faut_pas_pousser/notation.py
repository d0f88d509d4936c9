"""Planks in one line, as tests write and read them: « B1 G3 R5 Y6 » is slot 1 to slot 4."""

from analyser.games.faut_pas_pousser.notation import LETTERS, pirate_text
from analyser.games.faut_pas_pousser.table import LANE, LANE_BITS, SLOTS, lane_of


def plank_text(plank: int) -> str:
    """The four pirates from the ship to the end."""
    return " ".join(pirate_text(plank >> LANE_BITS * slot & LANE) for slot in range(SLOTS))


def read_pirate(text: str, captain_value: int = 1) -> int:
    """« R4 » as a lane; the Captain is known by its value."""
    crew, value = LETTERS.index(text[0]), int(text[1:])
    return lane_of(crew, 0 if value == captain_value else 1, value)


def read_plank(text: str, captain_value: int = 1) -> int:
    """« B1 G3 R5 Y6 » as a plank."""
    plank = 0
    for slot, pirate in enumerate(text.split()):
        plank |= read_pirate(pirate, captain_value) << LANE_BITS * slot
    return plank
