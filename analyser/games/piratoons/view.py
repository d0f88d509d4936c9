"""What a seat may know, and the questions a strategy may ask.

A view is the open table (`table.TABLE`). `view.asked` is the kind of decision. Purses of others are -1 unless they are
open; no field holds a bid in a closed hand or a tile still in a pile.

Tiles have codes (`choice.tile`, `view.chest[place]`): a sail, the designs of the families, the ship tiles. What a tile
would add is computed for the strategies that ask, for every seat, when the chest or an auction is laid out.
"""

from enum import IntEnum

from analyser.games.piratoons import rules
from analyser.games.piratoons.choices import Act, Kind
from analyser.games.piratoons.ship import DECK, SAIL, empty_places, family_points
from analyser.games.piratoons.table import (
    CHEST,
    FIRST_OF,
    FIRST_SHIP,
    KIND_OF,
    KINDS,
    N_CODES,
    N_ROUNDS,
    NONE,
    TAKEN,
    Add,
    Equipment,
    Source,
)
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record

__all__ = [
    "CHEST",
    "FIRST_SHIP",
    "KINDS",
    "NONE",
    "N_CODES",
    "N_ROUNDS",
    "TAKEN",
    "Act",
    "Add",
    "Equipment",
    "Kind",
    "Pawn",
    "Source",
    "adds",
    "best_other_barrels",
    "best_other_sails",
    "empty_on",
    "family_loss",
    "is_sail",
    "is_ship",
    "kind_of",
    "leads",
    "mine_after",
    "my_doubloons",
    "my_pawns",
    "others_empty",
    "pawn_does",
    "pawns_of_others",
    "pays",
    "richest_known",
    "rounds_left",
    "sand_left",
    "storeys_of",
    "taker_after",
    "taker_now",
    "worth",
]


class Pawn(IntEnum):
    """What one more pawn of mine does on a tile."""

    FREE = 0
    WINS = 1
    SPOILS = 2
    GUARDS = 3
    NOTHING = 4


PAWN_FREE, PAWN_WINS, PAWN_SPOILS, PAWN_GUARDS, PAWN_NOTHING = (int(one) for one in Pawn)
COSTLY = {"adds": 1, "worth": 1}
"""What is computed only for strategies that ask for it."""


@compiled
def is_ship(code: int) -> bool:
    """Whether a code is a ship tile."""
    return code >= FIRST_SHIP


@compiled
def is_sail(code: int) -> bool:
    """Whether a code is a sail."""
    return code == SAIL


@compiled
def kind_of(code: int) -> int:
    """The kind of equipment of a code: see `Equipment`; -1 for a ship tile, and for none."""
    return NONE if code < SAIL or code >= FIRST_SHIP else KIND_OF[code]


@compiled
def storeys_of(view: Record, code: int) -> int:
    """How many storeys a ship tile has; 0 for equipment."""
    return view.tile_storeys[code - FIRST_SHIP] if code >= FIRST_SHIP else 0


@compiled
def pays(view: Record, source: int) -> bool:
    """Whether a source of points counts at this table: see `Source`."""
    if source == Source.JOINS:
        return view.join_points > 0
    if source == Source.EMPTY:
        return view.empty_points > 0
    if source == Source.FAMILIES:
        return view.triple_points + view.mixed_points + view.pair_points > 0
    return view.first_points[source] + view.second_points[source] > 0


@compiled
def sand_left(view: Record) -> int:
    """Ticks until anybody may cry stop; 0 or less: now."""
    return view.plunder_ticks + 1 - view.tick


@compiled
def rounds_left(view: Record) -> int:
    """Rounds after this one."""
    return N_ROUNDS - view.rounds


@compiled
def taker_now(view: Record, place: int) -> int:
    """Who takes a tile of the chest if the plunder ends now, or -1."""
    return rules.taker(view, place, NONE, 0)


@compiled
def taker_after(view: Record, place: int, seat: int, more: int) -> int:
    """Who takes the tile if a seat adds this many pawns there, or -1."""
    return rules.taker(view, place, seat, more)


@compiled
def mine_after(view: Record, place: int) -> bool:
    """Whether one more pawn of mine makes a tile mine that is not mine now."""
    me = view.me
    return rules.taker(view, place, NONE, 0) != me and rules.taker(view, place, me, 1) == me


@compiled
def pawn_does(view: Record, place: int) -> int:
    """What one more pawn of mine does on a tile, see `Pawn`: takes it where nobody stands, wins it from others, spoils
    it for its taker, guards what is mine, or nothing yet.
    """
    me, before = view.me, rules.taker(view, place, NONE, 0)
    after = rules.taker(view, place, me, 1)
    if before == me:
        return PAWN_GUARDS
    if after == me:
        return PAWN_WINS if pawns_of_others(view, place) > 0 else PAWN_FREE
    return PAWN_SPOILS if before != NONE and after == NONE else PAWN_NOTHING


@compiled
def my_pawns(view: Record, place: int) -> int:
    """My pawns on a tile."""
    return view.pawns[view.me, place]


@compiled
def pawns_of_others(view: Record, place: int) -> int:
    """The pawns of all others on a tile that count."""
    n = 0
    for seat in range(view.n_players):
        if seat != view.me:
            n += rules.loot_pawns(view, seat, place)
    return n


@compiled
def leads(view: Record, place: int) -> int:
    """How many pawns I have on a tile more than the strongest other."""
    most = 0
    for seat in range(view.n_players):
        if seat != view.me:
            most = max(most, rules.loot_pawns(view, seat, place))
    return view.pawns[view.me, place] - most


@compiled
def adds(view: Record, seat: int, code: int, what: int) -> int:
    """What a tile would add to a ship, see `Add`: FITS (0 or 1), points of JOINS and FAMILIES, EMPTY places (negative:
    fewer), SAILS (of a ship tile: room for them), BARRELS.
    """
    return view.adds[seat, code, what]


@compiled
def worth(view: Record, seat: int, code: int) -> int:
    """The points that a tile would add by joins and families alone."""
    return view.adds[seat, code, Add.JOINS] + view.adds[seat, code, Add.FAMILIES]


@compiled
def family_loss(view: Record, code: int) -> int:
    """The points of my family that throwing back a piece of equipment would cost; none for a sail, or a ship tile."""
    if code <= SAIL or code >= FIRST_SHIP:
        return 0
    me, first = view.me, FIRST_OF[KIND_OF[code]]
    return family_points(view, me, first, NONE, 0) - family_points(view, me, first, code, -1)


@compiled
def my_doubloons(view: Record) -> int:
    """What is in my purse."""
    return view.doubloons[view.me]


@compiled
def richest_known(view: Record) -> int:
    """The doubloons of the richest other; -1 if purses are closed."""
    most = NONE
    for seat in range(view.n_players):
        if seat != view.me:
            most = max(most, view.doubloons[seat])
    return most


@compiled
def best_other_sails(view: Record) -> int:
    """The most sails of another ship."""
    most = 0
    for seat in range(view.n_players):
        if seat != view.me:
            most = max(most, view.kinds[seat, SAIL])
    return most


@compiled
def best_other_barrels(view: Record) -> int:
    """The most barrels of another ship."""
    most = 0
    for seat in range(view.n_players):
        if seat != view.me:
            most = max(most, view.barrels[seat])
    return most


@compiled
def empty_on(view: Record, seat: int) -> int:
    """Empty places of a ship, all kinds together."""
    total = 0
    for kind in range(DECK, KINDS):
        total += empty_places(view, seat, kind)
    return total


@compiled
def others_empty(view: Record) -> int:
    """The most empty places of another ship."""
    most = 0
    for seat in range(view.n_players):
        if seat != view.me:
            most = max(most, empty_on(view, seat))
    return most
