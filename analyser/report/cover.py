"""The first page: the game, what was played, and every verdict in the order of its importance."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from analyser.experiments.robustness import Holds
from analyser.experiments.verdict import Level, Verdict, ordered
from analyser.experiments.words import Words
from analyser.plotting.charts import GREY
from analyser.report.canvas import BOTTOM, LEADING, MARGIN
from analyser.report.context import ReportContext
from analyser.report.layout import MARKS, SHADES, Flow, Marked
from analyser.report.page import Page

SIZES = (9.0, 8.5, 8.0, 7.5)
"""Sizes of the verdicts' type, in points: the largest that fits on one page is used, or the first."""
LEGEND = 7.0
CAVEAT = "#D55E00"


def cover(context: ReportContext, pages: Sequence[Page], footer: str) -> list[Figure]:
    """The first pages: one, if a smaller type allows it. Questions follow, so their numbers depend on how many."""
    found = _laid_out(context, pages, footer, 2)
    return found if len(found) == 1 else _laid_out(context, pages, footer, 1 + len(found))


def numbered(pages: Sequence[Page], first: int) -> list[tuple[int, Verdict]]:
    """All verdicts by importance, each with the number of its page."""
    return ordered((number, one) for number, page in enumerate(pages, first) for one in page.verdicts)


def place(verdict: Verdict, page: int, words: Words) -> str:
    """Where a verdict is shown, and whether it holds."""
    at, held = words.say("page", number=str(page)), verdict.robustness
    if held.holds == Holds.DEPENDS:
        return words.say("cover.depends", page=at, on=held.on)
    return words.say("cover.robust", page=at) if held.holds == Holds.ROBUST else at


def _laid_out(context: ReportContext, pages: Sequence[Page], footer: str, first: int) -> list[Figure]:
    words = context.words
    flow = Flow(1, footer, words)
    _heading(flow, context)
    found = [(one, pages[number - first], number) for number, one in numbered(pages, first)]
    texts = [
        Marked(one.level, f"{page.title} {page.words.sentence(one.sentence)} ({place(one, number, page.words)})")
        for one, page, number in found
    ]
    levels = [level for level in Level if level in {one.level for one in texts}]
    legend = 6 + len(levels) * LEGEND * LEADING
    room = BOTTOM - flow.canvas.y - legend
    flow.marked(texts, next((size for size in SIZES if sum(one.height(size) for one in texts) <= room), SIZES[0]))
    flow.canvas.space(6)
    flow.need(legend - 6)
    for level in levels:
        flow.canvas.write(MARKS[level], MARGIN, flow.canvas.y, LEGEND, color=SHADES[level], weight="bold")
        flow.canvas.text(words.say(f"legend.{level}"), LEGEND, indent=13, color=GREY)
    return flow.figures()


def _heading(flow: Flow, context: ReportContext) -> None:
    words, game = context.words, context.game
    flow.canvas.text(words.say("cover.title", game=game.title), 20, "bold")
    flow.canvas.space(2)
    flow.canvas.text(words.say("cover.subtitle", players=context.experiment.players), 12, color=GREY)
    flow.canvas.space(6)
    flow.paragraph(_played(context))
    for caveat in game.caveats:
        flow.paragraph(words.say("cover.caveat", caveat=words.label(caveat)), color=CAVEAT)
    flow.canvas.rule()
    flow.heading(words.say("cover.verdicts"), 13)


def _played(context: ReportContext) -> str:
    words, main = context.words, context.main
    facts = main.job.from_shipped()
    changed = facts.changed + [words.say("cover.edited", file=name) for name in facts.edited_files]
    defaults = words.say("cover.defaults", assumed=len(facts.assumed))
    return words.say(
        "cover.played",
        games=main.n_games,
        strategies=words.listed(one.spec for one in main.job.strategies),
        settings=words.say("cover.settings", defaults=defaults, settings=", ".join(changed)) if changed else defaults,
        unfinished=main.unfinished,
        seed=str(context.experiment.seed),
    )
