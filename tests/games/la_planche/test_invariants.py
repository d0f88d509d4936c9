"""What holds in every single game, whoever plays: checked in millions of compiled games, game by game.

The fewest turns of a round: the place of the foremost prisoner and the number of the fallen, added up, grow by at most
one in an action. They are 16 at the start, and the last fall needs 14 fallen and the foremost on the last slot: so
there are at least L - 1 actions on a plank of L slots, two a turn: L // 2 turns.
"""

from collections import Counter

import numpy as np
import pytest

from analyser.games.la_planche.columns import NO_COLOUR
from analyser.games.la_planche.table import Event
from analyser.kernel.columns import NO_WINNER, SHARED, UNFINISHED, WHOLE_WIN, WON
from tests.games.la_planche.kernel_games import (
    BUILT_IN,
    DEFAULTS,
    PLAYERS,
    engine_of,
    mixed_seats,
    play,
    same_seats,
    slices,
)

MANY = 5_000_000
SLICE = 250_000
MIXED_SETTINGS = (
    {},
    {"push": "contact"},
    {"push_target": "any-group"},
    {"push": "contact", "push_target": "any-group", "plank_length": 20},
    {"plank_length": 17, "vane": "independent"},
    {"plank_length": 24, "vane": "no-skulls"},
    {"series": True, "plank_length": 17},
    {"series": True, "series_starter": "rotate", "push": "contact", "vane": "independent"},
    {"series": True, "series_stones": "kept", "series_equal": "another-round"},
)


@pytest.fixture(scope="module")
def random_engine():
    return engine_of(["random"])


@pytest.fixture(scope="module")
def whole_engine():
    return engine_of(BUILT_IN)


def assert_sound(played, settings):
    """The rows of every game agree with each other."""
    settings = DEFAULTS | settings
    game, seat, _ = played
    n_seats = seat["score"].shape[1]
    assert_ranks(game, seat)
    assert_colours(game, seat, n_seats)
    assert (game["turns"] >= game["rounds"] * (settings["plank_length"] // 2)).all()
    asked = 2 if settings["push_target"] == "any-group" else 1
    assert ((game["decisions"] > 0) & (game["decisions"] <= asked * game["turns"])).all()
    if settings["series"]:
        assert_series(game, seat, settings["series_equal"] == "another-round")
    else:
        assert (game["rounds"] == 1).all()
        owns = seat["colour"] == game["survivor_colour"][:, None]
        assert (seat["score"] == owns).all()
        assert (game["outcome"] == np.where(owns.any(axis=1), WON, NO_WINNER)).all()
        assert (seat["own_left_at_half"][owns] >= 1).all()


def assert_ranks(game, seat):
    """Ranks follow the scores; the winners share the whole win, or nobody wins."""
    score, rank, win = (seat[name] for name in ("score", "rank", "win"))
    assert (rank == 1 + (score[:, None, :] > score[:, :, None]).sum(axis=2)).all()
    nobody = game["outcome"] == NO_WINNER
    winners = np.where(nobody, 0, (rank == 1).sum(axis=1))
    assert (game["winners"] == winners).all()
    assert (game["outcome"][~nobody] == np.where(winners[~nobody] == 1, WON, SHARED)).all()
    assert (win.sum(axis=1) == np.where(nobody, 0, WHOLE_WIN)).all()
    assert (win == np.where((rank == 1) & ~nobody[:, None], WHOLE_WIN // np.maximum(winners, 1)[:, None], 0)).all()


def assert_colours(game, seat, n_seats):
    """Stones differ; eight prisoners are left at half, at most four of a colour."""
    stones = np.sort(seat["colour"], axis=1)
    assert ((stones >= 0) & (stones < 4)).all() and (np.diff(stones, axis=1) > 0).all()
    assert ((game["survivor_colour"] >= 0) & (game["survivor_colour"] < 4)).all()
    left = seat["own_left_at_half"]
    assert ((left >= 0) & (left <= 4)).all()
    assert (left.sum(axis=1) <= 8).all() and (left.sum(axis=1) >= 8 - 4 * (4 - n_seats)).all()


def assert_series(game, seat, equals_play_on):
    """Nine points a round, all of them somebody's if four play; the last round takes somebody from 11 or less to 12, or
    sets one of the equals ahead, if equals play on.
    """
    total, best = seat["score"].sum(axis=1), seat["score"].max(axis=1)
    assert (best >= 12).all() and (game["outcome"] != NO_WINNER).all()
    assert (game["rounds"] >= 2).all()
    assert (total == 9 * game["rounds"] if seat["score"].shape[1] == 4 else total <= 9 * game["rounds"]).all()
    if equals_play_on:
        assert (game["outcome"] == WON).all()
    else:
        assert (best <= 11 + 9).all() and (total <= 4 * 11 + 9).all()


@pytest.mark.parametrize("games", [500_000, pytest.param(MANY, marks=pytest.mark.long)])
def test_results_are_sound_in_every_random_game(random_engine, games):
    for number, (first, n) in enumerate(slices(games, SLICE)):
        settings = MIXED_SETTINGS[number % len(MIXED_SETTINGS)]
        played = play(random_engine, same_seats(n, PLAYERS[number % 3]), seed=18, first=first, **settings)
        assert_sound(played, settings)


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("settings", MIXED_SETTINGS)
def test_results_are_sound_with_every_built_in_strategy(whole_engine, n_players, settings):
    assert_sound(play(whole_engine, mixed_seats(1_000, n_players, len(BUILT_IN)), seed=30, **settings), settings)


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("series", [False, True])
def test_too_long_games_are_unfinished_and_nobody_wins(random_engine, n_players, series):
    game, seat, _ = play(random_engine, same_seats(20_000, n_players), seed=40, max_turns=20, series=series)
    cut = game["outcome"] == UNFINISHED
    assert cut.any() and (game["turns"][cut] == 20).all() and (game["turns"] <= 20).all()
    assert (game["winners"][cut] == 0).all() and not seat["win"][cut].any() and (seat["rank"][cut] == 1).all()
    if series:
        assert (seat["score"].max(axis=1)[~cut] >= 12).all()
    else:
        assert not seat["score"][cut].any() and (game["survivor_colour"][cut] == NO_COLOUR).all()
        whole, *_ = play(random_engine, same_seats(20_000, n_players), seed=40)
        assert (cut == (whole["turns"] > 20)).all()


@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_rotation_of_the_luck_moves_the_stones_on_by_one_seat(random_engine, n_players):
    rotated = play(random_engine, same_seats(4_000 * n_players, n_players), seed=50, rotations=n_players)
    deals = rotated.seat["colour"].reshape(-1, n_players, n_players)
    for turned in range(n_players):
        assert (deals[:, turned] == np.roll(deals[:, 0], -turned, axis=1)).all()


@pytest.mark.parametrize("settings", [{}, {"push_target": "any-group", "series": True}])
def test_rows_do_not_hang_on_the_games_before(whole_engine, settings):
    lineups = mixed_seats(3_000, 3, len(BUILT_IN))
    whole = play(whole_engine, lineups, seed=60, **settings)
    for first, n in slices(3_000, 700):
        part = play(whole_engine, lineups[first : first + n], seed=60, first=first, **settings)
        for rows, rows_of_all in zip(part, whole, strict=True):
            for name, values in rows.items():
                assert (values == rows_of_all[name][first : first + n]).all(), name


@pytest.mark.uncompiled
@pytest.mark.parametrize("settings", MIXED_SETTINGS)
def test_every_prisoner_is_accounted_for_at_every_step(settings):
    from tests.games.la_planche.tables import LETTERS, heard_game, listening, new_room, row

    for n_players in PLAYERS:
        room, fallen = new_room(n_players, **settings), []

        def on_event(event, record, colour, *_, fallen=fallen):
            if event == Event.DEALT:
                fallen.clear()
            if event == Event.FELL:
                fallen.append(LETTERS[colour])
            standing = row(record).replace(".", "")
            assert Counter(standing) + Counter(fallen) == Counter("YRGB" * 4)
            assert record.left == len(standing) == int(record.occupied).bit_count()
            assert record.colours >> 2 * record.left == 0

        with listening(on_event):
            heard_game(room, game=n_players)
        assert len(fallen) == 15


@pytest.mark.uncompiled
@pytest.mark.parametrize("length", range(17, 25))
def test_the_fewest_turns_can_be_reached(length):
    from tests.games.la_planche.tables import play_from

    heard = play_from("YRGB" * 4 + "." * (length - 16), sabres="advance skull")
    assert heard.room.table.turns == length // 2
