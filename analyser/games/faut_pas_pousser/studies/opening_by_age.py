"""What each opening is worth at each age, against others who open as they like: equal openings are parted by age, and
both together make the order of play.
"""

import numpy as np
import polars as pl
from scipy.linalg import block_diag

from analyser.core.arrays import Floats
from analyser.experiments.catalogue import Question
from analyser.experiments.forced import value_rows
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.games.faut_pas_pousser.table import PIRATES
from analyser.simulation.job import Job
from analyser.statistics.estimates import Estimates, mean_by_cell

AGES = {2: ("the younger", "the older"), 3: ("the youngest", "the middle one", "the oldest")} | {
    4: ("the youngest", "the second youngest", "the second oldest", "the oldest")
}


def answer(experiment: ExperimentSpec, question: Question, who: str, runner: Runner) -> pl.DataFrame:
    """A row for each opening and age of one player: its win share minus an equal one, and when it plays in a round."""
    n = experiment.players
    others = [who] * (n - 1)
    samples = [
        play(_held_to(experiment, f"always:opening={pirate + 1}({who})", others), runner) for pirate in range(PIRATES)
    ]
    found = [_by_age(one, one.wins[:, 0] - 1 / n) for one in samples]
    together = Estimates(
        np.concatenate([one.value for one in found]),
        block_diag(*(one.covariance for one in found)),
        min(one.n_blocks for one in found),
    )
    order = np.concatenate([_by_age(one, one.by_seat("turn_position")[:, 0]).value for one in samples])
    labels = [f"pirate {pirate + 1} as {age}" for pirate in range(PIRATES) for age in AGES[n]]
    plays = [int((one.by_seat("age_rank")[:, 0] == age + 1).sum()) for one in samples for age in range(n)]
    rows = value_rows(labels, together, experiment.confidence, np.array(plays))
    return pl.DataFrame(rows | {"turn_position": order, "games": plays})


def _held_to(experiment: ExperimentSpec, player: str, others: list[str]) -> Job:
    """Seat 1 is held to an opening; the seats themselves are alike."""
    games = max(experiment.games // PIRATES, 1)
    return experiment.job("fresh", games=games, seats=",".join([player, *others]), lineups="fixed")


def _by_age(sample: Sample, values: Floats) -> Estimates:
    """The mean over the games in which seat 1 is of each age."""
    ages = sample.by_seat("age_rank")[:, 0].astype(np.int64) - 1
    blocks = np.arange(sample.n_games) // sample.job.block
    return mean_by_cell(values, ages, blocks, sample.job.players, sample.n_blocks)


def told(table: pl.DataFrame) -> str:
    """The best opening at each age, and what the order of play has to do with it."""
    rows = table.with_columns(age=pl.col("level").str.split(" as ").list.last())
    best = rows.sort("value_points", descending=True).group_by("age", maintain_order=True).first().to_dicts()
    each = [
        f"{row['level']} {row['value_points']:+.1f} ({row['low_points']:+.1f} to {row['high_points']:+.1f}), "
        f"which plays in place {row['turn_position']:.1f} of a round"
        for row in best
    ]
    late = np.corrcoef(rows["turn_position"].to_numpy(), rows["value_points"].to_numpy())[0, 1]
    return (
        f"The best opening at each age, in points above an equal share: {'; '.join(each)}. "
        f"Over all openings and ages, a later place in the round and winning go together: correlation {late:.2f}."
    )
