"""A game told: every step, in words with which a person at the board can follow it."""

import re
from functools import cache

import pytest

from analyser.games.black_fleet import notation, rules
from analyser.games.black_fleet.acts import Act
from analyser.games.black_fleet.box import read_box
from analyser.games.black_fleet.decks import COLOURS, Fortune, Power, Ships
from analyser.games.black_fleet.story import Story, entry, left_words
from analyser.games.black_fleet.table import NONE, PIRATE, PIRATES, SECOND_FRIGATE, Event
from analyser.simulation.job import make_job
from analyser.simulation.narrate import tell_game
from tests.games.black_fleet.kernel_games import GAME
from tests.games.black_fleet.tables import YELLOW, at_sea, beside, card_of, dealt, give_fortune, new_room, take
from tests.games.kernel_play import listening

pytestmark = pytest.mark.uncompiled
BOX = read_box(GAME.data_folder)
START = 70
SEATS = ["a", "b", "c", "d"]


@cache
def story(number):
    said = []
    tell_game(make_job(GAME, 3, None, "random,commodore,random", "fixed", 10), number, said.append)
    return said


def told(room, *taken, **facts):
    """What is said while a choice is carried out."""
    said = []
    one = Story(SEATS, said.append, GAME.data_folder)
    one.on_event(Event.SAILED, room.table, YELLOW, int(room.table.ship_cell[YELLOW]), 0)
    one.at_sea = {ship for ship in range(10) if room.table.ship_cell[ship] != NONE}
    with listening(one.on_event):
        take(room, *taken, **facts)
    return said[1:]


@pytest.mark.parametrize("number", [0, 1])
def test_a_story_tells_the_whole_game(number):
    text = "\n".join(story(number))
    for words in ("reconstruction", "Round 1.", "sails to", "robs", "It buys «", "buys the victory card", "The end."):
        assert words in text


@pytest.mark.parametrize("number", [0, 1])
def test_everybody_is_dealt_four_cards_and_one_for_the_hand(number):
    before_the_first_round = story(number)[: story(number).index("\nRound 1.")]
    assert sum(" is dealt:" in line for line in before_the_first_round) == 3
    assert sum(line.endswith(" in hand") for line in before_the_first_round) == 3
    prices = [int(found[1]) for line in before_the_first_round if (found := re.search(r"\) at (\d+)$", line))]
    assert prices == [5, 8, 11, 14] * 3


@pytest.mark.parametrize("number", [0, 1])
def test_the_doubloons_told_add_up(number):
    """Whoever counts along comes to the purse that the story gives next."""
    purse, seat = {}, None
    for line in story(number):
        if turn := re.match(r"\n\w+ \(seat (\d), .*merchant", line):
            seat = int(turn[1])
        if row := re.match(r" +\w+ \(seat (\d), \S+\): (\d+) doubloon", line):
            assert purse.setdefault(int(row[1]), 0) == int(row[2])
        if theft := re.search(r"steal 2\) on \w+ \(seat (\d), .*: \+(\d)", line):
            purse[int(theft[1])] -= int(theft[2])
        if earned := re.search(r": \+(\d+)(?:, now (\d+) doubloon|\.)", line):
            purse[seat] += int(earned[1])
            assert earned[2] in (None, str(purse[seat]))
        if paid := re.search(r" for (\d+), keeps (\d+) doubloon", line):
            purse[seat] -= int(paid[1])
            assert purse[seat] == int(paid[2])
    assert seat is not None


def test_words():
    assert notation.ship_words(YELLOW) == "the yellow frigate" and notation.ship_words(5) == "white's pirate"
    assert "(at " in notation.cell_words(BOX, int(dealt().table.port_cells[0, 0]))
    assert "~" in notation.board_text(BOX.board)
    cards = [card_of(new_room(), *one) for one in ((Power.MORE_MOVES, Ships.ALL), (Power.SWAP_OWN,))]
    assert [notation.development_words(BOX, card) for card in cards] == [
        "« Full sails » (more-moves 1, all ships)",
        f"« Twin captains » (swap-own {BOX.development[cards[1]].amount})",
    ]


def test_a_robbery_says_what_was_taken_and_what_is_left():
    room = at_sea({PIRATES: START, 1: beside(at_sea({}), START)[0]})
    assert told(room, Act.ROB, to=START) == [
        "  Black's pirate robs white's merchant of 1 red (2 are left): +2, now 2 doubloons."
    ]


def test_a_merchant_robbed_of_its_last_good_is_told_to_be_sunk():
    room = at_sea({PIRATES: START, 1: beside(at_sea({}), START)[0]})
    room.table.cargo[1] = 1
    assert told(room, Act.ROB, to=START) == [
        "  Black's pirate robs white's merchant of 1 red (none is left): +2, now 2 doubloons.",
        "  That was its last good: white's merchant is sunk.",
    ]


def test_a_sale_says_what_was_sold_and_what_is_loaded():
    room = at_sea({0: int(new_room().table.port_cells[1, 0])})
    assert told(room, Act.SELL) == [
        "  Black's merchant sells 3 yellow at Port Rouge: +9, now 9 doubloons; it loads 3 red."
    ]


def test_a_sunk_pirate_is_told_with_its_cargo():
    room = at_sea({YELLOW: START, 5: beside(at_sea({}), START)[0]}, (0, 0, 0))
    room.table.cargo[5], room.table.goods[5] = 1, 3
    assert told(room, Act.SINK) == ["  The yellow frigate sinks white's pirate, 1 blue aboard: +2, now 2 doubloons."]


def test_a_card_is_told_with_what_powers_add():
    room, said = at_sea({0: START}), []
    rules.gain_power(room.table, 0, card_of(room, Power.MORE_MOVES, PIRATE))
    rules.begin_sailing(room.table, 0, 0)
    Story(SEATS, said.append, GAME.data_folder).on_event(Event.PLAYED_CARD, room.table, 0, 0, 0)
    assert re.search(r"merchant 5, pirate 3 \+ [12], the yellow frigate 1; no symbol", said[0])


def test_a_theft_is_told_with_what_it_brings():
    room, said = at_sea({}), []
    room.table.doubloons[2] = 1
    theft = next(card for card in range(44) if room.table.fortune_effect[card] == Fortune.STEAL)
    Story(SEATS, said.append, GAME.data_folder).on_event(Event.FORTUNE, room.table, theft, NONE, 2)
    assert said[0].endswith("on Orange (seat 3, c): +1.")


def test_a_card_for_two_ships_names_both():
    room = at_sea({0: START})
    room.table.numbers[:3] = [2, 4, 1]
    give_fortune(room, Fortune.EXCHANGE_MOVES)
    assert told(room, Act.FORTUNE, ship=0, target=PIRATES) == [
        "  It plays « New orders » (exchange-moves) on black's merchant and black's pirate."
    ]


def test_a_card_of_both_frigates_is_told_with_both():
    room, said = at_sea({0: START}), []
    room.table.card_has_both[0], room.table.card_moves[0, SECOND_FRIGATE] = 1, 2
    rules.begin_sailing(room.table, 0, 0)
    story = Story(SEATS, said.append, GAME.data_folder)
    story.on_event(Event.PLAYED_CARD, room.table, 0, 0, 0)
    assert said == ["\nBlack (seat 1, a): merchant 5, pirate 3, the yellow frigate 1, the violet frigate 2; no symbol."]
    rules.play_second_card(room.table, 10)
    story.on_event(Event.PLAYED_SECOND, room.table, 0, 10, 0)
    moves = [a + b for a, b in zip(room.table.card_moves[0], room.table.card_moves[10], strict=True)]
    ships = zip(("merchant", "pirate", "the yellow frigate", "the violet frigate"), moves, strict=True)
    told = ", ".join(f"{name} {n}" for name, n in ships)
    assert said[1:] == [f"  It plays its second movement card: {told} in all; draw 1 fortune card."]


@pytest.mark.parametrize(("left", "words"), [(0, "none is left"), (1, "1 is left"), (2, "2 are left")])
def test_what_is_left_is_told_in_good_english(left, words):
    assert left_words(left) == words


def test_no_fleet_is_called_by_a_colour_of_goods_or_frigates():
    """« Red's merchant sells 3 red » reads as if the goods were the player's."""
    assert not set(notation.FLEETS) & set(COLOURS)


def test_at_the_end_everybody_s_income_is_told_by_source():
    room, said = at_sea({}), []
    room.table.income[1], room.table.spent[1], room.table.stolen[1] = (18, 6, 3, 2, 3), 24, 2
    Story(SEATS[:3], said.append, GAME.data_folder).on_event(Event.FINISHED, room.table, 0, 0, 0)
    assert "    Doubloons earned, by source:" in said
    assert said[-2] == (
        "    White (seat 2, b): sales 18, robberies 6, burials 3, sinkings 2, fortune cards 3; 32 in all; "
        "24 paid for cards; 2 stolen by others."
    )


class TestEntry:
    def test_by_the_nearest_open_cell(self):
        room = at_sea({}, (0, 2, 0))
        zones = room.table.zones
        for zone, letter in enumerate("ABC"):
            for cell in zones[zone].tolist():
                assert entry(BOX.board, room.table, PIRATES, cell) == f"{BOX.board.name(cell)} (far sea {letter})"

    def test_not_by_a_cell_on_which_a_ship_lies(self):
        zones = new_room().table.zones
        room = at_sea({1: int(zones[2, 0])}, (0, 2, 0))
        to = next(cell for cell in beside(room, int(zones[2, 0])) if cell not in zones[2])
        assert entry(BOX.board, room.table, PIRATES, to) == f"{BOX.board.name(int(zones[2, 1]))} (far sea C)"

    def test_past_a_friend_only_where_entering_costs_a_cell(self):
        zones = new_room().table.zones
        for cost, wanted in ((0, 1), (1, 0)):
            room = at_sea({0: int(zones[2, 0]), 1: int(zones[2, 1])}, (0, 2, 0), entry_cost=cost)
            to = next(cell for cell in beside(room, int(zones[2, 0])) if cell not in zones[2])
            told = entry(BOX.board, room.table, PIRATES, to)
            assert (told == f"{BOX.board.name(int(zones[2, 0]))} (far sea C)") == (not wanted)

    def test_over_islands_and_between_lairs_with_the_cards(self):
        room = at_sea({}, (0, 9, 0))
        lairs = room.table.is_lair.nonzero()[0].tolist()
        far = BOX.board.steps_from(room.table.zones.ravel().tolist())
        near, other = (pick(lairs, key=lambda lair: far[lair]) for pick in (min, max))
        by_sea = [entry(BOX.board, room.table, PIRATES, lair) for lair in lairs]
        room.table.power_lairs[0] = 1
        between = [entry(BOX.board, room.table, PIRATES, lair) for lair in lairs]
        room.table.crosses[PIRATE] = 1
        assert far[near] + 1 < far[other] and len({*by_sea}) > 1
        assert between[lairs.index(other)] == between[lairs.index(near)]
        assert "far sea" in entry(BOX.board, room.table, PIRATES, START)

    def test_a_cell_that_nobody_comes_to_is_told_without_its_entry(self):
        room = at_sea({1: START}, (0, 9, 0))
        assert entry(BOX.board, room.table, PIRATES, START) == "the far sea"

    def test_is_told_when_a_pirate_enters(self):
        room = at_sea({}, (0, 1, 0))
        cell = int(room.table.zones[0, 0])
        (line,) = told(room, Act.SAIL, ship=PIRATES, to=cell)
        assert line == "  Black's pirate enters by 1/1 (far sea A) and comes to 1/1."
