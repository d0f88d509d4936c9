"""Builds a report: plays what its pages need, sets them, and writes the PDF with its figures and tables."""

import io
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryFile

import matplotlib as mpl
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from analyser.core.errors import BadInput, RunFailed
from analyser.core.files import write_together
from analyser.experiments.decisive import decisive, strongest_card
from analyser.experiments.gallery import FOLLOWED, Deciding, Shown, gallery
from analyser.experiments.sample import ExperimentSpec
from analyser.experiments.words import LANGUAGES
from analyser.plotting.style import LOOK, UNDATED, check_typeface
from analyser.report.context import ReportContext
from analyser.report.cover import cover, headline_of, place
from analyser.report.html.document import document
from analyser.report.html.edition import Edition
from analyser.report.layout import alone, question_canvas
from analyser.report.overview import FIRST, numbered, overview
from analyser.report.page import Page
from analyser.report.pages import check_page, make_page
from analyser.report.provenance import facts_of, provenance
from analyser.report.recipe import FeelPage, ValuesPage

HTML = ".html"
PICTURES = {".png": 150, ".svg": 72}
"""Each figure beside the PDF, and its dots an inch."""
Step = Callable[[int, int, str], None]
"""Called before each page: its number, how many there are, and its question."""


@dataclass(frozen=True)
class Report:
    """A report that is ready to be written."""

    context: ReportContext
    pages: list[Page]
    command: str
    gallery: Sequence[Shown] = ()
    """Games to watch."""

    def in_language(self, lang: str) -> "Report":
        """The same report in another language. Nothing is played again."""
        context = self.context.in_language(lang)
        pages = [make_page(context, spec) for spec in context.recipe.page]
        return replace(self, context=context, pages=pages)

    @property
    def edition(self) -> Edition:
        """The report for the HTML file."""
        return Edition(self.context, self.pages, self.command, self.gallery)

    @cached_property
    def overview(self) -> list[Figure]:
        """All verdicts, laid out once."""
        return overview(self.context, self.pages, self.footer)

    @property
    def first_question(self) -> int:
        """The number of the first question's page."""
        return FIRST + len(self.overview)

    @property
    def headline(self) -> str:
        """The answer in a sentence."""
        return self.context.words.sentence(headline_of(self.context, self.pages, self.first_question).sentence)

    @cached_property
    def verdicts(self) -> list[dict[str, object]]:
        """Every verdict by importance, for programs."""
        found = []
        for number, one in numbered(self.pages, self.first_question):
            page = self.pages[number - self.first_question]
            facts = {"page": number, "question": page.title, "answer": page.words.sentence(one.sentence)}
            found.append(facts | one.as_json(page.words) | {"place": place(one, number, page.words)})
        return found

    @property
    def footer(self) -> str:
        """The footer of every page."""
        experiment = self.context.experiment
        facts = {"players": str(experiment.players), "seed": str(experiment.seed)}
        return self.context.words.say("footer", game=experiment.game.title, **facts)

    def as_json(self) -> dict[str, object]:
        """For programs."""
        found = headline_of(self.context, self.pages, self.first_question)
        lights = {str(one.area): {"level": str(one.verdict.level), "page": one.page} for one in found.lights}
        return {**facts_of(self.context), "headline": self.headline, "lights": lights, "verdicts": self.verdicts}

    def canvases(self) -> list[Figure]:
        """All pages of paper."""
        first = self.first_question
        words = self.context.words
        questions = [question_canvas(page, first + k, self.footer, words) for k, page in enumerate(self.pages)]
        last = first + len(questions)
        answer = cover(self.context, self.pages, self.footer, first)
        return [
            answer,
            *self.overview,
            *questions,
            *provenance(self.context, self.pages, self.footer, last, self.command),
        ]


def make_report(
    context: ReportContext, command: str, step: Step, answered: Callable[[Page], None] = lambda page: None
) -> Report:
    """Play, and answer every question; `answered` hears of each page at once."""
    context = context.with_fix()
    for spec in context.recipe.page:
        check_page(context, spec)
    pages = []
    for number, spec in enumerate(context.recipe.page, 1):
        step(number, len(context.recipe.page), context.words.text(spec.title))
        pages.append(make_page(context, spec))
        answered(pages[-1])
    return Report(context, pages, command)


def with_gallery(report: Report) -> Report:
    """The report with games to watch: of those that its page about the feel of games followed, or a few hundred."""
    context = report.context
    page = next((one for one in context.recipe.page if isinstance(one, FeelPage)), None)
    asked = context.asked_for(page)
    asked = asked if page else replace(asked, games=min(asked.games, FOLLOWED))
    job = asked.job("fresh", strategies=context.base)
    return replace(report, gallery=gallery(job, context.runner, _deciding(context, replace(asked, games=job.games))))


def _deciding(context: ReportContext, asked: ExperimentSpec) -> Deciding | None:
    """The strongest card of the report, and a game that it decided."""
    tables = {
        spec.question: context.answers[spec.name].tables[spec.question]
        for spec in context.recipe.page
        if isinstance(spec, ValuesPage)
    }
    card = strongest_card(tables, context.catalogue.questions)
    found = decisive(asked, context.base, card, context.runner) if card else None
    return (card, found) if card and found else None


def check_target(path: Path) -> None:
    """Refuse a file that cannot be written, or letters that cannot, before anything is played."""
    check_typeface()
    if path.suffix.lower() not in (".pdf", HTML):
        raise BadInput(
            f"--out {path} is no PDF file. Type a name that ends in .pdf, or in .html for the HTML file alone."
        )
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


def html_of(report: Report) -> bytes:
    """The report as one HTML file: its own language first, all others behind a button."""
    others = [lang for lang in LANGUAGES if lang != report.context.words.lang]
    return document([one.edition for one in (report, *(report.in_language(lang) for lang in others))])


def write_report(report: Report, path: Path) -> list[Path]:
    """The PDF, or the HTML file alone if the path is one; with the PDF, the HTML file, and in a folder of its name each
    figure as PNG and SVG, each table as CSV, and the verdicts.
    """
    folder = path.with_suffix("")
    files: dict[Path, bytes] = {}
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(LOOK)
        if path.suffix.lower() != HTML:
            files = {path: _pdf(report)} | _pictures_and_tables(report, folder)
        files[path.with_suffix(HTML)] = html_of(report)
    return _written(files, report, path, folder)


def _pictures_and_tables(report: Report, folder: Path) -> dict[Path, bytes]:
    files: dict[Path, bytes] = {}
    for page in report.pages:
        figure = alone(page)
        files |= {folder / f"{page.name}{kind}": _picture(figure, kind, dpi) for kind, dpi in PICTURES.items()}
        files[folder / f"{page.name}.csv"] = page.table.frame.write_csv().encode()
    return files


def _written(files: dict[Path, bytes], report: Report, path: Path, folder: Path) -> list[Path]:
    if path.suffix.lower() == HTML:
        folder = path.parent
    else:
        facts = json.dumps(report.as_json(), indent=2, ensure_ascii=False) + "\n"
        files[folder / "report.json"] = facts.encode()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_together(files)
    except OSError as problem:
        raise RunFailed(f"Cannot write the report to {path}: {problem.strerror}. Type another --out FILE.") from None
    return list(files)


def _pdf(report: Report) -> bytes:
    """All canvases. Dated only if SOURCE_DATE_EPOCH says so: the same report gives the same bytes."""
    content = io.BytesIO()
    facts: dict[str, str | None] = {"Title": report.footer, "Creator": "analyse"}
    if "SOURCE_DATE_EPOCH" not in os.environ:
        facts["CreationDate"] = None
    with PdfPages(content, metadata=facts) as pdf:
        for canvas in report.canvases():
            pdf.savefig(canvas)
    return content.getvalue()


def _picture(figure: Figure, kind: str, dpi: int) -> bytes:
    content = io.BytesIO()
    figure.savefig(content, format=kind[1:], dpi=dpi, metadata=UNDATED[kind])
    return content.getvalue()
