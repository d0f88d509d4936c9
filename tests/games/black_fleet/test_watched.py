"""What holds at every decision of every game, whoever plays: a watcher inside the kernel looks (`watcher.py`).

A quick session plays 4,000 games, a long one 40,000, `make million` a million. That the watcher sees what is wrong is
shown in `test_watcher.py`.
"""

import os
from collections import Counter

import numpy as np
import pytest

from analyser.games.black_fleet import GAME, columns
from analyser.games.black_fleet.table import NONE
from analyser.kernel.columns import DECISIONS, OUTCOME, RANK, ROUNDS, SHARED, UNFINISHED, WHOLE_WIN, WIN, WINNERS, WON
from tests.games.black_fleet.kernel_games import (
    BUILT_IN,
    GAME_COLUMNS,
    PLAYERS,
    SEAT_COLUMNS,
    engine_of,
    mixed_seats,
    play,
)
from tests.games.black_fleet.watched_games import VICTORY_COSTS, play_part, play_watched
from tests.games.black_fleet.watcher import TURNS, Breach

GAMES = [1_000, pytest.param(int(os.environ.get("MILLION", "40000")), marks=pytest.mark.long)]
SOURCES = range(columns.FROM_SALES, columns.FROM_CARDS + 1)


@pytest.fixture(scope="module")
def engine():
    return engine_of(BUILT_IN)


@pytest.fixture(scope="module", params=GAMES)
def seen(engine, request):
    """The sums over all games, part by part; the results of each part are checked on the way."""
    sums = Counter()
    for part in play_watched(engine, request.param):
        sums["games"] += part.games.shape[1]
        sums["decisions"] += int(part.games[DECISIONS].sum())
        sums["unfinished"] += int((part.games[OUTCOME] == UNFINISHED).sum())
        for breach in Breach:
            sums[breach.name] += int(part.games[breach].sum())
        for column in SOURCES:
            sums[GAME.columns.seats[column - columns.DOUBLOONS].name] += int(part.seats[column].sum())
        assert_sound(part)
    return sums


def assert_sound(part):
    """Turns, winners and ranks of every game agree."""
    n_games = part.games.shape[1]
    seats = part.seats.reshape(len(part.seats), n_games, -1)
    assert (seats[TURNS] == part.games[ROUNDS][:, None]).all()
    bought = seats[columns.CARDS_BOUGHT] == 5
    ended = part.games[OUTCOME] != UNFINISHED
    assert (bought.any(axis=1) == ended).all()
    assert ((seats[columns.VICTORY_ROUND] > 0) == bought).all()
    assert (np.where(bought, seats[columns.VICTORY_ROUND], 0).max(axis=1)[ended] == part.games[ROUNDS][ended]).all()
    richest = np.where(bought, seats[columns.DOUBLOONS], NONE).max(axis=1)
    wins = bought & (seats[columns.DOUBLOONS] == richest[:, None])
    winners = wins.sum(axis=1)
    assert (part.games[WINNERS] == winners).all() and (part.games[OUTCOME] == SHARED)[winners > 1].all()
    assert (part.games[OUTCOME] == WON)[winners == 1].all()
    assert (seats[WIN] == wins * (WHOLE_WIN // np.maximum(winners, 1))[:, None]).all()
    assert ((seats[RANK] == 1) == wins)[ended].all()


def test_most_games_were_played_to_the_end(seen, request):
    games = request.node.callspec.params["seen"]
    assert seen["games"] == games and seen["unfinished"] < games / 100
    assert seen["decisions"] > 100 * games


@pytest.mark.parametrize("breach", Breach)
def test_nothing_was_broken_at_any_decision(seen, breach):
    assert seen[breach.name] == 0


@pytest.mark.parametrize("source", [column.name for column in GAME.columns.seats if column.name.startswith("from_")])
def test_every_source_of_income_is_used(seen, source):
    assert seen[source] > seen["games"]


def test_the_watcher_changes_no_game(engine):
    """Its kernel gives the very rows of the ordinary one."""
    for n_players in PLAYERS:
        lineups = mixed_seats(400, n_players, len(BUILT_IN))
        for cost in VICTORY_COSTS:
            watched = play_part(engine, lineups, 0, 9, cost)
            plain = play(engine, lineups, seed=9, victory_cost=cost)
            for row, name in GAME_COLUMNS.items():
                assert (watched.games[row] == plain.game[name]).all(), name
            for row, name in SEAT_COLUMNS.items():
                assert (watched.seats[row].reshape(-1, n_players) == plain.seat[name]).all(), name
