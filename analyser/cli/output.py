"""How things are printed: tables and answers on stdout, notes and progress on stderr."""

import json
from typing import Any

from rich.console import Console
from rich.table import Table

out = Console(highlight=False, soft_wrap=False)
err = Console(stderr=True, highlight=False)


def note(text: str) -> None:
    """A remark that is not part of the answer."""
    err.print(text, style="dim", markup=False)


def print_json(value: Any) -> None:
    """An answer for programs."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def table(title: str, columns: list[str], rows: list[list[str]], left: int = 1) -> Table:
    """A table: the first `left` columns are words, the others numbers."""
    grid = Table(title=title, title_justify="left", title_style="bold", header_style="bold")
    for k, column in enumerate(columns):
        grid.add_column(column, justify="left" if k < left else "right", overflow="fold")
    for row in rows:
        grid.add_row(*row)
    return grid


def percent(share: float) -> str:
    """A share as a percentage."""
    return f"{100 * share:.2f} %"


def points(difference: float) -> str:
    """A difference of shares in percentage points."""
    return f"{100 * difference:+.2f}"
