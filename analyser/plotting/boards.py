"""Draws boards with matplotlib: as they are, or as heat maps of a value for each cell. The same file every time."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch, RegularPolygon
from matplotlib.typing import ColorType

from analyser.games.picture import Hexagon, Picture
from analyser.plotting.hover import tell
from analyser.plotting.style import write_figure

A4 = (8.27, 11.69)
HEIGHT = 3**0.5 / 2
"""Distance between rows; cells of a row are 1 apart."""
RADIUS = 3**-0.5
INK, PAPER, LINE = "#111111", "#FFFFFF", "#555555"
DARK = 0.18
"""On cells darker than this, white text is easier to read than black (luminance as in web accessibility)."""
HEAT = "YlGnBu"
"""Light is little, dark is much: readable in black and white and for colour-blind people."""
WRITING = (("note", 0.27, 4.8, "normal"), ("mark", -0.03, 10.0, "bold"), ("name", -0.32, 6.0, "normal"))
"""Text in a cell: height, size in points, weight."""


def write_board(path: Path, picture: Picture, values: Mapping[str, float] | None = None, label: str = "") -> None:
    """Draw a board into a PDF, SVG or PNG file."""
    write_figure(path, lambda: board_figure(picture, values, label))


def board_figure(picture: Picture, values: Mapping[str, float] | None = None, label: str = "") -> Figure:
    """A page of A4. Values by the name of a cell become colours, with a scale."""
    figure = Figure(figsize=A4)
    axes = figure.add_axes((0.02, 0.36, 0.96, 0.585), anchor="N")
    axes.set_title(picture.title, fontsize=13, color=INK)
    axes.set_aspect("equal")
    axes.margins(0.005)
    axes.set_axis_off()
    shades = _draw_scale(figure, values, label) if values else {}
    for one in picture.hexagons:
        style = picture.styles[one.style]
        if one.name in shades:
            _draw_hexagon(axes, one, shades[one.name], "")
        else:
            _draw_hexagon(axes, one, style.fill if not values or one.is_landmark else PAPER, style.hatch)
    axes.autoscale_view()
    _draw_legend(figure, picture, top=0.31 if values else 0.345)
    return figure


def heat_map(axes: Axes, picture: Picture, values: Mapping[str, float]) -> ScalarMappable:
    """A small board whose cells are coloured by a value, from 0, with landmarks only. Returns the scale."""
    axes.set_aspect("equal")
    axes.set_axis_off()
    heat = ScalarMappable(Normalize(0, max(values.values()) or 1), HEAT)
    for one in picture.hexagons:
        style = picture.styles[one.style]
        fill = (
            heat.to_rgba(np.array(values[one.name])) if one.name in values else style.fill if one.is_landmark else PAPER
        )
        x, y = place_of(one)
        cell = axes.add_patch(RegularPolygon((x, y), 6, radius=RADIUS, fc=fill, ec=LINE, lw=0.3))
        if one.name in values:
            tell(cell, f"{one.name}: {values[one.name]:.2f}")
        if one.is_landmark:
            ground = {"fc": PAPER, "ec": INK, "lw": 0.4, "pad": 0.6}
            axes.text(x, y, one.mark, ha="center", va="center", size=5.5, weight="bold", color=INK, bbox=ground)
    axes.autoscale_view()
    return heat


def place_of(one: Hexagon) -> tuple[float, float]:
    """The middle of a cell."""
    return one.column + one.row % 2 / 2, -one.row * HEIGHT


def _draw_scale(figure: Figure, values: Mapping[str, float], label: str) -> dict[str, ColorType]:
    """The scale of a heat map, from 0; returns the colours of the cells."""
    heat = ScalarMappable(Normalize(0, max(values.values()) or 1), HEAT)
    bar = figure.add_axes((0.1, 0.35, 0.8, 0.012))
    figure.colorbar(heat, cax=bar, orientation="horizontal", label=label)
    return dict(zip(values, heat.to_rgba(np.array(list(values.values()))), strict=True))


def _draw_hexagon(axes: Axes, one: Hexagon, fill: ColorType, hatch: str) -> None:
    x, y = place_of(one)
    width, above = (1.6, 2) if one.is_landmark else (0.6, 1)
    edge, name = INK if one.is_landmark else LINE, one.name or None
    axes.add_patch(
        RegularPolygon((x, y), 6, radius=RADIUS, gid=name, fc=fill, ec=edge, lw=width, hatch=hatch, zorder=above)
    )
    ground = PAPER if one.is_landmark else fill
    ink = PAPER if _luminance(ground) < DARK else INK
    behind = {"fc": ground, "ec": "none", "pad": 0.8} if hatch or one.is_landmark else None
    for what, up, size, weight in WRITING:
        if text := getattr(one, what):
            axes.text(x, y + up, text, ha="center", va="center", size=size, weight=weight, color=ink, bbox=behind)


def _luminance(colour: ColorType) -> float:
    """How light a colour looks, from 0 to 1."""
    red, green, blue = to_rgb(colour)
    return 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2


def _draw_legend(figure: Figure, picture: Picture, top: float) -> None:
    handles = [
        Patch(fc=style.fill, ec=LINE, lw=0.6, hatch=style.hatch, label=f"{style.signs}   {style.word}")
        for style in picture.styles.values()
    ]
    figure.legend(
        handles=handles,
        loc="upper center",
        bbox_to_anchor=(0.5, top),
        fontsize=8,
        frameon=False,
        handlelength=3,
        handleheight=1.6,
        title=picture.caption,
        title_fontsize=7,
    )
