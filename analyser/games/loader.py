"""Finds games: each package under `analyser/games/` that defines `GAME`. Adding a game adds files and changes none."""

from contextlib import suppress
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from analyser import games
from analyser.core.errors import BadInput, unknown
from analyser.games.definition import Game, told


class Found(NamedTuple):
    """The games that can be used, and what is wrong with the others, by name."""

    games: dict[str, Game]
    broken: dict[str, str]


@cache
def found_games() -> Found:
    """All games, in the order of their names."""
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


def _packages() -> list[str]:
    return [module.name for module in iter_modules(games.__path__) if module.ispkg]


def _game_in(package: str) -> Game:
    module = f"{games.__name__}.{package}"
    game = vars(import_module(module)).get("GAME")
    if not isinstance(game, Game):
        raise BadInput(f"{module} defines no GAME. Add GAME = Game(...): see analyser/games/definition.py.")
    return game


def game_names() -> list[str]:
    """All games that can be used, by the names used on the command line."""
    return list(found_games().games)


def find_game(name: str) -> Game:
    """The game of this name; no other game is imported if its package has the same name."""
    package = name.replace("-", "_")
    with suppress(Exception):
        if package.isidentifier() and (game := _game_in(package)).name == name:
            return game
    good, broken = found_games()
    if name in broken:
        raise BadInput(broken[name])
    if name not in good:
        raise unknown("game", name, good, "analyse games")
    return good[name]


def offered_by_view(module: str) -> tuple[str, ...]:
    """What strategies may import from a module: the questions of a game's view, nothing from any other module."""
    package = module.removeprefix(f"{games.__name__}.").rpartition(".")[0]
    if package not in _packages() or (game := _game_in(package)).view != module:
        return ()
    return tuple(game.rules.questions)
