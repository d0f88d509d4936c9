"""Reports of few games, to be looked at by tests."""

from dataclasses import replace
from functools import cache

from matplotlib.figure import Figure

from analyser import api
from analyser.experiments.sample import Lab
from analyser.registry import find_game
from analyser.report.build import Report, make_report
from analyser.report.desk import Desk
from analyser.report.recipe import Ask, read_recipe
from analyser.report.words import Words
from analyser.workers import Workers
from tests.report.looking import drawn

GAMES = 1_000
QUICK = "la-planche"


def desk_of(game: str, lang: str = "en", games: int = GAMES, jobs: int = 2) -> Desk:
    recipe = read_recipe(find_game(game))
    asked = api.asked(game, None, games)
    return Desk(recipe, asked, Lab(Workers(jobs)), Words(lang, recipe.words))


def with_asks(desk: Desk, *names: str) -> Desk:
    """The same desk with some of its questions only."""
    asks = tuple(one for one in desk.recipe.asks if one.name in names)
    assert len(asks) == len(names)
    return replace(desk, recipe=replace(desk.recipe, asks=asks, fields=()))


def ask(kind: str, **options: object) -> Ask:
    return Ask(kind, kind, {"en": "Is it so?", "fr": "Est-ce ainsi ?"}, options)


@cache
def whole_report(game: str, lang: str) -> Report:
    """Every page of a game's recipe; experiments are repeated, with other players and assumptions, only where that is
    quick.
    """
    desk = desk_of(game, lang)
    if game != QUICK:
        desk = replace(desk, recipe=replace(desk.recipe, fields=(), assumptions=False))
    return make_report(desk, "analyse report", lambda number, of, title: None)


@cache
def whole_sheets(game: str, lang: str) -> list[Figure]:
    """All pages of paper, drawn once."""
    sheets = whole_report(game, lang).sheets()
    for sheet in sheets:
        drawn(sheet)
    return sheets


@cache
def few_pages(lang: str = "en", jobs: int = 2) -> Report:
    """Three questions of a quick game."""
    desk = with_asks(desk_of("la-planche", lang, jobs=jobs), "seats", "length", "survival")
    return make_report(desk, "analyse report --game la-planche", lambda number, of, title: None)
