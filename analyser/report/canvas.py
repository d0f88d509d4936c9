"""A page of A4 on which text is set line by line, from the top: measured, so that nothing is cut off."""

from functools import cache

from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.textpath import TextToPath

from analyser.plotting.charts import GREY, INK, apart
from analyser.plotting.style import TYPEFACE
from analyser.report.page import Table

WIDTH, HEIGHT = 595.3, 841.9
MARGIN = 51.0
BODY = WIDTH - 2 * MARGIN
BOTTOM = HEIGHT - 46.0
LEADING = 1.38
TABLE_SIZE = 7.5
ROW = 12.5
GAP = 9.0
"""Between two columns of a table."""
LEAST_COLUMN = 60.0


@cache
def _face(size: float, weight: str) -> FontProperties:
    return FontProperties(family=TYPEFACE, size=size, weight=weight)


def width_of(text: str, size: float, weight: str = "normal") -> float:
    """How wide a line is, in points, letter by letter: measuring every line anew took a quarter of a report's pages."""
    return sum(_advance(letter, size, weight) for letter in text)


@cache
def _advance(letter: str, size: float, weight: str) -> float:
    """How far the next letter is."""
    return _ink(f"|{letter}|", size, weight) - _ink("||", size, weight)


def _ink(text: str, size: float, weight: str) -> float:
    return float(TextToPath().get_text_width_height_descent(text, _face(size, weight), False)[0])


def wrapped(text: str, size: float, width: float, weight: str = "normal") -> list[str]:
    """A text in lines no wider than allowed; a word that is wider than a line is cut."""
    lines, line = [], ""
    for word in text.split(" "):
        pieces = [word] if width_of(word, size, weight) <= width else _cut(word, size, width, weight)
        for piece in pieces:
            longer = f"{line} {piece}" if line else piece
            if line and width_of(longer, size, weight) > width:
                lines.append(line)
                longer = piece
            line = longer
    return [*lines, line]


def _cut(word: str, size: float, width: float, weight: str) -> list[str]:
    pieces, piece = [], ""
    for letter in word:
        if piece and width_of(piece + letter, size, weight) > width:
            pieces.append(piece)
            piece = ""
        piece += letter
    return [*pieces, piece]


def fitted(text: str, width: float, size: float = TABLE_SIZE) -> str:
    """As much of a text as fits into a cell; what is left out is in the table's file."""
    if width_of(text, size) <= width:
        return text
    return f"{_cut(text, size, width - width_of('…', size), 'normal')[0].rstrip()}…"


def height_of(text: str, size: float, width: float = BODY, weight: str = "normal") -> float:
    """How high a text is, wrapped."""
    return len(wrapped(text, size, width, weight)) * size * LEADING


class Canvas:
    """One page of paper. `y` is how far down, in points, the next line begins."""

    def __init__(self) -> None:
        self.figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), layout="constrained")
        self.y = MARGIN

    def write(self, text: str, x: float, y: float, size: float, **look: str) -> None:
        """One line, its top at y."""
        style = {"color": INK, "family": TYPEFACE, "va": "top"} | look
        self.figure.text(x / WIDTH, 1 - y / HEIGHT, apart(text), style, size=size, parse_math=False)

    def text(self, text: str, size: float, weight: str = "normal", indent: float = 0.0, color: str = INK) -> None:
        """A paragraph; the next one begins below it."""
        for line in wrapped(text, size, BODY - indent, weight):
            self.write(line, MARGIN + indent, self.y, size, weight=weight, color=color)
            self.y += size * LEADING

    def space(self, points: float) -> None:
        """Leave room."""
        self.y += points

    def rule(self, color: str = GREY, width: float = 0.5) -> None:
        """A line across the page."""
        self._line(MARGIN, MARGIN + BODY, color, width)

    def _line(self, left: float, right: float, color: str, width: float) -> None:
        y = 1 - self.y / HEIGHT
        line = Line2D([left / WIDTH, right / WIDTH], [y, y], transform=self.figure.transFigure, color=color, lw=width)
        self.figure.add_artist(line)

    def table(self, table: Table) -> None:
        """Headings and rows; numbers to the right, names to the left."""
        widths, heads = columns_of(table)
        edges = [MARGIN + sum(widths[:k]) for k in range(len(widths))]
        deep = max(len(head) for head in heads)
        for k, head in enumerate(heads):
            for line, words in enumerate(head):
                top = self.y + (deep - len(head) + line) * TABLE_SIZE * 1.2
                self._cell(words, edges[k], widths[k], k < table.names, top, weight="bold")
        self.y += deep * TABLE_SIZE * 1.2 + 3
        self._line(MARGIN, MARGIN + sum(widths), GREY, 0.6)
        self.y += 2.5
        for row in table.rows:
            for k, text in enumerate(row):
                self._cell(fitted(text, widths[k] - GAP / 2), edges[k], widths[k], k < table.names, self.y)
            self.y += ROW
        self._line(MARGIN, MARGIN + sum(widths), GREY, 0.4)
        self.y += 4

    def _cell(self, text: str, left: float, width: float, is_name: bool, y: float, **look: str) -> None:
        if is_name:
            self.write(text, left, y, TABLE_SIZE, **look)
        else:
            self.write(text, left + width - GAP / 2, y, TABLE_SIZE, ha="right", **look)


def columns_of(table: Table) -> tuple[list[float], list[list[str]]]:
    """Widths of the columns, and their headings in lines; if all are too wide, the widest column shrinks."""
    natural = [
        max([width_of(row[k], TABLE_SIZE) for row in table.rows] + [_widest(head), 24.0]) + GAP
        for k, head in enumerate(table.headings)
    ]
    widest = natural.index(max(natural))
    natural[widest] -= min(max(sum(natural) - BODY, 0.0), natural[widest] - LEAST_COLUMN)
    spare = (BODY - sum(natural)) / max(len(natural), 1)
    widths = [one + min(max(spare, 0.0), 22.0) for one in natural]
    heads = [
        wrapped(head, TABLE_SIZE, width - GAP / 2, "bold") for head, width in zip(table.headings, widths, strict=True)
    ]
    return widths, heads


def _widest(heading: str) -> float:
    return max(width_of(word, TABLE_SIZE, "bold") for word in heading.split(" "))


def table_height(table: Table) -> float:
    """How high a table is."""
    deep = max(len(head) for head in columns_of(table)[1])
    return deep * TABLE_SIZE * 1.2 + 3 + 2.5 + ROW * len(table.rows) + 4
