"""Where does it happen? Heat maps of the board: what was counted on each cell."""

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyser.errors import BadInput, unknown
from analyser.report.charts import SMALL
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.verdicts import Level, Verdict
from analyser.report.words import Words

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask

BUSIEST = 5
TOP_SHARE = 0.1
CELL = "cell"


def page(desk: "Desk", ask: "Ask") -> Page:
    """One map for each thing that is counted; the busiest cells in a table."""
    words, game = desk.words, desk.asked.game
    counts = counts_of(desk, ask)
    table = _cells(desk)
    maps = {name: dict(zip(table[CELL].cast(pl.String), table[name] / table["games"], strict=True)) for name in counts}
    picture = game.picture()
    return Page(
        ask.name,
        words.told(ask.title),
        (_verdict(table, counts[0], words),),
        lambda figure: _draw(figure, picture, maps, words),
        words.say("board.caption"),
        _table(table, counts, words),
        (words.say("board.method", games=words.count(desk.main.n_games)), *_near(table, ask, words)),
        tuple(_verdict(table, name, words).sentence for name in counts[1:]),
    )


def counts_of(desk: "Desk", ask: "Ask") -> list[str]:
    """What is counted on cells, as far as this game counts it."""
    game, counts = desk.asked.game, ask.get("counts")
    if not game.has_board or not _kind(desk):
        raise BadInput(f"{desk.recipe.path}, page {ask.name}: {game.title} counts nothing on a board.")
    known = [one.name for one in _kind(desk)[0].counts]
    if not isinstance(counts, list) or not counts:
        raise BadInput(f"{desk.recipe.path}, page {ask.name}: counts is no list of counts.")
    for name in counts:
        if name not in known:
            raise unknown(f"count of {game.title}", str(name), known, f"analyse games show {game.name}")
    return counts


def _kind(desk: "Desk") -> list[Any]:
    """The game's tables of cells."""
    return [one for one in desk.asked.game.sums() if CELL in [column.name for column in one.known]]


def _cells(desk: "Desk") -> pl.DataFrame:
    return desk.main.sums[_kind(desk)[0].name].with_columns(games=pl.lit(desk.main.n_games))


def _verdict(table: pl.DataFrame, count: str, words: Words) -> Verdict:
    """How far it is gathered on few cells, and which is the busiest."""
    values = table[count].to_numpy().astype(float)
    few = max(round(TOP_SHARE * len(values)), 1)
    top = np.sort(values)[::-1][:few].sum() / max(values.sum(), 1)
    busiest = table.sort(count, descending=True).row(0, named=True)
    facts = {
        "count": words.label(count),
        "cell": busiest[CELL],
        "mean": words.number(busiest[count] / busiest["games"], 2),
        "part": words.percent(TOP_SHARE, 0),
        "share": words.percent(float(top), 0),
    }
    return Verdict(Level.TOLD, words.say("board.told", **facts))


def _near(table: pl.DataFrame, ask: "Ask", words: Words) -> tuple[str, ...]:
    """The same count by a property of the cells, against what even chances would give: cells visited alike."""
    near = ask.get("near")
    if near is None:
        return ()
    close = table.filter(pl.col(near["column"]) <= near["most"])
    parts = [close[name].sum() / max(table[name].sum(), 1) for name in (near["count"], near["traffic"])]
    facts = {
        "count": words.label(near["count"]),
        "traffic": words.label(near["traffic"]),
        "where": words.told(near["words"]),
        "share": words.percent(parts[0], 0),
        "visited": words.percent(parts[1], 0),
    }
    return (words.say("board.near", **facts),)


def _draw(figure: Any, picture: Any, maps: dict[str, dict[str, float]], words: Words) -> None:
    from analyser.drawing import heat_map

    across = 2 if len(maps) > 1 else 1
    panels = np.atleast_1d(figure.subplots(-(-len(maps) // across), across)).ravel()
    for axes in panels[len(maps) :]:
        axes.set_axis_off()
    for axes, (name, values) in zip(panels, maps.items(), strict=False):
        scale = heat_map(axes, picture, values)
        axes.set_title(words.label(name), fontsize=SMALL)
        bar = figure.colorbar(scale, ax=axes, shrink=0.85, pad=0.01)
        bar.ax.tick_params(labelsize=6)
        bar.ax.yaxis.set_major_formatter(lambda value, place: words.number(value, 2))


def _table(table: pl.DataFrame, counts: list[str], words: Words) -> Table:
    """The busiest cells, a game; all cells are in the file."""
    whole = table.with_columns(pl.col(name) / pl.col("games") for name in counts).sort(counts[0], descending=True)
    columns: list[Any] = [(CELL, words.say("column.cell"), str)]
    columns += [("port", words.say("column.port"), lambda x: "–" if x == "none" else str(x))]
    columns += [(name, words.label(name), lambda x: words.number(x, 2)) for name in counts]
    printed = table_of(whole.head(BUSIEST), columns)
    return Table(printed.headings, printed.rows, whole)


KIND = Kind(page, needs=frozenset({"counts"}), options=frozenset({"near"}), check=counts_of)
