"""Verdicts that are checked with other players and other assumptions."""

from dataclasses import replace

import polars as pl
import pytest

import analyser
from analyser.experiments.answer import Answer, Played
from analyser.experiments.checks import Repeat, checked, repeats_of, usual_repeats, with_assumptions, with_opponents
from analyser.experiments.compare import compare
from analyser.experiments.measured import Measured, Reading
from analyser.experiments.robustness import Check, Holds, Kind, Result, robustness
from analyser.experiments.sentences import said
from analyser.experiments.sweep import sweep
from analyser.experiments.values import values
from analyser.experiments.variation import read_variation
from analyser.experiments.verdict import About, Level, Verdict
from analyser.games.loader import find_game
from analyser.strategies.library import find_strategies
from tests.experiments.asking import FPP, GAMES, RUNNER, ask


def planted(value, who="A", by_table=None):
    """An answer of one level with this value, known to half a point."""
    frame = pl.DataFrame(
        {"level": ["card"], "value_points": [value], "low_points": [value - 0.5], "high_points": [value + 0.5]}
    )
    row = Reading.of(frame).measured(frame.row(0, named=True), "card")
    verdict = Verdict(Level.FOUND, said("values.study", text="A card."), About("cards"), (row,))
    played = Played(FPP, 4, 1, 100, who, by_table=by_table or {})
    return Answer(said("plain", number="planted"), played, (verdict,), {"cards": frame}, facts={"planted": True})


def played_by(*names):
    return [Repeat(Check(name, Kind.PLAY), ask(), name) for name in names]


@pytest.mark.parametrize(
    ("main", "other", "holds", "says"),
    [
        (3.0, -3.0, "depends on play", "Depends on who plays: card: −3.0 (−3.5 to −2.5) with B."),
        (0.0, 3.0, "depends on play", "Depends on who plays: card: +3.0 (+2.5 to +3.5) with B."),
        (3.0, 0.1, "depends on play", "Depends on who plays: card: +0.1 (−0.4 to +0.6) with B."),
        (3.0, 3.2, "robust", "Robust: the one check agrees (played by B; ±\u00a00.5 points)."),
        (3.0, 9.0, "robust", "Robust: the one check agrees (played by B; ±\u00a00.5 points)."),
        (0.6, 0.4, "not settled", "Not settled: no check contradicts it, but not all have enough games"),
        (0.1, 0.2, "not settled", "Not settled: no check contradicts it, but not all have enough games"),
    ],
)
def test_a_planted_reversal_is_told_and_a_constant_is_robust(main, other, holds, says):
    """Figure 11 for values: other players turn +3 points into -3, or leave them. Silence of few games is not robust."""
    answers = {"A": planted(main), "B": planted(other)}
    found = checked(lambda asked, who: answers[who], ask(), "A", played_by("B"))
    assert found.frame["holds"].to_list() == [holds]
    assert found.headlines[0].startswith(f"A card. {says}")
    assert found.tables["checks"].rows() == [("cards", "card", "B", "play", other, other - 0.5, other + 0.5)]


def test_a_question_with_its_own_players_is_not_checked_with_those():
    main = planted(3.0, by_table={"cards": "reader"})
    answers = {None: main, "reader": planted(9.0), "B": planted(-3.0)}
    found = checked(lambda asked, who: answers[who], ask(), None, played_by("reader", "B"))
    assert found.headlines == ["A card. Depends on who plays: card: −3.0 (−3.5 to −2.5) with B."]
    assert found.tables["checks"]["check"].to_list() == ["B"]
    alone = checked(lambda asked, who: answers[who], ask(), None, played_by("reader"))
    assert alone.verdict.robustness.holds == Holds.UNCHECKED
    assert alone.frame["holds"].to_list() == ["not checked"]


@pytest.mark.parametrize(
    ("main", "lacks", "holds"),
    [(3.0, "interval", "not settled"), (-3.0, "interval", "not settled"), (3.0, "row", "not checked")],
)
def test_a_check_that_lacks_something_confirms_nothing(main, lacks, holds):
    other, none = planted(main), pl.lit(None, pl.Float64)
    frame = other.frame.with_columns(low_points=none, high_points=none) if lacks == "interval" else other.frame.head(0)
    answers = {"A": planted(main), "B": replace(other, tables={"cards": frame})}
    found = checked(lambda asked, who: answers[who], ask(), "A", played_by("B"))
    assert found.frame["holds"].to_list() == [holds]


class TestRobustness:
    """What a verdict rests on, against what others find."""

    def beside(self, mine, *others):
        """Rows of half a point each way; a row may be missing."""

        def row(k, value):
            return Measured(value, value - 0.5, value + 0.5, name=str(k), key=(str(k),))

        here = [row(k, value) for k, value in enumerate(mine)]
        results = [
            Result(
                Check(f"b{n}", Kind.PLAY),
                {one.key: one for one in (row(k, value) for k, value in enumerate(other) if value is not None)},
            )
            for n, other in enumerate(others)
        ]
        return robustness(here, results)

    def test_all_must_confirm_all(self):
        assert self.beside([3, -3], [4, -2], [2, -1]).holds == Holds.ROBUST
        assert self.beside([3, -3], [4, -2], [2, 0]).holds == Holds.DEPENDS
        assert self.beside([3, -3], [4, -2], [2, None]).holds == Holds.UNSETTLED
        assert self.beside([3, 0.6], [4, 0.6], [2, 0.4]).holds == Holds.UNSETTLED

    def test_without_checks_nothing_is_claimed(self):
        assert self.beside([3, -3]).holds == Holds.UNCHECKED

    def test_who_objects_is_named(self):
        found = self.beside([3, -3], [4, -2], [-3, 3])
        assert [(one.check.name, one.here.name) for one in found.objections] == [("b1", "0"), ("b1", "1")]
        assert found.depends_on == ("play",)


def test_who_plays_a_question_is_told():
    answer = values(ask("la-planche", 120), ["colour", "deal", "knowing-colours"], None, RUNNER)
    assert "field of survivor, knowing-colours of detective:" in answer.heading
    assert answer.played.by("knowing-colours") == "detective"


def test_unchecked_verdicts_say_so():
    found = checked(lambda asked, who: planted(1.0), ask(), None, [])
    assert found.headlines[1:] == [
        "Not checked with other players or other assumptions: --opponents a,b,... and --assumptions do."
    ]


def test_assumptions_are_tried_one_at_a_time():
    found = with_assumptions(ask(FPP), None)
    assert "ages=reverse" in [one.check.name for one in found]
    assert all(len(one.experiment.settings) == 1 for one in found)
    assert next(one for one in found if one.check.name == "ages=reverse").check.on == "ages"


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_checks_are_cheap_and_known(game):
    """Other players and every assumption, together as many games as the experiment, unless that is too few to see."""
    found = usual_repeats(ask(game, 20_000), None)
    opponents = [one.check.name for one in found if one.check.kind == Kind.PLAY]
    assert 2 <= len(opponents) <= 3
    assert any(one.check.kind == Kind.ASSUMPTION for one in found)
    assert all(one.experiment.games == 20_000 for one in found if one.check.kind == Kind.PLAY)
    assert sum(one.experiment.games for one in found if one.check.kind == Kind.ASSUMPTION) <= 20_000
    assert all(one.experiment.brief for one in found)
    find_strategies(find_game(game), opponents)
    assert min(one.experiment.games for one in usual_repeats(ask(game, 400), None)) >= 200


def test_what_the_user_fixed_is_not_tried():
    asked = ask(FPP, settings=["ages=reverse"])
    names = [one.check.name for one in usual_repeats(asked, None, ("equal_points",))]
    assert not any(name.startswith(("ages=", "equal_points=")) for name in names)
    assert "neutral_tie=crew-order" in names


def test_opponents_that_are_named_play_in_full():
    found = repeats_of(ask(FPP, 5000), None, "random,greedy", False)
    assert [(one.check.name, one.experiment.games) for one in found] == [("random", 5000), ("greedy", 5000)]
    assert [one.check.name for one in found] == [one.check.name for one in with_opponents(ask(), ["random", "greedy"])]


def test_seats_that_rest_on_an_assumption_say_so_by_themselves():
    """Faut pas pousser: equal while ages are drawn, whoever plays; not when they follow the seats."""
    answer = analyser.seats(FPP, "thrifty", games=2000, jobs=1)
    assert "Depends on the assumption ages: seat 1: " in answer.headlines[-1]
    assert set(answer.tables["seats"]["depends_on"]) == {"ages"}
    fixed = analyser.seats(FPP, "thrifty", games=2000, jobs=1, settings=["ages=random"])
    assert (
        "all 6 checks agree (played by captain and passes; other values of assumed settings: 4" in fixed.headlines[-1]
    )


def test_seats_that_are_undecided_are_not_called_robust():
    """La Planche: 200 games show nothing, and neither do their checks."""
    answer = analyser.seats("la-planche", "protector", games=200, jobs=1)
    assert answer.headlines[0].startswith("Too close to call: seat ")
    assert "Not settled: no check contradicts it" in answer.headlines[0]
    assert set(answer.frame["holds"]) == {"not settled"}


def test_a_comparison_is_checked_by_itself():
    answer = analyser.compare(FPP, "captain_bonus=2,3", "random", games=400, jobs=1)
    assert "mean score" in answer.headlines[0]
    assert answer.facts["check_games"] == 400
    assert answer.verdict.robustness.depends_on == ("play",), "wary has no Captain aboard at the end"
    plain = analyser.compare(FPP, "captain_bonus=2,3", "random", games=400, jobs=1, robustness=False)
    assert plain.frame["difference"].to_list() == answer.frame["difference"].to_list()
    assert any(one.startswith("Not checked") for one in plain.headlines)


def test_a_curve_is_checked_by_itself():
    """Faut pas pousser: thrifty has Captains aboard at the end and scores the bonus, wary has none."""
    asked = ask(FPP, 400)
    bonus = read_variation(asked.game, "captain_bonus=0:2")
    found = checked(
        lambda what, who: sweep(what, bonus, who, RUNNER), asked, "thrifty", with_opponents(asked, ["wary"])
    )
    depends = {line.partition(":")[0]: line.partition("Depends on who plays: ")[2] for line in found.headlines}
    assert depends.keys() == {"Mean score", "Points of the winner"}
    assert depends["Mean score"] == "captain_bonus=2: exactly 0 with wary."
    assert depends["Points of the winner"].startswith("captain_bonus=2: +0.0 (")
    outcomes = found.tables["differences"]["outcome"].unique().to_list()
    against = compare(asked, bonus, "thrifty", RUNNER).frame.filter(pl.col("outcome").is_in(outcomes))
    assert found.tables["differences"]["difference"].to_list() == against["difference"].to_list()


def test_a_curve_on_which_nothing_moves_says_so():
    """Four players leave no neutral crew, so there are no ties of neutral crews."""
    asked = ask(FPP, 400)
    tie = read_variation(asked.game, "neutral_tie=random,crew-order")
    found = checked(lambda what, who: sweep(what, tie, who, RUNNER), asked, "wary", [])
    assert found.headlines[0].startswith("No outcome is shown to change over neutral_tie")


def test_a_curve_may_go_unchecked():
    answer, plain = (
        analyser.sweep(FPP, "captain_bonus=2,3", "random", games=400, jobs=1, robustness=checks)
        for checks in (True, False)
    )
    assert all(one.robustness.checks for one in answer.verdicts)
    assert plain.frame.equals(answer.frame)
    assert plain.headlines[-1].startswith("Not checked")


def test_a_real_question_with_another_field():
    answer = analyser.values(FPP, ["age"], "random", opponents=["greedy"], games=400, jobs=1)
    assert answer.facts["checked_with"] == ["greedy"]
    assert answer.frame["level"].to_list() == ["1", "2", "3", "4"]
    plain = values(ask(FPP, 400), ["age"], "random", RUNNER)
    assert answer.frame["value_points"].to_list() == plain.frame["value_points"].to_list()
