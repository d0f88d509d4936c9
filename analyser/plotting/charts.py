"""The kinds of figures: each draws on a figure, or on the part of a page that is given to it.

Colours are those of Okabe and Ito, which colour-blind people can distinguish; markers, hatches and shades say the same
again in black and white.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import QuadMesh
from matplotlib.figure import FigureBase
from matplotlib.ticker import Formatter
from matplotlib.transforms import ScaledTranslation

from analyser.core.arrays import Floats
from analyser.plotting.hover import tell, tell_each

INK, GREY, BAND = "#222222", "#666666", "#E4E4E4"
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442", "#000000")
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "--", "++", "oo")
SMALL = 8
LABELS = 32
"""The height of an axis's ticks and label, in points."""
Look = dict[str, Any]
"""Keywords of matplotlib's functions, whose own stubs leave them open."""
SAMPLES: Look = {"handlelength": 2.6, "handleheight": 1.3}
"""Legends of hatched areas: samples large enough to show their hatch without colours."""


class Numbers(Protocol):
    """How a language writes numbers."""

    def number(self, value: float, digits: int = 1) -> str:
        """With this many decimals."""

    def between(self, low: float, high: float, digits: int = 1) -> str:
        """An interval."""


class Series(NamedTuple):
    """Points with intervals; ends may be missing."""

    name: str
    values: Sequence[float | None]
    low: Sequence[float | None]
    high: Sequence[float | None]
    faint: bool = False
    """Drawn in grey: to be compared with, not to be trusted."""


class Marks(NamedTuple):
    """Lines and a band that a reader compares with."""

    label: str
    zero: float = 0.0
    band: tuple[float, float] | None = None
    band_name: str = ""
    zero_name: str = ""
    other: float | None = None
    """Another line, dotted."""
    other_name: str = ""

    @property
    def are_named(self) -> bool:
        """Whether a legend says what they are."""
        return bool(self.band_name or self.zero_name or self.other_name)


def apart(text: str) -> str:
    """A text for this typeface, which would print an apostrophe upon the L before it."""
    return text.replace("L’", "L\u200a’")


def plain(axes: Axes) -> None:
    """No frame but the axes; light lines to read along."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=SMALL)
    axes.set_axisbelow(True)


class Ticks(Formatter):
    """Tick labels as the language writes numbers, with as many decimals as they need."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """All labels of an axis."""
        digits = _digits(values)
        return [self.numbers.number(value, digits) for value in values]

    def __call__(self, value: float, pos: int | None = None) -> str:
        """One label alone."""
        return self.numbers.number(value, _digits([value]))


def write_ticks(axis: Axis, numbers: Numbers) -> None:
    """An axis of numbers."""
    axis.set_major_formatter(Ticks(numbers))


def _digits(places: Sequence[float]) -> int:
    """As many decimals as the ticks need."""
    for digits in range(4):
        if np.allclose(places, np.round(places, digits), atol=1e-9):
            return digits
    return 4


def forest(figure: FigureBase, labels: Sequence[str], series: Sequence[Series], marks: Marks, numbers: Numbers) -> None:
    """Rows with points and intervals, a line at zero, and the band that is tolerated."""
    axes = figure.subplots()
    _band(axes.axvspan, marks)
    _lines(axes.axvline, marks)
    step = 0.8 / max(len(series), 1)
    size = 6 if len(labels) <= 16 else 4
    for k, one in enumerate(series):
        rows = np.arange(len(labels)) + (k - (len(series) - 1) / 2) * step
        kept = [row for row, value in enumerate(one.values) if value is not None]
        values = np.array([one.values[row] for row in kept], float)
        look = _look(k, one.faint) | {"markersize": size}
        points = axes.errorbar(values, rows[kept], xerr=_reach(one, kept, values), label=one.name, **look)
        tell(points[0], *(_told(labels[row], one, row, numbers) for row in kept))
    axes.set_yticks(range(len(labels)), list(map(apart, labels)))
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_xlabel(marks.label, fontsize=SMALL)
    axes.grid(axis="x", color="#EEEEEE")
    plain(axes)
    write_ticks(axes.xaxis, numbers)
    _legend(axes, len(series) > 1 or marks.are_named)


def _look(number: int, faint: bool) -> Look:
    colour = "#9A9A9A" if faint else COLOURS[number % len(COLOURS)]
    return {
        "fmt": MARKERS[number % len(MARKERS)],
        "color": colour,
        "markerfacecolor": "white" if faint or number else colour,
        "capsize": 2.5,
        "linewidth": 1.2,
    }


def _told(label: str, one: "Series | Bars", row: int, numbers: Numbers) -> str:
    """A point or a bar in words: its name, its value and its interval."""
    value = one.values[row]
    low, high = (None if ends is None else ends[row] for ends in (one.low, one.high))
    interval = "" if low is None or high is None else f" ({numbers.between(low, high, 2)})"
    who = f", {one.name}" if one.name else ""
    return f"{label}{who}: {numbers.number(value or 0.0, 2)}{interval}"


def _reach(one: Series, kept: Sequence[int], values: Floats) -> Floats:
    """How far the intervals go to both sides; a missing end is the point itself."""
    low = np.array([one.values[k] if one.low[k] is None else one.low[k] for k in kept], float)
    high = np.array([one.values[k] if one.high[k] is None else one.high[k] for k in kept], float)
    return np.vstack([np.maximum(values - low, 0), np.maximum(high - values, 0)])


def _lines(line: Callable[..., object], marks: Marks) -> None:
    line(marks.zero, color=GREY, linewidth=0.9, label=marks.zero_name)
    if marks.other is not None:
        line(marks.other, color=GREY, linewidth=1.2, linestyle=":", label=marks.other_name)


def _band(span: Callable[..., object], marks: Marks) -> None:
    if marks.band is not None:
        span(*marks.band, color=BAND, zorder=0, label=marks.band_name)


def _legend(axes: Axes, wanted: bool, columns: int = 3, hatched: bool = False) -> None:
    if wanted:
        axes.legend(frameon=False, fontsize=SMALL, ncols=columns, **below(axes), **(SAMPLES if hatched else {}))


def below(axes: Axes) -> Look:
    """Where a legend stands: under the label of the axis, however low the chart is."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    moved = axes.transAxes + ScaledTranslation(0, -LABELS / 72, figure.dpi_scale_trans)
    return {"loc": "upper center", "bbox_to_anchor": (0.5, 0.0), "bbox_transform": moved}


def curve(
    figure: FigureBase, levels: Sequence[str], series: Sequence[Series], marks: Marks, numbers: Numbers, below: str = ""
) -> None:
    """Values over ordered levels, with intervals; what is only seen is grey."""
    axes = figure.subplots()
    _band(axes.axhspan, marks)
    _lines(axes.axhline, marks)
    for k, one in enumerate(series):
        at = [place for place, value in enumerate(one.values) if value is not None]
        values = np.array([one.values[place] for place in at], float)
        look = _look(k, one.faint) | {"linestyle": "--" if one.faint else "-"}
        look["marker"] = look.pop("fmt")
        points = axes.errorbar(at, values, yerr=_reach(one, at, values), label=one.name, **look)
        tell(points[0], *(_told(levels[place], one, place, numbers) for place in at))
    axes.set_xticks(range(len(levels)), list(map(apart, levels)))
    axes.set_xlim(-0.4, len(levels) - 0.6)
    axes.set_ylabel(marks.label, fontsize=SMALL)
    axes.set_xlabel(below, fontsize=SMALL)
    axes.grid(axis="y", color="#EEEEEE")
    plain(axes)
    write_ticks(axes.yaxis, numbers)
    _legend(axes, len(series) > 1 or marks.are_named)


class Bars(NamedTuple):
    """Bars for each category; intervals may be missing."""

    name: str
    values: Sequence[float]
    low: Sequence[float] | None = None
    high: Sequence[float] | None = None


def bars(figure: FigureBase, labels: Sequence[str], groups: Sequence[Bars], marks: Marks, numbers: Numbers) -> Axes:
    """Upright bars side by side, with intervals, a line to compare with, and the band that is tolerated."""
    axes = figure.subplots()
    _band(axes.axhspan, marks)
    if marks.zero:
        axes.axhline(marks.zero, color=GREY, linewidth=0.9, linestyle="--")
    width = 0.8 / len(groups)
    for k, one in enumerate(groups):
        at = np.arange(len(labels)) + (k - (len(groups) - 1) / 2) * width
        look: Look = {"color": COLOURS[k], "hatch": HATCHES[k], "edgecolor": "white", "linewidth": 0.6}
        drawn = axes.bar(at, one.values, width * 0.92, label=one.name, **look)
        tell_each(drawn.patches, [_told(label, one, row, numbers) for row, label in enumerate(labels)])
        if one.low is not None and one.high is not None:
            reach = np.abs(np.vstack([np.subtract(one.values, one.low), np.subtract(one.high, one.values)]))
            axes.errorbar(at, one.values, yerr=reach, fmt="none", color=INK, capsize=2.5, linewidth=1.0)
    axes.set_xticks(range(len(labels)), labels)
    axes.set_ylabel(marks.label, fontsize=SMALL)
    axes.grid(axis="y", color="#EEEEEE")
    plain(axes)
    write_ticks(axes.yaxis, numbers)
    _legend(axes, len(groups) > 1 or bool(marks.band_name), 4, hatched=True)
    return axes


def histogram(
    axes: Axes,
    values: Sequence[int],
    games: Sequence[int],
    numbers: Numbers,
    labels: tuple[str, str],
    number: int = 0,
    name: str = "",
) -> None:
    """Shares of games by a whole number, from how many games have each: a line of steps, filled. `labels` are those of
    the upright and of the level axis.
    """
    least, most = min(values), max(values)
    counts = np.bincount(np.asarray(values) - least, games, most - least + 1)
    edges = np.arange(least, most + 2) - 0.5
    if len(counts) > 80:
        size = -(-len(counts) // 60)
        counts = np.add.reduceat(counts, np.arange(0, len(counts), size))
        edges = least - 0.5 + size * np.arange(len(counts) + 1)
    shares = 100 * counts / counts.sum()
    look: Look = {"color": COLOURS[number], "linewidth": 1.4, "linestyle": ("-", "--", ":")[number % 3]}
    axes.stairs(shares, edges, label=name, fill=False, **look)
    axes.stairs(shares, edges, fill=True, color=COLOURS[number], alpha=0.18)
    seen = axes.bar(edges[:-1], shares, np.diff(edges), align="edge", facecolor="none", edgecolor="none")
    tell_each(seen.patches, [_told_bin(*one, numbers, labels) for one in zip(edges, edges[1:], shares, strict=False)])
    axes.set_ylabel(labels[0], fontsize=SMALL)
    axes.set_xlabel(labels[1], fontsize=SMALL)
    plain(axes)
    write_ticks(axes.yaxis, numbers)
    write_ticks(axes.xaxis, numbers)


def _told_bin(low: float, high: float, share: float, numbers: Numbers, labels: tuple[str, str]) -> str:
    """A bar of a histogram in words."""
    first, last = numbers.number(low + 0.5, 0), numbers.number(high - 0.5, 0)
    values = first if first == last else f"{first}–{last}"
    return f"{labels[1]} {values}: {numbers.number(share, 1)} ({labels[0]})"


def heat(axes: Axes, columns: Sequence[str], values: Floats, numbers: Numbers, centre: float) -> QuadMesh:
    """A table of shares as colours, light to dark through the equal share, with the numbers in its cells. Its rows are
    named by the chart to its left.
    """
    reach = float(np.nanmax(np.abs(np.asarray(values) - centre))) or 1.0
    edges = [np.arange(size + 1) - 0.5 for size in reversed(np.shape(values))]
    image = axes.pcolormesh(*edges, values, cmap="PuOr_r", vmin=centre - reach, vmax=centre + reach)
    axes.invert_yaxis()
    small = 7 if len(columns) <= 10 else 6
    axes.set_xticks(range(len(columns)), columns, rotation=90, fontsize=small)
    axes.set_yticks([])
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            if np.isfinite(value):
                dark = abs(value - centre) > 0.62 * reach
                text = numbers.number(value, 0)
                axes.text(column, row, text, ha="center", va="center", size=small, color="white" if dark else INK)
    return image


def stacked(
    axes: Axes,
    labels: Sequence[str],
    parts: Mapping[str, Sequence[float]],
    numbers: Numbers,
    label: str,
    across: bool = False,
) -> None:
    """What a whole is made of, in bars; parts below zero hang down."""
    above, under = np.zeros(len(labels)), np.zeros(len(labels))
    for k, (name, values) in enumerate(parts.items()):
        sizes = np.asarray(values, float)
        start = np.where(sizes >= 0, above, under)
        look: Look = {
            "color": COLOURS[k],
            "hatch": HATCHES[k],
            "edgecolor": "white",
            "linewidth": 0.5,
            "label": name,
        }
        if across:
            drawn = axes.barh(range(len(labels)), sizes, left=start, **look)
        else:
            drawn = axes.bar(range(len(labels)), sizes, bottom=start, **look)
        told = [f"{one}, {name}: {numbers.number(size, 1)}" for one, size in zip(labels, sizes, strict=True)]
        tell_each(drawn.patches, told)
        above, under = above + np.maximum(sizes, 0), under + np.minimum(sizes, 0)
    if across:
        axes.set_yticks(range(len(labels)), labels)
        axes.invert_yaxis()
        axes.set_xlabel(label, fontsize=SMALL)
        write_ticks(axes.xaxis, numbers)
    else:
        axes.set_xticks(range(len(labels)), labels)
        axes.set_ylabel(label, fontsize=SMALL)
        write_ticks(axes.yaxis, numbers)
    plain(axes)


def river(axes: Axes, chances: Floats, numbers: Numbers, title: str, seats: Sequence[str]) -> None:
    """The chances of all seats after each turn, one above the other."""
    turns = np.arange(1, len(chances) + 1)
    layers = axes.stackplot(turns, 100 * np.asarray(chances).T, colors=COLOURS[: len(seats)], labels=seats, lw=0.4)
    for k, layer in enumerate(layers):
        layer.set(hatch=HATCHES[k], edgecolor="white")
        tell(layer, seats[k])
    axes.set_ylim(0, 100)
    axes.set_xlim(1, max(len(chances), 2))
    axes.set_title(title, fontsize=SMALL)
    plain(axes)
    write_ticks(axes.xaxis, numbers)
    write_ticks(axes.yaxis, numbers)
