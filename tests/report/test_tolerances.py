"""Tolerances are one thing: terminal, report and gate read the game's recipe; an option comes first."""

import pytest

import analyser
from analyser import api
from analyser.api.guarding import _limits
from analyser.core.errors import BadInput
from analyser.drift.baseline import read_baseline
from analyser.experiments.measured import Tolerance
from analyser.games.definition import Game
from analyser.games.loader import find_game
from analyser.report.recipe import read_recipe

LP = "la-planche"
QUICK = {"games": 120, "jobs": 1, "robustness": False}
RECIPE = """games = 2000
[tolerances]
seat_points = 7
level_points = 6
drift_points = 3
detect_points = 4
[[page]]
kind = "values"
question = "action"
tolerance = 9
title = { en = "?", fr = "?" }
"""


@pytest.fixture
def recipe(tmp_path, monkeypatch):
    path = tmp_path / "recipe.toml"
    path.write_text(RECIPE, encoding="utf-8")
    monkeypatch.setattr(Game, "recipe", path)
    return read_recipe(path)


@pytest.mark.usefixtures("recipe")
def test_the_terminal_reads_the_recipe_and_an_option_comes_first():
    assert analyser.seats(LP, "random", **QUICK).facts["tolerance_points"] == 7
    assert analyser.seats(LP, "random", tolerance=3, **QUICK).facts["tolerance_points"] == 3
    found = analyser.values(LP, ["colour", "action", "deal"], "random", **QUICK)
    assert [one.width for one in found.tolerances.values()] == [6, 9, 0]
    same = analyser.values(LP, ["colour", "action"], "random", tolerance=2, **QUICK)
    assert set(same.tolerances.values()) == {Tolerance(2)}


@pytest.mark.usefixtures("recipe")
def test_the_gate_reads_the_recipe_and_an_option_comes_first():
    baseline = read_baseline(api.BASELINES / f"{LP}.json", ())
    assert (_limits(baseline, None, None).share, _limits(baseline, None, None).detect) == (0.03, 0.04)
    assert (_limits(baseline, 1, None).share, _limits(baseline, 1, 2).detect) == (0.01, 0.02)
    with pytest.raises(BadInput, match="--detect 2 must be larger than --tolerance 3"):
        _limits(baseline, None, 2)


def test_a_game_without_a_recipe_has_the_usual_tolerances(tmp_path, monkeypatch):
    monkeypatch.setattr(Game, "recipe", tmp_path / "none.toml")
    assert analyser.seats(LP, "random", **QUICK).facts["tolerance_points"] == 1
    assert analyser.values(LP, ["colour"], "random", **QUICK).tolerances == {"colour": Tolerance(0)}


def test_every_recipe_that_we_ship_is_read_by_the_terminal():
    """Black Fleet tolerates 2 points for a seat: before, the terminal judged by 1."""
    from analyser.api.options import level_tolerances, seat_tolerance

    game = find_game("black-fleet")
    assert seat_tolerance(game, None) == read_recipe(game.recipe).tolerances.seat_points == 2
    assert level_tolerances(game, None)["development-dealt"] == 5
