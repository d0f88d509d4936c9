"""The pages after the first: what was played, and every verdict in the order of its importance."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from analyser.experiments.verdict import Level, Verdict, ordered
from analyser.plotting.charts import GREY
from analyser.report.canvas import BOTTOM, LEADING, MARGIN
from analyser.report.context import ReportContext
from analyser.report.cover import place, settings_of
from analyser.report.layout import MARKS, SHADES, Flow, Marked
from analyser.report.page import Page

SIZES = (9.0, 8.5, 8.0, 7.5)
"""Sizes of the verdicts' type, in points: the largest that fits on one page is used, or the first."""
LEGEND = 7.0
FIRST = 2
"""The number of the first of these pages."""


def overview(context: ReportContext, pages: Sequence[Page], footer: str) -> list[Figure]:
    """One page, if a smaller type allows it. Questions follow, so their numbers depend on how many."""
    found = _laid_out(context, pages, footer, FIRST + 1)
    return found if len(found) == 1 else _laid_out(context, pages, footer, FIRST + len(found))


def numbered(pages: Sequence[Page], first: int) -> list[tuple[int, Verdict]]:
    """All verdicts by importance, each with the number of its page."""
    return ordered((number, one) for number, page in enumerate(pages, first) for one in page.verdicts)


def _laid_out(context: ReportContext, pages: Sequence[Page], footer: str, first: int) -> list[Figure]:
    words = context.words
    flow = Flow(FIRST, footer, words)
    flow.heading(words.say("cover.verdicts"), 13)
    flow.paragraph(_played(context))
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


def _played(context: ReportContext) -> str:
    words, main = context.words, context.main
    return words.say(
        "cover.played",
        games=main.n_games,
        strategies=words.listed(words.player(one.spec) for one in main.job.strategies),
        settings=settings_of(context),
        unfinished=main.unfinished,
        seed=str(context.experiment.seed),
    )
