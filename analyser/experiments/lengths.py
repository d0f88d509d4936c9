"""How long a game is: the mean of a run's finished games against the designer's target."""

import numpy as np
import polars as pl

from analyser.experiments.answer import Answer, Played
from analyser.experiments.by_strategy import by_strategy, range_sentence
from analyser.experiments.measured import Limits, Measured, decided_by, games_to_decide
from analyser.experiments.sample import ExperimentSpec, Sample
from analyser.experiments.seats import played_of
from analyser.experiments.sentences import Facts, Label, Number, Sentence, Span, said
from analyser.experiments.verdict import About, Level, Verdict, level_of
from analyser.statistics.estimates import mean_of_kept

PARTS = (0.05, 0.25, 0.5, 0.75, 0.95)
UNFINISHED = "unfinished"
MOST_DIGITS = 2
"""More decimals of a length help nobody."""


def lengths(
    experiment: ExperimentSpec, sample: Sample, column: str = "rounds", target: tuple[float, float] | None = None
) -> Answer:
    """The length of finished games, in rounds or by another column of the games' table."""
    is_finished = (sample.games["outcome"].cast(pl.String) != UNFINISHED).to_numpy()
    finished = sample.games.filter(is_finished)
    mean = mean_of_kept(sample.games[column].to_numpy()[:, None], is_finished, sample.job.block)
    (low,), (high,) = mean.separate()
    limits = Limits() if target is None else Limits(*target)
    found = Measured(float(mean.value[0]), float(low), float(high), limits, Label(column))
    results = by_strategy(sample, sample.games[column].to_numpy(), found)
    verdict = _verdict(found, column, finished.height, target)
    verdict = verdict if target is None else verdict.checked(results)
    tables = {"length": length_table(sample, column), "distribution": _distribution(finished, column)}
    title = said("title.lengths", game=experiment.game.title, players=experiment.players)
    remarks = (_spread(finished, column), *range_sentence(results, found))
    who = played_by_all(experiment, sample)
    return Answer(title, who, (verdict,), tables, remarks, {"finished": finished.height})


def played_by_all(experiment: ExperimentSpec, sample: Sample) -> Played:
    """A run of all strategies, for the answer's record."""
    return played_of(experiment, sample, ",".join(one.spec for one in sample.job.strategies))


def _verdict(found: Measured, column: str, games: int, target: tuple[float, float] | None) -> Verdict:
    digits = min(found.digits, MOST_DIGITS)
    facts: Facts = {"unit": Label(column), "between": Span(found.low, found.high, digits)}
    facts["mean"] = Number(found.value, digits)
    about = About("length")
    if target is None:
        return Verdict(Level.NOTED, said("length.noted", **facts), about, (found,))
    level = level_of(found)
    needed = games_to_decide(games, found) if level == Level.UNDECIDED else None
    least, most = (Number(one, None) for one in target)
    facts |= {"least": least, "most": most, "games": decided_by(needed)}
    return Verdict(level, said(f"length.{level}", **facts), about, (found,), found.excess, needed)


def _spread(finished: pl.DataFrame, column: str) -> Sentence:
    low, middle, high = (Number(float(one), 0) for one in np.quantile(finished[column].to_numpy(), [0.05, 0.5, 0.95]))
    return said("length.spread", low=low, middle=middle, high=high, unit=Label(column))


def length_table(sample: Sample, column: str) -> pl.DataFrame:
    """Lengths of all games and by how they ended: mean and quantiles."""
    games = sample.games.with_columns(pl.col("outcome").cast(pl.String))
    rows = []
    for name in ["all", *sorted(set(games["outcome"]))]:
        one = games if name == "all" else games.filter(pl.col("outcome") == name)
        values = one[column].to_numpy()
        rows.append(
            {"outcome": name, "games": len(values), "mean": float(values.mean())}
            | {f"q{int(100 * part)}": float(np.quantile(values, part)) for part in PARTS}
            | {"longest": float(values.max())}
        )
    return pl.DataFrame(rows)


def _distribution(finished: pl.DataFrame, column: str) -> pl.DataFrame:
    counts = finished.group_by(pl.col(column).alias("length")).agg(games=pl.len())
    return counts.sort("length")
