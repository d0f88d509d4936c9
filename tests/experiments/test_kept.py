"""Games that an interrupted experiment keeps: found again by all that decides their rows, and only by that."""

import json
from pathlib import Path

import pytest

import analyser
from analyser.core.errors import Interrupted
from analyser.experiments.kept import FOLLOWED, KeptGames, name_of
from analyser.experiments.sample import Runner, play
from analyser.experiments.steps import Steps
from analyser.experiments.trajectories import trajectories
from analyser.simulation.executor import Workers
from tests.experiments.asking import ask

FPP = "faut-pas-pousser"
ONE = Workers(1)


def test_what_was_kept_is_not_played_again(tmp_path):
    job = ask(FPP, 9000).job(strategies="random")
    first = Runner(ONE)
    sample = play(job, first)
    first.kept.write(tmp_path)
    second = Runner(ONE, kept=KeptGames(tmp_path))
    again = play(job, second)
    assert second.steps.played == 0
    assert again.games.equals(sample.games)
    assert again.seats.equals(sample.seats)
    assert again.seats.schema == sample.seats.schema


def test_followed_games_too(tmp_path):
    job = ask("la-planche", 400).job(strategies="random")
    first = Runner(ONE)
    paths = trajectories(job, first)
    first.kept.write(tmp_path)
    second = Runner(ONE, kept=KeptGames(tmp_path))
    again = trajectories(job, second)
    assert second.steps.played == 0
    assert all((one == other).all() and one.dtype == other.dtype for one, other in zip(paths, again, strict=True))


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        {"settings": ("captain_bonus=3",)},
    ],
)
def test_games_of_other_rules_or_luck_are_not_found(other):
    here, there = (ask(FPP, 400, **more).job(strategies="random") for more in ({}, other))
    assert name_of("rows", here) != name_of("rows", there)
    assert name_of("rows", here) != name_of(FOLLOWED, here)
    assert name_of("rows", here) == name_of("rows", ask(FPP, 900).job(strategies="random"))


def test_an_edited_strategy_is_played_again(tmp_path):
    own = tmp_path / "own.py"
    names = []
    for points in ("1.0", "2.0"):
        own.write_text(f'"""Own."""\n\n\ndef score(view, choice):\n    """Likes all."""\n    return {points}\n')
        names.append(name_of("rows", ask(FPP, 400).job(strategies=str(own))))
    assert names[0] != names[1]


def test_games_of_a_damaged_file_are_played_again(tmp_path):
    job = ask(FPP, 400).job(strategies="random")
    sample = play(job, Runner(ONE, kept=KeptGames(tmp_path)))
    damaged = next(tmp_path.glob("*-seats.arrow"))
    damaged.write_bytes(damaged.read_bytes()[:100])
    again = Runner(ONE, kept=KeptGames(tmp_path))
    assert play(job, again).seats.equals(sample.seats)
    assert again.steps.played == 400
    assert play(job, Runner(ONE, kept=KeptGames(tmp_path))).seats.equals(sample.seats)


def test_an_interrupted_experiment_goes_on_with_the_same_bytes(tmp_path: Path):
    whole = analyser.seats("la-planche", "random", games=12_000, jobs=1)

    def interrupt(games, total):
        if runner.steps.played > 9000:
            raise Interrupted("enough")

    runner = Runner(ONE, progress=interrupt)
    with pytest.raises(Interrupted):
        analyser.seats("la-planche", "random", games=12_000, runner=runner)
    runner.kept.write(tmp_path)
    assert runner.kept.games > 3000
    rest = Runner(ONE, kept=KeptGames(tmp_path))
    again = analyser.seats("la-planche", "random", games=12_000, runner=rest)
    assert json.dumps(again.as_json()) == json.dumps(whole.as_json())


class TestSteps:
    def test_a_step_that_ends_early_takes_the_rest_off(self):
        steps = Steps()
        steps.plan([1000, 500])
        steps.add(200)
        assert (steps.played, steps.total) == (200, 1500)
        steps.end()
        assert steps.total == 700
        steps.add(600)
        assert steps.total == 800
        steps.end()
        assert (steps.played, steps.total) == (800, 800)

    @pytest.mark.parametrize(
        "asking",
        [
            lambda runner: analyser.seats("la-planche", "random", games=4000, runner=runner),
            lambda runner: analyser.compare("la-planche", "plank_length=18,20", "random", games=2000, runner=runner),
            lambda runner: analyser.sweep("la-planche", "plank_length=18,20", "random", games=400, runner=runner),
            lambda runner: analyser.values("la-planche", ["colour"], "random", games=2000, runner=runner),
            lambda runner: analyser.feel("la-planche", "random", games=200, runner=runner),
            lambda runner: analyser.tournament("la-planche", "random,survivor", games=400, runner=runner),
            lambda runner: analyser.sensitivity("la-planche", ["vane"], "random", games=400, runner=runner),
        ],
    )
    def test_the_total_that_is_told_beforehand_is_the_most(self, asking):
        notes, totals = [], []
        runner = Runner(ONE, notes.append, lambda games, total: totals.append(runner.steps.total))
        asking(runner)
        told = next(one for one in notes if one.startswith("At most ") and "games in all" in one)
        most = int(told.split()[2].replace(",", ""))
        assert totals[0] <= most
        assert runner.steps.played <= 1.5 * most, "the last, unfinished part of a small stage is played again"
        assert totals[-1] >= runner.steps.played
