"""`analyse ladder`: levels of play from random to the strongest look-ahead."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.answers import once, print_answer
from analyser.cli.options import ExperimentOptions, grouped
from analyser.cli.output import err, note, out


@grouped
def ladder(
    asked: ExperimentOptions,
    top: Annotated[
        int, typer.Option("--top", help="Rollouts a decision of the highest rung: 16, 64, 256, ...; 0 for none.")
    ] = 256,
    learned: Annotated[
        Path | None,
        typer.Option(
            "--learned", help="A file with a learned strategy; the one of the game, if it has one, if left out."
        ),
    ] = None,
    restricted: Annotated[
        bool,
        typer.Option("--restricted/--no-restricted", help="Test whether its players leave points on the table."),
    ] = True,
) -> None:
    """Levels of play, from random to look-ahead: what each wins over the one below, and how the answers change.

    With --out the games are kept as they are played: the same command goes on where it was stopped. --games is for
    players that look ahead with 64 rollouts; smaller budgets get more.
    """
    with climbing() as (runner_note, watch):
        try:
            answer = api.ladder(
                asked.game,
                top=top,
                learned=learned,
                restricted=restricted,
                out=asked.out,
                watch=watch,
                **asked.options(api.runner(asked.by.workers(), runner_note)),
            )
        except (api.Interrupted, KeyboardInterrupt):
            raise api.stopped_ladder(asked.out, shlex.join(["analyse", *sys.argv[1:]])) from None
    print_answer(answer, asked)
    if not asked.as_json:
        for chart in api.ladder_charts(answer):
            out.print(chart.title, style="bold")
            for line in chart.lines:
                out.print(line, markup=False)


@contextmanager
def climbing() -> Iterator[tuple["api.Note", "api.Watched"]]:
    """A bar on stderr: what is played, how far the ladder is, time left."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("ladder", total=None)
        yield once(note), lambda done, planned, what: bar.update(task, completed=done, total=planned, description=what)
