"""Charts made of letters: numbers with their intervals, for a terminal."""

from collections.abc import Sequence

WIDTH = 40
POINT, LINE, END, MARK = "●", "─", "│", "┊"


def interval_chart(
    names: Sequence[str], spans: Sequence[tuple[float, float | None, float | None]], mark: float | None = None
) -> list[str]:
    """A line for each name: its value between its ends; `mark` is a value to compare with, drawn through all lines."""
    known = [one for span in spans for one in span if one is not None] + ([] if mark is None else [mark])
    least, most = min(known), max(known)
    wide = max(map(len, names))
    lines = []
    for name, (value, low, high) in zip(names, spans, strict=True):
        cells = [" "] * WIDTH
        if mark is not None:
            cells[_place(mark, least, most)] = MARK
        if low is not None and high is not None:
            first, last = _place(low, least, most), _place(high, least, most)
            cells[first : last + 1] = LINE * (last + 1 - first)
            cells[first] = cells[last] = END
        cells[_place(value, least, most)] = POINT
        lines.append(f"{name:<{wide}}  {''.join(cells).rstrip()}")
    return lines


def _place(value: float, least: float, most: float) -> int:
    return round((value - least) / (most - least) * (WIDTH - 1)) if most > least else WIDTH // 2
