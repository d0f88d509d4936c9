"""Do the answers change as players get stronger? The steps of a ladder, and every headline from rung to rung."""

from dataclasses import replace

from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.ladder import ANSWERS, HEADLINES, LadderSpec, ladder
from analyser.experiments.ladder_chart import draw_ladder
from analyser.experiments.rungs import budgets
from analyser.report.context import ReportContext
from analyser.report.page import Page, table_of
from analyser.report.recipe import LadderPage


def page(context: ReportContext, spec: LadderPage) -> Page:
    """A ladder without the tests of its players, which take longer than a report should."""
    words = context.words
    usual = spec.games or read_catalogue(context.game).ladder.games
    asked = LadderSpec(replace(context.experiment, staged=False), usual, spec.top, restricted=False)
    answer = context.found(spec.name, lambda: ladder(asked, context.runner))
    steps, *headlines = answer.verdicts
    return Page(
        spec.name,
        words.text(spec.title),
        (steps, *headlines),
        words,
        lambda figure: draw_ladder(figure, answer, words),
        words.say("ladder.caption"),
        table_of(
            answer.tables[HEADLINES],
            [
                ("question", words.say("column.question"), lambda name: words.label(name, name.replace("_", " "))),
                ("level", words.say("column.level"), words.label),
                ("unit", words.say("column.unit"), words.label),
                ("at_lowest", words.say("column.at_lowest"), str),
                ("at_base", words.say("column.at_base"), str),
                ("at_top", words.say("column.at_top"), str),
            ],
            names=3,
        ),
        words.say("ladder.method", rungs=words.listed(answer.tables[ANSWERS]["rung"].unique(maintain_order=True))),
        tuple(one.sentence for one in headlines),
    )


def check(spec: LadderPage) -> None:
    """Refuse a top that makes no sense."""
    budgets(spec.top)
