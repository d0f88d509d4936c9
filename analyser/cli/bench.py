"""`analyse bench`: games and decisions per second on this machine."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyser.cli.options import Json
from analyser.cli.output import note, out, print_json, table
from analyser.errors import BadInput
from analyser.pages import COMMANDS, KERNELS, Figures, changes, page, read_page
from analyser.registry import Game, find_game, game_names

if TYPE_CHECKING:
    from analyser.bench import Command, Rate
    from analyser.scaling import Speed

KERNEL_COLUMNS = ["strategy", "threads", "games/s", "decisions/s", "scores/s", "ns/decision"]
"""Short enough for a narrow terminal."""


def bench(
    game: Annotated[str | None, typer.Option("--game", "-g", help="One game; all if left out.")] = None,
    strategies: Annotated[
        str | None, typer.Option("--strategies", "-s", help="Which; the game's own if left out.")
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
    import os
    from dataclasses import asdict

    if markdown is not None and not (markdown.parent.is_dir() and os.access(markdown.parent, os.W_OK)):
        raise BadInput(f"Cannot write {markdown}: no folder {markdown.parent} to write in. Type --markdown FILE.")
    before = read_page(compare) if compare is not None else {}
    answer, tables = {}, []
    for name in [game] if game else game_names():
        chosen = find_game(name)
        rates, commands, speeds = _measure(chosen, strategies, seconds, quick)
        answer[name] = {
            "kernels": [asdict(one) for one in rates],
            "commands": [asdict(one) for one in commands],
            "scaling": [asdict(one) for one in speeds],
        }
        fresh = _tables(chosen.title, rates, commands, speeds)
        tables += fresh
        for one in [] if as_json else fresh:
            out.print(table(one.title, one.columns, one.rows))
    if as_json:
        print_json(answer)
    elif before:
        _print_changes(tables, before, str(compare))
    if markdown is not None:
        _write(markdown, tables)


def _measure(
    game: Game, strategies: str | None, seconds: float, quick: bool
) -> tuple[list["Rate"], list["Command"], list["Speed"]]:
    import os

    from analyser.bench import command_time, kernel_rates
    from analyser.scaling import scaling
    from analyser.specs import split_specs

    cores = os.cpu_count() or 1
    specs = split_specs(strategies) if strategies else list(game.package.BENCH)
    rates = kernel_rates(game, specs, sorted({1, cores}), seconds, note)
    if quick:
        return rates, [], []
    commands = []
    for words, cold in game.package.BENCH_COMMANDS:
        note(f"{game.title}: analyse simulate {words}" + (" (cold)" if cold else ""))
        commands.append(command_time(game, words, cold))
    note(f"{game.title}: {specs[-1]}, scaling")
    return rates, commands, scaling(game, specs[-1], rates[-1].games, cores)


def _tables(title: str, rates: list["Rate"], commands: list["Command"], speeds: list["Speed"]) -> list[Figures]:
    kernels = [
        [
            *(one.strategy, str(one.threads)),
            *(f"{n:,.0f}" for n in (one.games, one.decisions, one.scores, 1e9 * one.threads / one.decisions)),
        ]
        for one in rates
    ]
    found = [Figures(f"{title}: {KERNELS}", KERNEL_COLUMNS, kernels)]
    whole = [[one.words, f"{one.seconds:.2f} s", f"{one.peak_mb:.0f} MB"] for one in commands]
    found += [Figures(f"{title}: {COMMANDS}", ["analyse", "time", "peak memory"], whole)] if commands else []
    grown = [[f"{one.games:,}", f"{one.part_games:,}", str(one.cores), f"{one.rate:,.0f}"] for one in speeds]
    columns = ["games", "games in a part", "threads", "games/s"]
    what = f"{title}: scaling of {rates[-1].strategy}, rows made, nothing written"
    return found + ([Figures(what, columns, grown)] if speeds else [])


def _print_changes(tables: list[Figures], before: dict[str, float], where: str) -> None:
    rows = [[one.what, f"{one.then:,.0f}", f"{one.now:,.0f}", f"{one.ratio:.2f} x"] for one in changes(tables, before)]
    out.print(table(f"Against {where}: games/s", ["kernel", "then", "now", "speed"], rows))


def _write(path: Path, tables: list[Figures]) -> None:
    import os
    import platform
    import shlex
    import sys
    from importlib.metadata import version

    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "polars"))
    intro = [
        f"Written by `{shlex.join(['analyse', *sys.argv[1:]])}` on {os.cpu_count()} cores ({platform.machine()}), "
        f"Python {platform.python_version()}, {packages}. `make bench` measures again and compares.",
        "Machines are noisy: compare figures inside this page. Games have the most players, the strategy in all seats; "
        "kernels store nothing; scores/s are calls of a strategy's `score`.",
        "ns/decision is the time of one core. What a C program of the same rules reaches: `make limit`.",
    ]
    try:
        path.write_text(page(intro, tables), encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"Cannot write {path}: {problem.strerror}. Type --markdown FILE.") from None
