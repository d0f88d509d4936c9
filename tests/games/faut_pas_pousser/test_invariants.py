"""What holds in every single game, whoever plays: checked in millions of compiled games, game by game."""

import numpy as np
import pytest

from analyser.kernel.columns import SHARED, WHOLE_WIN, WON
from analyser.simulation.engine import State
from tests.games.faut_pas_pousser.kernel_games import (
    BUILT_IN,
    DEFAULTS,
    GAME,
    engine_of,
    mixed_seats,
    play,
    same_seats,
    slices,
)
from tests.games.faut_pas_pousser.reference import Settings, total_points

PLAYERS = (2, 3, 4)
MANY = 10_000_000
SLICE = 500_000
QUICK = ("random", "greedy", "passes:turn=1", "passes:turn=4")
OTHER_SETTINGS = (
    {"captain_bonus": 4, "pile_size": 3},
    {"pirate_values": [1, 3, 4, 5, 6, 7], "plank_points": [12, 9, 6, 3]},
    {"pile_size": 5, "actions": [0, -2, -1, 1, 2], "ages": "reverse", "neutral_tie": "crew-order"},
)


@pytest.fixture(scope="module")
def random_engine():
    return engine_of(["random"])


@pytest.fixture(scope="module")
def quick_engine():
    return engine_of(QUICK)


@pytest.fixture(scope="module")
def whole_engine():
    return engine_of(BUILT_IN)


def points_in_all(captains, settings):
    """FPP-18 for these settings: without Captains, and for each Captain aboard."""
    rules = Settings(**{name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()})
    return total_points(rules, 0) + rules.captain_bonus * captains


def assert_sound(played, equal_points="shared"):
    """Winners, ranks, places and turns of every game agree with its scores."""
    score, rank, win = (played.seat[name] for name in ("score", "rank", "win"))
    n_seats = score.shape[1]
    places = np.arange(1, n_seats + 1)
    assert (np.sort(played.seat["turn_position"], axis=1) == places).all()
    assert (np.sort(played.seat["age_rank"], axis=1) == places).all()
    assert ((played.seat["non_merci_turn"] >= 1) & (played.seat["non_merci_turn"] <= 6)).all()
    assert ((played.game["captains_aboard"] >= 0) & (played.game["captains_aboard"] <= 4)).all()
    assert (rank == expected_ranks(score, played.seat["age_rank"], equal_points)).all()
    winners = (rank == 1).sum(axis=1)
    assert (played.game["winners"] == winners).all()
    assert (played.game["outcome"] == np.where(winners == 1, WON, SHARED)).all()
    assert (win.sum(axis=1) == WHOLE_WIN).all()
    assert (win == np.where(rank == 1, WHOLE_WIN // winners[:, None], 0)).all()


def expected_ranks(score, age_rank, equal_points):
    """1, and one more for each seat that stands before: more points, or as many and younger if that decides."""
    n_seats = score.shape[1]
    key = score * n_seats - age_rank if equal_points == "youngest" else score
    return 1 + sum((key[:, [other]] > key).astype(int) for other in range(n_seats))


def assert_conserved(played, settings):
    """FPP-18, when all four crews are played."""
    assert (played.seat["score"].sum(axis=1) == points_in_all(played.game["captains_aboard"], settings)).all()


@pytest.mark.parametrize("games", [1_000_000, pytest.param(MANY, marks=pytest.mark.long)])
def test_points_are_conserved_in_every_random_game(random_engine, games):
    for first, n in slices(games, SLICE):
        played = play(random_engine, same_seats(n, 4), seed=18, first=first)
        assert_conserved(played, {})
        if first == 0:
            assert_sound(played)


@pytest.mark.parametrize("settings", OTHER_SETTINGS)
def test_points_are_conserved_with_other_settings(quick_engine, settings):
    played = play(quick_engine, mixed_seats(50_000, 4, len(QUICK)), seed=19, **settings)
    assert_conserved(played, settings)
    assert_sound(played)


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("equal_points", ["shared", "youngest"])
def test_results_are_sound_with_two_three_and_four_players(quick_engine, n_players, equal_points):
    played = play(
        quick_engine, mixed_seats(40_000, n_players, len(QUICK)), seed=20 + n_players, equal_points=equal_points
    )
    assert_sound(played, equal_points)


@pytest.mark.parametrize("n_players", PLAYERS)
def test_results_are_sound_with_every_built_in_strategy(whole_engine, n_players):
    played = play(whole_engine, mixed_seats(4_000, n_players, len(BUILT_IN)), seed=30 + n_players)
    assert_sound(played)
    if n_players == 4:
        assert_conserved(played, {})


@pytest.mark.parametrize("n_players", [2, 3])
@pytest.mark.parametrize("settings", [{}, *OTHER_SETTINGS])
def test_points_and_cards_are_conserved_with_neutral_crews_too(quick_engine, n_players, settings):
    """The kernel records the players only, so games are played one by one and the table is looked at after each."""
    room = State(GAME, DEFAULTS | settings, n_players)
    lineups = mixed_seats(5_000, n_players, len(QUICK))
    for game in range(len(lineups)):
        played = play(quick_engine, lineups[game : game + 1], seed=40, first=game, room=room)
        assert room.table.points.sum() == points_in_all(played.game["captains_aboard"][0], settings)
        assert room.table.points[:n_players].tolist() == played.seat["score"][0].tolist()
        assert not (room.table.pirates.any() or room.table.actions.any() or room.table.non_merci.any())
        assert room.table.fallen == 20


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("seat", QUICK)
def test_a_rotation_of_the_luck_rotates_the_whole_game(quick_engine, n_players, seat):
    """If all play the same way, a seat has the game that the next seat had one rotation before."""
    lineups = np.full((4_000 * n_players, n_players), QUICK.index(seat), np.uint8)
    rotated = play(quick_engine, lineups, seed=50, rotations=n_players)
    for name, values in rotated.seat.items():
        deals = values.reshape(-1, n_players, n_players)
        for turned in range(n_players):
            assert (deals[:, turned] == np.roll(deals[:, 0], -turned, axis=1)).all(), name
    aboard = rotated.game["captains_aboard"].reshape(-1, n_players)
    assert (aboard == aboard[:, :1]).all()


@pytest.mark.parametrize("n_players", PLAYERS)
def test_rows_do_not_hang_on_the_games_before(quick_engine, n_players):
    lineups = mixed_seats(3_000, n_players, len(QUICK))
    whole = play(quick_engine, lineups, seed=60)
    for first, n in slices(3_000, 700):
        part = play(quick_engine, lineups[first : first + n], seed=60, first=first)
        for name, values in part.seat.items():
            assert (values == whole.seat[name][first : first + n]).all(), name
