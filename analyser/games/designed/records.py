"""The records of a designer's game: what lies on the table, what is hidden, what a choice is."""

from typing import Any

import numpy as np

from analyser.games.components import Counter, Deck, Dice, Field, Hand, Track
from analyser.games.designed import cards, parts
from analyser.games.designed.contract import Design
from analyser.kernel.intrinsics import RecordType
from analyser.kernel.limits import MAX_PARAMS

Member = tuple[Any, ...]


def member(name: str, field: Field, seats: int) -> Member:
    """A field of a record, for all seats."""
    shape = (seats, *field.shape) if field.is_per_seat else field.shape
    return (name, "f8" if field.kind is float else "i8", *([shape] if shape else []))


def choice_type(design: Design) -> RecordType:
    """A choice: which kind of decision, its number, and the fields of records."""
    fields = dict.fromkeys(name for kind in design.kinds if kind.records for name in kind.records.fields)
    return np.dtype([("kind", "i8"), ("value", "i8"), *((name, "i8") for name in fields)], align=True)


def table_type(design: Design, offers: int) -> RecordType:
    """Everything open, and what the seat to play may know."""
    members: list[Member] = [("me", "i8"), ("n_players", "i8"), ("params", "f8", MAX_PARAMS)]
    members += [(name, "f8" if isinstance(one.default, float) else "i8") for name, one in design.settings.items()]
    members += [("turns", "i8"), ("least_", "i8"), ("most_", "i8"), ("n_offers_", "i8")]
    members += [("offers_", choice_type(design), max(1, offers))]
    members += [(kind.name, "i8", design.seats) for kind in design.kinds if kind.is_secret]
    for name, one in design.fields.items():
        if not one.is_hidden:
            members.append(member(name, one, design.seats))
        elif one.is_per_seat:
            members.append(member(f"my_{name}", Field(one.shape, one.kind), design.seats))
    members += [(name, open_type(one, design.seats)) for name, one in design.components.items()]
    return np.dtype(members, align=True)


def open_type(one: object, seats: int) -> RecordType:
    """What of a component lies open."""
    match one:
        case Deck():
            return cards.room_of_deck(one)[0]
        case Hand():
            return cards.room_of_hand(one, seats)[0]
        case Dice():
            return parts.room_of_dice(one)
        case Counter():
            return parts.room_of_counter(one, seats)
        case Track():
            return parts.room_of_track(one, seats)
    raise AssertionError(one)


def hidden_type(design: Design) -> RecordType:
    """What no strategy may see."""
    members: list[Member] = [("picks_", "i8", design.seats)]
    members += [member(name, one, design.seats) for name, one in design.fields.items() if one.is_hidden]
    for name, one in design.components.items():
        if isinstance(one, Deck):
            members.append((name, cards.room_of_deck(one)[1]))
        elif isinstance(one, Hand):
            members.append((name, cards.room_of_hand(one, design.seats)[1]))
    return np.dtype(members, align=True)
