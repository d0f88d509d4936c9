"""What the values of levels say: the best and the worst as far as they are shown, what is beyond a tolerance."""

from typing import Any

import polars as pl

from analyser.report.holding import Claim, side
from analyser.report.questions.seats import decided_by
from analyser.report.verdicts import Level, Verdict, games_for_all
from analyser.report.words import Words

LOW, HIGH = "low_points", "high_points"
MOST_NAMED = 3


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


def keys_of(frame: pl.DataFrame) -> list[str]:
    """The columns that say which level a row is."""
    return [key for key in ("column", "level") if key in frame.columns]


def claim(frame: pl.DataFrame, tolerance: float | None) -> Claim:
    """The verdict rests on the levels that it names: the furthest beyond the tolerance, or all if none is; without a
    tolerance on the best and the worst, as far as they are shown.
    """
    rows = frame.filter(pl.col(LOW).is_not_null()).sort("value", descending=True).to_dicts()
    limit = tolerance or 0.0
    beyond = [row for row in rows if row[LOW] > limit or row[HIGH] < -limit]
    ends = [row for row in (*rows[:1], *rows[-1:]) if row in beyond]
    furthest = sorted(beyond, key=lambda row: -abs(row["value"]))[:1]
    rests_on = ends if tolerance is None else furthest or rows
    return Claim(keys_of(frame), ("value", LOW, HIGH), lambda row: row["label"], rests_on, limit)


def beside_free(frame: pl.DataFrame, question: Any, words: Words) -> tuple[str, ...]:
    """What it means that no level, or one that is taken away, does better than the player's free choice."""
    if question.kind != "forced" or not (frame[LOW] < 0).any():
        return ()
    if question.get("taken_away"):
        return (words.say("values.overrated"),) if (frame[HIGH] < 0).any() else ()
    return () if (frame[LOW] > 0).any() else (words.say("values.free"),)


def misled(frame: pl.DataFrame, words: Words) -> tuple[str, ...]:
    """A warning where what is seen would mislead: what looks best is shown to be worth less than the best."""
    if "observed_share" not in frame.columns or frame["observed_share"].drop_nulls().len() < 2:
        return ()
    seen = frame.sort("observed_share", descending=True, nulls_last=True).row(0, named=True)
    best = frame.sort("value", descending=True).row(0, named=True)
    if None in (seen[HIGH], best[LOW]) or seen[HIGH] >= best[LOW]:
        return ()
    return (words.say("values.misled", seen=seen["label"], best=best["label"]),)
