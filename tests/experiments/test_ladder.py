"""Ladders: rungs beat those below, headlines are followed, a stopped ladder goes on, blind spots are found out."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analyser.core.errors import BadInput
from analyser.core.schemas import read_toml
from analyser.experiments import restricted_play as tests_of_players
from analyser.experiments import rungs
from analyser.experiments.catalogue import Catalogue, read_catalogue
from analyser.experiments.kept import KeptGames
from analyser.experiments.ladder import LadderSpec, headline_table, ladder
from analyser.experiments.ladder_text import answer_verdict, restricted_verdict, steps_verdict
from analyser.experiments.levels import StoredLadder, at_level, level_sentence, stored_text
from analyser.experiments.restricted_play import held_players, restricted_play
from analyser.experiments.robustness import Holds
from analyser.experiments.rungs import Step, budgets, candidates, games_of, step
from analyser.experiments.sample import Runner, play
from analyser.experiments.seats import seats_of
from analyser.experiments.verdict import Level
from analyser.experiments.words import Words
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers
from tests.experiments.asking import FPP, RUNNER, ask

LP = "la-planche"
ENGLISH = Words()


@pytest.fixture
def few_games(monkeypatch):
    """Levels that do not look ahead play 400 games instead of 4,000."""
    monkeypatch.setattr(rungs, "PLAIN_GAMES", 400)


class TestRungs:
    def test_budgets_grow_up_to_the_top(self):
        assert budgets(256) == [16, 64, 256]
        assert budgets(100) == [16, 64, 100]
        assert budgets(16) == [16]
        assert budgets(0) == []

    @pytest.mark.parametrize("top", [-1, 3, 15, 99_999_999])
    def test_a_top_that_makes_no_sense_is_refused(self, top):
        with pytest.raises(BadInput, match="16 to 16384 rollouts a decision, or 0 for no look-ahead"):
            budgets(top)

    def test_candidates_come_from_the_weakest_to_the_strongest(self):
        game = find_game(FPP)
        found = candidates(game, None, ask())
        assert found[:2] == ["random", "greedy"]
        assert [one for one in found if one in game.competent] == [*reversed(game.competent)]
        assert candidates(game, "my/learned.py", ask())[-1] == "my/learned.py"

    def test_a_larger_budget_plays_fewer_games(self):
        assert [games_of(one, 400) for one in (16, 64, 256)] == [800, 400, 200]
        assert games_of(10_000, 400) == rungs.LEAST_GAMES

    def test_an_equal_is_no_step_and_a_stronger_one_is(self):
        asked = ask(LP, 400)
        assert step(asked, "protector", "random", 1, RUNNER).is_up
        assert not step(asked, "protector", "protector", 1, RUNNER).is_up
        assert step(asked, "random", "protector", 1, RUNNER).is_down

    def test_more_steps_have_wider_intervals(self):
        one, many = (step(ask(LP, 400), "protector", "random", n, RUNNER) for n in (1, 20))
        assert one.share == many.share
        assert many.low < one.low < one.high < many.high


class TestLadder:
    def test_each_rung_beats_the_one_below(self, few_games):
        answer = ladder(LadderSpec(ask(LP, 400), 100, 16, restricted=False), RUNNER)
        up = answer.tables["steps"].filter(pl.col("verdict") == "a step up")
        assert (up["low_share"] > up["equal_share"]).all()
        assert answer.facts["rungs"][0] == "random"
        assert set(answer.tables["answers"]["rung"]) == set(answer.facts["rungs"])
        assert set(answer.tables["answers"]["question"]) == {"seats", "colour", "length"}
        assert f"lookahead:games=16({answer.facts['base']})" in set(answer.tables["steps"]["level"])

    def test_progress_ends_at_what_was_planned_or_before(self, few_games):
        seen = []
        ladder(
            LadderSpec(ask(LP, 400), 100, 0, restricted=False),
            Runner(Workers(1)),
            lambda done, planned, what: seen.append((done, planned)),
        )
        assert all(done <= planned for done, planned in seen)
        assert seen[-1][0] > seen[0][0]

    def test_a_stopped_ladder_goes_on_where_it_stopped(self, few_games, tmp_path):
        """Games that are in the folder are not played again; a damaged part is."""
        asked = LadderSpec(ask(LP, 400), 100, 0, restricted=False)
        played = []

        def run(folder):
            played.clear()
            counted = Runner(Workers(1), progress=lambda games, total: played.append(games), kept=KeptGames(folder))
            return ladder(asked, counted, lambda done, planned, what: played.append(done))

        plain = ladder(asked, RUNNER).as_json()
        first = run(tmp_path).as_json()
        whole = max(played)
        assert run(tmp_path).as_json() == first == plain
        assert max(played) == 0 < whole
        damaged = next(tmp_path.rglob("*-seats.arrow"))
        damaged.write_bytes(damaged.read_bytes()[:100])
        assert run(tmp_path).as_json() == first
        assert 0 < max(played) < whole

    def test_other_games_are_not_found_in_the_folder(self, few_games, tmp_path):
        asked = LadderSpec(ask(LP, 400), 100, 0, restricted=False)
        kept = Runner(Workers(1), kept=KeptGames(tmp_path))
        one = ladder(asked, kept)
        other = ladder(
            replace(asked, experiment=replace(asked.experiment, seed=2)), replace(kept, kept=KeptGames(tmp_path))
        )
        assert one.as_json() != other.as_json()


class TestRestrictedPlay:
    @pytest.fixture
    def only_non_merci(self, monkeypatch):
        question = read_catalogue(find_game(FPP)).questions["non-merci-turn"]
        monkeypatch.setattr(tests_of_players, "read_catalogue", lambda game: Catalogue(value=(question,)))

    def test_a_player_that_always_passes_last_is_found_out(self, only_non_merci):
        table = restricted_play(ask(FPP, 400), "passes:turn=6", RUNNER)
        (row,) = table.to_dicts()
        assert row["verdict"] == "fails"
        assert row["level"] != "6" and row["low_points"] > 0
        verdict = restricted_verdict(table, "passes:turn=6", "restricted")
        assert verdict.level == Level.MISSED
        assert "leaves points on the table by non-merci-turn (held to" in ENGLISH.sentence(verdict.sentence)

    def test_a_player_that_plays_the_best_level_passes(self, only_non_merci):
        table = restricted_play(ask(FPP, 400), "passes:turn=1", RUNNER)
        assert table["verdict"].to_list() == ["passes"]
        assert restricted_verdict(table, "passes:turn=1", "restricted").level == Level.MET

    def test_the_test_uses_other_deals_than_the_search(self, only_non_merci, monkeypatch):
        seeds = []
        real = tests_of_players.play
        monkeypatch.setattr(tests_of_players, "play", lambda job, runner: seeds.append(job.seed) or real(job, runner))
        restricted_play(ask(FPP, 400), "passes:turn=1", RUNNER)
        assert seeds == [2] * 7 + [1] * 2

    def test_questions_about_other_players_are_left_out(self):
        assert {one.question for one in held_players(ask(LP), "survivor")} == {"action"}
        assert all("survivor" in one.spec for one in held_players(ask(LP), "survivor"))

    def test_a_game_without_forced_questions_says_so(self, monkeypatch):
        monkeypatch.setattr(tests_of_players, "read_catalogue", lambda game: Catalogue())
        table = restricted_play(ask(LP, 400), "survivor", RUNNER)
        assert table.is_empty()
        assert "no forced question" in ENGLISH.sentence(restricted_verdict(table, "survivor", "restricted").sentence)


def followed(values, unit="points", question="colour"):
    """Answers of one level on three rungs, each with an interval of ± 1."""
    names = ("weak", "base", "top")
    rows = [
        (name, question, "red", float(value), value - 1.0, value + 1.0, unit)
        for name, value in zip(names, values, strict=True)
    ]
    return pl.DataFrame(rows, ["rung", "question", "level", "value", "low", "high", "unit"], orient="row")


def told(values, unit="points", question="colour"):
    rungs_of = ["random", "weak", "base", "top"]
    return answer_verdict(followed(values, unit, question), rungs_of, "base", find_game(LP), "answers")


class TestWhatIsSaid:
    @pytest.mark.parametrize(
        ("values", "said"),
        [
            ((8, 5, 2), "colour red shrinks from +8.0 points (+7.0 to +9.0) to +2.0 points"),
            ((2, 5, 8), "colour red grows from"),
            ((-8, -5, -2), "colour red shrinks from −8.0 points"),
            ((8, 5, -8), "colour red turns from"),
            ((8, 5, -0.5), "colour red shrinks from"),
            ((8, 5, 7), "is not shown to change"),
        ],
    )
    def test_a_headline_from_level_to_level(self, values, said):
        assert said in ENGLISH.sentence(told(values).sentence)

    def test_the_top_checks_the_verdict_of_the_base(self):
        assert told((8, 5, 4)).robustness.holds == Holds.ROBUST
        assert told((8, 5, -5)).robustness.holds == Holds.DEPENDS
        assert told((8, 5, 0.5)).robustness.holds == Holds.DEPENDS, "its interval lies apart, around 0"
        assert told((8, 2, 0.9)).robustness.holds == Holds.UNSETTLED

    def test_a_length_that_moves_by_a_tenth_is_another(self):
        assert told((90, 100, 101), "turns", "length").robustness.holds == Holds.ROBUST
        assert told((90, 100, 130), "turns", "length").robustness.holds == Holds.DEPENDS

    def test_steps_are_told_with_luck_or_skill(self):
        steps = [
            Step("a", "random", 0.5, 0.4, 0.6, 0.25, 100),
            Step("b", "a", 0.25, 0.2, 0.3, 0.25, 100),
            Step("c", "a", 0.4, 0.3, 0.5, 0.25, 100),
            Step("c", "random", 0.7, 0.625, 0.775, 0.25, 100, is_next=False),
        ]
        verdict = steps_verdict(steps, ["random", "a", "c"], "steps")
        skill, left_out = (ENGLISH.sentence(one) for one in verdict.remarks)
        assert "The top (c) wins 40.0" in ENGLISH.sentence(verdict.sentence)
        assert "60\u00a0% of the way (50 to 70\u00a0%)" in skill
        assert "Not a step up from the level below: b." in left_out

    def test_nobody_beats_random_players(self):
        verdict = steps_verdict([Step("a", "random", 0.25, 0.2, 0.3, 0.25, 100)], ["random"], "steps")
        assert verdict.level == Level.NOTED
        assert "looks like luck" in ENGLISH.sentence(verdict.sentence)

    def test_the_headlines_of_some_rungs_side_by_side(self):
        table = headline_table(followed((8, 5, 2)), {"at_lowest": "weak", "at_top": "top"})
        assert table.to_dicts() == [
            {
                **{"question": "colour", "level": "red", "unit": "points"},
                **{"at_lowest": "8.0 (7.0 to 9.0)", "at_top": "2.0 (1.0 to 3.0)"},
            }
        ]


def test_work_is_planned_for_every_game():
    """Nothing is played; whatever a game declares can be planned."""
    from analyser.experiments.ladder import planned_work

    for name in (FPP, LP, "piratoons", "black-fleet"):
        work = planned_work(LadderSpec(ask(name), 100, 256), read_catalogue(find_game(name)))
        assert np.isfinite(work) and work > 0


class TestLevels:
    STORED = StoredLadder(
        command="analyse ladder --game la-planche",
        base="base",
        rungs=["random", "base", "top"],
        holds={"seats": Holds.ROBUST, "colour": Holds.DEPENDS, "length": Holds.UNSETTLED},
    )

    def said(self, player, *tables):
        return ENGLISH.sentence(level_sentence(self.STORED, player, tables))

    def test_an_answer_of_the_base_says_whether_the_top_agrees(self):
        said = self.said("base", "seats", "colour", "other")
        assert said == (
            "Level of play: base, level 2 of 3 on this game’s ladder. "
            "Its top (top) agrees on seats; says otherwise on colour."
        )

    def test_an_answer_of_another_level_names_the_level_only(self):
        assert self.said("random", "seats") == "Level of play: random, level 1 of 3 on this game’s ladder."

    def test_what_is_stored_is_read_back(self, few_games, tmp_path, monkeypatch):
        answer = ladder(LadderSpec(ask(LP, 400), 100, 0, restricted=False), RUNNER)
        path = tmp_path / "stored.toml"
        path.write_text(stored_text(answer, "analyse ladder --game la-planche"), encoding="utf-8")
        stored = read_toml(path, StoredLadder)
        assert stored.rungs == answer.facts["rungs"]
        assert set(stored.holds) == {"seats", "colour", "length"}
        monkeypatch.setattr("analyser.experiments.levels.ladder_file", lambda game, players: path)
        asked = seats_of(ask(LP, 400), play(ask(LP, 400).mirror(stored.base), RUNNER), stored.base, 2.0)
        assert "Level of play" in at_level(asked).headlines[-1]
        assert not stored.blind_spots, "it was not tested"
        other = replace(asked, played=replace(asked.played, settings=("push=2",)))
        assert at_level(other) is other, "other rules have no ladder"

    def test_what_a_player_leaves_on_the_table_is_said_beside_its_answers(self, few_games, tmp_path, monkeypatch):
        """A ladder whose base was found out; the spots of others are not the base's."""
        found = {"question": "action", "win_share": 0.3, "free_share": 0.25, "low_points": 1.5, "high_points": 8.5}
        rows = [
            {"player": "base", "level": "a", "value_points": 5.0, "verdict": "fails", **found},
            {"player": "base", "level": "b", "value_points": 4.0, "verdict": "passes", **found},
            {"player": "top", "level": "c", "value_points": 3.0, "verdict": "fails", **found},
        ]
        asked = seats_of(ask(LP, 400), play(ask(LP, 400).mirror("survivor"), RUNNER), "survivor", 2.0)
        ladder = replace(asked, facts={"base": "base", "rungs": ["random", "base", "top"]})
        ladder = replace(ladder, verdicts=(), tables={"restricted": pl.DataFrame(rows)})
        path = tmp_path / "stored.toml"
        path.write_text(stored_text(ladder, "analyse ladder --game la-planche"), encoding="utf-8")
        assert [one.level for one in read_toml(path, StoredLadder).blind_spots] == ["a", "c"]
        monkeypatch.setattr("analyser.experiments.levels.ladder_file", lambda game, players: path)
        told = at_level(replace(asked, played=replace(asked.played, strategies="base")))
        assert ENGLISH.sentence(told.remarks[-1]) == (
            "Base fails the restricted-play test: it leaves points on the table by action (held to a: +5.0 points, "
            "+1.5 to +8.5)."
        )
