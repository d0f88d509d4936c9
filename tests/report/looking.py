"""Looks at a canvas as a reader does: what is written where, and whether anything is cut off or lies upon another."""

from itertools import combinations

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

SLACK = 1.0
"""Dots that boxes may share: they are a little larger than the ink."""


UNHINTED = mpl.rc_context({"text.hinting": "none"})
"""Letters as wide as in the PDF: hinted ones are rounded to whole dots, a tenth too wide in small type."""


@UNHINTED
def drawn(figure: Figure) -> FigureCanvasAgg:
    figure.set_dpi(72)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return canvas


def texts(figure: Figure) -> list[str]:
    """As they are read: without the thin space that keeps an apostrophe off its L."""
    return [one.get_text().replace("\u200a", "") for one in seen(figure)]


def seen(figure: Figure) -> list[Text]:
    """All texts but empty ones and labels of ticks beyond the ends of their axis, which are not drawn."""
    beyond = {label for axis in axes_lines(figure) for label in axis.get_ticklabels()}
    beyond -= {label for axis in axes_lines(figure) for label in tick_labels(axis)}
    return [one for one in figure.findobj(Text) if one.get_visible() and one.get_text().strip() and one not in beyond]


def axes_lines(figure: Figure) -> list[Axis]:
    return [axis for axes in figure.findobj(Axes) for axis in (axes.xaxis, axes.yaxis) if axes.axison]


def tick_labels(axis: Axis) -> list[Text]:
    low, high = sorted(axis.get_view_interval())
    return [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]


@UNHINTED
def cut_off(figure: Figure) -> list[str]:
    """Texts of a drawn figure that reach beyond the paper."""
    renderer = figure.canvas.get_renderer()
    page = Bbox([[0, 0], [figure.bbox.width, figure.bbox.height]])
    return [one.get_text() for one in seen(figure) if not _inside(one.get_window_extent(renderer), page)]


def _inside(box: Bbox, page: Bbox) -> bool:
    low, high = box.min - page.min, page.max - box.max
    return bool((low > -SLACK).all() and (high > -SLACK).all())


@UNHINTED
def overlaps(figure: Figure) -> list[tuple[str, str]]:
    """Pairs of texts of the page, or of labels of one axis, that lie upon each other."""
    renderer = figure.canvas.get_renderer()
    groups = [figure.texts, *(tick_labels(axis) for axis in axes_lines(figure))]
    return [pair for group in groups for pair in _upon_each_other(group, renderer)]


def _upon_each_other(group: list[Text], renderer: object) -> list[tuple[str, str]]:
    boxes = [(one.get_text(), one.get_window_extent(renderer)) for one in group if one.get_text().strip()]
    return [(one, other) for (one, a), (other, b) in combinations(boxes, 2) if _overlap(a, b)]


def _overlap(a: Bbox, b: Bbox) -> bool:
    return min(a.x1, b.x1) - max(a.x0, b.x0) > SLACK and min(a.y1, b.y1) - max(a.y0, b.y0) > SLACK + 0.35 * min(
        a.height, b.height
    )
