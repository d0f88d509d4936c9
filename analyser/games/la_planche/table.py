"""What is on the table, and the set-up of a round.

TABLE is everything open: with the seat's own stone it is what a strategy gets as its view. HIDDEN are the stones.

The prisoners stand in a row from the rear (0) to the front. Two integers say it all: `occupied`, a bit for each slot of
the plank (bit 0 is slot 1), and `colours`, two bits for each prisoner, the rearmost lowest.
"""

from enum import IntEnum

import numpy as np

from analyser.kernel.backend import compiled, compiled_apart, rule
from analyser.kernel.intrinsics import Record, emit
from analyser.kernel.limits import MAX_PARAMS
from analyser.kernel.loop import seat_of_luck
from analyser.kernel.rng import below, stream
from analyser.kernel.rollouts import REDEALING
from analyser.kernel.workspace import FIRST_GAME_PURPOSE

COLOURS = 4
PRISONERS = 16
HALF = 8
MAX_PLAYERS = 4
NOBODY = -1
NONE = -1
FULL_ROW = (1 << PRISONERS) - 1
STARTING_COLOURS = sum((k % COLOURS) << 2 * k for k in range(PRISONERS))
MAX_PAIRS = 32


class Symbol(IntEnum):
    """What a sabre of the weather vane may show (LP-07)."""

    SWAP = 0
    ADVANCE = 1
    MOVE = 2
    SKULL = 3


class Push(IntEnum):
    """How a push travels (LP-14)."""

    CONTACT = 0
    ROW = 1


class PushTarget(IntEnum):
    """Who is pushed in action 2 (LP-13)."""

    REARMOST = 0
    ANY_GROUP = 1


class SeriesStarter(IntEnum):
    """Who starts a round of a series (LP-18)."""

    YOUNGEST = 0
    ROTATE = 1


class SeriesStones(IntEnum):
    """Whether stones are drawn for each round of a series (LP-18)."""

    ANEW = 0
    KEPT = 1


class SeriesEqual(IntEnum):
    """What equal points at the end of a series mean (LP-18)."""

    SHARED = 0
    ANOTHER_ROUND = 1


class Purpose(IntEnum):
    """The game's own streams of luck."""

    STONES = FIRST_GAME_PURPOSE
    VANE = FIRST_GAME_PURPOSE + 1


class Event(IntEnum):
    """Events for listeners, with their facts."""

    DEALT = 0
    SPUN = 1
    ACTED = 2
    PUSHED = 3
    FELL = 4
    ROUND_OVER = 5
    SCORED = 6


TABLE = np.dtype(
    [
        ("me", "i8"),
        ("n_players", "i8"),
        ("my_colour", "i8"),
        ("occupied", "i8"),
        ("colours", "i8"),
        ("left", "i8"),
        ("sabres", "i8", 2),
        ("turns", "i8"),
        ("rounds", "i8"),
        ("points", "i8", MAX_PLAYERS),
        ("helped", "i8", (MAX_PLAYERS, COLOURS)),
        ("harmed", "i8", (MAX_PLAYERS, COLOURS)),
        ("dropped", "i8", (MAX_PLAYERS, COLOURS)),
        ("last_fallen", "i8", 2),
        ("left_at_half", "i8", COLOURS),
        ("plank_length", "i8"),
        ("push", "i8"),
        ("push_target", "i8"),
        ("series", "i8"),
        ("series_starter", "i8"),
        ("series_stones", "i8"),
        ("series_equal", "i8"),
        ("max_turns", "i8"),
        ("spin_turn", "i8"),
        ("spin_left", "i8"),
        ("is_spin_due", "i8"),
        ("spin_shows", "i8"),
        ("told_colours", "i8"),
        ("told", "i8", MAX_PLAYERS),
        ("n_pairs", "i8"),
        ("pairs", "i8", (MAX_PAIRS, 2)),
        ("params", "f8", MAX_PARAMS),
    ],
    align=True,
)
"""helped, harmed, dropped: how often each seat has, by its own choices in this round, moved a prisoner of a colour away
from the shark, toward it, or into it. last_fallen: colours of the last two that fell, the latest first.
is_spin_due: whether the spin that `spin_left` asks for is still to come. told: the colours of others that the seat
knows, for an experiment, or NONE."""

HIDDEN = np.dtype([("stones", "i8", MAX_PLAYERS), ("owner", "i8", COLOURS), ("starter", "i8")], align=True)
"""stones: each seat's colour. owner: whose a colour is, or NOBODY."""


@rule("LP-01", "LP-02", "LP-03")
def line_up_prisoners(table: Record) -> None:
    """Sixteen prisoners on slots 1 to 16: yellow, red, green, blue, four times; there is room in front."""
    table.occupied = FULL_ROW
    table.colours = STARTING_COLOURS
    table.left = PRISONERS
    for k in range(2):
        table.last_fallen[k] = NONE
    for colour in range(COLOURS):
        table.left_at_half[colour] = 0
        for seat in range(MAX_PLAYERS):
            table.helped[seat, colour] = 0
            table.harmed[seat, colour] = 0
            table.dropped[seat, colour] = 0


@rule("LP-04")
def draw_stones(table: Record, hidden: Record, workspace: Record) -> None:
    """Each player draws one of the four stones in secret; the rest belong to nobody."""
    bag = 0b11_10_01_00
    for colour in range(COLOURS):
        hidden.owner[colour] = NOBODY
    for k in range(table.n_players):
        place = 2 * below(workspace.luck, Purpose.STONES, COLOURS - k)
        stone = (bag >> place) & 3
        bag = without(bag, place)
        seat = seat_of_luck(workspace, k, table.n_players)
        hidden.stones[seat] = stone
        hidden.owner[stone] = seat


@compiled
def begin_luck(workspace: Record) -> None:
    """The game's own streams."""
    workspace.luck[Purpose.STONES] = stream(workspace.deal_key, Purpose.STONES)
    workspace.luck[Purpose.VANE] = stream(workspace.key, Purpose.VANE)


@rule("LP-04", "LP-18")
def deal_round(table: Record, hidden: Record, workspace: Record) -> None:
    """Set up a round: the row, and stones, unless those of the first round are kept."""
    line_up_prisoners(table)
    if table.rounds == 0 or table.series_stones == SeriesStones.ANEW:
        draw_stones(table, hidden, workspace)
    table.rounds += 1
    stones = 0
    for seat in range(table.n_players):
        stones |= hidden.stones[seat] << (2 * seat)
    emit(Event.DEALT, table, stones, 0, 0)


@compiled_apart
def redeal(table: Record, hidden: Record, seat: int, workspace: Record) -> None:
    """What a seat cannot know: the stones of all others, but for those that an experiment shows it."""
    bag = 0b11_10_01_00
    n = COLOURS
    for other in range(table.n_players):
        if is_known(table, seat, other):
            place = 2 * (hidden.stones[other] - n_below(table, hidden, seat, other))
            bag = without(bag, place)
            n -= 1
    for colour in range(COLOURS):
        hidden.owner[colour] = NOBODY
    for other in range(table.n_players):
        if not is_known(table, seat, other):
            place = 2 * below(workspace.luck, REDEALING, n)
            hidden.stones[other] = (bag >> place) & 3
            bag = without(bag, place)
            n -= 1
        hidden.owner[hidden.stones[other]] = other


@compiled
def is_known(table: Record, seat: int, other: int) -> bool:
    """Whether a seat knows the stone of another."""
    return other == seat or (seat == 0 and other <= table.told_colours)


@compiled
def n_below(table: Record, hidden: Record, seat: int, other: int) -> int:
    """How many stones that the seat knows, of seats before `other`, are of lower colours than that of `other`."""
    n = 0
    for before in range(other):
        n += int(is_known(table, seat, before) and hidden.stones[before] < hidden.stones[other])
    return n


@compiled
def without(bag: int, place: int) -> int:
    """A bag without the stone at a place, each stone taking two bits."""
    return (bag & ((1 << place) - 1)) | ((bag >> place >> 2) << place)
