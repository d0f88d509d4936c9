"""Claims about real games, against long runs of the same games."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import polars as pl

from analyser.api import experiment
from analyser.experiments.compare import compare
from analyser.experiments.feel import choices_of, feel
from analyser.experiments.sample import Runner, play
from analyser.experiments.values import values
from analyser.experiments.variation import read_variation
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers
from analyser.simulation.job import make_job
from analyser.simulation.summary import summarise
from analyser.simulation.tables import tally_of
from analyser.statistics.fairness import judge, seat_advantage
from tests.benchmarks.accuracy.rows import INTERVALS, Row, inside, row

LONG = 987_654
"""The seed of long runs."""
QUIET = Runner(Workers(1))
FPP, PLANK, FLEET = "faut-pas-pousser", "la-planche", "black-fleet"


def real_seats() -> Iterator[Row]:
    """Seats of La Planche."""
    truth = _seats(100_000, LONG)[0]
    runs = (_seats(2000, seed) for seed in range(150))
    kept = [inside(low, truth, high) for _, low, high in runs]
    yield row("seats: joint intervals", "La Planche, 2,000 games, against 100,000", kept)


def _seats(games: int, seed: int) -> tuple[Any, Any, Any]:
    sample = play(experiment(PLANK, games=games, seed=seed).mirror("random", "fresh"), QUIET)
    found = judge(seat_advantage(sample.wins, sample.job.block), 0.01)
    return found.advantage.value, found.low, found.high


def compared() -> Iterator[Row]:
    """All variants and outcomes of a table together."""
    truth = _compared(40_000, LONG)
    keys = ["variant", "play", "outcome"]
    kept = []
    for seed in range(80):
        found = _compared(400, seed).join(truth.select(*keys, truth="difference"), on=keys)
        kept.append(inside(found["low"], found["truth"].to_numpy(), found["high"]))
    against = "Faut pas pousser, bonus 2 against 0, 1, 4: 400 games, 45 rows, against 40,000"
    yield row("`compare`: the whole table", against, kept)


def _compared(games: int, seed: int) -> pl.DataFrame:
    asked = experiment(FPP, games=games, seed=seed)
    return compare(asked, read_variation(asked.game, "captain_bonus=2,0,1,4"), "admiral", QUIET).frame


def breakdowns() -> Iterator[Row]:
    """By turn position, each deal played in all rotations of its luck."""
    truth = _by_turn(100_000, LONG)["win_share"].to_numpy()
    tables = (_by_turn(400, seed) for seed in range(200))
    kept = [inside(one["low"], truth, one["high"]) for one in tables]
    against = "Faut pas pousser by turn position, rotated luck: 400 games against 100,000"
    yield row("breakdowns: joint intervals", against, kept)


def _by_turn(games: int, seed: int) -> pl.DataFrame:
    sample = play(experiment(FPP, games=games, seed=seed).mirror("random", "rotated"), QUIET)
    total = tally_of(sample.job, sample.games.lazy(), sample.seats.lazy())
    return summarise(sample.job, total).breakdowns["turn_position"]


def lineups() -> Iterator[Row]:
    """Strategies in a pool: differences between line-ups are no noise. The last cycle of line-ups is not finished."""
    truth = _strategies(400_000, LONG).sort("strategy")["win_share"].to_numpy()
    tables = (_strategies(10_000, seed).sort("strategy") for seed in range(200))
    kept = [inside(one["low"], truth, one["high"]) for one in tables]
    against = "Faut pas pousser, all competent strategies: 10,000 games against 400,000"
    yield row("strategies in a pool: joint intervals", against, kept)
    truth = _tournament(200_000, LONG)["win_share"].to_numpy()
    found = (_tournament(4_000, seed) for seed in range(120))
    kept = [inside(one["low_share"], truth, one["high_share"]) for one in found]
    against = "Faut pas pousser, all competent strategies: 4,000 games against 200,000"
    yield row("`tournament`: joint intervals", against, kept)


def _strategies(games: int, seed: int) -> pl.DataFrame:
    sample = play(make_job(find_game(FPP), games=games, seed=seed), QUIET)
    return summarise(sample.job, tally_of(sample.job, sample.games.lazy(), sample.seats.lazy())).strategies


def _tournament(games: int, seed: int) -> pl.DataFrame:
    sample = play(experiment(FPP, games=games, seed=seed).job("seated", lineups="profiles"), QUIET)
    found = sample.by_cell(sample.wins.ravel(), sample.lineups.ravel(), len(sample.job.strategies))
    low, high = found.joint()
    return pl.DataFrame({"win_share": found.value, "low_share": low, "high_share": high})


def worths() -> Iterator[Row]:
    """The turn of « Non Merci », forced: all levels together."""
    yield _worth("turn of « Non Merci » forced", FPP, "non-merci-turn", "admiral", 300, 20_000, 60)


def _worth(what: str, game: str, name: str, who: str, games: int, many: int, runs: int) -> Row:
    truth = _values(game, name, who, many, LONG).select("level", truth="value_points")
    kept = []
    for seed in range(runs):
        found = _values(game, name, who, games, seed).join(truth, on="level")
        kept.append(inside(found["low_points"], found["truth"].to_numpy(), found["high_points"]))
    title = find_game(game).title
    return row("`values`: all levels", f"{title}, {what}: {games:,} games against {many:,}", kept)


def _values(game: str, name: str, who: str, games: int, seed: int) -> pl.DataFrame:
    return values(replace(experiment(game, games=games, seed=seed), brief=True), [name], who, QUIET).tables[name]


FELT = ("drama", "decided_at", "false_favourite", "uncertainty", "leader_at_half_wins_share", "snowball")


def felt() -> Iterator[Row]:
    """Each measure alone."""
    truth = _felt(8_000, LONG)
    kept = []
    for seed in range(20):
        found = _felt(800, seed)
        kept += [bool(found[name][1] <= truth[name][0] <= found[name][2]) for name in FELT]
    against = f"Faut pas pousser, {len(FELT)} measures of 800 games against 8,000"
    yield row("`feel`: each measure", against, kept, INTERVALS)


def _felt(games: int, seed: int) -> dict[str, tuple[float, float, float]]:
    answer = feel(experiment(FPP, games=games, seed=seed), "admiral", QUIET)
    return {one["measure"]: (one["mean"], one["low"], one["high"]) for one in answer.frame.to_dicts()}


def agency() -> Iterator[Row]:
    """What choices are worth in sampled positions."""
    names, kept = ("agency", "same_winner_rate"), []
    truth = _choices(60_000, LONG)
    for seed in range(40):
        found = _choices(2000, seed)
        kept += [inside(found[one].separate()[0], truth[one].value[0], found[one].separate()[1]) for one in names]
    yield row("`feel`: agency, same winner", "La Planche, 62 positions against 1,875", kept, INTERVALS)


def _choices(games: int, seed: int) -> dict[str, Any]:
    return choices_of(experiment(PLANK, games=games, seed=seed).job("fresh", strategies="survivor"), QUIET)


PARTS: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
    "real-seats": (PLANK, real_seats),
    "values": (FPP, worths),
    "compare": (FPP, compared),
    "breakdowns": (FPP, breakdowns),
    "lineups": (FPP, lineups),
    "feel": (FPP, felt),
    "agency": (PLANK, agency),
}
"""Each with its game."""
