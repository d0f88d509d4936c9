"""What is worked out for strategies that ask: threats and ways, against a plain search in stirred positions."""

import numpy as np
import pytest

from analyser.games.black_fleet import foresight, rules, view
from analyser.games.black_fleet.acts import Kind
from analyser.games.black_fleet.foresight import THREATS, WAYS
from analyser.games.black_fleet.table import (
    FRIGATE,
    FRIGATES,
    KINDS,
    MERCHANT,
    MOVABLE,
    NONE,
    PIRATE,
    PIRATES,
    SECOND_FRIGATE,
    SHIPS,
)
from tests.games.black_fleet import positions
from tests.games.black_fleet.kernel_games import PLAYERS
from tests.games.black_fleet.reference import FAR, Fleet, Voyager, around, n_sea, sea, start
from tests.games.black_fleet.tables import at_sea, new_room

pytestmark = pytest.mark.uncompiled
TABLES = 24
LONG_WAY = 60


def stirred(n_players, number):
    """A table at the start of a turn, everything on it drawn anew."""
    room, rng = new_room(n_players), np.random.default_rng(number)
    positions.deal(room, number)
    room.table.seat = room.table.me = number % n_players
    positions.stir(room, rng)
    return room, rng


def steps_of(one, ship, kind, moves, crosses, lairs, friends):
    """How many moves it takes a ship to each node, past these ships but no others."""
    records = (np.array(values) for values in (one.ship_cell, one.cargo, one.goods))
    is_friend = np.array([int(other in friends) for other in range(SHIPS)])
    fleet = Fleet(*records, is_friend, is_friend, np.array(one.stock))
    voyager = Voyager(ship, kind, moves, *(0 for _ in Voyager._fields[3:]))
    steps = np.full(len(sea().by_sea), FAR)
    start(sea(), fleet, voyager._replace(crosses=crosses, lairs=lairs, entry_cost=int(one.entry_cost)), steps)
    return steps


def threatened(one, ship, kind, seat):
    """The cells that a ship can attack if this player moves it with an average card; and whether it crosses islands."""
    me, moves = int(one.seat), int(one.usual_moves[kind] + one.power_moves[seat, kind])
    powers = int(one.power_crosses[seat, kind]), int(kind == PIRATE and one.power_lairs[seat])
    steps = steps_of(one, ship, kind, moves, *powers, {me, PIRATES + me})
    reached = np.flatnonzero(steps[: n_sea()] <= moves)
    near = sea().distance[:, reached] <= one.power_range[seat, kind]
    exact = {int(cell) for cell in np.flatnonzero((near & (sea().distance[:, reached] > 0)).any(axis=1))}
    return exact, powers[0] == 1


def told(one, ship):
    """The cells that a strategy is told a ship can attack; its own cell means nothing."""
    return {cell for cell in range(n_sea()) if view.can_attack(one, ship, cell)} - {int(one.ship_cell[ship])}


@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_pirate_can_attack_what_a_plain_search_says(n_players):
    """Never from an island, even if it crosses them."""
    met = {False: 0, True: 0}
    for number in range(TABLES):
        room, _ = stirred(n_players, number)
        one = room.table
        foresight.look_around(one, room.hidden, THREATS)
        for seat in (seat for seat in range(n_players) if seat != one.seat):
            ship = PIRATES + seat
            exact, crosses = threatened(one, ship, PIRATE, seat)
            exact -= {int(one.ship_cell[ship])}
            assert exact == told(one, ship)
            met[crosses] += 1
    assert met[True] > 3 and met[False] > 10


def test_a_pirate_attacks_from_no_island_that_it_crosses():
    """Every island in turn, with a single move: it comes to the island, but not to the cells beyond."""
    crossed, far_side = around(True), 0
    for island in range(n_sea(), len(crossed)):
        start_cell = min((node for node in crossed[island] if node < n_sea()), default=NONE)
        if start_cell != NONE:
            one = (room := at_sea({PIRATES + 1: start_cell})).table
            one.asked, one.power_crosses[1, PIRATE], one.usual_moves[PIRATE] = Kind.PLAY_CARD, 1, 1
            foresight.look_around(one, room.hidden, THREATS)
            exact, _ = threatened(one, PIRATES + 1, PIRATE, 1)
            assert told(one, PIRATES + 1) == exact - {start_cell}
            far_side += len({node for node in crossed[island] if node < n_sea()} - exact - {start_cell})
    assert far_side > 20


@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_frigate_can_attack_what_a_plain_search_says(n_players):
    """Whoever of the others moves it, with that player's powers."""
    for number in range(TABLES):
        room, _ = stirred(n_players, number)
        one = room.table
        foresight.look_around(one, room.hidden, THREATS)
        others = [seat for seat in range(n_players) if seat != one.seat]
        for ship in (FRIGATES, FRIGATES + 1):
            exact = set().union(*(threatened(one, ship, FRIGATE, seat)[0] for seat in others))
            assert exact - {int(one.ship_cell[ship])} == told(one, ship)


def test_a_long_shot_goes_round_islands():
    room, _ = stirred(4, 2)
    one = room.table
    one.power_range[:] = 3
    foresight.look_around(one, room.hidden, THREATS)
    for seat in (seat for seat in range(4) if seat != one.seat):
        exact, _ = threatened(one, PIRATES + seat, PIRATE, seat)
        assert exact - {int(one.ship_cell[PIRATES + seat])} == told(one, PIRATES + seat)


def test_dangers_count_the_empty_pirates_and_the_frigates():
    for number in range(TABLES):
        room, _ = stirred(4, number)
        one = room.table
        foresight.look_around(one, room.hidden, THREATS)
        pirates = [PIRATES + seat for seat in range(4) if seat != one.seat and one.cargo[PIRATES + seat] == 0]
        for cell in range(n_sea()):
            assert view.danger_from_pirates(one, cell) == sum(view.can_attack(one, ship, cell) for ship in pirates)
            frigates = sum(view.can_attack(one, ship, cell) for ship in (FRIGATES, FRIGATES + 1))
            assert view.danger_from_frigates(one, cell) == frigates


def test_a_pirate_that_is_sunk_threatens_nobody():
    room, _ = stirred(4, 1)
    one = room.table
    one.ship_cell[PIRATES + 2] = NONE
    foresight.look_around(one, room.hidden, THREATS)
    assert told(one, PIRATES + 2)
    rules.sink(one, FRIGATES, PIRATES + 2)
    assert not told(one, PIRATES + 2)


def test_threats_of_the_turn_before_are_forgotten():
    room, _ = stirred(4, 1)
    one = room.table
    foresight.look_around(one, room.hidden, THREATS)
    before, one.threat[:] = np.array(one.threat), -1
    foresight.look_around(one, room.hidden, THREATS)
    assert (one.threat == before).all()


@pytest.mark.parametrize("n_players", PLAYERS)
def test_the_way_to_every_cell_is_that_of_a_plain_search(n_players):
    unreached = 0
    for number in range(TABLES):
        room, rng = stirred(n_players, number)
        one = room.table
        rules.begin_sailing(one, int(one.seat), int(rng.integers(44)))
        positions.stir_turn(room, rng)
        one.asked = Kind.SAIL
        one.way[:] = 55
        foresight.look_around(one, room.hidden, WAYS)
        ships = [int(one.seat), PIRATES + int(one.seat), int(one.frigate), int(one.second_frigate)]
        for place in range(MOVABLE if ships[SECOND_FRIGATE] != NONE else KINDS):
            kind, crosses = min(place, FRIGATE), int(one.crosses[place])
            lairs = int(kind == PIRATE and one.power_lairs[one.seat])
            steps = steps_of(one, ships[place], kind, LONG_WAY, crosses, lairs, set(ships))
            ways = [view.way_to(one, place, cell) for cell in range(n_sea())]
            assert ways == [min(int(used), 127) for used in steps[: n_sea()]]
            unreached += ways.count(127)
    assert unreached > 0


def test_a_frigate_that_is_not_moved_has_no_way():
    room, _ = stirred(4, 2)
    one = room.table
    rules.begin_sailing(one, int(one.seat), 0)
    one.asked = Kind.SAIL
    foresight.look_around(one, room.hidden, WAYS)
    assert {view.way_to(one, SECOND_FRIGATE, cell) for cell in range(n_sea())} == {127}


def test_a_merchant_off_the_board_has_no_way():
    room, _ = stirred(4, 2)
    one = room.table
    rules.begin_sailing(one, int(one.seat), 0)
    one.ship_cell[one.seat], one.asked = NONE, Kind.SAIL
    foresight.look_around(one, room.hidden, WAYS)
    assert {view.way_to(one, MERCHANT, cell) for cell in range(n_sea())} == {127}


@pytest.mark.parametrize("wanted", [0, THREATS, WAYS, THREATS | WAYS])
@pytest.mark.parametrize("asked", [kind for kind in Kind if kind != Kind.OVER])
def test_only_what_was_asked_for_is_worked_out_and_only_when_it_is_of_use(wanted, asked):
    room, _ = stirred(4, 3)
    one = room.table
    rules.begin_sailing(one, int(one.seat), 0)
    one.asked, one.threat[:], one.way[:] = asked, 0, 99
    foresight.look_around(one, room.hidden, wanted)
    assert one.threat.any() == bool(wanted & THREATS and asked in (Kind.PLACE, Kind.PLAY_CARD))
    assert (one.way[:, : n_sea()] != 99).any() == bool(wanted & WAYS and asked == Kind.SAIL)
