"""What is a card, an opening, a timing worth? A caterpillar of levels, or a curve over them."""

from typing import TYPE_CHECKING, Any

import polars as pl

from analyser.errors import unknown
from analyser.experiments.sample import Asked
from analyser.experiments.values import ESTIMANDS
from analyser.experiments.values import values as run
from analyser.report.charts import Marks, Series, curve, forest
from analyser.report.hanging import hanging
from analyser.report.holding import repeated, robustness, side
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.questions.worth import HIGH, LOW, beside_free, claim, keys_of, misled, verdict
from analyser.report.words import Words

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask

DRAWN = frozenset(ESTIMANDS) - {"exchange"}
"""Kinds of questions whose answers are values with intervals."""
MOST_SHOWN = 30


def page(desk: "Desk", ask: "Ask") -> Page:
    """One of the game's questions, answered by its experiment and repeated with other players."""
    words, question = desk.words, question_of(desk, ask)

    def table(strategy: str, asked: Asked | None = None) -> pl.DataFrame:
        found = run(asked or desk.asked_for(ask), [question.name], strategy, desk.lab)
        return _in_points(found.tables[question.name])

    base = question.get("player", desk.base)
    frame = _labelled(table(base), ask, words)
    others = repeated(desk, table) if base == desk.base else {}
    tolerance = ask.get("tolerance") or (desk.tolerance("level_points") if question.kind == "dealt" else None)
    claimed = claim(frame, tolerance)
    holding = robustness(words, base, frame, others, claimed)
    answer = verdict(frame, tolerance, desk.asked_for(ask).games, question.kind, words).held(holding)
    hangs, told = hanging(desk, ask, answer, claimed, lambda asked: table(base, asked))
    return Page(
        ask.name,
        words.told(ask.title),
        (answer,),
        lambda figure: _draw(figure, ask, frame, others, base, tolerance, words),
        _caption(frame, question.kind, words),
        _table(frame, words),
        (_method(desk, ask, question, frame, base), holding.sentence, *told),
        (*beside_free(frame, question, words), *misled(frame, words)),
        hangs,
    )


def _labelled(frame: pl.DataFrame, ask: "Ask", words: Words) -> pl.DataFrame:
    return frame.with_columns(label=pl.Series([label(row, ask, words) for row in frame.to_dicts()], dtype=pl.String))


def _method(desk: "Desk", ask: "Ask", question: Any, frame: pl.DataFrame, base: str) -> str:
    words = desk.words
    games = words.count(max(frame["games"]) if "games" in frame.columns else desk.asked_for(ask).games)
    return words.say("values.method", estimand=words.say(f"estimand.{question.kind}"), games=games, base=base)


def _caption(frame: pl.DataFrame, kind: str, words: Words) -> str:
    if kind == "deal":
        return words.say("values.deal_caption")
    seen = f" {words.say('values.seen_caption')}" if "observed_share" in frame.columns else ""
    return words.say("values.caption") + seen


def question_of(desk: "Desk", ask: "Ask") -> Any:
    """The question that the page names, if this game has it."""
    known = desk.catalogue.questions
    name = ask.get("question")
    answerable = [one.name for one in known.values() if one.kind in DRAWN]
    if name not in answerable:
        see = f"analyse values --game {desk.asked.game.name} --list"
        raise unknown(f"question for page {ask.name} of {desk.recipe.path}:", str(name), answerable, see)
    return known[name]


def _in_points(frame: pl.DataFrame) -> pl.DataFrame:
    """Every question's table with the same three columns: the value and its ends."""
    if "decided_share" in frame.columns:
        parts = {"value": "decided_share", LOW: "low_share", HIGH: "high_share"}
        return frame.with_columns((100 * pl.col(share)).alias(name) for name, share in parts.items())
    name = "synergy_points" if "synergy_points" in frame.columns else "value_points"
    return frame.with_columns(value=pl.col(name))


def label(row: dict[str, Any], ask: "Ask", words: Words) -> str:
    """A level as it is called: by its own name, or a phrase for each; with its column, if that is called anything."""
    if "decided_share" in row:
        return words.say("seat", seat=int(str(row["level"]).removeprefix("seat ")) + 1)
    named, each = ask.get("names", {}), ask.get("each")
    if row["level"] in named:
        return words.told(named[row["level"]])
    text = " + ".join(words.label(one) for one in str(row["level"]).split(" + "))
    if each is not None:
        text = words.told(each).format(level=text)
    column = str(row.get("column"))
    return f"{text} ({words.label(column)})" if column in words.own else text


def _draw(
    figure: Any,
    ask: "Ask",
    frame: pl.DataFrame,
    others: dict[str, pl.DataFrame],
    base: str,
    tolerance: float | None,
    words: Words,
) -> None:
    band = None if tolerance is None else (-tolerance, tolerance)
    deal = "decided_share" in frame.columns
    axis = words.say("values.deal_axis" if deal else "values.axis")
    marks = Marks(axis, 0.0, band, words.say("tolerance") if band else "")
    ordered = ask.get("chart") == "curve"
    rows = frame if ordered or deal else frame.sort("value", descending=True)
    rows = rows.head(MOST_SHOWN)
    labels = rows["label"].to_list()
    if ordered:
        levels = [words.label(one) for one in rows["level"]]
        curve(figure, levels, _over(rows, words), marks, words, words.told(ask.get("below", ask.title)))
        return
    series = [_series(words.say("values.with", strategy=base), rows)]
    keys = keys_of(rows)
    series += [
        _series(
            words.say("values.with", strategy=field), rows.select(keys).join(table, keys, "left", maintain_order="left")
        )
        for field, table in others.items()
    ]
    forest(figure, labels, series, marks, words)


def _series(name: str, rows: pl.DataFrame, faint: bool = False) -> Series:
    return Series(name, rows["value"].to_list(), rows[LOW].to_list(), rows[HIGH].to_list(), faint)


def _over(rows: pl.DataFrame, words: Words) -> list[Series]:
    """Forced, marginal, and what is seen when strategies choose for themselves."""
    found = [_series(words.say("values.forced"), rows)]
    if "marginal_points" in rows.columns:
        value, low, high = (rows[f"marginal{name}_points"].to_list() for name in ("", "_low", "_high"))
        found.append(Series(words.say("values.marginal"), value, low, high))
    if "observed_share" in rows.columns:
        used = rows["chosen_freely_rate"].fill_null(0.0).to_numpy()
        centre = float(rows["observed_share"].fill_null(0.0).to_numpy() @ used / max(used.sum(), 1e-9))
        seen = [None if one is None else 100 * (one - centre) for one in rows["observed_share"]]
        margin = rows["observed_margin_points"].to_list()
        low = [None if one is None else one - by for one, by in zip(seen, margin, strict=True)]
        high = [None if one is None else one + by for one, by in zip(seen, margin, strict=True)]
        found.append(Series(words.say("values.seen"), seen, low, high, faint=True))
    return found


def _table(frame: pl.DataFrame, words: Words) -> Table:
    deal = "decided_share" in frame.columns
    shown = frame if deal else frame.sort("value", descending=True)
    shown = shown.with_columns(known=pl.Series([_known(row, words) for row in shown.to_dicts()], dtype=pl.String))
    columns: list[Any] = [
        ("label", words.say("column.level"), str),
        ("win_share", words.say("column.win_share"), words.percent),
        ("value", words.say("column.settled" if deal else "column.value"), lambda x: words.signed(x, 2)),
        (LOW, words.say("column.low"), lambda x: words.signed(x, 2)),
        (HIGH, words.say("column.high"), lambda x: words.signed(x, 2)),
        ("worth_in_doubloon", words.say("column.doubloons"), lambda x: words.signed(x, 1)),
        ("worth_in_point", words.say("column.points_scored"), lambda x: words.signed(x, 1)),
        ("observed_share", words.say("column.seen"), words.percent),
        ("chosen_freely_rate", words.say("column.chosen"), words.percent),
        ("compliance_rate", words.say("column.obeyed"), words.percent),
        ("known", words.say("column.verdict"), str),
    ]
    return table_of(shown, columns)


def _known(row: dict[str, Any], words: Words) -> str:
    return words.say(("verdict.none", "verdict.above", "verdict.below")[side(row[LOW], row[HIGH])])


KIND = Kind(
    page,
    needs=frozenset({"question"}),
    options=frozenset({"chart", "tolerance", "below", "each", "names"}),
    check=question_of,
)
