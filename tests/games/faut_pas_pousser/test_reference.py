"""In distribution: a million compiled games against 200,000 of the slow reference, for each number of players.

(`test_replay.py` compares the two move by move.)

All players are `random`. A measure disagrees if the two means differ by more than 4 standard errors of the difference:
by chance that happens to one true measure in 15,800. There are 63 measures, so fresh seeds would raise a false alarm
in fewer than 1 of 250 runs; the seeds are fixed, so a run that passes passes always.
"""

from math import hypot, sqrt

import numpy as np
import pytest
from joblib import Parallel, delayed
from joblib.externals.loky import get_reusable_executor
from scipy.stats import chisquare

from analyser.columns import WHOLE_WIN

from . import reference
from .kernel_games import engine_of, play, same_seats, slices

PLAYERS = (2, 3, 4)
COMPILED_GAMES = 1_000_000
REFERENCE_GAMES = 200_000
CHUNK = 25_000
ALLOWED_ERRORS = 4
SEED = 2012


@pytest.fixture(scope="module")
def engine():
    return engine_of(["random"])


@pytest.fixture(scope="module")
def reference_measures():
    """Measures of the reference's games by number of players, played in two processes."""
    chunks = [(n, first) for n in PLAYERS for first, _ in slices(REFERENCE_GAMES, CHUNK)]
    try:
        tallies = Parallel(n_jobs=2)(delayed(reference.tally)(n, CHUNK, SEED + first) for n, first in chunks)
    finally:
        get_reusable_executor().shutdown(wait=True)
    return {n: measures_of_tally(reference.merge(one for one in tallies if one.n_players == n)) for n in PLAYERS}


def measures_of_tally(tally):
    """Each measure as mean and standard error, from the reference's sums."""
    found = {}
    for k, cell in enumerate(tally.by_turn_position):
        found[f"win share at turn position {k}"] = cell.win_mean, cell.win_error
        found[f"score at turn position {k}"] = cell.score_mean, cell.score_error
    for k, cell in enumerate(tally.by_age_rank):
        found[f"win share at age rank {k}"] = cell.win_mean, cell.win_error
    found["ties"] = rate(tally.ties, tally.games)
    for k, count in enumerate(tally.captains):
        found[f"{k} Captains aboard"] = rate(count, tally.games)
    for k, cell in enumerate(tally.by_non_merci_turn, start=1):
        found[f"Non Merci on turn {k}"] = rate(cell.n, tally.games * tally.n_players)
    return found


def measures_of_games(played):
    """The same measures, from the kernel's rows."""
    found = {}
    win, score = played.seat["win"] / WHOLE_WIN, played.seat["score"]
    n_games, n_players = win.shape
    for k in range(n_players):
        found[f"win share at turn position {k}"] = mean(win[played.seat["turn_position"] == k])
        found[f"score at turn position {k}"] = mean(score[played.seat["turn_position"] == k])
        found[f"win share at age rank {k}"] = mean(win[played.seat["age_rank"] == k])
    found["ties"] = rate(np.sum((score == score.max(axis=1, keepdims=True)).sum(axis=1) > 1), n_games)
    for k in range(5):
        found[f"{k} Captains aboard"] = rate(np.sum(played.game["captains_aboard"] == k), n_games)
    # Random players pass independently of each other, so each seat counts as an observation of its own.
    for k in range(1, 7):
        found[f"Non Merci on turn {k}"] = rate(np.sum(played.seat["non_merci_turn"] == k), n_games * n_players)
    return found


def mean(values):
    return float(values.mean()), float(values.std(ddof=1) / sqrt(len(values)))


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
    return measures_of_games(play(engine, same_seats(COMPILED_GAMES, n_players), SEED, **settings))


@pytest.mark.parametrize("n_players", PLAYERS)
def test_compiled_games_agree_with_the_reference(engine, reference_measures, n_players):
    found = disagreements(compiled_measures(engine, n_players), reference_measures[n_players])
    assert found == {}


@pytest.mark.parametrize(
    ("n_players", "rigged", "caught_by"),
    [
        (4, {"captain_bonus": 3}, "score at turn position 3"),
        (3, {"captain_bonus": 3}, "score at turn position 0"),
        (4, {"pirate_values": [1, 2, 3, 4, 5, 7]}, "0 Captains aboard"),
        (2, {"pirate_values": [1, 3, 4, 5, 6, 7]}, "0 Captains aboard"),
        (4, {"equal_points": "youngest"}, "win share at age rank 0"),
        (2, {"pile_size": 5}, "score at turn position 1"),
        (3, {"plank_points": [9, 8, 6, 7]}, "score at turn position 0"),
        (4, {"actions": [0, -2, -1, 1, 2]}, "0 Captains aboard"),
    ],
)
def test_a_rigged_game_is_caught(engine, reference_measures, n_players, rigged, caught_by):
    """The negative control: the check above must see a small change of the rules."""
    found = disagreements(compiled_measures(engine, n_players, **rigged), reference_measures[n_players])
    assert caught_by in found


@pytest.mark.parametrize("n_players", PLAYERS)
def test_random_players_pass_by_the_exact_law(engine, n_players):
    """One of the 8 n² + 1 legal choices is « Non Merci », n pirates being held: 1/201 on turn 1, and so on.

    A true law gives a p-value below 0.0001 once in 10,000 seeds.
    """
    law, still_held = [], 1.0
    for n in range(5, -1, -1):
        law.append(still_held / (8 * n * n + 1))
        still_held -= law[-1]
    turns = play(engine, same_seats(COMPILED_GAMES, n_players), SEED).seat["non_merci_turn"].ravel()
    counts = np.bincount(turns, minlength=7)[1:]
    assert chisquare(counts, np.array(law) * len(turns)).pvalue > 0.0001
