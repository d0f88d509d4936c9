"""`analyse check`: play baselines again and say what moved."""

from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.baseline import player
from analyser.cli.options import Json, PlayedBy, StrategyPath, counted, grouped
from analyser.cli.output import note, out, print_json, table


@grouped
def check(
    by: PlayedBy,
    baselines: Annotated[
        list[Path] | None, typer.Argument(help="Baselines; all of reports/baselines if left out.", show_default=False)
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help=f"Only the first {api.QUICK_GAMES:,} games: seconds.")] = False,
    games: Annotated[
        int | None,
        counted("--games", "-n", help="How many games; left out: the baseline's, or with --fresh as many as it needs."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Any game that comes out differently is a drift.")] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Play other games than the baseline's: a statistical check.")
    ] = False,
    tolerance: Annotated[
        float | None,
        typer.Option("--tolerance", min=0.01, max=50, help="Points that a share may move; as the game's recipe says."),
    ] = None,
    detect: Annotated[
        float | None,
        typer.Option("--detect", min=0.02, max=100, help="The drift, in points, to be found; as the recipe says."),
    ] = None,
    strategy_path: StrategyPath = None,
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
    play = player(by.workers())
    files = {"--junit": junit, "--markdown": markdown, "--chart": chart}
    api.check_files(files)
    reports = api.check(
        baselines or api.all_baselines(),
        play,
        note,
        games=games or (api.QUICK_GAMES if quick else None),
        strict=strict,
        fresh=fresh,
        tolerance=tolerance,
        detect=detect,
        folders=strategy_path or [],
    )
    _print(api.printed(reports), as_json)
    for line in api.github_annotations(reports) if github else []:
        print(line)
    api.write_reports(reports, files)
    raise typer.Exit(api.status(reports))


def _print(found: list["api.Printed"], as_json: bool) -> None:
    if as_json:
        print_json([one.facts for one in found])
        return
    for one in found:
        out.print(one.headline, style="bold")
        if one.rows:
            out.print(table("Win shares and rates in %, length in rounds; the worst first", one.columns, one.rows))
        for line in one.remarks:
            out.print(line)
