"""How things are printed: tables and answers on stdout, notes and progress on stderr."""

import io
import json
import os
import shlex
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from typing_extensions import Buffer


class Pipe(io.FileIO):
    """Standard output or error. If its reader leaves (`analyse check | head -1`), the command goes on unread."""

    def write(self, data: "Buffer") -> int:
        """Write, or drop what nobody reads: the work and the exit code stay the same. A full disk is reported once."""
        try:
            return super().write(data)
        except OSError as problem:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            if not isinstance(problem, BrokenPipeError):
                raise
            return memoryview(data).nbytes


def outlive_readers() -> None:
    """Let no closed pipe end the command, and no letter that a terminal does not have."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, "w"), "utf-8"))
        elif stream is getattr(sys, f"__{name}__") and stream.isatty():
            stream.reconfigure(errors=UNKNOWN_LETTERS)
        elif stream is getattr(sys, f"__{name}__"):
            raw = io.BufferedWriter(Pipe(stream.fileno(), "w", closefd=False))
            is_error = name == "stderr"
            setattr(sys, name, io.TextIOWrapper(raw, stream.encoding, UNKNOWN_LETTERS, line_buffering=is_error))


UNKNOWN_LETTERS = "backslashreplace"
out = Console(highlight=False, soft_wrap=False, markup=False, emoji=False)
err = Console(stderr=True, highlight=False, markup=False, emoji=False)
NAME_WIDTH = 32
"""Names up to this length are never broken; longer ones only where the terminal is too narrow."""


def note(text: str) -> None:
    """A remark that is not part of the answer."""
    err.print(text, style="dim")


def print_json(value: object) -> None:
    """An answer for programs."""
    has_all_letters = (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    print(json.dumps(value, indent=2, ensure_ascii=not has_all_letters))


def table(title: str, columns: list[str], rows: list[list[str]], left: int = 1) -> Table:
    """A table: the first `left` columns are words, the others numbers; names stay in one piece, to be copied."""
    grid = Table(title=title, title_justify="left", title_style="bold", header_style="bold")
    short = all(len(row[0]) <= NAME_WIDTH for row in rows)
    for k, column in enumerate(columns):
        grid.add_column(column, justify="left" if k < left else "right", overflow="fold", no_wrap=k == 0 and short)
    for row in rows:
        grid.add_row(*row)
    return grid


def print_caveats(caveats: Iterable[str]) -> None:
    """What a reader of a result must know first."""
    for caveat in caveats:
        out.print(f"Caveat: {caveat}.", style="yellow")


def percent(share: float) -> str:
    """A share as a percentage."""
    return f"{100 * share:.2f} %"


def points(difference: float) -> str:
    """A difference of shares in percentage points."""
    return f"{100 * difference:+.2f}"


def typed_command(*left_out: str) -> str:
    """The command as it was typed, without its workers and other options that change nothing."""
    dropped = ("--jobs", "-j", "--backend", "--cluster", *left_out)
    kept, skip = ["analyse"], False
    for word in sys.argv[1:]:
        if not skip and word not in dropped and not word.startswith(tuple(f"{one}=" for one in dropped)):
            kept.append(word)
        skip = not skip and word in dropped
    return shlex.join(kept)
