"""Games of any game straight from its kernel, without the disk; compiled or not."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from analyser.games.loader import find_game
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, KERNEL_GAME_COLUMNS, RANK, SCORE, WIN
from analyser.kernel.intrinsics import LISTENERS
from analyser.simulation.engine import Engine, State, make_ready, outputs
from analyser.simulation.lineups import make_plan
from analyser.strategies.library import find_strategy, strategy_files


class Games(NamedTuple):
    """What the kernel records, by name: arrays of games, of games x seats, and what a part counts together."""

    game: dict[str, Any]
    seat: dict[str, Any]
    sums: dict[str, Any]


class Kernel:
    """A game, its defaults, and how it is played."""

    def __init__(self, name: str) -> None:
        self.game = find_game(name)
        self.defaults = {name: setting.default for name, setting in self.game.settings().items()}
        self.built_in = tuple(strategy_files(self.game))
        self.players = self.game.players
        self.engines: dict[tuple[str, ...], Engine] = {}
        columns = self.game.columns
        self.game_columns = KERNEL_GAME_COLUMNS | _named(columns.games, FIRST_GAME_COLUMN)
        self.seat_columns = {SCORE: "score", WIN: "win", RANK: "rank"} | _named(columns.seats, FIRST_SEAT_COLUMN)

    def engine_of(self, strategies: Sequence[str]) -> Engine:
        """A compiled engine with this pool, made once."""
        pool = tuple(strategies)
        if pool not in self.engines:
            engine = Engine(self.game, tuple(find_strategy(self.game, spec) for spec in pool))
            make_ready(self.game, engine.strategies, lambda words: None)
            self.engines[pool] = engine
        return self.engines[pool]

    def play(
        self,
        engine: Engine,
        lineups: Any,
        seed: int = 1,
        first: int = 0,
        rotations: int = 1,
        room: State | None = None,
        **settings: Any,
    ) -> Games:
        """A game for each line-up (numbers of the engine's pool, by seat)."""
        n_games, n_seats = lineups.shape
        room = room or State(self.game, self.defaults | settings, n_seats)
        games, seats = outputs(self.game, n_games, n_seats)
        luck = (seed, first, 0, n_games, rotations)
        records = (room.table, room.hidden, room.workspace)
        engine.play(*luck, lineups, engine.policies, engine.policy_params, *records, games, seats)
        return Games(
            {name: games[row] for row, name in self.game_columns.items()},
            {name: seats[row].reshape(-1, n_seats) for row, name in self.seat_columns.items()},
            {
                f"{table.name}: {column.name}": counted
                for table in self.game.sums()
                for column, counted in zip(table.counts, room.workspace[table.name], strict=True)
            },
        )

    def game_of(self, seats: Sequence[str], game: int, seed: int, on_event: Callable[..., None], room: State) -> Games:
        """A whole game of these strategies, its rows; somebody hears what happens."""
        with listening(on_event):
            return self.play(self.engine_of(seats), np.arange(len(seats), dtype=np.uint8)[None], seed, game, room=room)


@contextmanager
def listening(on_event: Callable[..., None]) -> Iterator[None]:
    """Somebody hears what is told."""
    LISTENERS.append(on_event)
    try:
        yield
    finally:
        LISTENERS.remove(on_event)


def _named(columns: Any, first: int) -> dict[int, str]:
    return {first + k: column.name for k, column in enumerate(columns)}


def same_seats(n_games: int, n_players: int) -> Any:
    """The first strategy of the pool in every seat."""
    return np.zeros((n_games, n_players), np.uint8)


def mixed_seats(n_games: int, n_players: int, n_pool: int) -> Any:
    """All strategies of the pool, in all seats equally often."""
    return make_plan("balanced", n_pool, n_players, None).seating(0, n_games, 1)


def slices(n_games: int, size: int) -> Iterator[tuple[int, int]]:
    """First game and number of games of each slice."""
    for first in range(0, n_games, size):
        yield first, min(size, n_games - first)
