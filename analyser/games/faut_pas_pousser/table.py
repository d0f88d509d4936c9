"""What is on the table, and the set-up.

TABLE is everything open: it is what a strategy gets as its view. HIDDEN is what is face down.

A pirate on the plank is a *lane* of 16 bits, the plank four lanes in one integer, slot 1 lowest: readable byte arrays
cost 2.5 x (random) to 8 x (greedy). In a lane: bits 0..3 the crew as a flag, 4..7 the value, 8 the Captain's hat,
9..10 the crew as a number. Only this module, `rules.py` and `view.py` know that.
"""

from enum import IntEnum

import numpy as np

from analyser.games.piles import shuffle
from analyser.kernel.backend import compiled, compiled_apart, rule
from analyser.kernel.intrinsics import Record, emit
from analyser.kernel.limits import MAX_PARAMS
from analyser.kernel.rng import below, stream
from analyser.kernel.rollouts import REDEALING
from analyser.kernel.workspace import FIRST_GAME_PURPOSE

CREWS = 4
SLOTS = 4
END = SLOTS - 1
PIRATES = 6
ACTIONS = 5
TURNS = 6
CAPTAIN = 0
"""The Captain is the lowest pirate: card 0 of its crew."""
NON_MERCI = PIRATES
"""« Non Merci » in a neutral crew's pile."""
MIDDLE = 3
"""The first of the two places to which « Non Merci » goes from the top of the pile."""

LANE_BITS = 16
LANE = 0xFFFF
ONE_IN_EACH_LANE = 0x0001_0001_0001_0001
FIRST_THREE_LANES = 0xFFFF_FFFF_FFFF
VALUE_AT, HAT_AT, CREW_AT, LAST_LANE_AT = 4, 8, 9, 48

ALL_PIRATES = (1 << PIRATES) - 1
ALL_ACTIONS = (1 << ACTIONS) - 1


class Ages(IntEnum):
    """The ages of the players (FPP-05)."""

    RANDOM = 0
    SEAT_ORDER = 1
    REVERSE = 2


class EqualPoints(IntEnum):
    """How a tie is broken (FPP-17)."""

    SHARED = 0
    YOUNGEST = 1


class NeutralTie(IntEnum):
    """Which of two neutral crews of equal value stands further left (FPP-21)."""

    RANDOM = 0
    CREW_ORDER = 1


class Purpose(IntEnum):
    """The game's own streams of luck; a pile's stream is PILE + its crew."""

    AGES = FIRST_GAME_PURPOSE
    NEUTRAL_TIE = FIRST_GAME_PURPOSE + 1
    PILE = FIRST_GAME_PURPOSE + 2


class Event(IntEnum):
    """Events for listeners, with their facts."""

    DEALT = 0
    INSTALLED = 1
    NON_MERCI = 2
    SHIFTED = 3
    ENTERED = 4
    FINISHED = 5


TABLE = np.dtype(
    [
        ("me", "i8"),
        ("n_players", "i8"),
        ("plank", "i8"),
        ("turn", "i8"),
        ("pirates", "i8", CREWS),
        ("actions", "i8", CREWS),
        ("non_merci", "i8", CREWS),
        ("non_merci_turn", "i8", CREWS),
        ("points", "i8", CREWS),
        ("fallen", "i8"),
        ("fall_points", "i8"),
        ("pile_room", "i8"),
        ("order", "i8", CREWS),
        ("position", "i8", CREWS),
        ("age_rank", "i8", CREWS),
        ("opening", "i8", CREWS),
        ("pirate_values", "i8", PIRATES),
        ("action_values", "i8", ACTIONS),
        ("blank_action", "i8"),
        ("blank_seat", "i8"),
        ("plank_points", "i8", SLOTS),
        ("plank_weights", "i8"),
        ("lanes", "i8", (CREWS, 8)),
        ("captain_bonus", "i8"),
        ("turn_points", "i8", CREWS),
        ("pile_size", "i8"),
        ("ages", "i8"),
        ("equal_points", "i8"),
        ("neutral_tie", "i8"),
        ("params", "f8", MAX_PARAMS),
    ],
    align=True,
)
"""pirates, actions: the cards a crew still holds, as bits. points: from the piles so far. fall_points: what the next
to fall scores. order: crews in order of play; position: a crew's place in it. plank_weights: plank_points in lanes.
turn_points: what each place in the order of play gets at the end."""

HIDDEN = np.dtype(
    [
        ("openings", "i8", CREWS),
        ("tie_rank", "i8", CREWS),
        ("piles", "i8", (CREWS, TURNS + 1)),
    ],
    align=True,
)
"""openings: the cards picked for the installation. tie_rank: who stands left among equals. piles: neutral cards."""

NTH_CARD = np.zeros((1 << PIRATES, 8), np.int64)
"""The n-th card of a hand given as bits. Masks on indexes (& 7) spare numba's look for negative ones: gains 1.1 x."""
HAND_SIZE = np.zeros(1 << PIRATES, np.int64)
for _hand in range(1 << PIRATES):
    _cards = [card for card in range(PIRATES) if _hand >> card & 1]
    NTH_CARD[_hand, : len(_cards)] = _cards
    HAND_SIZE[_hand] = len(_cards)
FARTHEST, ANY_MOVE = 16, 31
LANDINGS = np.array(
    [[LANE_BITS * min(max(slot + by, 0), END) for slot in range(SLOTS)] for by in range(-FARTHEST, FARTHEST)], np.int64
)
"""Where a pirate's lane lies after a move of -16 to 15 from a slot: it stops at both ends. Unpredictable
branches cost 1.3 x. Looked up in place: as a separate function it costs 1.05 x."""


@compiled
def nth_card(hand: int, n: int) -> int:
    """The n-th card of a hand."""
    return NTH_CARD[hand & ALL_PIRATES, n & 7] & 7


@compiled
def hand_size(hand: int) -> int:
    """How many cards a hand holds."""
    return HAND_SIZE[hand & ALL_PIRATES] & 7


@compiled
def action_move(table: Record, crew: int, action: int) -> int:
    """By how much a crew's action card moves a pirate; in an experiment one seat's card may be blank."""
    is_blank = action + 1 == table.blank_action and crew == table.blank_seat
    return 0 if is_blank else table.action_values[action]


@compiled
def lane(table: Record, crew: int, pirate: int) -> int:
    """A crew's pirate as stored on the plank."""
    return table.lanes[crew & 3, pirate & 7]


def lane_of(crew: int, pirate: int, value: int) -> int:
    """How a pirate is written in a lane."""
    hat = int(pirate == CAPTAIN) << HAT_AT
    return (1 << crew) | (value << VALUE_AT) | hat | (crew << CREW_AT)


def pirate_of(lane: int) -> tuple[int, int]:
    """The crew and the value of the pirate that is written in a lane."""
    return (lane >> CREW_AT) & (CREWS - 1), (lane >> VALUE_AT) & 15


@rule("FPP-01", "FPP-02")
def deal_crews(table: Record) -> None:
    """Four crews, each with all its cards; neutral crews have no actions (FPP-19)."""
    for crew in range(CREWS):
        table.pirates[crew] = ALL_PIRATES
        table.actions[crew] = ALL_ACTIONS if crew < table.n_players else 0
        table.non_merci[crew] = 1
        table.non_merci_turn[crew] = 0
        table.points[crew] = 0
        table.order[crew] = 0
        table.position[crew] = 0
        table.opening[crew] = 0
    table.plank = 0
    table.fallen = 0
    table.fall_points = 1
    table.pile_room = table.pile_size
    table.turn = 0


@rule("FPP-05")
def deal_ages(table: Record, workspace: Record) -> None:
    """A random age order, or one that follows the seats: 0 is the youngest."""
    n = table.n_players
    for seat in range(n):
        table.age_rank[seat] = n - 1 - seat if table.ages == Ages.REVERSE else seat
    if table.ages == Ages.RANDOM:
        workspace.luck[Purpose.AGES] = stream(workspace.deal_key, Purpose.AGES)
        shuffle(table.age_rank, n, workspace, Purpose.AGES)
        turn_ages(table, workspace)


@compiled
def turn_ages(table: Record, workspace: Record) -> None:
    """In a rotation of the same deal, the ages move on with the rest of a seat's luck."""
    for _ in range(workspace.rotation):
        for seat in range(table.n_players - 1):
            swap_ages(table, seat, seat + 1)


@compiled
def swap_ages(table: Record, seat: int, other: int) -> None:
    """Two seats exchange their ages."""
    rank = table.age_rank[seat]
    table.age_rank[seat] = table.age_rank[other]
    table.age_rank[other] = rank


@rule("FPP-19")
def deal_neutral_pile(table: Record, hidden: Record, workspace: Record, crew: int) -> None:
    """A neutral crew's six pirates and « Non Merci », shuffled."""
    purpose = Purpose.PILE + crew
    workspace.luck[purpose] = stream(workspace.deal_key, purpose)
    shuffle_neutral_pile(hidden, workspace, crew, purpose)


@compiled
def shuffle_neutral_pile(hidden: Record, workspace: Record, crew: int, purpose: int) -> None:
    """The same, by a stream of luck that has begun."""
    pile = hidden.piles[crew]
    for k in range(TURNS + 1):
        pile[k] = k
    shuffle(pile, TURNS + 1, workspace, purpose)
    turn_up_opening(hidden, workspace, crew, purpose)


@rule("FPP-20")
def turn_up_opening(hidden: Record, workspace: Record, crew: int, purpose: int) -> None:
    """The top pirate; a « Non Merci » on top goes back to the middle, after the 2nd or 3rd of the five left."""
    pile = hidden.piles[crew]
    if pile[0] == NON_MERCI:
        middle = MIDDLE + below(workspace.luck, purpose, 2)
        for k in range(middle):
            pile[k] = pile[k + 1]
        pile[middle] = NON_MERCI
    hidden.openings[crew] = pile[0]


@rule("FPP-21")
def deal_ties(table: Record, hidden: Record, workspace: Record) -> None:
    """Among equal values the younger player stands further left, neutral crews furthest right."""
    n = table.n_players
    for crew in range(CREWS):
        hidden.tie_rank[crew] = table.age_rank[crew] if crew < n else crew
    if n == CREWS - 2 and table.neutral_tie == NeutralTie.RANDOM:
        workspace.luck[Purpose.NEUTRAL_TIE] = stream(workspace.deal_key, Purpose.NEUTRAL_TIE)
    draw_ties(table, hidden, workspace, Purpose.NEUTRAL_TIE)


@rule("FPP-21")
def draw_ties(table: Record, hidden: Record, workspace: Record, purpose: int) -> None:
    """Two neutral crews draw lots who stands left."""
    if table.n_players == CREWS - 2 and table.neutral_tie == NeutralTie.RANDOM:
        hidden.tie_rank[CREWS - 2] = CREWS - 2
        hidden.tie_rank[CREWS - 1] = CREWS - 1
        if below(workspace.luck, purpose, 2) == 1:
            hidden.tie_rank[CREWS - 2] = CREWS - 1
            hidden.tie_rank[CREWS - 1] = CREWS - 2


@compiled_apart
def deal(table: Record, hidden: Record, workspace: Record) -> None:
    """Everything before the first choice."""
    deal_crews(table)
    deal_ages(table, workspace)
    for crew in range(table.n_players, CREWS):
        deal_neutral_pile(table, hidden, workspace, crew)
    deal_ties(table, hidden, workspace)
    emit(Event.DEALT, table, 0, 0, 0)


@rule("FPP-20", apart=True)
def redeal_pile(table: Record, hidden: Record, workspace: Record, crew: int) -> None:
    """The rest of a neutral crew's pile in an order that may be. « Non Merci » lies in the middle more often, since it
    goes there from the top: 3 times for 2 at any other place.
    """
    pile, known = hidden.piles[crew], TURNS + 1 - hand_size(table.pirates[crew]) - table.non_merci[crew]
    place, last = known, TURNS
    for card in range(PIRATES):
        if table.pirates[crew] >> card & 1 == 1:
            pile[place] = card
            place += 1
    shuffle(pile[known:], place - known, workspace, REDEALING)
    if table.non_merci[crew] == 1:
        at = known
        lot = below(workspace.luck, REDEALING, chances_before(last + 1) - chances_before(known))
        while chances_before(at + 1) - chances_before(known) <= lot:
            at += 1
        for k in range(last, at, -1):
            pile[k] = pile[k - 1]
        pile[at] = NON_MERCI


@compiled
def chances_before(place: int) -> int:
    """How many chances « Non Merci » has to lie before a place of the pile: 2 for each, 3 for the two in the middle."""
    return 2 * place + min(max(place - MIDDLE, 0), 2)


@compiled_apart
def redeal(table: Record, hidden: Record, seat: int, workspace: Record) -> None:
    """What no seat knows: the order of the neutral piles and, until the installation, who stands left among equals."""
    is_installed = table.plank != 0
    for crew in range(table.n_players, CREWS):
        if is_installed:
            redeal_pile(table, hidden, workspace, crew)
        else:
            shuffle_neutral_pile(hidden, workspace, crew, REDEALING)
    if not is_installed:
        draw_ties(table, hidden, workspace, REDEALING)
        for crew in range(table.n_players):
            if crew != seat:
                hidden.openings[crew] = 0
