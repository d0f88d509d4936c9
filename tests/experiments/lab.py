"""What the tests of experiments share: small questions, quietly asked."""

import re
from pathlib import Path
from typing import Any

from analyser.api import asked
from analyser.experiments.answer import Answer
from analyser.experiments.sample import Asked, Lab
from analyser.workers import Workers

GAMES = ("black-fleet", "faut-pas-pousser", "la-planche", "piratoons")
FPP = "faut-pas-pousser"
LAB = Lab(Workers(1))


def ask(game: str = FPP, games: int = 2000, players: int | None = None, **more: Any) -> Asked:
    """A small question."""
    return asked(game, players, games, **more)


DEFINED = set(re.findall(r"`([a-z_0-9]+)`", (Path(__file__).parents[2] / "docs" / "metrics.md").read_text("utf-8")))
NAMES = ("outcome", "measure")


def undefined(answer: Answer) -> set[str]:
    """Columns, outcomes and measures that docs/metrics.md does not name; a curve's own setting needs no name."""
    found: set[str] = set()
    for name, table in answer.tables.items():
        found |= {one for one in table.columns if not (name == "curve" and one == table.columns[0])}
        found |= {str(value) for one in NAMES if one in table.columns for value in table[one]}
    return {one for one in found if not one.startswith("win_share_of_seat")} - DEFINED
