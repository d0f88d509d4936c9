"""What differs from the data that we ship."""

import json

import pytest

from analyser.games import shipped
from analyser.games.loader import find_game, game_names
from analyser.simulation.job import make_job

GAME = find_game("black-fleet")


@pytest.mark.parametrize("name", game_names())
def test_the_list_is_that_of_the_shipped_data(name):
    """After a change of a seed: make reference."""
    game = find_game(name)
    assert shipped.read_shipped(shipped.PATH)[name] == shipped.as_data(game)
    facts = make_job(game, games=1).from_shipped()
    assert (facts.changed, facts.edited_files) == ([], [])
    assert facts.assumed == [one.name for one in game.settings().values() if one.status == "assumed"]


def test_a_setting_that_was_typed_is_named():
    facts = make_job(GAME, games=1, assignments=["victory_cost=20"]).from_shipped()
    assert (facts.changed, facts.edited_files) == (["victory_cost=20"], [])


@pytest.fixture
def edited(monkeypatch, tmp_path):
    """As if somebody had edited a default and a card since it was shipped."""
    found = json.loads(shipped.PATH.read_text(encoding="utf-8"))
    found["black-fleet"]["settings"]["victory_cost"] = 12
    found["black-fleet"]["files"]["development.toml"] = "0"
    (tmp_path / "shipped.json").write_text(json.dumps(found), encoding="utf-8")
    monkeypatch.setattr(shipped, "PATH", tmp_path / "shipped.json")


def test_edited_data_are_named(edited):
    facts = make_job(GAME, games=1).from_shipped()
    assert (facts.changed, facts.edited_files) == (["victory_cost=10"], ["development.toml"])


def test_an_assumption_that_was_changed_is_no_longer_assumed():
    name = make_job(find_game("la-planche"), games=1).from_shipped().assumed
    assert "vane" in name
    facts = make_job(find_game("la-planche"), games=1, assignments=["vane=no-skulls"]).from_shipped()
    assert facts.assumed == [one for one in name if one != "vane"]
