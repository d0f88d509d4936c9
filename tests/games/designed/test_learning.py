"""What is learned of a designer's game: choices with names are weighed apart."""

from pathlib import Path

import pytest

from analyser import api
from analyser.core.errors import BadInput
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


PLAYERS = "PLAYERS = (2, 3, 4, 5, 6, 7, 8)"


def test_alone_nothing_can_be_learned_and_try_says_so(pig: Write) -> None:
    path = pig((PLAYERS, "PLAYERS = (1,)"))
    with pytest.raises(BadInput, match="nobody to win against"):
        api.learn(str(path), Path("learned.py"))
    told = fine("try", path, "--games", "1000", cwd=path.parent).out
    assert "lookahead:games=32" in told and "│ learned" not in told
