"""`analyse play`: one game, narrated."""

import os
from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.options import Json, LineUp, MaybeGame, StrategyPath, counted, grouped
from analyser.cli.output import out, print_json


@grouped
def play(
    lineup: LineUp,
    game: MaybeGame = None,
    game_number: Annotated[int, counted("--game-number", "-n", help="Which game of the run.")] = 0,
    run: Annotated[Path | None, typer.Option("--run", help="Take seed, settings and line-up from this run.")] = None,
    strategy_path: StrategyPath = None,
    as_json: Json = False,
) -> None:
    """Narrate one game turn by turn: exactly game number N of a run with the same seed, settings and line-up."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    lines: list[str] = []
    say = lines.append if as_json else lambda line: out.print(line, soft_wrap=True)
    result = api.tell(game_number, say, game, run, **lineup.options(strategy_path))
    if as_json:
        print_json(result | {"story": lines})
