"""The best ship is exact: what the rules count is what brute force finds, on thousands of small ships."""

import random
from collections import Counter
from functools import cache
from itertools import combinations, permutations, product

import pytest

from analyser.games.piratoons import deal, ship, turn
from analyser.games.piratoons.notation import best_order, equipped_tops, join_signs
from analyser.games.piratoons.table import KIND_OF, N_TYPES, Equipment
from tests.games.piratoons.tables import build, dealt, draw_tile, equip, seat_chooser, shipyard

pytestmark = pytest.mark.uncompiled

SHIPS = 2000
MASTS = {1: 3, 2: 2, 3: 1, 4: 0}
SYMBOLS = "acby"


def random_tile(rng):
    storeys = rng.randint(1, 4)
    left, right = rng.choice(SYMBOLS[:storeys]), rng.choice(SYMBOLS[:storeys])
    rooms = "".join(rng.choice("gpq") for _ in range(rng.randint(storeys - 1, storeys + 1)))
    return f"{storeys}{left}{right}/{rooms}/{storeys}"


@pytest.fixture
def room():
    return dealt(2)


def rebuilt(room, tiles, ends, equipment=()):
    """The same records with another ship for seat 0: thousands of new ones would be slow."""
    room.table.prow[0], room.table.stern[0] = (SYMBOLS.index(letter) for letter in ends)
    room.table.owner[:] = -1
    room.table.sea[:] = 0
    deal.clear_seat(room.table, room.hidden, 0)
    build(room, 0, *tiles)
    equip(room, 0, *equipment)
    return room.table


def fewest_bad_joins(tiles, ends):
    """By trying every order."""
    shapes = [(tile[1], tile[2]) for tile in tiles]
    best = len(shapes) + 1
    for order in set(permutations(shapes)):
        edges = [ends[0], *(letter for shape in order for letter in shape), ends[1]]
        best = min(best, sum(edges[k] != edges[k + 1] for k in range(0, len(edges), 2)))
    return best


@pytest.mark.long
def test_the_fewest_bad_joins(room):
    rng = random.Random(16)
    seen = set()
    for _ in range(SHIPS):
        tiles = [random_tile(rng) for _ in range(rng.randint(0, 5))]
        ends = rng.choice(SYMBOLS) + rng.choice(SYMBOLS)
        record = rebuilt(room, tiles, ends)
        bad = fewest_bad_joins(tiles, ends)
        assert ship.bad_joins(record, 0) == bad, (tiles, ends)
        assert join_signs(record, 0, best_order(record, 0)).count("x") == bad, (tiles, ends)
        seen.add((len(tiles), bad))
    assert len(seen) > 15


def test_a_ship_of_seven_tiles(room):
    rng = random.Random(17)
    for _ in range(12):
        tiles = [random_tile(rng) for _ in range(7)]
        assert ship.bad_joins(rebuilt(room, tiles, "aa"), 0) == fewest_bad_joins(tiles, "aa")


def test_the_order_of_a_big_ship_is_as_good_as_counted(room):
    rng = random.Random(18)
    for _ in range(60):
        tiles = [random_tile(rng) for _ in range(rng.randint(8, 24))]
        record = rebuilt(room, tiles, "ac")
        order = best_order(record, 0)
        assert sorted(order) == list(range(len(tiles)))
        assert join_signs(record, 0, order).count("x") == ship.bad_joins(record, 0)


@cache
def all_tops(storeys):
    """Every way to equip the tops of tiles with these storeys: (decks, sails) -> the fewest empty tops."""
    ways = {}
    for tops in product(*([("deck", 0), *(("sails", n) for n in range(MASTS[s] + 1))] for s in storeys)):
        key = (sum(what == "deck" for what, _ in tops), sum(n for _, n in tops))
        empty = sum(top == ("sails", 0) for top in tops)
        ways[key] = min(empty, ways.get(key, empty))
    return ways


@pytest.mark.long
def test_decks_and_sails_fit_if_there_is_a_way_and_leave_the_fewest_tops_empty(room):
    rng = random.Random(15)
    fitting = 0
    for _ in range(SHIPS):
        storeys = tuple(sorted(rng.randint(1, 4) for _ in range(rng.randint(0, 5))))
        decks, sails = rng.randint(0, 5), rng.randint(0, 8)
        equipment = [f"deck{k % 3 + 1}" for k in range(decks)] + ["sail"] * sails
        record = rebuilt(room, [f"{s}aa//{s}" for s in storeys], "aa", equipment)
        ways = all_tops(storeys)
        assert ship.all_fits(record, 0) == ((decks, sails) in ways)
        if (decks, sails) in ways:
            fitting += 1
            tops = equipped_tops(record, 0, range(len(storeys)))
            assert ship.empty_places(record, 0, Equipment.DECK) == ways[decks, sails] == tops.count(".")
            assert (tops.count("D"), "".join(tops).count("V")) == (decks, sails)
            assert all(len(top) <= MASTS[s] for top, s in zip(tops, storeys, strict=True) if "V" in top)
    assert SHIPS / 10 < fitting < SHIPS


@cache
def best_partition(designs):
    """By trying every way to take a scoring set out of a family."""
    sets = [({k: n}, points) for k in range(len(designs)) for n, points in ((3, 5), (2, 2))]
    sets += [(dict.fromkeys(mixed, 1), 4) for mixed in combinations(range(len(designs)), 3)]
    best = 0
    for taken, points in sets:
        rest = tuple(have - taken.get(k, 0) for k, have in enumerate(designs))
        if min(rest) >= 0:
            best = max(best, points + best_partition(rest))
    return best


def family_of(record, designs):
    record.held[0] = 0
    record.held[0, 1 : 1 + len(designs)] = designs
    return ship.family_points(record, 0, 1, -1, 0)


def test_every_family_is_parted_in_the_best_way(room):
    for designs in product(range(4), repeat=3):
        assert family_of(room.table, designs) == best_partition(designs)


def test_a_family_of_other_designs_too(room):
    rng = random.Random(19)
    boxes = {tuple(sorted(Counter(rng.choices(range(n), k=9)).values())) for n in range(2, 10) for _ in range(40)}
    for box in sorted(boxes):
        for _ in range(4):
            held = tuple(rng.randint(0, n) for n in box)
            assert family_of(room.table, held) == best_partition(held), held


def fits(tiles, held):
    """Whether a set of equipment by type has a place, piece by piece."""
    rooms = "".join(tile.split("/")[1] for tile in tiles)
    kinds = [sum(n for code, n in enumerate(held) if KIND_OF[code] == kind) for kind in range(5)]
    below = all(kinds[kind] <= rooms.count(letter) for kind, letter in ((2, "g"), (3, "p"), (4, "q")))
    storeys = tuple(sorted(int(tile[0]) for tile in tiles))
    return below and (kinds[1], kinds[0]) in all_tops(storeys)


def test_only_what_has_no_place_is_thrown_back(room):
    """Whatever a player throws first: in the end all fits, and nothing that floats would."""
    rng = random.Random(14)
    thrown = 0
    for _ in range(700):
        tiles = [random_tile(rng) for _ in range(rng.randint(0, 4))]
        words = ["sail", *(f"{kind.name.lower()}{k}" for kind in list(Equipment)[1:] for k in (1, 2, 3))]
        equipment = [rng.choice(words + ["sail"] * 4) for _ in range(rng.randint(0, 9))]
        record = rebuilt(room, tiles, "aa", equipment)
        seat_chooser(room, lambda view: rng.randrange(sum(bool(ship.would_help(view, 0, c)) for c in range(N_TYPES))))
        turn.assemble(record, room.hidden, room.workspace, 0)
        held = record.held[0].tolist()
        assert fits(tiles, held)
        for code in range(N_TYPES):
            if record.sea[code]:
                assert not fits(tiles, [n + (k == code) for k, n in enumerate(held)]), (tiles, equipment, held, code)
        thrown += int(record.sea.sum())
    assert thrown > 700


def test_a_drawn_tile_is_what_it_says():
    room = shipyard()
    draw_tile(room, 3, "4by/ggpq/5")
    assert (room.table.tile_storeys[3], room.table.tile_left[3], room.table.tile_right[3]) == (4, 2, 3)
    assert room.table.tile_places[3].tolist() == [0, 1, 2, 1, 1] and room.table.tile_barrels[3] == 5
