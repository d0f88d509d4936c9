"""Games under the eyes of the watcher (`watcher.py`), and single looks at a table."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from analyser.kernel import loop
from analyser.kernel.intrinsics import POLICY
from analyser.kernel.machine_code import cached
from analyser.simulation.engine import Engine, State
from tests.games.black_fleet import watcher
from tests.games.black_fleet.kernel_games import DEFAULTS, GAME, PLAYERS, mixed_seats, slices

SLICE = 1_000
VICTORY_COSTS = (10, 20)
SEAT_ROWS = watcher.TURNS + 1


class Watched(NamedTuple):
    """Games x columns of the kernel's own rows, and of those that the watcher added."""

    games: Any
    seats: Any


def _room(n_players: int, **settings: Any) -> State:
    return State(GAME, DEFAULTS | settings, n_players)


@cache
def watched_kernel() -> Any:
    """Like `engine.compile_kernel`, with the watcher in it."""
    room = _room(4)
    records = (room.table, room.hidden, room.workspace)
    pool = (np.zeros((1, 1), np.uint8), np.zeros((1, 1), POLICY), np.zeros((1, 1)))
    rows = (np.zeros((1, 1), np.int32), np.zeros((1, 1), np.int32))
    kernel = loop.play_games(watcher.play_watched)
    return cached("black-fleet-watched", kernel, 0, 0, 0, 1, 1, *pool, *records, *rows)


def check_entry(table, hidden, workspace):
    watcher.check(table, hidden, workspace)


def books_entry(table, workspace, seat, act, target, gain, is_theft):
    watcher.check_books(table, workspace, seat, act, target, gain, is_theft)


def remember_entry(table, workspace):
    watcher.remember(table, workspace)


def turns_entry(table, workspace):
    watcher.check_turns(table, workspace)


@cache
def looks() -> tuple[Any, Any, Any, Any]:
    """The watcher's looks, one at a time: at the table, at the books before and after a choice, at the turns."""
    room = _room(4)
    records = (room.table, room.hidden, room.workspace)
    return (
        cached("black-fleet-check", check_entry, *records),
        cached("black-fleet-remember", remember_entry, room.table, room.workspace),
        cached("black-fleet-books", books_entry, room.table, room.workspace, 0, 0, 0, 0, False),
        cached("black-fleet-turns", turns_entry, room.table, room.workspace),
    )


def breaches(room: State) -> set[watcher.Breach]:
    """What the watcher has noted, which is then forgotten."""
    found = {one for one in watcher.Breach if room.workspace.game_row[one]}
    room.workspace.game_row[:] = 0
    return found


def play_part(engine: Engine, lineups: Any, first: int, seed: int, victory_cost: int) -> Watched:
    """A game for each line-up."""
    n_games, n_seats = lineups.shape
    room = _room(n_seats, victory_cost=victory_cost)
    games = np.zeros((watcher.GAME_ROWS, n_games), np.int32)
    seats = np.zeros((SEAT_ROWS, n_games * n_seats), np.int32)
    records = (room.table, room.hidden, room.workspace)
    watched_kernel()(seed, first, 0, n_games, 1, lineups, engine.policies, engine.policy_params, *records, games, seats)
    return Watched(games, seats)


def play_watched(engine: Engine, n_games: int, seed: int = 70) -> Iterator[Watched]:
    """All strategies mixed, all numbers of players, both victory cards; in parts, side by side."""
    groups = list(product(PLAYERS, VICTORY_COSTS))
    n_each = n_games // len(groups)
    jobs = []
    for number, (n_players, cost) in enumerate(groups):
        lineups = mixed_seats(n_each, n_players, len(engine.strategies))
        jobs += [(lineups[a : a + n], a, seed + number, cost) for a, n in slices(n_each, SLICE)]
    watched_kernel()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(lambda job: play_part(engine, *job), jobs)
