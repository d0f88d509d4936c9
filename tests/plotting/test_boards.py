"""Boards as matplotlib draws them: the figure's data, not its pixels."""

from itertools import combinations
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import RegularPolygon

from analyser.core.errors import BadInput
from analyser.games.loader import find_game
from analyser.games.picture import Hexagon
from analyser.plotting.boards import PAPER, board_figure, write_board

PICTURE = find_game("black-fleet").picture()
NAMES = [one.name for one in PICTURE.hexagons if one.name]
VALUES = {name: float(k) for k, name in enumerate(NAMES)}
KINDS = (".pdf", ".svg", ".png")


def drawn(figure: Figure) -> dict[tuple[float, float], RegularPolygon]:
    """The hexagons by place."""
    patches = [one for one in figure.axes[0].patches if isinstance(one, RegularPolygon)]
    return {one.xy: one for one in patches}


def place(one: Hexagon) -> tuple[float, float]:
    return one.column + one.row % 2 / 2, -one.row * 3**0.5 / 2


def test_every_cell_is_drawn_at_its_place_in_its_colour_and_pattern() -> None:
    patches = drawn(board_figure(PICTURE))
    assert len(patches) == len(PICTURE.hexagons)
    for one in PICTURE.hexagons:
        patch, style = patches[place(one)], PICTURE.styles[one.style]
        assert to_hex(patch.get_facecolor()).upper() == style.fill
        assert (patch.get_hatch() or "") == style.hatch
        assert (patch.get_gid() or "") == one.name


def test_names_marks_and_notes_are_written() -> None:
    written = sorted(text.get_text() for text in board_figure(PICTURE).axes[0].texts)
    wanted = [text for one in PICTURE.hexagons for text in (one.name, one.mark, one.note) if text]
    assert written == sorted(wanted)


def test_the_title_and_the_legend_say_what_is_drawn() -> None:
    figure = board_figure(PICTURE)
    assert "reconstruction" in figure.axes[0].get_title()
    (legend,) = figure.legends
    assert [text.get_text().split("   ")[1] for text in legend.get_texts()] == [
        style.word for style in PICTURE.styles.values()
    ]
    assert legend.get_title().get_text() == PICTURE.caption


@pytest.mark.parametrize("values", [None, VALUES], ids=["board", "heat map"])
def test_no_writing_is_cut_off_or_over_another(values: dict[str, float] | None) -> None:
    figure = board_figure(PICTURE, values, "robberies")
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    axes, legends = figure.axes[0], figure.legends
    boxes = [text.get_window_extent(canvas.get_renderer()) for text in (*axes.texts, axes.title, *legends)]
    boxes += [bar.get_tightbbox() for bar in figure.axes[1:]]
    for box in boxes:
        assert figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= box.y0 and box.y1 <= figure.bbox.y1
    assert not [(one, other) for one, other in combinations(boxes, 2) if one.overlaps(other)]


def test_a_heat_map_shades_cells_by_their_value_and_leaves_ports_their_colours() -> None:
    patches = drawn(board_figure(PICTURE, VALUES, "robberies"))
    light = {one.name: sum(patches[place(one)].get_facecolor()[:3]) for one in PICTURE.hexagons if one.name}
    assert light[NAMES[0]] > light[NAMES[len(NAMES) // 2]] > light[NAMES[-1]]
    for one in PICTURE.hexagons:
        if not one.name:
            wanted = PICTURE.styles[one.style].fill if one.is_landmark else PAPER
            assert to_hex(patches[place(one)].get_facecolor()).upper() == wanted


def test_a_heat_map_of_nothing_and_of_some_cells_can_be_drawn() -> None:
    zeros = board_figure(PICTURE, dict.fromkeys(NAMES, 0.0))
    assert zeros.axes[1].get_xlim() == (0, 1)
    some = drawn(board_figure(PICTURE, {NAMES[0]: 2.0}))
    other = next(one for one in PICTURE.hexagons if one.name == NAMES[1])
    assert to_hex(some[place(other)].get_facecolor()).upper() == PAPER


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_file_every_time_whatever_a_users_settings(tmp_path: Path, kind: str) -> None:
    write_board(tmp_path / f"one{kind}", PICTURE)
    with mpl.rc_context({"font.family": "serif", "savefig.dpi": 50, "svg.fonttype": "none", "pdf.fonttype": 3}):
        write_board(tmp_path / f"two{kind}", PICTURE)
    content = (tmp_path / f"one{kind}").read_bytes()
    assert content == (tmp_path / f"two{kind}").read_bytes()
    assert b"CreationDate" not in content and b"dc:date" not in content and b"Software" not in content


def test_a_pdf_has_its_fonts_inside_as_text(tmp_path: Path) -> None:
    write_board(tmp_path / "board.pdf", PICTURE)
    content = (tmp_path / "board.pdf").read_bytes()
    assert b"/FontFile2" in content and b"/Type3" not in content


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    for name in ("board.gif", "board", "board.pdf.txt"):
        with pytest.raises(BadInput, match=r"is not a kind of picture. Allowed: \.pdf, \.svg, \.png\."):
            write_board(tmp_path / name, PICTURE)
    with pytest.raises(BadInput, match="there is no folder"):
        write_board(tmp_path / "nowhere" / "board.pdf", PICTURE)
    (tmp_path / "folder.pdf").mkdir()
    with pytest.raises(BadInput, match=r"Is a directory\. Type --out FILE\."):
        write_board(tmp_path / "folder.pdf", PICTURE)
    assert [path.name for path in tmp_path.iterdir()] == ["folder.pdf"]
