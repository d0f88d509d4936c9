"""Which parts of the score make the better player win: every set of parts is left out in turn.

*Rescored*: the same games, counted again. *Replayed*: the same deals, played again by
strategies that see what brings no points.

Method: docs/explanation/methods.md#shapley-values.
"""

from dataclasses import replace

import numpy as np
import polars as pl

from analyser.core.arrays import ArrayTable, Floats
from analyser.experiments.catalogue import Scoring
from analyser.experiments.forced import value_rows
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.statistics.shapley import left_out, subsets
from analyser.statistics.values import shapley_values

REPLAYED = 8
"""There are many sets of parts, so each is replayed with this many times fewer games."""


def scoring(experiment: ExperimentSpec, question: Scoring, base: str, runner: Runner) -> pl.DataFrame:
    """A row for each part of the score: what it adds to the win share of one seat against weaker players."""
    sample = play(experiment.focal(base, question.against), runner)
    found = shapley_values(rescored(sample, list(question.tried.values())), sample.job.players)
    rows = value_rows([*question.tried, "all together"], found, experiment.confidence)
    rows["games"] = [sample.n_games] * (len(question.tried) + 1)
    if not experiment.brief:
        rows |= _replayed(replace(experiment, games=max(experiment.games // REPLAYED, 1)), question, base, runner)
    return pl.DataFrame(rows, strict=False)


def rescored(sample: Sample, columns: list[str]) -> Floats:
    """What the focal seat wins if only a set of these columns counts: games x sets; with none all share the win."""
    parts = np.stack([sample.by_seat(column) for column in columns])
    wins = []
    for there in subsets(len(columns)):
        score = parts[sorted(there)].sum(0)
        best = score == score.max(1, keepdims=True)
        wins.append(sample.focal_of(best / best.sum(1, keepdims=True)))
    return np.column_stack(wins)


def _replayed(experiment: ExperimentSpec, question: Scoring, base: str, runner: Runner) -> ArrayTable:
    n = len(question.tried)
    settings = [f"{question.setting}={left_out(n, there)}" for there in subsets(n)]
    samples = [play(experiment.focal(base, question.against, [one]), runner) for one in settings]
    found = shapley_values(np.column_stack([one.of_focal() for one in samples]), samples[0].job.players)
    return {
        "replayed_points": 100 * found.value,
        "replayed_margin_points": 100 * (found.critical() * found.standard_error),
        "replayed_games": [samples[0].n_games] * (n + 1),
    }
