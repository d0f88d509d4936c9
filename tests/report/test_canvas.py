"""Paper: text is wrapped by its measured width, tables fit, and long lists go on over the page."""

import polars as pl
import pytest

from analyser.experiments.sentences import said
from analyser.experiments.verdict import About, Level, Verdict
from analyser.experiments.words import Words
from analyser.report.canvas import BODY, BOTTOM, Canvas, columns_of, fitted, height_of, table_height, width_of, wrapped
from analyser.report.layout import LEAST_CHART, Flow, Marked, _below, _shortened, question_canvas
from analyser.report.page import Page, Table, table_of

LONG = "Seat 1 wins 3.1 points more than its share (2.6 to 3.6): more than your tolerance of 2. " * 4


@pytest.mark.parametrize("size", [7.5, 10.5, 20.0])
def test_no_line_is_wider_than_the_page(size):
    lines = wrapped(LONG.strip(), size, BODY)
    assert all(width_of(line, size) <= BODY for line in lines)
    assert " ".join(lines) == LONG.strip()


def test_a_word_wider_than_the_page_is_cut():
    lines = wrapped("x" * 400, 10, BODY)
    assert len(lines) > 1
    assert "".join(lines) == "x" * 400


def test_height_is_that_of_the_lines():
    assert height_of(LONG, 9) == pytest.approx(len(wrapped(LONG, 9, BODY)) * 9 * 1.38)


def test_a_paragraph_takes_the_height_it_was_measured_with():
    canvas = Canvas()
    top = canvas.y
    canvas.text(LONG, 9)
    assert canvas.y - top == pytest.approx(height_of(LONG, 9))


def test_a_table_takes_the_height_it_was_measured_with():
    table = Table(("what", "a long heading of many words"), (("a", "1"), ("b", "2")), pl.DataFrame())
    canvas = Canvas()
    top = canvas.y
    canvas.table(table)
    assert canvas.y - top == pytest.approx(table_height(table))
    assert sum(columns_of(table)[0]) <= BODY


def test_the_widest_column_gives_way_to_the_others():
    table = Table(("what", "value", "verdict"), (("word " * 40, "+1.00", "x" * 60),), pl.DataFrame(), 1)
    widths, _ = columns_of(table)
    assert sum(widths) == pytest.approx(BODY)
    shown = fitted(table.rows[0][0], widths[0])
    assert shown.endswith("…")
    assert width_of(shown, 7.5) <= widths[0]
    assert fitted(table.rows[0][2], widths[2]) == "x" * 60


def test_dashes_stand_for_what_is_not_known():
    frame = pl.DataFrame({"a": ["x", "y"], "b": [1.0, None]})
    table = table_of(frame, [("a", "A", str), ("b", "B", str), ("c", "C", str)])
    assert table.headings == ("A", "B")
    assert table.rows == (("x", "1.0"), ("y", "–"))


def test_many_verdicts_go_on_over_the_page():
    flow = Flow(1, "footer", Words("en"))
    flow.marked([Marked(Level.FOUND, LONG) for _ in range(40)])
    assert len(flow.canvases) > 1
    assert all(canvas.y <= BOTTOM + 4 for canvas in flow.canvases)


def test_a_long_table_goes_on_over_the_page():
    flow = Flow(1, "footer", Words("en"))
    flow.table(Table(("a",), tuple((str(k),) for k in range(150)), pl.DataFrame()))
    assert len(flow.canvases) == 3
    assert all(canvas.y <= BOTTOM for canvas in flow.canvases)


def page_of(n_rows: int) -> Page:
    frame = pl.DataFrame({"a": range(n_rows)})
    table = Table(("a",), tuple((str(k),) for k in range(n_rows)), frame)
    verdict = Verdict(Level.NOTED, said("values.study", text="So it is."), About("a"))
    draw = lambda figure: figure.subplots()  # noqa: E731
    return Page("p", "Is it so?", (verdict,), Words("en"), draw, "caption", table, "method")


@pytest.mark.parametrize("n_rows", [1, 3, 4, 20, 24, 40, 200])
def test_a_long_table_leaves_the_figure_its_room_and_says_how_many_rows_it_leaves_out(n_rows):
    page, words = page_of(n_rows), Words("en")
    table = _shortened(page, 120.0, words)
    assert BOTTOM - 120.0 - _below(page, table) >= LEAST_CHART
    left = n_rows - len(table.rows)
    said = f"… {left + 1} more rows in the CSV file"
    assert ((said,) in table.rows) == (left > 0)
    assert table.rows[-1] == page.table.rows[-1]
    question_canvas(page, 1, "footer", words)
