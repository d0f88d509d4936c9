import random

import pytest

from analyser.games.la_planche.notation import plank_text, prisoner_words, slot_of
from tests.games.la_planche.notation import read_plank
from tests.games.la_planche.tables import random_plank

pytestmark = pytest.mark.uncompiled


@pytest.mark.parametrize("length", [17, 18, 24])
def test_a_plank_read_is_printed_as_it_was_written(length):
    rng = random.Random(length)
    for _ in range(50):
        plank = random_plank(rng, length)
        occupied, colours, left = read_plank(plank)
        assert plank_text(occupied, colours, length) == plank
        assert left == len(plank.replace(".", ""))


def test_slot_1_is_the_lowest_bit_and_the_rearmost_has_the_lowest_colour():
    assert read_plank("Y.RB..") == (0b1101, 0b11_01_00, 3)


def test_slots_count_from_1():
    assert [slot_of(0b1101, prisoner) for prisoner in range(3)] == [1, 3, 4]


def test_a_prisoner_in_words():
    occupied, colours, _ = read_plank("Y.RB..")
    assert prisoner_words(occupied, colours, 2) == "the blue prisoner on slot 4"
