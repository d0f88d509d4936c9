"""Verdicts of the experiments: planted fair and unfair worlds; « more than » only where a test says so."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from analyser.experiments.answer import ENGLISH
from analyser.experiments.by_strategy import by_strategy
from analyser.experiments.catalogue import Dealt, Forced
from analyser.experiments.categories import _verdict as categories_verdict
from analyser.experiments.differences import ADAPTED, curve_verdicts, variant_verdict
from analyser.experiments.endings import _verdict as ending_verdict
from analyser.experiments.feel_verdict import leader_verdict
from analyser.experiments.lengths import _verdict as length_verdict
from analyser.experiments.measured import Limits, Measured
from analyser.experiments.rates import Rate
from analyser.experiments.robustness import Holds
from analyser.experiments.roles import JudgedRole
from analyser.experiments.seats import answer_of
from analyser.experiments.sensitivity import Tried, _verdict
from analyser.experiments.sentences import said
from analyser.experiments.tournament_text import MIX_COLUMNS, equilibrium_sentence, seats_verdict, strongest_verdict
from analyser.experiments.variation import Variation
from analyser.experiments.verdict import About, Level, Verdict, ordered
from analyser.experiments.worth import price_verdict, remarks, value_verdict
from analyser.games.definition import SEAT
from analyser.statistics.robustness import ON_PLAY, Robustness
from tests.experiments.asking import ask, lottery, planted_sample

CLAIMS = ("more than your tolerance", "more than your limit", "strongest")


def text(verdict: Verdict) -> str:
    return ENGLISH.sentence(verdict.sentence)


def seat_verdict(shares, games, tolerance=2.0, seed=1):
    planted = planted_sample(lottery(shares, games, seed))
    return answer_of(ask(), [JudgedRole(SEAT, planted, tolerance)], "random").verdict


class TestSeats:
    def test_an_unfair_world_misses_the_tolerance(self):
        found = seat_verdict((0.31, 0.23, 0.23, 0.23), 60_000)
        assert found.level == Level.MISSED
        assert text(found).startswith("Seat 1 wins 6.")
        assert "points more than an equal share" in text(found)
        assert text(found).endswith("more than your tolerance of 2.")

    def test_a_seat_that_wins_too_little_is_told_so(self):
        found = seat_verdict((0.27, 0.27, 0.27, 0.19), 60_000)
        assert text(found).startswith("Seat 4 wins 6.")
        assert "points fewer than an equal share" in text(found)

    def test_a_fair_world_is_shown_to_be_fair(self):
        found = seat_verdict((0.25, 0.25, 0.25, 0.25), 60_000)
        assert found.level == Level.MET
        assert "equal within 2 points" in text(found)

    def test_a_game_that_is_the_same_for_every_seat_is_said_to_be(self):
        every_turn = planted_sample(np.tile(np.eye(4), (50, 1)), block=4)
        found = answer_of(ask(), [JudgedRole(SEAT, every_turn, 2.0)], "random").verdict
        assert found.level == Level.MET
        assert text(found).startswith("The seats are exactly equal")

    def test_too_few_games_are_undecided_and_say_how_many_would_decide(self):
        found = seat_verdict((0.25, 0.25, 0.25, 0.25), 1_000)
        assert found.level == Level.UNDECIDED
        assert found.games_needed > 1_000
        assert "games in all would decide" in text(found)
        assert not any(claim in text(found) for claim in CLAIMS)

    def test_fair_worlds_are_rarely_called_unfair(self):
        """At most 5 % of worlds exactly on the tolerance; this seed gives the same count every time."""
        worlds = [seat_verdict((0.27, 0.27, 0.23, 0.23), 4_000, seed=seed).level for seed in range(400)]
        assert worlds.count(Level.MISSED) <= 20
        assert worlds.count(Level.MET) <= 20

    def test_unfair_worlds_are_never_called_fair(self):
        worlds = [seat_verdict((0.29, 0.27, 0.22, 0.22), 4_000, seed=seed).level for seed in range(200)]
        assert worlds.count(Level.MET) == 0

    def test_games_that_are_said_to_decide_do_decide_in_most_worlds(self):
        worlds = [seat_verdict((0.29, 0.24, 0.235, 0.235), 20_000, seed=seed).level for seed in range(100)]
        assert worlds.count(Level.MISSED) >= 90


def cards(values, half):
    rows = [{"level": f"card {k}", "value_points": float(value)} for k, value in enumerate(values)]
    ends = [{"low_points": row["value_points"] - half, "high_points": row["value_points"] + half} for row in rows]
    shares = [
        {"win_share": 0.25 + row["value_points"] / 100, "reference_share": 0.25, "equal_share": 0.25} for row in rows
    ]
    return pl.DataFrame([row | end | share for row, end, share in zip(rows, ends, shares, strict=True)])


FORCED = Forced(name="q", question="?", levels=["a"], play="x({base})", reference="free play")
AWAY = Forced(name="q", question="?", levels=["a"], play="x({base})", reference="free play", taken_away=True)
OTHER = Forced(name="q", question="?", levels=["a"], play="x", reference="pass", reference_play="y")
DEALT = Dealt(name="q", question="?", columns=["a"])


def told(frame, tolerance=None, question=FORCED):
    return value_verdict(question, frame, tolerance, 1_000)


class TestValues:
    def test_the_best_is_told_only_if_it_is_apart(self):
        assert (
            text(told(cards([9, 0, -9], 1)))
            .replace("\u00a0", " ")
            .startswith("Worth most: card 0, 34.0 % of wins, +9.0 points (+8.0 to +10.0); worth")
        )
        alike = text(told(cards([9, 8, -9], 1)))
        assert alike.startswith("Card 0 and card 1 share the top; card 0 has the highest estimate, 34.0")

    def test_an_end_that_may_be_zero_is_told_only_if_it_is_apart_from_the_other(self):
        assert "Worth most" in text(told(cards([0.5, 0, -9], 1))) or "share the top" in text(
            told(cards([0.5, 0, -9], 1))
        )
        assert "top" not in text(told(cards([0.5, 0, -1.2], 1)))

    def test_a_verdict_always_says_something(self):
        """The ends are wide, one in the middle is shown: no best and no worst, and yet a finding."""
        frame = cards([9, 2, -8], 20).with_columns(
            low_points=pl.Series([-11.0, 1.0, -28.0]), high_points=pl.Series([29.0, 3.0, 12.0])
        )
        found = told(frame)
        assert found.level == Level.FOUND
        assert "Shown to matter: 1 of 3, most of all card 1, +2.0 points (+1.0 to +3.0)" in text(found)

    def test_all_alike_have_no_first(self):
        found = text(told(cards([1, 0, -3], 2.5)))
        assert "worst" in found
        assert "Worth least" not in found

    def test_one_alone_is_neither_most_nor_least(self):
        assert text(told(cards([3], 1))) == "Its worth is +3.0 points (+2.0 to +4.0)."

    def test_nothing_is_shown(self):
        found = told(cards([0.5, 0, -0.5], 1))
        assert found.level == Level.NOTED
        assert "None is shown to matter" in text(found)

    @pytest.mark.parametrize(
        ("values", "half", "level"),
        [
            ([9, 0, -1], 1, Level.MISSED),
            ([-9, 0, 1], 1, Level.MISSED),
            ([1, 0, -1], 1, Level.MET),
            ([4, 0, -1], 3, Level.UNDECIDED),
        ],
    )
    def test_tolerance(self, values, half, level):
        found = told(cards(values, half), 5.0)
        assert found.level == level
        assert ("more than your tolerance" in text(found)) == (level == Level.MISSED)
        assert ("games for each value would decide" in text(found)) == (level == Level.UNDECIDED)

    def test_what_is_dealt_needs_games_in_all(self):
        assert "games in all would decide" in text(told(cards([4, 0, -1], 3), 5.0, DEALT))

    def test_several_beyond_the_tolerance_are_counted(self):
        assert "2 of 3 are beyond your tolerance" in text(told(cards([9, -8, 0], 1), 5.0))

    @pytest.mark.parametrize(
        ("values", "tolerance", "rests_on"),
        [
            ([9, 0, -9], None, ["card 0", "card 2"]),
            ([9, 0, -0.5], None, ["card 0"]),
            ([0.5, 0, -0.5], None, ["card 0", "card 1", "card 2"]),
            ([9, 8, -1], 5.0, ["card 0"]),
            ([1, 0, -1], 5.0, ["card 0", "card 1", "card 2"]),
        ],
    )
    def test_what_a_verdict_rests_on(self, values, tolerance, rests_on):
        """The levels that it names; all that it could have named if it claims nothing, or something of all."""
        assert [ENGLISH.fill(one.name) for one in told(cards(values, 1), tolerance).rests_on] == rests_on


class TestRemarks:
    def said(self, frame, question=FORCED):
        zero, *others = [ENGLISH.sentence(one) for one in remarks(question, frame, "", "admiral")]
        assert zero.startswith("Zero: ")
        return others

    def test_free_choice_is_named_only_if_nothing_beats_it(self):
        assert "free choice" in self.said(cards([0, -9], 1))[0]
        assert self.said(cards([9, -9], 1))[0].startswith("Admiral leaves points")
        assert self.said(cards([0, -9], 1), OTHER) == [], "not measured from free play"

    def test_a_player_that_wins_more_when_it_is_held_leaves_points_on_the_table(self):
        (left,) = self.said(cards([9, -9], 1))
        assert "held to card 0 it wins +9.0 points (+8.0 to +10.0) more than freely" in left
        (without,) = self.said(cards([0, -9], 1), AWAY)
        assert "held to playing without card 1 it wins +9.0 points" in without
        assert self.said(cards([9, -0.5], 1), AWAY) == []

    def test_what_is_seen_misleads_only_if_it_is_shown_to_be_worse(self):
        seen = pl.Series("observed_share", [0.2, 0.5]), pl.Series("observed_margin_points", [1.0, 1.0])
        misled = self.said(cards([9, 0], 1).with_columns(*seen))
        assert "as seen, card 1 looks best (50.0\u00a0% ±\u00a01.0); forced, card 0 is worth more" in misled[-1]
        right = cards([9, 0], 1).with_columns(seen[0].reverse(), seen[1])
        assert not any("as seen" in one for one in self.said(right))
        assert self.said(cards([1, 0.5], 1).with_columns(*seen)) == ["None is shown to do better than free choice."]

    def test_worth_in_a_currency(self):
        frame = cards([9, 2], 1).with_columns(
            worth_in_doubloon=pl.Series([3.0, 1.0]), worth_low=pl.Series([2.0, 0.5]), worth_high=pl.Series([4.0, 1.5])
        )
        _, found = [ENGLISH.sentence(one) for one in remarks(DEALT, frame, "doubloons", "admiral")]
        assert found == "In doubloons: card 0 +3.0 (+2.0 to +4.0); card 1 +1.0 (+0.5 to +1.5)."
        unknown = frame.with_columns(worth_low=pl.lit(-np.inf), worth_high=pl.lit(np.inf))
        assert "give the worth in doubloons" in ENGLISH.sentence(remarks(DEALT, unknown, "doubloons", "admiral")[1])


class TestOthers:
    @pytest.mark.parametrize(
        ("low", "high", "level"),
        [(0.01, 0.02, Level.MET), (0.06, 0.07, Level.MISSED), (0.04, 0.06, Level.UNDECIDED)],
    )
    def test_endings(self, low, high, level):
        one = Measured((low + high) / 2, low, high, Limits.at_most(0.05))
        found = ending_verdict(one, "shared", 5.0, 1000)
        assert found.level == level
        assert ("more than your limit" in text(found)) == (level == Level.MISSED)

    @pytest.mark.parametrize(
        ("target", "level"), [((10, 22), Level.MET), ((12, 22), Level.MISSED), ((11, 22), Level.UNDECIDED)]
    )
    def test_length_against_its_target(self, target, level):
        found = Measured(11.0, 10.9, 11.1, Limits(*target))
        assert length_verdict(found, "rounds", 300, target).level == level
        assert length_verdict(found, "rounds", 300, None).level == Level.NOTED

    def test_categories(self):
        def found(shares, tolerance):
            limits = Limits(0.5 - (tolerance or 0) / 100, 0.5 + (tolerance or 0) / 100)
            rows = [Measured(one, one - 0.01, one + 0.01, limits, "a", ("a",)) for one in shares]
            return categories_verdict(rows, 0.5, tolerance, 1000).level

        assert found([0.5, 0.5], 2.0) == Level.MET
        assert found([0.6, 0.4], 2.0) == Level.MISSED
        assert found([0.515, 0.485], 2.0) == Level.UNDECIDED
        assert found([0.6, 0.4], None) == Level.FOUND
        assert found([0.5, 0.5], None) == Level.NOTED

    def test_the_strongest_only_if_apart(self):
        table = pl.DataFrame({"strategy": ["a", "b"], "win_share": [0.4, 0.3], "low_share": [0.38, 0.28]})
        apart = strongest_verdict(table.with_columns(high_share=pl.col("win_share") + 0.02), 4)
        assert "strongest strategy is a:" in text(apart)
        together = table.with_columns(high_share=pl.col("win_share") + 0.2)
        assert "A and b share the top; a has the highest" in text(strongest_verdict(together, 4))
        nothing = strongest_verdict(together.with_columns(low_share=pl.lit(0.2)), 4)
        assert nothing.level == Level.NOTED
        assert "No strategy is shown to win more" in text(nothing)

    def test_seats_depend_on_players_who_are_shown_to_differ(self):
        found = Robustness(0, None, 0.75, -0.1, 0.1, (1, -0.25), (0, 0.75), 0.2, ON_PLAY, is_apart=True)
        assert "depend on who plays: seat 1 has +75.0 points among a but −25.0 among b" in text(
            seats_verdict([found], ["a", "b"], 1.0)
        )
        unsure = seats_verdict([replace(found, is_apart=False)], ["a", "b"], 1.0)
        assert (unsure.level, unsure.sentence.key) == (Level.NOTED, "seats.unsettled")

    @pytest.mark.parametrize(("limit", "level"), [(80, Level.MET), (40, Level.MISSED), (61, Level.UNDECIDED)])
    def test_a_runaway_leader(self, limit, level):
        row = {"measure": "leader_at_half_wins_share", "mean": 0.6, "low": 0.58, "high": 0.62}
        assert leader_verdict(pl.DataFrame([row]), limit, 1000).level == level
        assert leader_verdict(pl.DataFrame([row]), None, 1000).level == Level.NOTED

    def test_order_of_importance(self):
        def verdict(level, name, weight=0.0):
            return Verdict(level, said(name), About(""), weight=weight)

        found = [
            (2, verdict(Level.MET, "a")),
            (3, verdict(Level.MISSED, "b", 0.1)),
            (4, verdict(Level.FOUND, "c", 9.0)),
            (5, verdict(Level.MISSED, "d", 2.0)),
            (6, verdict(Level.UNDECIDED, "e")),
        ]
        assert "".join(one.sentence.key for _, one in ordered(found)) == "dbeca"


class TestVariants:
    def changed(self, rounds, spread, headline="rounds", changed=0.5):
        rows = [
            {"outcome": name, "base": 1.0, "difference": sum(ends) / 2, "low": ends[0], "high": ends[1]}
            for name, ends in (("rounds", rounds), ("mean_score", (-0.2, 0.1)), ("seat_spread", spread))
        ]
        frame = pl.DataFrame(rows).with_columns(
            variant=pl.lit("a=2"),
            play=pl.lit(ADAPTED),
            games_changed_rate=pl.lit(changed),
            variance_reduction=pl.lit(2.0),
        )
        return variant_verdict(frame, "a=2", ADAPTED, "a=1", Rate(0.2, 0.1, 0.3), headline)

    def test_a_variant_changes_something_only_if_its_interval_says_so(self):
        more = self.changed((0.5, 1.5), (0.005, 0.015))
        assert "rounds up by 1.0 (0.5 to 1.5); the seats are 1.0 points further apart (0.5 to 1.5)" in text(more)
        assert "in 20.0\u00a0% of games (10.0 to 30.0\u00a0%) another seat wins" in text(more)
        less = self.changed((-1.5, -0.5), (-0.015, -0.005))
        assert "rounds down by 1.0 (0.5 to 1.5); the seats are 1.0 points closer together (0.5 to 1.5)" in text(less)
        none = self.changed((-0.5, 1.5), (-0.01, 0.01))
        assert "no change in rounds is shown (+0.5; −0.5 to +1.5)" in text(none)
        assert (more.level, none.level) == (Level.FOUND, Level.NOTED)

    def test_without_a_headline_the_surest_changes_are_named(self):
        assert "no change is shown" in text(self.changed((-1, 1), (-0.01, 0.01), headline=""))
        assert "rounds up" in text(self.changed((0.5, 1.5), (-0.01, 0.01), headline=""))

    def test_games_that_come_out_the_same_say_so(self):
        found = self.changed((0, 0), (0, 0), changed=0.0)
        assert text(found).endswith("(strategies adapt): not one game differs.")

    def curve(self, low, high):
        """A setting at 0, 2 and 4; the differences from 0 have these intervals."""
        means = pl.DataFrame({"bonus": ["0", "2", "4"], "outcome": "rounds", "mean": [1.0, 2.0, 3.0]})
        means = means.with_columns(low=pl.col("mean") - 5, high=pl.col("mean") + 5)
        ends = {"low": low, "high": high, "difference": np.mean([low, high], 0)}
        table = pl.DataFrame({"variant": ["bonus=2", "bonus=4"], "outcome": "rounds", **ends})
        return curve_verdicts(means, table, Variation("bonus", (0, 2, 4)), ["rounds"])[0]

    def test_a_curve_rises_if_the_paired_difference_says_so(self):
        """However wide the means themselves are: the games are the same."""
        rises = self.curve([0.5, 1.5], [1.5, 2.5])
        assert text(rises).startswith("Rounds: up from 1.0 (−4.0 to 6.0) at bonus 0 to 3.0 (−2.0 to 8.0) at 4.")
        falls = self.curve([-1.5, -2.5], [-0.5, -1.5])
        assert "down from" in text(falls)

    def test_a_curve_that_moves_only_in_the_middle_says_where(self):
        assert "at bonus 0 to 2.0 (−3.0 to 7.0) at 2" in text(self.curve([0.5, -1.0], [1.5, 1.0]))

    def test_a_curve_on_which_nothing_moves(self):
        found = self.curve([-1.0, -1.0], [1.0, 1.0])
        assert found.level == Level.NOTED
        assert "no change is shown between bonus 0" in text(found)


class TestSensitivity:
    def tried(self, *intervals, tolerance=2.0):
        """A seat as it is and under other assumptions, by its interval."""
        found = [
            Tried(
                name,
                "x" if name else "",
                SimpleNamespace(n_games=1000),
                SimpleNamespace(verdict="fair", tolerance=tolerance / 100),
                [Measured(sum(ends) / 2, *ends, Limits.around_zero(tolerance), said("seat", seat=1), (1,))],
            )
            for name, ends in zip(("as it is", "push", "vane"), intervals, strict=False)
        ]
        return _verdict(found[0], found[1:], 0)

    def test_an_assumption_that_turns_the_verdict_is_named(self):
        found = self.tried((-1, 1), (3, 5))
        assert (found.level, found.robustness.holds) == (Level.FOUND, Holds.DEPENDS)
        assert "it changes with push=x" in text(found)

    def test_all_must_show_the_same(self):
        assert self.tried((-1, 1), (-1, 1), (-1.5, 0)).level == Level.MET
        undecided = self.tried((-1, 1), (-1, 3))
        assert undecided.level == Level.UNDECIDED
        assert "games for each value would decide" in text(undecided)


def test_the_mean_in_the_games_of_each_strategy_is_a_check():
    """Strategy a plays games of 10, b games of 20: both within 5 to 25, on both sides of 5 to 15."""
    played = SimpleNamespace(
        lineups=np.repeat([[0, 0], [1, 1]], 50, axis=0),
        job=SimpleNamespace(block=1, strategies=(SimpleNamespace(spec="a"), SimpleNamespace(spec="b"))),
    )
    values = np.r_[np.full(50, 10.0), np.full(50, 20.0)]

    def holds(least, most):
        one = Measured(15.0, 14.0, 16.0, Limits(least, most), "rounds", ("rounds",))
        verdict = Verdict(Level.MET, said("a"), About(""), (one,))
        return verdict.checked(by_strategy(played, values, one)).robustness.holds

    assert holds(5, 25) == Holds.ROBUST
    assert holds(5, 17) == Holds.DEPENDS


class TestPrices:
    """Whether a card is too strong for its price: by its worth beyond the mean of the cards of its price."""

    def verdict(self, *intervals, tolerance=2.0):
        rows = [
            Measured((low + high) / 2, low, high, Limits.around_zero(tolerance), f"card {k}")
            for k, (low, high) in enumerate(intervals)
        ]
        return price_verdict(rows, tolerance, 1000, "doubloons", About("blank"))

    def test_cards_beyond_the_tolerance_are_named_by_their_side(self):
        found = self.verdict((2.5, 3.5), (-0.5, 0.5), (-4.0, -3.0), (1.0, 3.0))
        assert found.level == Level.MISSED
        assert text(found) == (
            "Beyond your tolerance of 2 doubloons from the mean of their price: "
            "too strong card 0, +3.0 (+2.5 to +3.5); too weak card 2, −3.5 (−4.0 to −3.0)."
        )

    def test_all_within(self):
        assert text(self.verdict((-1.0, 1.5), (-1.5, 0.0))).startswith("No card is worth 2 doubloons more or less")

    def test_too_close_to_call(self):
        found = self.verdict((1.0, 2.6), (-1.0, 1.0))
        assert found.level == Level.UNDECIDED
        assert "within 0.2 of your tolerance of 2; about" in text(found)


@pytest.mark.parametrize(("high", "told"), [(1.0, "strategies.equilibrium_open"), (0.45, "strategies.equilibrium")])
def test_a_mix_that_may_be_anything_is_not_told(high, told):
    strategies = pl.DataFrame([("one", 0.0, high), ("other", 0.0, 0.3)], schema=MIX_COLUMNS, orient="row")
    sentence = equilibrium_sentence([(np.array([0.8, 0.2]), 0.0)], None, strategies, ["one", "other"])
    assert sentence.key == told
