"""`analyse simulate`: play, store, answer."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.options import (
    DecisionTimeout,
    Json,
    LineUp,
    MaybeGame,
    Out,
    PlayedBy,
    StrategyPath,
    counted,
    grouped,
)
from analyser.cli.output import note, print_json
from analyser.cli.progress import progress_bar
from analyser.cli.summary import print_summary
from analyser.core.errors import BadInput


@grouped
def simulate(
    lineup: LineUp,
    by: PlayedBy,
    game: MaybeGame = None,
    strategy_path: StrategyPath = None,
    games: Annotated[
        int | None,
        counted("--games", "-n", help="How many games; 100,000 if left out."),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option("--precision", help="Play until every seat's margin is below this many points, e.g. 0.2."),
    ] = None,
    out: Out = None,
    keep: Annotated[
        str,
        typer.Option(
            "--keep",
            help="rows: every game and seat, as Parquet. summary: only sums over all games, for runs too big to store.",
        ),
    ] = "rows",
    resume: Annotated[Path | None, typer.Option("--resume", help="Play what is missing of this run.")] = None,
    part_games: Annotated[
        int | None,
        counted("--part-games", help="Games in one part of the run. Does not change the rows."),
    ] = None,
    decision_timeout: DecisionTimeout = api.DECISION_TIMEOUT,
    as_json: Json = False,
) -> None:
    """Play many games, store them, and say who wins: by seat, by strategy, with margins.

    With --game alone: the most players, all competent strategies, every strategy in every seat equally often.
    Ctrl-C stops the run without losing finished parts, and prints the command that resumes it.
    """
    workers = by.workers(decision_timeout)
    if resume is not None:
        done = api.resume(resume, strategy_path or [], workers, note, progress_bar)
    elif game is None:
        raise BadInput("analyse simulate needs --game GAME, or --resume DIR. See: analyse games")
    else:
        job = api.job(game, games, precision, part_games, **lineup.options(strategy_path))
        command = shlex.join(["analyse", *sys.argv[1:]])
        done = api.simulate_job(job, out, workers, note, progress_bar, command, keep)
    if as_json:
        print_json(done.as_json())
    else:
        print_summary(done)
