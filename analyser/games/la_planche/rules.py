"""The clauses of the ledger, in its order: the vane, the three actions, the push, the fall, the end."""

import numpy as np

from analyser.games.la_planche.table import HALF, Event, Purpose, Push, SeriesEqual, Symbol
from analyser.kernel.backend import compiled, rule
from analyser.kernel.intrinsics import Record, emit
from analyser.kernel.rng import below

SWAP, ADVANCE, MOVE = int(Symbol.SWAP), int(Symbol.ADVANCE), int(Symbol.MOVE)
SERIES_GOAL = 12


POPULATION = np.array([byte.bit_count() for byte in range(256)], np.int64)
NTH_BIT = np.zeros((256, 8), np.int64)
for _byte in range(256):
    NTH_BIT[_byte, : _byte.bit_count()] = [1 << k for k in range(8) if _byte >> k & 1]


@compiled
def bit_of(occupied: int, prisoner: int) -> int:
    """The slot of a prisoner, counted from the rear, as a bit. Looked up by bytes: a loop cost 1.2 x."""
    at = 0
    n = POPULATION[occupied & 255]
    if prisoner >= n:
        prisoner -= n
        at = 8
        n = POPULATION[(occupied >> 8) & 255]
        if prisoner >= n:
            prisoner -= n
            at = 16
    return NTH_BIT[(occupied >> at) & 255, prisoner & 7] << at


@compiled
def colour_of(colours: int, prisoner: int) -> int:
    """The colour of a prisoner, counted from the rear."""
    return (colours >> (2 * prisoner)) & 3


@compiled
def all_below(occupied: int) -> int:
    """All slots up to the foremost prisoner, as bits."""
    for by in (1, 2, 4, 8, 16):
        occupied |= occupied >> by
    return occupied


@rule("LP-07")
def spin_vane(table: Record, workspace: Record, seat: int) -> None:
    """The vane shows two sabres, one of the equally likely pairs; in an experiment, on one turn, a symbol twice."""
    pair = below(workspace.luck, Purpose.VANE, table.n_pairs)
    table.sabres[0] = table.pairs[pair, 0]
    table.sabres[1] = table.pairs[pair, 1]
    if table.spin_turn + table.spin_left > 0 and is_spin_chosen(table, seat):
        table.sabres[0], table.sabres[1] = table.spin_shows, table.spin_shows
    emit(Event.SPUN, table, table.sabres[0], table.sabres[1], 0)


@compiled
def is_spin_chosen(table: Record, seat: int) -> bool:
    """Whether an experiment chooses what the vane shows: on its turn, or once, as seat 0 meets few prisoners."""
    if table.is_spin_due and seat == 0 and table.left <= table.spin_left:
        table.is_spin_due = 0
        return True
    return bool(table.spin_turn > 0 and table.turns == table.spin_turn)


@rule("LP-08")
def is_shown(table: Record, symbol: int) -> bool:
    """Whether a sabre shows this; with a skull, only the other sabre's action counts."""
    return table.sabres[0] == symbol or table.sabres[1] == symbol


@rule("LP-09")
def swapped(colours: int, one: int, other: int) -> int:
    """Two prisoners change places: the slots stay as they are."""
    differ = (colour_of(colours, one) ^ colour_of(colours, other)) & 3
    return colours ^ (differ << (2 * one)) ^ (differ << (2 * other))


@rule("LP-14")
def pushed(occupied: int, bit: int, push: int) -> int:
    """The slots after a push from behind a prisoner; one beyond the plank still has a bit there.

    By contact it travels through those who touch, and the first gap absorbs it; in a row all in front move.
    """
    if push == Push.CONTACT:
        gap = (occupied + bit) & ~occupied
        return (occupied ^ bit) | gap
    behind = occupied & (bit - 1)
    return behind | ((occupied ^ behind) << 1)


@rule("LP-11")
def taken_up(colours: int, prisoner: int) -> int:
    """The colours of the others, when one is taken from the row."""
    at = 2 * prisoner
    return (colours & ((1 << at) - 1)) | ((colours >> at >> 2) << at)


@rule("LP-11")
def first_bit(others: int) -> int:
    """The slot right before the foremost of the others."""
    return all_below(others) + 1


@rule("LP-11")
def last_bit(others: int) -> int:
    """The slot right behind the rearmost of the others, 0 if there is none."""
    return (others & -others) >> 1


@rule("LP-11")
def room_in_front(table: Record) -> bool:
    """Whether there is a slot before the foremost of all."""
    return (table.occupied >> (table.plank_length - 1)) & 1 == 0


@rule("LP-11")
def room_behind(table: Record) -> bool:
    """Whether there is a slot behind the rearmost of all."""
    return table.occupied & 1 == 0


@rule("LP-15")
def is_beyond(occupied: int, plank_length: int) -> bool:
    """Whether somebody was pushed beyond the last slot."""
    return (occupied >> plank_length) & 1 == 1


@rule("LP-15")
def drop_foremost(table: Record) -> None:
    """The foremost falls to the shark."""
    table.left -= 1
    colour = colour_of(table.colours, table.left)
    table.colours = table.colours & ((1 << (2 * table.left)) - 1)
    table.occupied = table.occupied & ((1 << table.plank_length) - 1)
    table.last_fallen[1] = table.last_fallen[0]
    table.last_fallen[0] = colour
    if table.left == HALF:
        for k in range(HALF):
            table.left_at_half[colour_of(table.colours, k)] += 1
    emit(Event.FELL, table, colour, 0, 0)


@rule("LP-10", "LP-13")
def push_prisoner(table: Record, bit: int) -> None:
    """Push a prisoner one slot forward, and those before it with it."""
    table.occupied = pushed(table.occupied, bit, table.push)
    if is_beyond(table.occupied, table.plank_length):
        drop_foremost(table)


@rule("LP-16")
def is_over(table: Record) -> bool:
    """One prisoner is left."""
    return table.left == 1


@rule("LP-18")
def score_round(table: Record, hidden: Record) -> None:
    """In a series the last three prisoners score 5, 3 and 1 for their owners."""
    places = (table.colours & 3, table.last_fallen[0], table.last_fallen[1])
    worth = (5, 3, 1)
    for k in range(3):
        owner = hidden.owner[places[k]]
        if owner >= 0:
            table.points[owner] += worth[k]
    emit(Event.SCORED, table, 0, 0, 0)


@rule("LP-18")
def is_series_won(table: Record) -> bool:
    """Somebody has 12 points or more; if equals must play on, nobody else has as many."""
    best, n_best = 0, 0
    for seat in range(table.n_players):
        best = max(best, table.points[seat])
    for seat in range(table.n_players):
        n_best += int(table.points[seat] == best)
    return best >= SERIES_GOAL and (n_best == 1 or table.series_equal == SeriesEqual.SHARED)


@compiled
def group_starts(table: Record) -> int:
    """The rearmost of each unbroken group, as bits."""
    return table.occupied & ~(table.occupied << 1)


@compiled
def count_bits(bits: int) -> int:
    """How many of 24 bits are set."""
    return POPULATION[bits & 255] + POPULATION[(bits >> 8) & 255] + POPULATION[(bits >> 16) & 255]


@compiled
def remember(table: Record, seat: int, colour: int, forward: bool) -> None:
    """All have seen what a seat did to a colour."""
    if forward:
        table.harmed[seat, colour] += 1
    else:
        table.helped[seat, colour] += 1
