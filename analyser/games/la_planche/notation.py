"""A plank in one line, from slot 1 to the shark: « YRGB....| » has four prisoners and room; a dot is an empty slot."""

from analyser.games.la_planche.columns import COLOURS
from analyser.games.la_planche.rules import colour_of

LETTERS = "YRGB"
EMPTY = "."


def plank_text(occupied: int, colours: int, plank_length: int) -> str:
    """The slots from the rear to the shark."""
    text, prisoner = "", 0
    for slot in range(plank_length):
        if occupied >> slot & 1:
            text += LETTERS[colour_of(colours, prisoner)]
            prisoner += 1
        else:
            text += EMPTY
    return text


def slot_of(occupied: int, prisoner: int) -> int:
    """The slot of a prisoner, counted from 1 as on the table."""
    slots = [slot for slot in range(occupied.bit_length()) if occupied >> slot & 1]
    return slots[prisoner] + 1


def prisoner_words(occupied: int, colours: int, prisoner: int) -> str:
    """A prisoner in words."""
    return f"the {COLOURS[colour_of(colours, prisoner)]} prisoner on slot {slot_of(occupied, prisoner)}"
