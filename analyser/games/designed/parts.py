"""Dice, counters and tracks, compiled; and what rules may ask of every kind of component."""

import numpy as np

from analyser.games.components import Counter, Deck, Dice, Hand, Track
from analyser.games.designed import cards
from analyser.games.designed.faults import NothingToDraw
from analyser.games.designed.signs import ROLLED
from analyser.kernel.backend import compiled, compiled_checked
from analyser.kernel.intrinsics import Record, RecordType, emit
from analyser.kernel.rng import below


def room_of_dice(dice: Dice) -> RecordType:
    """The record of dice."""
    return np.dtype([("faces", "i8", dice.n), ("sides", "i8")], align=True)


def room_of_counter(counter: Counter, seats: int) -> RecordType:
    """The record of a counter."""
    return np.dtype([("values", "i8", seats), ("least", "i8"), ("most", "i8")], align=True)


def room_of_track(track: Track, seats: int) -> RecordType:
    """The record of a track."""
    return np.dtype([("places", "i8", seats), ("laps", "i8", seats), ("length", "i8"), ("loops", "i8")], align=True)


@compiled
def dice_begin(dice: Record, sides: int) -> None:
    """All dice show 1."""
    dice.sides = sides
    for k in range(len(dice.faces)):
        dice.faces[k] = 1


@compiled
def dice_roll_all(dice: Record, workspace: Record, stream: int) -> None:
    """Roll all of them."""
    for k in range(len(dice.faces)):
        dice_roll_one(dice, workspace, stream, k)


@compiled_checked
def dice_roll_one(dice: Record, workspace: Record, stream: int, k: int) -> int:
    """Roll one of them."""
    dice.faces[k] = roll(workspace, stream, dice.sides)
    return dice.faces[k]


@compiled_checked
def dice_face(dice: Record, workspace: Record, stream: int, k: int) -> int:
    """What a die shows."""
    return dice.faces[k]


@compiled
def dice_total(dice: Record, workspace: Record, stream: int) -> int:
    """What all dice show together."""
    total = 0
    for k in range(len(dice.faces)):
        total += dice.faces[k]
    return total


@compiled
def dice_count(dice: Record, workspace: Record, stream: int, face: int) -> int:
    """How many dice show this face."""
    n = 0
    for k in range(len(dice.faces)):
        n += int(dice.faces[k] == face)
    return n


@compiled
def roll(workspace: Record, stream: int, sides: int) -> int:
    """A die of whoever is rolling."""
    if sides < 1:
        raise NothingToDraw
    found = 1 + below(workspace.luck, stream, sides)
    emit(ROLLED, workspace, found, sides, 0)
    return found


@compiled
def counter_begin(counter: Record, start: int, least: int, most: int) -> None:
    """Everybody starts alike."""
    counter.least, counter.most = least, most
    for seat in range(len(counter.values)):
        counter.values[seat] = start


@compiled
def counter_add(counter: Record, seat: int, n: int) -> int:
    """Add to it, or take away, within its limits; what was really added."""
    before = counter.values[seat]
    counter.values[seat] = min(max(before + n, counter.least), counter.most)
    return counter.values[seat] - before


@compiled
def counter_of(counter: Record, seat: int) -> int:
    """What a seat has."""
    return counter.values[seat]


@compiled
def counter_pay(counter: Record, seat: int, other: int, n: int) -> int:
    """One seat pays another, as far as it can; what was really paid."""
    paid = -counter_add(counter, seat, -n)
    counter_add(counter, other, paid)
    return paid


@compiled
def track_begin(track: Record, length: int, loops: int) -> None:
    """All pieces on space 0."""
    track.length, track.loops = length, loops
    for seat in range(len(track.places)):
        track.places[seat] = 0
        track.laps[seat] = 0


@compiled
def track_move(track: Record, seat: int, steps: int) -> int:
    """Move a piece on, or back; where it ends."""
    place = track.places[seat] + steps
    if track.loops != 0:
        track.laps[seat] += place // track.length
        place %= track.length
    track.places[seat] = min(max(place, 0), track.length - 1)
    return track.places[seat]


@compiled
def track_place(track: Record, seat: int) -> int:
    """Where a piece is."""
    return track.places[seat]


@compiled
def track_at_end(track: Record, seat: int) -> bool:
    """Whether a piece is on the last space."""
    return track.places[seat] == track.length - 1


@compiled
def track_n_at(track: Record, place: int) -> int:
    """How many pieces are on a space."""
    n = 0
    for seat in range(len(track.places)):
        n += int(track.places[seat] == place)
    return n


METHODS = {
    Deck: {
        "shuffle": cards.deck_shuffle,
        "put_back": cards.deck_put_back,
        "draw": cards.deck_draw,
        "remove": cards.deck_remove,
        "peek": cards.deck_peek,
        "left": cards.deck_left,
        "top": cards.deck_top,
    },
    Hand: {
        "draw": cards.hand_draw,
        "deal": cards.hand_deal,
        "play": cards.hand_play,
        "give": cards.hand_give,
        "steal": cards.hand_steal,
        "swap": cards.hand_swap,
        "show": cards.hand_show,
        "has": cards.hand_has,
        "count": cards.hand_count,
        "card": cards.hand_card,
        "size": cards.hand_size,
    },
    Dice: {
        "roll_all": dice_roll_all,
        "roll_one": dice_roll_one,
        "face": dice_face,
        "total": dice_total,
        "count": dice_count,
    },
    Counter: {"add": counter_add, "of": counter_of, "pay": counter_pay},
    Track: {"move": track_move, "place": track_place, "at_end": track_at_end, "n_at": track_n_at},
}
"""What rules may ask of each kind of component."""
