"""The drift chart: how far each metric moved, with the band of its tolerance."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from analyser.drift.check import Report
from analyser.drift.judging import Judged, Verdict
from analyser.drift.outcomes import LENGTH
from analyser.drift.outputs import headline
from analyser.figures import write_figure

COLOURS = {Verdict.PASS: "#0072B2", Verdict.WARN: "#E69F00", Verdict.INCONCLUSIVE: "#999999", Verdict.FAIL: "#D55E00"}
MARKERS = {Verdict.PASS: "o", Verdict.WARN: "s", Verdict.INCONCLUSIVE: "D", Verdict.FAIL: "X"}


def write_chart(path: Path, reports: Sequence[Report]) -> None:
    """A forest of differences as PNG, PDF or SVG."""
    write_figure(path, lambda: drift_figure(reports), dpi=150)


def drift_figure(reports: Sequence[Report]) -> Figure:
    """A panel for each baseline, a row for each metric."""
    rows = [max(len(report.judged), 1) for report in reports]
    figure = Figure(figsize=(9, 1.0 * len(rows) + 0.24 * sum(rows)), layout="constrained")
    axes = figure.subplots(len(rows), squeeze=False, height_ratios=rows)
    for report, panel in zip(reports, axes[:, 0], strict=True):
        _draw(panel, report)
    return figure


def _draw(panel: Any, report: Report) -> None:
    panel.set_title(headline(report), loc="left", fontsize=9, wrap=True)
    if not report.judged:
        panel.axis("off")
        panel.text(0.0, 0.5, "No metric had to be judged.", transform=panel.transAxes)
        return
    panel.axvspan(-1, 1, color="#DDDDDD", zorder=0)
    panel.axvline(0, color="#555555", linewidth=0.8)
    for row, one in enumerate(report.judged):
        at, width = one.change.delta / one.tolerance, one.half_width / one.tolerance
        style = {"color": COLOURS[one.verdict], "marker": MARKERS[one.verdict], "capsize": 2, "markersize": 5}
        panel.errorbar(at, row, xerr=width, **style)
    panel.set_yticks(range(len(report.judged)), [_label(one) for one in report.judged])
    panel.invert_yaxis()
    panel.set_xlabel("moved, in tolerances (99 % intervals); the grey band is what may move")
    _legend(panel, report.judged)


def _label(one: Judged) -> str:
    unit = f"{one.tolerance:.2f} rounds" if one.change.metric == LENGTH else f"{100 * one.tolerance:g} points"
    return f"{one.change.metric} (± {unit})"


def _legend(panel: Any, judged: Sequence[Judged]) -> None:
    for verdict in dict.fromkeys(one.verdict for one in judged):
        panel.plot([], [], MARKERS[verdict], color=COLOURS[verdict], label=str(verdict))
    panel.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
