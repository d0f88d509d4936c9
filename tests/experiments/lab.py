"""What the tests of experiments share: small questions, quietly asked."""

from typing import Any

from analyser.api import asked
from analyser.experiments.sample import Asked, Lab
from analyser.workers import Workers

GAMES = ("black-fleet", "faut-pas-pousser", "la-planche", "piratoons")
FPP = "faut-pas-pousser"
LAB = Lab(Workers(1))


def ask(game: str = FPP, games: int = 2000, players: int | None = None, **more: Any) -> Asked:
    """A small question."""
    return asked(game, players, games, **more)
