"""A curve over a setting: every outcome at every value, all on the same deals.

Method: docs/explanation/methods.md#paired-differences.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from analyser.core.arrays import Floats
from analyser.experiments.answer import Answer
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.compare import luck_of
from analyser.experiments.differences import DIFFERENCES, curve_verdicts
from analyser.experiments.outcomes import outcomes_of, reach_of
from analyser.experiments.sample import ExperimentSpec, Runner, play, refuse_twice
from analyser.experiments.seats import played_of
from analyser.experiments.sentences import Facts, said
from analyser.experiments.variation import Variation
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.paired import joint_ends, paired
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
    played = {}
    for value in variation.values:
        words = variation.words(value)
        sample = play(experiment.job(luck_of(strategies), [words], strategies=strategies), runner)
        names, played[words] = outcomes_of(sample, catalogue)
    runner.steps.end()
    block = sample.job.block
    tables = {CURVE: _curve(names, played, block), DIFFERENCES: _from_first(names, played, block)}
    facts: Facts = {"game": experiment.game.title, "players": experiment.players, "strategies": strategies}
    title = said("title.sweep", setting=variation.setting, **facts)
    verdicts = tuple(curve_verdicts(tables[CURVE], tables[DIFFERENCES], variation, outcomes))
    return Answer(title, played_of(experiment, sample, strategies), verdicts, tables, printed={DIFFERENCES: ()})


def _curve(names: list[str], played: Mapping[str, Floats], block: int) -> pl.DataFrame:
    """Every outcome at every value; the intervals hold for the whole table together."""
    found = mean_of_games(np.hstack(list(played.values())), block)
    low, high = found.joint()
    keys = [(words.partition("=")[2], name) for words in played for name in names]
    setting = next(iter(played)).partition("=")[0]
    rows = pl.DataFrame(keys, schema=[setting, "outcome"], orient="row")
    return rows.with_columns(mean=found.value, low=low, high=high)


def _from_first(names: list[str], played: Mapping[str, Floats], block: int) -> pl.DataFrame:
    """The difference of every other value from the first, on the same deals; joint over the whole table."""
    first, *others = played.values()
    found = [paired(first, one, block, reach_of(names)).changes for one in others]
    low, high = (np.concatenate(ends) for ends in zip(*joint_ends(found), strict=True))
    before = np.tile(mean_of_games(first, block).value, len(others))
    keys = [(words, name) for words in list(played)[1:] for name in names]
    rows = pl.DataFrame(keys, schema=["variant", "outcome"], orient="row")
    change = np.concatenate([one.value for one in found])
    return rows.with_columns(base=before, difference=change, low=low, high=high)
