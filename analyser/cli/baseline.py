"""`analyse baseline`: store the win rates of a game."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.options import LineUp, MaybeGame, PlayedBy, StrategyPath, counted, grouped
from analyser.cli.output import note, out
from analyser.cli.progress import progress_bar
from analyser.core.errors import BadInput

BASELINE_GAMES = 100_000
"""Enough for every metric of the shipped games, even if a change touches most games: a check of them is decided."""


@grouped
def baseline(
    lineup: LineUp,
    by: PlayedBy,
    game: MaybeGame = None,
    games: Annotated[
        int | None,
        counted("--games", "-n", help=f"How many games; {BASELINE_GAMES:,} if left out; --refresh: as before."),
    ] = None,
    strategy_path: StrategyPath = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file; reports/baselines/<game>.json if left out.")
    ] = None,
    pin: Annotated[
        str, typer.Option("--pin", help="The release it belongs to: it is kept, and compared as well.")
    ] = "",
    refresh: Annotated[Path | None, typer.Option("--refresh", help="Play this baseline anew and overwrite it.")] = None,
) -> None:
    """Play a game and store its win rates as a baseline to commit; `analyse check` then guards them.

    A baseline is a JSON file, one metric a line, with the winners of every game beside it.
    Say in your CHANGELOG what moved when you refresh one.
    """
    play = player(by.workers())
    if refresh is not None:
        path, job = refresh, api.refresh_baseline(refresh, play, games, strategy_path or [])
    elif game is None:
        raise BadInput("analyse baseline needs --game GAME, or --refresh FILE. See: analyse games")
    else:
        job = api.job(game, BASELINE_GAMES if games is None else games, **lineup.options(strategy_path))
        path = out_file or api.BASELINES / f"{f'{pin}-' if pin else ''}{game}.json"
        api.write_baseline(job, path, lineup.settings or [], play, pin)
    written = f"Written: {path} ({job.games:,} games). Commit it with the .fingerprints file beside it."
    out.print(f"{written} Guard it with: {api.check_command(job, path)}")


def player(workers: "api.Workers") -> "Callable[[api.Job], Iterable[api.Part]]":
    """How a job is played: with a progress bar, storing nothing."""
    return lambda job: api.play_parts(job, workers, note, progress_bar)
