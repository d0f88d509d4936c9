"""How often does each of several things happen in a game? Which colour survives, for instance, by number of players."""

import polars as pl
from matplotlib.figure import FigureBase

from analyser.core.errors import unknown
from analyser.experiments.categories import CATEGORIES, categories
from analyser.experiments.words import Words
from analyser.plotting.charts import Bars, Marks, bars
from analyser.report.context import ReportContext
from analyser.report.page import Page, Table, table_of
from analyser.report.recipe import CategoriesPage


def page(context: ReportContext, spec: CategoriesPage) -> Page:
    """Shares of games by a column of the games' table, for every number of players."""
    words, tolerance = context.words, context.tolerances.level_points
    answer = context.found(
        spec.name, lambda: categories(context.experiment, context.by_players(spec), spec.column, tolerance)
    )
    table = answer.tables[CATEGORIES]
    return Page(
        spec.name,
        words.text(spec.title),
        answer.verdicts,
        words,
        lambda figure: _draw(figure, table, tolerance, words),
        words.say("categories.caption"),
        _table(table, words),
        words.say("categories.method"),
        answer.remarks,
    )


def check(context: ReportContext, spec: CategoriesPage) -> None:
    """A column of names of the games' table."""
    game = context.game
    known = [one.name for one in game.game_columns() if one.dtype == "Enum" and one.name not in ("lineup", "outcome")]
    if spec.column not in known:
        raise unknown(f"column of names of {game.title}", spec.column, known, f"analyse games show {game.typed}")


def _draw(figure: FigureBase, table: pl.DataFrame, tolerance: float | None, words: Words) -> None:
    names = table["level"].unique(maintain_order=True).to_list()
    groups = []
    for (players,), part in table.group_by("players", maintain_order=True):
        rows = {row["level"]: row for row in part.to_dicts()}
        values, low, high = ([100 * rows[name][key] for name in names] for key in ("share", "low", "high"))
        groups.append(Bars(words.say("players", players=str(players)), values, low, high))
    equal = 100 / len(names)
    band = None if tolerance is None else (equal - tolerance, equal + tolerance)
    marks = Marks(words.say("share_of_games"), equal, band, words.say("tolerance") if band else "")
    bars(figure, [words.label(name) for name in names], groups, marks, words)


def _table(table: pl.DataFrame, words: Words) -> Table:
    return table_of(
        table,
        [
            ("players", words.say("column.players"), str),
            ("level", words.say("column.level"), words.label),
            ("share", words.say("column.rate"), lambda x: words.percent(x, 2)),
            ("low", words.say("column.low"), lambda x: words.percent(x, 2)),
            ("high", words.say("column.high"), lambda x: words.percent(x, 2)),
            ("games", words.say("column.games"), words.count),
        ],
        names=2,
    )
