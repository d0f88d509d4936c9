"""Planks in one line, as tests write them: see `analyser.games.la_planche.notation`."""

from analyser.games.la_planche.notation import EMPTY, LETTERS


def read_plank(text: str) -> tuple[int, int, int]:
    """occupied, colours and the number of prisoners of a plank written as text."""
    occupied = colours = prisoner = 0
    for slot, letter in enumerate(text):
        if letter != EMPTY:
            occupied |= 1 << slot
            colours |= LETTERS.index(letter) << 2 * prisoner
            prisoner += 1
    return occupied, colours, prisoner
