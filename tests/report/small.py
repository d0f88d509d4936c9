"""Reports of few games, to be looked at by tests."""

from dataclasses import replace
from functools import cache

import msgspec
from matplotlib.figure import Figure

from analyser import api
from analyser.experiments.sample import Runner
from analyser.experiments.words import Text, Words
from analyser.games.loader import find_game
from analyser.report.build import Report, make_report
from analyser.report.context import ReportContext
from analyser.report.recipe import AnyPage, Recipe, read_recipe
from analyser.simulation.executor import Workers
from tests.report.looking import drawn

GAMES = 1_000
QUICK = "la-planche"
TITLE = Text(en="Is it so?", fr="Est-ce ainsi ?")


def context_of(game: str, lang: str = "en", games: int = GAMES, jobs: int = 2) -> ReportContext:
    path = find_game(game).recipe
    recipe = read_recipe(path)
    asked = api.experiment(game, games=games)
    return ReportContext(recipe, path, asked, Runner(Workers(jobs)), Words(lang, recipe.words))


def with_recipe(context: ReportContext, **changes: object) -> ReportContext:
    """The same context with a recipe that differs in this."""
    return replace(context, recipe=msgspec.structs.replace(context.recipe, **changes))


def with_pages(context: ReportContext, *names: str) -> ReportContext:
    """The same context with some of its questions only, asked of nobody else."""
    pages = tuple(one for one in context.recipe.page if one.name in names)
    assert len(pages) == len(names)
    return with_recipe(context, page=pages, opponents=())


def spec(kind: str, **options: object) -> AnyPage:
    """A page of this kind, as a recipe has it."""
    page = {"kind": kind, "title": {"en": TITLE.en, "fr": TITLE.fr}, **options}
    return msgspec.convert({"page": [page]}, Recipe).page[0]


@cache
def whole_report(game: str, lang: str, checked: bool) -> Report:
    """Every page of a game's recipe; checked: experiments are repeated with other players and assumptions."""
    context = context_of(game, lang)
    if not checked:
        context = with_recipe(context, opponents=(), assumptions=False)
    return make_report(context, "analyse report", lambda number, of, title: None)


@cache
def whole_sheets(game: str, lang: str, checked: bool) -> list[Figure]:
    """All pages of paper, drawn once."""
    canvases = whole_report(game, lang, checked).canvases()
    for canvas in canvases:
        drawn(canvas)
    return canvases


@cache
def few_pages(lang: str = "en", jobs: int = 2) -> Report:
    """Three questions of a quick game."""
    context = with_pages(context_of("la-planche", lang, jobs=jobs), "seats", "length", "survival")
    return make_report(
        with_recipe(context, assumptions=False), "analyse report --game la-planche", lambda number, of, title: None
    )
