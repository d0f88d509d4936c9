"""How often each of several things happens in a game: which colour survives, for instance, by number of players."""

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from analyser.experiments.answer import Answer
from analyser.experiments.by_strategy import by_strategy, range_sentence
from analyser.experiments.lengths import played_by_all
from analyser.experiments.measured import Limits, Measured, decided_by, games_for_all
from analyser.experiments.sample import ExperimentSpec, Sample
from analyser.experiments.sentences import Facts, LevelLabel, Number, Share, ShareSpan, said
from analyser.experiments.verdict import About, Level, Verdict, level_of_all
from analyser.statistics.estimates import mean_of_kept

CATEGORIES = "categories"
NONE = "none"


def categories(
    experiment: ExperimentSpec, samples: Mapping[int, Sample], column: str, tolerance: float | None
) -> Answer:
    """Shares of games by a column of names, for every number of players. The tolerance, in points from an equal share,
    applies to the experiment's own number of players.
    """
    tables = {n: shares(sample, column, n) for n, sample in samples.items()}
    main, mine = samples[experiment.players], tables[experiment.players].to_dicts()
    equal = 1 / len(mine)
    reach = (tolerance or 0.0) / 100
    limits = Limits(equal - reach, equal + reach)
    found = [
        Measured(row["share"], row["low"], row["high"], limits, LevelLabel(name), (name,), scale=100.0)
        for row in mine
        for name in [str(row["level"])]
    ]
    verdict = _verdict(found, equal, tolerance, main.n_games)
    far = verdict.rests_on[0]
    results = by_strategy(main, (main.games[column].cast(pl.String) == far.key[0]).to_numpy(), far)
    title = said("title.categories", game=experiment.game.title, players=experiment.players, column=column)
    remarks = range_sentence(results, far)
    table = pl.concat(tables.values())
    verdicts = (verdict.checked(results),)
    return Answer(title, played_by_all(experiment, main), verdicts, {CATEGORIES: table}, remarks)


def shares(sample: Sample, column: str, players: int) -> pl.DataFrame:
    """The share of each name, with joint intervals; games that have none are left out."""
    values = sample.games[column].cast(pl.String)
    names = [one for one in values.unique().sort().to_list() if one != NONE]
    hits = np.column_stack([(values == name).to_numpy() for name in names]).astype(float)
    found = mean_of_kept(hits, hits.any(1), sample.job.block)
    low, high = found.joint()
    rows = {"players": players, "level": names, "share": found.value, "low": low, "high": high}
    return pl.DataFrame(rows).with_columns(games=pl.lit(int(hits.sum())))


def _verdict(found: Sequence[Measured], equal: float, tolerance: float | None, games: int) -> Verdict:
    """Whether one happens more, or less, often than its equal share, beyond the tolerance."""
    order = sorted(found, key=lambda one: -abs(one.value - equal))
    outside = [one for one in order if one.is_outside]
    far = (outside or order)[0]
    facts: Facts = {"name": far.name, "share": Share(far.value), "between": ShareSpan(far.low, far.high)}
    facts["equal"] = Share(equal)
    about = About(CATEGORIES)
    if tolerance is None:
        level, key = (Level.FOUND, "found") if outside else (Level.NOTED, "even")
        return Verdict(level, said(f"categories.{key}", **facts), about, (far,))
    level = level_of_all(found)
    needed = games_for_all(games, found) if level == Level.UNDECIDED else None
    facts |= {"tolerance": Number(tolerance, None), "games": decided_by(needed)}
    weight = 100 * abs(far.value - equal) / tolerance - 1
    return Verdict(level, said(f"categories.{level}", **facts), about, (far,), weight, needed)
