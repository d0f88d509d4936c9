"""Searches over the sea, piece by piece: what bars the way, what is near, when a search holds, what ships may do."""

import numpy as np
import pytest

from analyser.games.black_fleet import foresight, fortune, rules, sea
from analyser.games.black_fleet.acts import ACT_BURY, ACT_ROB, ACT_SELL, ACT_SINK
from analyser.games.black_fleet.decks import Fortune
from analyser.games.black_fleet.table import (
    FREE,
    FRIGATE,
    KINDS,
    MERCHANT,
    NONE,
    PIRATE,
    PIRATES,
    SHIPS,
    WORD,
    WORDS,
)
from tests.games.black_fleet.tables import VIOLET, YELLOW, at_sea, cells_at, new_room

pytestmark = pytest.mark.uncompiled
MIDDLE = 70
N_CELLS = int(new_room().table.n_cells)


def nodes(words):
    """The nodes of a set."""
    return {WORD * w + bit for w in range(WORDS) for bit in range(64) if int(words[w]) >> bit & 1}


@pytest.mark.parametrize("first", [0, 48, 52, 100, 104, 150])
def test_bf12_only_ships_that_are_not_friendly_bar_the_way(first):
    ships = {ship: (first + k) % N_CELLS for k, ship in enumerate((0, 1, 2, 3, PIRATES, PIRATES + 1, YELLOW, VIOLET))}
    room = at_sea(ships)
    sea.look_out(room.table, room.hidden)
    barred = {ships[ship] for ship in (1, 2, 3, PIRATES + 1, VIOLET)}
    assert nodes(room.hidden.passable) == set(range(WORDS * WORD)) - barred


def test_bf12_before_a_card_is_played_only_ones_own_ships_are_friendly():
    room = at_sea({0: MIDDLE})
    for me in range(4):
        room.table.seat = me
        foresight.watch(room.table, room.hidden)
        assert {bit for bit in range(64) if int(room.table.friendly) >> bit & 1} == {FREE, me, PIRATES + me}


def hunting(steps, moves=2, reach=2, **powers):
    """A pirate with long guns, and whether what lies so many cells away may be near."""
    room = at_sea({PIRATES: MIDDLE}, (0, moves, 0))
    room.hidden.kind, room.table.attack_range[PIRATE] = PIRATE, reach
    room.table.crosses[PIRATE] = powers.get("crosses", 0)
    room.table.power_lairs[0] = powers.get("lairs", 0)
    if powers.get("enters"):
        rules.put_ship(room.table, PIRATES, NONE)
    sea.look_out(room.table, room.hidden)
    sea.explore_voyages(room.table, room.hidden)
    return {bool(sea.is_near(room.table, room.hidden, cell)) for cell in cells_at(room, MIDDLE, steps)}


@pytest.mark.parametrize("reach", [2, 3])
@pytest.mark.parametrize("moves", [0, 1, 2])
def test_bf17_long_guns_reach_as_far_as_moves_and_range_together(moves, reach):
    for steps in range(1, 8):
        assert hunting(steps, moves, reach) == {steps <= moves + reach}


@pytest.mark.parametrize("power", ["crosses", "lairs", "enters"])
def test_bf17_with_another_way_than_by_sea_all_may_be_near(power):
    assert hunting(7) == {False}
    assert hunting(7, **{power: 1}) == {True}


CHANGES = {
    "cell": lambda one: rules.put_ship(one, PIRATES, MIDDLE + 1),
    "moves": lambda one: one.moves.__setitem__(PIRATE, 3),
    "crosses": lambda one: one.crosses.__setitem__(PIRATE, 1),
    "lairs": lambda one: one.power_lairs.__setitem__(0, 1),
    **{f"word {w}": lambda one, w=w: rules.put_ship(one, 1, WORD * w) for w in range(-(-N_CELLS // WORD))},
}


@pytest.mark.parametrize("change", CHANGES)
def test_bf12_a_search_holds_until_anything_that_it_hangs_on_changes(change):
    room = at_sea({PIRATES: MIDDLE}, (0, 2, 0))
    room.hidden.kind = PIRATE

    def is_made_again():
        sea.look_out(room.table, room.hidden)
        room.hidden.searches[PIRATE].n = -5
        sea.explore_voyages(room.table, room.hidden)
        return int(room.hidden.searches[PIRATE].n) != -5

    assert [is_made_again(), is_made_again()] == [True, False]
    CHANGES[change](room.table)
    assert [is_made_again(), is_made_again()] == [True, False]
    rules.put_ship(room.table, PIRATES, NONE)
    assert [is_made_again(), is_made_again()] == [True, True]


@pytest.mark.parametrize("kind", range(KINDS))
def test_bf24_only_a_pirate_sails_from_lair_to_lair(kind):
    room = at_sea({})
    room.table.power_lairs[:] = [1, 0, 0, 0]
    assert sea.lair_power(room.table, kind) == int(kind == PIRATE)
    room.table.seat = 1
    assert sea.lair_power(room.table, kind) == 0


@pytest.mark.parametrize("crosses", [0, 1])
@pytest.mark.parametrize("moves", [0, 1, 4, 60])
def test_the_set_of_nodes_found_is_that_of_the_list(moves, crosses):
    """With few moves, and with so many that the whole sea is found before they are used up."""
    room = at_sea({PIRATES: MIDDLE, 1: MIDDLE + 1}, (0, moves, 0))
    room.hidden.kind, room.table.crosses[PIRATE] = PIRATE, crosses
    sea.look_out(room.table, room.hidden)
    sea.explore_voyages(room.table, room.hidden)
    search = room.hidden.searches[PIRATE]
    reached = search.node[: search.n].tolist()
    assert nodes(search.found) == set(reached) and len(set(reached)) == len(reached) > moves


@pytest.mark.parametrize("act", [ACT_SELL, ACT_BURY, ACT_ROB, ACT_SINK])
def test_bf13_no_act_happens_on_an_island(act):
    room = at_sea({PIRATES: MIDDLE, 1: 0})
    room.hidden.act, room.hidden.kind, room.table.attack_range[:] = act, PIRATE, 100
    for target, cell in ((1, N_CELLS), (N_CELLS, N_CELLS), (N_CELLS + 1, N_CELLS + 1)):
        room.hidden.target = target if act in (ACT_SELL, ACT_BURY) else 1
        room.table.port_at[cell] = room.hidden.target
        assert not sea.can_act_from(room.table, room.hidden, cell)


@pytest.mark.parametrize("effect", [Fortune.MORE_MOVES, Fortune.TWO_ACTIONS, Fortune.LONG_RANGE])
@pytest.mark.parametrize("robs", [0, 1])
@pytest.mark.parametrize("sinks", [0, 1])
def test_bf22_a_card_helps_a_ship_that_waits_and_long_guns_one_that_attacks(effect, robs, sinks):
    room = at_sea({0: MIDDLE})
    one = room.table
    one.may_rob, one.may_sink = robs, sinks
    attacks = effect != Fortune.LONG_RANGE or robs == 1 or sinks == 1
    assert bool(fortune.can_help(one, MERCHANT, effect, 2)) == attacks
    for kind in (PIRATE, FRIGATE):
        assert fortune.can_help(one, kind, effect, 2)
        one.attack_range[kind] = 2
        assert bool(fortune.can_help(one, kind, effect, 2)) == (effect != Fortune.LONG_RANGE)
    one.has_sailed[:] = 1
    assert not any(fortune.can_help(one, kind, effect, 3) for kind in range(KINDS))
    one.has_sailed[:] = 0
    rules.put_ship(one, 0, NONE)
    assert [bool(fortune.can_help(one, kind, effect, 3)) for kind in range(KINDS)] == [False, True, True]


@pytest.mark.parametrize("off", range(SHIPS))
def test_bf21_ships_off_the_board_bar_no_way(off):
    room = at_sea({ship: 10 * ship for ship in range(SHIPS) if ship != off})
    sea.look_out(room.table, room.hidden)
    lying = {10 * ship for ship in range(SHIPS) if ship not in (off, 0, PIRATES, YELLOW)}
    assert nodes(room.hidden.passable) == set(range(WORDS * WORD)) - lying
    assert np.count_nonzero(room.table.ship_at != FREE) == SHIPS - 1
