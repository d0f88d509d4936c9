"""Where does it happen? Heat maps of the board: what was counted on each cell."""

import numpy as np
import polars as pl
from matplotlib.figure import FigureBase

from analyser.core.errors import unknown
from analyser.experiments.cells import CELL, CELLS, cells, counted_on_cells, near
from analyser.experiments.words import Words
from analyser.games.picture import Picture
from analyser.plotting.boards import heat_map
from analyser.plotting.charts import SMALL
from analyser.report.context import ReportContext
from analyser.report.page import Column, Page, Table, table_of
from analyser.report.recipe import BoardPage

BUSIEST = 5


def page(context: ReportContext, spec: BoardPage) -> Page:
    """One map for each thing that is counted; the busiest cells in a table."""
    words = context.words
    answer = context.found(spec.name, lambda: cells(context.experiment, context.main, spec.counts))
    table, picture = answer.tables[CELLS], context.game.picture()
    maps = {name: dict(zip(table[CELL].cast(pl.String), table[name], strict=True)) for name in spec.counts}
    found = spec.near
    notes = (
        [near(answer, found.column, found.most, found.count, found.traffic, words.text(found.words))] if found else []
    )
    return Page(
        spec.name,
        words.text(spec.title),
        answer.verdicts,
        words,
        lambda figure: _draw(figure, picture, maps, words),
        words.say("board.caption"),
        _table(table, spec.counts, words),
        words.say("board.method", games=answer.played.games),
        answer.remarks,
        tuple(words.sentence(one) for one in notes),
    )


def check(context: ReportContext, spec: BoardPage) -> None:
    """Refuse counts that this game does not have."""
    counted = counted_on_cells(context.game)
    if not context.game.has_board or not counted:
        raise context.refused(spec, f"{context.game.title} counts nothing on a board")
    if not spec.counts:
        raise context.refused(spec, "counts names no counts")
    known = next(iter(counted.values()))
    for name in spec.counts:
        if name not in known:
            raise unknown(f"count of {context.game.title}", name, known, f"analyse games show {context.game.typed}")


def _draw(figure: FigureBase, picture: Picture, maps: dict[str, dict[str, float]], words: Words) -> None:
    across = 2 if len(maps) > 1 else 1
    panels = np.atleast_1d(np.asarray(figure.subplots(-(-len(maps) // across), across))).ravel()
    for axes in panels[len(maps) :]:
        axes.set_axis_off()
    for axes, (name, values) in zip(panels, maps.items(), strict=False):
        scale = heat_map(axes, picture, values)
        axes.set_title(words.label(name), fontsize=SMALL)
        bar = figure.colorbar(scale, ax=axes, shrink=0.85, pad=0.01)
        bar.ax.tick_params(labelsize=6)
        bar.ax.yaxis.set_major_formatter(lambda value, place: words.number(value, 2))


def _table(table: pl.DataFrame, counts: tuple[str, ...], words: Words) -> Table:
    """The busiest cells, a game; all cells are in the file."""
    columns: list[Column] = [(CELL, words.say("column.cell"), str)]
    columns += [("port", words.say("column.port"), lambda x: "–" if x == "none" else str(x))]
    columns += [(name, words.label(name), lambda x: words.number(x, 2)) for name in counts]
    printed = table_of(table.head(BUSIEST), columns)
    return Table(printed.headings, printed.rows, table)
