"""A page of the report before it is set: the question, the answer, a figure, a table, notes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from analyser.report.hanging import Hanging
from analyser.report.verdicts import Verdict

Chart = Callable[[Any], None]
"""Draws on a figure, or on the part of a page that is given to it."""


@dataclass(frozen=True)
class Table:
    """A small table: as it is printed, and as a frame for the CSV file."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    frame: pl.DataFrame
    names: int = 1
    """So many columns, from the left, hold names; the others hold numbers."""


@dataclass(frozen=True)
class Page:
    """One question, answered."""

    name: str
    """Names its files."""
    title: str
    verdicts: tuple[Verdict, ...]
    """The first one is the page's first line; all stand on the first page of the report."""
    chart: Chart
    caption: str
    table: Table
    notes: tuple[str, ...]
    further: tuple[str, ...] = field(default=())
    """Sentences after the first line."""
    hanging: Hanging | None = None
    """On which assumptions the first line hangs, if others were tried."""

    @property
    def answer(self) -> Verdict:
        """The first line."""
        return self.verdicts[0]


def table_of(frame: pl.DataFrame, columns: Sequence[tuple[str, str, Callable[[Any], str]]], names: int = 1) -> Table:
    """Columns by name, each with a heading and a way to write its values; the first `names` hold words."""
    kept = [one for one in columns if one[0] in frame.columns]
    rows = tuple(
        tuple("–" if row[name] is None else write(row[name]) for name, _, write in kept) for row in frame.to_dicts()
    )
    return Table(tuple(heading for _, heading, _ in kept), rows, frame, names)
