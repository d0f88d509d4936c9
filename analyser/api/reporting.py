"""The balance report of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from analyser.core.errors import BadInput

if TYPE_CHECKING:
    from analyser.api.options import Options
    from analyser.experiments.sample import Runner
    from analyser.report.build import Report, Step
    from analyser.report.context import ReportContext
    from analyser.report.page import Page

REPORTS = Path("reports") / "out"


@dataclass(frozen=True)
class Written:
    """A report that was written: the PDF, or the HTML file alone; and all files."""

    report: Report
    path: Path
    files: list[Path]


def report(
    game: str | None = None,
    run: Path | None = None,
    *,
    lang: str = "en",
    recipe: Path | None = None,
    out: Path | None = None,
    html: bool = False,
    fix: Path | None = None,
    command: str = "",
    step: Step | None = None,
    answered: Callable[[Page], None] = lambda page: None,
    **options: Unpack[Options],
) -> Written:
    """Play what the report of a game, or of a run, needs, and write it as a PDF with its figures and tables, and as one
    HTML file; `html`: that file alone.

    `lang` is en or fr; `recipe` your own questions and tolerances; `fix` a folder in which `fix` has kept its answer,
    for the page about what to change (for a shipped game: ours, if left out). Everything is checked before a game is
    played.
    """
    from analyser.report.build import HTML, check_target, make_report, with_gallery, write_report

    tell = step or (lambda number, of, title: None)
    context = _context(game, run, lang, recipe, fix, options)
    language = "" if lang == "en" else f"-{lang}"
    path = out or REPORTS / f"{context.game.name}-{context.experiment.players}p{language}.pdf"
    path = path.with_suffix(HTML) if html and out is None else path
    if html and path.suffix.lower() != HTML:
        raise BadInput(f"--html writes the HTML file alone, and --out {path} is none. Type a name that ends in .html.")
    check_target(path)
    made = with_gallery(make_report(context, command, tell, answered))
    tell(0, 0, "HTML" if path.suffix.lower() == HTML else "PDF, HTML")
    return Written(made, path, write_report(made, path))


def _context(
    game: str | None, run: Path | None, lang: str, recipe: Path | None, fix: Path | None, options: Options
) -> ReportContext:
    from analyser.api.options import runner_of, spec_of
    from analyser.experiments.words import check_language
    from analyser.games.loader import find_game
    from analyser.report.context import context_of_game, games_of_report

    check_language(lang)
    runner = runner_of(options)
    if run is not None:
        return _context_of_run(run, game, lang, recipe, fix, options, runner)
    if game is None:
        raise BadInput("analyse report needs --game GAME, or the folder of a run. See: analyse games")
    options["games"] = games_of_report(find_game(game), recipe, options.get("games"))
    return context_of_game(spec_of(game, options), recipe, lang, runner, fix)


def _context_of_run(
    run: Path,
    game: str | None,
    lang: str,
    recipe: Path | None,
    fix: Path | None,
    options: Options,
    runner: Runner,
) -> ReportContext:
    from analyser.report.context import context_of_run

    given: dict[str, object] = {name: options.get(name) for name in ("players", "games", "settings")}
    for name, value in given.items():
        if value:
            raise BadInput(f"A run has its own {name}: leave the option out, or leave {run} out and play anew.")
    folders: Sequence[Path] = options.get("folders", ())
    return context_of_run(run, game, folders, recipe, lang, runner, fix)
