"""In distribution: compiled games against the slow reference, for each number of players and with other settings.

All players are `random`. A measure disagrees if the two means differ by more than 4 standard errors of the difference:
by chance that happens to one true measure in 15,800. There are about 260 measures, so fresh seeds would raise a false
alarm in fewer than 1 of 60 runs; the seeds are fixed, so a run that passes passes always.
"""

from math import hypot, sqrt

import numpy as np
import pytest

from analyser.columns import WHOLE_WIN

from . import reference
from .kernel_games import PLAYERS, engine_of, play, same_seats

COMPILED_GAMES = 60_000
REFERENCE_GAMES = 1_000
ALLOWED_ERRORS = 4
SEED = 2015
DEFAULT, CLUMSY, SHORT = "default", "clumsy, quick and slow", "rich and short"
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
}
COMBINATIONS = [(DEFAULT, n) for n in PLAYERS] + [(CLUMSY, 3), (SHORT, 4)]
SOURCES = ("sails", "riches", "size", "joins", "empty", "families")


@pytest.fixture(scope="module")
def engine():
    return engine_of(["random"])


@pytest.fixture(scope="module")
def reference_measures():
    """Measures of the reference's games by combination."""
    found = {}
    for rules, n_players in COMBINATIONS:
        values = RULES[rules]
        settings = reference.Settings(**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})
        games = [reference.Game(n_players, SEED + k, settings).play() for k in range(REFERENCE_GAMES)]
        found[rules, n_players] = measures_of_reference(games)
    return found


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
    }
    totals = [game.totals() for game in games]
    for seat in range(len(games[0].players)):
        players = [game.players[seat] for game in games]
        wins = [(total[seat] == max(total)) / total.count(max(total)) for total in totals]
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


def mean(values):
    values = np.asarray(values, float)
    return float(values.mean()), float(values.std(ddof=1) / sqrt(len(values)))


def disagreements(one, other):
    """The measures that differ by more than is allowed, with both means and the difference in standard errors."""
    assert one.keys() == other.keys()
    found = {}
    for name, (mean_of_one, error_of_one) in one.items():
        mean_of_other, error_of_other = other[name]
        difference, error = abs(mean_of_one - mean_of_other), hypot(error_of_one, error_of_other)
        if difference > ALLOWED_ERRORS * error:
            found[name] = f"{mean_of_one:.5f} and {mean_of_other:.5f}: {difference / max(error, 1e-9):.1f} errors apart"
    return found


def compiled_measures(engine, n_players, **settings):
    return measures_of_games(play(engine, same_seats(COMPILED_GAMES, n_players), SEED, **settings))


@pytest.mark.parametrize(("rules", "n_players"), COMBINATIONS)
def test_compiled_games_agree_with_the_reference(engine, reference_measures, rules, n_players):
    found = disagreements(compiled_measures(engine, n_players, **RULES[rules]), reference_measures[rules, n_players])
    assert found == {}


@pytest.mark.parametrize(
    ("rules", "n_players", "rigged", "caught_by"),
    [
        (DEFAULT, 2, {"plunder_ticks": 14}, "ticks"),
        (DEFAULT, 4, {"second_after_tie": False}, "riches of seat 0"),
        (DEFAULT, 4, {"drop_own": 0.1}, "tiles untouched"),
        (DEFAULT, 4, {"start_doubloons": 4}, "spent of seat 2"),
        (DEFAULT, 4, {"pair_points": 1}, "families of seat 1"),
        (CLUMSY, 3, {"knock_enemy": 0.02}, "paid of seat 1"),
        (SHORT, 4, {"doubloons_in_all": 60}, "doubloons in the bank"),
    ],
)
def test_a_rigged_game_is_caught(engine, reference_measures, rules, n_players, rigged, caught_by):
    """The negative control: the check above must see a small change of the rules."""
    settings = RULES[rules] | rigged
    found = disagreements(compiled_measures(engine, n_players, **settings), reference_measures[rules, n_players])
    assert caught_by in found
