"""What the tests of experiments share: small questions, quietly asked."""

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from analyser.api import experiment
from analyser.experiments.answer import Answer
from analyser.experiments.sample import ExperimentSpec, Runner
from analyser.simulation.executor import Workers

GAMES = ("black-fleet", "faut-pas-pousser", "la-planche", "piratoons")
FPP = "faut-pas-pousser"
RUNNER = Runner(Workers(1))


def ask(game: str = FPP, games: int = 2000, players: int | None = None, **more: Any) -> ExperimentSpec:
    """A small question."""
    staged = more.pop("staged", False)
    return replace(experiment(game, players=players, games=games, **more), staged=staged)


def lottery(shares: tuple[float, ...], games: int, seed: int) -> Any:
    """One winner a game, drawn with these chances: win shares, games x seats."""
    rng = np.random.Generator(np.random.PCG64(seed))
    return np.eye(len(shares))[rng.choice(len(shares), games, p=shares)]


def planted_sample(wins: Any, block: int = 1) -> Any:
    """Games that nobody played, with these wins."""
    job = SimpleNamespace(block=block, players=wins.shape[1], luck="fresh", changed_settings=list)
    return SimpleNamespace(wins=wins, job=job, n_games=len(wins), unfinished=0)


METRICS = Path(__file__).parents[2] / "docs" / "reference" / "metrics.md"
DEFINED = set(re.findall(r"`([a-z_0-9]+)`", METRICS.read_text("utf-8")))
NAMES = ("outcome", "measure")


def undefined(answer: Answer) -> set[str]:
    """Columns, outcomes and measures that the page of metrics does not name; a curve's own setting needs no name."""
    found: set[str] = set()
    for name, table in answer.tables.items():
        found |= {one for one in table.columns if not (name == "curve" and one == table.columns[0])}
        found |= {str(value) for one in NAMES if one in table.columns for value in table[one]}
    return {one for one in found if not one.startswith("win_share_of_seat")} - DEFINED
