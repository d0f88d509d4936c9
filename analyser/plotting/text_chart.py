"""Charts made of letters: numbers with their intervals, for a terminal."""

from collections.abc import Sequence

WIDTH = 40
POINT, LINE, END, MARK = "●", "─", "│", "┊"
Span = tuple[float, float | None, float | None]


def interval_chart(names: Sequence[str], spans: Sequence[Span], mark: float | None = None) -> list[str]:
    """A line for each name: its value between its ends; `mark` is a value to compare with, drawn through all lines."""
    wide = max(map(len, names))
    drawn = interval_lines(spans, mark, WIDTH)
    return [f"{name:<{wide}}  {line}" for name, line in zip(names, drawn, strict=True)]


def interval_lines(spans: Sequence[Span | None], mark: float | None, width: int) -> list[str]:
    """The same without names, at most `width` letters wide; a number that cannot be drawn has an empty line."""
    least, most = reach(spans, mark)
    return [_line(span, mark, least, most, width) for span in spans]


def reach(spans: Sequence[Span | None], mark: float | None) -> tuple[float, float]:
    """The least and the most that is drawn."""
    known = [one for span in spans if span for one in span if one is not None] + ([] if mark is None else [mark])
    return min(known, default=0.0), max(known, default=0.0)


def _line(span: Span | None, mark: float | None, least: float, most: float, width: int) -> str:
    cells = [" "] * width

    def place(value: float) -> int:
        return round((value - least) / (most - least) * (width - 1)) if most > least else width // 2

    if span is None:
        return ""
    if mark is not None:
        cells[place(mark)] = MARK
    value, low, high = span
    if low is not None and high is not None:
        first, last = place(low), place(high)
        cells[first : last + 1] = LINE * (last + 1 - first)
        cells[first] = cells[last] = END
    cells[place(value)] = POINT
    return "".join(cells).rstrip()
