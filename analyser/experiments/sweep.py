"""A curve over a setting: every outcome at every value, all on the same deals.

Method: docs/explanation/methods.md#paired-differences.
"""

from collections.abc import Sequence

import polars as pl

from analyser.core.arrays import Floats
from analyser.experiments.answer import Answer
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.compare import luck_of
from analyser.experiments.differences import DIFFERENCES, curve_verdicts
from analyser.experiments.outcomes import outcomes_of
from analyser.experiments.sample import ExperimentSpec, Runner, play, refuse_twice
from analyser.experiments.seats import played_of
from analyser.experiments.sentences import Facts, said
from analyser.experiments.variation import Variation
from analyser.statistics.estimates import Estimates, mean_of_games
from analyser.statistics.paired import Paired, paired
from analyser.strategies.library import strongest

CURVE = "curve"


def sweep(
    experiment: ExperimentSpec, variation: Variation, pool: str | None, runner: Runner, outcomes: Sequence[str] = ()
) -> Answer:
    """Every outcome at every value with its joint interval, and how far each value is from the first. Verdicts are on
    the outcomes named, or on those that change.
    """
    refuse_twice(experiment, [variation.setting])
    catalogue = read_catalogue(experiment.game)
    strategies = pool or strongest(experiment.game)
    curve, differences = [], []
    first: Floats | None = None
    for value in variation.values:
        words = variation.words(value)
        sample = play(experiment.job(luck_of(strategies), [words], strategies=strategies), runner)
        names, found = outcomes_of(sample, catalogue)
        curve.append(_curve(words, names, mean_of_games(found, sample.job.block)))
        if first is None:
            first = found
        else:
            differences.append(_from_first(words, names, paired(first, found, sample.job.block)))
    tables = {CURVE: pl.concat(curve), DIFFERENCES: pl.concat(differences)}
    facts: Facts = {"game": experiment.game.title, "players": experiment.players, "strategies": strategies}
    title = said("title.sweep", setting=variation.setting, **facts)
    verdicts = tuple(curve_verdicts(tables[CURVE], tables[DIFFERENCES], variation, outcomes))
    return Answer(title, played_of(experiment, sample, strategies), verdicts, tables, printed={DIFFERENCES: ()})


def _curve(words: str, names: list[str], found: Estimates) -> pl.DataFrame:
    low, high = found.joint()
    setting, _, value = words.partition("=")
    return pl.DataFrame({setting: value, "outcome": names, "mean": found.value, "low": low, "high": high})


def _from_first(variant: str, names: list[str], found: Paired) -> pl.DataFrame:
    rows = {"variant": variant, "outcome": names, "difference": found.difference.value}
    return pl.DataFrame(rows | {"low": found.low, "high": found.high})
