"""The questions a strategy may ask. The planks here are written from the rear to the shark, as everywhere."""

import random

import pytest

from analyser.games.la_planche import view as questions
from analyser.games.la_planche.choices import CHOICE
from analyser.games.la_planche.notation import LETTERS
from analyser.kernel.intrinsics import new_record
from tests.games.la_planche.notation import read_plank
from tests.games.la_planche.tables import COLOURS_IN_ALL, laid

pytestmark = pytest.mark.uncompiled

_, ROW, LEFT = read_plank("YR.YGB.B")


def for_each_colour(question, plank="YR.YGB.B"):
    """The answer for yellow, red, green and blue."""
    _, colours, left = read_plank(plank)
    return [int(question(colours, left, colour)) for colour in range(4)]


def test_every_name_offered_is_there():
    assert all(hasattr(questions, name) for name in questions.__all__)


def test_the_colour_of_a_prisoner_from_the_rear():
    assert "".join(LETTERS[questions.colour_at(ROW, k)] for k in range(LEFT)) == "YRYGBB"


def test_where_the_prisoners_of_a_colour_stand():
    assert for_each_colour(questions.places_of) == [0b01_00_01, 0b01_00, 0b01_00_00_00, 0b01_01 << 8]


def test_how_many_stand_before_the_prisoners_of_a_colour():
    assert for_each_colour(questions.in_front_of) == [5 + 3, 4, 2, 1 + 0]


def test_how_many_of_a_colour_are_left():
    assert for_each_colour(questions.left_of) == [2, 1, 1, 2]


def test_the_safest_of_a_colour():
    assert for_each_colour(questions.rank_from_front) == [5, 4, 2, 1]
    assert for_each_colour(questions.rank_from_front, "Y..R") == [1, 0, -1, -1]


def test_how_many_of_a_colour_stand_at_the_very_front():
    assert for_each_colour(questions.front_run) == [0, 0, 0, 2]
    assert for_each_colour(questions.front_run, "GGG") == [0, 0, 3, 0]


def test_all_counts_in_any_row():
    rng = random.Random(5)
    for _ in range(100):
        row = "".join(rng.sample(COLOURS_IN_ALL, rng.randint(1, 16)))
        letters = [(colour, letter) for colour, letter in enumerate(LETTERS)]
        before = [[len(row) - 1 - k for k, one in enumerate(row) if one == letter] for _, letter in letters]
        assert for_each_colour(questions.left_of, row) == [len(places) for places in before]
        assert for_each_colour(questions.in_front_of, row) == [sum(places) for places in before]
        assert for_each_colour(questions.rank_from_front, row) == [max(places, default=-1) for places in before]
        run = [len(row) - len(row.rstrip(letter)) for _, letter in letters]
        assert for_each_colour(questions.front_run, row) == run


@pytest.mark.parametrize(("plank", "gap"), [("Y....R", 0), ("Y...R.", 1), ("YR....", 4), ("YRGB" * 4 + "." * 8, 8)])
def test_the_gap_before_the_foremost(plank, gap):
    record = laid(plank).table
    assert questions.gap_before(record, int(record.occupied), int(record.left)) == gap


@pytest.mark.parametrize(
    ("fell", "fell_too", "drops"),
    [(-1, -1, [0] * 4), (2, -1, [0, 0, 1, 0]), (2, 0, [1, 0, 1, 0]), (3, 3, [0, 0, 0, 2])],
)
def test_how_many_of_a_colour_fall_in_a_turn(fell, fell_too, drops):
    choice = new_record(CHOICE)
    choice.fell, choice.fell_too = fell, fell_too
    assert [questions.drops(choice, colour) for colour in range(4)] == drops


def test_suspicion_is_help_less_harm_less_twice_the_drops():
    record = laid("YR").table
    record.helped[2, 1], record.harmed[2, 1], record.dropped[2, 1] = 7, 2, 1
    assert [questions.suspicion(record, 2, colour) for colour in range(4)] == [0, 3, 0, 0]
