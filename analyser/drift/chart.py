"""The drift chart: how far each metric moved, with the band of its tolerance."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyser.drift.check import CheckResult
from analyser.drift.outcomes import LENGTH
from analyser.drift.outputs import headline
from analyser.drift.verdict import DriftVerdict, JudgedChange
from analyser.plotting.style import write_figure

STYLES = {
    DriftVerdict.PASS: ("#0072B2", "o"),
    DriftVerdict.WARN: ("#E69F00", "s"),
    DriftVerdict.INCONCLUSIVE: ("#999999", "D"),
    DriftVerdict.FAIL: ("#D55E00", "X"),
}
"""Colour and marker of each verdict."""


def write_chart(path: Path, results: Sequence[CheckResult]) -> None:
    """A forest of differences as PNG, PDF or SVG."""
    write_figure(path, lambda: drift_figure(results), dpi=150)


def drift_figure(results: Sequence[CheckResult]) -> Figure:
    """A panel for each baseline, a row for each metric."""
    rows = [max(len(result.judged), 1) for result in results]
    figure = Figure(figsize=(9, 1.0 * len(rows) + 0.24 * sum(rows)), layout="constrained")
    axes = figure.subplots(len(rows), squeeze=False, height_ratios=rows)
    for result, panel in zip(results, axes[:, 0], strict=True):
        _draw(panel, result)
    return figure


def _draw(panel: Axes, result: CheckResult) -> None:
    panel.set_title(headline(result), loc="left", fontsize=9, wrap=True)
    if not result.judged:
        panel.axis("off")
        panel.text(0.0, 0.5, "No metric had to be judged.", transform=panel.transAxes)
        return
    panel.axvspan(-1, 1, color="#DDDDDD", zorder=0)
    panel.axvline(0, color="#555555", linewidth=0.8)
    for row, one in enumerate(result.judged):
        at, width = one.change.delta / one.tolerance, one.half_width / one.tolerance
        colour, marker = STYLES[one.verdict]
        panel.errorbar(at, row, xerr=width, color=colour, marker=marker, capsize=2, markersize=5)
    panel.set_yticks(range(len(result.judged)), [_label(one) for one in result.judged])
    panel.invert_yaxis()
    panel.set_xlabel("moved, in tolerances (99 % intervals); the grey band is what may move")
    _legend(panel, result.judged)


def _label(one: JudgedChange) -> str:
    unit = f"{one.tolerance:.2f} rounds" if one.change.metric == LENGTH else f"{100 * one.tolerance:g} points"
    return f"{one.change.metric} (± {unit})"


def _legend(panel: Axes, judged: Sequence[JudgedChange]) -> None:
    for verdict in dict.fromkeys(one.verdict for one in judged):
        colour, marker = STYLES[verdict]
        panel.plot([], [], marker, color=colour, label=str(verdict))
    panel.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
