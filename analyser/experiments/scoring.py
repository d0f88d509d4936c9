"""Which parts of the score make the better player win: every set of parts is left out of the count (method M9).

*Rescored*: the same games, counted again, so nobody played otherwise. *Replayed*: the same deals, played again by
strategies that see what brings no points.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from analyser.experiments.answer import points
from analyser.experiments.catalogue import Question
from analyser.experiments.forced import value_rows
from analyser.experiments.sample import Asked, Lab, Sample, play
from analyser.statistics.shapley import left_out, subsets
from analyser.statistics.values import shapley_values

REPLAYED = 8
"""There is a set for every choice of parts, so each is replayed with so many times fewer games."""


def scoring(asked: Asked, question: Question, base: str, lab: Lab) -> pl.DataFrame:
    """A row a part of the score: what it adds to the win share of one seat of the strategy against weaker ones."""
    sample = play(asked.focal(base, question.options["against"]), lab)
    found = shapley_values(rescored(sample, list(question.levels.values())), sample.job.block)
    rows = value_rows([*question.levels, "all together"], None, found)
    rows["games"] = [sample.n_games] * (len(question.levels) + 1)
    if not asked.brief:
        rows |= _replayed(replace(asked, games=max(asked.games // REPLAYED, 1)), question, base, lab)
    return pl.DataFrame(rows, strict=False)


def rescored(sample: Sample, columns: list[str]) -> Any:
    """What the focal seat wins if only a set of these columns counts: games x sets; with none all share the win."""
    parts = np.stack([sample.by_seat(column) for column in columns])
    focal = (np.arange(sample.n_games), (sample.lineups == 0).argmax(1))
    wins = []
    for there in subsets(len(columns)):
        score = parts[sorted(there)].sum(0)
        best = score == score.max(1, keepdims=True)
        wins.append((best / best.sum(1, keepdims=True))[focal])
    return np.column_stack(wins)


def _replayed(asked: Asked, question: Question, base: str, lab: Lab) -> dict[str, Any]:
    n = len(question.levels)
    settings = [f"{question.options['setting']}={left_out(n, there)}" for there in subsets(n)]
    samples = [play(asked.focal(base, question.options["against"], [one]), lab) for one in settings]
    found = shapley_values(np.column_stack([one.of_focal(0) for one in samples]), samples[0].job.block)
    return {
        "replayed_points": points(found.value),
        "replayed_margin_points": points(found.critical() * found.standard_error),
        "replayed_games": [samples[0].n_games] * (n + 1),
    }
