"""The legal choices, written out.

A pawn may be put on any of the nine tiles of the chest, or one may wait; after the 15 seconds one may cry stop. A bid
is any number up to the purse. Tiles of the same code are alike, so they are one choice in an auction and when equipment
is thrown back.
"""

from enum import IntEnum

import numpy as np

from analyser.games.piratoons.rules import is_sand_through
from analyser.games.piratoons.ship import would_help
from analyser.games.piratoons.table import FIRST_SHIP, KIND_OF, N_CODES, N_TYPES, NONE
from analyser.kernel.backend import compiled, rule
from analyser.kernel.intrinsics import Record, Records
from analyser.kernel.restrictions import is_meant

MOST_DOUBLOONS = 100
"""No purse can hold more: see `doubloons_in_all` in settings.toml."""
MAX_CHOICES = MOST_DOUBLOONS + 1


class Kind(IntEnum):
    """Kinds of decision: `view.asked`."""

    PLACE = 0
    BID = 1
    PICK = 2
    SEA = 3


class Act(IntEnum):
    """What a choice does."""

    PUT = 0
    WAIT = 1
    STOP = 2
    BID = 3
    PICK = 4
    THROW = 5


PLACE, BID, PICK = int(Kind.PLACE), int(Kind.BID), int(Kind.PICK)
ACT_PUT, ACT_WAIT, ACT_STOP = int(Act.PUT), int(Act.WAIT), int(Act.STOP)
ACT_BID, ACT_PICK, ACT_THROW = int(Act.BID), int(Act.PICK), int(Act.THROW)

CHOICE = np.dtype([("act", "i8"), ("place", "i8"), ("tile", "i8"), ("bid", "i8")], align=True)
"""place: of the chest, where a pawn is put. tile: the code of the tile there, picked or thrown back. bid: doubloons.
What does not apply is -1."""


@rule("PT-06", "PT-07")
def n_placings(table: Record, seat: int) -> int:
    """How many choices a player has in a tick: the tiles while there are pawns, to wait, to cry stop."""
    return (table.n_chest if table.reserve[seat] > 0 else 0) + 1 + int(is_sand_through(table))


@compiled
def act_of(table: Record, seat: int, index: int) -> int:
    """What the choice of this number does in a tick; to put a pawn, its place is the number."""
    tiles = table.n_chest if table.reserve[seat] > 0 else 0
    if index < tiles:
        return ACT_PUT
    return ACT_WAIT if index == tiles else ACT_STOP


@rule("PT-11")
def n_picks(table: Record) -> int:
    """How many different tiles the lot has."""
    n = 0
    for code in range(N_CODES):
        n += int(table.lot[code] > 0)
    return n


@compiled
def picked(table: Record, index: int) -> int:
    """The code of the index-th tile of the lot."""
    code = 0
    while table.lot[code] == 0 or index > 0:
        index -= int(table.lot[code] > 0)
        code += 1
    return code


@rule("PT-14")
def n_throws(table: Record, seat: int) -> int:
    """How many different pieces of equipment might be thrown back to make room."""
    n = 0
    for code in range(N_TYPES):
        n += int(would_help(table, seat, code))
    return n


@compiled
def thrown(table: Record, seat: int, index: int) -> int:
    """The code of the index-th of them."""
    code = 0
    while not would_help(table, seat, code) or index > 0:
        index -= int(would_help(table, seat, code))
        code += 1
    return code


@compiled
def write(choice: Record, act: int, place: int, tile: int, bid: int) -> None:
    """Fill in a choice."""
    choice.act = act
    choice.place = place
    choice.tile = tile
    choice.bid = bid


@compiled
def list_placings(view: Record, choices: Records) -> int:
    """Write out a tick, in the order that `act_of` knows."""
    n = n_placings(view, view.me)
    for index in range(n):
        act = act_of(view, view.me, index)
        if act == ACT_PUT:
            write(choices[index], act, index, view.chest[index], NONE)
        else:
            write(choices[index], act, NONE, NONE, NONE)
    return n


@compiled
def list_tiles(view: Record, choices: Records) -> int:
    """Write out the tiles of the lot, or the equipment that may be thrown back."""
    n = 0
    for code in range(N_CODES if view.asked == PICK else N_TYPES):
        if view.asked == PICK and view.lot[code] > 0:
            write(choices[n], ACT_PICK, NONE, code, NONE)
            n += 1
        elif view.asked != PICK and would_help(view, view.me, code):
            write(choices[n], ACT_THROW, NONE, code, NONE)
            n += 1
    return n


@compiled
def list_choices(view: Record, choices: Records) -> int:
    """Write out the decision that is asked."""
    if view.asked == PLACE:
        return list_placings(view, choices)
    if view.asked != BID:
        return list_tiles(view, choices)
    for bid in range(view.doubloons[view.me] + 1):
        write(choices[bid], ACT_BID, NONE, NONE, bid)
    return view.doubloons[view.me] + 1


LISTS = {0: list_choices}
"""One for all kinds of decision, so that a strategy is compiled once."""


@compiled
def fits_pawn(view: Record, choice: Record, value: float) -> int:
    """A pawn put down, the `value`-th of the round or a later one: 1 it is that, 0 another way, -1 something else."""
    if choice.act > ACT_STOP:
        return -1
    number = view.crew - view.reserve[view.me] + 1
    return int(choice.act == ACT_PUT and (is_meant(value, number) or number > value))


@compiled
def fits_stop(view: Record, choice: Record, value: float) -> int:
    """The cry of stop."""
    return -1 if choice.act > ACT_STOP else int(choice.act == ACT_STOP)


@compiled
def fits_ship(view: Record, choice: Record, value: float) -> int:
    """A ship tile, of `value` storeys: a pawn on it, or picked in an auction."""
    if choice.act != ACT_PUT and choice.act != ACT_PICK:
        return -1
    if choice.tile < FIRST_SHIP:
        return 0
    return int(is_meant(value, view.tile_storeys[choice.tile - FIRST_SHIP]))


@compiled
def fits_equipment(view: Record, choice: Record, value: float) -> int:
    """An equipment tile, of kind `value`: a pawn on it, or picked in an auction."""
    if choice.act != ACT_PUT and choice.act != ACT_PICK:
        return -1
    if choice.tile >= FIRST_SHIP:
        return 0
    return int(is_meant(value, KIND_OF[choice.tile]))


@compiled
def fits_bid(view: Record, choice: Record, value: float) -> int:
    """A bid above zero, or of just `value`."""
    if choice.act != ACT_BID:
        return -1
    return int(is_meant(value, choice.bid) and (choice.bid > 0 or value == 0))


@compiled
def fits_bid_in_round(view: Record, choice: Record, value: float) -> int:
    """The bid of one round: `value` = 34 bids 4 in round 3; a purse that cannot is free."""
    if choice.act != ACT_BID or view.rounds != value // 10:
        return -1
    return int(choice.bid == value % 10)


RESTRICTABLE = {
    "pawn": fits_pawn,
    "stop": fits_stop,
    "ship": fits_ship,
    "equipment": fits_equipment,
    "bid": fits_bid,
    "bid-in-round": fits_bid_in_round,
}
"""What `never:<what>` and `always:<what>=value` can restrict."""
