"""A game's table, laid out once for its settings, its number of players and its data, then copied."""

from collections.abc import Hashable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyser.core.errors import BadInput
from analyser.core.schemas import content_of
from analyser.games.definition import Game
from analyser.games.settings import Fixed, Value
from analyser.kernel.intrinsics import Record

REMEMBERED = 256
"""Tables that are kept: a report of Black Fleet lays out about a hundred, of 85 kB each."""


class Noted(dict[str, Value]):
    """Settings that remember which of them were looked up."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.used: set[str] = set()

    def __getitem__(self, name: str) -> Value:
        self.used.add(name)
        return super().__getitem__(name)


def new_table(game: Game, values: Mapping[str, Value], n_players: int) -> Record:
    """One thread's table, with everything on it that stays the same from game to game."""
    key = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in sorted(values.items()))
    return laid_out(game, key, n_players, _data_of(game)).copy().view(np.recarray)[0]


def _data_of(game: Game) -> Hashable:
    """The content of all that a table is laid out from."""
    if game.own_settings is None:
        return content_of(game.data_folder)
    return tuple(map(content_of, game.data_files()))


@lru_cache(maxsize=REMEMBERED)
def laid_out(game: Game, settings: Fixed, n_players: int, data: Hashable) -> NDArray[np.void]:
    """An array of one table. `data` is the content of the game's data."""
    table = np.zeros(1, game.rules.table)
    values = Noted({name: list(value) if isinstance(value, tuple) else value for name, value in settings})
    try:
        game.rules.lay_out(table.view(np.recarray)[0], values, n_players, game.data_folder)
    except KeyError as problem:
        where = game.settings_file
        raise BadInput(
            f"{where}: the rules of {game.title} know no {problem}. Correct the file or restore it."
        ) from None
    forgotten = sorted(set(values) - values.used)
    if forgotten:
        what = f"lay_out does not put the setting {', '.join(forgotten)} on the table"
        raise BadInput(f"The rules of game {game.name} cannot be used: {what}. Allowed: every setting is used.")
    return table
