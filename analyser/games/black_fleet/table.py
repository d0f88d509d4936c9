"""What is on the table.

TABLE is everything open and, while a seat is asked, that seat's own cards (`my_...`): it is what a strategy gets
as its view. HIDDEN are all hands and piles, and room to work in.

Ships have numbers: 0..3 the merchants by seat, 4..7 the pirates by seat, 8 the yellow and 9 the violet frigate. In a
turn a seat has three ships: MERCHANT, PIRATE and FRIGATE, the one that its card moves; if cards name both, also
SECOND_FRIGATE. Sea cells come first among the
nodes of the board, islands after them.
"""

from enum import IntEnum

import numpy as np

from analyser.games.black_fleet.board import MAX_NODES
from analyser.games.black_fleet.decks import AT_EACH_PRICE, N_FORTUNE, N_MOVEMENT, PRICES
from analyser.kernel.limits import MAX_PARAMS
from analyser.kernel.workspace import FIRST_GAME_PURPOSE

MAX_PLAYERS = 4
COLOURS = 5
N_PRICES = len(PRICES)
N_DEVELOPMENT = AT_EACH_PRICE * N_PRICES
PIRATES = MAX_PLAYERS
FRIGATES = 2 * MAX_PLAYERS
SHIPS = FRIGATES + 2
FREE = 15
"""No ship: it is friendly to all, so a free cell can be passed like a friend's."""
NONE = -1
MERCHANT, PIRATE, FRIGATE, SECOND_FRIGATE = range(4)
KINDS, MOVABLE = 3, 4
"""Kinds of ship, and how many ships a seat can move at most in a turn."""
PORT_CELLS = 3
N_ZONES, ZONE_CELLS = 3, 2
WORDS, WORD = 4, 52
"""A set of nodes takes this many words of this many bits."""
MAX_HAND = 12
MOVEMENT_HAND = 2
VICTORY = N_PRICES
"""What is bought after the four development cards."""


class Purpose(IntEnum):
    """The game's own streams of luck."""

    DEVELOPMENT = FIRST_GAME_PURPOSE
    MOVEMENT = FIRST_GAME_PURPOSE + 1
    FORTUNE = FIRST_GAME_PURPOSE + 2
    GIFT = FIRST_GAME_PURPOSE + 3


class Source(IntEnum):
    """Where doubloons come from."""

    SALES = 0
    ROBBING = 1
    BURYING = 2
    SINKING = 3
    CARDS = 4


class Equals(IntEnum):
    """Who wins of equally rich buyers of the victory card (BF-25)."""

    SHARED = 0
    FIRST = 1


class Event(IntEnum):
    """Events for listeners, with their facts."""

    DEALT = 0
    ROUND = 1
    PLACED = 2
    PLAYED_CARD = 3
    SAILED = 4
    SOLD = 5
    ROBBED = 6
    SANK = 7
    BURIED = 8
    LOST_MERCHANT = 9
    FORTUNE = 10
    SWAPPED = 11
    DREW = 12
    DROPPED = 13
    BOUGHT = 14
    FINISHED = 15
    GIVEN = 16
    DEVELOPMENT = 17
    PLAYED_SECOND = 18


SEATS = MAX_PLAYERS
N_SOURCES = len(Source)

TABLE = np.dtype(
    [
        ("me", "i8"),
        ("n_players", "i8"),
        ("rounds", "i8"),
        ("asked", "i8"),
        ("n_listed", "i8"),
        ("my_movement", "i8", MOVEMENT_HAND),
        ("my_fortune", "i8", MAX_HAND),
        ("my_development", "i8", N_PRICES),
        # the sea
        ("ship_cell", "i8", SHIPS),
        ("cargo", "i8", SHIPS),
        ("goods", "i8", SHIPS),
        ("ship_at", "i8", MAX_NODES),
        ("stock", "i8", COLOURS),
        # the players
        ("doubloons", "i8", SEATS),
        ("n_fortune", "i8", SEATS),
        ("bought", "i8", (MAX_PLAYERS, N_PRICES)),
        ("n_bought", "i8", SEATS),
        ("won", "i8", SEATS),
        ("bought_round", "i8", (MAX_PLAYERS, N_PRICES + 1)),
        ("power_moves", "i8", (MAX_PLAYERS, KINDS)),
        ("power_crosses", "i8", (MAX_PLAYERS, KINDS)),
        ("power_range", "i8", (MAX_PLAYERS, KINDS)),
        ("power_price", "i8", SEATS),
        ("power_robs", "i8", SEATS),
        ("power_sinks", "i8", SEATS),
        ("power_lairs", "i8", SEATS),
        ("power_actions", "i8", SEATS),
        ("power_swap", "i8", SEATS),
        ("power_second", "i8", SEATS),
        ("sink_bonus", "i8", SEATS),
        ("rob_bonus", "i8", SEATS),
        ("keeps", "i8", SEATS),
        ("income", "i8", (MAX_PLAYERS, len(Source))),
        ("spent", "i8", SEATS),
        ("stolen", "i8", SEATS),
        ("sales", "i8", SEATS),
        ("robberies", "i8", SEATS),
        ("burials", "i8", SEATS),
        ("sinkings", "i8", SEATS),
        ("lost_merchants", "i8", SEATS),
        ("lost_pirates", "i8", SEATS),
        # the turn
        ("seat", "i8"),
        ("frigate", "i8"),
        ("second_frigate", "i8"),
        ("symbol", "i8"),
        ("second_symbol", "i8"),
        ("cards_played", "i8"),
        ("friendly", "i8"),
        ("numbers", "i8", MOVABLE),
        ("moves", "i8", MOVABLE),
        ("has_sailed", "i8", MOVABLE),
        ("actions", "i8", MOVABLE),
        ("crosses", "i8", MOVABLE),
        ("attack_range", "i8", MOVABLE),
        ("under_way", "i8"),
        ("price_bonus", "i8"),
        ("may_rob", "i8"),
        ("may_sink", "i8"),
        ("may_swap", "i8"),
        ("may_play_second", "i8"),
        ("has_looted", "i8"),
        ("to_drop", "i8"),
        ("threat", "i8", (SHIPS, WORDS)),
        ("way", "i8", (MOVABLE, MAX_NODES)),
        # the settings
        ("victory_cost", "i8"),
        ("start_fortune", "i8"),
        ("load", "i8"),
        ("sink_pays", "i8"),
        ("rob_pays", "i8"),
        ("short_load", "i8"),
        ("entry_cost", "i8"),
        ("hand_limit", "i8"),
        ("equal_doubloons", "i8"),
        ("bank", "i8"),
        ("blank_card", "i8"),
        ("gift_card", "i8"),
        ("gift_doubloons", "i8"),
        ("start_doubloons", "i8", MAX_PLAYERS),
        ("gift_fortune", "i8"),
        ("gift_round", "i8"),
        ("blank_hand", "i8"),
        ("shown_cost", "i8"),
        ("max_rounds", "i8"),
        # the board
        ("n_cells", "i8"),
        ("beside", "i8", (2, MAX_NODES, WORDS)),
        ("beach", "i8", MAX_NODES),
        ("port_at", "i8", MAX_NODES),
        ("is_lair", "i8", MAX_NODES),
        ("lairs", "i8", WORDS),
        ("port_cells", "i8", (COLOURS, PORT_CELLS)),
        ("zones", "i8", (N_ZONES, ZONE_CELLS)),
        ("frigate_start", "i8", 2),
        ("distance", "i1", (MAX_NODES, MAX_NODES)),
        ("port_distance", "i1", (COLOURS, MAX_NODES)),
        ("port_over_islands", "i1", (COLOURS, MAX_NODES)),
        ("beach_distance", "i1", MAX_NODES),
        ("pace", "f8", (COLOURS, MAX_NODES)),
        # ports and cards
        ("price", "i8", (COLOURS, COLOURS)),
        ("stock_at_start", "i8", COLOURS),
        ("card_moves", "i8", (N_MOVEMENT, MOVABLE)),
        ("card_frigate", "i8", N_MOVEMENT),
        ("card_has_both", "i8", N_MOVEMENT),
        ("card_symbol", "i8", N_MOVEMENT),
        ("usual_moves", "i8", KINDS),
        ("fortune_effect", "i8", N_FORTUNE),
        ("fortune_amount", "i8", N_FORTUNE),
        ("development_price", "i8", N_DEVELOPMENT),
        ("development_effect", "i8", N_DEVELOPMENT),
        ("development_ships", "i8", N_DEVELOPMENT),
        ("development_amount", "i8", N_DEVELOPMENT),
        ("params", "f8", MAX_PARAMS),
    ],
    align=True,
)
"""asked: the kind of decision. ship_cell: -1 is off the board. ship_at: the ship on a cell, or FREE. bought: the card,
or -1. second_frigate: the other frigate, if the cards played name both, or -1. second_symbol: that of a second movement
card. numbers: on the cards played; moves: with all additions. actions: how many a ship still has. has_sailed: 1 also
for a second frigate that is not moved. under_way: which of my ships is in the middle of its voyage, or -1. power_swap:
how far apart the ships may be; may_swap: the same, as long as it can be used. threat: the set of cells that a ship
of others can attack next turn.
way: how many moves it takes my ships to each cell.
usual_moves: of each kind of ship, on the average card. beside: the set of a node's neighbours by sea, and with islands.
price[port, colour]: 0 is not bought. pace[colour, cell]: what a cube is worth for each cell to the best port; a stop
counts as two cells."""

REACH = np.dtype(
    [
        ("start", "i8", WORDS),
        ("used", "i8"),
        ("n", "i8"),
        ("node", "i8", MAX_NODES),
        ("steps", "i8", MAX_NODES),
        ("found", "i8", WORDS),
        ("cell", "i8"),
        ("moves", "i8"),
        ("crosses", "i8"),
        ("lairs", "i8"),
        ("passable", "i8", WORDS),
    ]
)
"""A search over the sea: where it starts, with how many moves used up; the n nodes found, the nearest first, the moves
used up at each, and the set of them all. cell, moves, crosses, lairs, passable: what it was made for, to know whether
it still holds."""
ONWARD = MOVABLE
"""The search after those of the seat's ships: from an act on, and for looks at other ships."""

HIDDEN = np.dtype(
    [
        ("development", "i8", (MAX_PLAYERS, N_PRICES)),
        ("movement", "i8", (MAX_PLAYERS, MOVEMENT_HAND)),
        ("n_movement", "i8", SEATS),
        ("fortune", "i8", (MAX_PLAYERS, MAX_HAND)),
        ("movement_pile", "i8", N_MOVEMENT),
        ("n_movement_pile", "i8"),
        ("movement_discards", "i8", N_MOVEMENT),
        ("n_movement_discards", "i8"),
        ("fortune_pile", "i8", N_FORTUNE),
        ("n_fortune_pile", "i8"),
        ("fortune_discards", "i8", N_FORTUNE),
        ("n_fortune_discards", "i8"),
        ("gift_due", "i8"),
        ("passable", "i8", WORDS),
        ("searches", REACH, MOVABLE + 1),
        ("kind", "i8"),
        ("act", "i8"),
        ("target", "i8"),
        ("gain", "i8"),
        ("stops_after_act", "i8"),
        ("stops_anywhere", "i8"),
    ],
    align=True,
)
"""All hands and piles by card number. gift_due: the round in which seat 0 is given a fortune card; 0 never.
passable: the nodes that the seat's ships can pass. searches: where each ship of the seat can go, and where one can go
on after an act.
kind, act, target, gain: the voyages being listed; as arguments they would be compiled again for each constant.
stops_after_act, stops_anywhere: whether the seat holds a fortune card for the middle of a voyage."""
