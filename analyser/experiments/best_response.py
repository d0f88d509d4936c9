"""The best answer to a strategy that can be found: how far it can be exploited (method M13).

Candidates are all strategies, with their declared numbers drawn at random; then the best one with its numbers varied,
and held to each level of the game's own questions (`always:`, `never:`).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from analyser.aggregate.intervals import rare_reach
from analyser.experiments.answer import Answer, points
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.robust import checked, table_checks
from analyser.experiments.sample import Asked, Lab, Sample, play
from analyser.experiments.seats import facts_of
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.search import Trial, best_of
from analyser.strategies import Strategy, find_strategy, strategy_files

DRAWS = 24
VARIED = 8
STEP = 0.15
"""Numbers are varied by this part of their range."""
SEARCH_SHARE = 40
LEAST_GAMES = 120
PRINTED: dict[str, tuple[str, ...]] = {
    "best": ("strategy", "win_share", "exploitability_points", "low_points", "high_points", "depends_on"),
    "search": (),
}


def best_response(asked: Asked, against: str, lab: Lab) -> Answer:
    """Search on some luck, and score what was found on other luck; also with other numbers of players, and under other
    assumptions.
    """
    find_strategy(asked.game, against, asked.folders)
    rng = np.random.Generator(np.random.PCG64(asked.seed))
    games = max(LEAST_GAMES, asked.games // SEARCH_SHARE)

    def measure(candidates: Sequence[str], n_games: int, generation: int) -> list[float]:
        fresh = replace(asked, games=n_games, seed=asked.seed + 1 + generation)
        return [float(_against(fresh, one, against, lab).of_focal(0).mean()) for one in candidates]

    start = [against, *_drawn(asked, rng)]
    best, trials = best_of(list(dict.fromkeys(start)), measure, lambda one: _varied(asked, one, rng), games)
    scored = partial(_scored, best=best, trials=trials, against=against, lab=lab)
    return checked(scored, asked, against, table_checks(asked))


def _scored(asked: Asked, _: str | None, best: str, trials: list[Trial[str]], against: str, lab: Lab) -> Answer:
    sample = _against(asked, best, against, lab)
    tables = {"best": _best_table(best, sample), "search": _search_table(trials)}
    title = f"{asked.game.title}, {asked.players} players: the best answer to {against}"
    facts = facts_of(asked, sample, against=against, best=best, candidates=len({one.candidate for one in trials}))
    told = [_sentence(tables["best"], trials, against)]
    return Answer(title, facts, told, tables, printed=PRINTED, about=(("best", {}),))


def _against(asked: Asked, one: str, field: str, lab: Lab) -> Sample:
    return play(asked.focal(one, field), lab)


def _drawn(asked: Asked, rng: np.random.Generator) -> list[str]:
    """Every strategy as it is, and some of those that have numbers with other numbers."""
    known = [find_strategy(asked.game, name, asked.folders) for name in strategy_files(asked.game, asked.folders)]
    tunable = [one for one in known if one.defaults]
    drawn = [tunable[k] for k in rng.integers(len(tunable), size=DRAWS)] if tunable else []
    return [one.spec for one in known] + [_with_numbers(one, rng.random(len(one.defaults))).spec for one in drawn]


def _varied(asked: Asked, spec: str, rng: np.random.Generator) -> list[str]:
    """A strategy with its numbers a little otherwise, and held to every level that the game's questions force."""
    strategy = find_strategy(asked.game, spec, asked.folders)
    numbers = zip(strategy.params, strategy.defaults, strict=True)
    places = np.array([(now - low) / (high - low) for now, (_, _, low, high) in numbers])
    moved = [np.clip(places + STEP * rng.standard_normal(len(places)), 0, 1) for _ in range(VARIED)]
    near = [_with_numbers(strategy, one).spec for one in moved] if len(places) else []
    forced = [one for one in read_catalogue(asked.game).questions.values() if one.kind == "forced"]
    held = [one.filled("play", level, spec) for one in forced for level in one.levels.values()]
    return near + [find_strategy(asked.game, one, asked.folders).spec for one in held]


def _with_numbers(strategy: Strategy, places: Any) -> Strategy:
    """The strategy with each number at a place between its least (0) and its most (1); whole ones stay whole."""
    params = []
    for place, (_, default, low, high) in zip(places, strategy.defaults, strict=True):
        whole = all(value == int(value) for value in (default, low, high))
        params.append(float(round(low + place * (high - low), 0 if whole else 2)))
    return replace(strategy, params=tuple(params))


def _best_table(best: str, sample: Sample) -> pl.DataFrame:
    found = mean_of_games(sample.of_focal(0)[:, None], sample.job.block)
    down, up = rare_reach(found.value, sample.n_games)
    low, high = found.separate()
    low, high = np.minimum(low, found.value - down), np.maximum(high, found.value + up)
    equal = 1 / sample.job.players
    row = {
        "strategy": best,
        "win_share": float(found.value[0]),
        "exploitability_points": points(found.value[0] - equal),
    }
    return pl.DataFrame([row | {"low_points": points(low[0] - equal), "high_points": points(high[0] - equal)}])


def _search_table(trials: list[Trial[str]]) -> pl.DataFrame:
    rows = [(one.generation, one.candidate, one.games, one.looks) for one in trials]
    schema = ["generation", "strategy", "games", "looked_share"]
    return pl.DataFrame(rows, schema=schema, orient="row").sort("generation", "looked_share", descending=[False, True])


def _sentence(table: pl.DataFrame, trials: list[Trial[str]], against: str) -> str:
    row = table.row(0, named=True)
    value = f"{row['exploitability_points']:+.2f} points ({row['low_points']:+.2f} to {row['high_points']:+.2f})"
    searched = f"among {len({one.candidate for one in trials})} candidates, scored on luck not used to choose"
    if row["low_points"] <= 0:
        return (
            f"No better answer to {against} is shown {searched}: {row['strategy']} wins {value} above an equal share."
        )
    return f"{against} can be exploited: {row['strategy']} among it wins {value} above an equal share, {searched}."
