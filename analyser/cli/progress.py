"""The progress bar of a run, on stderr: games done, games a second, time left, margin reached."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from analyser.aggregate.intervals import share_intervals
from analyser.aggregate.tally import Tally
from analyser.cli.output import err
from analyser.job import Job
from analyser.stored import Progress as Report

LOOK_SECONDS = 0.5
"""How often the margin is worked out: it takes milliseconds."""


@contextmanager
def progress_bar(job: Job) -> Iterator[Report]:
    """What a run reports to."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[margin]}"),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        told = [-LOOK_SECONDS]
        task = bar.add_task("games", total=job.games, rate="", margin="")

        def report(n_games: int, total: Tally | None) -> None:
            bar.advance(task, n_games)
            speed = bar.tasks[0].speed
            bar.update(task, rate=f"{speed:,.0f} games/s" if speed else "")
            if total is not None and time.monotonic() - told[0] > LOOK_SECONDS:
                told[0] = time.monotonic()
                margin = 100 * float(np.max(share_intervals(total.seats, total.n_blocks).margin))
                bar.update(task, margin=f"seats ± {margin:.2f} points")

        yield report
