"""In distribution: compiled games against the slow reference, for each number of players and the two open rules.

(`test_replay.py` compares the two step by step.)

All players are `random`. With the default rules 100,000 games of the reference are played for each number of players,
with each other combination 10,000 (100,000 would take minutes), and 4,000 series; always 500,000 compiled games.

A measure disagrees if the two means differ by more than 4 standard errors of the difference: by chance that happens to
one true measure in 15,800. There are 224 measures, so fresh seeds would raise a false alarm in fewer than 1 of 70 runs;
the seeds are fixed, so a run that passes passes always.
"""

from itertools import product
from math import hypot, sqrt

import numpy as np
import pytest
from joblib import Parallel, delayed
from joblib.externals.loky import get_reusable_executor

from analyser.columns import NO_WINNER, WHOLE_WIN

from . import reference
from .kernel_games import PLAYERS, engine_of, play, same_seats

COMPILED_GAMES = 500_000
CHUNK = 5_000
ALLOWED_ERRORS = 4
SEED = 2006
RULES = {
    f"{push}, {target}": ({"push": push, "push_target": target}, 100_000 if default else 10_000)
    for push, target in product(("contact", "row"), ("rearmost", "any-group"))
    for default in [(push, target) == ("contact", "rearmost")]
}
DEFAULT = "contact, rearmost"
COMBINATIONS = {(name, n): rules for name, rules in RULES.items() for n in PLAYERS} | {
    ("series", 3): ({"series": True, "series_starter": "rotate"}, 4_000)
}


@pytest.fixture(scope="module")
def engine():
    return engine_of(["random"])


@pytest.fixture(scope="module")
def reference_measures():
    """Measures of the reference's games by combination, played in two processes."""
    chunks = [
        (key, min(CHUNK, n_games), first)
        for key, (_, n_games) in COMBINATIONS.items()
        for first in range(0, n_games, CHUNK)
    ]
    try:
        tallies = Parallel(n_jobs=2)(
            delayed(reference.tally)(key[1], n, SEED + first, reference.Settings(**COMBINATIONS[key][0]))
            for key, n, first in chunks
        )
    finally:
        get_reusable_executor().shutdown(wait=True)
    whole = {}
    for (key, _, _), tally in zip(chunks, tallies, strict=True):
        whole[key] = whole[key].merge(tally) if key in whole else tally
    return {key: measures_of_tally(tally) for key, tally in whole.items()}


def measures_of_tally(tally):
    """Each measure as mean and standard error, from the reference's sums."""
    found = {"turns": error_of(tally.turns), "rounds": error_of(tally.rounds)}
    found["no winner"] = rate(tally.no_winner, tally.games)
    for seat in range(tally.n_players):
        found[f"win share of seat {seat}"] = error_of(tally.seat_wins[seat])
        found[f"left at half of seat {seat}"] = error_of(tally.seat_left_at_half[seat])
        if tally.settings.series:
            found[f"score of seat {seat}"] = error_of(tally.seat_scores[seat])
    for colour, name in enumerate(reference.COLOUR_NAMES):
        found[f"{name} survives"] = rate(tally.survivors[colour], tally.games)
        found[f"{name} wins if owned"] = error_of(tally.owned_colour_wins[colour])
    return found


def measures_of_games(played, series):
    """The same measures, from the kernel's rows."""
    game, seat, _ = played
    found = {"turns": mean(game["turns"]), "rounds": mean(game["rounds"])}
    found["no winner"] = rate(np.sum(game["outcome"] == NO_WINNER), len(game["outcome"]))
    for one in range(seat["win"].shape[1]):
        found[f"win share of seat {one}"] = mean(seat["win"][:, one] / WHOLE_WIN)
        found[f"left at half of seat {one}"] = mean(seat["own_left_at_half"][:, one])
        if series:
            found[f"score of seat {one}"] = mean(seat["score"][:, one])
    for colour, name in enumerate(reference.COLOUR_NAMES):
        found[f"{name} survives"] = rate(np.sum(game["survivor_colour"] == colour), len(game["turns"]))
        found[f"{name} wins if owned"] = mean(seat["win"][seat["colour"] == colour] / WHOLE_WIN)
    return found


def mean(values):
    return float(values.mean()), float(values.std(ddof=1) / sqrt(len(values)))


def error_of(moments):
    return moments.mean, sqrt(max(moments.variance, 0) / moments.count)


def rate(count, n):
    share = float(count) / n
    return share, sqrt(share * (1 - share) / n)


def disagreements(one, other):
    """The measures that differ by more than is allowed, with both means and the difference in standard errors."""
    assert one.keys() == other.keys()
    found = {}
    for name, (mean_of_one, error_of_one) in one.items():
        mean_of_other, error_of_other = other[name]
        difference, error = abs(mean_of_one - mean_of_other), hypot(error_of_one, error_of_other)
        if difference > ALLOWED_ERRORS * error:
            found[name] = f"{mean_of_one:.5f} and {mean_of_other:.5f}: {difference / error:.1f} errors apart"
    return found


def compiled_measures(engine, n_players, **settings):
    played = play(engine, same_seats(COMPILED_GAMES, n_players), SEED, **settings)
    return measures_of_games(played, settings.get("series", False))


@pytest.mark.parametrize(("rules", "n_players"), COMBINATIONS)
def test_compiled_games_agree_with_the_reference(engine, reference_measures, rules, n_players):
    settings, _ = COMBINATIONS[rules, n_players]
    found = disagreements(compiled_measures(engine, n_players, **settings), reference_measures[rules, n_players])
    assert found == {}


@pytest.mark.parametrize(
    ("rules", "n_players", "rigged", "caught_by"),
    [
        (DEFAULT, 4, {"plank_length": 17}, "turns"),
        (DEFAULT, 2, {"plank_length": 17}, "turns"),
        (DEFAULT, 3, {"push": "row"}, "turns"),
        (DEFAULT, 4, {"vane": "opposite"}, "blue survives"),
        ("contact, any-group", 2, {"push": "row"}, "turns"),
        ("row, rearmost", 4, {"push_target": "any-group"}, "turns"),
        ("series", 3, {"plank_length": 17}, "turns"),
    ],
)
def test_a_rigged_game_is_caught(engine, reference_measures, rules, n_players, rigged, caught_by):
    """The negative control: the check above must see a small change of the rules."""
    settings = COMBINATIONS[rules, n_players][0] | rigged
    found = disagreements(compiled_measures(engine, n_players, **settings), reference_measures[rules, n_players])
    assert caught_by in found
