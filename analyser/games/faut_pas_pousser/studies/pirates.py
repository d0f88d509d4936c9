"""How many points each pirate scores: when it falls, or at the end on the plank, including the Captain's bonus."""

from collections import Counter

import numpy as np
import polars as pl

from analyser.core.arrays import Floats
from analyser.experiments.catalogue import Question
from analyser.experiments.positions import Study
from analyser.experiments.sample import ExperimentSpec, Runner
from analyser.games.faut_pas_pousser.table import CAPTAIN, CREWS, PIRATES, pirate_of
from analyser.simulation.engine import State
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.values import verdicts


def answer(experiment: ExperimentSpec, question: Question, who: str, runner: Runner) -> pl.DataFrame:
    """A row for each pirate: its mean points, and how far they are from the mean of its crew, with joint intervals."""
    job = experiment.job(strategies=who)
    study = Study(job)
    study.state.workspace.traced = 1
    brought, stayed = [], []
    for game in range(job.games):
        study.play(game)
        falls, plank = followed(study.state)
        brought.append((falls + plank)[: job.players].mean(0))
        stayed.append((plank[: job.players] > 0).mean(0))
        runner.count(1)
    labels = [_name(card, value) for card, value in enumerate(study.state.table.pirate_values)]
    return _table(labels, np.array(brought), np.array(stayed))


def _table(labels: list[str], brought: Floats, stayed: Floats) -> pl.DataFrame:
    above = mean_of_games(brought - brought.mean(1, keepdims=True), 1)
    low, high = above.joint()
    rows = {"level": labels, "score": brought.mean(0), "above_mean_score": above.value}
    rows |= {"low_score": low, "high_score": high, "aboard_rate": stayed.mean(0), "verdict": verdicts(low, high)}
    return pl.DataFrame(rows | {"games": [len(brought)] * PIRATES})


def _name(card: int, value: int) -> str:
    return f"{value} (Captain)" if card == CAPTAIN else str(value)


def told(table: pl.DataFrame) -> str:
    """All pirates with their points; the best and the worst with their distance from the mean."""
    each = ", ".join(f"{row['level']}: {row['score']:.2f}" for row in table.to_dicts())
    order = table.sort("above_mean_score", descending=True).to_dicts()
    ends = [
        f"{row['level']} {row['above_mean_score']:+.2f} ({row['low_score']:+.2f} to {row['high_score']:+.2f})"
        for row in (order[0], order[-1])
    ]
    return f"{each}. Above the mean of the six: {'; '.join(ends)}."


def followed(state: State) -> tuple[Floats, Floats]:
    """Points by fall and by place on the plank at the end of a game that was traced: crews x pirates."""
    table, planks = state.table, state.workspace.scores[: state.workspace.n_traced, CREWS:]
    cards = {int(value): card for card, value in enumerate(table.pirate_values)}
    falls, plank = np.zeros((CREWS, PIRATES)), np.zeros((CREWS, PIRATES))
    standing = [(crew, int(table.opening[crew])) for crew in range(CREWS)]
    n_fallen = 0
    for lanes in planks.tolist():
        after = [pirate_of(lane) for lane in lanes]
        for crew, value in Counter(standing) - Counter(after):
            falls[crew, cards[value]] += 1 + n_fallen // table.pile_size
            n_fallen += 1
        standing = after
    for slot, (crew, value) in enumerate(standing):
        bonus = table.captain_bonus if cards[value] == CAPTAIN else 0
        plank[crew, cards[value]] += table.plank_points[slot] + bonus
    return falls, plank
