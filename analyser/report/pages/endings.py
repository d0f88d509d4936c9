"""How do games end? Won, shared, won by nobody, broken off; with every number of players."""

from dataclasses import replace

import polars as pl
from matplotlib.figure import FigureBase

from analyser.experiments.endings import ENDINGS, endings
from analyser.experiments.words import Words
from analyser.kernel.columns import OUTCOMES
from analyser.plotting.charts import INK, Bars, Marks, bars
from analyser.report.context import ReportContext
from analyser.report.page import Page, Table, table_of
from analyser.report.recipe import EndingsPage, Tolerances

ROWS = 3
"""As high as this many rows, for each ending."""


def page(context: ReportContext, spec: EndingsPage) -> Page:
    """Rates of the outcomes, for every number of players."""
    words, limits = context.words, limits_of(context.tolerances)
    answer = context.found(spec.name, lambda: endings(context.experiment, context.by_players(spec), limits))
    table = answer.tables[ENDINGS]
    return Page(
        spec.name,
        words.text(spec.title),
        answer.verdicts,
        words,
        lambda figure: _draw(figure, table, limits, words),
        words.say("endings.caption"),
        _table(table, words),
        words.say("endings.method"),
        notes=tuple(words.sentence(one) for one in answer.remarks),
        rows=ROWS * len(_shown(table)),
    )


def limits_of(tolerances: Tolerances) -> dict[str, float]:
    """How many games, in percent, may end like this."""
    found = {
        "shared": tolerances.shared_percent,
        "no_winner": tolerances.no_winner_percent,
        "unfinished": tolerances.unfinished_percent,
    }
    return {name: limit for name, limit in found.items() if limit is not None}


def _draw(figure: FigureBase, table: pl.DataFrame, limits: dict[str, float], words: Words) -> None:
    """Every ending that happens, except a single winner: that is the rest, and would dwarf the others."""
    shown = _shown(table)
    groups = []
    for (players,), part in table.group_by("players", maintain_order=True):
        rows = {row["outcome"]: row for row in part.to_dicts()}
        values, low, high = ([100 * rows[name][key] for name in shown] for key in ("rate", "low", "high"))
        groups.append(Bars(words.say("players", players=str(players)), values, low, high))
    names = [words.say(f"outcome.{name}") for name in shown]
    axes = bars(figure, names, groups, Marks(words.say("share_of_games")), words)
    for place, name in enumerate(shown):
        if name in limits:
            axes.plot([place - 0.45, place + 0.45], [limits[name]] * 2, color=INK, linestyle="--", linewidth=1.2)


def _shown(table: pl.DataFrame) -> list[str]:
    happens = set(table.filter(pl.col("rate") > 0)["outcome"])
    return [name for name in OUTCOMES[1:] if name in happens] or [OUTCOMES[0]]


def _table(table: pl.DataFrame, words: Words) -> Table:
    ends = [words.between_shares(low, high, 2) for low, high in table.select("low", "high").iter_rows()]
    found = table_of(
        table.with_columns(between=pl.Series(ends)),
        [
            ("players", words.say("column.players"), str),
            ("outcome", words.say("column.ending"), lambda x: words.say(f"outcome.{x}")),
            ("rate", words.say("column.rate"), lambda x: words.percent(x, 2)),
            ("between", words.say("small.interval"), str),
            ("games", words.say("column.games"), words.count),
        ],
        names=2,
    )
    return replace(found, frame=table)
