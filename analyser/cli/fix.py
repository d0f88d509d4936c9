"""`analyse fix`."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from analyser import api
from analyser.cli.answers import cell, playing
from analyser.cli.options import ExperimentOptions, Opponents, grouped
from analyser.cli.output import note, out, print_caveats, print_json, table, typed_command
from analyser.core.exit_codes import Exit

FIXES, NUMBERS = "fixes", "numbers"
DIGITS_FROM = 10
"""Larger numbers have one decimal."""
Targets = Annotated[
    list[str] | None,
    typer.Option(
        "--target",
        help="What is wanted: seats=1.5 (points from an equal share), shared=8 (percent at most), rounds=10:14. Repeat "
        "for more; the tolerances of the game's recipe if left out.",
    ),
]
OnePlayer = Annotated[
    str | None, typer.Option("--strategies", "-s", help="Who plays, in all seats; the game's strongest if left out.")
]
EXITS = {"missed": Exit.DRIFT, "undecided": Exit.INCONCLUSIVE}


@grouped
def fix(
    asked: ExperimentOptions,
    target: Targets = None,
    change: Annotated[
        str, typer.Option("--change", help="Levers that may be moved, separated by commas; all if left out.")
    ] = "",
    keep: Annotated[str, typer.Option("--keep", help="Levers that may not be moved, separated by commas.")] = "",
    write: Annotated[
        Path | None, typer.Option("--write", help="A new folder for the game's data with the change made.")
    ] = None,
    strategies: OnePlayer = None,
    opponents: Opponents = None,
    levers: Annotated[
        bool, typer.Option("--levers", help="Only list what may be changed, and what a change costs.")
    ] = False,
) -> None:
    """The smallest changes of the rules that meet your targets, confirmed on games that no search has seen.

    --games is the most games in all. « Change nothing » is an answer; so is « cannot be met with these levers ».
    """
    if levers:
        _print_levers(asked)
        return
    aims: api.Aims = {"targets": target or [], "change": _names(change), "keep": _names(keep)}
    aims |= {"strategies": strategies, "opponents": opponents}
    with playing(asked) as runner:
        answer = api.fix(
            asked.game,
            write=write,
            keep=asked.out,
            command=typed_command("--out", "-o", "--write", "--resume"),
            aims=aims,
            **asked.options(runner),
        )
    print_compared(answer, asked, [FIXES, NUMBERS])
    if write is not None and write.exists():
        note(f"Written: {write}")
        if not asked.as_json:
            typed = shlex.join(["analyse", "diff", asked.game, f"{asked.game.partition('@')[0]}@{write}"])
            out.print(f"Next: {typed}", markup=False)
    raise typer.Exit(EXITS.get(str(answer.verdict.level), Exit.FINE))


def _names(typed: str) -> list[str]:
    return [one.strip() for one in typed.split(",") if one.strip()]


def _print_levers(asked: ExperimentOptions) -> None:
    with playing(asked) as runner:
        found = api.levers(asked.game, **asked.options(runner))
    if asked.as_json:
        print_json(found)
        return
    rows = [[str(one[key]) for key in ("lever", "now", "try", "cost")] for one in found]
    out.print(table("Levers", ["lever", "now", "to try", "cost"], rows, left=3))


def print_compared(answer: "api.Answer", asked: ExperimentOptions, shown: list[str]) -> None:
    """Sentences, then the tables that matter; all of them with --all."""
    files = api.write_compared(answer, asked.out) if asked.out is not None else []
    if asked.as_json:
        print_json(answer.as_json() | {"files": [str(file) for file in files]})
        return
    out.print(answer.heading, style="bold")
    for line in answer.headlines:
        out.print(line)
    for name in list(answer.tables) if asked.everything else shown:
        if name in answer.tables and answer.tables[name].height:
            print_table(name, answer)
    print_caveats(answer.caveats)
    for file in files:
        note(f"Written: {file}")


def print_table(name: str, answer: "api.Answer") -> None:
    """A table of an answer, its ends joined: « -1.2 to 0.4 »."""
    frame = answer.tables[name]
    chosen = answer.printed.get(name) or frame.columns
    columns = [one for one in chosen if not one.endswith(("_low", "_high")) and one not in ENDS]
    has_limits = "least" in frame.columns and "after" in columns
    rows = [
        [*(_with_ends(one, row, f"{one}_low" in chosen) for one in columns), *([_allowed(row)] if has_limits else [])]
        for row in frame.to_dicts()
    ]
    heads = [one.replace("_", " ") for one in [*columns, *(["allowed"] if has_limits else [])]]
    out.print(table(name, heads, rows, left=2 if "level" in columns else 1))


ENDS = ("least", "most")


def _with_ends(column: str, row: dict[str, object], has_ends: bool) -> str:
    value, low, high = (row.get(f"{column}{end}") for end in ("", "_low", "_high"))
    text = _number(value) if isinstance(value, float) and column != "cost" else cell(column, row)
    return f"{text} ({_number(low)} to {_number(high)})" if has_ends else text


def _number(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.1f}" if abs(value) >= DIGITS_FROM else f"{value:,.2f}"


def _allowed(row: dict[str, object]) -> str:
    least, most = row["least"], row["most"]
    if least is None:
        return f"at most {most:g}"
    return f"{least:g} to {most:g}" if most is not None else f"at least {least:g}"
