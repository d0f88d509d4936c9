"""Are the seats equal, by number and by role? A forest of all levels with the designer's tolerance."""

from dataclasses import replace

import polars as pl
from matplotlib.figure import FigureBase

from analyser.experiments.answer import Answer
from analyser.experiments.roles import SEATS
from analyser.experiments.seats import checked_by_mirror, checked_seats, seats_of
from analyser.experiments.sentences import RoleLevel
from analyser.experiments.words import Words
from analyser.plotting.charts import Marks, forest
from analyser.report.context import ReportContext
from analyser.report.page import Page, Table, series_of, table_of
from analyser.report.recipe import SeatsPage
from analyser.strategies.spec import split_specs


def page(context: ReportContext, spec: SeatsPage) -> Page:
    """Equal players in all seats, and all strategies mixed; the run that was named, if there is one, comes first."""
    words, tolerance = context.words, context.tolerances.seat_points
    repeats = context.repeats(spec, context.base)
    asked = context.asked_for(spec)
    alike = context.found(spec.name, lambda: checked_seats(asked, context.base, tolerance, context.runner, repeats))
    mixed = seats_of(context.experiment, context.main, words.say("seats.mixed"), tolerance)
    answers = {words.say("seats.alike", strategy=words.player(context.base)): alike, words.say("seats.mixed"): mixed}
    if context.given is not None:
        answers = dict(reversed(answers.items()))
    answer = alike if context.given is None else checked_by_mirror(mixed, alike)
    first, *further = answer.verdicts
    remarks = [one for verdict in answer.verdicts for one in verdict.remarks]
    return Page(
        spec.name,
        words.text(spec.title),
        answer.verdicts,
        words,
        lambda figure: _draw(figure, answers, tolerance, words),
        words.say("seats.caption", tolerance=words.brief(tolerance)),
        _table(levels_of(answer), words),
        _method(answer, words),
        (*(one.sentence for one in further), *(one for one in first.remarks if one.key == "seats.spread")),
        tuple(words.sentence(one) for one in remarks if one.key == "role.meaning"),
        rows=levels_of(answer).height,
    )


def levels_of(answer: Answer) -> pl.DataFrame:
    """The levels of all roles; without seats that symmetry makes equal."""
    shown = [one for one in answer.verdicts if one.sentence.key != "seats.same"] or answer.verdicts
    tables = {one.about.table: answer.tables[one.about.table].rename({"seat": "level"}, strict=False) for one in shown}
    return pl.concat(
        table.select(pl.lit(role).alias("role"), pl.col("level").cast(pl.String), pl.exclude("level"))
        for role, table in tables.items()
    )


def names_of(levels: pl.DataFrame, words: Words) -> list[str]:
    """What they are called."""
    return [
        words.say("seat", seat=level) if role == SEATS else words.sentence(RoleLevel(role, level))
        for role, level in levels.select("role", "level").iter_rows()
    ]


def _draw(figure: FigureBase, answers: dict[str, Answer], tolerance: float, words: Words) -> None:
    """The levels of the first answer, and the same levels in the second where it has them."""
    (first, leading), *others = ((name, levels_of(one)) for name, one in answers.items())
    series = [series_of(first, leading, "advantage_points", "low_points", "high_points")]
    for name, table in others:
        same = leading.select("role", "level").join(table, ["role", "level"], "left", maintain_order="left")
        series.append(series_of(name, same, "advantage_points", "low_points", "high_points"))
    marks = Marks(words.say("seats.axis"), 0.0, (-tolerance, tolerance), words.say("tolerance"))
    forest(figure, names_of(leading, words), series, marks, words)


def _table(levels: pl.DataFrame, words: Words) -> Table:
    found = table_of(
        levels.with_columns(name=pl.Series(names_of(levels, words))),
        [
            ("name", words.say("column.role"), str),
            ("win_share", words.say("column.win_share"), words.percent),
            ("advantage_points", words.say("column.advantage"), lambda x: words.signed(x, 2)),
            ("low_points", words.say("column.low"), lambda x: words.signed(x, 2)),
            ("high_points", words.say("column.high"), lambda x: words.signed(x, 2)),
            ("verdict", words.say("column.verdict"), lambda x: words.say(f"verdict.{x}")),
        ],
    )
    return replace(found, frame=levels)


def _who(typed: str, words: Words) -> str:
    return words.listed(map(words.player, split_specs(typed)))


def _method(answer: Answer, words: Words) -> str:
    reduction = answer.facts["variance_reduction"]
    return words.say(
        "seats.method",
        games=answer.played.games,
        who=_who(answer.played.strategies, words),
        luck=words.say(f"luck.{answer.facts['luck']}"),
        reduction=words.number(reduction, 2) if isinstance(reduction, float) else "∞",
        unfinished=answer.played.unfinished,
    )
