"""What is a card, an opening, a timing worth? A caterpillar of levels, or a curve over them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from analyser.errors import unknown
from analyser.experiments.values import ESTIMANDS
from analyser.experiments.values import values as run
from analyser.report.charts import Marks, Series, curve, forest
from analyser.report.holding import Claim, repeated, robustness, side
from analyser.report.page import Page, Table, table_of
from analyser.report.questions.kind import Kind
from analyser.report.questions.seats import decided_by
from analyser.report.verdicts import Level, Verdict, games_for_all
from analyser.report.words import Words

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask

DRAWN = frozenset(ESTIMANDS) - {"exchange"}
"""Kinds of questions whose answers are values with intervals."""
LOW, HIGH = "low_points", "high_points"
MOST_NAMED = 3
MOST_SHOWN = 30


def page(desk: "Desk", ask: "Ask") -> Page:
    """One of the game's questions, answered by its experiment and repeated with other players."""
    words, question = desk.words, question_of(desk, ask)

    def table(strategy: str) -> pl.DataFrame:
        found = run(desk.asked_for(ask), [question.name], strategy, desk.lab)
        return _in_points(found.tables[question.name])

    base = question.get("player", desk.base)
    frame = table(base)
    others = repeated(desk, table) if base == desk.base else {}
    keys = [key for key in ("column", "level") if key in frame.columns]
    frame = frame.with_columns(label=pl.Series([label(row, ask, words) for row in frame.to_dicts()], dtype=pl.String))
    tolerance = ask.get("tolerance") or (desk.tolerance("level_points") if question.kind == "dealt" else None)
    estimand = words.say(f"estimand.{question.kind}")
    games = words.count(max(frame["games"]) if "games" in frame.columns else desk.asked_for(ask).games)
    holding = robustness(words, base, frame, others, claim(frame, keys, tolerance))
    return Page(
        ask.name,
        words.told(ask.title),
        (verdict(frame, tolerance, desk.asked_for(ask).games, question.kind, words).held(holding),),
        lambda figure: _draw(figure, ask, frame, others, base, tolerance, words),
        _caption(frame, question.kind, words),
        _table(frame, words),
        (words.say("values.method", estimand=estimand, games=games, base=base), holding.sentence),
        (*beside_free(frame, question, words), *misled(frame, words)),
    )


def claim(frame: pl.DataFrame, keys: Sequence[str], tolerance: float | None) -> Claim:
    """The verdict rests on the levels that it names: the furthest beyond the tolerance, or all if none is; without a
    tolerance on the best and the worst, as far as they are shown.
    """
    rows = frame.filter(pl.col(LOW).is_not_null()).sort("value", descending=True).to_dicts()
    limit = tolerance or 0.0
    beyond = [row for row in rows if row[LOW] > limit or row[HIGH] < -limit]
    ends = [row for row in (*rows[:1], *rows[-1:]) if row in beyond]
    furthest = sorted(beyond, key=lambda row: -abs(row["value"]))[:1]
    rests_on = ends if tolerance is None else furthest or rows
    return Claim(keys, ("value", LOW, HIGH), lambda row: row["label"], rests_on, limit)


def _caption(frame: pl.DataFrame, kind: str, words: Words) -> str:
    if kind == "deal":
        return words.say("values.deal_caption")
    seen = f" {words.say('values.seen_caption')}" if "observed_share" in frame.columns else ""
    return words.say("values.caption") + seen


def beside_free(frame: pl.DataFrame, question: Any, words: Words) -> tuple[str, ...]:
    """What it means that no level, or one that is taken away, does better than the player's free choice."""
    if question.kind != "forced" or not (frame[LOW] < 0).any():
        return ()
    if question.get("taken_away"):
        return (words.say("values.overrated"),) if (frame[HIGH] < 0).any() else ()
    return () if (frame[LOW] > 0).any() else (words.say("values.free"),)


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


def verdict(frame: pl.DataFrame, tolerance: float | None, games: int, kind: str, words: Words) -> Verdict:
    """What stands out, as far as joint intervals show it; against a tolerance if there is one."""
    rows = frame.filter(pl.col(LOW).is_not_null()).sort("value", descending=True).to_dicts()
    if kind == "deal":
        mean = sum(row["value"] for row in rows) / len(rows)
        reach = words.between(min(row[LOW] for row in rows), max(row[HIGH] for row in rows))
        shown = any(row[LOW] > 0 for row in rows)
        key, level = ("values.deal", Level.FOUND) if shown else ("values.no_deal", Level.TOLD)
        return Verdict(level, words.say(key, mean=words.number(mean), between=reach), mean / 10)
    if tolerance is not None:
        return _against(rows, tolerance, games, kind, words)
    if not any(side(row[LOW], row[HIGH]) for row in rows):
        widest = max(rows, key=lambda row: abs(row["value"]))
        return Verdict(Level.TOLD, words.say("values.nothing", **_facts(widest, words)))
    weight = max(abs(row["value"]) for row in rows)
    if len(rows) == 1:
        return Verdict(Level.FOUND, words.say("values.one", **_facts(rows[0], words)), weight / 10)
    ends = {"best": rows, "worst": rows[::-1]}
    told = [_end(some, which, words) for which, some in ends.items() if _stands_out(some)]
    return Verdict(Level.FOUND, " ".join(told) or _some(rows, words), weight / 10)


def _stands_out(rows: list[dict[str, Any]]) -> bool:
    """Whether the first of these rows, the best or the worst, is shown to be apart from another, and from 0 or from
    the last.
    """
    first, last = rows[0], rows[-1]
    apart = last[HIGH] < first[LOW] or last[LOW] > first[HIGH]
    return (apart or bool(side(first[LOW], first[HIGH]))) and len(_alike(rows)) < len(rows)


def _alike(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first of these rows, and those that are not told apart from it."""
    first = rows[0]
    return [row for row in rows if row[LOW] <= first[HIGH] and row[HIGH] >= first[LOW]]


def _some(rows: list[dict[str, Any]], words: Words) -> str:
    """How many are shown to matter, where no best and no worst stands out."""
    shown = sorted((row for row in rows if side(row[LOW], row[HIGH])), key=lambda row: -abs(row["value"]))
    return words.say("values.some", number=len(shown), all=len(rows), **_facts(shown[0], words))


def _against(rows: list[dict[str, Any]], tolerance: float, games: int, kind: str, words: Words) -> Verdict:
    """The level that is furthest from the others, judged by the tolerance."""
    far = max(rows, key=lambda row: abs(row["value"]))
    beyond = [row for row in rows if row[LOW] > tolerance or row[HIGH] < -tolerance]
    inside = all(row[LOW] > -tolerance and row[HIGH] < tolerance for row in rows)
    facts = _facts(far, words) | {"tolerance": words.brief(tolerance), "number": len(beyond), "all": len(rows)}
    if beyond:
        facts |= _facts(max(beyond, key=lambda row: abs(row["value"])), words)
        named = sorted(beyond, key=lambda row: -abs(row["value"]))[:MOST_NAMED]
        facts["names"] = words.listed(row["label"] for row in named)
        key = "values.missed_one" if len(beyond) == 1 else "values.missed"
        return Verdict(Level.MISSED, words.say(key, **facts), abs(far["value"]) / tolerance - 1)
    if inside:
        return Verdict(Level.MET, words.say("values.met", **facts))
    needed = games_for_all(games, [(row["value"], row[LOW], row[HIGH]) for row in rows], tolerance)
    facts["games"] = decided_by(needed, words, "by" if kind == "dealt" else "each")
    return Verdict(Level.UNDECIDED, words.say("values.undecided", **facts))


def _facts(row: dict[str, Any], words: Words) -> dict[str, Any]:
    ends = words.between(row[LOW], row[HIGH], sign=True)
    return {"name": row["label"], "points": words.signed(row["value"]), "between": ends}


def _end(rows: list[dict[str, Any]], which: str, words: Words) -> str:
    """The first of these rows, and those that are not told apart from it."""
    alike = _alike(rows)
    facts = _facts(rows[0], words) | {"number": len(alike)}
    if len(alike) == 1:
        return words.say(f"values.{which}", **facts)
    if len(alike) <= MOST_NAMED:
        facts["names"] = words.listed(row["label"] for row in alike)
        return words.say(f"values.{which}_few", **facts)
    return words.say(f"values.{which}_many", **facts)


def misled(frame: pl.DataFrame, words: Words) -> tuple[str, ...]:
    """A warning where what is seen would mislead: what looks best is shown to be worth less than the best."""
    if "observed_share" not in frame.columns or frame["observed_share"].drop_nulls().len() < 2:
        return ()
    seen = frame.sort("observed_share", descending=True, nulls_last=True).row(0, named=True)
    best = frame.sort("value", descending=True).row(0, named=True)
    if None in (seen[HIGH], best[LOW]) or seen[HIGH] >= best[LOW]:
        return ()
    return (words.say("values.misled", seen=seen["label"], best=best["label"]),)


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
    keys = [key for key in ("column", "level") if key in rows.columns]
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
