"""`analyse baseline` and `analyse check`: store the win rates, and guard them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyser.cli.options import Assignments, Backend, Jobs, Json, Lineups, Luck, Players, Seats, Seed, Strategies
from analyser.cli.output import note, out, print_json, table
from analyser.errors import BadInput
from analyser.exit_codes import Exit

if TYPE_CHECKING:
    from analyser.drift.baseline import Baseline
    from analyser.drift.check import Play, Report
    from analyser.job import Job
    from analyser.workers import Workers

BASELINES = Path("reports") / "baselines"
BASELINE_GAMES = 20_000
QUICK_GAMES = 1_000


def baseline(
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game: see `analyse games`.")] = None,
    players: Players = None,
    strategies: Strategies = None,
    seats: Seats = None,
    lineups: Lineups = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = BASELINE_GAMES,
    settings: Assignments = None,
    seed: Seed = 1,
    luck: Luck = "fresh",
    jobs: Jobs = -1,
    backend: Backend = "threads",
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
    from analyser.drift.baseline import read_baseline, write_baseline
    from analyser.drift.outcomes import outcomes_of
    from analyser.job import make_job
    from analyser.registry import find_game
    from analyser.workers import Workers, check_workers

    workers = check_workers(Workers(jobs, backend, 10.0))
    if refresh is not None:
        old = read_baseline(refresh)
        if old.facts["pinned"]:
            raise BadInput(
                f"{refresh} is pinned to {old.facts['pinned']}: it is not refreshed. Pin a new one with --pin."
            )
        job, typed, path = old.job(), list(old.facts["set"]), refresh
    elif game is None:
        raise BadInput("analyse baseline needs --game GAME, or --refresh FILE. See: analyse games")
    else:
        typed = list(settings or [])
        job = make_job(find_game(game), players, strategies, seats, lineups, games, None, typed, seed, luck)
        path = out_file or BASELINES / f"{f'{pin}-' if pin else ''}{game}.json"
    write_baseline(path, job, typed, outcomes_of(job, _player(workers)(job)), pin)
    out.print(
        f"Written: {path} ({job.games:,} games). Commit it with its .marks file; guard it with: analyse check {path}"
    )


def check(
    baselines: Annotated[
        list[Path] | None, typer.Argument(help="Baselines; all of reports/baselines if left out.", show_default=False)
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help=f"Only the first {QUICK_GAMES:,} games: seconds.")] = False,
    games: Annotated[
        int | None, typer.Option("--games", "-n", min=1, help="How many games; as many as the baseline if left out.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Any game that comes out otherwise is a drift.")] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Play other games than the baseline's: a statistical check.")
    ] = False,
    tolerance: Annotated[
        float, typer.Option("--tolerance", min=0.01, max=50, help="Points that a share may move unnoticed.")
    ] = 0.5,
    detect: Annotated[
        float, typer.Option("--detect", min=0.02, max=100, help="A drift of so many points must not be overlooked.")
    ] = 2.0,
    jobs: Jobs = -1,
    backend: Backend = "threads",
    junit: Annotated[Path | None, typer.Option("--junit", help="Write the result as JUnit XML.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", help="Write the result as Markdown.")] = None,
    chart: Annotated[Path | None, typer.Option("--chart", help="Draw it: a .png, .pdf or .svg file.")] = None,
    github: Annotated[bool, typer.Option("--github", help="Print GitHub annotations, the worst ten.")] = False,
    as_json: Json = False,
) -> None:
    """Play baselines again and say what moved, by how much, and whether that is more than your tolerance.

    Games that come out the same to the last number pass at once. Exit codes: 0 pass or warn; 1 drift; 2 bad input;
    3 the check failed; 4 inconclusive; 5 a baseline that is damaged or does not fit this version.
    """
    from analyser.drift.baseline import read_baseline
    from analyser.drift.judging import Tolerance
    from analyser.workers import Workers, check_workers

    workers = check_workers(Workers(jobs, backend, 10.0))
    if detect <= tolerance:
        raise BadInput(
            f"--detect {detect:g} must be larger than --tolerance {tolerance:g}: a drift inside is no drift."
        )
    files = {"--junit": junit, "--markdown": markdown, "--chart": chart}
    _check_files(files)
    found = [read_baseline(path) for path in baselines or _all_baselines()]
    limits = Tolerance(tolerance / 100, detect=detect / 100)
    n_games = games or (QUICK_GAMES if quick else None)
    reports = [_check_one(one, limits, _player(workers), n_games, strict, fresh) for one in found]
    _print(reports, as_json, github)
    _write(reports, files)
    raise typer.Exit(_status(reports))


def _all_baselines() -> list[Path]:
    from analyser.places import REPORTS

    folder = BASELINES if BASELINES.is_dir() else REPORTS / "baselines"
    found = sorted(folder.glob("*.json"))
    if not found:
        raise BadInput(f"No baselines in {folder}. Write one with: analyse baseline --game GAME")
    return found


def _check_files(files: dict[str, Path | None]) -> None:
    """Refuse what cannot be written before anything is played."""
    for option, path in files.items():
        if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
            raise BadInput(f"{option} {path} cannot be written: type a file in a folder that is there.")
    if files["--chart"] is not None:
        from analyser.figures import check_picture_file

        check_picture_file(files["--chart"], "--chart")


def _check_one(
    baseline: "Baseline", limits: Any, play: "Play", games: int | None, strict: bool, fresh: bool
) -> "Report":
    from analyser.drift.check import check as same_games
    from analyser.drift.check import check_fresh

    note(f"Playing {baseline.path} again.")
    if fresh:
        return check_fresh(baseline, limits, play, games)
    return same_games(baseline, limits, play, games, strict and not baseline.facts["pinned"])


def _player(workers: "Workers") -> "Play":
    """How a job is played: with a progress bar, storing nothing."""

    def play(job: "Job") -> Iterator[Any]:
        from analyser.simulate import play_all

        with _progress(job) as progress:
            yield from play_all(job, workers, note, progress)

    return play


@contextmanager
def _progress(job: "Job") -> Iterator[Any]:
    from analyser.cli.progress import progress_bar

    with progress_bar(job) as progress:
        yield progress


def _print(reports: list["Report"], as_json: bool, github: bool) -> None:
    from analyser.drift import outputs

    if as_json:
        print_json([outputs.as_json(report) for report in reports])
    for report in reports if not as_json else []:
        out.print(outputs.headline(report), markup=False, style="bold")
        if report.judged:
            rows = [outputs.in_brief(one) for one in outputs.by_weight(report.judged)]
            out.print(table("Win shares and rates in %, length in rounds; the worst first", list(outputs.BRIEF), rows))
        for line in outputs.remarks(report):
            out.print(line, markup=False)
    for line in outputs.annotations(reports) if github else []:
        print(line)


def _write(reports: list["Report"], files: dict[str, Path | None]) -> None:
    from analyser.drift import outputs

    makers = {"--junit": lambda: outputs.junit(reports), "--markdown": lambda: outputs.markdown(reports).encode()}
    try:
        for option, path in files.items():
            if path is not None and option == "--chart":
                from analyser.drift.chart import write_chart

                write_chart(path, reports)
            elif path is not None:
                outputs.write_file(path, makers[option]())
    except OSError as problem:
        raise BadInput(f"Cannot write {path}: {problem.strerror}. Type another file.") from None


def _status(reports: list["Report"]) -> Exit:
    from analyser.drift.judging import Verdict, worst

    verdict = worst([report.verdict for report in reports])
    return {Verdict.FAIL: Exit.DRIFT, Verdict.INCONCLUSIVE: Exit.INCONCLUSIVE}.get(verdict, Exit.FINE)
