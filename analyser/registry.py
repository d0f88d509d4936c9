"""Finds games by folder: adding a game adds a package under `analyser/games/` and a folder under `seeds/`."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from analyser import places
from analyser.cache import digest_files
from analyser.columns import GAME_COLUMNS, SEAT_COLUMNS, Column, Summed
from analyser.errors import BadInput, unknown
from analyser.picture import Picture
from analyser.settings import Setting, read_settings, refuse_other_names


@dataclass(frozen=True)
class Game:
    """A game: what every command needs to know of it. Its compiled rules are imported only when asked for."""

    name: str
    package: ModuleType

    @property
    def title(self) -> str:
        """The game's name as its box has it."""
        return str(self.package.TITLE)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players it can be played with."""
        return tuple(self.package.PLAYERS)

    @property
    def caveats(self) -> tuple[str, ...]:
        """What a reader of its results must know; most games have none."""
        return tuple(getattr(self.package, "CAVEATS", ()))

    @property
    def part_games(self) -> int:
        """How many games make a part of a run."""
        return int(self.package.PART_GAMES)

    def module(self, name: str) -> Any:
        """One of the game's modules."""
        return import_module(f"{self.package.__name__}.{name}")

    def settings(self) -> dict[str, Setting]:
        """The numbers of its rules."""
        found = read_settings(self.name)
        refuse_other_names(found, self.package.SETTINGS, self.name)
        return found

    def game_columns(self) -> tuple[Column, ...]:
        """The columns of its table of games."""
        return GAME_COLUMNS + tuple(self.module("columns").GAMES)

    def seat_columns(self) -> tuple[Column, ...]:
        """The columns of its table of seats."""
        return SEAT_COLUMNS + tuple(self.module("columns").SEATS)

    def breakdowns(self) -> dict[str, Column]:
        """The columns of its seats that a summary shows the win share by."""
        names = getattr(self.module("columns"), "BREAKDOWNS", ())
        return {one.name: one for one in self.module("columns").SEATS if one.name in names}

    def sums(self) -> tuple[Summed, ...]:
        """Its tables of sums, if it has any."""
        return tuple(getattr(self.module("columns"), "SUMS", ()))

    def tables(self) -> dict[str, tuple[str, tuple[Column, ...]]]:
        """All tables of its runs: what a row is, and the columns."""
        own = {one.name: (one.row, one.columns) for one in self.sums()}
        return {
            "games": ("one row a game", self.game_columns()),
            "seats": ("one row a seat", self.seat_columns()),
        } | own

    @property
    def has_board(self) -> bool:
        """Whether it is played on a board that can be drawn."""
        return (places.GAMES / places.package_name(self.name) / "picture.py").exists()

    def picture(self) -> Picture:
        """Its board, to be drawn."""
        if not self.has_board:
            others = ", ".join(name for name in game_names() if find_game(name).has_board)
            raise BadInput(f"{self.title} has no board to draw. Games with one: {others}.")
        return self.module("picture").picture()

    def hashes(self) -> dict[str, str]:
        """What identifies the rules and the data that a run was played with."""
        return {
            "rules": digest_files(places.kernel_sources(self.name)),
            "data": digest_files(places.data_files(self.name)),
        }

    def check_players(self, asked: int | None) -> int:
        """The number of players: as asked, or the most."""
        if asked is not None and asked not in self.players:
            allowed = ", ".join(map(str, self.players))
            raise BadInput(f"{self.title} is not played by {asked}. Allowed: --players {allowed}.")
        return asked or max(self.players)


def game_names() -> list[str]:
    """All games, by the names used on the command line."""
    folders = (path for path in places.GAMES.iterdir() if (path / "__init__.py").exists())
    return sorted(path.name.replace("_", "-") for path in folders)


@cache
def find_game(name: str) -> Game:
    """The game of this name."""
    if name not in game_names():
        raise unknown("game", name, game_names(), "analyse games")
    return Game(name, import_module(f"analyser.games.{places.package_name(name)}"))
