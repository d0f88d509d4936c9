"""Verdicts on the values of levels: the best and the worst, as far as they are shown; what is beyond a tolerance."""

from collections.abc import Mapping, Sequence

import polars as pl

from analyser.experiments.catalogue import BySetting, Dealt, Exchange, Forced, OwnStudy, Question
from analyser.experiments.measured import Key, Measured, Reading, Row, Tolerance, decided_by, games_for_all
from analyser.experiments.sentences import (
    Fact,
    Facts,
    Label,
    LevelLabel,
    Number,
    Sentence,
    Share,
    Span,
    in_turn,
    listed,
    said,
)
from analyser.experiments.verdict import About, Level, Verdict, level_of_all

MOST_NAMED = 3
EXACT_RATE = 0.2
"""A rate of exchange is known well enough within this part of itself: what is measured in it has the same error."""
NEAR = 1.0
"""Levels whose values are known to within this many points are known well enough to share the top."""


def value_verdict(
    question: Question, table: pl.DataFrame, tolerance: float | None, games: int, unit: str = ""
) -> Verdict:
    """What stands out, as far as joint intervals show it; judged by a tolerance in points if there is one."""
    rows = measured_levels(table, tolerance)
    about = About(question.name)
    if "decided_share" in table.columns:
        return _deal(rows, about)
    if isinstance(question, Exchange):
        rate = rows[-1]
        level, sentence = Level.FOUND if rate.is_outside else Level.NOTED, said("values.exchange", **_facts(rate))
        return Verdict(level, sentence, about, (rate,), is_open=rate.half_width > EXACT_RATE * abs(rate.value))
    rows = sorted((one for one in rows if one.half_width < float("inf")), key=lambda one: -one.value)
    if "surplus" in table.columns:
        return price_verdict(rows, tolerance or 0.0, games, unit, about)
    if tolerance is not None:
        return _against(rows, tolerance, games, isinstance(question, Dealt), about)
    return _standing_out(rows, _shares(question, table), about)


def compares_shares(question: Question, table: pl.DataFrame) -> bool:
    """Whether win shares rank its levels: all are measured from the same reference."""
    is_played = isinstance(question, Forced | BySetting) and not question.taken_away
    return is_played and table["reference_share"].n_unique() == 1


def _shares(question: Question, table: pl.DataFrame) -> Mapping[Key, float]:
    """The win share of each level, where that ranks them."""
    if not compares_shares(question, table):
        return {}
    shares = table["win_share"].to_list()
    return {one.key: share for one, share in zip(measured_levels(table), shares, strict=True)}


def measured_levels(table: pl.DataFrame, tolerance: float | None = None) -> list[Measured]:
    """The value of every level."""
    reading = Reading.of(table, Tolerance(tolerance or 0.0))
    scale = 100.0 if "decided_share" in table.columns else 1.0
    return [reading.measured(row, level_name(row, table), scale) for row in table.to_dicts()]


def level_name(row: Row, table: pl.DataFrame) -> Fact:
    """What a level of a table is called; its column follows if the table has several."""
    if "gift" in row:
        return str(row["gift"])
    level = str(row["level"])
    if "decided_share" in row:
        return said("seat", seat=int(level.removeprefix("seat ")))
    has_columns = "column" in table.columns and table["column"].n_unique() > 1
    return LevelLabel(level, str(row["column"]) if has_columns else "")


def _deal(rows: Sequence[Measured], about: About) -> Verdict:
    mean = sum(one.value for one in rows) / len(rows)
    shown = [one for one in rows if one.is_outside]
    between = Span(100 * min(one.low for one in rows), 100 * max(one.high for one in rows))
    sentence = said("values.deal" if shown else "values.no_deal", mean=Number(100 * mean), between=between)
    return Verdict(Level.FOUND if shown else Level.NOTED, sentence, about, tuple(shown or rows), 10 * mean)


def _standing_out(rows: Sequence[Measured], shares: Mapping[Key, float], about: About) -> Verdict:
    """The best and the worst, if they are shown to differ from the others."""
    shown = sorted((one for one in rows if one.is_outside), key=lambda one: -abs(one.value))
    if not shown:
        widest = max(rows, key=lambda one: abs(one.value))
        nothing = said("values.nothing", **_facts(widest))
        return Verdict(Level.NOTED, nothing, about, tuple(rows), is_open=not _are_known(rows))
    weight = max(abs(one.value) for one in rows) / 10
    if len(rows) == 1:
        return Verdict(Level.FOUND, said("values.one", **_facts(rows[0])), about, tuple(rows), weight)
    ends = {"best": list(rows), "worst": list(rows)[::-1]}
    told = {which: some for which, some in ends.items() if _is_apart(some)}
    rests_on = [some[0] for some in told.values() if some[0].is_outside] or shown[:1]
    sentences = [_end(some, which, shares) for which, some in told.items()]
    some = said("values.some", number=len(shown), all=len(rows), **_facts(shown[0]))
    sentence = said("values.ends", ends=in_turn(sentences)) if sentences else some
    top = _alike(rows)
    return Verdict(Level.FOUND, sentence, about, tuple(rests_on), weight, is_open=len(top) > 1 and not _are_known(top))


def _are_known(rows: Sequence[Measured]) -> bool:
    """Whether more games would say no more about these rows than matters."""
    return all(one.half_width <= NEAR for one in rows)


def _is_apart(rows: Sequence[Measured]) -> bool:
    """Whether the first of these rows, the best or the worst, is shown to differ from another, and from 0 or from the
    last.
    """
    first, last = rows[0], rows[-1]
    apart = last.high < first.low or last.low > first.high
    return (apart or first.is_outside) and len(_alike(rows)) < len(rows)


def _alike(rows: Sequence[Measured]) -> list[Measured]:
    """The first of these rows, and those whose intervals meet its own."""
    first = rows[0]
    return [one for one in rows if one.low <= first.high and one.high >= first.low]


def _end(rows: Sequence[Measured], which: str, shares: Mapping[Key, float]) -> Sentence:
    alike, first = _alike(rows), rows[0]
    key, share = ("values.points_share", Share(shares[first.key])) if shares else ("values.points", "")
    key = key.replace("points", "exactly") if first.is_exact else key
    worth = said(key, points=first.number(), between=first.span(), share=share)
    facts: Facts = {"name": first.name, "worth": worth, "number": len(alike)}
    if len(alike) == 1:
        return said(f"values.{which}", **facts)
    if len(alike) <= MOST_NAMED:
        return said(f"values.{which}_few", names=listed(one.name for one in alike), **facts)
    return said(f"values.{which}_many", **facts)


def _against(rows: Sequence[Measured], tolerance: float, games: int, is_dealt: bool, about: About) -> Verdict:
    """All levels, judged by the tolerance; the one that is furthest from 0 is named."""
    level = level_of_all(rows)
    beyond = sorted((one for one in rows if one.is_outside), key=lambda one: -abs(one.value))
    far = beyond[0] if beyond else max(rows, key=lambda one: abs(one.value))
    facts = _facts(far) | {"tolerance": Number(tolerance, None), "number": len(beyond), "all": len(rows)}
    facts["gap"] = Number(abs(abs(far.value) - tolerance), far.digits)
    if level == Level.MISSED:
        facts["names"] = listed(one.name for one in beyond[:MOST_NAMED])
        key = "values.missed_one" if len(beyond) == 1 else "values.missed"
        return Verdict(level, said(key, **facts), about, (far,), far.excess)
    needed = games_for_all(games, rows) if level == Level.UNDECIDED else None
    facts["games"] = decided_by(needed, "by" if is_dealt else "each")
    return Verdict(level, said(f"values.{level}", **facts), about, tuple(rows), games_needed=needed)


def price_verdict(rows: Sequence[Measured], tolerance: float, games: int, unit: str, about: About) -> Verdict:
    """Which cards are worth more, or less, than the others of their price, by a tolerance in units of the currency."""
    if not rows:
        return Verdict(Level.UNDECIDED, said("price.unknown", unit=Label(unit)), about)
    level = level_of_all(rows)
    beyond = [one for one in rows if one.is_outside]
    far = max(beyond or rows, key=lambda one: abs(one.value))
    facts = _facts(far) | {"tolerance": Number(tolerance, None), "unit": Label(unit), "number": len(beyond)}
    if level == Level.MISSED:
        strong, weak = ([one for one in beyond if (one.value > 0) == is_strong] for is_strong in (True, False))
        ends = {"strong": strong, "weak": weak[::-1]}
        told = [said(f"price.{which}", cards=listed(map(_card, some))) for which, some in ends.items() if some]
        return Verdict(level, said("price.missed", ends=in_turn(told), **facts), about, tuple(beyond), far.excess)
    needed = games_for_all(games, rows) if level == Level.UNDECIDED else None
    facts |= {"gap": Number(abs(abs(far.value) - tolerance), far.digits), "games": decided_by(needed, "each")}
    return Verdict(level, said(f"price.{level}", **facts), about, tuple(rows), games_needed=needed)


def _card(one: Measured) -> Sentence:
    return said("price.card", **_facts(one))


def _facts(one: Measured) -> Facts:
    return {"name": one.name, "points": one.number(), "between": one.span()}


def remarks(question: Question, table: pl.DataFrame, unit: str, who: str) -> tuple[Sentence, ...]:
    """What zero is, and what else the values of a question say about what it asks and about who plays."""
    found = [*zero(question, table), *_free(question, table), *_left(question, table, who), *_misled(question, table)]
    return (*found, *_often(question, table), *_worth(table, unit))


def zero(question: Question, table: pl.DataFrame) -> list[Sentence]:
    """What the values of a question are measured from."""
    if isinstance(question, OwnStudy):
        return []
    if not isinstance(question, Forced | BySetting):
        return [said(f"zero.{question.kind}")]
    kind = "taken_away" if question.taken_away else question.kind
    return [said(f"zero.{kind}", reference=Label(question.reference), equal=Share(table["equal_share"][0]))]


def _free(question: Question, table: pl.DataFrame) -> list[Sentence]:
    """What it means that no level does better than free play."""
    against_free = isinstance(question, Forced) and not question.reference_play and not question.taken_away
    if not against_free or not (table["low_points"] < 0).any():
        return []
    return [] if (table["low_points"] > 0).any() else [said("values.free")]


def _left(question: Question, table: pl.DataFrame, who: str) -> list[Sentence]:
    """The restricted-play test: what a player leaves on the table, if a level beats its free play."""
    if not isinstance(question, Forced) or question.reference_play or "{base}" not in question.play:
        return []
    rows = [one.turned() for one in measured_levels(table)] if question.taken_away else measured_levels(table)
    failing = [one for one in rows if one.low > 0]
    if not failing:
        return []
    most = max(failing, key=lambda one: one.value)
    level = said("restricted.without", level=most.name) if question.taken_away else most.name
    return [said("restricted.left", player=who, level=level, points=most.number(), between=most.span())]


def _misled(question: Question, table: pl.DataFrame) -> list[Sentence]:
    """A warning, if the level that is observed to win most is shown to be worth less than the best."""
    if "observed_share" not in table.columns or table["observed_share"].drop_nulls().len() < 2:
        return []
    seen = table.sort("observed_share", descending=True, nulls_last=True).row(0, named=True)
    best = table.sort("value_points", descending=True).row(0, named=True)
    if None in (seen["high_points"], best["low_points"]) or seen["high_points"] >= best["low_points"]:
        return []
    share, margin = Share(seen["observed_share"]), Number(seen["observed_margin_points"])
    return [
        said("values.misled", seen=level_name(seen, table), share=share, margin=margin, best=level_name(best, table))
    ]


def _often(question: Question, table: pl.DataFrame) -> list[Sentence]:
    """In how many games each level brings more, and less, than its reference."""
    if "better_rate" not in table.columns or not isinstance(question, Forced):
        return []
    parts = [
        said(
            "values.rates",
            name=level_name(row, table),
            better=Share(row["better_rate"]),
            better_margin=Number(row["better_margin_points"]),
            worse=Share(row["worse_rate"]),
            worse_margin=Number(row["worse_margin_points"]),
        )
        for row in table.to_dicts()
    ]
    return [said("values.often", column=Label(question.often), rates=in_turn(parts))]


def _worth(table: pl.DataFrame, unit: str) -> list[Sentence]:
    """The best and the worst level in another currency, if that currency's own worth is shown."""
    column = next((one for one in table.columns if one.startswith("worth_in_")), None)
    if column is None or not unit:
        return []
    known = table.filter(pl.col("worth_low").is_finite()).sort(column)
    if known.height == 0:
        return [said("values.no_worth", unit=Label(unit))]
    rows = [known.row(k, named=True) for k in dict.fromkeys((known.height - 1, 0))]
    parts = [
        _amount(Measured(row[column], row["worth_low"], row["worth_high"], name=level_name(row, table))) for row in rows
    ]
    return [said("values.in_currency", unit=Label(unit), worths=in_turn(parts))]


def _amount(one: Measured) -> Sentence:
    """A worth in a currency, with its interval if it has one."""
    if one.is_exact:
        return said("share_of", name=one.name, share=one.number())
    between = Span(one.low, one.high, 1, signed=True)
    return said("values.worth", name=one.name, amount=Number(one.value, 1, signed=True), between=between)
