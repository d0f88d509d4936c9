"""What a ladder says: one sentence for its steps, one for each headline, one for each player that was tested."""

import math
from collections.abc import Iterable, Sequence

import polars as pl

from analyser.experiments.measured import Key, Measured, Row, Tolerance, digits_of
from analyser.experiments.robustness import Check, Kind, Result
from analyser.experiments.roles import SEATS, role_label
from analyser.experiments.rungs import Step
from analyser.experiments.sentences import (
    Fact,
    Facts,
    Label,
    LevelLabel,
    Number,
    RoleLevel,
    Sentence,
    Share,
    ShareSpan,
    listed,
    said,
)
from analyser.experiments.verdict import About, Level, Verdict
from analyser.games.definition import Game
from analyser.strategies.strategy import RANDOM

POINTS, LENGTH = "points", "length"
SAME_LENGTH = Tolerance(0.1, is_relative=True)
"""A length that differs by less than a tenth is the same, for a headline."""


def steps_verdict(steps: Sequence[Step], rungs: Sequence[str], table: str) -> Verdict:
    """How high the ladder is, and what its top wins against the level below and against random players."""
    left_out = [one for one in steps if not one.is_up]
    remarks = [said("ladder.left_out", names=listed(one.name for one in left_out))] if left_out else []
    if len(rungs) < 2:
        return Verdict(Level.NOTED, said("ladder.none", number=len(steps)), About(table), remarks=tuple(remarks))
    last = next(one for one in reversed(steps) if one.name == rungs[-1] and one.is_up and one.below == rungs[-2])
    facts: Facts = {"number": len(rungs), "top": last.name, "below": last.below, "equal": Share(last.equal)}
    facts |= {"share": Share(last.share), "between": ShareSpan(last.low, last.high)}
    bottom = next(one for one in reversed(steps) if one.name == rungs[-1] and one.below == RANDOM)
    return Verdict(Level.FOUND, said("ladder.steps", **facts), About(table), remarks=(_skill(bottom), *remarks))


def _skill(bottom: Step) -> Sentence:
    """Luck or skill: how far the top is from an equal share, on the way to winning always."""

    def part(share: float) -> float:
        return min(max((share - bottom.equal) / (1 - bottom.equal), 0.0), 1.0)

    return said(
        "ladder.skill",
        share=Share(bottom.share),
        skill=Share(part(bottom.share), 0),
        between=ShareSpan(part(bottom.low), part(bottom.high), 0),
        equal=Share(bottom.equal),
    )


def answer_verdict(rows: pl.DataFrame, rungs: Sequence[str], base: str, game: Game, table: str) -> Verdict:
    """How one headline changes from the lowest level above random to the top; its verdict is that of the base, checked
    by the top.
    """
    question = rows["question"][0]
    found = {rung: _measured(rows.filter(pl.col("rung") == rung), game) for rung in rungs}
    lowest, top = rungs[min(1, len(rungs) - 1)], rungs[-1]
    level = _furthest([*found[lowest].values(), *found[base].values(), *found[top].values()])
    first, last = found[lowest].get(level), found[top].get(level)
    about = About(table, {"question": question})
    if first is None or last is None:
        return Verdict(Level.NOTED, said("ladder.unknown", what=question), about)
    sentence = said(
        f"ladder.{_change(first, last, rows['unit'][0])}",
        what=first.name,
        first=_told(first, rows["unit"][0]),
        last=_told(last, rows["unit"][0]),
        lowest=lowest,
        top=top,
    )
    rests_on = tuple(found[base][one] for one in found[base] if _counts(found[base][one], one == level))
    verdict = Verdict(Level.FOUND, sentence, about, rests_on, question=_heading(question))
    return verdict if base == top else verdict.checked([Result(Check(top, Kind.PLAY), found[top])])


def _heading(question: str) -> str:
    return f"{question.replace('_', ' ')}:"


def _counts(one: Measured, is_leading: bool) -> bool:
    """Whether a verdict rests on a number: it is shown to lie beyond its limits, or it leads."""
    return one.is_outside or is_leading


def _measured(rows: pl.DataFrame, game: Game) -> dict[Key, Measured]:
    return {one.key: one for one in (_one(row, game) for row in rows.to_dicts())}


def _one(row: Row, game: Game) -> Measured:
    value, low, high = (_number(row[one]) for one in ("value", "low", "high"))
    limits = (SAME_LENGTH if row["question"] == LENGTH else Tolerance()).limits(value)
    return Measured(value, low, high, limits, _name(row, game), (str(row["level"]),))


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else math.nan


def _name(row: Row, game: Game) -> Fact:
    question, level = str(row["question"]), str(row["level"])
    if question == SEATS:
        return said("the_seat", seat=int(level))
    if question == LENGTH:
        return said("ladder.length", unit=Label(str(row["unit"])))
    if question in {one.name for one in game.roles}:
        return RoleLevel(question, level)
    return said("role.level", role=role_label(question), level=LevelLabel(level))


def _furthest(rows: Sequence[Measured]) -> Key:
    """The level that lies furthest from 0 on any of these rungs."""
    known = [one for one in rows if math.isfinite(one.half_width)]
    return max(known or rows, key=lambda one: abs(one.value)).key


def _change(first: Measured, last: Measured, unit: str) -> str:
    """What happens to a number from one rung to another, if more than chance."""
    if abs(last.value - first.value) <= math.hypot(first.half_width, last.half_width):
        return "steady"
    if unit == POINTS and first.value * last.value < 0 and last.is_outside:
        return "turns"
    return "grows" if abs(last.value) > abs(first.value) else "shrinks"


def _told(one: Measured, unit: str) -> Sentence:
    digits = digits_of(one.half_width)
    value = Number(one.value, digits, signed=unit == POINTS)
    return said("ladder.value", value=value, unit=Label(unit), between=one.span(signed=unit == POINTS))


def restricted_verdict(table: pl.DataFrame, player: str, name: str) -> Verdict:
    """Whether a player wins no less freely than held to any level; what it leaves on the table, if not."""
    rows = table.filter(pl.col("player") == player)
    about = About(name, {"player": player})
    if rows.is_empty():
        return Verdict(Level.NOTED, said("restricted.none", player=player), about)
    failing = rows.filter(pl.col("verdict") == "fails").sort("value_points", descending=True)
    if failing.is_empty():
        worst = rows.sort("value_points", descending=True).row(0, named=True)
        sentence = said("restricted.passes", player=player, number=rows.height, **_left(worst))
        return Verdict(Level.MET, sentence, about)
    return Verdict(Level.MISSED, left_on_the_table(player, failing.to_dicts()), about)


def left_on_the_table(player: str, failing: Iterable[Row]) -> Sentence:
    """By which questions a player leaves points on the table, and how many."""
    parts = [said("restricted.part", **_left(row)) for row in failing]
    return said("restricted.fails", player=player, parts=listed(parts))


def _left(row: Row) -> Facts:
    value, low, high = (_number(row[one]) for one in ("value_points", "low_points", "high_points"))
    one = Measured(value, low, high)
    return {
        "points": one.number(),
        "between": one.span(),
        "question": str(row["question"]),
        "level": LevelLabel(str(row["level"])),
    }
