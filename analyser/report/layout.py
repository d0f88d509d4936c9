"""Sets pages on canvases: a question with answer, figure, table and notes; text over several canvases."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from matplotlib.figure import Figure

from analyser.experiments.verdict import Level
from analyser.experiments.words import Words
from analyser.plotting.charts import GREY, INK
from analyser.report.canvas import (
    BODY,
    BOTTOM,
    HEIGHT,
    MARGIN,
    ROW,
    WIDTH,
    Canvas,
    height_of,
    table_height,
    width_of,
)
from analyser.report.page import Page, Table

MARKS = {Level.MISSED: "▲", Level.UNDECIDED: "◆", Level.FOUND: "■", Level.MET: "●", Level.NOTED: "–"}
SHADES = {
    Level.MISSED: "#D55E00",
    Level.UNDECIDED: "#7A7A7A",
    Level.FOUND: "#B07400",
    Level.MET: "#0072B2",
    Level.NOTED: "#7A7A7A",
}
"""Colours of verdicts; the marks differ too, so that print without colours says the same."""
TITLE, ANSWER, TEXT, NOTE = 15.0, 10.5, 9.0, 7.5
LEAST_CHART, MOST_CHART = 300.0, 420.0
EMPTY_CHART, ROW_OF_CHART = 100.0, 54.0
"""The height of a chart's axis and legend, and of each row."""
LEAST_ROW, TALLEST_CHART = 17.0, 540.0
"""Rows that lie nearer cannot be distinguished: a chart of many is higher, and its table shorter."""
AIR = 10.0
INDENT = 1.7
"""The indent of a text after its mark, in sizes of its type."""
FIGURE_SIZE = (6.9, 4.2)
"""Inches of a figure without its page."""


def question_canvas(page: Page, number: int, footer: str, words: Words) -> Figure:
    """One question on one page: the chart takes the room that text and table leave."""
    canvas = Canvas()
    canvas.text(page.title, TITLE, "bold")
    canvas.space(5)
    marked(canvas, Marked(page.answer.level, page.words.sentence(page.answer.sentence)), ANSWER, "bold")
    for further in page.further:
        canvas.space(2)
        canvas.text(page.words.sentence(further), TEXT)
    canvas.space(AIR)
    table = _shortened(page, canvas.y, words)
    below = _below(page, table)
    room = min(BOTTOM - canvas.y - below, height_of_chart(page))
    chart(canvas, page, canvas.y, room)
    canvas.y += room + 4
    canvas.text(page.caption, NOTE, color=GREY)
    canvas.space(AIR)
    canvas.table(table)
    canvas.space(4)
    for note in page.small_print:
        canvas.text(note, NOTE)
        canvas.space(2.5)
    foot(canvas, footer, number, words)
    return canvas.figure


class Marked(NamedTuple):
    """A text with the mark of its level."""

    level: Level
    text: str

    def height(self, size: float) -> float:
        """How high it is, with the space after it."""
        return height_of(self.text, size, BODY - INDENT * size) + 0.4 * size


def marked(canvas: Canvas, one: Marked, size: float, weight: str = "normal") -> None:
    """Write a text with its mark."""
    canvas.write(MARKS[one.level], MARGIN, canvas.y, size, color=SHADES[one.level], weight="bold")
    canvas.text(one.text, size, weight, indent=INDENT * size)


def _below(page: Page, table: Table) -> float:
    notes = sum(height_of(note, NOTE) + 2.5 for note in page.small_print)
    return 4 + height_of(page.caption, NOTE) + AIR + table_height(table) + 4 + notes + 4


def _shortened(page: Page, top: float, words: Words) -> Table:
    """As many rows as leave the chart its least height, but at least three: the first and the last; the file has them
    all.
    """
    table, n_rows = page.table, len(page.table.rows)
    for kept in range(n_rows - 2, 2, -1):
        if BOTTOM - top - _below(page, table) >= max(LEAST_CHART, _crowded(page)):
            break
        more = (words.say("more_rows", rows=n_rows - kept), *[""] * (len(table.headings) - 1))
        last = kept // 3
        table = replace(table, rows=(*page.table.rows[: kept - last], more, *page.table.rows[n_rows - last :]))
    return table


def height_of_chart(page: Page) -> float:
    """How high a page's figure is at most: a few rows need little."""
    if page.rows is None:
        return MOST_CHART
    return max(min(MOST_CHART, EMPTY_CHART + ROW_OF_CHART * page.rows), _crowded(page))


def _crowded(page: Page) -> float:
    """How high a figure must be for its rows to be distinguished."""
    return min(EMPTY_CHART + LEAST_ROW * (page.rows or 0), TALLEST_CHART)


def chart(canvas: Canvas, page: Page, top: float, room: float) -> None:
    """Draw a page's figure below `top`, in a room of this height."""
    heights = [top, room, HEIGHT - top - room]
    grid = canvas.figure.add_gridspec(3, 3, height_ratios=heights, width_ratios=[MARGIN, BODY, WIDTH - MARGIN - BODY])
    page.chart(canvas.figure.add_subfigure(grid[1, 1]))


def alone(page: Page) -> Figure:
    """A page's figure without the page."""
    width, height = FIGURE_SIZE
    figure = Figure(figsize=(width, min(height, height_of_chart(page) / 72)), layout="constrained")
    page.chart(figure)
    return figure


def foot(canvas: Canvas, text: str, number: int, words: Words) -> None:
    """The last line of a page."""
    canvas.write(text, MARGIN, HEIGHT - 34, NOTE, color=GREY)
    at = words.say("page", number=number)
    canvas.write(at, MARGIN + BODY - width_of(at, NOTE), HEIGHT - 34, NOTE, color=GREY)


class Flow:
    """Text that continues over as many canvases as it needs."""

    def __init__(self, first: int, footer: str, words: Words) -> None:
        self.first, self.footer, self.words = first, footer, words
        self.canvases: list[Canvas] = []
        self.turn()

    @property
    def canvas(self) -> Canvas:
        """The one being written."""
        return self.canvases[-1]

    def turn(self) -> None:
        """Continue on a new canvas."""
        self.canvases.append(Canvas())
        foot(self.canvas, self.footer, self.first + len(self.canvases) - 1, self.words)

    def need(self, height: float) -> None:
        """A new canvas if this height does not fit."""
        if self.canvas.y + height > BOTTOM:
            self.turn()

    def heading(self, text: str, size: float = 11.0) -> None:
        """A line above a group."""
        self.need(size * 4)
        self.canvas.space(9)
        self.canvas.text(text, size, "bold")
        self.canvas.space(3)

    def paragraph(self, text: str, size: float = TEXT, color: str = INK) -> None:
        """A text that stays together."""
        self.need(height_of(text, size))
        self.canvas.text(text, size, color=color)
        self.canvas.space(3)

    def marked(self, found: Sequence[Marked], size: float = TEXT) -> None:
        """Texts with their marks, one below the other."""
        for one in found:
            self.need(one.height(size) - 0.4 * size)
            marked(self.canvas, one, size)
            self.canvas.space(0.4 * size)

    def table(self, table: Table) -> None:
        """A table, continued on the next canvas if it must be."""
        while table.rows:
            self.need(60)
            room = max(1, int((BOTTOM - self.canvas.y - 45) // ROW))
            self.canvas.table(replace(table, rows=table.rows[:room]))
            table = replace(table, rows=table.rows[room:])

    def figures(self) -> list[Figure]:
        """All canvases."""
        return [canvas.figure for canvas in self.canvases]
