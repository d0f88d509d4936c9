"""How long is a game? A histogram of rounds with the designer's target."""

import polars as pl
from matplotlib.figure import FigureBase

from analyser.core.errors import unknown
from analyser.experiments.lengths import PARTS, lengths
from analyser.experiments.words import Words
from analyser.plotting.charts import BAND, GREY, histogram
from analyser.report.context import ReportContext
from analyser.report.page import Page, Table, table_of
from analyser.report.recipe import LengthPage

Target = tuple[float, float] | None


def page(context: ReportContext, spec: LengthPage) -> Page:
    """Rounds of the games of the main run, finished ones."""
    words, target = context.words, context.tolerances.rounds
    answer = context.found(spec.name, lambda: lengths(context.experiment, context.main, spec.column, target))
    counts, unit = answer.tables["distribution"], words.label(spec.column)
    mean = answer.verdict.rests_on[0].value
    spread, *by_strategy = answer.remarks
    return Page(
        spec.name,
        words.text(spec.title),
        answer.verdicts,
        words,
        lambda figure: _draw(figure, counts, mean, target, unit, words),
        words.say("length.plain" if target is None else "length.caption", unit=unit),
        _table(answer.tables["length"], words),
        words.say("length.method", games=int(counts["games"].sum()), unfinished=answer.played.unfinished),
        (spread,),
        tuple(words.sentence(one) for one in by_strategy),
    )


def check(context: ReportContext, spec: LengthPage) -> None:
    """Length must be a number of the games' table."""
    known = [one.name for one in context.game.game_columns() if one.dtype != "Enum"]
    if spec.column not in known:
        game = context.game
        raise unknown(f"number of a game of {game.title}", spec.column, known, f"analyse games show {game.typed}")


def _draw(figure: FigureBase, counts: pl.DataFrame, mean: float, target: Target, unit: str, words: Words) -> None:
    axes = figure.subplots()
    if target is not None:
        axes.axvspan(*target, color=BAND, zorder=0, label=words.say("target"))
    labels = (words.say("share_of_games"), unit)
    histogram(axes, counts["length"].to_list(), counts["games"].to_list(), words, labels, name=words.say("games"))
    axes.axvline(mean, color=GREY, linestyle="--", linewidth=1.0, label=words.say("mean"))
    axes.legend(frameon=False, fontsize=8)


def _table(table: pl.DataFrame, words: Words) -> Table:
    return table_of(
        table,
        [
            ("outcome", words.say("column.ending"), lambda x: words.say(f"outcome.{x}")),
            ("games", words.say("column.games"), words.count),
            ("mean", words.say("column.mean"), words.number),
            *((f"q{int(100 * part)}", words.percent(part, 0), words.count) for part in PARTS),
            ("longest", words.say("column.longest"), words.count),
        ],
    )
