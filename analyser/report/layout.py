"""Sets pages on sheets: a question with its answer, figure, table and notes; the first and the last pages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from matplotlib.figure import Figure

from analyser.report.charts import GREY, INK
from analyser.report.page import Page, Table
from analyser.report.sheet import BODY, BOTTOM, HEIGHT, MARGIN, WIDTH, Sheet, height_of, table_height, width_of
from analyser.report.verdicts import Level, Verdict, sentence
from analyser.report.words import Words

MARKS = {Level.MISSED: "▲", Level.UNDECIDED: "◆", Level.FOUND: "■", Level.MET: "●", Level.TOLD: "–"}
SHADES = {
    Level.MISSED: "#D55E00",
    Level.UNDECIDED: "#7A7A7A",
    Level.FOUND: "#B07400",
    Level.MET: "#0072B2",
    Level.TOLD: "#7A7A7A",
}
"""Colours of verdicts; the marks differ too, so that print without colours says the same."""
TITLE, ANSWER, TEXT, NOTE = 15.0, 10.5, 9.0, 7.5
LEAST_CHART, MOST_CHART = 300.0, 420.0
AIR = 10.0
FIGURE_SIZE = (6.9, 4.2)
"""Inches of a figure that stands alone."""


def question_sheet(page: Page, number: int, footer: str, words: Words) -> Figure:
    """One question on one page: the chart takes the room that text and table leave."""
    sheet = Sheet()
    sheet.text(page.title, TITLE, "bold")
    sheet.space(5)
    verdict(sheet, page.answer, ANSWER, "bold")
    for further in page.further:
        sheet.space(2)
        sheet.text(sentence(further), TEXT)
    sheet.space(AIR)
    table = _shortened(page, sheet.y, words)
    below = _below(page, table)
    room = min(BOTTOM - sheet.y - below, MOST_CHART)
    _chart(sheet, page, sheet.y, room)
    sheet.y += room + 4
    sheet.text(page.caption, NOTE, color=GREY)
    sheet.space(AIR)
    sheet.table(table)
    sheet.space(4)
    for note in page.notes:
        sheet.text(note, NOTE)
        sheet.space(2.5)
    _footer(sheet, footer, number, words)
    return sheet.figure


def verdict(sheet: Sheet, one: Verdict, size: float, weight: str = "normal") -> None:
    """A sentence with its mark."""
    sheet.write(MARKS[one.level], MARGIN, sheet.y, size, color=SHADES[one.level], weight="bold")
    sheet.text(sentence(one.sentence), size, weight, indent=1.7 * size)


def _below(page: Page, table: Table) -> float:
    notes = sum(height_of(note, NOTE) + 2.5 for note in page.notes)
    return 4 + height_of(page.caption, NOTE) + AIR + table_height(table) + 4 + notes + 4


def _shortened(page: Page, top: float, words: Words) -> Table:
    """As many rows as leave the chart its least height, three at least; the file has them all."""
    table, n_rows = page.table, len(page.table.rows)
    for kept in range(n_rows - 2, 2, -1):
        if BOTTOM - top - _below(page, table) >= LEAST_CHART:
            break
        more = (words.say("more_rows", rows=n_rows - kept), *[""] * (len(table.headings) - 1))
        table = replace(table, rows=(*page.table.rows[:kept], more))
    return table


def _chart(sheet: Sheet, page: Page, top: float, room: float) -> None:
    heights = [top, room, HEIGHT - top - room]
    grid = sheet.figure.add_gridspec(3, 3, height_ratios=heights, width_ratios=[MARGIN, BODY, WIDTH - MARGIN - BODY])
    page.chart(sheet.figure.add_subfigure(grid[1, 1]))


def alone(page: Page) -> Figure:
    """A page's figure without the page."""
    figure = Figure(figsize=FIGURE_SIZE, layout="constrained")
    page.chart(figure)
    return figure


def _footer(sheet: Sheet, text: str, number: int, words: Words) -> None:
    sheet.write(text, MARGIN, HEIGHT - 34, NOTE, color=GREY)
    at = words.say("page", number=number)
    sheet.write(at, MARGIN + BODY - width_of(at, NOTE), HEIGHT - 34, NOTE, color=GREY)


class Flow:
    """Text that goes on over as many sheets as it needs."""

    def __init__(self, first: int, footer: str, words: Words) -> None:
        self.first, self.footer, self.words = first, footer, words
        self.sheets: list[Sheet] = []
        self.turn()

    @property
    def sheet(self) -> Sheet:
        """The one being written."""
        return self.sheets[-1]

    def turn(self) -> None:
        """Go on with a new sheet."""
        self.sheets.append(Sheet())
        _footer(self.sheet, self.footer, self.first + len(self.sheets) - 1, self.words)

    def need(self, height: float) -> None:
        """A new sheet if so much does not fit."""
        if self.sheet.y + height > BOTTOM:
            self.turn()

    def heading(self, text: str, size: float = 11.0) -> None:
        """A line above what belongs together."""
        self.need(size * 4)
        self.sheet.space(9)
        self.sheet.text(text, size, "bold")
        self.sheet.space(3)

    def paragraph(self, text: str, size: float = TEXT, color: str = INK) -> None:
        """A text that stays together."""
        self.need(height_of(text, size))
        self.sheet.text(text, size, color=color)
        self.sheet.space(3)

    def verdicts(self, found: Sequence[tuple[int, Verdict]], titles: Mapping[int, str], size: float = TEXT) -> None:
        """Questions and answers with their marks and pages."""
        for page, one in found:
            text = f"{titles[page]} {sentence(one.sentence)} ({one.place(page, self.words)})"
            self.need(height_of(text, size, BODY - 1.7 * size))
            verdict(self.sheet, replace(one, sentence=text), size)
            self.sheet.space(0.4 * size)

    def table(self, table: Table) -> None:
        """A table, continued on the next sheet if it must be."""
        while table.rows:
            self.need(60)
            room = max(1, int((BOTTOM - self.sheet.y - 45) // 12.5))
            self.sheet.table(replace(table, rows=table.rows[:room]))
            table = replace(table, rows=table.rows[room:])

    def figures(self) -> list[Figure]:
        """All sheets."""
        return [sheet.figure for sheet in self.sheets]
