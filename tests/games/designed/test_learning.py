"""What is learned of a designer's game: choices with names are weighed apart; `analyse try` races a first player."""

from pathlib import Path

import pytest

from analyser import api
from analyser.core.errors import BadInput
from analyser.experiments import learn
from analyser.games.loader import find_game
from tests.cli.commands import fine
from tests.games.designed.conftest import EXAMPLES, Write


@pytest.mark.parametrize(
    ("name", "sort"),
    [
        ("pig", "(choice.kind == 0) * (0 + choice.value)"),
        ("auction", "(choice.kind == 0) * (0 + 0)"),
        ("plank", "(choice.kind == 0) * (0 + choice.what - 0)"),
    ],
)
def test_what_is_weighed_apart(name: str, sort: str) -> None:
    assert find_game(str(EXAMPLES / name)).rules.lessons.sort == sort


def test_pig_is_learned_in_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When to hold hangs on the points of the turn: one weight for each name, or nothing is learned (5 %)."""
    monkeypatch.setattr(learn, "RACE_GAMES", 400)
    found = api.learn(str(EXAMPLES / "pig"), tmp_path / "learned.py", players=2, games=8000)
    assert {row["opponent"]: row["low"] for row in found.race.to_dicts()}["random"] > 0.75


PLAYERS = "PLAYERS = (2, 3, 4, 5, 6, 7, 8)"


def test_alone_nothing_can_be_learned_and_try_says_so(pig: Write) -> None:
    path = pig((PLAYERS, "PLAYERS = (1,)"))
    with pytest.raises(BadInput, match="nobody to win against"):
        api.learn(str(path), Path("learned.py"))
    told = fine("try", path, "--games", "1000", cwd=path.parent).out
    assert "lookahead:games=32" in told and "│ learned" not in told


def test_try_races_a_learned_player(pig: Write) -> None:
    path = pig((PLAYERS, "PLAYERS = (2,)"))
    assert "│ learned" in fine("try", path, "--games", "1000", cwd=path.parent).out
