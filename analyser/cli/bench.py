"""`analyse bench`: games and decisions per second on this machine."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from analyser.cli.options import Json
from analyser.cli.output import note, out, print_json, table
from analyser.errors import BadInput
from analyser.registry import find_game, game_names


def bench(
    game: Annotated[str | None, typer.Option("--game", "-g", help="One game; all if left out.")] = None,
    strategies: Annotated[
        str | None, typer.Option("--strategies", "-s", help="Which; the game's own if left out.")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="How long each figure is measured.")] = 3.0,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only the kernels: no whole commands, no cold compile.")
    ] = False,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", help="Also write the tables, the machine and the command to this file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure speed: kernels with one and all cores, whole commands, start-up, memory.

    Machines are noisy: compare figures of one run of this command, not of two.
    """
    import os

    from analyser.bench import command_time, kernel_rates
    from analyser.specs import split_specs

    if markdown is not None and not (markdown.parent.is_dir() and os.access(markdown.parent, os.W_OK)):
        raise BadInput(f"Cannot write {markdown}: no folder {markdown.parent} to write in. Type --markdown FILE.")
    cores = sorted({1, os.cpu_count() or 1})
    answer = {}
    for name in [game] if game else game_names():
        chosen = find_game(name)
        specs = split_specs(strategies) if strategies else list(chosen.package.BENCH)
        rates = kernel_rates(chosen, specs, cores, seconds, note)
        commands = []
        for words, cold in [] if quick else chosen.package.BENCH_COMMANDS:
            note(f"{chosen.title}: analyse simulate {words}" + (" (cold)" if cold else ""))
            commands.append(command_time(chosen, words, cold))
        answer[name] = {"kernels": [asdict(rate) for rate in rates], "commands": [asdict(one) for one in commands]}
        if not as_json:
            for one in _tables(chosen.title, answer[name]):
                out.print(table(one.title, one.columns, one.rows))
    if as_json:
        print_json(answer)
    if markdown is not None:
        tables = [one for name, figures in answer.items() for one in _tables(find_game(name).title, figures)]
        _write(markdown, tables)


class Figures(NamedTuple):
    """One table of figures."""

    title: str
    columns: list[str]
    rows: list[list[str]]


def _tables(title: str, answer: dict[str, list[dict[str, object]]]) -> list[Figures]:
    kernels = [
        [str(one["strategy"]), str(one["threads"]), *(f"{one[name]:,.0f}" for name in ("games", "decisions", "scores"))]
        for one in answer["kernels"]
    ]
    commands = [
        [str(one["words"]), f"{one['seconds']:.2f} s", f"{one['peak_mb']:.0f} MB"] for one in answer["commands"]
    ]
    columns = ["strategy, in all seats", "threads", "games/s", "decisions/s", "score calls/s"]
    found = [Figures(f"{title}: kernels", columns, kernels)]
    return found + (
        [Figures(f"{title}: whole commands", ["analyse", "time", "peak memory"], commands)] if commands else []
    )


def _write(path: Path, tables: list[Figures]) -> None:
    import os
    import platform
    import shlex
    import sys
    from importlib.metadata import version

    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "polars"))
    lines = [
        "# How fast it is",
        "",
        f"Written by `{shlex.join(['analyse', *sys.argv[1:]])}` on {os.cpu_count()} cores ({platform.machine()}), "
        f"Python {platform.python_version()}, {packages}.",
        "Machines are noisy: compare figures inside this page. Games have the most players; kernels store nothing.",
        "What a C program of the same rules reaches: `make limit`.",
    ]
    for one in tables:
        lines += ["", f"## {one.title}", "", "| " + " | ".join(one.columns) + " |"]
        lines += ["|" + "---|" + "---:|" * (len(one.columns) - 1)]
        lines += ["| " + " | ".join(row) + " |" for row in one.rows]
    try:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"Cannot write {path}: {problem.strerror}. Type --markdown FILE.") from None
