"""The questions of a learner: taken from the game's contract alone."""

from dataclasses import replace

import numpy as np
import pytest

from analyser.core.errors import BadInput
from analyser.games.definition import Lessons
from analyser.games.loader import find_game, game_names
from analyser.strategies.learned import rounded, strategy_file
from analyser.strategies.questions import MOST_SORTS, Questions

FPP = find_game("faut-pas-pousser")


def texts(questions: Questions) -> list[str]:
    return [one.text for one in questions.all]


def with_rules(**changed: object) -> Questions:
    """Questions of a game like Faut pas pousser, but with other rules."""
    questions = Questions(FPP)
    questions.rules = replace(FPP.rules, **changed)
    return questions


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_questions_and_each_stands_once(name):
    found = texts(Questions(find_game(name)))
    assert len(found) > 10 and len(set(found)) == len(found)


def test_arguments_are_filled_in_by_their_names():
    found = texts(Questions(FPP))
    assert "points_after(view, choice, view.me)" in found
    assert "most_points_after(view, choice)" in found
    assert "captain_slot(choice.plank, view.me)" in found
    assert "drops(choice, view.my_colour)" in texts(Questions(find_game("la-planche")))


def test_what_does_not_hang_on_the_choice_is_no_question():
    assert not [one for one in texts(Questions(FPP)) if "leader(view)" in one or "turns_to_come" in one]


def test_a_view_without_functions_is_asked_by_its_fields():
    found = texts(with_rules(questions=(), lessons=Lessons()))
    assert {"choice.pirate", "view.turn", "view.points[view.me]", "most_points(view, choice)"} <= {*found}
    assert "view.captain_bonus" not in found and "captain_bonus" in FPP.setting_names


def test_a_view_without_any_question_is_refused_in_a_sentence():
    questions = with_rules(questions=(), lessons=Lessons())
    questions.choice_fields = []
    with pytest.raises(BadInput) as refused:
        _ = questions.all
    assert str(refused.value) == (
        "The view of Faut pas pousser offers no question about a choice, so nothing can be learned. Add functions of "
        "view and choice to analyser.games.faut_pas_pousser.view, and name them in its __all__."
    )


def test_the_written_file_names_its_weights_and_imports_what_it_needs():
    questions = Questions(FPP)
    weights = np.zeros((MOST_SORTS, 2, len(questions.all) + 1))
    weights[2, 0, 1 + texts(questions).index("points_after(view, choice, view.me)")] = 0.123456
    weights[1, 1, 1 + texts(questions).index("most_points_after(view, choice)")] = -2.5
    text = strategy_file(questions, rounded(weights), "Learned.")
    assert "POINTS_AFTER_ME = np.array([0, 0, 0.1235], float)" in text
    assert "MOST_POINTS_AFTER_CLOCK = np.array([0, -2.5, 0], float)" in text
    assert "value += POINTS_AFTER_ME[sort] * points_after(view, choice, view.me)" in text
    assert "value += MOST_POINTS_AFTER_CLOCK[sort] * clock * most_points_after(view, choice)" in text
    assert "from analyser.games.faut_pas_pousser.view import is_opening, points_after\n" in text
