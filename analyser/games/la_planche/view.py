"""What a seat may know, and the questions a strategy may ask.

A view is the open table (`table.TABLE`) and `view.my_colour`, the seat's own stone; no field holds another's. A choice
(`choices.CHOICE`) comes with the row at the end of the turn and the colours that fall in it.

Prisoners count from the rear: 0 is the last of the row, `left - 1` the foremost, next to the shark.
What everybody has seen is in `view.helped`, `view.harmed` and `view.dropped`, each [seat, colour].
"""

import numpy as np

from analyser.games.la_planche.choices import Act
from analyser.games.la_planche.rules import bit_of, colour_of, count_bits
from analyser.games.la_planche.table import COLOURS, NONE, PRISONERS
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record

__all__ = [
    "COLOURS",
    "NONE",
    "PRISONERS",
    "Act",
    "colour_at",
    "drops",
    "front_run",
    "gap_before",
    "in_front_of",
    "left_of",
    "places_of",
    "rank_from_front",
    "suspicion",
]

EACH_PRISONER = sum(1 << 2 * k for k in range(PRISONERS))
CERTAIN = 1000
PRISONER_AT = np.zeros(128, np.int64)
"""Which prisoner a single bit 2 k means, by its remainder on division by 67: all different, and quick."""
for _k in range(PRISONERS):
    PRISONER_AT[(1 << 2 * _k) % 67] = _k


@compiled
def colour_at(colours: int, prisoner: int) -> int:
    """The colour of a prisoner of a row, counted from the rear."""
    return colour_of(colours, prisoner)


@compiled
def places_of(colours: int, left: int, colour: int) -> int:
    """Where the prisoners of a colour are in a row: bit 2 k is set for prisoner k."""
    differ = colours ^ (colour * EACH_PRISONER)
    return ~(differ | (differ >> 1)) & EACH_PRISONER & ((1 << (2 * left)) - 1)


@compiled
def in_front_of(colours: int, left: int, colour: int) -> int:
    """For each prisoner of a colour, how many stand between it and the shark, all added up."""
    places = places_of(colours, left, colour)
    total = 0
    while places:
        total += left - 1 - PRISONER_AT[((places & -places) % 67) & 127]
        places &= places - 1
    return total


@compiled
def left_of(colours: int, left: int, colour: int) -> int:
    """How many prisoners of a colour a row of `left` has."""
    places = places_of(colours, left, colour)
    return count_bits(places) + count_bits(places >> 24)


@compiled
def drops(choice: Record, colour: int) -> int:
    """How many prisoners of a colour fall in the turn that this choice begins."""
    return int(choice.fell == colour) + int(choice.fell_too == colour)


@compiled
def rank_from_front(colours: int, left: int, colour: int) -> int:
    """How many stand between the shark and the safest prisoner of a colour; -1 if none is left."""
    for prisoner in range(left):
        if colour_of(colours, prisoner) == colour:
            return left - 1 - prisoner
    return -1


@compiled
def gap_before(view: Record, occupied: int, left: int) -> int:
    """Empty slots between the foremost prisoner and the shark."""
    front = bit_of(occupied, left - 1)
    gap = 0
    while (front << (gap + 1)) >> view.plank_length == 0:
        gap += 1
    return gap


@compiled
def front_run(colours: int, left: int, colour: int) -> int:
    """How many prisoners of a colour stand at the very front, one behind the other."""
    n = 0
    while n < left and colour_of(colours, left - 1 - n) == colour:
        n += 1
    return n


@compiled
def suspicion(view: Record, seat: int, colour: int) -> int:
    """How much a seat seems to care for a colour: helped - harmed - 2 x dropped; or what an experiment disclosed."""
    if view.told[seat] != NONE:
        return CERTAIN if view.told[seat] == colour else -CERTAIN
    return view.helped[seat, colour] - view.harmed[seat, colour] - 2 * view.dropped[seat, colour]
