"""Stages: they stop when an answer is decided, make no more false claims than one look, and share their games."""

from dataclasses import replace

import numpy as np
import pytest

import analyser
from analyser.api import next_command
from analyser.experiments.measured import Limits, Measured
from analyser.experiments.roles import JudgedRole
from analyser.experiments.sample import Runner, play
from analyser.experiments.sentences import said
from analyser.experiments.stages import in_stages, is_settled
from analyser.experiments.verdict import About, Level, Verdict
from analyser.games.definition import SEAT
from analyser.simulation.executor import Workers
from analyser.statistics.stages import LEAST_GAMES, looks
from tests.experiments.asking import FPP, ask, lottery, planted_sample

AT_THE_LIMIT, ALL_AT_THE_LIMIT = (0.27, 0.25, 0.25, 0.23), (0.27, 0.27, 0.23, 0.23)
TOLERANCE, MOST = 2.0, 16_000


def test_looks_double_up_to_the_most_and_spend_all():
    found = looks(MOST)
    assert [one.games for one in found] == [1000, 2000, 4000, 8000, 16_000]
    assert sum(one.spent for one in found) == pytest.approx(1)
    assert [one.spent for one in found] == sorted(one.spent for one in found)
    assert looks(LEAST_GAMES) == [(LEAST_GAMES, 1.0)]
    assert looks(2 * LEAST_GAMES + 1)[0].games == LEAST_GAMES


def staged(seed, shares, is_spending=True):
    """The last stage of a lottery: how many games it took, and its verdict."""
    wins = lottery(shares, MOST, seed)

    def tried(stage):
        spent = stage.spent if is_spending else 1.0
        return JudgedRole(SEAT, planted_sample(wins[: stage.games]), TOLERANCE, spent)

    return in_stages(ask(games=MOST, staged=True), tried, JudgedRole.verdict)


def claims(runs, shares, level, is_spending=True):
    return np.mean([staged(seed, shares, is_spending).verdict().level == level for seed in range(runs)])


def test_no_more_false_claims_than_one_look_would_make():
    """Seats exactly at the tolerance, neither fair nor unfair: each claim in 5 % of runs at most, within 2.5 standard
    errors.
    """
    runs = 60
    most = 0.05 + 2.5 * np.sqrt(0.05 * 0.95 / runs)
    assert claims(runs, AT_THE_LIMIT, Level.MISSED) <= most
    assert claims(runs, AT_THE_LIMIT, Level.MET) <= most


@pytest.mark.long
def test_error_rates_over_many_runs():
    """1,000 runs: false claims within 2.5 standard errors of 5 %. Looks that each spend all of it make about 8 %."""
    runs = 1000
    most = 0.05 + 2.5 * np.sqrt(0.05 * 0.95 / runs)
    assert claims(runs, AT_THE_LIMIT, Level.MISSED) <= most
    assert claims(runs, AT_THE_LIMIT, Level.MET) <= most
    assert claims(runs, ALL_AT_THE_LIMIT, Level.MISSED) <= most
    assert claims(runs, ALL_AT_THE_LIMIT, Level.MISSED, False) > most


def test_a_clear_answer_takes_few_games_and_a_close_one_all():
    assert staged(1, (0.4, 0.2, 0.2, 0.2)).sample.n_games == 1000
    assert staged(1, (0.25,) * 4).verdict().level == Level.MET
    assert staged(1, (0.262, 0.25, 0.25, 0.238)).sample.n_games == MOST


def verdict(level, needed=None, is_open=False):
    return Verdict(level, said("seats.same"), About("seats"), games_needed=needed, is_open=is_open)


def test_playing_on_ends_where_it_would_not_help():
    assert is_settled(verdict(Level.MET), 1, 100)
    assert not is_settled(verdict(Level.NOTED, is_open=True), 100, 100)
    assert not is_settled(verdict(Level.UNDECIDED, 300), 50, 100)
    assert is_settled(verdict(Level.UNDECIDED, 801), 25, 100)
    assert is_settled(verdict(Level.UNDECIDED), 25, 100)
    assert not is_settled(verdict(Level.UNDECIDED, 801), 24, 100), "too early to tell"


def test_a_stage_plays_only_what_is_new():
    """The games of the first stage are those of the second; a smaller job of the same games needs none."""
    heard = []
    runner = Runner(Workers(1), progress=lambda games, total: heard.append(games))
    small, large = (ask(FPP, games).job(strategies="random") for games in (12_500, 31_250))
    first, second = play(small, runner), play(large, runner)
    assert sum(heard) == 31_250
    assert second.seats.head(4 * 12_500).equals(first.seats)
    assert play(large, Runner(Workers(2))).seats.equals(second.seats)
    assert play(small, runner).games.equals(first.games)
    assert sum(heard) == 31_250


def test_games_that_are_kept_do_not_grow_without_end(monkeypatch):
    monkeypatch.setattr("analyser.experiments.kept.MOST_KEPT", 3000)
    runner = Runner(Workers(1))
    for seed in range(4):
        play(ask(FPP, 400, seed=seed).job(strategies="random"), runner)
    assert runner.kept.rows <= 3000 + 4 * 400


def test_the_same_stages_and_numbers_with_any_number_of_workers():
    one, two = (analyser.values(FPP, ["age"], "greedy", games=4000, jobs=jobs, robustness=False) for jobs in (1, 2))
    assert one.as_json() == two.as_json()
    assert one.played.games in {1000, 2000, 4000}


def test_the_budget_is_told_before():
    notes = []
    runner = Runner(Workers(1), note=notes.append)
    analyser.seats("la-planche", "random", games=2000, runner=runner, robustness=False)
    assert notes[0] == "At most 2,000 games, in stages (1,000, 2,000) until it is decided."


@pytest.mark.parametrize(
    ("needed", "typed", "command"),
    [
        (123_456, "seats --game x --games 200", "analyse seats --game x --games 130000"),
        (9_999, "seats -n 200 --game x", "analyse seats --game x --games 10000"),
        (None, "seats --game x --tolerance=1", "analyse seats --game x --tolerance 2"),
    ],
)
def test_what_is_too_close_to_call_says_what_to_type(needed, typed, command):
    close = Verdict(
        Level.UNDECIDED,
        said("seats.same"),
        About("seats"),
        (Measured(1, 0, 2, Limits.around_zero(1)),),
        games_needed=needed,
    )
    answer = analyser.seats("la-planche", "random", games=100, jobs=1, robustness=False)
    assert next_command(replace(answer, verdicts=(close,)), typed.split()) == command
    assert next_command(replace(answer, verdicts=(verdict(Level.MET),)), typed.split()) == ""
