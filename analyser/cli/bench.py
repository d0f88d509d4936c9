"""`analyse bench`: games and decisions per second on this machine."""

from dataclasses import asdict
from typing import Annotated

import typer

from analyser.cli.options import Json
from analyser.cli.output import note, out, print_json, table
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
    as_json: Json = False,
) -> None:
    """Measure speed: kernels with one and all cores, whole commands, start-up, memory.

    Machines are noisy: compare figures of one run of this command, not of two.
    """
    import os

    from analyser.bench import command_time, kernel_rates
    from analyser.specs import split_specs

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
            _print(chosen.title, answer[name])
    if as_json:
        print_json(answer)


def _print(title: str, answer: dict[str, list[dict[str, object]]]) -> None:
    rows = [
        [str(one["strategy"]), str(one["threads"]), *(f"{one[name]:,.0f}" for name in ("games", "decisions", "scores"))]
        for one in answer["kernels"]
    ]
    columns = ["strategy, in all seats", "threads", "games/s", "decisions/s", "score calls/s"]
    out.print(table(f"{title}: kernels", columns, rows))
    if answer["commands"]:
        rows = [
            [str(one["words"]), f"{one['seconds']:.2f} s", f"{one['peak_mb']:.0f} MB"] for one in answer["commands"]
        ]
        out.print(table(f"{title}: whole commands", ["analyse", "time", "peak memory"], rows))
