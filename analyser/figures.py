"""How figures look and are written: one style for all, whatever a user's own settings of matplotlib are."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from analyser.errors import BadInput

LOOK: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "hatch.linewidth": 0.35,
    "pdf.fonttype": 42,
    "svg.hashsalt": "analyser",
    "axes.unicode_minus": False,
}
UNDATED: dict[str, dict[str, Any]] = {
    ".pdf": {"CreationDate": None},
    ".svg": {"Date": None},
    ".png": {"Software": None},
}
"""What must not be written into a file, so that it is the same whenever it is drawn."""


def check_picture_file(path: Path, option: str = "--out") -> None:
    """Refuse a file that no picture can be written to, before anything is drawn."""
    if path.suffix.lower() not in UNDATED:
        allowed = ", ".join(UNDATED)
        raise BadInput(f"Cannot draw {path}: « {path.suffix} » is no kind of picture. Allowed: {allowed}.")
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
        path.write_bytes(content.getvalue())
    except OSError as problem:
        raise BadInput(f"Cannot write {path}: {problem.strerror}. Type --out FILE.") from None
