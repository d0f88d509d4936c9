"""Verdict logic: planted fair and unfair worlds; « more than » only where a test says so."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from analyser.experiments.catalogue import Question
from analyser.report.hanging import Hanging, hanging
from analyser.report.holding import over_strategies, robustness, told_by
from analyser.report.questions import (
    categories,
    compare,
    endings,
    feel,
    length,
    seats,
    strategies,
    sweep,
    tornado,
    worth,
)
from analyser.report.rates import rate
from analyser.report.verdicts import (
    Holding,
    Holds,
    Level,
    Verdict,
    excess,
    games_for_all,
    games_to_decide,
    ordered,
    within,
)
from analyser.report.words import Words
from analyser.statistics.estimates import Estimates
from analyser.statistics.fairness import judge, seat_advantage
from analyser.statistics.robustness import UNSURE
from tests.report.small import ask, desk_of

WORDS = Words("en")
CLAIMS = ("more than your tolerance", "more than your limit", "strongest")


def lottery(shares, games, seed):
    """One winner a game, drawn with these chances."""
    rng = np.random.Generator(np.random.PCG64(seed))
    return np.eye(len(shares))[rng.choice(len(shares), games, p=shares)]


def seat_verdict(shares, games, tolerance=0.02, seed=1):
    return seats.verdict(judge(seat_advantage(lottery(shares, games, seed), 1), tolerance), games, WORDS)


class TestSeats:
    def test_an_unfair_world_misses_the_tolerance(self):
        found = seat_verdict((0.31, 0.23, 0.23, 0.23), 60_000)
        assert found.level == Level.MISSED
        assert found.sentence.startswith("Seat 1 wins 6.")
        assert "more than its share" in found.sentence
        assert "more than your tolerance of 2." in found.sentence

    def test_a_seat_that_wins_too_little_is_told_so(self):
        found = seat_verdict((0.27, 0.27, 0.27, 0.19), 60_000)
        assert found.sentence.startswith("Seat 4 wins 6.")
        assert "points fewer than its share" in found.sentence

    def test_a_fair_world_is_shown_to_be_fair(self):
        found = seat_verdict((0.25, 0.25, 0.25, 0.25), 60_000)
        assert found.level == Level.MET
        assert "equal within 2 points" in found.sentence

    def test_a_game_that_is_the_same_for_every_seat_is_said_to_be(self):
        every_turn = np.tile(np.eye(4), (50, 1))
        found = seats.verdict(judge(seat_advantage(every_turn, 4), 0.02), 200, WORDS)
        assert found.level == Level.MET
        assert found.sentence.startswith("The seats are exactly equal")

    def test_too_few_games_are_undecided_and_say_how_many_would_decide(self):
        found = seat_verdict((0.25, 0.25, 0.25, 0.25), 1_000)
        assert found.level == Level.UNDECIDED
        assert "games in all would decide" in found.sentence
        assert not any(claim in found.sentence for claim in CLAIMS)

    def test_fair_worlds_are_rarely_called_unfair(self):
        """At most 5 % of worlds exactly on the tolerance; this seed gives the same count every time."""
        worlds = [seat_verdict((0.27, 0.27, 0.23, 0.23), 4_000, seed=seed).level for seed in range(400)]
        assert worlds.count(Level.MISSED) <= 20
        assert worlds.count(Level.MET) <= 20

    def test_unfair_worlds_are_never_called_fair(self):
        worlds = [seat_verdict((0.29, 0.27, 0.22, 0.22), 4_000, seed=seed).level for seed in range(200)]
        assert worlds.count(Level.MET) == 0

    def test_games_that_are_said_to_decide_do_decide_in_most_worlds(self):
        found = [
            seat_verdict((0.29, 0.24, 0.235, 0.235), 20_000, seed=seed).level == Level.MISSED for seed in range(100)
        ]
        assert sum(found) >= 90


def cards(values, half):
    rows = [{"level": f"card {k}", "label": f"card {k}", "value": v} for k, v in enumerate(values)]
    return pl.DataFrame(
        [row | {"low_points": row["value"] - half, "high_points": row["value"] + half, "games": 1000} for row in rows]
    )


class TestValues:
    def told(self, frame, tolerance=None, kind="forced"):
        return worth.verdict(frame, tolerance, 1_000, kind, WORDS)

    def test_the_best_is_told_only_if_it_is_apart(self):
        assert self.told(cards([9, 0, -9], 1)).sentence.startswith("Worth most: card 0, +9.0 points (+8.0 to +10.0).")
        alike = self.told(cards([9, 8, -9], 1)).sentence
        assert "Worth most, not told apart: card 0 and card 1; card 0 +9.0 points" in alike

    def test_an_end_that_may_be_zero_is_told_only_if_it_is_apart_from_the_other(self):
        assert "Worth most" in self.told(cards([0.5, 0, -9], 1)).sentence
        assert "Worth most" not in self.told(cards([0.5, 0, -1.2], 1)).sentence

    def test_a_verdict_always_says_something(self):
        """The ends are wide, one in the middle is shown: no best and no worst, and yet a finding."""
        frame = cards([9, 2, -8], 20).with_columns(
            low_points=pl.Series([-11.0, 1.0, -28.0]), high_points=pl.Series([29.0, 3.0, 12.0])
        )
        found = self.told(frame)
        assert found.level == Level.FOUND
        assert "1 of 3, most of all card 1, +2.0 points (+1.0 to +3.0)" in found.sentence

    def test_all_alike_have_no_first(self):
        frame = cards([1, 0, -3], 2.5)
        assert "worst" in self.told(frame).sentence
        assert "Worth least" not in self.told(frame).sentence

    def test_one_alone_is_neither_most_nor_least(self):
        assert self.told(cards([3], 1)).sentence == "Its worth is +3.0 points (+2.0 to +4.0)."

    def test_free_choice_is_named_only_if_nothing_beats_it(self):
        asked = Question("q", "?", "forced", {"levels": ["a"], "play": "x"})
        away = Question("q", "?", "forced", {"levels": ["a"], "play": "x", "taken_away": True})
        assert "free choice" in worth.beside_free(cards([0, -9], 1), asked, WORDS)[0]
        assert worth.beside_free(cards([9, -9], 1), asked, WORDS) == ()
        assert "overrated" in worth.beside_free(cards([0, -9], 1), away, WORDS)[0]
        assert worth.beside_free(cards([9, -0.5], 1), away, WORDS) == ()

    def test_nothing_is_shown(self):
        found = self.told(cards([0.5, 0, -0.5], 1))
        assert found.level == Level.TOLD
        assert "None is shown to matter" in found.sentence

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
        found = self.told(cards(values, half), 5)
        assert found.level == level
        assert ("more than your tolerance" in found.sentence) == (level == Level.MISSED)
        assert ("games for each value would decide" in found.sentence) == (level == Level.UNDECIDED)

    def test_several_beyond_the_tolerance_are_counted(self):
        assert "2 of 3 are beyond your tolerance" in self.told(cards([9, -8, 0], 1), 5).sentence

    def test_what_is_seen_misleads_only_if_it_names_another(self):
        frame = cards([9, 0], 1).with_columns(observed_share=pl.Series([0.2, 0.5]))
        assert "as seen, card 1 looks best" in worth.misled(frame, WORDS)[0]
        assert worth.misled(frame.with_columns(observed_share=pl.Series([0.5, 0.2])), WORDS) == ()
        alike = cards([1, 0], 1).with_columns(observed_share=pl.Series([0.2, 0.5]))
        assert worth.misled(alike, WORDS) == (), "forced, they are not told apart"


class TestLimits:
    @pytest.mark.parametrize(
        ("low", "high", "level"),
        [(0.01, 0.02, Level.MET), (0.06, 0.07, Level.MISSED), (0.04, 0.06, Level.UNDECIDED)],
    )
    def test_endings(self, low, high, level):
        row = {"outcome": "shared", "rate": (low + high) / 2, "low": low, "high": high, "games": 1000}
        found = endings._verdict(row, 5.0, WORDS)
        assert found.level == level
        assert ("more than your limit" in found.sentence) == (level == Level.MISSED)

    def test_a_rare_event_has_an_interval(self):
        share, low, high = rate(np.zeros(1000, bool), 1)
        assert (share, low) == (0.0, 0.0)
        assert 0 < high < 0.01

    def test_blocks_count_not_games(self):
        """Games that repeat each other in blocks of four have twice the margin."""
        hits = np.random.Generator(np.random.PCG64(5)).random(5_000) < 0.3
        alone, repeated = rate(hits, 1), rate(np.repeat(hits, 4), 4)
        assert np.allclose(alone, repeated)
        assert rate(np.repeat(hits, 4), 1)[2] < repeated[2]

    def test_within(self):
        assert within(11, 12, 10, 22) == Level.MET
        assert within(8, 9, 10, 22) == Level.MISSED
        assert within(9, 11, 10, 22) == Level.UNDECIDED

    def test_games_to_decide(self):
        assert games_to_decide(1000, 3.0, 1.0, 5.0, 2.0, -2.0) == 4000
        assert games_to_decide(1000, 2.0, 0.0, 4.0, 2.0) is None

    def test_an_undecided_rate_takes_more_games_than_were_played(self):
        """Intervals of rare events are lopsided: the side towards the limit counts."""
        share, low, high = rate(np.zeros(2_000, bool), 1)
        row = {"outcome": "unfinished", "rate": share, "low": low, "high": high, "games": 2_000}
        assert endings._verdict(row, 0.1, WORDS).level == Level.UNDECIDED
        assert games_to_decide(2_000, share, low, high, 0.001) > 2_000

    def test_all_must_be_inside_but_one_outside_is_enough(self):
        inside = [(0.0, -3.0, 3.0), (1.0, -2.0, 4.0)]
        assert games_for_all(1000, inside, 2.0) == 9000
        assert games_for_all(1000, [*inside, (4.0, 1.0, 7.0)], 2.0) == 2250
        assert games_for_all(1000, [(2.0, 1.0, 3.0)], 2.0) is None

    def test_excess_is_nothing_within_the_target(self):
        assert excess(12, 10, 22) == 0
        assert excess(33, 10, 22) == pytest.approx(0.5)

    def test_order_of_importance(self):
        found = [
            (2, Verdict(Level.MET, "a")),
            (3, Verdict(Level.MISSED, "b", 0.1)),
            (4, Verdict(Level.FOUND, "c", 9.0)),
            (5, Verdict(Level.MISSED, "d", 2.0)),
            (6, Verdict(Level.UNDECIDED, "e")),
        ]
        assert "".join(one.sentence for _, one in ordered(found)) == "dbeca"


class TestHolds:
    @pytest.mark.parametrize(
        ("mine", "other", "holds"),
        [
            ((Level.FOUND, 1), (Level.FOUND, 1), Holds.ROBUST),
            ((Level.FOUND, 1), (Level.FOUND, -1), Holds.DEPENDS),
            ((Level.MET, 0), (Level.MISSED, 0), Holds.DEPENDS),
            ((Level.MET, 0), (Level.UNDECIDED, 0), Holds.UNSURE),
            ((Level.FOUND, 1), (Level.TOLD, 0), Holds.DEPENDS),
            ((Level.UNDECIDED, 0), (Level.MET, 0), Holds.UNSURE),
        ],
    )
    def test_other_players_agree_or_not(self, mine, other, holds):
        verdicts = [Verdict(level, "So it is.", direction=direction) for level, direction in (mine, other)]
        found = told_by(verdicts[0], {"greedy": verdicts[1]}, "random", WORDS)
        assert found.holds == holds
        assert "greedy: So it is" in found.sentence

    def test_without_other_players_nothing_is_claimed(self):
        assert told_by(Verdict(Level.MET, "So it is."), {}, "random", WORDS).holds == Holds.UNSURE

    def test_a_verdict_carries_it(self):
        assert Verdict(Level.MET, "a").held(Holding(Holds.DEPENDS, "b")).holds == Holds.DEPENDS

    @pytest.mark.parametrize("level", [Level.UNDECIDED, Level.TOLD])
    def test_what_claims_nothing_does_not_hold_with_others(self, level):
        assert Verdict(level, "a").held(Holding(Holds.ROBUST, "b")).holds == Holds.UNSURE

    def beside(self, mine, other, half, tolerance):
        frame, table = cards(mine, half), cards(other, half)
        claim = worth.claim(frame, tolerance)
        return robustness(WORDS, "greedy", frame, {"random": table}, claim)

    @pytest.mark.parametrize(
        ("mine", "other", "tolerance", "holds"),
        [
            ([9, 0, -9], [9, 0, -9], None, Holds.ROBUST),
            ([9, 0, -9], [9, 3, -9], None, Holds.DEPENDS),
            ([9, 0, -9], [8, 0, -0.5], None, Holds.DEPENDS),
            ([9, 0, -2.5], [9, 0, -1], None, Holds.UNSURE),
            ([9, 0, -1], [9, 0, -1], 5, Holds.ROBUST),
            ([9, 0, -1], [3, 0, -1], 5, Holds.DEPENDS),
            ([9, 0, -1], [7, 0, -1], 5, Holds.ROBUST),
            ([7, 0, -1], [5.5, 0, -1], 5, Holds.UNSURE),
            ([1, 0, -1], [1, 0, -1], 5, Holds.ROBUST),
            ([1, 0, -1], [4.5, 0, -1], 5, Holds.UNSURE),
        ],
    )
    def test_a_verdict_holds_only_if_others_show_it_too(self, mine, other, tolerance, holds):
        """Judged by the tolerance, where there is one: « above 0 » as well is not enough."""
        assert self.beside(mine, other, 1, tolerance).holds == holds

    @pytest.mark.parametrize("tolerance", [None, 5])
    def test_others_who_lack_what_it_rests_upon_do_not_show_it(self, tolerance):
        frame = cards([9, 0, -9], 1)
        claim, others = worth.claim(frame, tolerance), {"random": frame, "racer": frame.slice(1, 1)}
        assert robustness(WORDS, "greedy", frame, others, claim).holds == Holds.UNSURE
        assert robustness(WORDS, "greedy", frame, {"random": frame}, claim).holds == Holds.ROBUST

    def test_the_mean_by_strategy_is_judged_only_by_a_target(self):
        class Played:
            lineups = np.repeat([[0, 0], [1, 1]], 50, axis=0)

            class job:
                strategies = (SimpleNamespace(spec="a"), SimpleNamespace(spec="b"))

        values = np.r_[np.full(50, 10.0), np.full(50, 20.0)]
        told = partial(over_strategies, Played, values, write=WORDS.number, words=WORDS)
        assert told(judge=None).holds == Holds.UNSURE
        assert "from 10.0 (a) to 20.0 (b)" in told(judge=None).sentence
        assert told(judge=lambda low, high: within(low, high, 5, 25)).holds == Holds.ROBUST
        assert told(judge=lambda low, high: within(low, high, 5, 15)).holds == Holds.DEPENDS
        assert told(judge=lambda low, high: within(low - 1, high, 5, 20)).holds == Holds.ROBUST
        assert told(judge=lambda low, high: within(low, high + 1, 5, 20)).holds == Holds.UNSURE


class TestHanging:
    """Whether a verdict hangs on an assumption: shown, and only of what it rests upon."""

    def tried(self, values, level=Level.FOUND, turned="push=row"):
        """The worth of three cards, and what it becomes under one other assumption."""
        frame = cards([9, 0, -9], 1)
        claim = worth.claim(frame, None)
        asked = []

        def run(one):
            asked.append(one)
            return cards(values if turned in one.settings else [9, 0, -9], 1)

        found, told = hanging(desk_of("la-planche"), ask("values", games=8_000), Verdict(level, "a"), claim, run)
        return found, told, asked

    def test_the_assumption_that_turns_it_is_named(self):
        found, told, asked = self.tried([9, 0, 4])
        assert found.turned == ("push=row",)
        assert found.tried == len(asked) == 7
        assert "card 2 is at +4.00 (+3.00 to +5.00) with push=row" in told[0]
        assert found.brief(WORDS) == "push=row"

    def test_other_rows_and_wider_intervals_turn_nothing(self):
        found, told, _ = self.tried([9, 5, -8])
        assert found.turned == ()
        assert "nothing is shown to turn it (other values of assumed settings tried: 7," in told[0]
        assert found.brief(WORDS) == "nothing (values tried: 7)"

    def test_too_few_games_are_not_called_nothing(self):
        assert Hanging((), 7, undecided=True).brief(WORDS) == "undecided"

    def test_what_claims_nothing_is_not_tried(self):
        assert self.tried([9, 0, 4], Level.UNDECIDED) == (None, (), [])

    def test_a_recipe_may_leave_it_out(self):
        desk = desk_of("la-planche")
        desk = replace(desk, recipe=replace(desk.recipe, assumptions=False))
        claim = worth.claim(cards([9, 0, -9], 1), None)
        assert hanging(desk, ask("values"), Verdict(Level.FOUND, "a"), claim, lambda one: None) == (None, ())

    def test_checks_play_no_more_than_the_experiment(self):
        _, _, asked = self.tried([9, 0, -9])
        whole = desk_of("la-planche").asked_for(ask("values", games=8_000)).games
        assert len({one.games for one in asked}) == 1
        assert asked[0].games == max(whole // 7, 200)


class TestOthers:
    def test_the_strongest_only_if_apart(self):
        table = pl.DataFrame({"strategy": ["a", "b"], "win_share": [0.4, 0.3], "low_share": [0.38, 0.28]})
        apart = table.with_columns(high_share=pl.col("win_share") + 0.02)
        assert "strongest strategy is a:" in strategies.verdict(apart, 4, WORDS).sentence
        together = table.with_columns(high_share=pl.col("win_share") + 0.2)
        assert "Not told apart at the top: a and b" in strategies.verdict(together, 4, WORDS).sentence
        nothing = strategies.verdict(together.with_columns(low_share=pl.lit(0.2)), 4, WORDS)
        assert nothing.level == Level.TOLD
        assert "No strategy is shown to be stronger" in nothing.sentence

    def test_a_curve_rises_only_if_the_ends_are_apart(self):
        rows = pl.DataFrame({"value": ["0", "4"], "mean": [1.0, 2.0], "low": [0.9, 1.9], "high": [1.1, 2.1]})
        assert "up from 1.00" in sweep.verdict(rows, "rounds", "bonus", WORDS).sentence
        wide = rows.with_columns(low=pl.lit(0.0), high=pl.lit(3.0))
        assert "no change is shown" in sweep.verdict(wide, "rounds", "bonus", WORDS).sentence

    def variant(self, low, high):
        rows = [
            {"outcome": name, "base": 1.0, "difference": (low + high) / 2, "low": low, "high": high}
            for name in ("rounds", "seat_spread")
        ]
        return pl.DataFrame(rows).with_columns(
            other_winner_rate=pl.lit(0.2), other_low=pl.lit(0.1), other_high=pl.lit(0.3)
        )

    def test_a_variant_changes_something_only_if_its_interval_says_so(self):
        told = compare.verdict(self.variant(0.5, 1.5), "rounds", ["10", "20"], WORDS)
        assert "up by 1.00 (0.50 to 1.50)" in told.sentence
        assert "further apart" in told.sentence
        told = compare.verdict(self.variant(-1.5, -0.5), "rounds", ["10", "20"], WORDS)
        assert "down by 1.00 (0.50 to 1.50)" in told.sentence
        assert "closer together" in told.sentence
        told = compare.verdict(self.variant(-0.5, 1.5), "rounds", ["10", "20"], WORDS)
        assert "no change of rounds is shown" in told.sentence
        assert told.level == Level.TOLD

    def test_categories(self):
        even = pl.DataFrame({"level": ["a", "b"], "share": [0.5, 0.5], "low": [0.49, 0.49], "high": [0.51, 0.51]})
        assert categories.verdict(even, 2.0, 1000, WORDS).level == Level.MET
        odd = pl.DataFrame({"level": ["a", "b"], "share": [0.6, 0.4], "low": [0.59, 0.39], "high": [0.61, 0.41]})
        assert categories.verdict(odd, 2.0, 1000, WORDS).level == Level.MISSED
        assert categories.verdict(odd, None, 1000, WORDS).level == Level.FOUND
        assert categories.verdict(even, None, 1000, WORDS).level == Level.TOLD

    def test_assumptions(self):
        rows = [{"setting": "as it is", "value": "", "seat": 0, "advantage_points": 1.0, "verdict": "robust"}]
        rows += [{"setting": "push", "value": "row", "seat": 0, "advantage_points": 1.0, "verdict": "robust"}]
        rows = [row | {"low_points": 0.0, "high_points": 2.5, "seats": "fair"} for row in rows]
        assert tornado.verdict(pl.DataFrame(rows), 2.0, 1000, WORDS).level == Level.MET
        rows[1]["verdict"] = UNSURE
        found = tornado.verdict(pl.DataFrame(rows), 2.0, 1000, WORDS)
        assert found.level == Level.UNDECIDED
        assert "games for each value would decide" in found.sentence
        undecided = [row | {"verdict": "robust", "seats": "undecided"} for row in rows]
        assert tornado.verdict(pl.DataFrame(undecided), 2.0, 1000, WORDS).level == Level.UNDECIDED
        rows[1]["verdict"] = "depends on assumption push"
        assert "it changes with push = row" in tornado.verdict(pl.DataFrame(rows), 2.0, 1000, WORDS).sentence

    @pytest.mark.parametrize(("limit", "level"), [(80, Level.MET), (40, Level.MISSED), (61, Level.UNDECIDED)])
    def test_a_runaway_leader(self, limit, level):
        class Tolerant:
            words = WORDS

            def tolerance(self, name):
                return limit

        found = Estimates(np.array([0.6]), np.array([[0.01**2]]), 100)
        assert feel.verdict(found, Tolerant(), 1000).level == level

    def test_length_against_its_target(self):
        class Played:
            class job:
                block = 1

        lengths = np.array([10, 11, 12] * 100)
        assert length.verdict(lengths, Played, [10, 22], "rounds", WORDS).level == Level.MET
        assert length.verdict(lengths, Played, [12, 22], "rounds", WORDS).level == Level.MISSED
        assert length.verdict(lengths, Played, None, "rounds", WORDS).level == Level.TOLD
