"""How games end: won, shared, won by nobody, broken off; with every number of players."""

from collections.abc import Mapping

import polars as pl

from analyser.experiments.answer import Answer
from analyser.experiments.by_strategy import by_strategy, range_sentence
from analyser.experiments.lengths import played_by_all
from analyser.experiments.measured import Limits, Measured, decided_by, games_to_decide
from analyser.experiments.rates import rate
from analyser.experiments.sample import ExperimentSpec, Sample
from analyser.experiments.sentences import Facts, Share, ShareSpan, said
from analyser.experiments.verdict import About, Level, Verdict, level_of
from analyser.kernel.columns import OUTCOMES

ENDINGS = "endings"
SHARED = "shared"


def endings(experiment: ExperimentSpec, samples: Mapping[int, Sample], limits: Mapping[str, float]) -> Answer:
    """Rates of the outcomes for every number of players; limits, in percent, apply to the experiment's own number."""
    table = pl.DataFrame([row for n, one in samples.items() for row in _rows(n, one)])
    main = samples[experiment.players]
    found = {name: _measured(main, name, limit) for name, limit in limits.items()}
    results = {name: by_strategy(main, _hits(main, name), one) for name, one in found.items()}
    verdicts = [_verdict(one, name, limits[name], main.n_games).checked(results[name]) for name, one in found.items()]
    levels = list(Level)
    verdicts.sort(key=lambda one: levels.index(one.level))
    happening = [name for name in found if _hits(main, name).any()]
    remarks = [one for name in happening for one in range_sentence(results[name], found[name])]
    title = said("title.endings", game=experiment.game.title, players=experiment.players)
    who = played_by_all(experiment, main)
    return Answer(title, who, tuple(verdicts) or (_noted(main),), {ENDINGS: table}, tuple(remarks))


def _hits(sample: Sample, outcome: str) -> pl.Series:
    return sample.games["outcome"].cast(pl.String) == outcome


def _rows(players: int, sample: Sample) -> list[dict[str, object]]:
    rates = {name: rate(_hits(sample, name).to_numpy(), sample.job.block) for name in OUTCOMES}
    return [
        {"players": players, "outcome": name, "rate": one.share, "low": one.low, "high": one.high}
        | {"games": sample.n_games}
        for name, one in rates.items()
    ]


def _measured(sample: Sample, outcome: str, limit: float) -> Measured:
    found = rate(_hits(sample, outcome).to_numpy(), sample.job.block)
    return Measured(*found, Limits.at_most(limit / 100), said(f"outcome.{outcome}"), (outcome,), scale=100.0)


def _facts(one: Measured, outcome: str) -> Facts:
    ends: Facts = {"rate": Share(one.value, 2), "between": ShareSpan(one.low, one.high, 2)}
    return ends | {"outcome": said(f"ending.{outcome}")}


def _verdict(one: Measured, outcome: str, limit: float, games: int) -> Verdict:
    level = level_of(one)
    needed = games_to_decide(games, one) if level == Level.UNDECIDED else None
    facts = _facts(one, outcome) | {"limit": Share(limit / 100), "games": decided_by(needed)}
    about = About(ENDINGS, {"outcome": outcome})
    return Verdict(level, said(f"endings.{level}", **facts), about, (one,), one.excess, needed)


def _noted(sample: Sample) -> Verdict:
    one = _measured(sample, SHARED, 100.0)
    return Verdict(Level.NOTED, said("endings.noted", **_facts(one, SHARED)), About(ENDINGS))
