"""A ladder as figures: the steps with the line of an equal share, and every headline from rung to rung."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analyser.experiments.answer import Answer
from analyser.experiments.words import Words
from analyser.plotting.charts import COLOURS, GREY, MARKERS, SMALL, Look, plain, write_ticks
from analyser.plotting.text_chart import interval_chart
from analyser.strategies.strategy import RANDOM

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, FigureBase

MOST_LEVELS = 6
"""A headline of more levels is drawn by those that lie furthest from 0."""


def rungs_of(answer: Answer) -> list[str]:
    """The rungs, the lowest first."""
    return [str(one) for one in answer.tables["answers"]["rung"].unique(maintain_order=True)]


def questions_of(answer: Answer) -> list[str]:
    """The headlines of a ladder."""
    return [str(one) for one in answer.tables["answers"]["question"].unique(maintain_order=True)]


def text_charts(answer: Answer) -> Iterator[tuple[str, list[str]]]:
    """For each headline, the level that moves furthest, from rung to rung."""
    for question in questions_of(answer):
        rows = answer.tables["answers"].filter(pl.col("question") == question)
        level = leading_levels(rows)[0]
        some = rows.filter(pl.col("level") == level)
        spans = list(some.select("value", "low", "high").rows())
        mark = 0.0 if some["unit"][0] == "points" else None
        yield f"{question}, {level}, {some['unit'][0]}", interval_chart(some["rung"].to_list(), spans, mark)


def climbed(answer: Answer) -> pl.DataFrame:
    """The steps that lead from rung to rung."""
    rungs = rungs_of(answer)
    pairs = {(one, other) for other, one in pairwise(rungs)}
    steps = answer.tables["steps"]
    return steps.filter([(one, other) in pairs for one, other in steps.select("level", "against").rows()]).unique(
        ["level", "against"], keep="first", maintain_order=True
    )


def leading_levels(rows: pl.DataFrame) -> list[str]:
    """The levels of a headline, those that lie furthest from 0 on any rung above random first."""
    above = rows.filter(pl.col("rung") != RANDOM)
    far = (above if above.height else rows).group_by("level", maintain_order=True).agg(pl.col("value").abs().max())
    return [str(one) for one in far.sort("value", descending=True, maintain_order=True)["level"]]


def ladder_figure(answer: Answer, words: Words | None = None) -> "Figure":
    """All of it on one sheet."""
    from matplotlib.figure import Figure

    figure = Figure((9.0, 2.6 + 2.2 * ((len(questions_of(answer)) + 1) // 2)), layout="constrained")
    figure.suptitle(answer.heading, fontsize=10)
    draw_ladder(figure, answer, words or Words())
    return figure


def draw_ladder(figure: "FigureBase", answer: Answer, words: Words) -> None:
    """The steps first, then a panel for each headline."""
    questions = questions_of(answer)
    n_rows = (len(questions) + 2) // 2
    panels = np.atleast_1d(figure.subplots(n_rows, 2)).ravel()
    draw_steps(panels[0], climbed(answer), words)
    for axes, question in zip(panels[1:], questions, strict=False):
        rows = answer.tables["answers"].filter(pl.col("question") == question)
        draw_headline(axes, rows, rungs_of(answer), words)
    for axes in panels[1 + len(questions) :]:
        axes.set_axis_off()


def draw_steps(axes: "Axes", steps: pl.DataFrame, words: Words) -> None:
    """What each rung wins against the one below, and the line of an equal share."""
    places = np.arange(steps.height)
    value, low, high = (100 * steps[one].to_numpy() for one in ("win_share", "low_share", "high_share"))
    reach = np.vstack([value - low, high - value])
    axes.errorbar(value, places, xerr=reach, fmt=MARKERS[0], color=COLOURS[0], capsize=2.5, markersize=5)
    if steps.height:
        axes.axvline(100 * steps["equal_share"][0], color=GREY, linewidth=1.0, linestyle="--")
    axes.set_yticks(places, [short(one) for one in steps["level"]], fontsize=7)
    axes.set_ylim(-0.6, steps.height - 0.4)
    axes.set_title(words.say("ladder.against"), fontsize=SMALL)
    axes.grid(axis="x", color="#EEEEEE")
    plain(axes)
    write_ticks(axes.xaxis, words)


def draw_headline(axes: "Axes", rows: pl.DataFrame, rungs: list[str], words: Words) -> None:
    """The levels of a headline from rung to rung, with their intervals."""
    levels, unit = leading_levels(rows)[:MOST_LEVELS], str(rows["unit"][0])
    for k, level in enumerate(sorted(levels)):
        some = rows.filter(pl.col("level") == level)
        places = np.array([rungs.index(one) for one in some["rung"]]) + 0.08 * (k - (len(levels) - 1) / 2)
        value = some["value"].to_numpy()
        reach = np.vstack([value - some["low"].to_numpy(), some["high"].to_numpy() - value])
        look: Look = {"marker": MARKERS[k % len(MARKERS)], "color": COLOURS[k % len(COLOURS)]}
        label = words.label(level) if len(levels) > 1 else None
        axes.errorbar(
            places, value, yerr=np.maximum(np.nan_to_num(reach), 0), capsize=2, markersize=4, label=label, **look
        )
    if unit == "points":
        axes.axhline(0, color=GREY, linewidth=0.9)
    axes.set_xticks(range(len(rungs)), [short(one) for one in rungs], fontsize=6, rotation=25, ha="right")
    title = words.label(str(rows["question"][0])).replace("_", " ")
    axes.set_title(f"{title} ({words.label(unit)})", fontsize=SMALL)
    axes.grid(axis="y", color="#EEEEEE")
    plain(axes)
    axes.tick_params(axis="x", labelsize=6)
    write_ticks(axes.yaxis, words)
    if len(levels) > 1:
        axes.legend(frameon=False, fontsize=6, ncols=2)


def short(spec: str) -> str:
    """A rung's name for an axis: « look-ahead 64 » without its base."""
    head, _, rest = spec.partition(":games=")
    return f"{head} {rest.partition('(')[0]}" if head == "lookahead" and rest else spec
