"""Does an answer hold with other players? The same experiment with other strategies, row by row (method M15)."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyser.experiments.sample import Sample
from analyser.report.verdicts import Holding, Holds, Level, Verdict
from analyser.report.words import Words
from analyser.statistics.estimates import mean_of_games

if TYPE_CHECKING:
    from analyser.report.desk import Desk


def repeated(desk: "Desk", run: Callable[[str], pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """The same table with each other strategy that the recipe names."""
    return {field: run(field) for field in desk.recipe.fields if field != desk.base}


def side(low: float | None, high: float | None) -> int:
    """+1 if an interval lies above 0, -1 below, 0 if it holds 0 or is not known."""
    if low is None or high is None:
        return 0
    return int(low > 0) - int(high < 0)


def differs(row: dict[str, Any], other: dict[str, Any], low: str, high: str) -> bool:
    """Whether another interval lies apart from this one, and on another side of 0."""
    if None in (row[low], other[low]):
        return False
    apart = other[low] > row[high] or other[high] < row[low]
    return apart and side(row[low], row[high]) != side(other[low], other[high])


def unchecked(base: str, words: Words) -> Holding:
    """Nobody else has played it."""
    return Holding(Holds.UNSURE, words.say("holds.unchecked", base=base))


def told_by(mine: Verdict, others: Mapping[str, Verdict], base: str, words: Words) -> Holding:
    """The same verdict by other players, each in a sentence: robust if all say the same, undecided ones say nothing."""
    if not others:
        return unchecked(base, words)
    told = "; ".join(f"{field}: {one.sentence.rstrip('.')}" for field, one in others.items())
    said = {(one.level, one.direction) for one in (mine, *others.values()) if one.level != Level.UNDECIDED}
    holds = Holds.UNSURE if mine.level == Level.UNDECIDED else Holds.ROBUST if len(said) == 1 else Holds.DEPENDS
    return Holding(holds, words.say("holds.fields", told=told))


def robustness(
    words: Words,
    base: str,
    frame: pl.DataFrame,
    others: Mapping[str, pl.DataFrame],
    keys: Sequence[str],
    columns: tuple[str, str, str],
    name: Callable[[dict[str, Any]], str],
) -> Holding:
    """Robust, if no other field shows a value apart and on another side of 0; else who disagrees about what."""
    if not others:
        return unchecked(base, words)
    value, low, high = columns
    against = []
    for field, table in others.items():
        there = {tuple(row[key] for key in keys): row for row in table.to_dicts()}
        for row in frame.to_dicts():
            other = there.get(tuple(row[key] for key in keys))
            if other is None:
                continue
            if differs(row, other, low, high):
                facts = {"what": name(row), "field": field, "value": words.signed(other[value], 2)}
                facts["between"] = words.between(other[low], other[high], 2, sign=True)
                against.append(words.say("holds.against", **facts))
    fields = words.listed(others)
    if not against:
        return Holding(Holds.ROBUST, words.say("holds.robust", base=base, fields=fields))
    shown = "; ".join(against[:3])
    more = words.say("holds.more", number=len(against) - 3) if len(against) > 3 else ""
    return Holding(Holds.DEPENDS, words.say("holds.depends", base=base, shown=shown + more))


def over_strategies(
    sample: Sample, values: Any, judge: Callable[[float, float], Level], write: Callable[[float], str], words: Words
) -> Holding:
    """A mean of the main run again, in the games of each strategy alone: from the least to the most, and whether all
    say the same. `judge` gives the verdict on an interval.
    """
    names = [one.spec for one in sample.job.strategies]
    found = []
    for number, name in enumerate(names):
        played = (sample.lineups == number).any(1)
        if played.sum() > 1:
            mean = mean_of_games(np.asarray(values, float)[played][:, None], 1)
            low, high = (float(end[0]) for end in mean.separate())
            found.append((float(mean.value[0]), name, judge(low, high)))
    if len(found) < 2:
        return unchecked(names[0], words)
    least, most = min(found), max(found)
    facts = {"least": write(least[0]), "least_with": least[1], "most": write(most[0]), "most_with": most[1]}
    agree = len({level for _, _, level in found} - {Level.UNDECIDED}) <= 1
    if agree:
        return Holding(Holds.ROBUST, words.say("holds.over", **facts))
    return Holding(Holds.DEPENDS, words.say("holds.over_not", **facts))
