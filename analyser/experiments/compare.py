"""Variants of the rules on the same deals: what changes, game by game.

Method: docs/explanation/methods.md#paired-differences.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analyser.experiments.answer import Answer, Tables
from analyser.experiments.catalogue import Catalogue, read_catalogue
from analyser.experiments.differences import ADAPTED, DIFFERENCES, IDENTICAL, SAME, STRATEGIC, variant_verdict
from analyser.experiments.halftime import NAMES as HALVES
from analyser.experiments.halftime import Halves, changes, followed_games, halves
from analyser.experiments.outcomes import SPREAD, outcomes_of, reach_of
from analyser.experiments.rates import Rate, rate
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play, refuse_twice
from analyser.experiments.seats import played_of
from analyser.experiments.sentences import said
from analyser.experiments.stages import in_stages
from analyser.experiments.variation import Variation
from analyser.experiments.verdict import Verdict
from analyser.games.settings import show
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.paired import Changes, joint_ends, paired, spread_change
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

    def other_winners(self, pairs: int) -> Rate:
        """In how many of the same games another seat wins; corrected for the number of pairs."""
        one, other = self.one.sample, self.other.sample
        return rate((one.wins != other.wins).any(1), one.job.block, pairs)

    def table(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Rows with what they have in common."""
        return rows.select(pl.lit(self.variant).alias("variant"), pl.lit(self.play).alias("play"), pl.all())


def compare(
    experiment: ExperimentSpec, variation: Variation, pool: str | None, runner: Runner, headline: str = ""
) -> Answer:
    """Each value against the first, on the same deals, in stages; also with unchanged play, where the game allows it.

    The verdict names the `headline` outcome first.
    """
    refuse_twice(experiment, [variation.setting])

    def tried(stage: ExperimentSpec) -> Answer:
        return _compared(stage, variation, pool, runner, headline)

    found = in_stages(experiment, tried, lambda found: max(found.verdicts, key=lambda one: one.is_open))
    runner.steps.end()
    return found


def _compared(
    experiment: ExperimentSpec, variation: Variation, pool: str | None, runner: Runner, headline: str
) -> Answer:
    catalogue = read_catalogue(experiment.game)
    strategies = pool or strongest(experiment.game)
    first = _followed(variation.applied(experiment, variation.values[0]), strategies=strategies, runner=runner)
    pairs = list(_pairs(experiment, variation, first, strategies, runner))
    tables = {DIFFERENCES: _differences(pairs, catalogue, experiment.confidence)}
    verdicts = tuple(
        variant_verdict(
            tables[DIFFERENCES], one.variant, one.play, variation.base, one.other_winners(len(pairs)), headline
        )
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
    return Answer(title, played_of(experiment, first.sample, strategies), _once(verdicts), tables, (), facts, PRINTED)


def _once(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Where adapting changes not one game, what unchanged play comes to is not said again."""
    alike = {
        one.about.where["variant"]
        for one in verdicts
        if one.about.where["play"] == STRATEGIC and one.sentence.key == IDENTICAL
    }
    return tuple(one for one in verdicts if one.about.where["play"] != SAME or one.about.where["variant"] not in alike)


def _pairs(
    experiment: ExperimentSpec, variation: Variation, first: Followed, strategies: str, runner: Runner
) -> Iterator[Pair]:
    """Each value with strategies that see it; and, where a setting can hide it, with strategies that do not."""
    hidden = read_catalogue(experiment.game).same_play.get(variation.setting)
    for value in variation.values[1:]:
        words, varied = variation.words(value), variation.applied(experiment, value)
        adapted = _followed(varied, strategies=strategies, runner=runner)
        yield Pair(words, ADAPTED, first, adapted)
        if hidden is not None:
            believed = f"{hidden}={show(variation.values[0])}"
            same = _followed(varied, believed, strategies=strategies, runner=runner)
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


def _differences(pairs: Sequence[Pair], catalogue: Catalogue, confidence: float) -> pl.DataFrame:
    """A row for each pair and outcome: both means, the paired difference, and what the pairing gained. The intervals
    hold for the whole table together.
    """
    parts = [part for pair in pairs for part in (_by_game(pair, catalogue), _spread(pair), _halves(pair))]
    ends = joint_ends([found for found, _ in parts], confidence)
    tables = [
        rows.with_columns(difference=found.value, low=low, high=high)
        for (found, rows), (low, high) in zip(parts, ends, strict=True)
    ]
    columns = ["variant", "play", "outcome", "base", "with_variant", "difference", "low", "high"]
    found = pl.concat(tables, how="diagonal")
    return found.select(*columns, pl.exclude(columns)).fill_nan(None)


def _by_game(pair: Pair, catalogue: Catalogue) -> tuple[Changes, pl.DataFrame]:
    """Outcomes that every game has."""
    names, before = outcomes_of(pair.one.sample, catalogue)
    after = outcomes_of(pair.other.sample, catalogue)[1]
    found = paired(before, after, pair.one.sample.job.block, reach_of(names))
    rows = {
        "outcome": names,
        "base": found.base,
        "with_variant": found.variant,
        "correlation": found.correlation,
        "variance_reduction": found.reduction,
        "games_changed_rate": found.changed,
    }
    return found.changes, pair.table(pl.DataFrame(rows))


def _spread(pair: Pair) -> tuple[Changes, pl.DataFrame]:
    """How far apart best and worst seat are, over all games."""
    one, two = pair.one.sample, pair.other.sample
    found = spread_change(one.wins, two.wins, one.job.block)
    shares = (np.ptp(sample.wins.mean(0)) for sample in (one, two))
    return found, pair.table(pl.DataFrame([(SPREAD, *shares)], ["outcome", "base", "with_variant"], orient="row"))


def _halves(pair: Pair) -> tuple[Changes, pl.DataFrame]:
    """How often the leader and the last at half win, in the games that were followed."""
    one, two = pair.one.halves, pair.other.halves
    rows = {"outcome": HALVES, "base": one.shares, "with_variant": two.shares}
    return changes(one, two), pair.table(pl.DataFrame(rows))


def _beside(pairs: Sequence[Pair], base: str) -> Tables:
    """What figures show: how often another seat wins; win shares by seat and lengths of every variant played."""
    samples = {(base, "base"): pairs[0].one.sample}
    samples |= {(one.variant, one.play): one.other.sample for one in pairs if one.play != STRATEGIC}
    winners = ["other_winner_rate", "low_rate", "high_rate"]
    others = [one.table(pl.DataFrame([one.other_winners(len(pairs))], winners, orient="row")) for one in pairs]
    return {
        "winners": pl.concat(others),
        "seats": _seats(samples),
        "lengths": pl.concat([_lengths(*key, sample) for key, sample in samples.items()]),
    }


def _seats(samples: Mapping[tuple[str, str], Sample]) -> pl.DataFrame:
    """Win shares by seat in every variant; the intervals hold for the whole table together."""
    some = next(iter(samples.values()))
    found = mean_of_games(np.hstack([one.wins for one in samples.values()]), some.job.block)
    low, high = found.joint()
    keys = [(*key, seat + 1) for key in samples for seat in range(some.job.players)]
    rows = pl.DataFrame(keys, schema=["variant", "play", "seat"], orient="row")
    return rows.with_columns(win_share=found.value, low_share=low, high_share=high)


def _lengths(variant: str, way: str, sample: Sample) -> pl.DataFrame:
    counts = sample.games.group_by("rounds").agg(games=pl.len()).sort("rounds")
    return counts.select(pl.lit(variant).alias("variant"), pl.lit(way).alias("play"), "rounds", "games")
