"""The watcher of `test_watched.py` sees every kind of breach: each is planted on a sound table."""

import numpy as np
import pytest

from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.table import FREE, FRIGATES, NONE, PIRATES
from tests.games.black_fleet import positions
from tests.games.black_fleet.tables import new_room
from tests.games.black_fleet.watched_games import breaches, looks
from tests.games.black_fleet.watcher import TURNS, Breach


def play_on(room, rng):
    """One decision at random."""
    n = len(positions.listed(room))
    positions.carry_out(room, int(rng.integers(n)) if n else NONE)


@pytest.fixture
def room():
    """A sound table in the middle of a game, at the start of a turn, with all ships on the board."""
    room, rng = new_room(4), np.random.default_rng(1)
    positions.deal(room, 1)
    while room.table.asked != Kind.PLAY_CARD or (room.table.ship_cell == NONE).any():
        play_on(room, rng)
        assert room.table.asked != Kind.OVER
    looks()[0](room.table, room.hidden, room.workspace)
    assert not breaches(room)
    return room


def move(room, ship, cell):
    room.table.ship_at[room.table.ship_cell[ship]] = FREE
    room.table.ship_cell[ship] = cell
    room.table.ship_at[cell] = ship


PLANTED = {
    "a cube is lost": (Breach.CUBES, lambda one, hidden: one.stock.__setitem__(0, one.stock[0] - 1)),
    "a cube too many": (Breach.CUBES, lambda one, hidden: one.stock.__setitem__(4, one.stock[4] + 1)),
    "a cube changes colour": (Breach.CUBES, lambda one, hidden: one.goods.__setitem__(2, (one.goods[2] + 1) % 5)),
    "a cell forgets its ship": (Breach.SHIP_AT, lambda one, hidden: one.ship_at.__setitem__(one.ship_cell[1], FREE)),
    "a ship that is nowhere": (
        Breach.SHIP_AT,
        lambda one, hidden: one.ship_at.__setitem__((one.ship_at[: one.n_cells] == FREE).argmax(), 3),
    ),
    "doubloons from nowhere": (Breach.MONEY, lambda one, hidden: one.doubloons.__setitem__(0, one.doubloons[0] + 1)),
    "income that nobody has": (Breach.MONEY, lambda one, hidden: one.income.__setitem__((2, 3), one.income[2, 3] + 2)),
    "a card without a price": (Breach.SPENT, lambda one, hidden: one.won.__setitem__(1, 1)),
    "a hand too full": (Breach.HANDS, lambda one, hidden: one.n_fortune.__setitem__(1, 5)),
    "one movement card": (Breach.HANDS, lambda one, hidden: hidden.n_movement.__setitem__(3, 1)),
    "a movement card twice": (
        Breach.MOVEMENT_DECK,
        lambda one, hidden: hidden.movement.__setitem__((0, 0), hidden.movement[1, 0]),
    ),
    "a fortune card is lost": (
        Breach.FORTUNE_DECK,
        lambda one, hidden: hidden.__setitem__("n_fortune_pile", hidden.n_fortune_pile - 1),
    ),
    "a development card twice": (
        Breach.DEVELOPMENT_DECK,
        lambda one, hidden: hidden.development.__setitem__((0, 1), hidden.development[1, 1]),
    ),
    "a card of another": (
        Breach.DEVELOPMENT_DECK,
        lambda one, hidden: one.bought.__setitem__((0, 0), hidden.development[1, 0]),
    ),
}


@pytest.mark.parametrize("what", PLANTED)
def test_the_watcher_sees_what_is_planted(room, what):
    breach, plant = PLANTED[what]
    plant(room.table, room.hidden)
    looks()[0](room.table, room.hidden, room.workspace)
    assert breach in breaches(room)


def test_the_watcher_sees_two_ships_on_a_cell_and_a_ship_on_an_island(room):
    one = room.table
    move(room, 0, int(one.n_cells))
    looks()[0](one, room.hidden, room.workspace)
    assert breaches(room) == {Breach.SHIPS}
    one.ship_at[one.n_cells] = FREE
    one.ship_cell[0] = one.ship_cell[1]
    looks()[0](one, room.hidden, room.workspace)
    assert Breach.SHIPS in breaches(room)


@pytest.mark.parametrize(("ship", "cargo"), [(0, 4), (1, 0), (PIRATES, 2), (FRIGATES, 1), (PIRATES + 1, -1)])
def test_the_watcher_sees_a_hold_that_cannot_be(room, ship, cargo):
    one = room.table
    one.stock[one.goods[ship]] += one.cargo[ship] - cargo
    one.cargo[ship] = cargo
    looks()[0](one, room.hidden, room.workspace)
    assert Breach.CARGO in breaches(room)


BOOKS = list(enumerate([Act.SELL, Act.ROB, Act.BURY, Act.SINK, Act.FORTUNE]))


@pytest.mark.parametrize(("source", "act"), BOOKS)
def test_the_watcher_sees_a_gain_in_the_wrong_line_of_the_books(room, source, act):
    _, remember, books, _ = looks()
    remember(room.table, room.workspace)
    room.table.income[2, source] += 3
    books(room.table, room.workspace, 2, int(act), 1, 3, False)
    assert not breaches(room)
    for seat, other, gain in ((2, Act.PLACE, 3), (1, act, 3), (2, act, 2)):
        books(room.table, room.workspace, seat, int(other), 1, gain, False)
        assert breaches(room) == {Breach.SOURCES}


def test_the_watcher_sees_a_theft_and_a_purchase_that_are_not_in_the_books(room):
    _, remember, books, _ = looks()
    remember(room.table, room.workspace)
    books(room.table, room.workspace, 0, int(Act.BUY), 1, -8, False)
    assert breaches(room) == {Breach.SOURCES}
    room.table.spent[0] += 8
    books(room.table, room.workspace, 0, int(Act.BUY), 1, -8, False)
    assert not breaches(room)
    remember(room.table, room.workspace)
    room.table.income[0, 4] += 2
    books(room.table, room.workspace, 0, int(Act.FORTUNE), 1, 2, True)
    assert breaches(room) == {Breach.SOURCES}
    room.table.stolen[1] += 2
    books(room.table, room.workspace, 0, int(Act.FORTUNE), 1, 2, True)
    assert not breaches(room)


def test_the_watcher_sees_that_somebody_had_a_turn_more(room):
    room.workspace.seat_rows[TURNS, :4] = room.table.rounds
    looks()[3](room.table, room.workspace)
    assert not breaches(room)
    room.workspace.seat_rows[TURNS, 2] += 1
    looks()[3](room.table, room.workspace)
    assert breaches(room) == {Breach.TURNS}
