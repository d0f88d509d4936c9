"""In distribution: 400,000 compiled games against 200,000 of the slow reference, for each number of players.

(`test_replay.py` compares the two move by move, `agreement.py` says what agreeing is.)

All players are `random`. There are 63 measures, so fresh seeds would raise a false alarm in fewer than 1 of 250 runs.
"""

import random
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

from analyser.kernel.columns import WHOLE_WIN
from tests.games.agreement import assert_stored, disagreements, mean, stored_measures
from tests.games.faut_pas_pousser import reference
from tests.games.faut_pas_pousser.kernel_games import Games, engine_of, play, same_seats

STORED = Path(__file__).with_name("reference_measures.json")
PLAYERS = (2, 3, 4)
COMPILED_GAMES = 400_000
REFERENCE_GAMES = 200_000
FEW = 2_000
SEED = 2012


@pytest.fixture(scope="module")
def engine():
    return engine_of(["random"])


def reference_measures(n_players, n_games):
    """What the reference's games come to."""
    rng, rules = random.Random(SEED), reference.DEFAULT_SETTINGS
    results = [reference.play_random_game(n_players, rules, rng) for _ in range(n_games)]
    seats = np.array([one.seats for one in results])
    columns = ("score", "win", "turn_position", "age_rank", "opening", "non_merci_turn")
    seat = {name: seats[:, :, k] for k, name in enumerate(columns)}
    captains = np.array([one.captains_aboard for one in results])
    return measures(Games({"captains_aboard": captains}, seat | {"win": seat["win"] * WHOLE_WIN}, {}))


def measures(played):
    """Each measure as mean and standard error."""
    found = {}
    win, score = played.seat["win"] / WHOLE_WIN, played.seat["score"]
    for k in range(1, win.shape[1] + 1):
        found[f"win share at turn position {k}"] = mean(win[played.seat["turn_position"] == k])
        found[f"score at turn position {k}"] = mean(score[played.seat["turn_position"] == k])
        found[f"win share at age rank {k}"] = mean(win[played.seat["age_rank"] == k])
    found["ties"] = mean((score == score.max(axis=1, keepdims=True)).sum(axis=1) > 1)
    for k in range(5):
        found[f"{k} Captains aboard"] = mean(played.game["captains_aboard"] == k)
    # Random players pass independently of each other, so each seat counts as an observation of its own.
    for k in range(1, 7):
        found[f"Non Merci on turn {k}"] = mean(played.seat["non_merci_turn"].ravel() == k)
    return found


def compiled_disagreements(engine, n_players, **rigged):
    """Where compiled games, with these settings changed, disagree with the reference."""
    played = play(engine, same_seats(COMPILED_GAMES, n_players), SEED, **rigged)
    return disagreements(measures(played), stored_measures(STORED, str(n_players)))


@pytest.mark.parametrize("n_players", PLAYERS)
def test_compiled_games_agree_with_the_reference(engine, n_players):
    assert compiled_disagreements(engine, n_players) == {}


@pytest.mark.parametrize(
    ("n_players", "rigged", "caught_by"),
    [
        (4, {"captain_bonus": 3}, "score at turn position 4"),
        (3, {"captain_bonus": 3}, "score at turn position 1"),
        (4, {"pirate_values": [1, 2, 3, 4, 5, 7]}, "0 Captains aboard"),
        (2, {"pirate_values": [1, 3, 4, 5, 6, 7]}, "0 Captains aboard"),
        (4, {"equal_points": "youngest"}, "win share at age rank 1"),
        (2, {"pile_size": 5}, "score at turn position 2"),
        (3, {"plank_points": [9, 8, 6, 7]}, "score at turn position 1"),
        (4, {"actions": [0, -2, -1, 1, 2]}, "0 Captains aboard"),
    ],
)
def test_a_rigged_game_is_caught(engine, n_players, rigged, caught_by):
    """The negative control: the check above must see a small change of the rules."""
    assert caught_by in compiled_disagreements(engine, n_players, **rigged)


@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_few_games_of_the_reference_agree_with_the_stored_ones(n_players):
    assert disagreements(reference_measures(n_players, FEW), stored_measures(STORED, str(n_players))) == {}


@pytest.mark.long
@pytest.mark.parametrize("n_players", PLAYERS)
def test_the_stored_measures_are_those_of_the_reference(n_players):
    assert_stored(STORED, str(n_players), reference_measures(n_players, REFERENCE_GAMES))


@pytest.mark.parametrize("n_players", PLAYERS)
def test_the_reference_draws_its_moves_by_their_number_in_the_list(n_players):
    rng = random.Random(SEED)
    for _ in range(10):
        game = reference.new_game(n_players, reference.DEFAULT_SETTINGS, rng)
        reference.install(game, [reference.random_opening(game, seat, rng) for seat in range(n_players)])
        for crew in reference.turn_order(game) * game.settings.n_rounds:
            if crew >= n_players:
                reference.neutral_turn(game, crew)
                continue
            moves = reference.legal_moves(game, crew)
            assert moves == [reference.move_at(game, crew, k) for k in range(reference.count_moves(game, crew))]
            reference.play_move(game, crew, rng.choice(moves))


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
