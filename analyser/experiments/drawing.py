"""A figure of any table of numbers with intervals, for notebooks."""

from typing import TYPE_CHECKING

import polars as pl

from analyser.experiments.measured import ENDS, Reading
from analyser.experiments.words import Words
from analyser.plotting.charts import Marks, Series, forest

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INCHES_A_ROW = 0.3
LEAST_INCHES = 2.5


def draw_table(title: str, table: pl.DataFrame, reading: Reading) -> "Figure":
    """A row for each row of the table, with its interval and a line at 0."""
    from matplotlib.figure import Figure

    rows = table.drop_nulls(reading.value)
    low, high = ENDS[reading.value]
    names = [", ".join(str(row[one]) for one in reading.keys) for row in rows.to_dicts()]
    figure = Figure((8.0, max(INCHES_A_ROW * len(names) + 1.0, LEAST_INCHES)), layout="constrained")
    figure.suptitle(title, fontsize=10)
    value, least, most = (rows[one].to_list() for one in (reading.value, low, high))
    series = Series(reading.value, value, least, most)
    forest(figure, names, [series], Marks(reading.value.replace("_", " ")), Words())
    return figure
