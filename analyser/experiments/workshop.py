"""The strategy workshop: a file to start from, the contract checked, a race against the built-in strategies."""

import ast
import re
from functools import reduce
from operator import add
from pathlib import Path

import polars as pl

from analyser.core.errors import BadInput, StrategyFailed
from analyser.core.files import read_file, write_whole
from analyser.games import places
from analyser.games.definition import Game
from analyser.games.loader import find_game, found_games, game_names
from analyser.simulation.engine import Note, make_ready
from analyser.simulation.executor import Workers, play_all
from analyser.simulation.information_leaks import count_breaches
from analyser.simulation.job import make_job
from analyser.simulation.other_process import ask
from analyser.simulation.part import play_part
from analyser.simulation.summary import Summary, summarise
from analyser.strategies.library import find_strategy, strategy_files
from analyser.strategies.strategy import WRAPPERS
from analyser.strategies.validation import FORMS

CHECK_GAMES = 500
"""Games in which scores must be finite, indexes in range, and everything the same twice."""


def write_new_strategy(game: Game, name: str, folder: Path) -> Path:
    """A commented, working file to start from."""
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name) or name in WRAPPERS:
        raise BadInput(f"« {name} » cannot be the name of a strategy. Use small letters, digits, - and _.")
    path = folder / f"{name}.py"
    if path.exists() or name in strategy_files(game):
        raise BadInput(f"There is a strategy {name} already. Nothing was changed. Take another name.")
    template = game.new_strategy()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, template.encode())
    except OSError as problem:
        raise BadInput(f"Cannot write {path}: {problem.strerror}. Type --out DIR.") from None
    return path


def game_of(path: Path) -> Game:
    """The game whose view a strategy file imports."""
    try:
        tree = ast.parse(read_file(path))
    except (OSError, SyntaxError, ValueError):
        tree = ast.Module([], [])
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named = [name for name, game in found_games().games.items() if game.view in imported]
    here = [name for name in named if find_game(name).file in places.here()]
    named = here or named
    if len(named) != 1:
        raise BadInput(f"Cannot tell which game {path} is for. Type --game GAME: {', '.join(game_names())}.")
    return find_game(named[0])


def check_contract(game: Game, spec: str, players: int | None, decision_timeout: float, note: Note) -> list[str]:
    """What was checked; a breach is an error."""
    strategy = find_strategy(game, spec)
    make_ready(game, [strategy], note)
    rivals = "random" if strategy.name != "random" else strategy.spec
    checks = [f"read and compiled: {strategy.form}({', '.join(FORMS[strategy.form])})"]
    n_players = game.check_players(players)
    for number in [n_players] if players else game.players:
        seats = ",".join([spec] + [rivals] * (number - 1))
        first, again = (_checked_games(game, number, seats, decision_timeout) for _ in range(2))
        if not all(first[name].equals(again[name]) for name in first):
            raise StrategyFailed(f"Strategy {strategy.spec} does not play the same games twice from the same seed.")
        checks.append(f"{number} players: finite scores and legal indexes in {CHECK_GAMES:,} games, the same twice")
    if strategy.form == "choose" and game.rules.restrictable:
        for what in game.rules.restrictable:
            seats = ",".join([f"never:{what}({spec})"] + [rivals] * (n_players - 1))
            _checked_games(game, n_players, seats, decision_timeout)
        checks.append("chooses from what is in its list, also where never: leaves choices out")
    _check_blind(game, spec, n_players)
    checks.append("leaves the table as it is")
    checks.append("blind: it chooses the same when what is hidden from it is dealt again")
    return checks


def _checked_games(game: Game, players: int, seats: str, decision_timeout: float) -> dict[str, pl.DataFrame]:
    """Games in all seat orders; a strategy that fails is an error."""
    job = make_job(game, players, None, seats, "rotate", CHECK_GAMES, part_games=CHECK_GAMES)
    return play_part(job, 0, decision_timeout, None, lambda n: None).tables


def _check_blind(game: Game, spec: str, players: int) -> None:
    """Deals again what the strategy cannot know, and asks it again."""
    answer = ask(count_breaches, game.key, spec, players, failure=f"Strategy {spec} cannot be checked for blindness")
    if answer["touched"]:
        raise StrategyFailed(
            f"Strategy {spec} changed the table in {answer['touched']} choices. A strategy may only read what it is "
            "given; work on copies: points = view.points.copy()."
        )
    if answer["differs"]:
        raise StrategyFailed(f"Strategy {spec} chose otherwise in {answer['differs']} of {answer['asked']} re-deals.")


def race(game: Game, spec: str, players: int | None, games: int, workers: Workers, note: Note) -> Summary:
    """One pool with all built-in strategies, each in every seat equally often."""
    own = find_strategy(game, spec).spec
    others = [name for name in strategy_files(game) if name != own]
    job = make_job(game, players, ",".join([spec, *others]), None, "balanced", games)
    parts = play_all(job, workers, note, lambda n, total: None, with_rows=False)
    return summarise(job, reduce(add, (part.tally for part in parts)))
