"""What exists: games, their boards, rules and strategies; and the workshop for your own strategies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from analyser.core.errors import BadInput

if TYPE_CHECKING:
    from analyser.experiments.sample import Runner
    from analyser.games.definition import Game
    from analyser.games.own_data import DataFile
    from analyser.games.picture import Picture
    from analyser.simulation.engine import Note
    from analyser.simulation.executor import Workers
    from analyser.simulation.summary import Summary
    from analyser.strategies.strategy import Strategy

LEAST_RACE = 1_000
RACE_GAMES = 20_000
LEARNT_FROM = 8_000
"""Games from which `analyse try` learns a first player."""


def game(name: str) -> Game:
    """One game."""
    from analyser.games.loader import find_game

    return find_game(name)


def add_game_paths(folders: Sequence[str]) -> None:
    """Search these folders for games of one's own, too."""
    if folders:
        from analyser.games.places import add_folder

        for folder in folders:
            add_folder(folder)


def default_game(is_needed: bool = True) -> str | None:
    """The game of the folder that one is in; if there is none and one is needed, an error."""
    from analyser.games.places import default_game as found

    return found(is_needed)


def games(note: Note | None = None) -> list[Game]:
    """All games that can be used; what is wrong with the others is noted."""
    from analyser.games.loader import found_games

    found = found_games()
    if note is not None:
        for problem in found.broken.values():
            note(problem)
    return list(found.games.values())


def files_to_edit(game: Game) -> list[DataFile]:
    """The files that a designer edits, and what their lines mean."""
    from analyser.games.own_data import files_to_edit as found

    return found(game)


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
    from analyser.strategies.library import strategy_files
    from analyser.strategies.loading import read_strategy
    from analyser.strategies.strategy import WRAPPERS

    found = game(name)
    files = [read_strategy(path) for path in strategy_files(found, folders).values()]
    return Strategies(files, dict(WRAPPERS), list(found.rules.restrictable))


def new_game(name: str, folder: Path) -> list[Path]:
    """Write a folder with a small real game to start from."""
    from analyser.experiments.own_folder import write_new_game

    return write_new_game(name, folder)


def copy_game(name: str, folder: Path) -> list[Path]:
    """Write a folder with a shipped game's data, strategies and recipe, to be edited."""
    from analyser.experiments.own_folder import write_copy

    return write_copy(game(name), folder)


def new_strategy(name: str, of: str, folder: Path) -> Path:
    """Write a strategy file to start from."""
    from analyser.experiments.workshop import write_new_strategy

    return write_new_strategy(game(of), name, folder)


@dataclass(frozen=True)
class TriedGame:
    """A game that was checked, raced, and asked a first question."""

    game: Game
    checks: list[str]
    race: Summary
    verdict: str


def is_game(text: str, of: str | None) -> bool:
    """Whether `analyse try` is given a game: its file, its folder or its name."""
    from analyser.games import places
    from analyser.games.loader import found_games

    path = Path(text)
    if of is not None or "(" in text or ":" in text:
        return False
    if path.is_dir() or (path.suffix == ".py" and places.is_game(path)):
        return True
    found = found_games()
    return not path.exists() and (text in found.games or text in found.broken)


def try_game(text: str, players: int | None, games: int, workers: Workers, note: Note, tell: Note) -> TriedGame:
    """Check a game's contract, race some players, and ask whether its seats are equal."""
    from analyser.api.asking import seats
    from analyser.api.options import runner
    from analyser.experiments import trial
    from analyser.experiments.words import Words

    found, player = game(text), runner(workers)
    checks = []
    for one in trial.check_game(found, workers.decision_timeout, note):
        tell(one)
        checks.append(one)
    with TemporaryDirectory() as folder:
        n_players = players or trial.fewest_players(found)
        learned = _first_player(found, n_players, Path(folder), text, note, player)
        race = trial.race_of(found, n_players, games, workers, note, learned)
    if race.job.players == 1:
        return TriedGame(found, checks, race, "")
    answer = seats(found.name, players=race.job.players, games=games, robustness=False, runner=player)
    return TriedGame(found, checks, race, Words().sentence(answer.verdicts[0].sentence))


def _first_player(found: Game, players: int, folder: Path, text: str, note: Note, player: Runner) -> list[str]:
    """A strategy learned in a minute; none if the game's view offers no question."""
    from analyser.api.learning import learn
    from analyser.core.errors import Interrupted

    note(f"Learning a first player from {LEARNT_FROM:,} games: some seconds.")
    try:
        file = folder / "learned.py"
        return [str(learn(found.name, file, players=players, games=LEARNT_FROM, runner=player).path)]
    except Interrupted:
        raise Interrupted(f"Interrupted. Type the command again: analyse try {text}") from None
    except BadInput as none:
        note(f"No player is learned. {none}")
        return []


@dataclass(frozen=True)
class Tried:
    """A strategy that was checked and raced against the built-in ones."""

    game: Game
    checks: list[str]
    race: Summary


def try_strategy(file: str, of: str | None, players: int | None, games: int, workers: Workers, note: Note) -> Tried:
    """Check that a strategy keeps the contract, and race it against the built-in ones."""
    from analyser.experiments import workshop

    found = game(of) if of else workshop.game_of(Path(file))
    if games < LEAST_RACE:
        raise BadInput(f"--games {games} is refused. Allowed: {LEAST_RACE} or more, or the race says nothing.")
    checks = workshop.check_contract(found, file, players, workers.decision_timeout, note)
    return Tried(found, checks, workshop.race(found, file, players, games, workers, note))
