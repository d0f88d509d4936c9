"""Variants of the rules on the same deals: what changes, game by game.

Method: docs/explanation/methods.md#paired-differences.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyser.experiments.answer import Answer, Tables
from analyser.experiments.catalogue import Catalogue, read_catalogue
from analyser.experiments.differences import ADAPTED, DIFFERENCES, SAME, STRATEGIC, variant_verdict
from analyser.experiments.halftime import NAMES as HALVES
from analyser.experiments.halftime import Halves, changes, followed_games, halves
from analyser.experiments.outcomes import SPREAD, outcomes_of
from analyser.experiments.rates import Rate, rate
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play, refuse_twice
from analyser.experiments.seats import played_of
from analyser.experiments.sentences import said
from analyser.experiments.variation import Variation
from analyser.games.settings import show
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.paired import paired, spread_difference
from analyser.strategies.library import strongest

PRINTED: dict[str, tuple[str, ...]] = {
    DIFFERENCES: ("outcome", "variant", "play", "base", "difference", "low", "high", "variance_reduction", "holds"),
    "winners": (),
    "seats": (),
    "lengths": (),
}


@dataclass(frozen=True)
class Followed:
    """The games of a variant, and the leaders at half of some of them."""

    sample: Sample
    halves: Halves


@dataclass(frozen=True)
class Pair:
    """Two ways to play the same deals."""

    variant: str
    play: str
    one: Followed
    other: Followed

    @property
    def other_winners(self) -> Rate:
        """In how many of the same games another seat wins."""
        one, other = self.one.sample, self.other.sample
        return rate((one.wins != other.wins).any(1), one.job.block)

    def table(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Rows with what they have in common."""
        return rows.select(pl.lit(self.variant).alias("variant"), pl.lit(self.play).alias("play"), pl.all())


def compare(
    experiment: ExperimentSpec, variation: Variation, pool: str | None, runner: Runner, headline: str = ""
) -> Answer:
    """Each value against the first, on the same deals; also with unchanged play, where the game allows it. The verdict
    names the `headline` outcome first.
    """
    refuse_twice(experiment, [variation.setting])
    catalogue = read_catalogue(experiment.game)
    strategies = pool or strongest(experiment.game)
    first = _followed(experiment, variation.base, strategies=strategies, runner=runner)
    pairs = list(_pairs(experiment, variation, first, strategies, runner))
    tables = {DIFFERENCES: pl.concat([_differences(one, catalogue) for one in pairs])}
    verdicts = tuple(
        variant_verdict(tables[DIFFERENCES], one.variant, one.play, variation.base, one.other_winners, headline)
        for one in pairs
    )
    tables |= {} if experiment.brief else _beside(pairs, variation.base)
    title = said(
        "title.compare",
        game=experiment.game.title,
        players=experiment.players,
        strategies=strategies,
        setting=variation.setting,
        base=variation.base,
    )
    facts = {"base": variation.base, "followed_games": followed_games(experiment.games)}
    return Answer(title, played_of(experiment, first.sample, strategies), verdicts, tables, (), facts, PRINTED)


def _pairs(
    experiment: ExperimentSpec, variation: Variation, first: Followed, strategies: str, runner: Runner
) -> Iterator[Pair]:
    """Each value with strategies that see it; and, where a setting can hide it, with strategies that do not."""
    hidden = read_catalogue(experiment.game).same_play.get(variation.setting)
    for value in variation.values[1:]:
        words = variation.words(value)
        adapted = _followed(experiment, words, strategies=strategies, runner=runner)
        yield Pair(words, ADAPTED, first, adapted)
        if hidden is not None:
            believed = f"{hidden}={show(variation.values[0])}"
            same = _followed(experiment, words, believed, strategies=strategies, runner=runner)
            yield Pair(words, SAME, first, same)
            yield Pair(words, STRATEGIC, same, adapted)


def _followed(experiment: ExperimentSpec, *words: str, strategies: str, runner: Runner) -> Followed:
    """Play a variant, and follow the first of its games turn by turn."""
    some = experiment.job(luck_of(strategies), words, followed_games(experiment.games), strategies=strategies)
    sample = play(experiment.job(luck_of(strategies), words, strategies=strategies), runner)
    return Followed(sample, halves(some, runner))


def luck_of(strategies: str) -> str:
    """Each deal in all rotations where one strategy plays itself."""
    return "rotated" if "," not in strategies else "fresh"


def _differences(pair: Pair, catalogue: Catalogue) -> pl.DataFrame:
    """A row for each outcome: both means, the paired difference with its interval, and what the pairing gained."""
    names, before = outcomes_of(pair.one.sample, catalogue)
    found = paired(before, outcomes_of(pair.other.sample, catalogue)[1], pair.one.sample.job.block)
    apart = _apart(pair)
    none = [None] * len(apart)
    rows = {
        "outcome": [*names, *apart["outcome"]],
        "base": [*found.base, *apart["base"]],
        "with_variant": [*found.variant, *apart["with_variant"]],
        "difference": [*found.difference.value, *apart["difference"]],
        "low": [*found.low, *apart["low"]],
        "high": [*found.high, *apart["high"]],
        "correlation": [*found.correlation, *none],
        "variance_reduction": [*found.reduction, *none],
        "games_changed_rate": [*found.changed, *none],
    }
    return pair.table(pl.DataFrame(rows, strict=False, nan_to_null=True))


def _apart(pair: Pair) -> pl.DataFrame:
    """Outcomes of many games together, each with its own interval: the seats' spread, the leader at half."""
    one, two = pair.one.sample, pair.other.sample
    spread = spread_difference(one.wins, two.wins, one.job.block)
    half = changes(pair.one.halves, pair.other.halves)
    value = np.concatenate([spread.value, half.value])
    margin = 1.96 * np.concatenate([spread.standard_error, half.standard_error])
    rows = {
        "outcome": [SPREAD, *HALVES],
        "base": [np.ptp(one.wins.mean(0)), *pair.one.halves.shares],
        "with_variant": [np.ptp(two.wins.mean(0)), *pair.other.halves.shares],
    }
    return pl.DataFrame(rows | {"difference": value, "low": value - margin, "high": value + margin})


def _beside(pairs: Sequence[Pair], base: str) -> Tables:
    """What figures show: how often another seat wins; win shares by seat and lengths of every variant played."""
    samples = {(base, "base"): pairs[0].one.sample}
    samples |= {(one.variant, one.play): one.other.sample for one in pairs if one.play != STRATEGIC}
    winners = ["other_winner_rate", "low_rate", "high_rate"]
    return {
        "winners": pl.concat([one.table(pl.DataFrame([one.other_winners], winners, orient="row")) for one in pairs]),
        "seats": pl.concat([_seats(*key, sample) for key, sample in samples.items()]),
        "lengths": pl.concat([_lengths(*key, sample) for key, sample in samples.items()]),
    }


def _seats(variant: str, way: str, sample: Sample) -> pl.DataFrame:
    found = mean_of_games(sample.wins, sample.job.block)
    low, high = found.joint()
    rows = {"variant": variant, "play": way, "seat": range(1, sample.job.players + 1), "win_share": found.value}
    return pl.DataFrame(rows | {"low_share": low, "high_share": high})


def _lengths(variant: str, way: str, sample: Sample) -> pl.DataFrame:
    counts = sample.games.group_by("rounds").agg(games=pl.len()).sort("rounds")
    return counts.select(pl.lit(variant).alias("variant"), pl.lit(way).alias("play"), "rounds", "games")
