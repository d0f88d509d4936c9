"""The restricted-play test of a player: a sound player wins no less when it plays freely than when it is held to any
level of any forced question.

All levels of all forced questions of the game are tried on some deals; the best of each question is then measured on
other deals, because the winner of a search always looks too good.

Method: docs/explanation/methods.md#restricted-play.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from analyser.core.arrays import Floats
from analyser.experiments.catalogue import Forced, filled, read_catalogue
from analyser.experiments.sample import ExperimentSpec, Runner, play
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.intervals import rare_reach
from analyser.statistics.values import verdicts

SEARCH_SHARE = 8
"""The search plays this many times fewer games with each level than the test itself."""
LEAST_SEARCHED = 24
BASE = "{base}"


@dataclass(frozen=True)
class Held:
    """A player held to a level of a question."""

    question: str
    level: str
    spec: str


def held_players(experiment: ExperimentSpec, player: str) -> list[Held]:
    """The player, held to every level of every forced question; questions about other players are left out."""
    asked = [one for one in read_catalogue(experiment.game).value if isinstance(one, Forced) and BASE in one.play]
    return list(_levels(asked, experiment.players, player))


def _levels(asked: list[Forced], players: int, player: str) -> Iterator[Held]:
    for question in asked:
        at_table = question.at_table(players)
        for label, level in at_table.tried.items():
            yield Held(question.name, label, filled(question.play, level, player))


def restricted_play(experiment: ExperimentSpec, player: str, runner: Runner) -> pl.DataFrame:
    """A row for each forced question: its best level, and what it wins beyond free play on the same deals. The
    intervals hold for the whole table together.
    """
    everybody = held_players(experiment, player)
    if not everybody:
        return _table(player, [], np.zeros((0, 0)), np.zeros((0, 1)), experiment.players)
    searched = max(LEAST_SEARCHED, experiment.games // SEARCH_SHARE)
    search = replace(experiment, games=searched, seed=experiment.seed + 1)
    found = _gains(search, player, everybody, runner).mean(0)
    best = {one.question: -np.inf for one in everybody}
    for gain in zip(everybody, found, strict=True):
        best[gain[0].question] = max(best[gain[0].question], gain[1])
    finalists = [one for one, gain in zip(everybody, found, strict=True) if gain == best[one.question]]
    finalists = list({one.question: one for one in reversed(finalists)}.values())[::-1]
    free, held = _wins(experiment, player, finalists, runner)
    return _table(player, finalists, held, free, experiment.players)


def _gains(experiment: ExperimentSpec, player: str, everybody: list[Held], runner: Runner) -> Floats:
    free, held = _wins(experiment, player, everybody, runner)
    return held - free


def _wins(experiment: ExperimentSpec, player: str, everybody: list[Held], runner: Runner) -> tuple[Floats, Floats]:
    """What the focal seat wins in each game: freely, and held to each level, on the same deals, among its likes."""
    free = play(experiment.focal(player, player), runner).of_focal()
    held = [play(experiment.focal(one.spec, player), runner).of_focal() for one in everybody]
    return free[:, None], np.column_stack(held)


def _table(player: str, finalists: list[Held], held: Floats, free: Floats, players: int) -> pl.DataFrame:
    values = mean_of_games(held - free, players) if finalists else None
    shares = held.mean(0) if finalists else np.zeros(0)
    low, high = values.joint() if values else (np.zeros(0), np.zeros(0))
    down, up = rare_reach(shares, len(held)) if finalists else (0.0, 0.0)
    value = values.value if values else np.zeros(0)
    low, high = np.minimum(low, value - down), np.maximum(high, value + up)
    sides = [{"above": "fails", "below": "passes"}.get(one, "passes") for one in verdicts(low, high)]
    rows = {
        "player": [player] * len(finalists),
        "question": [one.question for one in finalists],
        "level": [one.level for one in finalists],
        "win_share": shares,
        "free_share": [float(free.mean())] * len(finalists) if finalists else [],
        "value_points": 100 * value,
        "low_points": 100 * low,
        "high_points": 100 * high,
        "verdict": sides,
    }
    text = dict.fromkeys(("player", "question", "level", "verdict"), pl.String())
    return pl.DataFrame(rows, schema_overrides=text, strict=False)
