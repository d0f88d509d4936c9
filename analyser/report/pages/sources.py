"""Where do points or money come from? By strategy, for winners and others, and over the rounds of a game."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase

from analyser.core.errors import unknown
from analyser.experiments.answer import Answer
from analyser.experiments.sources import GROUPS, SOURCES, STAGES, sources, stages
from analyser.experiments.words import Words
from analyser.games.settings import changed
from analyser.plotting.charts import COLOURS, HATCHES, SAMPLES, SMALL, plain, stacked, write_ticks
from analyser.plotting.hover import tell
from analyser.report.context import ReportContext
from analyser.report.page import Column, Page, Table, table_of
from analyser.report.recipe import SourcesPage


def page(context: ReportContext, spec: SourcesPage) -> Page:
    """Means by source; what winners have more of than the others of their game."""
    words, unit = context.words, context.words.text(spec.unit)
    answer = context.found(spec.name, lambda: _answer(context, spec))
    table, over_rounds = answer.tables[SOURCES], answer.tables.get(STAGES)
    margin = answer.facts["margin"]
    notes = () if over_rounds is None else (words.say("sources.stages", base=words.player(context.base)),)
    return Page(
        spec.name,
        words.text(spec.title),
        answer.verdicts,
        words,
        lambda figure: _draw(figure, table, over_rounds, spec.columns, unit, words),
        words.say("sources.caption" if over_rounds is None else "sources.caption_stages"),
        _table(table, spec.columns, words),
        words.say("sources.method", games=answer.played.games, margin=words.number(float(str(margin)), 2), unit=unit),
        answer.remarks,
        notes,
    )


def check(context: ReportContext, spec: SourcesPage) -> None:
    """Refuse sources and stages that this game does not have."""
    game = context.game
    known = [one.name for one in game.seat_columns() if one.dtype != "Enum"]
    if not spec.columns:
        raise context.refused(spec, "columns names no columns")
    for name in spec.columns:
        if name not in known:
            raise unknown(f"number of a seat of {game.title}", name, known, f"analyse games show {game.typed}")
    stage = spec.stages
    for words in [f"{stage.setting}={value}" for value in stage.values] if stage else []:
        changed(game.settings(), [words], game.name)


def _answer(context: ReportContext, spec: SourcesPage) -> Answer:
    answer = sources(context.experiment, context.main, spec.columns)
    if spec.stages is None:
        return answer
    asked, found = context.asked_for(spec), spec.stages
    over_rounds = stages(asked, found.setting, found.values, spec.columns, context.base, context.runner)
    return replace(answer, tables={**answer.tables, **over_rounds})


def _draw(
    figure: FigureBase,
    table: pl.DataFrame,
    over_rounds: pl.DataFrame | None,
    columns: Sequence[str],
    unit: str,
    words: Words,
) -> None:
    parts = {words.label(name): table[name].to_list() for name in columns}
    if over_rounds is None:
        axes = figure.subplots()
    else:
        axes, later = figure.subplots(1, 2, width_ratios=[1.0, 1.1])
        _draw_stages(later, over_rounds, columns, unit, words)
    stacked(axes, [_group(name, words) for name in table["group"]], parts, words, unit, across=True)
    axes.axhline(len(GROUPS) - 0.5, color="#7A7A7A", linewidth=0.8, linestyle=":")
    handles, names = axes.get_legend_handles_labels()
    figure.legend(
        handles, names, loc="outside lower center", ncols=min(len(names), 6), fontsize=7, frameon=False, **SAMPLES
    )


def _group(name: str, words: Words) -> str:
    return words.say(f"group.{name}") if name in GROUPS else words.player(name)


def _draw_stages(axes: Axes, table: pl.DataFrame, columns: Sequence[str], unit: str, words: Words) -> None:
    values = [table[name].to_numpy() for name in columns]
    layers = axes.stackplot(table["rounds"].to_numpy(), values, colors=COLOURS[: len(columns)], lw=0.4)
    for k, layer in enumerate(layers):
        layer.set(hatch=HATCHES[k], edgecolor="white")
        tell(layer, words.label(columns[k]))
    axes.set_xlabel(words.say("sources.rounds"), fontsize=SMALL)
    axes.set_ylabel(unit, fontsize=SMALL)
    axes.set_xlim(*table["rounds"].to_list()[:: table.height - 1])
    plain(axes)
    write_ticks(axes.yaxis, words)
    write_ticks(axes.xaxis, words)


def _table(table: pl.DataFrame, columns: Sequence[str], words: Words) -> Table:
    shown: list[Column] = [("group", words.say("column.who"), lambda x: _group(x, words))]
    shown += [(name, words.label(name), lambda x: words.number(x, 1)) for name in columns]
    return table_of(table, shown)
