"""Games straight from the kernel, without the disk; compiled or not."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from analyser.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, KERNEL_GAME_COLUMNS, RANK, SCORE, WIN
from analyser.engine import Engine, Table, make_ready, outputs
from analyser.games.piratoons import columns
from analyser.lineups import make_plan
from analyser.registry import find_game
from analyser.strategies import find_strategy, strategy_files

GAME = find_game("piratoons")
DEFAULTS = {name: setting.default for name, setting in GAME.settings().items()}
GAME_COLUMNS = KERNEL_GAME_COLUMNS | {FIRST_GAME_COLUMN + k: column.name for k, column in enumerate(columns.GAMES)}
SEAT_COLUMNS = {SCORE: "score", WIN: "win", RANK: "rank"} | {
    FIRST_SEAT_COLUMN + k: column.name for k, column in enumerate(columns.SEATS)
}
BUILT_IN = tuple(strategy_files(GAME))
PLAYERS = (2, 3, 4)


class Games(NamedTuple):
    """What the kernel records, by name: an array of games, or of games x seats."""

    game: dict[str, Any]
    seat: dict[str, Any]


def engine_of(strategies: Sequence[str]) -> Engine:
    """A compiled engine with this pool."""
    engine = Engine(GAME, tuple(find_strategy(GAME, spec) for spec in strategies))
    make_ready(GAME, engine.strategies, lambda words: None)
    return engine


def play(
    engine: Engine,
    lineups: Any,
    seed: int = 1,
    first: int = 0,
    rotations: int = 1,
    room: Table | None = None,
    **settings: Any,
) -> Games:
    """A game for each line-up (numbers of the engine's pool, by seat)."""
    n_games, n_seats = lineups.shape
    room = room or Table(GAME, DEFAULTS | settings, n_seats)
    games, seats = outputs(GAME, n_games, n_seats)
    luck = (seed, first, 0, n_games, rotations)
    records = (room.table, room.hidden, room.work)
    engine.play(*luck, lineups, engine.choosers, engine.traits, *records, games, seats)
    return Games(
        {name: games[row] for row, name in GAME_COLUMNS.items()},
        {name: seats[row].reshape(-1, n_seats) for row, name in SEAT_COLUMNS.items()},
    )


def same_seats(n_games: int, n_players: int) -> Any:
    """The first strategy of the pool in every seat."""
    return np.zeros((n_games, n_players), np.uint8)


def mixed_seats(n_games: int, n_players: int, n_pool: int) -> Any:
    """All strategies of the pool, in all seats equally often."""
    plan = make_plan("balanced", n_pool, n_players, None)
    return plan.seating(0, n_games, 1)


def slices(n_games: int, size: int) -> Iterator[tuple[int, int]]:
    """First game and number of games of each slice."""
    for first in range(0, n_games, size):
        yield first, min(size, n_games - first)
