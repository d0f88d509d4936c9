"""Headlines that are checked with other players and other assumptions."""

import polars as pl
import pytest
from lab import FPP, LAB, ask

import analyser
from analyser.experiments.answer import Answer
from analyser.experiments.robust import Scenario, checked, scenarios
from analyser.experiments.values import values
from analyser.statistics.robustness import ON_PLAY


def planted(value):
    """An answer of one level with this value, known to half a point."""
    frame = pl.DataFrame(
        {"level": ["card"], "value_points": [value], "low_points": [value - 0.5], "high_points": [value + 0.5]}
    )
    return Answer("planted", {}, [], {"cards": frame})


@pytest.mark.parametrize(
    ("main", "other", "holds"),
    [
        (3.0, -3.0, "depends on play (B: -3)"),
        (0.0, 3.0, "depends on play (B: +3)"),
        (3.0, 0.1, "depends on play (B: +0.1)"),
        (3.0, 3.2, "robust"),
        (3.0, 9.0, "robust"),
        (0.6, 0.4, "robust"),
    ],
)
def test_a_planted_reversal_is_told_and_a_constant_is_robust(main, other, holds):
    """Figure 12 for values: other players turn +3 points into -3, or leave them."""
    answers = {"A": planted(main), "B": planted(other)}
    found = checked(lambda asked, who: answers[who], ask(), "A", [Scenario("B", ON_PLAY, ask(), "B")])
    assert found.frame["holds"].to_list() == [holds]
    assert ("Robust" in found.headlines[-1]) == (holds == "robust")


def test_unchecked_headlines_say_so():
    found = checked(lambda asked, who: planted(1.0), ask(), None, [])
    assert found.headlines == ["Not checked with other players or assumptions: --fields a,b,... and --assumptions do."]


def test_assumptions_are_tried_one_at_a_time():
    found = scenarios(ask(FPP), None, ["random"], assumptions=True)
    assert found[0].name == "random"
    assert "ages=reverse" in [one.name for one in found]
    assert all(len(one.asked.settings) == 1 for one in found[1:])
    assert next(one for one in found if one.name == "ages=reverse").why == "depends on assumption ages"


def test_a_real_question_with_another_field():
    answer = analyser.values(FPP, ["age"], "random", fields=["greedy"], games=400, jobs=1)
    assert answer.asked["checked_with"] == ["greedy"]
    assert answer.frame["holds"].len() == 4
    plain = values(ask(FPP, 400), ["age"], "random", LAB)
    assert answer.frame["value_points"].to_list() == plain.frame["value_points"].to_list()
