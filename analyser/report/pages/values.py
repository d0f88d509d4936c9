"""What is a card, an opening, a timing worth? A forest plot of levels, or a curve over them."""

import math
from collections.abc import Callable

import polars as pl
from matplotlib.figure import FigureBase

from analyser.core.errors import unknown
from analyser.experiments.answer import Answer
from analyser.experiments.catalogue import AnyQuestion, BySetting, Deal, Forced
from analyser.experiments.measured import Standing
from analyser.experiments.robustness import Kind
from analyser.experiments.values import values
from analyser.experiments.words import Words
from analyser.experiments.worth import compares_shares, measured_levels, zero
from analyser.plotting.charts import Marks, Series, curve, forest
from analyser.report.context import ReportContext
from analyser.report.page import Column, Page, Table, series_of, table_of
from analyser.report.recipe import ValuesPage

MOST_SHOWN = 30
STANDINGS = {Standing.ABOVE: "verdict.above", Standing.BELOW: "verdict.below"}


def page(context: ReportContext, spec: ValuesPage) -> Page:
    """One of the game's questions, answered by its experiment and repeated with other players."""
    question, words = question_of(context, spec), context.words.of_question(spec.names, spec.each)
    tolerances = context.recipe.level_tolerances([question])
    tolerance = tolerances.get(question.name)
    answer = context.checked(
        spec, lambda what, who: values(what, [question.name], who, context.runner, tolerances), context.recipe.base
    )
    verdict = next(one for one in answer.verdicts if one.about.table == question.name)
    table = answer.tables[question.name]
    shown = frame_of(table, words)
    measured_from = zero(question, table)
    if spec.chart == "forest" and not isinstance(question, Deal):
        shown = shown.sort("value", descending=True)
    return Page(
        spec.name,
        words.text(spec.title),
        (verdict,),
        words,
        lambda figure: _draw(figure, spec, shown.head(MOST_SHOWN), answer, tolerance, question, words),
        _caption(shown, question, words),
        _price_table(shown, tolerance, words) if "surplus" in shown.columns else _table(shown, words),
        _method(context, spec, answer, question),
        tuple(one for one in verdict.remarks if one not in measured_from),
        tuple(words.sentence(one) for one in measured_from),
        rows=shown.height if spec.chart == "forest" and "surplus" not in shown.columns else None,
    )


def question_of(context: ReportContext, spec: ValuesPage) -> AnyQuestion:
    """The question that the page names, if this game has it."""
    known = context.catalogue.questions
    drawn = [one.name for one in known.values() if one.is_drawn]
    if spec.question not in drawn:
        see = f"analyse values --game {context.game.typed} --list"
        raise unknown(f"question for page {spec.name} of {context.path}:", spec.question, drawn, see)
    return known[spec.question]


def frame_of(table: pl.DataFrame, words: Words) -> pl.DataFrame:
    """A question's table with the columns that every page needs: label, value, its ends, where it is shown to lie."""
    levels = measured_levels(table)
    numbers = {name: [_known(one.scale * getattr(one, name)) for one in levels] for name in ("value", "low", "high")}
    return table.with_columns(
        pl.int_range(pl.len()).alias("place"),
        pl.Series("label", [words.fill(one.name) for one in levels], pl.String),
        *(pl.Series(name, found, pl.Float64) for name, found in numbers.items()),
        pl.Series("known", [words.say(STANDINGS.get(one.standing, "verdict.none")) for one in levels], pl.String),
    )


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _method(context: ReportContext, spec: ValuesPage, answer: Answer, question: AnyQuestion) -> str:
    words, table = context.words, answer.tables[question.name]
    games = int(table["games"].to_numpy().max()) if "games" in table.columns else context.asked_for(spec).games
    estimand = words.say(f"estimand.{question.kind}")
    return words.say(
        "values.method", estimand=estimand, games=games, base=words.player(answer.played.by(question.name))
    )


def _caption(shown: pl.DataFrame, question: AnyQuestion, words: Words) -> str:
    if isinstance(question, Deal):
        return words.say("values.deal_caption")
    if "surplus" in shown.columns:
        return words.say("beside_price.caption")
    seen = f" {words.say('values.seen_caption')}" if "observed_share" in shown.columns else ""
    if not compares_shares(question, shown):
        return words.say("values.caption") + seen
    return words.say("values.share_caption", reference=_reference(question, words)) + seen


def _reference(question: AnyQuestion, words: Words) -> str:
    """What the levels are measured from."""
    return words.label(question.reference) if isinstance(question, Forced | BySetting) else ""


def _draw(
    figure: FigureBase,
    spec: ValuesPage,
    shown: pl.DataFrame,
    answer: Answer,
    tolerance: float | None,
    question: AnyQuestion,
    words: Words,
) -> None:
    in_shares = compares_shares(question, shown)
    marks = _share_marks(shown, question, words) if in_shares else _value_marks(shown, tolerance, words)
    if spec.chart == "curve":
        levels = [words.label(one) for one in shown["level"]]
        curves = _curves(shown, in_shares, words)
        curve(figure, levels, curves, marks, words, words.text(spec.below or spec.title))
        return
    base = words.say("values.with", strategy=words.player(answer.played.by(spec.question)))
    others = () if "surplus" in shown.columns else _others(spec, shown, answer, in_shares, words)
    series = [_series(base, shown, in_shares), *others]
    forest(figure, shown["label"].to_list(), series, marks, words)


def _value_marks(shown: pl.DataFrame, tolerance: float | None, words: Words) -> Marks:
    band = None if tolerance is None else (-tolerance, tolerance)
    axis = "price.axis" if "surplus" in shown.columns else "values.axis"
    axis = words.say("values.deal_axis" if "decided_share" in shown.columns else axis)
    return Marks(axis, 0.0, band, words.say("tolerance") if band else "")


def _share_marks(shown: pl.DataFrame, question: AnyQuestion, words: Words) -> Marks:
    """Lines at an equal share and at what the levels are measured from."""
    equal, reference = (100 * float(shown[one][0]) for one in ("equal_share", "reference_share"))
    marks = Marks(words.say("values.share_axis"), equal, zero_name=words.say("values.equal"))
    return marks._replace(other=reference, other_name=_reference(question, words))


def _series(name: str, shown: pl.DataFrame, in_shares: bool) -> Series:
    """The levels: win shares in percent, or values."""
    if not in_shares:
        return series_of(name, shown, "value", "low", "high")
    columns = ("win_share", "win_low_share", "win_high_share")
    return series_of(name, shown.with_columns(pl.col(columns) * 100), *columns)


def _others(spec: ValuesPage, shown: pl.DataFrame, answer: Answer, in_shares: bool, words: Words) -> list[Series]:
    """The same levels, played by others."""
    by_others = [one for one in answer.results.get(spec.question, ()) if one.check.kind == Kind.PLAY]
    return [
        _series(
            words.say("values.with", strategy=words.player(one.check.name)),
            _in_order(one.table, shown, words),
            in_shares,
        )
        for one in by_others
    ]


def _in_order(table: pl.DataFrame, shown: pl.DataFrame, words: Words) -> pl.DataFrame:
    """The rows of another table, in the order in which the levels are shown."""
    keys = [one for one in ("column", "level", "gift") if one in shown.columns]
    return shown.select(keys).join(frame_of(table, words), on=keys, how="left", maintain_order="left")


def _curves(shown: pl.DataFrame, in_shares: bool, words: Words) -> list[Series]:
    """Forced, marginal, and what is observed when strategies choose for themselves."""
    found = [_series(words.say("values.forced"), shown, in_shares)]
    if "marginal_points" in shown.columns:
        columns = ("marginal_points", "marginal_low_points", "marginal_high_points")
        shares = shown.with_columns(pl.col(columns) + 100 * pl.col("equal_share"))
        found.append(series_of(words.say("values.marginal"), shares, *columns))
    if "observed_share" in shown.columns:
        share, margin = 100 * pl.col("observed_share"), pl.col("observed_margin_points")
        seen = shown.select(value=share, low=share - margin, high=share + margin)
        found.append(_series(words.say("values.seen"), seen, False)._replace(faint=True))
    return found


def _price_table(shown: pl.DataFrame, tolerance: float | None, words: Words) -> Table:
    """Cards against their price: what each is worth, the mean of its price, and what that says."""
    limit = tolerance or 0.0
    mean = (pl.col("worth_in_doubloon") - pl.col("surplus")).alias("mean_of_price")
    known = [_price_word(low, high, limit) for low, high in shown.select("low", "high").iter_rows()]
    table = shown.with_columns(mean, pl.Series("known", [words.say(f"beside_price.{one}") for one in known], pl.String))
    one_decimal: Callable[[float], str] = lambda x: words.signed(x, 1)  # noqa: E731
    columns: list[Column] = [
        ("label", words.say("column.level"), str),
        ("price", words.say("column.price"), words.count),
        ("worth_in_doubloon", words.say("column.doubloons"), one_decimal),
        ("mean_of_price", words.say("column.mean_of_price"), one_decimal),
        ("value", words.say("column.beyond_price"), one_decimal),
        ("low", words.say("column.low"), one_decimal),
        ("high", words.say("column.high"), one_decimal),
        ("known", words.say("column.verdict"), str),
    ]
    return table_of(table, columns)


def _price_word(low: float | None, high: float | None, limit: float) -> str:
    """What an interval says about a tolerance."""
    if low is None or high is None:
        return "unknown"
    if low > limit or high < -limit:
        return "strong" if low > limit else "weak"
    return "fair" if -limit < low and high < limit else "unknown"


def _table(shown: pl.DataFrame, words: Words) -> Table:
    settled = "column.settled" if "decided_share" in shown.columns else "column.value"
    columns: list[Column] = [
        ("label", words.say("column.level"), str),
        ("win_share", words.say("column.win_share"), words.percent),
        ("reference_share", words.say("column.reference"), words.percent),
        ("value", words.say(settled), lambda x: words.signed(x, 2)),
        ("low", words.say("column.low"), lambda x: words.signed(x, 2)),
        ("high", words.say("column.high"), lambda x: words.signed(x, 2)),
        ("worth_in_doubloon", words.say("column.doubloons"), lambda x: words.signed(x, 1)),
        ("worth_in_point", words.say("column.points_scored"), lambda x: words.signed(x, 1)),
        ("observed_share", words.say("column.seen"), words.percent),
        ("chosen_freely_rate", words.say("column.chosen"), words.percent),
        ("compliance_rate", words.say("column.obeyed"), words.percent),
        ("known", words.say("column.verdict"), str),
    ]
    return table_of(shown, columns)
