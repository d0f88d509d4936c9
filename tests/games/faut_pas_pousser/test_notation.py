import pytest

from analyser.games.faut_pas_pousser.notation import pirate_text, pirate_words, slot_name
from analyser.games.faut_pas_pousser.rules import captains_on
from analyser.games.faut_pas_pousser.table import lane_of, pirate_of
from tests.games.faut_pas_pousser.notation import plank_text, read_plank

pytestmark = pytest.mark.uncompiled


@pytest.mark.parametrize("plank", ["B1 G3 R5 Y6", "Y6 Y5 Y4 Y3", "R15 B10 G2 B9"])
def test_a_plank_read_is_printed_as_it_was_written(plank):
    assert plank_text(read_plank(plank)) == plank


def test_every_pirate_has_a_text_of_its_own():
    texts = {pirate_text(lane_of(crew, value - 1, value)) for crew in range(4) for value in range(1, 16)}
    assert len(texts) == 60


def test_a_lane_says_whose_pirate_it_is():
    pirates = [(crew, value) for crew in range(4) for value in range(1, 16)]
    assert [pirate_of(lane_of(crew, value - 1, value)) for crew, value in pirates] == pirates


def test_a_pirate_in_words():
    assert pirate_words(lane_of(2, 3, 4)) == "red 4"


def test_the_captain_is_told_by_its_value():
    assert captains_on(read_plank("B1 G2 R3 Y1")) == 2
    assert captains_on(read_plank("B1 G2 R3 Y1", captain_value=2)) == 1


def test_slots_are_printed_from_1():
    assert [slot_name(slot) for slot in range(4)] == ["slot 1", "slot 2", "slot 3", "slot 4"]
