"""`analyse simulate`: play, store, answer."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyser.cli.options import (
    Assignments,
    Backend,
    Cluster,
    Jobs,
    Json,
    Lineups,
    Luck,
    Out,
    Players,
    Seats,
    Seed,
    Strategies,
    StrategyPath,
)
from analyser.cli.output import note, print_json
from analyser.errors import BadInput, StrategyFailed, unknown

if TYPE_CHECKING:
    from analyser.job import Job
    from analyser.runs import Run
    from analyser.workers import Workers


def simulate(
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game: see `analyse games`.")] = None,
    players: Players = None,
    strategies: Strategies = None,
    seats: Seats = None,
    lineups: Lineups = None,
    strategy_path: StrategyPath = None,
    games: Annotated[int | None, typer.Option("--games", "-n", help="How many games; 100,000 if left out.")] = None,
    precision: Annotated[
        float | None,
        typer.Option("--precision", help="Play until every seat's margin is below this many points, e.g. 0.2."),
    ] = None,
    settings: Assignments = None,
    seed: Seed = 1,
    luck: Luck = "fresh",
    jobs: Jobs = -1,
    backend: Backend = "threads",
    cluster: Cluster = None,
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
        int | None, typer.Option("--part-games", help="Games in one part of the run. Does not change the rows.")
    ] = None,
    patience: Annotated[
        float, typer.Option("--patience", help="Seconds a strategy may take over one choice before the run is stopped.")
    ] = 10.0,
    as_json: Json = False,
) -> None:
    """Play many games, store them, and say who wins: by seat, by strategy, with margins.

    With --game alone: the most players, all built-in strategies, every strategy in every seat equally often.
    Ctrl-C stops the run without losing finished parts, and prints the command that resumes it.
    """
    from analyser.job import make_job
    from analyser.manifests import KEEPS
    from analyser.registry import find_game
    from analyser.resuming import job_of_run, run_to_resume
    from analyser.runs import new_folder
    from analyser.workers import Workers, check_workers

    workers = check_workers(Workers(jobs, backend, patience, cluster))
    if resume is not None:
        with run_to_resume(resume) as run:
            _play(job_of_run(run, strategy_path or []), run, workers, as_json)
        return
    if keep not in KEEPS:
        raise unknown("way to keep games", keep, KEEPS, "analyse simulate --help")
    if game is None:
        raise BadInput("analyse simulate needs --game GAME, or --resume DIR. See: analyse games")
    job = make_job(
        find_game(game),
        players,
        strategies,
        seats,
        lineups,
        games,
        precision,
        settings or [],
        seed,
        luck,
        part_games,
        strategy_path or [],
    )
    _play_new(job, out or new_folder(game, job.players), keep, workers, as_json)


def _play_new(job: "Job", folder: Path, keep: str, workers: "Workers", as_json: bool) -> None:
    from analyser.engine import make_ready
    from analyser.registry import find_game
    from analyser.resuming import run_to_write

    command = shlex.join(["analyse", *sys.argv[1:]])
    with run_to_write(job, folder, command, keep) as run:
        try:
            if run.is_complete:
                note(f"{run.folder} holds this run already, complete: nothing to play.")
            else:
                make_ready(find_game(job.game), job.strategies, note)
            _play(job, run, workers, as_json)
        except (BadInput, StrategyFailed, KeyboardInterrupt):
            run.discard_if_empty()
            raise


def _play(job: "Job", run: "Run", workers: "Workers", as_json: bool) -> None:
    from analyser.aggregate.summary import as_json as summary_json
    from analyser.aggregate.summary import summarise
    from analyser.cli.progress import progress_bar
    from analyser.cli.summary import print_summary
    from analyser.simulate import simulate as play

    with progress_bar(job) as progress:
        total = play(job, run, workers, note, progress)
    summary = summarise(job, total)
    if as_json:
        print_json(summary_json(summary) | {"run": str(run.folder), "ended_by": run.manifest["ended_by"]})
    else:
        print_summary(summary, run)
