"""One page: what was found, in sentences, and every number before and after, in widths of what is allowed."""

import textwrap
from typing import TYPE_CHECKING

import polars as pl

from analyser.experiments.answer import Answer
from analyser.experiments.words import Words
from analyser.plotting.charts import Marks, Series, forest

if TYPE_CHECKING:
    from matplotlib.figure import Figure, FigureBase

NUMBERS = "numbers"
PAGE = (8.27, 11.69)
LETTERS, LINE = 98, 0.0165
"""Letters on a line, and its height on the page."""
MARGIN, LEFT, MOST_SHOWN = 0.07, 0.24, 40


def page(answer: Answer) -> "Figure | None":
    """The page of a fix or of a diff; none if there is nothing to compare."""
    from matplotlib.figure import Figure

    if NUMBERS not in answer.tables:
        return None
    figure = Figure(PAGE)
    top = 1 - MARGIN
    for text, weight in [(answer.heading, "bold"), *((one, "normal") for one in answer.headlines)]:
        lines = textwrap.wrap(text, LETTERS)
        figure.text(MARGIN, top, "\n".join(lines), fontsize=9, fontweight=weight, va="top", linespacing=1.3)
        top -= (len(lines) + 0.6) * LINE
    rows = scaled(answer.tables[NUMBERS]).head(MOST_SHOWN)
    height = min(top - MARGIN, 0.05 + 0.024 * max(rows.height, 4))
    grid = figure.add_gridspec(3, 1, height_ratios=(1 - top, height, top - height))
    part = figure.add_subfigure(grid[1])
    draw(part, rows, Words())
    part.subplots_adjust(left=LEFT, right=1 - MARGIN, bottom=0.5 / (PAGE[1] * height), top=0.99)
    return figure


def draw(figure: "FigureBase", rows: pl.DataFrame, words: Words) -> None:
    """Scaled numbers before and after, and the band of what is allowed; once, if nothing has changed."""
    series = []
    for name, called in (("before", "small.base"), ("after", "fix.after")):
        value, low, high = (rows[f"{name}{end}"].to_list() for end in ("", "_low", "_high"))
        series.append(Series(words.say(called), value, low, high))
    marks = Marks(words.say("fix.axis"), band=(-1.0, 1.0), band_name=words.say("fix.allowed"))
    forest(figure, rows["number"].to_list(), series[: 1 + (series[0][1:] != series[1][1:])], marks, words)


def scaled(numbers: pl.DataFrame) -> pl.DataFrame:
    """The numbers before and after, so that what is allowed reaches from -1 to 1, or to 1 where it has no least."""
    least, most = pl.col("least"), pl.col("most")
    middle = pl.when(least.is_null()).then(0.0).otherwise((least + most) / 2)
    half = pl.when(least.is_null()).then(most.abs().clip(1e-9)).otherwise((most - least) / 2)
    columns = [f"{name}{end}" for name in ("before", "after") for end in ("", "_low", "_high")]
    return numbers.select("number", *((pl.col(one) - middle) / half for one in columns))


def markdown(answer: Answer) -> str:
    """Its sentences and its numbers, for a repository or a page of notes."""
    lines = [f"# {answer.heading}", "", *(f"{one}\n" for one in answer.headlines)]
    if NUMBERS in answer.tables:
        table = answer.tables[NUMBERS]
        shown = [one for one in ("number", "before", "after", "least", "most", "is", "verdict") if one in table.columns]
        lines += ["| " + " | ".join(shown) + " |", "|" + "---|" * len(shown)]
        lines += ["| " + " | ".join(_written(row[one]) for one in shown) + " |" for row in table.to_dicts()]
    return "\n".join(lines) + "\n"


def _written(value: object) -> str:
    return "" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
