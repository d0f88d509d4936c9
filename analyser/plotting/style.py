"""How figures look and are written: one style for all, whatever the user's matplotlib settings are."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from analyser.core.errors import BadInput
from analyser.core.files import write_whole

LOOK: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
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
