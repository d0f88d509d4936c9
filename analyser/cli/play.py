"""`analyse play`: one game, told."""

import os
from pathlib import Path
from typing import Annotated

import typer

from analyser.cli.options import Assignments, Json, Lineups, Luck, Players, Seats, Seed, Strategies, StrategyPath
from analyser.cli.output import out, print_json


def play(
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game: see `analyse games`.")] = None,
    game_number: Annotated[int, typer.Option("--game-number", "-n", help="Which game of the run.")] = 0,
    run: Annotated[Path | None, typer.Option("--run", help="Take seed, settings and line-up from this run.")] = None,
    players: Players = None,
    strategies: Strategies = None,
    seats: Seats = None,
    lineups: Lineups = None,
    strategy_path: StrategyPath = None,
    settings: Assignments = None,
    seed: Seed = 1,
    luck: Luck = "fresh",
    as_json: Json = False,
) -> None:
    """Tell one game turn by turn: exactly game number N of a run with the same seed, settings and line-up."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    from analyser.telling import job_to_tell, tell_game

    folders = strategy_path or []
    job = job_to_tell(run, game, players, strategies, seats, lineups, settings or [], seed, luck, folders)
    lines: list[str] = []
    say = lines.append if as_json else lambda line: out.print(line, markup=False, soft_wrap=True)
    result = tell_game(job, game_number, say)
    if as_json:
        print_json(result | {"story": lines})
