"""Headlines that are checked with other players and other assumptions."""

from dataclasses import replace

import polars as pl
import pytest
from lab import FPP, GAMES, LAB, ask

import analyser
from analyser.experiments.answer import Answer
from analyser.experiments.compare import compare, read_variation, sweep
from analyser.experiments.robust import Scenario, checked, scenarios, usual_checks
from analyser.experiments.values import values
from analyser.registry import find_game
from analyser.statistics.robustness import ON_ASSUMPTION, ON_PLAY, UNSURE
from analyser.strategies import find_strategies


def planted(value):
    """An answer of one level with this value, known to half a point."""
    frame = pl.DataFrame(
        {"level": ["card"], "value_points": [value], "low_points": [value - 0.5], "high_points": [value + 0.5]}
    )
    return Answer("planted", {}, ["A card."], {"cards": frame}, about=(("cards", {}),))


@pytest.mark.parametrize(
    ("main", "other", "holds"),
    [
        (3.0, -3.0, "depends on play (A against B: +3 and -3)"),
        (0.0, 3.0, "depends on play (A against B: +0 and +3)"),
        (3.0, 0.1, "depends on play (A against B: +3 and +0.1)"),
        (3.0, 3.2, "robust"),
        (3.0, 9.0, "robust"),
        (0.6, 0.4, UNSURE),
        (0.1, 0.2, "robust"),
    ],
)
def test_a_planted_reversal_is_told_and_a_constant_is_robust(main, other, holds):
    """Figure 12 for values: other players turn +3 points into -3, or leave them."""
    answers = {"A": planted(main), "B": planted(other)}
    found = checked(lambda asked, who: answers[who], ask(), "A", [Scenario("B", ON_PLAY, ask(), "B")])
    assert found.frame["holds"].to_list() == [holds]
    said = {
        "robust": "Robust: the one check (± 0.5 points) shows the same",
        UNSURE: "Too few games in the checks (± 0.5 points) to settle card",
    }.get(holds, "Depends on play (A against B): card")
    assert found.headlines == [f"A card. {said}."]
    assert found.tables["checks"].rows() == [("cards", "card", "B", ON_PLAY, other, other - 0.5, other + 0.5)]


def test_objections_name_who_played():
    """A question with players of its own is not checked with those, and what disagrees is told of them."""
    main, same, other = planted(3.0), planted(9.0), planted(-3.0)
    answers = {None: replace(main, asked={"played_by": {"cards": "reader"}}), "reader": same, "B": other}
    repeats = [Scenario(name, ON_PLAY, ask(), name) for name in ("reader", "B")]
    found = checked(lambda asked, who: answers[who], ask(), None, repeats)
    assert found.headlines == ["A card. Depends on play (reader against B): card."]
    assert found.tables["checks"]["check"].to_list() == ["B"]
    alone = checked(lambda asked, who: answers[who], ask(), None, repeats[:1])
    assert alone.headlines == ["A card. Not checked."]
    assert alone.frame["holds"].to_list() == ["not checked"]


@pytest.mark.parametrize(
    ("main", "lacks", "holds"),
    [(3.0, "interval", UNSURE), (-3.0, "interval", UNSURE), (0.1, "interval", "robust"), (3.0, "row", UNSURE)],
)
def test_a_check_that_lacks_something_does_not_show_the_same(main, lacks, holds):
    """It does not disagree either; where the answer shows nothing, a check without an interval shows as much."""
    other, none = planted(main), pl.lit(None, pl.Float64)
    frame = other.frame.with_columns(low_points=none, high_points=none) if lacks == "interval" else other.frame.head(0)
    answers = {"A": planted(main), "B": replace(other, tables={"cards": frame})}
    found = checked(lambda asked, who: answers[who], ask(), "A", [Scenario("B", ON_PLAY, ask(), "B")])
    assert found.frame["holds"].to_list() == [holds]


def test_who_plays_a_question_is_told():
    answer = values(ask("la-planche", 120), ["colour", "deal", "knowing-colours"], None, LAB)
    assert "field of protector, knowing-colours of detective:" in answer.title
    assert answer.asked["played_by"]["knowing-colours"] == "detective"


def test_unchecked_headlines_say_so():
    found = checked(lambda asked, who: planted(1.0), ask(), None, [])
    assert found.headlines[1:] == [
        "Not checked with other players or assumptions: --fields a,b,... and --assumptions do."
    ]


def test_assumptions_are_tried_one_at_a_time():
    found = scenarios(ask(FPP), None, ["random"], assumptions=True)
    assert found[0].name == "random"
    assert "ages=reverse" in [one.name for one in found]
    assert all(len(one.asked.settings) == 1 for one in found[1:])
    assert next(one for one in found if one.name == "ages=reverse").why == "depends on assumption ages"


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_checks_are_cheap_and_known(game):
    """Other players and every assumption, together as many games as the experiment, unless that is too few to see."""
    found = usual_checks(ask(game, 20_000), None)
    assert 2 <= sum(one.why == ON_PLAY for one in found) <= 3
    assert any(one.why.startswith(ON_ASSUMPTION) for one in found)
    assert sum(one.asked.games for one in found) <= 20_000
    find_strategies(find_game(game), [one.name for one in found if one.why == ON_PLAY])
    assert min(one.asked.games for one in usual_checks(ask(game, 400), None)) == 200


def test_what_the_user_fixed_is_not_tried():
    names = [one.name for one in usual_checks(ask(FPP, settings=["ages=reverse"]), None, ("equal_points",))]
    assert not any(name.startswith(("ages=", "equal_points=")) for name in names)
    assert "neutral_tie=crew-order" in names


def test_seats_that_rest_on_an_assumption_say_so_by_themselves():
    """Faut pas pousser: equal while ages are drawn, whoever plays; not when they follow the seats."""
    answer = analyser.seats(FPP, "thrifty", games=2000, jobs=1)
    assert "Depends on assumption ages: 0, 1, 2, 3." in answer.headlines[0]
    assert set(answer.frame["depends_on"]) == {"ages"}
    fixed = analyser.seats(FPP, "thrifty", games=2000, jobs=1, settings=["ages=random"])
    assert "Robust: all 6 checks (± 0.0 points) show the same." in fixed.headlines[0]


def test_seats_that_are_undecided_are_not_called_robust():
    """La Planche: 200 games show nothing, and neither do their checks."""
    answer = analyser.seats("la-planche", "protector", games=200, jobs=1)
    assert answer.headlines[0].startswith("Undecided")
    assert "to settle 0, 1, 2, 3." in answer.headlines[0]
    assert set(answer.frame["holds"]) == {UNSURE}


def test_a_comparison_is_checked_by_itself():
    answer = analyser.compare(FPP, "captain_bonus=2,3", "random", games=400, jobs=1)
    assert "mean score" in answer.headlines[0]
    assert answer.asked["check_games"] == 200
    assert "obust" in answer.headlines[0]
    plain = analyser.compare(FPP, "captain_bonus=2,3", "random", games=400, jobs=1, robustness=False)
    assert plain.frame["difference"].to_list() == answer.frame["difference"].to_list()
    assert plain.headlines[-1].startswith("Not checked")


def test_a_curve_is_checked_by_itself():
    """Faut pas pousser: thrifty has Captains aboard at the end and scores the bonus, wary has none."""
    asked = ask(FPP, 400)
    bonus = read_variation(asked.game, "captain_bonus=0:2")
    other = Scenario("wary", ON_PLAY, asked, "wary")
    found = checked(lambda what, who: sweep(what, bonus, who, LAB), asked, "thrifty", [other])
    assert {line.partition(":")[0] for line in found.headlines} == {"mean score", "winners score"}
    for line in found.headlines:
        assert line.endswith("Depends on play (thrifty against wary): captain_bonus=1, captain_bonus=2.")
    outcomes = found.tables["differences"]["outcome"].unique().to_list()
    against = compare(asked, bonus, "thrifty", LAB).frame.filter(pl.col("outcome").is_in(outcomes))
    assert found.tables["differences"]["difference"].to_list() == against["difference"].to_list()


def test_a_curve_on_which_nothing_moves_says_so():
    """Four players leave no neutral crew, so there are no ties of neutral crews."""
    asked = ask(FPP, 400)
    tie = read_variation(asked.game, "neutral_tie=random,crew-order")
    found = checked(lambda what, who: sweep(what, tie, who, LAB), asked, "wary", [])
    assert found.headlines[0].startswith("No outcome is shown to change over neutral_tie")


def test_a_curve_may_go_unchecked():
    answer, plain = (
        analyser.sweep(FPP, "captain_bonus=2,3", "random", games=400, jobs=1, robustness=checks)
        for checks in (True, False)
    )
    assert all("obust" in line or "epends" in line for line in answer.headlines)
    assert plain.frame.equals(answer.frame)
    assert plain.headlines[-1].startswith("Not checked")


def test_a_real_question_with_another_field():
    answer = analyser.values(FPP, ["age"], "random", fields=["greedy"], games=400, jobs=1)
    assert answer.asked["checked_with"] == ["greedy"]
    assert answer.frame["holds"].len() == 4
    plain = values(ask(FPP, 400), ["age"], "random", LAB)
    assert answer.frame["value_points"].to_list() == plain.frame["value_points"].to_list()
