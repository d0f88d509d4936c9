"""Tables for the tests. All but `new_room` calls rules, so it works only uncompiled.

A ship tile is written « 3ab/gpq/2 »: three storeys, from anchor to blazon, places below deck, barrels. Equipment is
written « sail », « deck2 » (its second design), « gunport1 », and so on. Pawns on a tile are written « 2200 », by seat.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from analyser.games.piratoons import choices, deal, rules, ship, turn
from analyser.games.piratoons.notation import PLACE_LETTERS, SYMBOL_LETTERS
from analyser.games.piratoons.table import FIRST_SHIP, KIND_OF, TAKEN, Equipment, Event
from analyser.kernel import loop
from analyser.kernel.intrinsics import Record
from analyser.simulation.engine import State
from tests.games.kernel_play import listening
from tests.games.piratoons.kernel_games import DEFAULTS, GAME


def new_room(n_players: int = 4, **settings: Any) -> State:
    """The records of a table at which nothing has happened yet: .table, .hidden and .workspace."""
    return State(GAME, DEFAULTS | settings, n_players)


def dealt(n_players: int = 4, game: int = 0, rotations: int = 1, room: State | None = None, **settings: Any) -> State:
    """A table after the set-up, nobody clumsy unless it is said."""
    room = room or new_room(n_players, **{"knock_enemy": 0.0, "drop_own": 0.0} | settings)
    loop.begin_game(room.workspace, game, 1, rotations, n_players)
    deal.deal(room.table, room.hidden, room.workspace)
    return room


def supplied(n_players: int = 4, **settings: Any) -> State:
    """A table with the first chest laid out."""
    room = dealt(n_players, **settings)
    rules.supply(room.table, room.hidden)
    return room


# Tiles


def code_of(word: str) -> int:
    """The code of a piece of equipment in words."""
    if word == "sail":
        return 0
    kind = Equipment[word[:-1].upper()]
    return int(np.flatnonzero(kind == KIND_OF)[int(word[-1]) - 1])


def draw_tile(room: State, tile: int, words: str) -> int:
    """Make the tile of this number what the words say; its code."""
    shape, rooms, barrels = words.split("/")
    record = room.table
    record.tile_storeys[tile] = int(shape[0])
    record.tile_left[tile], record.tile_right[tile] = (SYMBOL_LETTERS.index(letter) for letter in shape[1:])
    for kind, letter in PLACE_LETTERS.items():
        record.tile_places[tile, kind] = rooms.count(letter)
    record.tile_barrels[tile] = int(barrels)
    return FIRST_SHIP + tile


def build(room: State, seat: int, *words: str, first: int = 0) -> None:
    """Give a seat these ship tiles, drawn on the tiles of the box from number `first` on."""
    for k, one in enumerate(words):
        ship.take_tile(room.table, seat, draw_tile(room, first + k, one))


def equip(room: State, seat: int, *words: str) -> None:
    """Give a seat this equipment."""
    for word in words:
        ship.take_tile(room.table, seat, code_of(word))


def shipyard(
    *tiles: str, equipment: Sequence[str] = (), ends: str = "aa", n_players: int = 2, **settings: Any
) -> State:
    """A table where seat 0 has this ship. ends: the symbols of prow and stern."""
    room = dealt(n_players, **settings)
    room.table.prow[0], room.table.stern[0] = (SYMBOL_LETTERS.index(letter) for letter in ends)
    deal.clear_seat(room.table, room.hidden, 0)
    build(room, 0, *tiles)
    equip(room, 0, *equipment)
    return room


def equipment_of(record: Record, seat: int) -> dict[str, int]:
    """How many pieces of each kind a seat has."""
    return {kind.name.lower(): int(record.kinds[seat, kind]) for kind in Equipment if record.kinds[seat, kind]}


# The plunder and the auction


def lay_pawns(room: State, place: int, pawns: str) -> None:
    """Put pawns on a tile, by seat."""
    for seat, n in enumerate(pawns):
        room.table.pawns[seat, place] = int(n)
        room.table.reserve[seat] -= int(n)


def taker_of(pawns: str, out: Iterable[int] = ()) -> int:
    """Who takes a tile on which these pawns lie."""
    room = supplied(len(pawns))
    lay_pawns(room, 0, pawns)
    room.table.is_out[list(out)] = 1
    return int(rules.taker(room.table, 0, -1, 0))


def fill_chest(room: State, *words: str) -> None:
    """The chest holds this equipment and nothing else."""
    room.table.chest[:] = TAKEN
    room.table.chest[: len(words)] = [code_of(word) for word in words]


def bidding(
    room: State, bids: Sequence[int], picks: Callable[[Record], int] = lambda view: 0, purses: int = 20
) -> list[tuple[str, tuple[int, int, int]]]:
    """Hold an auction with these bids, where `picks` gives the index of the tile picked; what was told."""
    room.hidden.purse[: len(bids)] = purses
    room.hidden.bank = room.table.doubloons_in_all - len(bids) * purses
    seat_chooser(room, lambda view: bids[view.me] if view.asked == choices.Kind.BID else picks(view))
    heard = Heard(room)
    with listening(heard.on_event):
        turn.auction(room.table, room.hidden, room.workspace)
    return [(event.name, numbers) for event, numbers in heard.told]


def seat_chooser(room: State, choose: Callable[[Record], int]) -> None:
    """All seats choose so."""
    for seat in range(int(room.table.n_players)):
        room.workspace.policies[seat, 0] = lambda view, workspace: choose(view)


def waits(view: Record) -> int:
    """The index of waiting, in a tick."""
    return 9 if view.reserve[view.me] > 0 else 0


def listed(room: State, seat: int, kind: int) -> list[Record]:
    """The choices of a seat."""
    record = room.table
    record.me, record.asked = seat, kind
    record.doubloons[seat] = room.hidden.purse[seat]
    space = np.zeros(choices.MAX_CHOICES, choices.CHOICE).view(np.recarray)
    return [space[k] for k in range(choices.list_choices(record, space))]


# Whole games


class Heard:
    """Hears a game: all that is told, with its numbers."""

    def __init__(self, room: State) -> None:
        self.room = room
        self.told: list[tuple[Event, tuple[int, int, int]]] = []

    def on_event(self, event: int, record: Record, *numbers: int) -> None:
        first, second, third = (int(number) for number in numbers)
        self.told.append((Event(event), (first, second, third)))

    def of(self, event: Event) -> list[tuple[int, int, int]]:
        """The numbers of all events of a kind."""
        return [numbers for one, numbers in self.told if one == event]


def heard_game(room: State, game: int = 0, seed: int = 1) -> Heard:
    """Play a game on these records, with the policies that sit there, and listen."""
    heard = Heard(room)
    loop.begin_game(room.workspace, game, seed, 1, int(room.table.n_players))
    with listening(heard.on_event):
        turn.play_game(room.table, room.hidden, room.workspace)
    return heard


def random_game(n_players: int, game: int = 0, **settings: Any) -> Heard:
    """A whole random game, and what was heard of it."""
    return heard_game(new_room(n_players, **settings), game)


@contextmanager
def forced_chance(value: float) -> Iterator[None]:
    """The rules draw this chance, always."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "chance", lambda luck, purpose: value)
        yield
