"""Where points or money come from: by strategy, for winners and others, and over the rounds of a game."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from analyser.experiments.answer import Answer, Tables
from analyser.experiments.lengths import played_by_all
from analyser.experiments.measured import Measured
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.experiments.sentences import Label, Sentence, Share, in_turn, listed, said
from analyser.experiments.verdict import About, Level, Verdict
from analyser.statistics.estimates import Estimates, mean_of_games, mean_of_kept

SOURCES, STAGES = "sources", "stages"
GROUPS = ("all", "winners", "others")


def sources(experiment: ExperimentSpec, sample: Sample, columns: Sequence[str]) -> Answer:
    """Means by source; what winners have more of than the others of their game."""
    table = by_group(sample, columns)
    whole = table.row(0, named=True)
    total = sum(abs(whole[name]) for name in columns)
    order = sorted(columns, key=lambda name: -abs(whole[name]))
    parts = listed(said("share_of", name=Label(name), share=Share(abs(whole[name]) / total, 0)) for name in order)
    gaps = winners_less_others(sample, columns)
    verdict = Verdict(Level.NOTED, said("sources.noted", parts=parts), About(SOURCES))
    means = mean_of_games(np.column_stack([sample.by_seat(name).mean(1) for name in columns]), sample.job.block)
    low, high = means.joint()
    facts = {"margin": float((high - low).max() / 2)}
    title = said("title.sources", game=experiment.game.title, players=experiment.players)
    tables = {SOURCES: table}
    return Answer(title, played_by_all(experiment, sample), (verdict,), tables, (_gap(gaps, columns),), facts)


def by_group(sample: Sample, columns: Sequence[str]) -> pl.DataFrame:
    """Means of all seats, of winners, of the others, and of every strategy."""
    seats = sample.seats.with_columns(pl.col("strategy").cast(pl.String))
    means = [pl.col(name).mean() for name in columns]
    groups = {
        "all": seats.select(means),
        "winners": seats.filter(pl.col("win") > 0).select(means),
        "others": seats.filter(pl.col("win") == 0).select(means),
    }
    rows = [{"group": name, **table.row(0, named=True)} for name, table in groups.items()]
    by_strategy = seats.group_by("strategy").agg(means).sort("strategy").rename({"strategy": "group"})
    return pl.concat([pl.DataFrame(rows), by_strategy])


def winners_less_others(sample: Sample, columns: Sequence[str]) -> Estimates:
    """Game by game, where somebody won and somebody lost: the mean of the winners minus that of the others."""
    won = sample.wins > 0
    apart = won.any(1) & ~won.all(1)
    gaps = []
    for name in columns:
        values = sample.by_seat(name)
        winners = np.where(won, values, 0).sum(1) / np.maximum(won.sum(1), 1)
        others = np.where(~won, values, 0).sum(1) / np.maximum((~won).sum(1), 1)
        gaps.append(winners - others)
    return mean_of_kept(np.column_stack(gaps), apart, sample.job.block)


def _gap(gaps: Estimates, columns: Sequence[str]) -> Sentence:
    """What winners are shown to have more or less of, the largest difference first."""
    low, high = gaps.joint()
    found = [
        Measured(float(gaps.value[k]), float(low[k]), float(high[k]), name=Label(name))
        for k, name in enumerate(columns)
    ]
    shown = sorted((one for one in found if one.is_outside), key=lambda one: -abs(one.value))
    if not shown:
        return said("sources.no_gap")
    parts = [said("sources.part", name=one.name, value=one.number(), between=one.span()) for one in shown]
    return said("sources.gap", parts=in_turn(parts))


def stages(
    experiment: ExperimentSpec, setting: str, values: Sequence[int], columns: Sequence[str], base: str, runner: Runner
) -> Tables:
    """The same deals stopped after each number of rounds: what a seat had by then, from each source."""
    rows = []
    for value in values:
        sample = play(experiment.job("fresh", [f"{setting}={value}"], strategies=base), runner)
        rows.append({"rounds": value} | {name: float(sample.by_seat(name).mean()) for name in columns})
    return {STAGES: pl.DataFrame(rows)}
