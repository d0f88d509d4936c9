"""The questions a strategy may ask."""

import pytest

from analyser.games.faut_pas_pousser import view as questions
from analyser.games.faut_pas_pousser.choices import CHOICE, Order
from analyser.kernel.intrinsics import new_record
from tests.games.faut_pas_pousser.notation import plank_text, read_pirate, read_plank
from tests.games.faut_pas_pousser.tables import after_action, after_entry, crew, give, new_table

pytestmark = pytest.mark.uncompiled

PLANK = read_plank("B3 R1 G5 Y2")


def choice_of(order=Order.ACTION_FIRST, plank="B3 R4 R1 G5", fallen="Y2"):
    choice = new_record(CHOICE)
    choice.order, choice.plank, choice.fallen = order, read_plank(plank), read_pirate(fallen)
    return choice


def test_every_name_offered_is_there():
    assert all(hasattr(questions, name) for name in questions.__all__)


@pytest.mark.parametrize("order", Order)
def test_what_kind_of_choice(order):
    choice = choice_of(order)
    assert questions.is_opening(choice) == (order == Order.OPENING)
    assert questions.is_non_merci(choice) == (order == Order.NON_MERCI)


def test_who_stands_in_a_slot():
    assert [questions.crew_at(PLANK, slot) for slot in range(4)] == [crew(letter) for letter in "BRGY"]


def test_the_value_in_a_slot():
    assert [questions.value_at(PLANK, slot) for slot in range(4)] == [3, 1, 5, 2]


def test_where_captains_stand():
    assert [questions.captain_at(PLANK, slot) for slot in range(4)] == [0, 1, 0, 0]


def test_whose_captain_is_aboard():
    assert [questions.captain_aboard(PLANK, crew(letter)) for letter in "BGRY"] == [0, 0, 1, 0]


def test_whose_pirate_falls():
    assert [questions.falls_of(choice_of(), crew(letter)) for letter in "BGRY"] == [0, 0, 0, 1]


def test_nobody_falls_by_non_merci():
    choice = choice_of(Order.NON_MERCI)
    choice.fallen = 0
    assert [questions.falls_of(choice, one) for one in range(4)] == [0, 0, 0, 0]


def test_what_the_fall_scores():
    view = new_table()
    view.fall_points = 3
    assert [questions.fall_points(view, choice_of(), crew(letter)) for letter in "BGRY"] == [0, 0, 0, 3]


def test_points_if_the_game_ended_after_a_choice():
    view = new_table()
    view.fall_points = 3
    view.points[:] = 10, 20, 30, 40
    # On the plank: blue 9; red 8, and 7 with the Captain's 2; green 6.
    assert [questions.points_after(view, choice_of(), crew(letter)) for letter in "BGRY"] == [19, 26, 47, 43]


def test_the_cards_in_hand():
    view = new_table()
    give(view, "G", [2, 5], [-3, 2], non_merci=0)
    green = crew("G")
    assert (questions.pirates_left(view, green), questions.actions_left(view, green)) == (2, 2)
    assert [view.pirate_values[questions.pirate_in_hand(view, green, k)] for k in range(2)] == [2, 5]
    assert [questions.action_in_hand(view, green, k) for k in range(2)] == [-3, 2]


def test_whether_the_captain_is_in_hand():
    view = new_table()
    give(view, "G", [2, 5], [-3, 2])
    assert [questions.holds_captain(view, crew(letter)) for letter in "BGRY"] == [1, 0, 1, 1]


@pytest.mark.parametrize(("non_merci", "turns"), [(0, 2), (1, 3)])
def test_turns_left_are_pirates_and_non_merci(non_merci, turns):
    view = new_table()
    give(view, "G", [2, 5], [-3, 2], non_merci)
    assert questions.turns_left(view, crew("G")) == turns


def test_how_many_of_a_crew_are_aboard():
    assert [questions.aboard(read_plank("B3 R1 B5 Y2"), crew(letter)) for letter in "BGRY"] == [2, 0, 1, 1]


def test_in_which_slot_a_captain_stands_or_one_beyond_the_end():
    assert [questions.captain_slot(PLANK, crew(letter)) for letter in "BGRY"] == [4, 4, 1, 4]


@pytest.mark.parametrize(("turn", "position", "to_come"), [(0, 0, 23), (0, 3, 20), (3, 1, 10), (5, 3, 0)])
def test_how_many_turns_of_all_crews_follow_mine(turn, position, to_come):
    view = new_table()
    view.me, view.turn = crew("R"), turn
    view.position[crew("R")] = position
    assert questions.turns_to_come(view) == to_come


@pytest.mark.parametrize(
    ("points", "n_players", "ahead"),
    [
        ([0, 0, 0, 0], 4, "B"),  # the plank gives blue 9, red 10, green 7, yellow 6
        ([0, 3, 0, 0], 4, "G"),
        ([0, 2, 0, 3], 4, "Y"),  # green, blue and yellow have 9: yellow is next to play
        ([0, 2, 0, 2], 4, "B"),
        ([0, 0, 0, 9], 3, "B"),  # yellow is neutral
        ([0, 0, 99, 0], 4, "B"),
    ],
)
def test_the_other_player_with_most_points_the_sooner_to_play_among_equals(points, n_players, ahead):
    view = new_table("B3 R1 G5 Y2", n_players)
    view.me = crew("R")
    view.points[:] = points
    assert "BGRY"[questions.leader(view)] == ahead


def test_the_most_points_of_another_player_after_a_choice():
    view = new_table(n_players=3)
    view.fall_points, view.me = 3, crew("R")
    view.points[:] = 10, 20, 30, 40
    # After the choice blue has 19 and green 26; red is me, yellow neutral.
    assert questions.best_other_after(view, choice_of()) == 26


@pytest.mark.parametrize("by", [-3, -2, -1, 0, 1, 2])
@pytest.mark.parametrize(("pirate", "pays"), [("R2", 1), ("R4", 5), ("R6", 5)])
def test_the_best_turn_with_given_cards_scores_most_of_all_orders_and_slots(by, pirate, pays):
    view, plank, red = new_table(), "B3 R1 G5 R3", crew("R")

    def points(after, falling):
        return questions.points_on_plank(view, read_plank(after), red) + pays * int(falling[0] == "R")

    options = set()
    for slot in (1, 2, 3, 4):
        moved = after_action(plank, slot, by)
        options.add((after_action(after_entry(plank, pirate), slot, by), plank[-2:]))
        options.add((after_entry(moved, pirate), moved[-2:]))
    after, loser = questions.best_turn(view, read_plank(plank), red, int(pirate[1:]) - 1, by, pays)
    chosen = [(text, falling) for text, falling in options if (text, crew(falling[0])) == (plank_text(after), loser)]
    assert chosen and points(*chosen[0]) == max(points(*option) for option in options)


def test_the_best_turn_without_an_action_is_an_entry():
    after, loser = questions.best_turn(new_table(), PLANK, crew("Y"), 3, 0, 1)
    assert (plank_text(after), loser) == ("B3 Y4 R1 G5", crew("Y"))
