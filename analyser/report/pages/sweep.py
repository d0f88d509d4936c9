"""A curve over a setting: what changes when a number of the rules does."""

import numpy as np
import polars as pl
from matplotlib.figure import FigureBase

from analyser.core.errors import unknown
from analyser.experiments.outcomes import FACTS
from analyser.experiments.sweep import CURVE, sweep
from analyser.experiments.variation import Variation, read_variation
from analyser.experiments.words import Words
from analyser.plotting.charts import COLOURS, MARKERS, SMALL, plain, write_ticks
from analyser.report.context import ReportContext
from analyser.report.page import Page, Table, table_of
from analyser.report.recipe import SweepPage


def page(context: ReportContext, spec: SweepPage) -> Page:
    """Some outcomes at every value of a setting, all on the same deals."""
    words, variation = context.words, variation_of(context, spec)
    answer = context.checked(
        spec,
        lambda what, who: sweep(what, variation, who, context.runner, spec.outcomes),
        context.base,
        [variation.setting],
    )
    first, *further = answer.verdicts
    curve = answer.tables[CURVE].rename({variation.setting: "value"}).filter(pl.col("outcome").is_in(spec.outcomes))
    setting = words.label(variation.setting)
    return Page(
        spec.name,
        words.text(spec.title),
        (first,),
        words,
        lambda figure: _draw(figure, curve, spec.outcomes, setting, words),
        words.say("sweep.caption", setting=setting),
        _table(curve, setting, words),
        words.say("sweep.method", games=answer.played.games, base=words.player(context.base)),
        tuple(one.sentence for one in further),
    )


def variation_of(context: ReportContext, spec: SweepPage) -> Variation:
    """The setting and its values; the outcomes must be known too."""
    if not spec.outcomes:
        raise context.refused(spec, "outcomes names no outcomes")
    known = [*FACTS, *context.catalogue.outcomes]
    for name in spec.outcomes:
        if name not in known:
            raise unknown(f"outcome for page {spec.name} of {context.path}:", name, known, "docs/how-to/report.md")
    return read_variation(context.game, spec.vary)


def _draw(figure: FigureBase, curve: pl.DataFrame, outcomes: tuple[str, ...], setting: str, words: Words) -> None:
    panels = np.atleast_1d(np.asarray(figure.subplots(1, len(outcomes))))
    for k, (axes, name) in enumerate(zip(panels, outcomes, strict=True)):
        rows = curve.filter(pl.col("outcome") == name)
        at = np.arange(rows.height)
        axes.fill_between(at, rows["low"], rows["high"], color=COLOURS[k], alpha=0.25, linewidth=0)
        axes.plot(at, rows["mean"], color=COLOURS[k], marker=MARKERS[k])
        axes.set_xticks(at, [words.label(one) for one in rows["value"]])
        axes.set_xlabel(setting, fontsize=SMALL)
        axes.set_title(words.label(name), fontsize=SMALL)
        axes.grid(axis="y", color="#EEEEEE")
        plain(axes)
        write_ticks(axes.yaxis, words)


def _table(curve: pl.DataFrame, setting: str, words: Words) -> Table:
    return table_of(
        curve,
        [
            ("outcome", words.say("column.outcome"), words.label),
            ("value", setting, words.label),
            ("mean", words.say("column.mean"), lambda x: words.number(x, 3)),
            ("low", words.say("column.low"), lambda x: words.number(x, 3)),
            ("high", words.say("column.high"), lambda x: words.number(x, 3)),
        ],
        names=2,
    )
