"""`analyse report`: the balance PDF of a game, with its figures and tables as files."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyser.cli.options import Assignments, Jobs, Json, Players, Seed, StrategyPath
from analyser.cli.output import err, note, print_json
from analyser.cli.output import out as screen
from analyser.errors import BadInput

if TYPE_CHECKING:
    from analyser.experiments.sample import Lab
    from analyser.report.build import Report, Step
    from analyser.report.desk import Desk

OUT = Path("reports") / "out"


def report(
    run: Annotated[
        Path | None, typer.Argument(metavar="RUN", help="A run's folder to report on; without it the games are played.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game: see `analyse games`.")] = None,
    players: Players = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", help="Games of the main run; all other questions grow and shrink with it."),
    ] = None,
    lang: Annotated[str, typer.Option("--lang", help="en or fr: the language of the report.")] = "en",
    recipe: Annotated[
        Path | None,
        typer.Option("--recipe", help="Your own questions and tolerances; reports/<game>.toml if left out."),
    ] = None,
    settings: Assignments = None,
    seed: Seed = 1,
    jobs: Jobs = -1,
    strategy_path: StrategyPath = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The PDF; reports/out/<game>-<players>p.pdf if left out.")
    ] = None,
    as_json: Json = False,
) -> None:
    """The balance report as a PDF: verdicts first, then a page for each question, then where the numbers come from.

    Beside the PDF stand, in a folder of its name, each figure as PNG and SVG and each table as CSV.
    """
    from analyser.report.build import check_target, make_report, write_report

    typed = {"players": players, "games": games, "settings": settings, "strategy_path": strategy_path}
    with _laboratory(jobs) as (lab, step):
        desk = _desk(run, game, typed, lang, recipe, seed, lab)
        language = "" if desk.words.lang == "en" else f"-{desk.words.lang}"
        path = out or OUT / f"{desk.asked.game.name}-{desk.asked.players}p{language}.pdf"
        check_target(path)
        made = make_report(desk, shlex.join(["analyse", *_without_jobs(sys.argv[1:])]), step)
        step(0, 0, "PDF")
        files = write_report(made, path)
    _tell(made, path, files, as_json)


def _desk(
    run: Path | None, game: str | None, typed: dict[str, Any], lang: str, recipe: Path | None, seed: int, lab: "Lab"
) -> "Desk":
    """Everything that was typed, checked before a game is played."""
    from analyser import api
    from analyser.registry import find_game
    from analyser.report.desk import Desk
    from analyser.report.recipe import LEAST_GAMES, read_recipe
    from analyser.report.words import Words, check_language
    from analyser.strategies import find_strategies

    check_language(lang)
    if run is not None:
        return _desk_of_run(run, game, typed, lang, recipe, lab)
    if game is None:
        raise BadInput("analyse report needs --game GAME, or the folder of a run. See: analyse games")
    found = read_recipe(find_game(game), recipe)
    games = typed["games"]
    if games is not None and games < LEAST_GAMES:
        raise BadInput(f"--games {games} is refused. Allowed: {LEAST_GAMES:,} or more, or no page would say anything.")
    asked = api.asked(
        game, typed["players"], games or found.games, seed, typed["settings"] or [], typed["strategy_path"] or []
    )
    find_strategies(asked.game, found.players, asked.folders)
    asked.job("fresh")
    return Desk(found, asked, lab, Words(lang, found.words))


def _desk_of_run(
    folder: Path, game: str | None, typed: dict[str, Any], lang: str, recipe: Path | None, lab: "Lab"
) -> "Desk":
    """The main run is there already; the experiments are played with its settings and seed."""
    from analyser.experiments.sample import Asked, read_sample
    from analyser.registry import find_game
    from analyser.report.desk import Desk
    from analyser.report.recipe import LEAST_GAMES, read_recipe
    from analyser.report.words import Words
    from analyser.resuming import job_of_run
    from analyser.runs import Run
    from analyser.strategies import find_strategies

    for name in ("players", "games", "settings"):
        if typed[name]:
            raise BadInput(f"A run has its own {name}: leave the option out, or leave {folder} out and play anew.")
    opened = Run.open(folder)
    if not opened.keeps_rows:
        raise BadInput(f"{folder} keeps only sums, no rows: a report needs a run played with --keep rows.")
    folders = tuple(typed["strategy_path"] or ())
    job = job_of_run(opened, folders)
    if game not in (None, job.game):
        raise BadInput(f"{folder} is a run of {job.game}, not of {game}. Leave --game out.")
    if not opened.is_complete:
        raise BadInput(f"{folder} is not complete. Finish it first: analyse simulate --resume {folder}")
    opened.verify()
    sample = read_sample(job, opened)
    if sample.n_games < LEAST_GAMES:
        raise BadInput(f"{folder} holds {sample.n_games:,} games. A report needs {LEAST_GAMES:,} or more.")
    found = read_recipe(find_game(job.game), recipe)
    find_strategies(find_game(job.game), found.players, folders)
    asked = Asked(find_game(job.game), job.players, found.games, job.seed, tuple(job.changed_settings()), folders)
    return Desk(found, asked, lab, Words(lang, found.words), sample)


def _without_jobs(words: list[str]) -> list[str]:
    """The command without the number of workers: it changes nothing in the report."""
    kept, skip = [], False
    for word in words:
        if not skip and word not in ("--jobs", "-j") and not word.startswith("--jobs="):
            kept.append(word)
        skip = not skip and word in ("--jobs", "-j")
    return kept


@contextmanager
def _laboratory(jobs: int) -> Iterator[tuple["Lab", "Step"]]:
    """Who plays; and a bar that shows which question is being answered."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from analyser.experiments.sample import Lab
    from analyser.workers import Workers, check_workers

    workers = check_workers(Workers(jobs))
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

        def played(games: int, total: Any) -> None:
            bar.update(task, games=bar.tasks[0].fields["games"] + games)

        yield Lab(workers, progress=played), step


def _tell(made: "Report", path: Path, files: list[Path], as_json: bool) -> None:
    from analyser.report.ends import facts_of

    verdicts = made.verdicts
    if as_json:
        print_json(facts_of(made.desk) | {"verdicts": verdicts, "files": [str(file) for file in files]})
        return
    for one in verdicts:
        text = f"{one['level']}: {one['question']} {one['answer']} ({one['place']})"
        screen.print(text, markup=False, highlight=False)
    screen.print(f"Written: {path}", markup=False, soft_wrap=True)
    screen.print(f"Figures and tables: {path.with_suffix('')}", markup=False, soft_wrap=True)
