"""A plank in one line: « B1 G3 R5 Y6 » is slot 1 to slot 4. Only here are slots counted from 1, for print."""

from analyser.games.faut_pas_pousser.table import CREW_AT, VALUE_AT

CREW_NAMES = ("blue", "green", "red", "yellow")
LETTERS = "BGRY"


def pirate_text(pirate: int) -> str:
    """A lane as crew letter and value."""
    return f"{LETTERS[pirate >> CREW_AT]}{pirate >> VALUE_AT & 15}"


def pirate_words(pirate: int) -> str:
    """A lane in words."""
    return f"{CREW_NAMES[pirate >> CREW_AT]} {pirate >> VALUE_AT & 15}"


def slot_name(slot: int) -> str:
    """A slot as printed on the table."""
    return f"slot {slot + 1}"
