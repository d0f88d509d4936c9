"""Tournament, feel, sensitivity, luck that stays or is replayed, and the API of all of it."""

from dataclasses import replace

import numpy as np
import pandas as pd
import polars as pl
import pytest

import analyser
from analyser.core.errors import BadInput
from analyser.experiments.answer import Answer, Played
from analyser.experiments.checks import Repeat, checked
from analyser.experiments.feel import feel
from analyser.experiments.positions import Study
from analyser.experiments.robustness import Check, Kind
from analyser.experiments.sample import Runner, play
from analyser.experiments.sensitivity import assumed_settings, sensitivity
from analyser.experiments.sentences import said
from analyser.experiments.tournament import tournament
from analyser.experiments.trajectories import trajectories
from analyser.simulation.executor import Workers
from analyser.simulation.lineups import make_plan
from analyser.statistics.alpha_rank import ALPHAS
from analyser.statistics.robustness import UNSURE
from tests.experiments.asking import FPP, GAMES, RUNNER, ask, undefined


def test_a_tournament_ranks_random_last_for_any_number_of_workers():
    answer, again = (tournament(ask(FPP, 4000), "random,greedy,thrifty", 1.0, Runner(Workers(jobs))) for jobs in (1, 2))
    assert answer.as_json() == again.as_json()
    table = answer.frame
    assert table["strategy"].to_list() == ["thrifty", "greedy", "random"]
    assert table["equilibrium_share"].sum() == pytest.approx(1)
    assert table.filter(pl.col("strategy") == "random")["elo"][0] == pytest.approx(0, abs=1e-6)
    assert answer.tables["against"].height == 9
    assert answer.tables["alpha_rank"].group_by("alpha").agg(pl.col("population_share").sum())[
        "population_share"
    ].to_list() == pytest.approx([1.0] * len(ALPHAS))
    assert any("Alpha-rank" in line for line in answer.headlines)
    assert answer.tables["skill"]["variance_share"].sum() == pytest.approx(1)
    assert "Dominated, beyond chance" in " ".join(answer.headlines)


def test_few_games_of_a_tournament_show_little():
    """Faut pas pousser: seats are alike whoever plays; two deals with each set of strategies cannot say otherwise, nor
    how much is skill by more than its interval says.
    """
    answer = tournament(ask(FPP, 120), "random,greedy,thrifty", 1.0, RUNNER)
    assert set(answer.tables["seats_by_play"]["verdict"]) == {UNSURE}
    skill = answer.tables["skill"]
    assert (skill["low_share"] <= skill["variance_share"]).all()
    assert (skill["high_share"] - skill["low_share"]).max() > 0.1
    once = tournament(ask(FPP, 100), "random,greedy,thrifty,wary", 1.0, RUNNER)
    assert once.tables["skill"].height == 0
    assert "Every line-up must be played twice" in " ".join(once.headlines)


def test_two_copies_of_a_strategy_tie():
    table = tournament(ask(FPP, 4000), "random,greedy,greedy-list", 1.0, RUNNER).frame
    rows = {row["strategy"]: row for row in table.to_dicts()}
    gap = abs(rows["greedy"]["elo"] - rows["greedy-list"]["elo"])
    assert gap < rows["greedy"]["elo_margin"] + rows["greedy-list"]["elo_margin"]


def test_one_strategy_is_no_tournament():
    with pytest.raises(BadInput, match="needs two strategies or more"):
        tournament(ask(FPP, 400), "random", 1.0, RUNNER)


@pytest.mark.parametrize(("n_pool", "n_seats"), [(2, 2), (3, 4), (16, 4), (30, 3)])
def test_profiles_seat_everybody_equally_often(n_pool, n_seats):
    plan = make_plan("profiles", n_pool, n_seats, None)
    counts = [np.bincount(plan.cycle[:, seat], minlength=n_pool) for seat in range(n_seats)]
    assert all((one == counts[0][0]).all() for one in counts)
    mirrors = {tuple(row) for row in plan.cycle.tolist()}
    assert all((one,) * n_seats in mirrors for one in range(n_pool))
    assert plan.block == n_seats


@pytest.mark.parametrize("game", GAMES)
def test_scores_turn_by_turn_end_with_the_result(game):
    """What is noted changes nothing: the same games as a run plays; the last note is the final score."""
    job = ask(game, 120).job(strategies="random")
    scores, lengths, wins, *_ = trajectories(job, RUNNER)
    sample = play(job, RUNNER)
    assert np.array_equal(wins, sample.wins)
    assert (lengths > 0).all()
    last = scores[np.arange(len(scores)), lengths - 1]
    assert np.array_equal(last, sample.by_seat("score"))


def test_how_a_game_feels():
    answer = feel(ask(FPP, 600), "random", RUNNER)
    measures = dict(zip(answer.frame["measure"], answer.frame["mean"], strict=True))
    assert measures["turns"] == 24
    assert 0 < measures["lead_changes"] < 24
    assert 0.25 < measures["leader_at_half_wins_share"] <= 1
    assert 0 <= measures["decided_at"] <= 1
    assert (answer.frame["low"] <= answer.frame["high"]).all()


def felt(asked, *others):
    """How random play feels, checked with these."""
    return checked(lambda what, who: feel(what, who, RUNNER), asked, "random", others)


def test_a_feeling_that_rests_on_an_assumption_is_named():
    """La Planche: a plank of 24 makes games longer; who starts the rounds of a series changes nothing in a single game.

    Negative control: the same again, with other luck, differs in nothing.
    """
    asked = replace(ask("la-planche", 600), brief=True)
    words = ("plank_length=24", "series_starter=rotate")
    tried = [Repeat(Check(one, Kind.ASSUMPTION), replace(asked, settings=(one,)), "random") for one in words]
    found = felt(asked, *tried).verdict.robustness
    assert found.depends_on == ("plank_length",)
    assert ("turns",) in [one.here.key for one in found.objections]
    assert {one.check.name for one in found.objections} == {"plank_length=24"}
    again = felt(asked, Repeat(Check("seed=2", Kind.ASSUMPTION), replace(asked, seed=2), "random"))
    assert not again.verdict.robustness.objections
    assert again.tables["checks"]["check"].unique().to_list() == ["seed=2"]


def test_typical_games_are_in_the_order_of_drama_and_chances_add_up():
    answer = feel(ask(FPP, 400), "random", RUNNER)
    typical = answer.tables["typical"]
    whole = typical.group_by("kind", "turn").agg(pl.col("chance_share").sum())
    assert whole["chance_share"].to_list() == pytest.approx([1.0] * whole.height)
    assert set(typical["seat"]) == {1, 2, 3, 4}
    last = typical.filter(pl.col("turn") == 24).group_by("kind").agg(pl.col("chance_share").max())
    assert set(last["kind"]) == {"clear", "usual", "dramatic"}
    decided = answer.tables["decided"]
    assert decided["decided_rate"].is_sorted()
    assert decided["decided_rate"][-1] == 1.0


def test_scores_by_turn_are_given_on_demand():
    plain, whole = (feel(ask(FPP, 120), "random", RUNNER, turns) for turns in (False, True))
    assert "turns" not in plain.tables
    table = whole.tables["turns"]
    assert table.height == 120 * 24 * 4
    assert table.columns == ["game", "turn", "seat", "score"]
    assert plain.frame.equals(whole.frame)


@pytest.mark.parametrize("game", GAMES)
def test_a_studied_game_is_the_same_until_a_choice_is_tried(game):
    """Counting decisions changes nothing; a choice tried with the same new luck gives the same end, again and again."""
    job = ask(game, 100).job(strategies="random")
    study, sample = Study(job), play(job, RUNNER)
    for number in range(20):
        assert study.play(number).tolist() == sample.wins[number].tolist()
    decisions = sample.games["decisions"].to_list()
    assert study.state.workspace.decisions == decisions[19]
    ends = [[study.play(3, decisions[3] // 2, 0, roll).tolist() for roll in range(1, 30)] for _ in range(2)]
    assert ends[0] == ends[1]
    assert any(one != ends[0][0] for one in ends[0])
    assert study.play(3).tolist() == sample.wins[3].tolist()


def test_the_last_choice_of_a_game_is_tried():
    """Faut pas pousser, thrifty: what the last to play does is all that is left, so each choice has one end."""
    job = ask(FPP, 100).job(strategies="thrifty")
    study = Study(job)
    study.play(0, 28)
    assert study.state.workspace.pinned_options > 1
    ends = [{tuple(study.play(0, 28, choice, roll)) for roll in (1, 2, 3)} for choice in range(2)]
    assert [len(one) for one in ends] == [1, 1]


def test_an_assumption_that_matters_is_named():
    """Faut pas pousser: seats are alike while ages are drawn, and not when they follow the seats."""
    answer = sensitivity(ask(FPP, 4000), ["ages", "equal_points"], "random", 1.0, RUNNER)
    verdicts = {(row["setting"], row["value"]): row["holds"] for row in answer.frame.to_dicts()}
    assert verdicts["ages", "seat-order"] == "depends on ages"
    assert verdicts["equal_points", "youngest"] == "robust"
    assert "depends on an assumption: it changes with ages=" in answer.headlines[0]
    screened = {row["setting"]: row for row in answer.tables["screening"].to_dicts()}
    assert screened["ages"]["size_points"] > 3 * screened["ages"]["by_chance_points"]
    assert screened["equal_points"]["size_points"] < screened["ages"]["size_points"]
    assert "ages moves it most" in answer.headlines[-1]


def test_an_assumption_with_too_few_games_turns_nothing():
    """A hundred games show neither that the seats are alike nor that they are not."""
    answer = sensitivity(ask(FPP, 100), ["ages"], "random", 0.5, RUNNER)
    assert set(answer.frame["holds"][1:]) <= {"not settled", "robust"}
    undecided = sensitivity(ask("la-planche", 200), ["push"], "random", 0.5, RUNNER)
    assert set(undecided.frame["holds"][1:]) == {"not settled"}
    assert undecided.headlines[0].startswith("Too close to call whether the seats are equal, and so")
    assert "of your tolerance of 0.5; no other value" in undecided.headlines[0].replace("\u00a0", " ")
    row = undecided.frame.row(1, named=True)
    assert row["change_low_points"] < row["change_points"] < row["change_high_points"]


def test_a_setting_to_try_must_be_known():
    """Refused before a game is played: nobody is there to play it."""
    with pytest.raises(BadInput, match="No setting of faut-pas-pousser « age »"):
        sensitivity(ask(), ["age"], None, 1.0, None)
    with pytest.raises(BadInput, match="no assumed setting with other values"):
        sensitivity(ask(), ["blank_seat"], None, 1.0, None)
    with pytest.raises(BadInput, match="ages is set and varied at once"):
        sensitivity(ask(settings=["ages=reverse"]), ["ages"], None, 1.0, None)


def test_an_assumption_that_the_user_fixed_is_not_tried():
    assert "ages" not in {one.name for one in assumed_settings(ask(settings=["ages=reverse"]), [])}
    assert "ages" in {one.name for one in assumed_settings(ask(), [])}


def test_luck_stays_with_the_seat():
    """The same strategy under two names: games of one deal are the same whoever sits where, seat by seat."""
    same = ",".join(["noisy:p=1e-12(greedy)", *["greedy"] * 3])
    sample = play(ask(FPP, 400).job("seated", seats=same, lineups="rotate"), RUNNER)
    deals = sample.wins.reshape(-1, 4, 4)
    assert (deals == deals[:, :1]).all()
    assert len(np.unique(deals[:, 0], axis=0)) > 1


def test_seated_luck_needs_rotations():
    with pytest.raises(BadInput, match="--luck seated plays rotations of a line-up"):
        ask(FPP, 400).job("seated", strategies="random")


@pytest.mark.parametrize("game", GAMES)
def test_a_replayed_deal_is_dealt_the_same_and_goes_on_otherwise(game):
    dealt = {"black-fleet": "dev_14", FPP: "age_rank", "la-planche": "colour", "piratoons": "captain_round"}[game]
    sample = play(ask(game, 160).job("replayed", strategies="random"), RUNNER)
    deals = sample.by_seat(dealt).reshape(-1, 8, sample.job.players)
    assert (deals == deals[:, :1]).all()
    wins = sample.wins.reshape(-1, 8, sample.job.players)
    assert (wins != wins[:, :1]).any()
    assert len(np.unique(deals[:, 0], axis=0)) > 1


def test_the_api_gives_tables_for_polars_and_pandas():
    answer = analyser.seats(FPP, "random", games=400, jobs=1)
    assert isinstance(answer.frame, pl.DataFrame)
    frame = answer.to_pandas("seats")
    assert isinstance(frame, pd.DataFrame)
    assert list(frame["seat"]) == [1, 2, 3, 4]
    assert list(answer.to_pandas().columns) == answer.frame.columns
    assert analyser.play(FPP, "random", games=100, jobs=1).seats.height == 400
    assert analyser.sample_size(4)["all_seats_games"].is_sorted()
    assert set(analyser.API) <= set(dir(analyser))


def test_what_the_page_of_metrics_does_not_define_is_found():
    """Of the check that conftest.py makes after every test of this folder."""
    frame = pl.DataFrame({"measure": ["drama", "boredom"], "mean": [0.1, 0.2], "mood": [1, 2]})
    played = Played(FPP, 4, 1, 100, "random")
    answer = Answer(said("plain", number=""), played, (), {"feel": frame}, facts={"planted": True})
    assert undefined(answer) == {"boredom", "mood"}


def test_the_api_refuses_what_says_nothing():
    with pytest.raises(BadInput, match="--games 5 is refused"):
        analyser.seats(FPP, games=5)
    with pytest.raises(BadInput, match="--tolerance -1 is refused"):
        analyser.seats(FPP, games=100, tolerance=-1)
    with pytest.raises(AttributeError, match="no attribute 'seat'"):
        _ = analyser.seat
