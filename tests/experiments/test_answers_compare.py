"""Variants on the same deals: nothing changes without a change, and what changes is told both ways of play."""

import numpy as np
import pytest

from analyser.core.errors import BadInput
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.compare import _followed, compare
from analyser.experiments.halftime import Halves, changes, followed_games, halves
from analyser.experiments.outcomes import outcomes_of
from analyser.experiments.sample import Runner, play
from analyser.experiments.sweep import sweep
from analyser.experiments.trajectories import trajectories
from analyser.experiments.variation import read_variation
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers
from analyser.statistics.feel import leader_wins
from analyser.statistics.paired import paired
from tests.experiments.asking import FPP, GAMES, RUNNER, ask


@pytest.mark.parametrize("game", GAMES)
def test_a_against_a_is_exactly_zero(game):
    """Figure 6, in every game: the same rules on the same deals, played by 1 worker and by 2; with other luck not."""
    asked, catalogue = ask(game, 400), read_catalogue(find_game(game))
    one, other = (play(asked.mirror("random", "fresh"), Runner(Workers(jobs))) for jobs in (1, 2))
    first, again = (outcomes_of(sample, catalogue)[1] for sample in (one, other))
    found = paired(first, again)
    assert not found.changes.value.any()
    assert not found.changed.any()
    assert np.isinf(found.reduction).all()
    control = play(ask(game, 400, seed=2).mirror("random", "fresh"), RUNNER)
    assert paired(first, outcomes_of(control, catalogue)[1]).changed.max() > 0.1


def test_victory_at_20_both_ways_of_play():
    """Figure 6: same play and adapted play; the variance reduction is printed, above 1.5 in same play."""
    asked = ask("black-fleet", 800)
    answer = compare(asked, read_variation(asked.game, "victory_cost=10,20"), "racer", RUNNER)
    rows = {(row["play"], row["outcome"]): row for row in answer.frame.to_dicts()}
    same, adapted = rows["same play", "rounds"], rows["adapted play", "rounds"]
    assert same["low"] > 0
    assert adapted["low"] > 0
    assert same["variance_reduction"] > 1.5
    assert min(rows["same play", f"win_share_of_seat_{seat}"]["variance_reduction"] for seat in range(1, 5)) > 1.5
    assert rows["same play", "finishers"]["base"] >= 1
    assert 0 < rows["adapted play", "first_with_four_wins"]["base"] <= 1
    leader, last = (rows["adapted play", f"{who}_at_half_wins_share"] for who in ("leader", "last"))
    assert leader["base"] > 0.25 > last["base"] > 0
    assert last["low"] < last["difference"] < last["high"]


def test_what_strategy_makes_of_a_rule():
    """Adapted less same play, game by game: 0 for a strategy that does not look at the price of victory."""
    asked = ask("black-fleet", 200)
    answer = compare(asked, read_variation(asked.game, "victory_cost=10,20"), "racer", RUNNER)
    ways = {way: table for (way,), table in answer.frame.partition_by("play", as_dict=True).items()}
    apart = ways["adapted play"]["with_variant"] - ways["same play"]["with_variant"]
    assert ways["adapted less same play"]["difference"].to_list() == pytest.approx(apart.to_list(), abs=1e-9)
    same = "« victory_cost=20 » instead of « victory_cost=10 » (what adapting changes): not one game differs."
    said = [line.replace("\u00a0", " ") for line in answer.headlines]
    assert (same in said) == (not ways["adapted less same play"]["games_changed_rate"].max())
    told = {one.about.where["play"] for one in answer.verdicts}
    assert ("same play" in told) == (same not in said), "what changes not one game is said once"


@pytest.mark.parametrize("pool", ["random", "random,greedy"])
def test_the_games_that_are_followed_are_those_that_are_played(pool):
    asked = ask(FPP, 400)
    some = _followed(asked, "captain_bonus=4", strategies=pool, runner=RUNNER)
    job = asked.job(some.sample.job.luck, ["captain_bonus=4"], followed_games(400), strategies=pool)
    scores, lengths, wins, *_ = trajectories(job, RUNNER)
    assert len(wins) == job.games >= 200
    assert (wins == some.sample.wins[: len(wins)]).all()
    assert some.halves.shares == pytest.approx(leader_wins(scores, lengths, wins).value[:2])


def test_who_led_at_half_is_compared_in_pairs():
    """The same games differ by exactly 0, without an error; others by the difference of the shares, with one."""
    base, other = (halves(ask(FPP, 200, seed=seed).mirror("random"), RUNNER) for seed in (1, 2))
    same, apart = changes(base, base), changes(base, other)
    assert not same.value.any() and not same.standard_error.any()
    assert apart.value == pytest.approx(other.shares - base.shares)
    assert (apart.standard_error > 0).all()


def test_games_without_a_leader_tell_nothing_of_leaders():
    level = Halves(np.zeros((5, 2)), np.zeros((5, 2)))
    assert np.isnan(level.shares).all() and np.isnan(changes(level, level).value).all()


def test_a_scoring_rule_is_felt():
    asked = ask(FPP, 4000)
    answer = compare(asked, read_variation(asked.game, "pile_size=4,5"), None, RUNNER)
    row = next(row for row in answer.frame.to_dicts() if row["outcome"] == "mean_score")
    assert row["high"] < 0
    assert row["variance_reduction"] > 1
    assert "pile_size=5" in answer.headlines[0] and "(strategies adapt)" in answer.headlines[0]


def test_a_curve():
    asked = ask(FPP, 1000)
    answer = sweep(asked, read_variation(asked.game, "captain_bonus=0:4:2"), "random", RUNNER)
    scores = answer.frame.filter(answer.frame["outcome"] == "mean_score")
    assert scores["captain_bonus"].to_list() == ["0", "2", "4"]
    assert scores["mean"].is_sorted()
    assert (scores["low"] <= scores["mean"]).all()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("captain_bonos=1,2", "No setting of faut-pas-pousser « captain_bonos ». Nearest: captain_bonus."),
        ("captain_bonus", "names no values"),
        ("captain_bonus=3", "names one value"),
        ("captain_bonus=3,3", "names a value twice"),
        ("captain_bonus=4:0", "is no range"),
        ("captain_bonus=a:b", "is no range"),
        ("captain_bonus=1,99", "Setting captain_bonus = 99 is refused. Allowed: whole numbers from 0 to 20"),
    ],
)
def test_what_cannot_be_varied(text, words):
    with pytest.raises(BadInput, match=words.replace(".", r"\.")):
        read_variation(find_game(FPP), text)


def test_values_are_spelled_out():
    game = find_game(FPP)
    assert read_variation(game, "captain_bonus=0:2").values == (0, 1, 2)
    assert read_variation(game, "ages=random,reverse").values == ("random", "reverse")
    assert read_variation(game, "plank_points=9,8,7,6;6,6,6,6").values == ([9, 8, 7, 6], [6, 6, 6, 6])
