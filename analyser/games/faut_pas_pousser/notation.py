"""A plank in one line: « B1 G3 R5 Y6 » is slot 1 to slot 4. Only here are slots counted from 1, for print."""

from analyser.games.faut_pas_pousser.table import (
    CREW_AT,
    LANE,
    LANE_BITS,
    SLOTS,
    VALUE_AT,
    lane_of,
)

CREW_NAMES = ("blue", "green", "red", "yellow")
LETTERS = "BGRY"


def pirate_text(pirate: int) -> str:
    """A lane as crew letter and value."""
    return f"{LETTERS[pirate >> CREW_AT]}{pirate >> VALUE_AT & 15}"


def pirate_words(pirate: int) -> str:
    """A lane in words."""
    return f"{CREW_NAMES[pirate >> CREW_AT]} {pirate >> VALUE_AT & 15}"


def plank_text(plank: int) -> str:
    """The four pirates from the ship to the end."""
    return " ".join(pirate_text(plank >> LANE_BITS * slot & LANE) for slot in range(SLOTS))


def read_pirate(text: str, captain_value: int = 1) -> int:
    """« R4 » as a lane; the Captain is told by its value."""
    crew, value = LETTERS.index(text[0]), int(text[1:])
    return lane_of(crew, 0 if value == captain_value else 1, value)


def read_plank(text: str, captain_value: int = 1) -> int:
    """« B1 G3 R5 Y6 » as a plank."""
    plank = 0
    for slot, pirate in enumerate(text.split()):
        plank |= read_pirate(pirate, captain_value) << LANE_BITS * slot
    return plank


def slot_name(slot: int) -> str:
    """A slot as printed on the table."""
    return f"slot {slot + 1}"
