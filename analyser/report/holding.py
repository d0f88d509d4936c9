"""Does an answer hold with other players? The same experiment with other strategies, row by row (method M15)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyser.experiments.sample import Sample
from analyser.report.verdicts import Holding, Holds, Level, Verdict
from analyser.report.words import Words
from analyser.statistics.estimates import mean_of_games
from analyser.statistics.robustness import shown_to_differ

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


def unchecked(base: str, words: Words) -> Holding:
    """Nobody else has played it."""
    return Holding(Holds.UNSURE, words.say("holds.unchecked", base=base))


def told_by(mine: Verdict, others: Mapping[str, Verdict], base: str, words: Words) -> Holding:
    """The same verdict by other players, each in a sentence: robust only if all of them say the same."""
    if not others:
        return unchecked(base, words)
    told = words.in_turn(words.of(field, one.sentence.rstrip(".")) for field, one in others.items())
    said = [(one.level, one.direction) for one in (mine, *others.values())]
    return Holding(_agreement(said), words.say("holds.fields", told=told))


def _agreement(said: Sequence[tuple[Level, int]]) -> Holds:
    """What the first verdict comes to beside the others: an undecided one neither agrees nor disagrees."""
    decided = {one for one in said if one[0] != Level.UNDECIDED}
    if said[0][0] == Level.UNDECIDED or (len(decided) == 1 and len(said) > said.count(said[0])):
        return Holds.UNSURE
    return Holds.ROBUST if len(decided) == 1 else Holds.DEPENDS


@dataclass(frozen=True)
class Claim:
    """What a verdict says of a table: which rows it rests upon, and the tolerance they are judged by."""

    keys: Sequence[str]
    columns: tuple[str, str, str]
    """The value and its ends."""
    name: Callable[[dict[str, Any]], str]
    rests_on: Sequence[dict[str, Any]]
    tolerance: float = 0.0

    def key(self, row: Mapping[str, Any]) -> tuple[Any, ...]:
        """A row's place in the tables of all players."""
        return tuple(row[key] for key in self.keys)

    def ends(self, row: Mapping[str, Any]) -> tuple[float, float] | None:
        """A row's interval, if it has one."""
        _, low, high = self.columns
        return None if row[low] is None or row[high] is None else (row[low], row[high])

    def standing(self, row: Mapping[str, Any]) -> str | None:
        """Where a row is shown to lie: above, below or within the tolerance; nothing if that is not shown."""
        ends = self.ends(row)
        if ends is None:
            return None
        low, high = ends
        shown = {"above": low > self.tolerance, "below": high < -self.tolerance}
        shown["within"] = -self.tolerance < low and high < self.tolerance
        return next((where for where, here in shown.items() if here), None)

    def told(self, row: dict[str, Any], other: Mapping[str, Any], where: str, words: Words) -> str:
        """What a row comes to elsewhere: with other players, or under another assumption."""
        value, low, high = self.columns
        facts = {"what": self.name(row), "field": where, "value": words.signed(other[value], 2)}
        return words.say("holds.against", **facts, between=words.between(other[low], other[high], 2, sign=True))

    def differs(self, row: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
        """Whether two intervals lie apart, on different sides of the tolerance."""
        one, there = self.ends(row), self.ends(other)
        return one is not None and there is not None and shown_to_differ(one, there, self.tolerance)


def robustness(
    words: Words, base: str, frame: pl.DataFrame, others: Mapping[str, pl.DataFrame], claim: Claim
) -> Holding:
    """Who disagrees about what; robust, if what the verdict rests upon is shown by all; else not settled."""
    if not others:
        return unchecked(base, words)
    tables = {field: {claim.key(row): row for row in table.to_dicts()} for field, table in others.items()}
    against = [
        claim.told(row, table[claim.key(row)], field, words)
        for field, table in tables.items()
        for row in frame.to_dicts()
        if claim.key(row) in table and claim.differs(row, table[claim.key(row)])
    ]
    if against:
        more = words.say("holds.more", number=len(against) - 3) if len(against) > 3 else ""
        return Holding(Holds.DEPENDS, words.say("holds.depends", base=base, shown=words.in_turn(against[:3]) + more))
    facts = {"base": base, "fields": words.listed(others)}
    facts["line"] = words.say("holds.tolerance" if claim.tolerance else "holds.zero")
    if claim.rests_on and all(_is_shown_by_all(claim, row, tables.values()) for row in claim.rests_on):
        return Holding(Holds.ROBUST, words.say("holds.robust", **facts))
    return Holding(Holds.UNSURE, words.say("holds.unsure", **facts))


def _is_shown_by_all(claim: Claim, row: dict[str, Any], tables: Iterable[Mapping[Any, dict[str, Any]]]) -> bool:
    """Whether a row is shown to lie somewhere, and by every other table too; one that lacks it shows nothing."""
    where = claim.standing(row)
    found = [table.get(claim.key(row)) for table in tables]
    return where is not None and all(other is not None and claim.standing(other) == where for other in found)


def over_strategies(
    sample: Sample,
    values: Any,
    judge: Callable[[float, float], Level] | None,
    write: Callable[[float], str],
    words: Words,
) -> Holding:
    """A mean of the main run again, in the games of each strategy: from the least to the most, and whether all say
    the same. `judge` gives the verdict on an interval; without it nothing is claimed.
    """
    found = _by_strategy(sample, np.asarray(values, float), judge or (lambda low, high: Level.TOLD))
    if len(found) < 2:
        return unchecked(sample.job.strategies[0].spec, words)
    least, most = min(found), max(found)
    facts = {"least": write(least[0]), "least_with": least[1], "most": write(most[0]), "most_with": most[1]}
    if judge is None:
        return Holding(Holds.UNSURE, words.say("holds.over_told", **facts))
    levels = {level for _, _, level in found}
    if len(levels - {Level.UNDECIDED}) > 1:
        return Holding(Holds.DEPENDS, words.say("holds.over_not", **facts))
    if Level.UNDECIDED in levels:
        return Holding(Holds.UNSURE, words.say("holds.over_unsure", **facts))
    return Holding(Holds.ROBUST, words.say("holds.over", **facts))


def _by_strategy(sample: Sample, values: Any, judge: Callable[[float, float], Level]) -> list[tuple[float, str, Level]]:
    """The mean in the games that each strategy takes part in, and what its interval says."""
    found = []
    for number, one in enumerate(sample.job.strategies):
        played = (sample.lineups == number).any(1)
        if played.sum() > 1:
            mean = mean_of_games(values[played][:, None], 1)
            low, high = (float(end[0]) for end in mean.separate())
            found.append((float(mean.value[0]), one.spec, judge(low, high)))
    return found
