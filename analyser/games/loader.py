"""Finds games: the shipped ones, each a package under `analyser/games/`, and those of one's own (`places`).

Adding a game adds files and changes none. Two games of one name are refused, with both origins.
"""

from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import NamedTuple

from analyser import games
from analyser.core import paths
from analyser.core.errors import BadInput, unknown
from analyser.games import places
from analyser.games.definition import Game, told
from analyser.games.own_data import AT, with_data
from analyser.games.validation import GAME_NAME
from analyser.kernel.hashing import file_hash

MACHINERY = ("designed",)
"""Packages under `analyser/games/` that are no game."""


class Found(NamedTuple):
    """The games that can be used, and what is wrong with the others, by name."""

    games: dict[str, Game]
    broken: dict[str, str]


@cache
def shipped_games() -> Found:
    """All games of the package, in the order of their names."""
    good: dict[str, Game] = {}
    broken: dict[str, str] = {}
    for package in _packages():
        try:
            game = _game_in(package)
            good[game.name] = game
        except Exception as problem:
            name = package.replace("_", "-")
            broken[name] = f"Game {name} cannot be used: {told(problem)}"
    return Found(dict(sorted(good.items())), broken)


def found_games() -> Found:
    """All games: the shipped ones, then one's own. A broken one does not stop the others."""
    good, broken = dict(shipped_games().games), dict(shipped_games().broken)
    for name, files in sorted(places.own_games().items()):
        try:
            good[name] = _own_game(name, files)
        except Exception as problem:
            broken[name] = str(problem) if isinstance(problem, BadInput) else f"Game {name}: {told(problem)}"
    return Found(good, broken)


def _packages() -> tuple[str, ...]:
    return _packages_in(tuple(games.__path__))


@cache
def _packages_in(folders: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one.name for one in iter_modules(folders) if one.ispkg and one.name not in MACHINERY)


def _game_in(package: str) -> Game:
    module = f"{games.__name__}.{package}"
    game = vars(import_module(module)).get("GAME")
    if not isinstance(game, Game):
        raise BadInput(f"{module} defines no GAME. Add GAME = Game(...): see analyser/games/definition.py.")
    return game


def _own_game(name: str, files: list[Path]) -> Game:
    """A game of one's own, if it has its name for itself."""
    origins = [*map(str, files), *(["analyse itself"] if name.replace("-", "_") in _packages() else [])]
    if len(origins) > 1:
        raise BadInput(
            f"{len(origins)} games are called {name}: {' and '.join(origins)}. "
            f'Rename one: the file, its folder, or NAME = "..." in the file.'
        )
    return _read(files[0], name, file_hash(files[0]), _stamps(files[0]))


def _stamps(file: Path) -> tuple[str, ...]:
    """What else decides a game: whether it has strategies."""
    from analyser.games.designed.build import strategies_of

    return (str(strategies_of(file).is_dir()),)


@cache
def _read(file: Path, name: str, content: str, stamps: tuple[str, ...]) -> Game:
    """Read a game's file: once a process for each of its versions."""
    from analyser.games.designed.build import game_of

    if not GAME_NAME.fullmatch(name):
        allowed = 'Allowed: small letters, digits and single « - »: rename the file, or write NAME = "..."'
        raise BadInput(f"{file}: « {name} » cannot be the name of a game. {allowed}.")
    return game_of(file, name)


def copied(shipped: str, file: str) -> Game:
    """A shipped game with the data, strategies, questions and recipe that lie beside a file of yours."""
    path = Path(file).resolve()
    game = shipped_games().games.get(shipped)
    if game is None:
        raise unknown("shipped game", shipped, shipped_games().games, "analyse games")
    folders = (paths.RANDOM.parent, path.parent / "strategies")
    return replace(game, name=places.name_of(path), file=path, strategy_folders=folders)


def game_names() -> list[str]:
    """All games that can be used, by the names used on the command line."""
    return list(found_games().games)


def find_game(name: str) -> Game:
    """The game of this name, of this file or folder, or with data of your own: GAME@FOLDER."""
    name, at, place = name.partition(AT)
    if at:
        return with_data(find_game(name), Path(place))
    if places.is_path(name):
        file = places.file_at(name)
        places.add_place(file)
        name = places.name_of(file)
    files = places.own_games().get(name, [])
    if files:
        return _own_game(name, files)
    package = name.replace("-", "_")
    with suppress(Exception):
        if package in _packages() and (game := _game_in(package)).name == name:
            return game
    good, broken = shipped_games()
    if name in broken:
        raise BadInput(broken[name])
    if name not in good:
        known = {*good, *places.own_games()}
        raise unknown("game", name, known, "analyse games (a game of yours: --game FILE, or --game-path FOLDER)")
    return good[name]


def named_game(name: str) -> Game:
    """The game that data name: a run, a baseline. Files are code, which runs only when the user types them."""
    if places.is_path(name.partition(AT)[0]):
        raise BadInput(
            f"« {name[:60]} » names a file of code, which runs only when you type it. Allowed: the name of a game that "
            "is found; add --game-path FOLDER if it is yours."
        )
    return find_game(name)


def offered_by_view(module: str) -> tuple[str, ...]:
    """What strategies may import from a module: the questions of a game's view, nothing from any other module."""
    package = module.removeprefix(f"{games.__name__}.").rpartition(".")[0]
    if package in _packages():
        game = _game_in(package)
    elif (name := package.replace("_", "-")) in places.own_games():
        game = find_game(name)
    else:
        return ()
    return tuple(game.rules.questions) if game.view == module else ()
