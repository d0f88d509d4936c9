"""Answers of experiments, printed: sentences first, then tables; files for notebooks with --out."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from analyser import api
from analyser.cli.options import Asked
from analyser.cli.output import err, note, out, percent, print_caveats, print_json, table

if TYPE_CHECKING:
    import polars as pl

MOST_ROWS = 60
APART = ("variant", "play")
NAMED = ("outcome", "measure")
CHANGES = ("difference", "low", "high")
NUMBERS = (*CHANGES, "base", "with_variant", "mean")


def print_answer(answer: "api.Answer", asked: Asked) -> None:
    """Print an answer, and store it if a folder is named."""
    files = answer.write(asked.out) if asked.out is not None else []
    if asked.as_json:
        print_json(answer.as_json() | {"files": [str(file) for file in files]})
        return
    out.print(answer.heading, style="bold")
    print_caveats(answer.caveats)
    for line in answer.headlines:
        out.print(line)
    for name, whole in answer.tables.items():
        columns = [one for one in answer.printed.get(name, whole.columns) if one in whole.columns]
        if columns:
            _print_tables(name, whole.select(columns))
    for file in files:
        note(f"Written: {file}")
    if command := api.next_command(answer, sys.argv[1:]):
        out.print(f"Next: {command}", markup=False)


def _print_tables(name: str, whole: "pl.DataFrame") -> None:
    """A table; if many rows share a value, one table for each value, named in its title."""
    apart = [one for one in APART if one in whole.columns]
    pieces = whole.partition_by(apart, maintain_order=True, as_dict=True) if apart else {(): whole}
    for key, piece in pieces.items():
        frame = piece.drop(apart)
        cut = f" (first {MOST_ROWS} of {frame.height} rows; all with --out)" if frame.height > MOST_ROWS else ""
        title = ", ".join([name, *map(str, key)]) + cut
        second = frame.dtypes[1] if frame.width > 1 else None
        left = 2 if second == "String" else 1
        numbers = frozenset(column for column, kind in frame.schema.items() if kind.is_numeric())
        for columns in _side_by_side(_as_read(frame.head(MOST_ROWS)), left, out.width, numbers):
            out.print(table(title, list(map(heading, columns.columns)), list(map(list, columns.rows())), left=left))
            title = f"{name}, continued"


def _as_read(frame: "pl.DataFrame") -> "pl.DataFrame":
    """All cells as text."""
    rows = frame.to_dicts()
    return type(frame)({column: [cell(column, row) for row in rows] for column in frame.columns})


def _side_by_side(
    frame: "pl.DataFrame", left: int, width: int, numbers: frozenset[str] = frozenset()
) -> Iterator["pl.DataFrame"]:
    """As many columns as fit without breaking a number, then the others, each time beside the names."""
    names, others = frame.columns[:left], frame.columns[left:]
    widths = {one: _width(one, frame[one].to_list(), one in numbers) for one in frame.columns}
    room = width - 1 - sum(widths[one] for one in names)
    if not others:
        yield frame
    while others:
        n_fit, used = 0, 0
        while n_fit < len(others) and (n_fit == 0 or used + widths[others[n_fit]] <= room):
            used += widths[others[n_fit]]
            n_fit += 1
        yield frame.select(*names, *others[:n_fit])
        others = others[n_fit:]


def _width(name: str, cells: list[str], whole: bool) -> int:
    """What a column needs at least: its longest number, or the longest word of its texts; and the lines between."""
    words = heading(name).split() + (cells if whole else " ".join(cells).split())
    return 3 + max(map(len, words), default=0)


def heading(column: str) -> str:
    """A column's name as a heading, short enough for a narrow terminal; signs mark points, « % » marks shares."""
    if column == "difference":
        return "change"
    for unit in ("_share", "_rate", "_points"):
        column = column.removesuffix(unit)
    return column.replace("_", " ")


def cell(column: str, row: Mapping[str, Any]) -> str:
    """A value of a row as it is read: where rows are outcomes or measures, their name says whether it is a share."""
    value = row[column]
    if value is None or column not in NUMBERS or not api.is_share(next((row[one] for one in NAMED if one in row), "")):
        return shown(column, value)
    return f"{100 * value:+.2f}" if "difference" in row and column in CHANGES else percent(value)


def shown(column: str, value: object) -> str:
    """A value as it is read: points with their sign, shares as percentages, whole numbers with commas."""
    if value is None:
        return "-"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    if column.endswith("_points"):
        return f"{value:+.2f}"
    if column.endswith(("_share", "_rate")):
        return percent(value)
    return f"{value:,.1f}" if abs(value) >= 100 else f"{value:.3g}"


@contextmanager
def playing(jobs: int) -> Iterator["api.Runner"]:
    """Who plays the games of an experiment, with a counter on stderr."""
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:,.0f} games"), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("games", total=None)
        yield api.runner(jobs, once(note), lambda games, total: bar.advance(task, games))


def once(say: Callable[[str], None]) -> Callable[[str], None]:
    """The same, but each remark only once: checks repeat an experiment, not its remarks."""
    said: set[str] = set()

    def told(text: str) -> None:
        if text not in said:
            said.add(text)
            say(text)

    return told
