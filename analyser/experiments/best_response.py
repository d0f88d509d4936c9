"""The best answer to a strategy that can be found: how far it can be exploited.

Candidates are all strategies, with their parameters drawn at random; then the best one with its parameters varied,
and held to each level of the game's own questions (`always:`, `never:`).

Method: docs/explanation/methods.md#best-response.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import polars as pl

from analyser.core.arrays import Floats
from analyser.experiments.answer import Answer
from analyser.experiments.budget import announce, planned
from analyser.experiments.catalogue import Forced, filled, read_catalogue
from analyser.experiments.checks import briefly, checked, with_assumptions, with_players
from analyser.experiments.measured import Reading
from analyser.experiments.sample import ExperimentSpec, Runner, Sample, play
from analyser.experiments.seats import played_of
from analyser.experiments.sentences import Facts, said
from analyser.experiments.verdict import About, Level, Verdict
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.intervals import rare_reach
from analyser.statistics.search import FINALISTS, Trial, best_of
from analyser.strategies.library import find_strategy, strategy_files
from analyser.strategies.strategy import Strategy

DRAWS = 24
VARIED = 8
STEP = 0.15
"""Parameters are varied by this part of their range."""
SEARCH_SHARE = 40
LEAST_GAMES = 120
BEST, SEARCH = "best", "search"
PRINTED: dict[str, tuple[str, ...]] = {
    BEST: ("strategy", "win_share", "exploitability_points", "low_points", "high_points", "holds"),
    SEARCH: (),
}


def best_response(experiment: ExperimentSpec, against: str, runner: Runner) -> Answer:
    """Search on some luck, and score what was found on other luck; also with other numbers of players, and under other
    assumptions.
    """
    find_strategy(experiment.game, against, experiment.folders)
    rng = np.random.Generator(np.random.PCG64(experiment.seed))
    games = max(LEAST_GAMES, experiment.games // SEARCH_SHARE)

    def measure(candidates: Sequence[str], n_games: int, generation: int) -> list[float]:
        fresh = replace(experiment, games=n_games, seed=experiment.seed + 1 + generation)
        return [float(_against(fresh, one, against, runner).of_focal().mean()) for one in candidates]

    start = list(dict.fromkeys([against, *_drawn(experiment, rng)]))
    repeats = briefly([*with_players(experiment), *with_assumptions(experiment, None)], experiment.games)
    scores = planned([lambda one: (1 + 1 / one.players) * one.games], experiment, repeats)
    announce([search_games(len(start), games), *scores], runner)
    best, trials = best_of(start, measure, lambda one: _varied(experiment, one, rng), games)
    runner.steps.end()
    scored = partial(_scored, best=best, trials=trials, against=against, runner=runner)
    return checked(scored, experiment, against, repeats)


def search_games(candidates: int, games: int) -> int:
    """About as many games as the search plays: each generation half as many candidates, with twice the games."""
    rounds = max(math.ceil(math.log2(candidates / FINALISTS)), 0) + 1
    again = FINALISTS + VARIED
    return games * (candidates * rounds + again * (math.ceil(math.log2(again)) + 1))


def _scored(
    experiment: ExperimentSpec, _: str | None, best: str, trials: list[Trial[str]], against: str, runner: Runner
) -> Answer:
    sample = _against(experiment, best, against, runner)
    free = _against(experiment, against, against, runner)
    runner.steps.end()
    tables = {BEST: _best_table(best, sample, free), SEARCH: _search_table(trials)}
    title = said("title.best_response", game=experiment.game.title, players=experiment.players, against=against)
    candidates = len({one.candidate for one in trials})
    facts = {"against": against, "best": best, "candidates": candidates}
    verdict = _verdict(tables[BEST], candidates, best, against)
    return Answer(title, played_of(experiment, sample, against), (verdict,), tables, (), facts, PRINTED)


def _against(experiment: ExperimentSpec, one: str, field: str, runner: Runner) -> Sample:
    return play(experiment.focal(one, field), runner)


def _drawn(experiment: ExperimentSpec, rng: np.random.Generator) -> list[str]:
    """Every strategy as it is; those with parameters also with some other values."""
    known = [
        find_strategy(experiment.game, name, experiment.folders)
        for name in strategy_files(experiment.game, experiment.folders)
    ]
    tunable = [one for one in known if one.defaults]
    drawn = [tunable[k] for k in rng.integers(len(tunable), size=DRAWS)] if tunable else []
    return [one.spec for one in known] + [_with_numbers(one, rng.random(len(one.defaults))).spec for one in drawn]


def _varied(experiment: ExperimentSpec, spec: str, rng: np.random.Generator) -> list[str]:
    """A strategy with slightly different parameters, and held to every level that the game's questions force."""
    strategy = find_strategy(experiment.game, spec, experiment.folders)
    numbers = zip(strategy.params, strategy.defaults, strict=True)
    places = np.array([(now - low) / (high - low) for now, (_, _, low, high) in numbers])
    moved = [np.clip(places + STEP * rng.standard_normal(len(places)), 0, 1) for _ in range(VARIED)]
    near = [_with_numbers(strategy, one).spec for one in moved] if len(places) else []
    forced = [one for one in read_catalogue(experiment.game).value if isinstance(one, Forced)]
    held = [filled(one.play, level, spec) for one in forced for level in one.tried.values()]
    return near + [find_strategy(experiment.game, one, experiment.folders).spec for one in held]


def _with_numbers(strategy: Strategy, places: Floats) -> Strategy:
    """The strategy with each parameter between its least (0) and its most (1); whole numbers stay whole."""
    params = []
    for place, (_, default, low, high) in zip(places, strategy.defaults, strict=True):
        whole = all(value == int(value) for value in (default, low, high))
        params.append(float(round(low + place * (high - low), 0 if whole else 2)))
    return replace(strategy, params=tuple(params))


def _best_table(best: str, sample: Sample, free: Sample) -> pl.DataFrame:
    """What one seat gains by the best answer, against free play of the field in the same seat on the same deals."""
    wins = sample.of_focal()
    found = mean_of_games((wins - free.of_focal())[:, None], sample.job.players)
    down, up = rare_reach(np.array([wins.mean()]), len(wins))
    low, high = found.separate()
    row = {
        "strategy": best,
        "win_share": float(wins.mean()),
        "exploitability_points": 100 * float(found.value[0]),
        "low_points": 100 * float(np.minimum(low, found.value - down)[0]),
        "high_points": 100 * float(np.maximum(high, found.value + up)[0]),
    }
    return pl.DataFrame([row])


def _search_table(trials: list[Trial[str]]) -> pl.DataFrame:
    rows = [(one.generation, one.candidate, one.games, one.looks) for one in trials]
    schema = ["generation", "strategy", "games", "looked_share"]
    return pl.DataFrame(rows, schema=schema, orient="row").sort("generation", "looked_share", descending=[False, True])


def _verdict(table: pl.DataFrame, candidates: int, best: str, against: str) -> Verdict:
    """Whether an answer is shown to win more than the field itself does."""
    reading = Reading.of(table)
    found = reading.measured(table.row(0, named=True), best)
    level, key = (Level.FOUND, "best.found") if found.low > 0 else (Level.NOTED, "best.none")
    facts: Facts = {"points": found.number(), "between": found.span()}
    sentence = said(key, best=best, against=against, candidates=candidates, **facts)
    return Verdict(level, sentence, About(BEST), (found,), found.value / 10)
