"""Does a mean over mixed games hold for every strategy? The same mean, in the games of each strategy."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from analyser.experiments.measured import Measured
from analyser.experiments.robustness import Check, Kind, Result
from analyser.experiments.sample import Sample
from analyser.experiments.sentences import Sentence, said
from analyser.statistics.estimates import mean_of_kept


def by_strategy(sample: Sample, values: ArrayLike, of: Measured) -> list[Result]:
    """The mean in the games of each strategy, to check the mean over all games; nothing if only one plays."""
    found = []
    for number, one in enumerate(sample.job.strategies):
        played = (sample.lineups == number).any(1)
        if played.sum() > 1:
            mean = mean_of_kept(np.asarray(values, float)[:, None], played, sample.job.block)
            (low,), (high,) = mean.separate()
            there = replace(of, value=float(mean.value[0]), low=float(low), high=float(high))
            found.append(Result(Check(one.spec, Kind.PLAY), {of.key: there}))
    return found if len(found) > 1 else []


def range_sentence(results: list[Result], of: Measured) -> tuple[Sentence, ...]:
    """From the strategy with the least to the one with the most."""
    if not results:
        return ()
    order = sorted(results, key=lambda one: one.rows[of.key].value)
    least, most = (_figure(one.rows[of.key]) for one in (order[0], order[-1]))
    return (
        said(
            "holds.range",
            what=of.name,
            least=least,
            most=most,
            least_with=order[0].check.name,
            most_with=order[-1].check.name,
        ),
    )


def _figure(one: Measured) -> Sentence:
    return said("percent" if one.scale > 1 else "plain", number=one.number(signed=False))
