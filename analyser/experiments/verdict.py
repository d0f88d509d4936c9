"""Verdicts: one sentence each, with its level, the numbers it rests on, and whether it holds.

Terminal, JSON, notebook and report show what is decided here and in `robustness`; they decide nothing themselves.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from analyser.experiments.measured import Measured, Standing, Value
from analyser.experiments.robustness import Result, Robustness, robustness
from analyser.experiments.sentences import Sentence
from analyser.experiments.words import Words


class Level(StrEnum):
    """What a verdict says; the most pressing first."""

    MISSED = "missed"
    UNDECIDED = "undecided"
    FOUND = "found"
    MET = "met"
    NOTED = "noted"


def level_of(measured: Measured) -> Level:
    """What a number says about its limits."""
    if measured.standing == Standing.OPEN:
        return Level.UNDECIDED
    return Level.MISSED if measured.is_outside else Level.MET


def level_of_all(measured: Iterable[Measured]) -> Level:
    """One number outside its limits is enough to miss them; all must be shown to be inside to meet them."""
    levels = {level_of(one) for one in measured}
    return next(one for one in (Level.MISSED, Level.UNDECIDED, Level.MET) if one in levels)


@dataclass(frozen=True)
class About:
    """The table that a verdict sums up, and the values that its rows have in common."""

    table: str
    where: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """The result of an experiment, or of one of its questions."""

    level: Level
    sentence: Sentence
    about: About
    rests_on: tuple[Measured, ...] = ()
    """The numbers that it names, the most important first; if it claims nothing, those that it could have named."""
    weight: float = 0.0
    """How far beyond a tolerance, in tolerances; or how large a finding is, in its own margin."""
    games_needed: int | None = None
    """How many games would decide it, if it is undecided and games would."""
    is_open: bool = False
    """More games may say more, although nothing is to be decided by a tolerance."""
    question: str = ""
    remarks: tuple[Sentence, ...] = ()
    robustness: Robustness = field(default_factory=Robustness)

    def checked(self, results: Sequence[Result], margin: float | None = None) -> "Verdict":
        """The same verdict, with what the checks say about it; `margin` is theirs, in points."""
        return replace(self, robustness=robustness(self.rests_on, results, margin))

    def lines(self, words: Words) -> list[str]:
        """The verdict as it is read: question, answer, whether it holds; then its remarks."""
        held = words.sentence(self.robustness.sentence) if self.robustness.checks else ""
        first = " ".join(one for one in (self.question, words.sentence(self.sentence), held) if one)
        return [first, *(f"  {words.sentence(one)}" for one in self.remarks)]

    def as_json(self, words: Words) -> dict[str, object]:
        """All of it, for programs."""
        facts: dict[str, object] = {"level": str(self.level), "table": self.about.table}
        facts |= {
            "where": dict(self.about.where),
            "sentence": words.sentence(self.sentence),
            "games_needed": self.games_needed,
        }
        facts |= {"rests_on": [_as_json(one, words) for one in self.rests_on]}
        held = {"holds": str(self.robustness.holds), "depends_on": list(self.robustness.depends_on)}
        return facts | held | {"robustness": words.sentence(self.robustness.sentence)}


def _as_json(one: Measured, words: Words) -> dict[str, object]:
    numbers = {"value": one.value, "low": one.low, "high": one.high}
    numbers |= {"least": one.limits.least, "most": one.limits.most}
    known = {name: value if math.isfinite(value) else None for name, value in numbers.items()}
    return {"name": words.fill(one.name), **known, "standing": str(one.standing)}


def ordered(verdicts: Iterable[tuple[int, Verdict]]) -> list[tuple[int, Verdict]]:
    """By importance: missed targets first, the worst of them first of all; each with its page."""
    levels = list(Level)
    return sorted(verdicts, key=lambda one: (levels.index(one[1].level), -one[1].weight, one[0]))
