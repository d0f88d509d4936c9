"""Draws a figure as SVG to stand inside a web page: letters stay letters, ink and paper follow the page's light or dark
theme, and whoever points at a mark reads its value (`hover`). Small, and the same text every time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TypeAlias

import matplotlib as mpl
import numpy as np
from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.colors import to_hex, to_rgba_array
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Transform
from matplotlib.typing import ColorType
from numpy.typing import ArrayLike

from analyser.core.arrays import Floats
from analyser.plotting.hover import TOLD
from analyser.plotting.style import LOOK

THEMED = {
    "#000000": "ink",
    "#222222": "ink",
    "#666666": "grey",
    "#7a7a7a": "grey",
    "#e4e4e4": "band",
    "#eeeeee": "grid",
    "#ffffff": "paper",
}
"""Colours that follow the theme of the page, and the classes of the style sheet that say how."""
LETTERS = {
    int(code): letter
    for code, letter in (
        (Path.MOVETO, "M"),
        (Path.LINETO, "L"),
        (Path.CURVE3, "Q"),
        (Path.CURVE4, "C"),
        (Path.CLOSEPOLY, "Z"),
    )
}
ANCHORS = {"center": ("middle", 0.5), "right": ("end", 1.0)}
SCALE_STEPS = 32
"""The steps in which a scale of colours is drawn."""
FEW_CORNERS, MANY_CORNERS = 8, 99
SLACK = 1.0
"""What lies so little outside of its frame, in points, is not cut."""
Colour: TypeAlias = "tuple[float, ...] | str | None"


def svg_of(figure: Figure, title: str, name: str) -> str:
    """A figure as an SVG element; `name` makes its ids unlike those of other figures of the page."""
    with mpl.rc_context():
        mpl.rcParams.update(LOOK)
        figure.set_dpi(72)
        told = _named(figure)
        width, height = (72 * one for one in figure.get_size_inches())
        renderer = SvgRenderer(width, height, name, told)
        figure.draw(renderer)
    head = f'<svg class="figure" viewBox="0 0 {_n(width)} {_n(height)}" role="img" aria-label="{escape(title)}">'
    defs = f"<defs>{''.join(renderer.defs.values())}</defs>" if renderer.defs else ""
    return f"{head}{defs}{''.join(renderer.parts)}</svg>"


def _named(figure: Figure) -> dict[str, tuple[str, ...]]:
    """Names for the artists that have something to say, by which the renderer recognises them."""
    told = {}
    for number, artist in enumerate(figure.findobj(lambda one: one in TOLD)):
        artist.set_gid(f"told-{number}")
        told[f"told-{number}"] = TOLD[artist]
    return told


def _n(value: float) -> str:
    """A coordinate with one decimal at most."""
    return f"{round(value, 1) + 0.0:g}"


def _written(path: Path, transform: Transform, simplify: bool = False) -> str:
    """A path as SVG writes it."""
    found = []
    for points, code in path.iter_segments(transform, simplify=simplify):
        numbers = "" if code == Path.CLOSEPOLY else " ".join(_n(float(one)) for one in np.ravel(points))
        found.append(f"{LETTERS[int(code)]}{numbers}")
    return "".join(found)


@dataclass(eq=False)
class SvgRenderer(RendererBase):
    """What matplotlib draws on."""

    width: float
    height: float
    name: str
    told: Mapping[str, Sequence[str]]
    parts: list[str] = field(default_factory=list)
    defs: dict[str, str] = field(default_factory=dict)
    groups: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def get_canvas_width_height(self) -> tuple[float, float]:
        """In points."""
        return self.width, self.height

    def open_group(self, s: str, gid: str | None = None) -> None:
        """An artist begins."""
        self.groups.append(gid or "")

    def close_group(self, s: str) -> None:
        """An artist ends."""
        self.groups.pop()

    @property
    def texts(self) -> Sequence[str]:
        """What the artist that is being drawn has to say."""
        return next((self.told[one] for one in reversed(self.groups) if one in self.told), ())

    def _flipped(self, transform: Transform) -> Transform:
        return transform + Affine2D().scale(1, -1).translate(0, self.height)

    def _data(self, path: Path, transform: Transform) -> str:
        return _written(path, self._flipped(transform), len(path) > MANY_CORNERS)

    def draw_path(
        self,
        gc: GraphicsContextBase,
        path: Path,
        transform: Transform,
        rgbFace: ColorType | None = None,  # noqa: N803
    ) -> None:
        """A line or an area."""
        look, text = self._look(gc, rgbFace), self.texts[0] if self.texts else ""
        if look and rgbFace is not None and len(path) <= FEW_CORNERS:
            self._draw_shape(path, transform, look + self._clip(gc, path, transform), text)
        elif look and (data := self._data(path, transform)):
            self._add("path", f'd="{data}"{look}{self._clip(gc, path, transform)}', text)

    def _draw_shape(self, path: Path, transform: Transform, look: str, text: str) -> None:
        """A small area: the cells of a board are all alike, so their shape is written once."""
        flipped = self._flipped(transform)
        x, y = (float(one) for one in flipped.transform(np.asarray(path.vertices, float)[:1])[0])
        shape = _written(path, flipped + Affine2D().translate(-x, -y))
        key = self._define("s", f'<path id="{{id}}" d="{shape}"/>')
        self._add("use", f'href="#{key}" x="{_n(x)}" y="{_n(y)}"{look}', text)

    def draw_markers(
        self,
        gc: GraphicsContextBase,
        marker_path: Path,
        marker_trans: Transform,
        path: Path,
        trans: Transform,
        rgbFace: ColorType | None = None,  # noqa: N803
    ) -> None:
        """The same mark at many points."""
        flat = _written(marker_path, marker_trans + Affine2D().scale(1, -1))
        key = self._define("m", f'<path id="{{id}}" d="{flat}"{self._look(gc, rgbFace)}/>')
        texts = list(self.texts)
        points = self._flipped(trans).transform(path.vertices)
        for number, (x, y) in enumerate(points):
            text = texts[number] if len(texts) == len(points) else ""
            self._add("use", f'href="#{key}" x="{_n(x)}" y="{_n(y)}"', text)

    def draw_quad_mesh(
        self,
        gc: GraphicsContextBase,
        master_transform: Transform,
        meshWidth: int,  # noqa: N803
        meshHeight: int,  # noqa: N803
        coordinates: ArrayLike,
        offsets: ArrayLike | Sequence[ArrayLike],
        offsetTrans: Transform,  # noqa: N803
        facecolors: Sequence[ColorType],
        antialiased: bool,
        edgecolors: Sequence[ColorType] | ColorType | None,
    ) -> None:
        """A table or a scale of colours, cell by cell."""
        places, faces = np.asarray(coordinates, float), to_rgba_array(facecolors)
        corners = self._flipped(master_transform).transform(places.reshape(-1, 2)).reshape(places.shape)
        down, across = (max(one // SCALE_STEPS, 1) for one in (meshHeight, meshWidth))
        for row in range(0, meshHeight, down):
            for column in range(0, meshWidth, across):
                number = row * meshWidth + column
                if faces[number][3]:
                    far = corners[min(row + down, meshHeight), min(column + across, meshWidth)]
                    text = self.texts[number] if number < len(self.texts) else ""
                    self._draw_cell(corners[row, column], far, to_hex(faces[number]), text)

    def _draw_cell(self, one: Floats, other: Floats, fill: str, text: str) -> None:
        (x, y), (width, height) = np.minimum(one, other), np.abs(one - other)
        size = f'width="{_n(width)}" height="{_n(height)}"'
        self._add("rect", f'x="{_n(x)}" y="{_n(y)}" {size}{_painted("fill", fill)}', text)

    def draw_text(
        self,
        gc: GraphicsContextBase,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: bool | str = False,
        mtext: Text | None = None,
    ) -> None:
        """A line of text. It is anchored where its author anchored it, since the reader's letters may be narrower."""
        size = prop.get_size_in_points()
        width, _, _ = self.get_text_width_height_descent(s, prop, False)
        anchor, part = ANCHORS.get(mtext.get_horizontalalignment(), ("", 0.0)) if mtext and not angle else ("", 0.0)
        weight = ' font-weight="bold"' if prop.get_weight() == "bold" else ""
        where = f'x="{_n(x + part * width)}" y="{_n(y)}" font-size="{_n(size)}"{weight}'
        where += f' text-anchor="{anchor}"' if anchor else ""
        where += f' transform="rotate({_n(-angle)} {_n(x)} {_n(y)})"' if angle else ""
        self.parts.append(f"<text {where}{_painted('fill', to_hex(gc.get_rgb()))}>{escape(s, quote=False)}</text>")

    def _add(self, tag: str, attributes: str, text: str) -> None:
        inside = f"><title>{escape(text, quote=False)}</title></{tag}>" if text else "/>"
        self.parts.append(f"<{tag} {attributes}{inside}")

    def _define(self, kind: str, content: str) -> str:
        """Something that is used many times: its id."""
        if content not in self.defs:
            self.defs[content] = content.replace("{id}", f"{self.name}-{kind}{len(self.defs)}")
        return self.defs[content].partition('id="')[2].partition('"')[0]

    def _look(self, gc: GraphicsContextBase, face: ColorType | None) -> str:
        """How a path is filled and drawn; nothing if it cannot be seen."""
        width = gc.get_linewidth()
        alpha = gc.get_alpha()
        found = ""
        if face is not None and (len(face) < 4 or float(face[3]) > 0 or self.texts):
            opacity = float(face[3]) if len(face) > 3 else 1.0
            opacity = alpha if gc.get_forced_alpha() else opacity
            hatch = gc.get_hatch()
            fill = to_hex(face[:3])
            found = f' fill="url(#{self._pattern(hatch, fill)})"' if hatch else _painted("fill", fill)
            found += f' fill-opacity="{opacity:.2g}"' if opacity < 1 else ""
        edge = gc.get_rgb()
        if width > 0 and edge[3] > 0:
            found += _painted("stroke", to_hex(edge[:3])) + (f' stroke-width="{_n(width)}"' if width != 1 else "")
            found += f' stroke-opacity="{edge[3]:.2g}"' if edge[3] < 1 else ""
            _, dashes = gc.get_dashes()
            found += (
                f' stroke-dasharray="{" ".join(_n(float(one)) for one in np.ravel(dashes))}"'
                if dashes is not None
                else ""
            )
        elif not found:
            return ""
        return found if "fill" in found.replace("fill-opacity", "") else f' fill="none"{found}'

    def _pattern(self, hatch: str, fill: str) -> str:
        """Lines or dots upon a colour, so that areas differ without colours too."""
        lines = {
            "/": "M 0 6L6 0",
            "\\": "M 0 0L6 6",
            "x": "M 0 6L6 0M 0 0L6 6",
            "-": "M 0 3H6",
            "|": "M 3 0V6",
            "+": "M 0 3H6M 3 0V6",
            ".": "M 2 3H4",
            "o": "M 1.5 3a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
        }
        mark = f'<path d="{lines.get(hatch[0], "")}" class="hatch"/>'
        ground = f'<rect width="6" height="6"{_painted("fill", fill)}/>'
        size = 'width="6" height="6" patternUnits="userSpaceOnUse"'
        return self._define("h", f'<pattern id="{{id}}" {size}>{ground}{mark}</pattern>')

    def _clip(self, gc: GraphicsContextBase, path: Path, transform: Transform) -> str:
        """The frame of a path that reaches beyond it."""
        frame = gc.get_clip_rectangle()
        if frame is None:
            return ""
        reach = path.get_extents(transform)
        inside = frame.x0 - SLACK <= reach.x0 and reach.x1 <= frame.x1 + SLACK
        if inside and frame.y0 - SLACK <= reach.y0 and reach.y1 <= frame.y1 + SLACK:
            return ""
        box = (
            f'x="{_n(frame.x0)}" y="{_n(self.height - frame.y1)}" width="{_n(frame.width)}" height="{_n(frame.height)}"'
        )
        key = self._define("c", f'<clipPath id="{{id}}"><rect {box}/></clipPath>')
        return f' clip-path="url(#{key})"'


def _painted(what: str, colour: str) -> str:
    """A colour, or the class of the theme that stands for it."""
    themed = THEMED.get(colour.lower())
    return f' {what}="var(--{themed})"' if themed else f' {what}="{colour}"'
