"""What differs from the data that we ship: settings and data files that somebody edited.

`shipped.json` holds the shipped defaults and the hashes of the data files. Write it again with `make reference`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from analyser.core.schemas import once
from analyser.games.definition import Game
from analyser.games.settings import Value, show
from analyser.kernel.hashing import file_hash

PATH = Path(__file__).with_name("shipped.json")


class Shipped(msgspec.Struct, frozen=True):
    """The data of one game as we ship them."""

    settings: dict[str, Value]
    files: dict[str, str]


def as_data(game: Game) -> Shipped:
    """The data of a game as they are in its folder; pages for readers decide nothing."""
    files = {path.name: file_hash(path) for path in game.data_files() if path.suffix != ".md"}
    files.pop(game.settings_file.name, None)
    return Shipped({name: one.default for name, one in game.settings().items()}, files)


def write_shipped(games: list[Game]) -> None:
    """Take the data as they are for the shipped ones."""
    found = {game.name: msgspec.to_builtins(as_data(game)) for game in games}
    PATH.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


@once
def read_shipped(path: Path) -> Mapping[str, Shipped]:
    """The shipped data of each game."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Shipped])


class SettingsFacts(NamedTuple):
    """How the settings and data of a job differ from the shipped ones."""

    changed: list[str]
    """As typed: name=value."""
    edited_files: list[str]
    assumed: list[str]
    """Settings on which the rulebook is silent, at their default."""


def settings_facts(game: Game, values: Mapping[str, Value]) -> SettingsFacts:
    """Settings and data files compared with the shipped ones; a game of your own with its own defaults."""
    now = as_data(game)
    shipped = read_shipped(PATH).get(game.name, now)
    changed = {name: value for name, value in values.items() if value != shipped.settings.get(name)}
    names = sorted({*now.files, *shipped.files})
    return SettingsFacts(
        [f"{name}={show(value)}" for name, value in changed.items()],
        [name for name in names if now.files.get(name) != shipped.files.get(name)],
        [name for name, one in game.settings().items() if one.status == "assumed" and name not in changed],
    )
