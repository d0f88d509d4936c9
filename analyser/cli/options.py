"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

GameName = Annotated[str, typer.Option("--game", "-g", help="The game: see `analyse games`.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of players; the most if left out.")]
Strategies = Annotated[
    str | None,
    typer.Option(
        "--strategies",
        "-s",
        help="The pool, separated by commas, e.g. greedy,passes:turn=3; all built-in ones if left out.",
    ),
]
Seats = Annotated[str | None, typer.Option("--seats", help="Who sits where: one strategy for each seat, in order.")]
Lineups = Annotated[
    str | None,
    typer.Option(
        "--lineups",
        help="mirror (all seats alike), rotate (all seat orders), fixed (as --seats says), balanced (draws from the "
        "pool, every strategy in every seat equally often), profiles (every set of strategies in all rotations). Left "
        "out: what fits the pool.",
    ),
]
Assignments = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a number of the rules: name=value. Repeat for more. See `analyse games show`."),
]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same games, bit for bit.")]
Luck = Annotated[
    str,
    typer.Option(
        "--luck",
        help="fresh: each game its own deal. rotated: each deal is played once for every rotation of its luck. seated: "
        "once for every rotation of its line-up, luck staying with the seat. replayed: 8 times, with other luck later.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output on stdout.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", help="Workers; -1 for all cores. Does not change the results.")]
Backend = Annotated[
    str, typer.Option("--backend", help="threads, loky (processes) or dask (a cluster). Does not change the results.")
]
Cluster = Annotated[
    str | None, typer.Option("--cluster", help="Where a Dask scheduler listens, for --backend dask: tcp://HOST:8786.")
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", help="The run's folder; runs/<game>-<players>p-<k> if left out.")
]
StrategyPath = Annotated[
    list[Path] | None,
    typer.Option("--strategy-path", help="A folder with strategy files of your own, used by name. Repeat for more."),
]
