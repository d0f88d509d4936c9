"""A game with data of your own: a folder, or one file, that holds what differs from the game's own data.

It is typed as GAME@FOLDER wherever a game is typed. The game's other files complete it, in a folder of the cache.
"""

from dataclasses import replace
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from analyser.core.errors import BadInput
from analyser.core.files import read_file, write_together
from analyser.games.definition import Game

AT = "@"


class DataFile(NamedTuple):
    """A file that a designer edits."""

    path: Path
    about: str
    """What its lines mean: the remarks at its head."""


def files_to_edit(game: Game) -> list[DataFile]:
    """All data files of a game but the ledger, which no program reads; the game itself, if it is one file."""
    own = [] if game.file is None else [game.file]
    return [DataFile(path, _head(path)) for path in [*own, *game.data_files()] if path.suffix != ".md"]


def _head(path: Path) -> str:
    lines = takewhile(lambda line: line.startswith("#"), read_file(path).decode().splitlines())
    return "\n".join(line.removeprefix("#").removeprefix(" ") for line in lines)


def with_data(game: Game, place: Path) -> Game:
    """The game with the files of this folder, or this file, instead of its own of the same names."""
    own = _own_files(game, place.resolve())
    files = {path.name: read_file(path) for path in game.data_files()}
    return _with_files(game, place.resolve(), tuple(sorted((files | own).items())))


@cache
def _with_files(game: Game, place: Path, files: tuple[tuple[str, bytes], ...]) -> Game:
    """The same game for the same files: what is known of it is kept by the game."""
    from analyser.kernel.code_cache import root  # the compiler takes half a second to import
    from analyser.kernel.hashing import digest

    folder = root() / "data" / digest(part for name, content in files for part in (name.encode(), content))[:16]
    folder.mkdir(parents=True, exist_ok=True)
    write_together({folder / name: content for name, content in files})
    return replace(game, data=folder, key=f"{game.name}{AT}{place}")


def _own_files(game: Game, place: Path) -> dict[str, bytes]:
    """The files that differ, by name; only names that the game knows."""
    paths = [one for one in sorted(place.iterdir()) if one.is_file()] if place.is_dir() else [place]
    known = [path.name for path in game.data_files()]
    if not paths or not place.exists():
        raise BadInput(
            f"{place} has no data of {game.title}. Type a folder or a file with some of: {', '.join(known)}."
        )
    for path in paths:
        if path.name not in known:
            raise BadInput(
                f"{path} is no data file of {game.title}. Allowed names: {', '.join(known)}. "
                f"Take a copy of one from {game.data_folder} and edit that."
            )
    return {path.name: read_file(path) for path in paths}
