"""The strategy workshop: a file to start from, the contract checked, a race against the built-in strategies."""

import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from analyser import places
from analyser.aggregate.summary import Summary, summarise
from analyser.contract import FORMS
from analyser.engine import Note, make_ready
from analyser.errors import BadInput, StrategyFailed
from analyser.job import make_job
from analyser.manifests import manifest_of
from analyser.playing import play_part
from analyser.registry import Game, find_game, game_names
from analyser.runs import Run
from analyser.simulate import simulate
from analyser.strategies import WRAPPERS, find_strategy, strategy_files
from analyser.workers import Workers

TEMPLATE = "new_strategy.txt"
CHECK_GAMES = 500
"""Games in which scores must be finite, indexes in range, and everything the same twice."""


def write_new_strategy(game: Game, name: str, folder: Path) -> Path:
    """A commented, working file to start from."""
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name) or name in WRAPPERS:
        raise BadInput(f"« {name} » cannot be the name of a strategy. Use small letters, digits, - and _.")
    path = folder / f"{name}.py"
    if path.exists() or name in strategy_files(game):
        raise BadInput(f"There is a strategy {name} already. Nothing was changed. Take another name.")
    template = (places.GAMES / places.package_name(game.name) / TEMPLATE).read_text(encoding="utf-8")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(template, encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"Cannot write {path}: {problem.strerror}. Type --out DIR.") from None
    return path


def game_of(path: Path) -> Game:
    """The game whose view a strategy file imports."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        tree = ast.Module([], [])
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named = [name for name in game_names() if any(places.package_name(name) in module for module in imported)]
    if len(named) != 1:
        raise BadInput(f"Cannot tell which game {path} is for. Type --game GAME: {', '.join(game_names())}.")
    return find_game(named[0])


def check_contract(game: Game, spec: str, players: int | None, patience: float, note: Note) -> list[str]:
    """What was checked; a breach is an error."""
    strategy = find_strategy(game, spec)
    make_ready(game, [strategy], note)
    rivals = "random" if strategy.name != "random" else strategy.spec
    checks = [f"read and compiled: {strategy.form}({', '.join(FORMS[strategy.form])})"]
    n_players = game.check_players(players)
    for number in [n_players] if players else game.players:
        seats = ",".join([spec] + [rivals] * (number - 1))
        job = make_job(game, number, None, seats, "rotate", CHECK_GAMES, part_games=CHECK_GAMES)
        first, again = (play_part(job, 0, patience, None, lambda n: None).tables for _ in range(2))
        if first != again:
            raise StrategyFailed(f"Strategy {strategy.spec} does not play the same games twice from the same seed.")
        checks.append(f"{number} players: finite scores and legal indexes in {job.part_games:,} games, the same twice")
    _check_blind(game, spec, n_players)
    checks.append("leaves the table as it is")
    checks.append("blind: it chooses the same when what is hidden from it is dealt anew")
    return checks


def _check_blind(game: Game, spec: str, players: int) -> None:
    """Uncompiled, in a process of its own: compiled rules cannot be interrupted to deal anew."""
    command = [sys.executable, "-m", "analyser.blindness", game.name, spec, str(players)]
    done = subprocess.run(
        command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        raise StrategyFailed(lines[-1] if lines else f"Strategy {spec} cannot be checked for blindness.")
    answer = json.loads(done.stdout)
    if answer["touched"]:
        raise StrategyFailed(
            f"Strategy {spec} changed the table in {answer['touched']} choices. A strategy may only read what it is "
            "given; work on copies: points = view.points.copy()."
        )
    if answer["differs"]:
        raise StrategyFailed(f"Strategy {spec} chose otherwise in {answer['differs']} of {answer['asked']} re-deals.")


def race(game: Game, spec: str, players: int | None, games: int, patience: float, note: Note) -> Summary:
    """One pool with all built-in strategies, every strategy in every seat equally often."""
    own = find_strategy(game, spec).spec
    others = [name for name in strategy_files(game) if name != own]
    job = make_job(game, players, ",".join([spec, *others]), None, "balanced", games)
    make_ready(game, job.strategies, note)
    with tempfile.TemporaryDirectory() as folder:
        run = Run.create(Path(folder) / "race", manifest_of(job, "analyse try"))
        return summarise(job, simulate(job, run, Workers(patience=patience), note, lambda n, total: None))
