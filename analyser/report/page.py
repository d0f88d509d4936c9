"""A page of the report before it is set: the question, the answer, a figure, a table, notes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from matplotlib.figure import FigureBase

from analyser.experiments.sentences import Sentence
from analyser.experiments.verdict import Verdict
from analyser.experiments.words import Words
from analyser.plotting.charts import Series

Chart = Callable[[FigureBase], None]
"""Draws on a figure, or on the part of a page that is given to it."""
Column = tuple[str, str, Callable[[Any], str]]
"""A column of a frame, its heading, and how its values are written."""


@dataclass(frozen=True)
class Table:
    """A small table: as it is printed, and as a frame for the CSV file."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    frame: pl.DataFrame
    names: int = 1
    """How many columns, from the left, hold names; the others hold numbers."""


@dataclass(frozen=True)
class Page:
    """One question, answered."""

    name: str
    """Names its files."""
    title: str
    verdicts: tuple[Verdict, ...]
    """The first is the page's first line; all are on the first page of the report."""
    words: Words
    """What its levels are called."""
    chart: Chart
    caption: str
    table: Table
    method: str
    further: tuple[Sentence, ...] = field(default=())
    """Sentences after the first line."""
    notes: tuple[str, ...] = field(default=())
    """Small print, after the method."""
    rows: int | None = None
    """Rows of a figure that should not be higher than they need."""

    @property
    def answer(self) -> Verdict:
        """The first line."""
        return self.verdicts[0]

    @property
    def small_print(self) -> list[str]:
        """How it was measured, and whether the verdicts hold."""
        held = dict.fromkeys(self.words.sentence(one.robustness.sentence) for one in self.verdicts if one.rests_on)
        return [self.method, *held, *self.notes]


def series_of(name: str, frame: pl.DataFrame, value: str, low: str, high: str) -> Series:
    """Points with intervals, from the columns of a frame."""
    return Series(name, frame[value].to_list(), frame[low].to_list(), frame[high].to_list())


def table_of(frame: pl.DataFrame, columns: Sequence[Column], names: int = 1) -> Table:
    """Columns by name, each with a heading and a way to write its values; the first `names` hold words."""
    kept = [one for one in columns if one[0] in frame.columns]
    rows = tuple(
        tuple("–" if row[name] is None else write(row[name]) for name, _, write in kept) for row in frame.to_dicts()
    )
    return Table(tuple(heading for _, heading, _ in kept), rows, frame, names)
