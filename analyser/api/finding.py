"""What exists: games, their boards, rules and strategies; and the workshop for your own strategies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.core.errors import BadInput

if TYPE_CHECKING:
    from analyser.games.definition import Game
    from analyser.games.picture import Picture
    from analyser.simulation.engine import Note
    from analyser.simulation.summary import Summary
    from analyser.strategies.library import Strategy

LEAST_RACE = 1_000
RACE_GAMES = 20_000


def game(name: str) -> Game:
    """One game."""
    from analyser.games.loader import find_game

    return find_game(name)


def games(note: Note | None = None) -> list[Game]:
    """All games that can be used; what is wrong with the others is noted."""
    from analyser.games.loader import found_games

    found = found_games()
    if note is not None:
        for problem in found.broken.values():
            note(problem)
    return list(found.games.values())


def shown(value: object) -> str:
    """A value of a setting, as it is typed."""
    from analyser.games.settings import show

    return show(value)


def board(name: str) -> Picture:
    """A game's board."""
    found = game(name)
    if not found.has_board:
        others = ", ".join(one.name for one in games() if one.has_board)
        raise BadInput(f"{found.title} has no board to draw. Games with one: {others}.")
    return found.picture()


def draw_board(name: str, file: Path) -> None:
    """Draw a game's board into a PDF, SVG or PNG file."""
    from analyser.plotting.boards import write_board

    write_board(file, board(name))


@dataclass(frozen=True)
class Strategies:
    """The strategies of a game, and how they can be restricted."""

    strategies: list[Strategy]
    wrappers: dict[str, str]
    restrictable: list[str]


def strategies(name: str, folders: Sequence[Path] = ()) -> Strategies:
    """The strategies of a game, and those in your own folders."""
    from analyser.strategies.library import WRAPPERS, read_strategy, strategy_files

    found = game(name)
    files = [read_strategy(path) for path in strategy_files(found, folders).values()]
    return Strategies(files, dict(WRAPPERS), list(found.rules.restrictable))


def new_strategy(name: str, of: str, folder: Path) -> Path:
    """Write a strategy file to start from."""
    from analyser.experiments.workshop import write_new_strategy

    return write_new_strategy(game(of), name, folder)


@dataclass(frozen=True)
class Tried:
    """A strategy that was checked and raced against the built-in ones."""

    game: Game
    checks: list[str]
    race: Summary


def try_strategy(
    file: str, of: str | None, players: int | None, games: int, decision_timeout: float, note: Note
) -> Tried:
    """Check that a strategy keeps the contract, and race it against the built-in ones."""
    from analyser.experiments import workshop

    found = game(of) if of else workshop.game_of(Path(file))
    if games < LEAST_RACE:
        raise BadInput(f"--games {games} is refused. Allowed: {LEAST_RACE} or more, or the race says nothing.")
    checks = workshop.check_contract(found, file, players, decision_timeout, note)
    return Tried(found, checks, workshop.race(found, file, players, games, decision_timeout, note))
