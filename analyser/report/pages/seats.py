"""Are the seats equal? A forest of seats with the designer's tolerance."""

import polars as pl
from matplotlib.figure import FigureBase

from analyser.experiments.answer import Answer
from analyser.experiments.seats import SEATS, checked_by_mirror, checked_seats, seats_of
from analyser.experiments.words import Words
from analyser.plotting.charts import Marks, forest
from analyser.report.context import ReportContext
from analyser.report.page import Page, Table, series_of, table_of
from analyser.report.recipe import SeatsPage


def page(context: ReportContext, spec: SeatsPage) -> Page:
    """Equal players in all seats, and all strategies mixed; the run that was named, if there is one, comes first."""
    words, tolerance = context.words, context.tolerances.seat_points
    repeats = context.repeats(spec, context.base)
    alike = checked_seats(context.asked_for(spec), context.base, tolerance, context.runner, repeats)
    mixed = seats_of(context.experiment, context.main, words.say("seats.mixed"), tolerance)
    answers = {words.say("seats.alike", strategy=context.base): alike, words.say("seats.mixed"): mixed}
    if context.given is not None:
        answers = dict(reversed(answers.items()))
    answer = alike if context.given is None else checked_by_mirror(mixed, alike)
    return Page(
        spec.name,
        words.text(spec.title),
        answer.verdicts,
        words,
        lambda figure: _draw(figure, answers, tolerance, words),
        words.say("seats.caption", tolerance=words.brief(tolerance)),
        _table(answer.tables[SEATS], words),
        _method(answer, words),
        tuple(one for one in answer.verdict.remarks if one.key == "seats.spread"),
    )


def _draw(figure: FigureBase, answers: dict[str, Answer], tolerance: float, words: Words) -> None:
    tables = {name: one.tables[SEATS] for name, one in answers.items()}
    labels = [words.say("seat", seat=seat) for seat in next(iter(tables.values()))["seat"]]
    series = [series_of(name, table, "advantage_points", "low_points", "high_points") for name, table in tables.items()]
    marks = Marks(words.say("seats.axis"), 0.0, (-tolerance, tolerance), words.say("tolerance"))
    forest(figure, labels, series, marks, words)


def _table(table: pl.DataFrame, words: Words) -> Table:
    return table_of(
        table,
        [
            ("seat", words.say("seat", seat="").strip(), str),
            ("win_share", words.say("column.win_share"), words.percent),
            ("advantage_points", words.say("column.advantage"), lambda x: words.signed(x, 2)),
            ("low_points", words.say("column.low"), lambda x: words.signed(x, 2)),
            ("high_points", words.say("column.high"), lambda x: words.signed(x, 2)),
            ("odds_ratio", words.say("column.odds"), lambda x: words.number(x, 2)),
            ("verdict", words.say("column.verdict"), lambda x: words.say(f"verdict.{x}")),
        ],
    )


def _method(answer: Answer, words: Words) -> str:
    reduction = answer.facts["variance_reduction"]
    return words.say(
        "seats.method",
        games=answer.played.games,
        luck=words.say(f"luck.{answer.facts['luck']}"),
        reduction=words.number(reduction, 2) if isinstance(reduction, float) else "∞",
        unfinished=answer.played.unfinished,
    )
