"""In distribution: compiled games against the slow reference, for each number of players and the two open rules.

(`test_replay.py` compares the two step by step, `agreement.py` says what agreeing is.)

All players are `random`. With the default rules the reference plays 30,000 games for each number of players, with
each other combination 10,000, and 4,000 series; always 200,000 compiled games. There are 224 measures, so fresh seeds
would raise a false alarm in fewer than 1 of 70 runs.
"""

import random
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from analyser.kernel.columns import NO_WINNER, WHOLE_WIN, WON
from tests.games.agreement import assert_stored, disagreements, mean, stored_measures
from tests.games.la_planche import reference
from tests.games.la_planche.kernel_games import PLAYERS, Games, engine_of, play, same_seats

STORED = Path(__file__).with_name("reference_measures.json")
COMPILED_GAMES = 200_000
FEW = 500
SEED = 2006
DEFAULT = "row, rearmost"
COMBINATIONS = {
    f"{push}, {target}, {n}": (n, {"push": push, "push_target": target})
    for push, target, n in product(("row", "contact"), ("rearmost", "any-group"), PLAYERS)
} | {
    "series, 3": (3, {"series": True, "series_starter": "rotate"}),
    "independent, 3": (3, {"vane": "independent"}),
    "independent, contact, 4": (4, {"vane": "independent", "push": "contact"}),
    "series with the same stones, 4": (4, {"series": True, "series_stones": "kept"}),
    "series to one leader, 2": (2, {"series": True, "series_equal": "another-round"}),
}


def reference_games(name):
    """How many games of the reference are stored."""
    return 30_000 if name.startswith(DEFAULT) else 4_000 if name.startswith("series") else 10_000


@pytest.fixture(scope="module")
def engine():
    return engine_of(["random"])


def reference_measures(name, n_games):
    """What the reference's games come to."""
    n_players, settings = COMBINATIONS[name]
    rng, rules = random.Random(SEED), reference.Settings(**settings)
    return measures(rows_of([reference.play_random_game(n_players, rules, rng) for _ in range(n_games)]))


def rows_of(results):
    """The reference's results as the kernel's rows."""
    winners = np.array([[seat in one.winners for seat in range(len(one.colours))] for one in results])
    shares = winners * WHOLE_WIN / np.maximum(winners.sum(axis=1, keepdims=True), 1)
    game = {
        "turns": np.array([one.turns for one in results]),
        "rounds": np.array([one.rounds for one in results]),
        "survivor_colour": np.array([one.survivor for one in results]),
        "outcome": np.where(winners.any(axis=1), WON, NO_WINNER),
    }
    seat = {
        "win": shares,
        "score": np.array([one.scores for one in results]),
        "colour": np.array([one.colours for one in results]),
        "own_left_at_half": np.array([one.left_at_half for one in results]),
    }
    return Games(game, seat, {})


def measures(played):
    """Each measure as mean and standard error."""
    game, seat, _ = played
    found = {"turns": mean(game["turns"]), "rounds": mean(game["rounds"])}
    found["no winner"] = mean(game["outcome"] == NO_WINNER)
    for one in range(seat["win"].shape[1]):
        found[f"win share of seat {one}"] = mean(seat["win"][:, one] / WHOLE_WIN)
        found[f"left at half of seat {one}"] = mean(seat["own_left_at_half"][:, one])
        if game["rounds"].max() > 1:
            found[f"score of seat {one}"] = mean(seat["score"][:, one])
    for colour, name in enumerate(reference.COLOUR_NAMES):
        found[f"{name} survives"] = mean(game["survivor_colour"] == colour)
        found[f"{name} wins if owned"] = mean(seat["win"][seat["colour"] == colour] / WHOLE_WIN)
    return found


def compiled_disagreements(engine, name, **rigged):
    """Where compiled games, with these settings changed, disagree with the reference."""
    n_players, settings = COMBINATIONS[name]
    played = play(engine, same_seats(COMPILED_GAMES, n_players), SEED, **settings | rigged)
    return disagreements(measures(played), stored_measures(STORED, name))


@pytest.mark.parametrize("name", COMBINATIONS)
def test_compiled_games_agree_with_the_reference(engine, name):
    assert compiled_disagreements(engine, name) == {}


@pytest.mark.parametrize(
    ("name", "rigged", "caught_by"),
    [
        ("row, rearmost, 4", {"plank_length": 17}, "turns"),
        ("row, rearmost, 2", {"plank_length": 17}, "turns"),
        ("contact, rearmost, 3", {"push": "row"}, "turns"),
        ("row, rearmost, 4", {"vane": "independent"}, "turns"),
        ("contact, any-group, 2", {"push": "row"}, "turns"),
        ("row, rearmost, 4", {"push_target": "any-group"}, "turns"),
        ("series, 3", {"plank_length": 17}, "turns"),
    ],
)
def test_a_rigged_game_is_caught(engine, name, rigged, caught_by):
    """The negative control: the check above must see a small change of the rules."""
    assert caught_by in compiled_disagreements(engine, name, **rigged)


@pytest.mark.parametrize("name", COMBINATIONS)
def test_a_few_games_of_the_reference_agree_with_the_stored_ones(name):
    assert disagreements(reference_measures(name, FEW), stored_measures(STORED, name)) == {}


@pytest.mark.long
@pytest.mark.parametrize("name", COMBINATIONS)
def test_the_stored_measures_are_those_of_the_reference(name):
    assert_stored(STORED, name, reference_measures(name, reference_games(name)))
