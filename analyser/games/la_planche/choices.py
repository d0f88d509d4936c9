"""The legal choices, written out.

Action 1 offers what the two sabres allow together, each action once: swaps of two prisoners, advances of one, moves to
the first place, moves to the last. With `push_target = "any-group"` action 2 offers the unbroken groups.
A choice comes with the plank as it stands at the end of the turn (after the compulsory push, if that is not a choice).
"""

from enum import IntEnum

import numpy as np

from analyser.games.la_planche.rules import (
    ADVANCE,
    MOVE,
    SWAP,
    bit_of,
    colour_of,
    count_bits,
    first_bit,
    group_starts,
    is_beyond,
    is_shown,
    last_bit,
    pushed,
    room_behind,
    room_in_front,
    swapped,
    taken_up,
)
from analyser.games.la_planche.table import NONE, PRISONERS, PushTarget
from analyser.kernel.backend import compiled, rule
from analyser.kernel.intrinsics import Record, Records
from analyser.kernel.policies import ListChoices

MAX_CHOICES = PRISONERS * (PRISONERS - 1) // 2 + 3 * PRISONERS


class Kind(IntEnum):
    """Kinds of decision."""

    ACTION = 0
    PUSH = 1


class Act(IntEnum):
    """What a choice does."""

    SWAP = 0
    ADVANCE = 1
    MOVE_FIRST = 2
    MOVE_LAST = 3
    PUSH = 4


ACT_SWAP, ACT_ADVANCE, ACT_FIRST, ACT_LAST, ACT_PUSH = (int(act) for act in Act)

CHOICE = np.dtype(
    [
        ("act", "i8"),
        ("prisoner", "i8"),
        ("other", "i8"),
        ("occupied", "i8"),
        ("colours", "i8"),
        ("left", "i8"),
        ("fell", "i8"),
        ("fell_too", "i8"),
    ],
    align=True,
)
"""prisoner: counted from the rear, 0-based; other: the second one of a swap. occupied, colours, left: the row at the
end of the turn. fell, fell_too: colours of those that fall in it, or -1."""

PAIR_ONE = np.array([one for other in range(PRISONERS) for one in range(other)], np.int64)
PAIR_OTHER = np.array([other for other in range(PRISONERS) for _ in range(other)], np.int64)
"""The pairs of a swap by number: all pairs among the first n prisoners come before those of prisoner n."""


@rule("LP-08", "LP-12")
def n_actions(table: Record) -> int:
    """How many choices action 1 has; two skulls leave none."""
    n = table.left
    count = 0
    if is_shown(table, SWAP):
        count += n * (n - 1) // 2
    if is_shown(table, ADVANCE):
        count += n
    if is_shown(table, MOVE):
        count += n_firsts(table) + n_lasts(table)
    return count


@rule("LP-11")
def n_firsts(table: Record) -> int:
    """How many can move to the first place: all, or at the edge only the foremost, right before the others.

    Where these touch it comes back to its own slot: a null move, which is a choice like any other.
    """
    return table.left if room_in_front(table) else 1


@rule("LP-11")
def n_lasts(table: Record) -> int:
    """How many can move to the last place: all, or if slot 1 is taken only the rearmost, perhaps to its own slot."""
    return table.left if room_behind(table) else 1


@compiled
def decode(table: Record, index: int, choice: Record) -> None:
    """What the action of this number is."""
    n = table.left
    if is_shown(table, SWAP):
        swaps = n * (n - 1) // 2
        if index < swaps:
            choice.act, choice.prisoner, choice.other = ACT_SWAP, PAIR_ONE[index], PAIR_OTHER[index]
            return
        index -= swaps
    choice.other = NONE
    if is_shown(table, ADVANCE):
        if index < n:
            choice.act, choice.prisoner = ACT_ADVANCE, index
            return
        index -= n
    firsts = n_firsts(table)
    if index < firsts:
        choice.act, choice.prisoner = ACT_FIRST, index if firsts > 1 else n - 1
    else:
        choice.act, choice.prisoner = ACT_LAST, index - firsts


@compiled
def foresee(table: Record, choice: Record, bit: int) -> None:
    """Work out the row after an action on the prisoner who stands at `bit`: as it is before the push."""
    colours, occupied = table.colours, table.occupied
    choice.left, choice.fell, choice.fell_too = table.left, NONE, NONE
    if choice.act == ACT_SWAP:
        colours = swapped(colours, choice.prisoner, choice.other)
    elif choice.act == ACT_ADVANCE:
        occupied = pushed(occupied, bit, table.push)
    else:
        others = occupied ^ bit
        rest, colour = taken_up(colours, choice.prisoner), colour_of(colours, choice.prisoner)
        if choice.act == ACT_FIRST:
            occupied, colours = others | first_bit(others), rest | (colour << (2 * (table.left - 1)))
        else:
            occupied, colours = others | last_bit(others), (rest << 2) | colour
    choice.occupied, choice.colours = occupied, colours
    choice.fell = foresee_fall(table, choice)


@compiled
def foresee_fall(table: Record, choice: Record) -> int:
    """If somebody is beyond the plank, take the foremost away: its colour, or -1."""
    if not is_beyond(choice.occupied, table.plank_length):
        return NONE
    choice.left -= 1
    colour = colour_of(choice.colours, choice.left)
    choice.colours = choice.colours & ((1 << (2 * choice.left)) - 1)
    choice.occupied = choice.occupied & ((1 << table.plank_length) - 1)
    return colour


@compiled
def foresee_push(table: Record, choice: Record, bit: int) -> None:
    """Work out the row after a push that follows."""
    if choice.left > 1:
        choice.occupied = pushed(choice.occupied, bit, table.push)
        fell = foresee_fall(table, choice)
        if choice.fell == NONE:
            choice.fell = fell
        else:
            choice.fell_too = fell


@compiled
def write(view: Record, choice: Record, act: int, prisoner: int, other: int, bit: int) -> None:
    """Fill in one choice of action 1, with what it leads to at the end of the turn."""
    choice.act, choice.prisoner, choice.other = act, prisoner, other
    foresee(view, choice, bit)
    if view.push_target == PushTarget.REARMOST:
        foresee_push(view, choice, choice.occupied & -choice.occupied)


@compiled
def list_actions(view: Record, choices: Records) -> int:
    """Write out action 1, in the order that `decode` knows."""
    index = 0
    if is_shown(view, SWAP):
        for other in range(view.left):
            for prisoner in range(other):
                write(view, choices[index], ACT_SWAP, prisoner, other, 0)
                index += 1
    if is_shown(view, ADVANCE):
        index = list_each(view, choices, index, ACT_ADVANCE, 0, view.left)
    if is_shown(view, MOVE):
        index = list_each(view, choices, index, ACT_FIRST, view.left - n_firsts(view), view.left)
        index = list_each(view, choices, index, ACT_LAST, 0, n_lasts(view))
    return index


@compiled
def list_each(view: Record, choices: Records, index: int, act: int, start: int, end: int) -> int:
    """Write out an action on each prisoner from `start` to `end`; the number of the next choice."""
    standing = view.occupied
    for prisoner in range(end):
        if prisoner >= start:
            write(view, choices[index], act, prisoner, NONE, standing & -standing)
            index += 1
        standing &= standing - 1
    return index


@rule("LP-13b")
def n_pushes(table: Record) -> int:
    """How many unbroken groups there are."""
    return count_bits(group_starts(table))


@compiled
def list_pushes(view: Record, choices: Records) -> int:
    """Write out the groups that action 2 may push, from the rear."""
    starts = group_starts(view)
    n = count_bits(starts)
    for index in range(n):
        bit = bit_of(starts, index)
        choice = choices[index]
        choice.act, choice.other = ACT_PUSH, NONE
        choice.prisoner = count_bits(view.occupied & (bit - 1))
        choice.occupied, choice.colours, choice.left = view.occupied, view.colours, view.left
        choice.fell, choice.fell_too = NONE, NONE
        foresee_push(view, choice, bit)
    return n


LISTS: dict[int, ListChoices] = {Kind.ACTION: list_actions, Kind.PUSH: list_pushes}


@compiled
def fits_swap(view: Record, choice: Record, value: float) -> int:
    """A swap: 1 it is that, 0 it is another action, -1 it is no action."""
    return -1 if choice.act == ACT_PUSH else int(choice.act == ACT_SWAP)


@compiled
def fits_advance(view: Record, choice: Record, value: float) -> int:
    """An advance."""
    return -1 if choice.act == ACT_PUSH else int(choice.act == ACT_ADVANCE)


@compiled
def fits_move(view: Record, choice: Record, value: float) -> int:
    """A move, to the first place or to the last."""
    return -1 if choice.act == ACT_PUSH else int(choice.act in (ACT_FIRST, ACT_LAST))


RESTRICTABLE = {"swap": fits_swap, "advance": fits_advance, "move": fits_move}
"""What `never:<what>` and `always:<what>` can restrict."""
