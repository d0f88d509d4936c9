"""Where do points or money come from? By strategy, for winners and others, and over the rounds of a game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyser.errors import BadInput, unknown
from analyser.experiments.sample import Sample, play
from analyser.report.charts import COLOURS, HATCHES, SAMPLES, SMALL, numbers, plain, stacked
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.verdicts import Level, Verdict
from analyser.report.words import Words
from analyser.settings import changed
from analyser.statistics.estimates import Estimates, mean_of_games

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask


def page(desk: "Desk", ask: "Ask") -> Page:
    """Means by source; what winners have more of than the others of their game."""
    words, sample = desk.words, desk.main
    columns = columns_of(desk, ask)
    frame = by_group(sample, columns)
    gaps = winners_less_others(sample, columns)
    stages = _stages(desk, ask, columns)
    unit = words.told(ask.get("unit"))
    return Page(
        ask.name,
        words.told(ask.title),
        (verdict(frame, gaps, columns, words),),
        lambda figure: _draw(figure, frame, stages, columns, unit, words),
        words.say("sources.caption_stages" if stages is not None else "sources.caption"),
        _table(frame, columns, words),
        (_method(sample, columns, words), *_stage_note(desk, stages, words)),
        (_gap_sentence(gaps, columns, unit, words),),
    )


def columns_of(desk: "Desk", ask: "Ask") -> list[str]:
    """The columns that are sources, and the stages if there are any, as far as this game has them."""
    game, columns, stage = desk.asked.game, ask.get("columns"), ask.get("stages")
    known = [one.name for one in game.seat_columns() if one.dtype != "Enum"]
    if not isinstance(columns, list) or not columns:
        raise BadInput(f"{desk.recipe.path}, page {ask.name}: columns is no list of columns.")
    for name in columns:
        if name not in known:
            raise unknown(f"number of a seat of {game.title}", str(name), known, f"analyse games show {game.name}")
    if stage is not None:
        if not isinstance(stage, dict) or set(stage) != {"setting", "values"}:
            raise BadInput(f"{desk.recipe.path}, page {ask.name}: stages needs setting and values, and nothing else.")
        for value in stage["values"]:
            changed(game.settings(), [f"{stage['setting']}={value}"], game.name)
    return columns


def _method(sample: Sample, columns: list[str], words: Words) -> str:
    found = mean_of_games(np.column_stack([sample.by_seat(name).mean(1) for name in columns]), sample.job.block)
    low, high = found.joint()
    return words.say(
        "sources.method", games=words.count(sample.n_games), margin=words.number(float((high - low).max() / 2), 2)
    )


def by_group(sample: Sample, columns: list[str]) -> pl.DataFrame:
    """Means of all seats, of winners, of the others, and of every strategy."""
    seats = sample.seats.with_columns(pl.col("strategy").cast(pl.String))
    means = [pl.col(name).mean() for name in columns]
    groups = {
        "all": seats.select(means),
        "winners": seats.filter(pl.col("win") > 0).select(means),
        "others": seats.filter(pl.col("win") == 0).select(means),
    }
    rows = [{"group": name, **table.row(0, named=True)} for name, table in groups.items()]
    by_strategy = seats.group_by("strategy").agg(means).sort("strategy").rename({"strategy": "group"})
    return pl.concat([pl.DataFrame(rows), by_strategy])


def winners_less_others(sample: Sample, columns: list[str]) -> Estimates:
    """Game by game, in games that somebody won and somebody lost: the mean of the winners less that of the others."""
    won = sample.wins > 0
    apart = won.any(1) & ~won.all(1)
    gaps = []
    for name in columns:
        values = sample.by_seat(name)
        winners = np.where(won, values, 0).sum(1) / np.maximum(won.sum(1), 1)
        others = np.where(~won, values, 0).sum(1) / np.maximum((~won).sum(1), 1)
        gaps.append((winners - others)[apart])
    return mean_of_games(np.column_stack(gaps), sample.job.block)


def verdict(frame: pl.DataFrame, gaps: Estimates, columns: list[str], words: Words) -> Verdict:
    """What most of it comes from."""
    whole = frame.row(0, named=True)
    total = sum(abs(whole[name]) for name in columns)
    order = sorted(columns, key=lambda name: -abs(whole[name]))
    parts = words.listed(f"{words.label(name)} {words.percent(abs(whole[name]) / total, 0)}" for name in order)
    return Verdict(Level.TOLD, words.say("sources.told", parts=parts), float(np.abs(gaps.value).max()))


def _gap_sentence(gaps: Estimates, columns: list[str], unit: str, words: Words) -> str:
    low, high = gaps.joint()
    shown = [
        (
            abs(gaps.value[k]),
            f"{words.label(name)} {words.signed(gaps.value[k], 1)} ({words.between(low[k], high[k], 1, True)})",
        )
        for k, name in enumerate(columns)
        if low[k] > 0 or high[k] < 0
    ]
    if not shown:
        return words.say("sources.no_gap")
    told = words.in_turn(text for _, text in sorted(shown, reverse=True))
    return words.say("sources.gap", parts=told, unit=unit)


def _stages(desk: "Desk", ask: "Ask", columns: list[str]) -> pl.DataFrame | None:
    """The same deals broken off after so many rounds: what was had by then, from each source."""
    stage = ask.get("stages")
    if stage is None:
        return None
    rows = []
    for value in stage["values"]:
        job = desk.asked_for(ask).job("fresh", [f"{stage['setting']}={value}"], strategies=desk.base)
        sample = play(job, desk.lab)
        rows.append({"rounds": value} | {name: float(sample.by_seat(name).mean()) for name in columns})
    return pl.DataFrame(rows)


def _stage_note(desk: "Desk", stages: pl.DataFrame | None, words: Words) -> tuple[str, ...]:
    return () if stages is None else (words.say("sources.stages", base=desk.base),)


def _draw(
    figure: Any, frame: pl.DataFrame, stages: pl.DataFrame | None, columns: list[str], unit: str, words: Words
) -> None:
    parts: dict[str, Sequence[float]] = {words.label(name): frame[name].to_list() for name in columns}
    fixed = {"all", "winners", "others"}
    labels = [words.say(f"group.{name}") if name in fixed else name for name in frame["group"]]
    if stages is None:
        axes = figure.subplots()
    else:
        axes, later = figure.subplots(1, 2, width_ratios=[1.0, 1.1])
        _draw_stages(later, stages, columns, unit, words)
    stacked(axes, labels, parts, words, unit, across=True)
    axes.axhline(2.5, color="#7A7A7A", linewidth=0.8, linestyle=":")
    handles, names = axes.get_legend_handles_labels()
    look: dict[str, Any] = {"ncols": min(len(names), 6), "fontsize": 7, "frameon": False} | SAMPLES
    figure.legend(handles, names, loc="outside lower center", **look)


def _draw_stages(axes: Any, stages: pl.DataFrame, columns: list[str], unit: str, words: Words) -> None:
    layers = axes.stackplot(
        stages["rounds"], [stages[name].to_numpy() for name in columns], colors=COLOURS[: len(columns)], lw=0.4
    )
    for k, layer in enumerate(layers):
        layer.set(hatch=HATCHES[k], edgecolor="white")
    axes.set_xlabel(words.say("sources.rounds"), fontsize=SMALL)
    axes.set_ylabel(unit, fontsize=SMALL)
    axes.set_xlim(stages["rounds"].min(), stages["rounds"].max())
    plain(axes)
    numbers(axes.yaxis, words)
    numbers(axes.xaxis, words)


def _table(frame: pl.DataFrame, columns: list[str], words: Words) -> Table:
    fixed = {"all", "winners", "others"}
    shown: list[Any] = [("group", words.say("column.who"), lambda x: words.say(f"group.{x}") if x in fixed else str(x))]
    shown += [(name, words.label(name), lambda x: words.number(x, 1)) for name in columns]
    return table_of(frame, shown)


KIND = Kind(page, needs=frozenset({"columns", "unit"}), options=frozenset({"stages"}), check=columns_of)
