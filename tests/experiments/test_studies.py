"""The games' own studies: what each pirate brings, and how soon a colour is read."""

from pathlib import Path

import numpy as np
import pytest

from analyser.experiments.positions import Study
from analyser.experiments.values import values
from analyser.games.faut_pas_pousser.studies.pirates import followed
from analyser.games.la_planche.studies.reading import CHANCE, named_by_others
from analyser.kernel.columns import SCORE
from tests.experiments.asking import FPP, RUNNER, ask

LP = "la-planche"
PLANTED = [Path(__file__).parent / "planted"]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("settings", [[], ["pile_size=3", "captain_bonus=5", "plank_points=4,3,2,1"]])
def test_the_points_of_all_pirates_are_the_score(players, settings):
    """In every game and for every seat, whatever scores; neutral crews between the players' included."""
    job = ask(FPP, 100, players, settings=settings).job(strategies="greedy")
    study = Study(job)
    study.state.workspace.traced = 1
    for game in range(60):
        study.play(game)
        falls, plank = followed(study.state)
        assert (falls + plank).sum(1)[:players].tolist() == study.table.seats[SCORE].tolist()


def test_the_captain_brings_its_bonus():
    """A planted bonus comes back: random plays the same, so the Captain gains 4 points whenever it is aboard."""
    plain, rich = (
        values(ask(FPP, 2000, settings=[f"captain_bonus={bonus}"]), ["pirate"], "random", RUNNER).frame
        for bonus in (0, 4)
    )
    gains = (rich["score"] - plain["score"]).to_list()
    assert gains[0] == pytest.approx(4 * plain["aboard_rate"][0])
    assert gains[1:] == pytest.approx([0.0] * 5)
    assert plain["above_mean_score"].sum() == pytest.approx(0)
    assert (plain["low_score"] <= plain["above_mean_score"]).all()


def test_a_strategy_that_shows_its_colour_is_read_sooner_than_one_that_hides():
    """La Planche: protector against bluffer; the intervals lie apart on the first turns, and both are read in the end.

    Notes alone do not see a bluffer.
    """
    shown, hidden = (values(ask(LP, 4000), ["reading"], who, RUNNER).frame for who in ("protector", "bluffer"))
    for turn in range(3):
        assert shown["low_points"][turn] > hidden["high_points"][turn]
    assert shown["read_share"][5] > 0.99
    assert hidden["read_share"][5] > 0.9
    assert hidden["noted_share"][0] < 0.45 < shown["noted_share"][0]
    assert hidden["read_share"].is_sorted()


def test_a_colour_that_is_not_in_play_is_not_read():
    """Negative controls: a strategy that does not look at its colour, and random: all colours stay equally likely."""
    for who in ("colour-blind", "random"):
        table = values(ask(LP, 2000, folders=PLANTED), ["reading"], who, RUNNER).frame
        assert table["read_share"].to_list() == pytest.approx([CHANCE] * 6)


def test_opponents_name_the_likeliest_colour_that_is_not_their_own():
    """Seat 0 holds colour 0. Who holds the likeliest colour itself names the next; equals are drawn."""
    stones = [0, 1, 2, 3]
    assert named_by_others(np.array([3.0, 0, 0, 0]), stones, 0) == 1
    assert named_by_others(np.array([2.0, 3, 0, 0]), stones, 0) == pytest.approx(1 / 3)
    assert named_by_others(np.zeros(4), stones, 0) == pytest.approx(CHANCE)
    assert named_by_others(np.array([0.0, 0, 0, 5]), [0, 1], 0) == 0


def test_how_soon_is_told():
    answer = values(ask(LP, 4000), ["reading"], None, RUNNER)
    assert "colour? More often than not from turn 1 on: after turn 1" in answer.headlines[0]
    assert "chance is 33.3%" in answer.headlines[0]
    told = values(ask(FPP, 2000), ["pirate"], None, RUNNER).headlines[0]
    assert told.startswith("How many points does each pirate bring? 1 (Captain): ")


def test_positions_of_a_strategy_that_looks_ahead_are_played_by_its_base():
    job = ask(FPP, 100).job(strategies="lookahead:games=8(greedy)")
    assert [one.spec for one in Study(job).job.strategies] == ["greedy"]


def test_openings_at_each_age_add_up_to_what_an_opening_is_worth():
    """The ages are drawn, so the mean over them is the opening's own value, as the question `opening` measures it."""
    found = values(ask(FPP, 7200, 3), ["opening-by-age"], "greedy", RUNNER).frame
    alone = values(ask(FPP, 2400, 3), ["opening"], "greedy", RUNNER).frame
    assert found.height == 6 * 3 and found["games"].sum() == 7200
    for pirate in range(6):
        ages = found[3 * pirate : 3 * pirate + 3]
        mean = np.average(ages["value_points"].to_numpy(), weights=ages["games"].to_numpy())
        assert mean == pytest.approx(alone["value_points"][pirate], abs=6)
    assert (found["turn_position"].is_between(1, 3)).all()
