"""What is on the table.

TABLE is everything open and, while a seat is asked, what it knows of the purses: it is what a strategy gets as its
view. HIDDEN are the piles, the purses and the bids before they are opened.

Tiles have codes: 0 is a sail, then come the designs of the families (room for nine of each, in the order of
`Equipment`), and from FIRST_SHIP on the ship tiles in the order of the file. Copies of a design are alike, so equipment
is counted; a family has as many designs as the file names, and the other codes have no copies.
"""

from enum import IntEnum
from itertools import permutations
from math import factorial

import numpy as np

from analyser.games.piratoons.tiles import MOST_DESIGNS, N_OF_FAMILY, N_SAILS, N_SHIPS
from analyser.kernel.backend import rule
from analyser.kernel.intrinsics import Record
from analyser.kernel.limits import MAX_PARAMS
from analyser.kernel.workspace import FIRST_GAME_PURPOSE

MAX_PLAYERS = 4
N_ROUNDS = 8
CHEST_EQUIPMENT, CHEST_SHIPS = 6, 3
CHEST = CHEST_EQUIPMENT + CHEST_SHIPS
SYMBOLS, STOREYS = 4, 4
KINDS = 5
N_TYPES = 1 + (KINDS - 1) * MOST_DESIGNS
FIRST_SHIP = N_TYPES
N_CODES = N_TYPES + N_SHIPS
N_EQUIPMENT = N_SAILS + (KINDS - 1) * N_OF_FAMILY
NONE = -1
TAKEN = -1
"""A place of the chest from which the tile has gone."""
IN_PILE, SUNK, IN_CHEST = -1, -2, -3
"""Where a ship tile is, if no seat has it."""


class Equipment(IntEnum):
    """Kinds of equipment (PT-02)."""

    SAIL = 0
    DECK = 1
    GUNPORT = 2
    PORTHOLE = 3
    QUARTERS = 4


class Purpose(IntEnum):
    """The game's own streams of luck; HANDS and CLUMSY have one for each seat."""

    EQUIPMENT = FIRST_GAME_PURPOSE
    SHIPS = FIRST_GAME_PURPOSE + 1
    CAPTAIN = FIRST_GAME_PURPOSE + 2
    ORDER = FIRST_GAME_PURPOSE + 3
    HANDS = FIRST_GAME_PURPOSE + 4
    CLUMSY = HANDS + MAX_PLAYERS
    GIFT = CLUMSY + MAX_PLAYERS


class Source(IntEnum):
    """Where points come from."""

    SAILS = 0
    RICHES = 1
    SIZE = 2
    JOINS = 3
    EMPTY = 4
    FAMILIES = 5


class EqualPoints(IntEnum):
    """Who wins if totals are equal (PT-21)."""

    SHARED = 0
    RICHEST = 1


class Add(IntEnum):
    """What a tile would change on a ship: see `foresight.py`."""

    FITS = 0
    JOINS = 1
    FAMILIES = 2
    EMPTY = 3
    SAILS = 4
    BARRELS = 5


class Event(IntEnum):
    """Events for listeners, with their facts."""

    DEALT = 0
    ROUND = 1
    PUT = 2
    DROPPED = 3
    KNOCKED = 4
    STOPPED = 5
    ENDED = 6
    HALVED = 7
    PAID = 8
    LOOTED = 9
    LEFT = 10
    AUCTION = 11
    BIDS = 12
    BOUGHT = 13
    BID_BACK = 14
    SANK = 15
    THROWN = 16
    ASSEMBLED = 17
    FINISHED = 18
    GIVEN = 19
    PURSE = 20


KIND_OF = np.array([0] + [kind for kind in range(1, KINDS) for _ in range(MOST_DESIGNS)], np.int64)
"""The kind of equipment of a code below FIRST_SHIP."""
FIRST_OF = np.array([int(np.flatnonzero(kind == KIND_OF)[0]) for kind in range(KINDS)], np.int64)
"""The first code of each kind of equipment."""
ORDERS = np.zeros((MAX_PLAYERS + 1, factorial(MAX_PLAYERS), MAX_PLAYERS), np.int64)
"""ORDERS[n, k]: the k-th order of n players."""
N_ORDERS = np.array([factorial(n) for n in range(MAX_PLAYERS + 1)], np.int64)
for _n in range(1, MAX_PLAYERS + 1):
    ORDERS[_n, : factorial(_n), :_n] = list(permutations(range(_n)))

SEATS = MAX_PLAYERS
SOURCES, ADDS = len(Source), len(Add)
MAJORITIES = 3
"""The first three sources."""

TABLE = np.dtype(
    [
        ("me", "i8"),
        ("n_players", "i8"),
        ("asked", "i8"),
        ("rounds", "i8"),
        ("captain", "i8"),
        # the plunder
        ("tick", "i8"),
        ("chest", "i8", CHEST),
        ("n_chest", "i8"),
        ("pawns", "i8", (MAX_PLAYERS, CHEST)),
        ("reserve", "i8", SEATS),
        ("fallen", "i8", SEATS),
        ("is_out", "i8", SEATS),
        # purses and auction
        ("doubloons", "i8", SEATS),
        ("bids", "i8", SEATS),
        ("lot", "i8", N_CODES),
        ("n_lot", "i8"),
        ("sea", "i8", N_TYPES),
        # the ships
        ("held", "i8", (MAX_PLAYERS, N_TYPES)),
        ("kinds", "i8", (MAX_PLAYERS, KINDS)),
        ("n_tiles", "i8", SEATS),
        ("tops", "i8", (MAX_PLAYERS, STOREYS)),
        ("places", "i8", (MAX_PLAYERS, KINDS)),
        ("lefts", "i8", (MAX_PLAYERS, SYMBOLS)),
        ("rights", "i8", (MAX_PLAYERS, SYMBOLS)),
        ("linked", "i8", SEATS),
        ("barrels", "i8", SEATS),
        ("owner", "i8", N_SHIPS),
        ("adds", "i8", (MAX_PLAYERS, N_CODES, ADDS)),
        ("points", "i8", (MAX_PLAYERS, SOURCES)),
        # what has happened
        ("kept", "i8", SEATS),
        ("placed", "i8", SEATS),
        ("lost", "i8", SEATS),
        ("outs", "i8", SEATS),
        ("stops", "i8", SEATS),
        ("earned", "i8", SEATS),
        ("gave_back", "i8", SEATS),
        ("looted", "i8", SEATS),
        ("n_bids", "i8", SEATS),
        ("cancelled", "i8", SEATS),
        ("bought", "i8", SEATS),
        ("spent", "i8", SEATS),
        ("thrown", "i8", SEATS),
        ("first_captain", "i8"),
        ("ticks", "i8"),
        ("ties", "i8"),
        ("untouched", "i8"),
        ("halvings", "i8"),
        ("auctions", "i8"),
        # the settings
        ("crew", "i8"),
        ("start_doubloons", "i8"),
        ("doubloons_in_all", "i8"),
        ("plunder_ticks", "i8"),
        ("plunder_max_ticks", "i8"),
        ("captain_delay", "i8"),
        ("reaction", "f8", SEATS),
        ("knock_enemy", "f8"),
        ("drop_own", "f8"),
        ("open_purses", "i8"),
        ("halve_again", "i8"),
        ("join_points", "i8"),
        ("first_points", "i8", MAJORITIES),
        ("second_points", "i8", MAJORITIES),
        ("second_after_tie", "i8"),
        ("zero_majority", "i8"),
        ("zero_riches", "i8"),
        ("empty_points", "i8"),
        ("full_ships_lose", "i8"),
        ("triple_points", "i8"),
        ("mixed_points", "i8"),
        ("pair_points", "i8"),
        ("equal_points", "i8"),
        ("gift_tile", "i8"),
        ("gift_round", "i8"),
        ("gift_points", "i8"),
        # the tiles
        ("copies", "i8", N_TYPES),
        ("end_places", "i8", KINDS),
        ("end_barrels", "i8"),
        ("tile_storeys", "i8", N_SHIPS),
        ("tile_left", "i8", N_SHIPS),
        ("tile_right", "i8", N_SHIPS),
        ("tile_places", "i8", (N_SHIPS, KINDS)),
        ("tile_barrels", "i8", N_SHIPS),
        ("prow", "i8", SEATS),
        ("stern", "i8", SEATS),
        ("params", "f8", MAX_PARAMS),
    ],
    align=True,
)
"""asked: the kind of decision. tick: of this round's plunder, from 1. chest: codes, or TAKEN; n_chest: how many
tiles the supply has put there; pawns[seat, place].
fallen: pawns that landed badly this round. doubloons: -1 is unknown. bids: as opened in the last auction. lot: how many
tiles of a code are in this auction; sea: how many of a type float. held[seat, type], kinds[seat, kind]: equipment.
tops[seat, storeys - 1], places[seat, kind]: of the ship; a deck place is the top of a tile. lefts, rights: half symbols
[seat, symbol], the stern being a left one and the prow a right one; linked: see `ship.py`. owner: the seat that has a
ship tile, or IN_PILE, IN_CHEST, SUNK. adds[seat, code]: see `foresight.py`. reaction: what each seat is
quicker with. copies: of each type of equipment. end_places, end_barrels: of prow and stern together."""

HIDDEN = np.dtype(
    [
        ("equipment", "i8", N_EQUIPMENT),
        ("ships", "i8", N_SHIPS),
        ("purse", "i8", SEATS),
        ("bank", "i8"),
        ("bids", "i8", SEATS),
        ("stopped", "i8"),
        ("gift", "i8"),
        ("gift_due", "i8"),
    ],
    align=True,
)
"""Both piles by code, the purses and the bank, the bids in closed hands; whether somebody has cried stop; the
tile put aside for seat 0, and in which round it is given (0: never)."""


@rule("PT-11")
def show_purses(table: Record, hidden: Record, seat: int) -> None:
    """A seat that is asked sees its own doubloons, and those of others only if purses are open."""
    for other in range(table.n_players):
        known = other == seat or table.open_purses == 1
        table.doubloons[other] = hidden.purse[other] if known else NONE
