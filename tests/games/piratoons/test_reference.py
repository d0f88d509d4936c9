"""In distribution: compiled games against the slow reference, for each number of players and with other settings.

All players are `random`; `agreement.py` says what agreeing is. There are about 260 measures, so fresh seeds would raise
a false alarm in fewer than 1 of 60 runs.
"""

from pathlib import Path

import numpy as np
import pytest

from analyser.kernel.columns import WHOLE_WIN
from tests.games.agreement import assert_stored, disagreements, mean, stored_measures
from tests.games.piratoons import reference
from tests.games.piratoons.kernel_games import PLAYERS, engine_of, play, same_seats

STORED = Path(__file__).with_name("reference_measures.json")
COMPILED_GAMES = 10_000
REFERENCE_GAMES = 1_000
FEW = 100
SEED = 2015
DEFAULT, CLUMSY, SHORT, OTHER = "default", "clumsy, quick and slow", "rich and short", "other readings"
RULES = {
    DEFAULT: {},
    CLUMSY: {"knock_enemy": 0.1, "drop_own": 0.1, "reaction": 0.4, "reaction_by_seat": [30, -20, 0, 0]},
    SHORT: {
        "start_doubloons": 10,
        "plunder_ticks": 4,
        "plunder_max_ticks": 6,
        "reaction": 0.3,
        "second_after_tie": False,
    },
    OTHER: {
        "captain_delay": 3,
        "start_doubloons": 10,
        "halve_again": False,
        "zero_majority": True,
        "zero_riches": False,
        "full_ships_lose": True,
        "equal_points": "richest",
        "end_places": [2, 1, 0],
        "end_barrels": 2,
    },
}
COMBINATIONS = (
    {f"{DEFAULT}, {n}": (DEFAULT, n) for n in PLAYERS} | {CLUMSY: (CLUMSY, 3), SHORT: (SHORT, 4)} | {OTHER: (OTHER, 4)}
)
SOURCES = ("sails", "riches", "size", "joins", "empty", "families")


@pytest.fixture(scope="module")
def engine():
    return engine_of(["random"])


def reference_measures(name, n_games):
    """What the reference's games come to."""
    rules, n_players = COMBINATIONS[name]
    values = {k: tuple(v) if isinstance(v, list) else v for k, v in RULES[rules].items()}
    settings = reference.Settings(**values)
    return measures_of_reference([reference.Game(n_players, SEED + k, settings).play() for k in range(n_games)])


def measures_of_reference(games):
    """Each measure as mean and standard error."""
    found = {
        "tiles lost to ties": mean([game.ties for game in games]),
        "tiles untouched": mean([game.untouched for game in games]),
        "ticks": mean([game.ticks for game in games]),
        "ship tiles sunk": mean([len(game.sunk) for game in games]),
        "sails afloat": mean([sum(tile.kind == "sail" for tile in game.afloat) for game in games]),
        "equipment afloat": mean([len(game.afloat) for game in games]),
        "doubloons in the bank": mean([game.bank for game in games]),
        "halvings": mean([game.halvings for game in games]),
        "kept by the first captain": mean([game.players[game.first_captain].kept for game in games]),
    }
    totals = [game.totals() for game in games]
    for seat in range(len(games[0].players)):
        players = [game.players[seat] for game in games]
        wins = [(seat in game.winners()) / len(game.winners()) for game in games]
        found[f"win share of seat {seat}"] = mean(wins)
        for source in SOURCES:
            found[f"{source} of seat {seat}"] = mean([player.points[source] for player in players])
        found[f"score of seat {seat}"] = mean([total[seat] for total in totals])
        found[f"doubloons of seat {seat}"] = mean([player.purse for player in players])
        for name in ("paid", "kept", "spent", "looted", "bought"):
            found[f"{name} of seat {seat}"] = mean([getattr(player, name) for player in players])
    return found


def measures_of_games(played):
    """The same measures, from the kernel's rows."""
    game, seat, _ = played
    afloat = sum(game[f"adrift_{kind}"] for kind in ("sails", "decks", "gunports", "portholes", "quarters"))
    found = {
        "tiles lost to ties": mean(game["lost_to_ties"]),
        "tiles untouched": mean(game["untouched"]),
        "ticks": mean(game["ticks"]),
        "ship tiles sunk": mean(game["sunk"]),
        "sails afloat": mean(game["adrift_sails"]),
        "equipment afloat": mean(afloat),
        "doubloons in the bank": mean(game["bank"]),
        "halvings": mean(game["halvings"]),
        "kept by the first captain": mean(
            np.take_along_axis(seat["pawns_kept"], game["first_captain"][:, None] - 1, 1)
        ),
    }
    columns = {
        "paid": "paid",
        "kept": "pawns_kept",
        "spent": "spent",
        "looted": "tiles_looted",
        "bought": "tiles_bought",
        "score": "score",
        "doubloons": "doubloons",
    } | {source: f"from_{source}" for source in SOURCES}
    for one in range(seat["win"].shape[1]):
        found[f"win share of seat {one}"] = mean(seat["win"][:, one] / WHOLE_WIN)
        for name, column in columns.items():
            found[f"{name} of seat {one}"] = mean(seat[column][:, one])
    return found


def compiled_disagreements(engine, name, **rigged):
    """Where compiled games, with these settings changed, disagree with the reference."""
    rules, n_players = COMBINATIONS[name]
    played = play(engine, same_seats(COMPILED_GAMES, n_players), SEED, **RULES[rules] | rigged)
    return disagreements(measures_of_games(played), stored_measures(STORED, name))


@pytest.mark.parametrize("name", COMBINATIONS)
def test_compiled_games_agree_with_the_reference(engine, name):
    assert compiled_disagreements(engine, name) == {}


@pytest.mark.parametrize(
    ("name", "rigged", "caught_by"),
    [
        ("default, 2", {"plunder_ticks": 14}, "ticks"),
        (OTHER, {"second_after_tie": False}, "sails of seat 1"),
        ("default, 4", {"drop_own": 0.1}, "tiles untouched"),
        ("default, 4", {"start_doubloons": 4}, "spent of seat 2"),
        ("default, 4", {"pair_points": 1}, "families of seat 1"),
        (CLUMSY, {"knock_enemy": 0.02}, "paid of seat 1"),
        (SHORT, {"doubloons_in_all": 60}, "doubloons in the bank"),
        ("default, 2", {"captain_delay": 0}, "kept by the first captain"),
        (OTHER, {"captain_delay": 1}, "kept by the first captain"),
        (OTHER, {"zero_majority": False}, "sails of seat 1"),
        (OTHER, {"zero_riches": True}, "riches of seat 0"),
        (OTHER, {"end_places": [0, 0, 0]}, "families of seat 0"),
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
    assert_stored(STORED, name, reference_measures(name, REFERENCE_GAMES))
