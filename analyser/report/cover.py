"""The first page answers: one sentence, a light for each area, the finding that matters most, and for whom it holds."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from analyser.experiments.headline import Area, Headline, Judged, Light, clause, headline, light_of
from analyser.experiments.robustness import Holds
from analyser.experiments.sentences import Sentence, Several, said
from analyser.experiments.verdict import Level, Verdict
from analyser.experiments.words import Words
from analyser.plotting.charts import GREY
from analyser.report.canvas import BOTTOM, Canvas, height_of
from analyser.report.context import ReportContext
from analyser.report.layout import INDENT, LEAST_CHART, NOTE, TEXT, Marked, chart, foot, height_of_chart, marked
from analyser.report.page import Page
from analyser.report.recipe import (
    CategoriesPage,
    EndingsPage,
    FeelPage,
    FixPage,
    LengthPage,
    PageSpec,
    SeatsPage,
    ValuesPage,
)

AREAS: dict[type[PageSpec], Area] = {
    SeatsPage: Area.SEATS,
    ValuesPage: Area.CARDS,
    CategoriesPage: Area.CARDS,
    LengthPage: Area.LENGTH,
    EndingsPage: Area.LENGTH,
    FeelPage: Area.LENGTH,
}
"""To which light a page belongs, by its kind. The others are judged by no tolerance."""
TITLE, SUBTITLE, HEADLINE = 20.0, 12.0, 12.5
CAVEAT = "#D55E00"


def headline_of(context: ReportContext, pages: Sequence[Page], first: int) -> Headline:
    """The answer of all pages; `first` is the number of the first of them."""
    numbered = enumerate(zip(context.recipe.page, pages, strict=True), first)
    found = [
        Judged(AREAS[type(spec)], number, one)
        for number, (spec, page) in numbered
        if type(spec) in AREAS
        for one in page.verdicts
    ]
    return headline(found, context.experiment.players)


def cover(context: ReportContext, pages: Sequence[Page], footer: str, first: int) -> Figure:
    """The first page; `first` is the number of the first question's page."""
    words, canvas = context.words, Canvas()
    found = headline_of(context, pages, first)
    canvas.text(words.say("cover.title", game=context.game.title), TITLE, "bold")
    canvas.space(2)
    canvas.text(words.say("cover.subtitle", players=context.experiment.players), SUBTITLE, color=GREY)
    canvas.space(10)
    canvas.text(words.sentence(found.sentence), HEADLINE, "bold")
    canvas.space(10)
    for light in found.lights:
        _light(canvas, light, pages[light.page - first])
    _change(canvas, context, pages, first)
    if found.leading is not None:
        _picture(canvas, context, found, pages[found.leading - first])
    _for_whom(canvas, context)
    foot(canvas, footer, 1, words)
    return canvas.figure


def _light(canvas: Canvas, light: Light, page: Page) -> None:
    """An area: its mark, its name, the number that decides it and the page that explains it."""
    words = page.words
    marked(canvas, Marked(light.verdict.level, words.say(f"area.{light.area}")), TEXT + 1, "bold")
    text = f"{words.sentence(light.sentence)} ({place(light.verdict, light.page, words)})"
    canvas.text(text, TEXT, indent=INDENT * (TEXT + 1))
    canvas.space(6)


def change_of(context: ReportContext, pages: Sequence[Page]) -> tuple[Page | None, str]:
    """The one change we would make, and its page; without a page, how to look for it; nothing if nothing may change."""
    words = context.words
    found = zip(context.recipe.page, pages, strict=True)
    page = next((page for spec, page in found if isinstance(spec, FixPage)), None)
    if page is not None:
        missed = any(one.level == Level.MISSED for other in pages if other is not page for one in other.verdicts)
        return page, " ".join(map(words.sentence, _told(page, missed)))
    if not context.levers:
        return None, ""
    game, players = context.game, context.experiment.players
    command = f"analyse fix --game {game.typed} --players {players} --out fixes/{game.name}"
    return None, words.say("fix.unknown", command=command)


def _told(page: Page, missed: bool) -> list[Sentence]:
    """The change, and what it mends most; or first that it may not be needed. A short search may have seen nothing
    missed where the other pages have.
    """
    light, further = light_of(page.answer), {one.key: one for one in page.further}
    if missed and page.answer.sentence.key == "fix.unsure":
        return [said("cover.unsettled", games=page.answer.sentence.facts["games"])]
    if "fix.base_open" in further:
        return [said("cover.unneeded"), light]
    told = further["fix.numbers"].facts["numbers"] if "fix.numbers" in further else None
    return [light, said("cover.effect", number=told.parts[0])] if isinstance(told, Several) else [light]


def _change(canvas: Canvas, context: ReportContext, pages: Sequence[Page], first: int) -> None:
    words = context.words
    page, text = change_of(context, pages)
    if not text:
        return
    canvas.space(2)
    level = page.answer.level if page else Level.NOTED
    marked(canvas, Marked(level, words.say("cover.change")), TEXT + 1, "bold")
    where = f" ({words.say('page', number=str(first + list(pages).index(page)))})" if page else ""
    canvas.text(f"{text}{where}", TEXT, indent=INDENT * (TEXT + 1))
    canvas.space(6)


def finding(found: Headline, page: Page) -> str:
    """What the picture shows: what misses its target, or else the question of its page."""
    light = next(one for one in found.lights if one.page == found.leading)
    return page.words.sentence(clause(light.verdict)) if light.verdict.level == Level.MISSED else page.title


def _picture(canvas: Canvas, context: ReportContext, found: Headline, page: Page) -> None:
    words = context.words
    at = words.say("page", number=str(found.leading))
    canvas.space(4)
    canvas.text(words.say("cover.finding", page=at, finding=finding(found, page)), TEXT + 1, "bold")
    canvas.space(4)
    below = 8 + height_of(page.caption, NOTE) + 10 + sum(height_of(one, NOTE) + 3 for one in notes_of(context)) + 4
    room = max(min(BOTTOM - canvas.y - below, height_of_chart(page)), LEAST_CHART / 2)
    chart(canvas, page, canvas.y, room)
    canvas.y += room + 4
    canvas.text(page.caption, NOTE, color=GREY)
    canvas.space(10)


def _for_whom(canvas: Canvas, context: ReportContext) -> None:
    reading, holds, *caveats = notes_of(context)
    for note in (reading, holds):
        canvas.text(note, NOTE)
        canvas.space(3)
    for caveat in caveats:
        canvas.text(caveat, NOTE, color=CAVEAT)
        canvas.space(3)


def notes_of(context: ReportContext) -> list[str]:
    """For whom the answer holds, and what a reader must know."""
    words = context.words
    others = context.opponents
    checked = words.say("cover.checked", opponents=words.listed(map(words.player, others))) if others else ""
    holds = words.say("cover.holds", base=words.player(context.base), checked=checked, settings=settings_of(context))
    return [
        words.say("cover.reading"),
        holds,
        *(words.say("cover.caveat", caveat=words.label(one)) for one in context.game.all_caveats),
    ]


def settings_of(context: ReportContext) -> str:
    """Which settings were played with."""
    words = context.words
    facts = context.main.job.from_shipped()
    changed = facts.changed + [words.say("cover.edited", file=name) for name in facts.edited_files]
    defaults = words.say("cover.defaults", assumed=len(facts.assumed))
    return words.say("cover.settings", defaults=defaults, settings=", ".join(changed)) if changed else defaults


def place(verdict: Verdict, page: int, words: Words) -> str:
    """Where a verdict is shown, and whether it holds."""
    at, held = words.say("page", number=str(page)), verdict.robustness
    if held.holds == Holds.DEPENDS:
        return words.say("cover.depends", page=at, on=held.briefly)
    return words.say("cover.robust", page=at) if held.holds == Holds.ROBUST else at
