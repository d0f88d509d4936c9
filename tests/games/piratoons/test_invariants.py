"""What holds in every single game, whoever plays: checked in compiled games, game by game."""

import os

import numpy as np
import pytest

from analyser.kernel.columns import SHARED, WHOLE_WIN, WON
from tests.games.piratoons.kernel_games import (
    BUILT_IN,
    DEFAULTS,
    PLAYERS,
    engine_of,
    mixed_seats,
    play,
    same_seats,
    slices,
)

MANY = int(os.environ.get("MILLION", "300000"))
SLICE = 12_500
FEW = 12 * SLICE
"""All settings once."""
MIXED_SETTINGS = (
    {},
    {"knock_enemy": 0.0, "drop_own": 0.0},
    {"knock_enemy": 0.2, "drop_own": 0.2},
    {"open_purses": True, "second_after_tie": False},
    {"reaction": 0.2, "reaction_by_seat": [50, 20, 0, -20]},
    {"start_doubloons": 10, "reaction": 0.15, "plunder_max_ticks": 16},
    {"crew": 8, "plunder_ticks": 30},
    {"captain_delay": 3, "start_doubloons": 10, "halve_again": False, "zero_riches": False},
    {"zero_majority": True, "full_ships_lose": True, "end_places": [2, 1, 0], "end_barrels": 2},
    {"equal_points": "richest"},
    {"gift_tile": 1},
    {"gift_tile": 9, "gift_round": 8},
)
SOURCES = ("sails", "riches", "size", "joins", "empty", "families")
EQUIPMENT = {"sails": 12, "decks": 9, "gunports": 9, "portholes": 9, "quarters": 9}
STOREYS = {"one_storey": 4, "two_storeys": 6, "three_storeys": 7, "four_storeys": 7}


@pytest.fixture(scope="module")
def random_engine():
    return engine_of(["random"])


@pytest.fixture(scope="module")
def whole_engine():
    return engine_of(BUILT_IN)


def assert_sound(played, settings):
    """The rows of every game agree with each other and with the box."""
    settings = DEFAULTS | settings
    game, seat, _ = played
    assert_tiles(game, seat, settings)
    assert_doubloons(game, seat, settings)
    assert_pawns(game, seat, settings)
    assert_points(game, seat, settings)
    assert_ranks(game, seat, settings)


def assert_tiles(game, seat, settings):
    """Each of the 48 equipment tiles is on one ship or afloat, each of the 24 ship tiles on one ship or sunk."""
    for kind, n in EQUIPMENT.items():
        assert (seat[kind].sum(axis=1) + game[f"adrift_{kind}"] == n).all(), kind
    built = sum(seat[name] for name in STOREYS)
    assert (built.sum(axis=1) + game["sunk"] == 24).all()
    for name, n in STOREYS.items():
        assert (seat[name].sum(axis=1) <= n).all()
    won = seat["tiles_looted"] + seat["tiles_bought"] - seat["thrown"]
    given = int(settings["gift_tile"] > 0)
    won[:, 0] += given
    assert (won == built + sum(seat[kind] for kind in EQUIPMENT)).all()
    assert (seat["tiles_looted"].sum(axis=1) + game["lost_to_ties"] + game["untouched"] == 72 - given).all()
    rooms = 3 * seat["one_storey"] + 2 * seat["two_storeys"] + seat["three_storeys"]
    assert (seat["sails"] <= rooms).all() and (seat["decks"] <= built).all()


def assert_doubloons(game, seat, settings):
    """All doubloons are in a purse or in the bank; each purse is what came in less what went out."""
    assert (seat["doubloons"].sum(axis=1) + game["bank"] == settings["doubloons_in_all"]).all()
    assert (game["bank"] >= 0).all() and (seat["doubloons"] >= 0).all()
    flow = settings["start_doubloons"] + seat["paid"] - seat["gave_back"] - seat["spent"]
    assert (seat["doubloons"] == flow).all()
    assert (seat["spent"] >= seat["tiles_bought"]).all()
    assert (seat["bids"] >= seat["bids_cancelled"] + seat["tiles_bought"]).all()
    assert ((seat["gave_back"].sum(axis=1) > 0) <= (game["halvings"] > 0)).all()


def assert_pawns(game, seat, settings):
    """In each of eight rounds every pawn is kept or put down; what is lost was put down; who is not out is paid."""
    assert (seat["pawns_kept"] + seat["pawns_placed"] == 8 * settings["crew"]).all()
    assert (seat["pawns_lost"] <= seat["pawns_placed"]).all() and (seat["rounds_out"] <= seat["pawns_lost"]).all()
    assert (seat["paid"] <= seat["pawns_kept"]).all()
    never_out = seat["rounds_out"] == 0
    assert not settings["halve_again"] or (seat["paid"][never_out] == seat["pawns_kept"][never_out]).all()
    assert (game["stopped"] == seat["stops"].sum(axis=1)).all() and (game["stopped"] <= 8).all()
    longest = max(settings["plunder_ticks"], settings["plunder_max_ticks"])
    least = np.where(game["stopped"] == 8, 8 * (settings["plunder_ticks"] + 1), 0)
    assert ((game["ticks"] >= least) & (game["ticks"] <= 8 * longest)).all()
    if settings["knock_enemy"] == settings["drop_own"] == 0:
        assert not seat["pawns_lost"].any()


def assert_points(game, seat, settings):
    """Points add up by source; each source is within what the rules allow."""
    assert (seat["score"] == sum(seat[f"from_{source}"] for source in SOURCES)).all()
    built = sum(seat[name] for name in STOREYS)
    assert (seat["from_joins"] == 2 * (built + 1 - 2 * seat["bad_joins"])).all()
    assert np.isin(seat["from_empty"], [0, -2, -4, -6, -8, -10]).all()
    assert settings["full_ships_lose"] or ((seat["empty_places"] > 0) | (seat["from_empty"] == 0)).all()
    most = seat["empty_places"] == seat["empty_places"].max(axis=1, keepdims=True)
    assert (seat["from_empty"][most & (seat["empty_places"] > 0)] < 0).all()
    for source, amount in (("sails", "sails"), ("riches", "doubloons"), ("size", "barrels")):
        amounts, points = seat[amount], seat[f"from_{source}"]
        zero_wins = settings["zero_riches" if source == "riches" else "zero_majority"]
        best = (amounts == amounts.max(axis=1, keepdims=True)) & (zero_wins | (amounts > 0))
        assert (points[best] == 5).all() and np.isin(points[~best], [0, 2]).all()
    pieces = sum(seat[kind] for kind in EQUIPMENT if kind != "sails")
    assert ((seat["from_families"] >= 0) & (3 * seat["from_families"] <= 5 * pieces)).all()


def assert_ranks(game, seat, settings):
    """Ranks follow the scores, and purses if they decide; the winners share the whole win; captains go round."""
    score, rank, win = (seat[name] for name in ("score", "rank", "win"))
    compared = score.astype(int) * 1000
    compared += seat["doubloons"] if settings["equal_points"] == "richest" else 0
    assert (rank == 1 + (compared[:, None, :] > compared[:, :, None]).sum(axis=2)).all()
    winners = (rank == 1).sum(axis=1)
    assert (game["winners"] == winners).all() and (win.sum(axis=1) == WHOLE_WIN).all()
    assert (game["outcome"] == np.where(winners == 1, WON, SHARED)).all()
    assert (win == np.where(rank == 1, WHOLE_WIN // winners[:, None], 0)).all()
    n_seats = score.shape[1]
    assert (game["rounds"] == 8).all()
    turns = 1 + (np.arange(1, n_seats + 1)[None] - game["first_captain"][:, None]) % n_seats
    assert (seat["captain_round"] == turns).all()


@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_results_are_sound_in_every_random_game(random_engine, games):
    for number, (first, n) in enumerate(slices(games, SLICE)):
        settings = MIXED_SETTINGS[number % len(MIXED_SETTINGS)]
        played = play(random_engine, same_seats(n, PLAYERS[number % 3]), seed=18, first=first, **settings)
        assert_sound(played, settings)


def test_the_check_is_no_formality(random_engine):
    """The negative control: a tile, a doubloon, a pawn or a point too many is noticed."""
    for name in ("sails", "two_storeys", "doubloons", "pawns_kept", "from_joins", "score", "captain_round", "thrown"):
        played = play(random_engine, same_seats(50, 3), seed=19)
        played.seat[name][17, 1] += 1
        with pytest.raises(AssertionError):
            assert_sound(played, {})


def test_every_rare_thing_happens(random_engine):
    played = [play(random_engine, same_seats(3_000, 4), seed=20, **settings) for settings in MIXED_SETTINGS]
    assert all(one.seat["thrown"].any() for one in played)
    assert played[5].game["halvings"].any() and played[2].seat["rounds_out"].any()
    assert (played[0].game["outcome"] == SHARED).any() and played[0].seat["bids_cancelled"].any()
    assert (played[4].game["stopped"] < 8).any()


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("settings", MIXED_SETTINGS)
def test_results_are_sound_with_every_built_in_strategy(whole_engine, n_players, settings):
    assert_sound(play(whole_engine, mixed_seats(600, n_players, len(BUILT_IN)), seed=30, **settings), settings)


@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_rotation_of_the_luck_moves_the_captain_on_by_one_seat(random_engine, n_players):
    rotated = play(random_engine, same_seats(2_000 * n_players, n_players), seed=50, rotations=n_players)
    first = rotated.game["first_captain"].reshape(-1, n_players) - 1
    assert ((first[:, :1] - np.arange(n_players)) % n_players == first).all()
    score = rotated.seat["score"].reshape(-1, n_players, n_players)
    for turned in range(n_players):
        assert (score[:, turned] == np.roll(score[:, 0], -turned, axis=1)).all()
