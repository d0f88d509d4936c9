"""Do the conclusions rest on an assumption? A tornado over the settings that the rulebook does not state."""

import polars as pl
from matplotlib.figure import FigureBase

from analyser.experiments.robustness import Holds
from analyser.experiments.sensitivity import TORNADO, USUAL, assumed_settings, sensitivity
from analyser.experiments.words import Words
from analyser.plotting.charts import BAND, COLOURS, GREY, HATCHES, INK, SMALL, below, plain, write_ticks
from analyser.plotting.hover import tell_each
from analyser.report.context import ReportContext
from analyser.report.page import Page, Table, table_of
from analyser.report.recipe import TornadoPage


def page(context: ReportContext, spec: TornadoPage) -> Page:
    """The seat that is furthest from an equal share, under every assumption in turn, on the same deals."""
    words, tolerance = context.words, context.tolerances.seat_points
    asked = context.asked_for(spec)
    answer = context.found(
        spec.name, lambda: sensitivity(asked, spec.settings, context.base, tolerance, context.runner)
    )
    table = answer.tables[TORNADO]
    return Page(
        spec.name,
        words.text(spec.title),
        answer.verdicts,
        words,
        lambda figure: _draw(figure, table, tolerance, words),
        words.say("tornado.caption"),
        _table(table, words),
        words.say("tornado.method", games=answer.played.games, base=words.player(context.base)),
        tuple(one for one in answer.remarks if one.key in ("tornado.largest", "tornado.still")),
        rows=table.height - 1,
    )


def check(context: ReportContext, spec: TornadoPage) -> None:
    """The settings that are tried: those named, or all that are assumed."""
    assumed_settings(context.experiment, spec.settings)


def _turns(holds: str | None) -> bool:
    """Whether the verdict changes there."""
    return holds is not None and holds.startswith(str(Holds.DEPENDS))


def _draw(figure: FigureBase, table: pl.DataFrame, tolerance: float, words: Words) -> None:
    axes = figure.subplots()
    usual = table.row(0, named=True)["advantage_points"]
    rows = table.slice(1).sort(pl.col("change_points").abs(), descending=True).to_dicts()
    axes.axvspan(-tolerance, tolerance, color=BAND, zorder=0, label=words.say("tolerance"))
    axes.axvline(usual, color=GREY, linestyle="--", label=words.say("tornado.usual"))
    for place, row in enumerate(rows):
        turned = _turns(row["holds"])
        colour, hatch = (COLOURS[4], HATCHES[1]) if turned else (COLOURS[0], HATCHES[0])
        bar = axes.barh(place, row["change_points"], 0.62, usual, color=colour, hatch=hatch, edgecolor="white")
        ends = words.between(row["low_points"], row["high_points"], 2, sign=True)
        told = f"{row['setting']} = {row['value']}: {words.signed(row['advantage_points'], 2)} ({ends})"
        tell_each(bar.patches, [told])
        reach = [[row["advantage_points"] - row["low_points"]], [row["high_points"] - row["advantage_points"]]]
        axes.errorbar(row["advantage_points"], place, xerr=reach, fmt="none", color=INK, capsize=2, linewidth=0.9)
    axes.set_yticks(range(len(rows)), [f"{row['setting']} = {row['value']}" for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlabel(words.say("seats.axis"), fontsize=SMALL)
    axes.legend(frameon=False, fontsize=7, ncols=2, **below(axes))
    plain(axes)
    write_ticks(axes.xaxis, words)


def _table(table: pl.DataFrame, words: Words) -> Table:
    rows = table.to_dicts()
    usual = words.say("tornado.usual")
    names = [usual if row["setting"] == USUAL else f"{row['setting']} = {row['value']}" for row in rows]
    return table_of(
        table.with_columns(assumption=pl.Series(names)),
        [
            ("assumption", words.say("column.assumption"), str),
            ("advantage_points", words.say("column.advantage"), lambda x: words.signed(x, 2)),
            ("low_points", words.say("column.low"), lambda x: words.signed(x, 2)),
            ("high_points", words.say("column.high"), lambda x: words.signed(x, 2)),
            ("spread_points", words.say("column.spread"), lambda x: words.number(x, 2)),
            ("rounds", words.say("column.rounds"), lambda x: words.number(x, 1)),
            ("seats", words.say("column.verdict"), lambda x: words.say(f"verdict.{x}")),
            (
                "holds",
                words.say("column.holds"),
                lambda x: words.say("verdict.depends" if _turns(x) else f"verdict.{x}"),
            ),
        ],
    )
