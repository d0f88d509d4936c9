"""Builds a report: plays what its pages need, sets them, and writes the PDF with its figures and tables."""

import io
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from analyser.errors import BadInput, RunFailed
from analyser.figures import LOOK, UNDATED
from analyser.report.desk import Desk
from analyser.report.ends import facts_of, first_pages, last_pages
from analyser.report.layout import alone, question_sheet
from analyser.report.page import Page
from analyser.report.questions import KINDS
from analyser.report.verdicts import ordered, sentence

PICTURES = {".png": 150, ".svg": 72}
"""Each figure beside the PDF, and its dots an inch."""
Step = Callable[[int, int, str], None]
"""Called before each page: its number, how many there are, and its question."""


@dataclass(frozen=True)
class Report:
    """A report that is ready to be written."""

    desk: Desk
    pages: list[Page]
    command: str

    @cached_property
    def verdicts(self) -> list[dict[str, Any]]:
        """Every verdict by importance, for programs."""
        cover = self.first_question
        found = [(cover + k, one) for k, page in enumerate(self.pages) for one in page.verdicts]
        return [
            {
                "page": number,
                "level": str(one.level),
                "question": self.pages[number - cover].title,
                "answer": sentence(one.sentence),
                "holds": str(one.holds),
                "place": one.place(number, self.desk.words),
            }
            for number, one in ordered(found)
        ]

    @cached_property
    def first_question(self) -> int:
        """The number of the first question's page."""
        return 1 + len(first_pages(self.desk, self.pages, self.footer, 2))

    @property
    def footer(self) -> str:
        """What stands at the foot of every page."""
        asked = self.desk.asked
        return self.desk.words.say("footer", game=asked.game.title, players=asked.players, seed=asked.seed)

    def sheets(self) -> list[Figure]:
        """All pages of paper."""
        first = self.first_question
        cover = first_pages(self.desk, self.pages, self.footer, first)
        sheets = [question_sheet(page, first + k, self.footer, self.desk.words) for k, page in enumerate(self.pages)]
        return [*cover, *sheets, *last_pages(self.desk, self.pages, self.footer, first + len(sheets), self.command)]


def make_report(desk: Desk, command: str, step: Step) -> Report:
    """Play, and answer every question."""
    for ask in desk.recipe.asks:
        KINDS[ask.kind].check(desk, ask)
    pages = []
    for number, ask in enumerate(desk.recipe.asks, 1):
        step(number, len(desk.recipe.asks), desk.words.told(ask.title))
        pages.append(KINDS[ask.kind].make(desk, ask))
    return Report(desk, pages, command)


def check_target(path: Path) -> None:
    """Refuse a file that cannot be written, before anything is played."""
    if path.suffix.lower() != ".pdf":
        raise BadInput(f"--out {path} is no PDF file. Type a name that ends in .pdf.")
    if path.is_dir():
        raise BadInput(f"--out {path} is a folder. Type the name of a PDF file.")
    beside = path.with_suffix("").absolute()
    if beside.exists() and not beside.is_dir():
        raise BadInput(f"Cannot write figures beside {path}: {beside} is a file. Type another --out FILE.")
    for folder in (path.absolute().parent, beside):
        nearest = next(one for one in (folder, *folder.parents) if one.exists())
        try:
            TemporaryFile(dir=nearest).close()
        except OSError as problem:
            raise BadInput(f"Cannot write {path}: {nearest}: {problem.strerror}. Type --out FILE.") from None


def write_report(report: Report, path: Path) -> list[Path]:
    """The PDF; beside it, in a folder of its name, each figure as PNG and SVG, each table as CSV, and the verdicts."""
    folder = path.with_suffix("")
    files: dict[Path, bytes] = {}
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(LOOK)
        files[path] = _pdf(report)
        for page in report.pages:
            for kind, dpi in PICTURES.items():
                files[folder / f"{page.name}{kind}"] = _picture(page, kind, dpi)
            files[folder / f"{page.name}.csv"] = page.table.frame.write_csv().encode()
    content = facts_of(report.desk) | {"verdicts": report.verdicts}
    files[folder / "report.json"] = (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, bytes_ in files.items():
            _write_whole(file, bytes_)
    except OSError as problem:
        raise RunFailed(f"Cannot write the report to {path}: {problem.strerror}. Type another --out FILE.") from None
    return list(files)


def _write_whole(file: Path, content: bytes) -> None:
    temporary = file.with_name(file.name + ".tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(file)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _pdf(report: Report) -> bytes:
    """All sheets. Dated only if SOURCE_DATE_EPOCH says so: the same report gives the same bytes."""
    content = io.BytesIO()
    facts: dict[str, Any] = {"Title": report.footer, "Creator": "analyse"}
    if "SOURCE_DATE_EPOCH" not in os.environ:
        facts["CreationDate"] = None
    with PdfPages(content, metadata=facts) as pdf:
        for sheet in report.sheets():
            pdf.savefig(sheet)
    return content.getvalue()


def _picture(page: Page, kind: str, dpi: int) -> bytes:
    content = io.BytesIO()
    alone(page).savefig(content, format=kind[1:], dpi=dpi, metadata=UNDATED[kind])
    return content.getvalue()
