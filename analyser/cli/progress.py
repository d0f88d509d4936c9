"""The progress bar of a run, on stderr: games done, games a second, time left, margin reached."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from analyser import api
from analyser.cli.output import err

LOOK_SECONDS = 0.5
"""How often the margin is worked out: it takes milliseconds."""


@contextmanager
def progress_bar(job: "api.Job") -> Iterator["api.Progress"]:
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

        def report(n_games: int, total: "api.Tally | None") -> None:
            bar.advance(task, n_games)
            speed = bar.tasks[0].speed
            bar.update(task, rate=f"{speed:,.0f} games/s" if speed else "")
            if total is not None and time.monotonic() - told[0] > LOOK_SECONDS:
                told[0] = time.monotonic()
                bar.update(task, margin=f"seats ± {api.seat_margin(total):.2f} points")

        yield report
