"""A game with data of your own: a folder, or one file, that holds what differs from the game's own data.

It is typed as GAME@FOLDER wherever a game is typed. The game's other files complete it, in a folder of the cache. Of a
game of one file that file is part of its data: it is then another version of the game, played by the same strategies.
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
    files = {name: read_file(path) for name, path in {**files_of(game), **_questions(game)}.items()}
    return _with_files(game, place.resolve(), tuple(sorted((files | own).items())))


def files_of(game: Game) -> dict[str, Path]:
    """What a version of a game consists of, by name: its data, and its own file if its numbers stand there."""
    files = list(game.data_files())
    if game.file is None or game.own_settings is None:
        return {path.name: path for path in files}
    home = game.file.parent
    names = {path: str(path.relative_to(home)) if path.is_relative_to(home) else path.name for path in files}
    return {game.file.name: game.file} | {name: path for path, name in names.items()}


def _questions(game: Game) -> dict[str, Path]:
    """What lies beside a game of one file and is no part of its rules."""
    if game.own_settings is None:
        return {}
    return {one.name: one for one in (game.catalogue, game.recipe) if one.exists()}


@cache
def _with_files(game: Game, place: Path, files: tuple[tuple[str, bytes], ...]) -> Game:
    """The same game for the same files: what is known of it is kept by the game."""
    from analyser.kernel.code_cache import root  # the compiler takes half a second to import
    from analyser.kernel.hashing import digest

    folder = root() / "data" / digest(part for name, content in files for part in (name.encode(), content))[:16]
    for name, _ in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
    write_together({folder / name: content for name, content in files})
    key = f"{game.name}{AT}{place}"
    if game.file is None or game.own_settings is None:
        return replace(game, data=folder, key=key)
    from analyser.games.designed.build import game_of  # games of one file need it

    version = game_of(folder / game.file.name, game.name, folder.name)
    if version.title != game.title:
        raise BadInput(f"{place} is {version.title}, not {game.title}. Type a folder with a version of {game.title}.")
    return replace(version, key=key, strategy_folders=game.strategy_folders)


def _own_files(game: Game, place: Path) -> dict[str, bytes]:
    """The files that differ, by name; only names that the game knows."""
    known = sorted(files_of(game))
    paths = _files_in(game, place, known) if place.is_dir() else [place]
    if not paths or not place.exists():
        raise BadInput(
            f"{place} has no data of {game.title}. Type a folder or a file with some of: {', '.join(known)}."
        )
    named = {_name_in(game, place, path): path for path in paths}
    for name, path in named.items():
        if name not in known:
            if (place / "data").is_dir():
                raise BadInput(f"{place} is a whole game. Type the folder of its data: {place / 'data'}")
            home = game.data_folder if game.file is None or game.own_settings is None else game.file.parent
            raise BadInput(
                f"{path} is no data file of {game.title}. Allowed names: {', '.join(known)}. "
                f"Take a copy of one from {home} and edit that."
            )
    return {name: read_file(path) for name, path in named.items()}


def _name_in(game: Game, place: Path, path: Path) -> str:
    """What a file stands for: another file of rules, typed alone, may be called as one likes."""
    if path == place and path.suffix == ".py" and game.file is not None:
        return game.file.name
    return str(path.relative_to(place)) if place.is_dir() else path.name


def _files_in(game: Game, place: Path, known: list[str]) -> list[Path]:
    """The files of a folder; of a whole folder of a game of one file only those that decide how it is played."""
    if game.file is not None and game.own_settings is not None and (place / game.file.name).is_file():
        return [place / one for one in known if (place / one).is_file()]
    return [one for one in sorted(place.iterdir()) if one.is_file()]
