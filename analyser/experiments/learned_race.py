"""What a learned strategy wins alone against each of the others, and the sentence about it.

Method: docs/explanation/methods.md#learning.
"""

from dataclasses import replace
from pathlib import Path

import polars as pl

from analyser.experiments.sample import ExperimentSpec, Runner, play
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.intervals import rare_reach
from analyser.strategies.library import default_field, strategy_files
from analyser.strategies.strategy import RANDOM

MOST_RACED = 4
"""Of the strongest strategies."""
SIMPLE = "greedy"
"""A simple player of most games, raced beside the competent ones."""


def race_of(experiment: ExperimentSpec, out: Path, games: int, runner: Runner) -> pl.DataFrame:
    """The learned strategy alone against the strongest of the field and simple players; joint intervals."""
    known = strategy_files(experiment.game, experiment.folders)
    raced = dict.fromkeys([*default_field(experiment.game, experiment.folders)[:MOST_RACED], SIMPLE, RANDOM])
    opponents = [one for one in raced if one in known]
    rows = []
    for opponent in opponents:
        fresh = replace(experiment, games=games, seed=experiment.seed + 1)
        sample = play(fresh.focal(str(out), opponent), runner)
        wins = sample.of_focal()
        found = mean_of_games(wins[:, None], sample.job.players)
        low, high = found.separate(1 - 0.05 / len(opponents))
        down, up = rare_reach(found.value, len(wins))
        ends = float(min(low[0], found.value[0] - down[0])), float(max(high[0], found.value[0] + up[0]))
        rows.append((opponent, len(wins), float(found.value[0]), max(ends[0], 0.0), min(ends[1], 1.0)))
    return pl.DataFrame(rows, schema=["opponent", "games", "win_share", "low", "high"], orient="row")


def standings(race: pl.DataFrame, players: int) -> dict[str, list[str]]:
    """Against whom it wins more than an equal share, less, or neither is shown."""
    found: dict[str, list[str]] = {"more": [], "less": [], "open": []}
    for row in race.to_dicts():
        side = "more" if row["low"] > 1 / players else "less" if row["high"] < 1 / players else "open"
        found[side].append(row["opponent"])
    return found


def sentence_of(race: pl.DataFrame, players: int) -> str:
    """Against whom it wins, alone among them."""
    shares = {
        one["opponent"]: f"{one['opponent']} ({one['win_share']:.1%}, {one['low']:.1%} to {one['high']:.1%})"
        for one in race.to_dicts()
    }
    found = standings(race, players)
    said = [
        f"{what} {', '.join(shares[one] for one in found[side])}"
        for side, what in (("more", "wins more against"), ("less", "wins less against"), ("open", "is level with"))
        if found[side]
    ]
    equal = f"an equal share is {1 / players:.1%}"
    return f"Alone among {players - 1} of them, where {equal}, the learned strategy {'; it '.join(said)}."
