"""Verdicts: what a test says of a designer's tolerance, and how many games an undecided one would take."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from analyser.report.words import Words


class Level(StrEnum):
    """What a verdict says; the most pressing first."""

    MISSED = "missed"
    UNDECIDED = "undecided"
    FOUND = "found"
    MET = "met"
    TOLD = "told"


class Holds(StrEnum):
    """Whether a verdict holds with other players too."""

    ROBUST = "robust"
    DEPENDS = "depends"
    UNSURE = "unsure"


@dataclass(frozen=True)
class Holding:
    """Whether a verdict holds with other players, and the sentence that says so."""

    holds: Holds
    sentence: str


@dataclass(frozen=True)
class Verdict:
    """One sentence of the first page."""

    level: Level
    sentence: str
    weight: float = 0.0
    """How far beyond a tolerance, in tolerances; or how large a finding is, in its own margin."""
    direction: int = 0
    """+1 for a finding that something rises, -1 that it falls."""
    holds: Holds = Holds.UNSURE

    @property
    def claims(self) -> bool:
        """Whether it says that something is shown."""
        return self.level not in (Level.UNDECIDED, Level.TOLD)

    def held(self, holding: Holding) -> "Verdict":
        """The same verdict, with whether it holds; what claims nothing cannot hold."""
        kept = self.claims or holding.holds == Holds.DEPENDS
        return replace(self, holds=holding.holds if kept else Holds.UNSURE)

    def place(self, page: int, words: Words) -> str:
        """Where it is shown, and whether it holds."""
        at = words.say("page", number=page)
        return at if self.holds == Holds.UNSURE else words.say(f"cover.{self.holds}", page=at)


def sentence(text: str) -> str:
    """Begins with a capital, as a sentence does."""
    return text[:1].upper() + text[1:]


def ordered(verdicts: Iterable[tuple[int, Verdict]]) -> list[tuple[int, Verdict]]:
    """By importance: targets missed first, the worst of them before; each with its page."""
    levels = list(Level)
    return sorted(verdicts, key=lambda one: (levels.index(one[1].level), -one[1].weight, one[0]))


def within(low: float, high: float, least: float, most: float) -> Level:
    """An interval against a target: wholly inside, wholly outside, or neither."""
    if low > most or high < least:
        return Level.MISSED
    return Level.MET if least <= low and high <= most else Level.UNDECIDED


def games_to_decide(games: int, value: float, low: float, high: float, *limits: float) -> int | None:
    """Games after which an interval around this value would no longer cross a limit; none if it lies on one."""
    reach = [(high - value if limit > value else value - low, abs(limit - value)) for limit in limits]
    if any(gap == 0 or not math.isfinite(half) for half, gap in reach):
        return None
    needed = games * max(half / gap for half, gap in reach) ** 2
    return math.ceil(needed) if needed < 1e10 else None


def games_for_all(games: int, intervals: Iterable[tuple[float, float, float]], limit: float) -> int | None:
    """Games that would decide whether all values lie within ± a limit: one that seems outside decides it alone, else
    all must be shown to be inside. An interval is its value and both ends.
    """
    needed = [(abs(one[0]) > limit, games_to_decide(games, *one, limit, -limit)) for one in intervals]
    outside = [found for beyond, found in needed if beyond and found is not None]
    if outside:
        return min(outside)
    inside = [found for _, found in needed]
    return None if None in inside else max(found for found in inside if found is not None)


def excess(value: float, least: float, most: float) -> float:
    """How far a value lies outside a target, in widths of the target."""
    beyond = max(value - most, least - value, 0.0)
    return beyond / max(abs(most), abs(least), 1e-9)
