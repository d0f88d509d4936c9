"""`analyse replay`: one game as an HTML file, to be watched step by step."""

from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.options import Json, LineUp, MaybeGame, StrategyPath, counted, grouped
from analyser.cli.output import note, out, print_json


@grouped
def replay(
    lineup: LineUp,
    game: MaybeGame = None,
    game_number: Annotated[int, counted("--game-number", "-n", help="Which game of the run.")] = 0,
    run: Annotated[Path | None, typer.Option("--run", help="Take seed, settings and line-up from this run.")] = None,
    strategy_path: StrategyPath = None,
    lang: Annotated[str, typer.Option("--lang", help="en or fr: the language that is shown first.")] = "en",
    file: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The HTML file; reports/out/<game>-game-<number>.html if left out."),
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="Write an HTML file: so it does without --json.")] = True,
    as_json: Json = False,
) -> None:
    """Watch one game step by step in a browser: the table drawn, what was chosen, and every seat's chances.

    The same game as analyse play tells: game number N of a run with the same seed, settings and line-up.
    """
    note(f"Playing game {game_number}, and some hundred others to judge the chances.")
    shown = api.replay(game_number, game, run, lang=lang, out=file, writes=not as_json, **lineup.options(strategy_path))
    if as_json:
        print_json(shown.as_json())
        return
    out.print(shown.headline, highlight=False)
    out.print(f"Written: {shown.path}", soft_wrap=True)
