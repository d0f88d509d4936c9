"""How things are printed: tables and answers on stdout, notes and progress on stderr."""

import json
import os
import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table

from analyser.exit_codes import Exit


class Output(Console):
    """What a reader sees; one that goes away (`analyse ... | head -1`) has seen enough."""

    def on_broken_pipe(self) -> None:
        """Say no more, and leave as if all had been read."""
        self.quiet = True
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(Exit.FINE)


out = Output(highlight=False, soft_wrap=False)
err = Console(stderr=True, highlight=False)
NAME_WIDTH = 32
"""Names up to this length are never broken; longer ones only where the terminal is too narrow."""


def note(text: str) -> None:
    """A remark that is not part of the answer."""
    err.print(text, style="dim", markup=False)


def print_json(value: Any) -> None:
    """An answer for programs."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


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
        out.print(f"Caveat: {caveat}.", style="yellow", markup=False)


def percent(share: float) -> str:
    """A share as a percentage."""
    return f"{100 * share:.2f} %"


def points(difference: float) -> str:
    """A difference of shares in percentage points."""
    return f"{100 * difference:+.2f}"
