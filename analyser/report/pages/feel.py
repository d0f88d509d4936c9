"""How does a game feel? Rivers of chances, when it is decided, whether a lead runs away."""

from dataclasses import replace

import polars as pl
from matplotlib.figure import FigureBase

from analyser.experiments.feel import TYPICAL, feel
from analyser.experiments.feel_verdict import FEEL, IN_POINTS, scale_of
from analyser.experiments.words import Words
from analyser.plotting.charts import COLOURS, SAMPLES, SMALL, plain, river, write_ticks
from analyser.report.context import ReportContext
from analyser.report.page import Page, Table, table_of
from analyser.report.recipe import FeelPage


def page(context: ReportContext, spec: FeelPage) -> Page:
    """One strategy against itself, scores followed turn by turn."""
    words, limit = context.words, context.tolerances.leader_percent
    answer = context.checked(spec, lambda what, who: feel(what, who, context.runner, limit=limit), context.base)
    typical, decided = answer.tables["typical"], answer.tables["decided"]
    further = [one for one in answer.remarks if one.key in ("feel.decided", "feel.last", "feel.lead_changes")]
    notes = [one for one in answer.remarks if one.key in ("feel.calibrated", "feel.uncalibrated", "feel.even")]
    return Page(
        spec.name,
        words.text(spec.title),
        answer.verdicts,
        words,
        lambda figure: _draw(figure, typical, decided, words),
        words.say("feel.caption"),
        _table(answer.tables[FEEL], words),
        words.say("feel.method", games=answer.played.games, base=words.player(context.base)),
        tuple(further),
        tuple(words.sentence(one) for one in notes),
    )


def _draw(figure: FigureBase, typical: pl.DataFrame, decided: pl.DataFrame, words: Words) -> None:
    """Three rivers above, and below when games are decided."""
    axes = figure.subplot_mosaic([list(TYPICAL), ["decided"] * 3], height_ratios=[1.15, 1.0])
    seats = [words.say("seat", seat=seat) for seat in sorted(typical["seat"].unique().to_list())]
    for kind in TYPICAL:
        chances = typical.filter(pl.col("kind") == kind)["chance_share"].to_numpy().reshape(-1, len(seats))
        river(axes[kind], chances, words, words.say(f"feel.{kind}"), seats)
        axes[kind].set_xlabel(words.say("turns"), fontsize=SMALL)
    axes["clear"].set_ylabel(words.say("feel.chances"), fontsize=SMALL)
    axes["dramatic"].legend(fontsize=7, frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0), **SAMPLES)
    below = axes["decided"]
    below.step(100 * decided["part_share"], 100 * decided["decided_rate"], where="post", color=COLOURS[0])
    below.set_xlabel(words.say("feel.part"), fontsize=SMALL)
    below.set_ylabel(words.say("feel.games_decided"), fontsize=SMALL)
    below.set_xlim(0, 100)
    below.grid(color="#EEEEEE")
    plain(below)
    write_ticks(below.xaxis, words)
    write_ticks(below.yaxis, words)


def _table(table: pl.DataFrame, words: Words) -> Table:
    varies = table.filter(pl.col("low") < pl.col("high"))
    found = table_of(
        varies.with_columns(
            mean=pl.Series([_told(row["measure"], row["mean"], words) for row in varies.to_dicts()]),
            between=pl.Series([_between(row["measure"], row["low"], row["high"], words) for row in varies.to_dicts()]),
        ),
        [
            ("measure", words.say("column.measure"), lambda x: words.say(f"measure.{x}")),
            ("mean", words.say("column.mean"), str),
            ("between", words.say("small.interval"), str),
        ],
    )
    return replace(found, frame=table)


def _told(measure: str, value: float, words: Words) -> str:
    """Parts of games and chances in percent, differences of chances in points."""
    if measure in IN_POINTS:
        return words.say("points", number=words.number(100 * value))
    return words.percent(value) if scale_of(measure) > 1 else words.number(value, 2)


def _between(measure: str, low: float, high: float, words: Words) -> str:
    if measure in IN_POINTS:
        return words.between(100 * low, 100 * high)
    return words.between_shares(low, high) if scale_of(measure) > 1 else words.between(low, high, 2)
