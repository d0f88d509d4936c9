"""`analyse report`: the balance PDF of a game, with its figures and tables as files."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.options import Assignments, Json, MaybeGame, PlayedBy, Players, Seed, StrategyPath, counted, grouped
from analyser.cli.output import err, note, print_json, typed_command
from analyser.cli.output import out as screen

Step = Callable[[int, int, str], None]


@grouped
def report(
    by: PlayedBy,
    run: Annotated[
        Path | None, typer.Argument(metavar="RUN", help="A run's folder to report on; without it the games are played.")
    ] = None,
    game: MaybeGame = None,
    players: Players = None,
    games: Annotated[
        int | None,
        counted("--games", "-n", help="Games of the main run; all other questions grow and shrink with it."),
    ] = None,
    lang: Annotated[str, typer.Option("--lang", help="en or fr: the language of the report.")] = "en",
    recipe: Annotated[
        Path | None,
        typer.Option("--recipe", help="Your own questions and tolerances; reports/<game>.toml if left out."),
    ] = None,
    fix: Annotated[
        Path | None,
        typer.Option("--fix", help="What to change: a folder of `analyse fix --out`. For a shipped game: ours."),
    ] = None,
    settings: Assignments = None,
    seed: Seed = 1,
    strategy_path: StrategyPath = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The PDF; reports/out/<game>-<players>p.pdf if left out.")
    ] = None,
    html: Annotated[
        bool, typer.Option("--html", help="Write only the HTML file: both languages, replays, no PDF beside it.")
    ] = False,
    as_json: Json = False,
) -> None:
    """The balance report as a PDF: the answer first, then a page for each question, then where the numbers come from.

    An HTML file of the same name shows it in a browser, in both languages and with games to watch; a folder of the same
    name holds each figure as PNG and SVG, and each table as CSV.
    """
    with _playing(by) as (runner, step):
        written = api.report(
            game,
            run,
            lang=lang,
            recipe=recipe,
            out=out,
            html=html,
            fix=fix,
            command=typed_command(),
            step=step,
            answered=_tell_page,
            players=players,
            games=games,
            settings=settings or [],
            seed=seed,
            folders=strategy_path or [],
            runner=runner,
        )
    _tell(written, as_json)


@contextmanager
def _playing(by: PlayedBy) -> Iterator[tuple["api.Runner", Step]]:
    """Who plays; and a bar that shows which question is being answered."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        BarColumn(bar_width=24),
        TextColumn("{task.description}"),
        TextColumn("{task.fields[games]:,} games"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("", total=None, games=0)

        def step(number: int, of: int, title: str) -> None:
            if number:
                bar.update(task, total=of, completed=number - 1, description=f"{number}/{of} {title[:44]}")
                note(f"{number}/{of} {title}")
            else:
                bar.update(task, description=title)

        def played(games: int, total: object) -> None:
            bar.update(task, games=bar.tasks[0].fields["games"] + games)

        yield api.runner(by.workers(), progress=played), step


def _tell_page(page: "api.Page") -> None:
    """The answer of a question, as soon as it is known."""
    words, answer = page.words, page.answer
    note(f"  {words.of(words.say(f'level.{answer.level}'), words.sentence(answer.sentence))}")


def _tell(written: "api.Written", as_json: bool) -> None:
    if as_json:
        print_json(written.report.as_json() | {"files": [str(file) for file in written.files]})
        return
    words = written.report.context.words
    screen.print(written.report.headline, style="bold", highlight=False)
    for one in written.report.verdicts:
        answer = f"{one['question']} {one['answer']} ({one['place']})"
        screen.print(words.of(words.say(f"level.{one['level']}"), answer), highlight=False)
    page = written.path.with_suffix(".html")
    files = {"report.written": written.path}
    if page != written.path:
        files |= {"report.files": written.path.with_suffix(""), "report.browser": page}
    for name, path in files.items():
        screen.print(words.of(words.say(name), str(path)), soft_wrap=True)
