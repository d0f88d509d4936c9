"""`analyse bench`: games and decisions per second on this machine."""

import os
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.options import Json
from analyser.cli.output import note, out, print_json, table
from analyser.core.errors import BadInput


def bench(
    game: Annotated[str | None, typer.Option("--game", "-g", help="One game; all if left out.")] = None,
    strategies: Annotated[
        str | None, typer.Option("--strategies", "-s", help="Which strategies; the game's own choice if left out.")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="How long each figure is measured.")] = 3.0,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only the kernels: no whole commands, no cold compile, no scaling.")
    ] = False,
    compare: Annotated[
        Path | None, typer.Option("--compare", help="A page written by --markdown: also say what changed since.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", help="Also write the tables, the machine and the command to this file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure speed: kernels with one and all cores, whole commands, start-up, memory, scaling.

    Machines are noisy: compare figures of one run of this command, not of two.
    """
    if markdown is not None and not (markdown.parent.is_dir() and os.access(markdown.parent, os.W_OK)):
        raise BadInput(f"Cannot write {markdown}: no folder {markdown.parent} to write in. Type --markdown FILE.")
    before = api.read_figures(compare) if compare is not None else {}
    answer, tables = {}, []
    for name in [game] if game else [one.name for one in api.games()]:
        found = api.bench(name, strategies, seconds, quick, note)
        answer[name] = found.as_json()
        tables += found.tables()
        for one in [] if as_json else found.tables():
            out.print(table(one.title, one.columns, one.rows))
    if as_json:
        print_json(answer)
    elif before:
        _print_changes(tables, before, str(compare))
    if markdown is not None:
        api.write_figures(markdown, tables, shlex.join(["analyse", *sys.argv[1:]]))


def _print_changes(tables: list["api.Figures"], before: dict[str, float], where: str) -> None:
    found = api.changes(tables, before)
    rows = [[one.what, f"{one.then:,.0f}", f"{one.now:,.0f}", f"{one.ratio:.2f} x"] for one in found]
    out.print(table(f"Against {where}: games/s", ["kernel", "then", "now", "speed"], rows))
