"""How figures look and are written: one style for all, whatever the user's matplotlib settings are."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont

from analyser.core.errors import BadInput
from analyser.core.files import write_whole

TYPEFACE = "DejaVu Sans"
LOOK: dict[Any, Any] = {
    "font.family": TYPEFACE,
    "hatch.linewidth": 0.35,
    "pdf.fonttype": 42,
    "svg.hashsalt": "analyser",
    "axes.unicode_minus": False,
}
UNDATED: dict[str, dict[str, None]] = {
    ".pdf": {"CreationDate": None},
    ".svg": {"Date": None},
    ".png": {"Software": None},
}
"""Metadata that is left out, so that a figure has the same bytes every time."""


def check_picture_file(path: Path, option: str = "--out") -> None:
    """Refuse a file that cannot be written, before anything is drawn."""
    if path.suffix.lower() not in UNDATED:
        allowed = ", ".join(UNDATED)
        raise BadInput(f"Cannot draw {path}: « {path.suffix} » is not a kind of picture. Allowed: {allowed}.")
    if not path.parent.is_dir():
        raise BadInput(f"Cannot write {path}: there is no folder {path.parent}. Type {option} FILE.")
    check_typeface()


def check_typeface() -> None:
    """Refuse a matplotlib that has lost its typeface: another is wider, and lacks some of our signs."""
    try:
        findfont(FontProperties(family=TYPEFACE), fallback_to_default=False)
    except ValueError:
        raise BadInput(
            f"The typeface {TYPEFACE} of all figures and pages is missing; matplotlib brings it. "
            "Type: pip install --force-reinstall matplotlib"
        ) from None


def write_figure(path: Path, make: Callable[[], Figure], dpi: int = 200) -> None:
    """Draw a figure into a PDF, SVG or PNG file: the same bytes every time."""
    check_picture_file(path)
    kind, content = path.suffix.lower(), io.BytesIO()
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(LOOK)
        make().savefig(content, format=kind[1:], dpi=dpi, metadata=UNDATED[kind])
    try:
        write_whole(path, content.getvalue())
    except OSError as problem:
        raise BadInput(f"Cannot write {path}: {problem.strerror}. Type --out FILE.") from None
