"""A number with its interval, and where that shows it to lie: above, below or within the limits it is judged by."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import polars as pl

from analyser.experiments.sentences import Fact, Number, Sentence, Span, said

Value: TypeAlias = str | int | float | bool | None
Row: TypeAlias = Mapping[str, Value]
"""A row of a table, by column."""
Key: TypeAlias = tuple[Value, ...]
MOST_GAMES = 1e10
"""Nobody plays more games than this."""
MOST_DIGITS = 4
NOTHING = 1e-9
"""Numbers nearer than this differ by the computer's rounding."""


class Standing(StrEnum):
    """Where a number is shown to lie."""

    ABOVE = "above"
    BELOW = "below"
    WITHIN = "within"
    OPEN = "open"


class Limits(NamedTuple):
    """The least and the most that is tolerated."""

    least: float = 0.0
    most: float = 0.0

    @classmethod
    def around_zero(cls, tolerance: float) -> "Limits":
        """The same to both sides."""
        return cls(-tolerance, tolerance)

    @classmethod
    def at_most(cls, most: float) -> "Limits":
        """There is a most, but no least."""
        return cls(-math.inf, most)


ZERO = Limits()
"""Only 0 lies within."""


class Tolerance(NamedTuple):
    """How far the numbers of a table may be from 0; if relative, how far from their own value, as a part of it."""

    width: float = 0.0
    is_relative: bool = False

    def limits(self, value: float) -> Limits:
        """What a number of this value is judged by."""
        if not self.is_relative:
            return Limits.around_zero(self.width)
        reach = self.width * abs(value)
        return Limits(value - reach, value + reach)


NO_TOLERANCE = Tolerance()


@dataclass(frozen=True)
class Measured:
    """One number of a table. An end that is not known is infinite."""

    value: float
    low: float
    high: float
    limits: Limits = ZERO
    name: Fact = ""
    key: Key = ()
    """Which row of a table it is."""
    inner: tuple[float, float] | None = None
    """The interval that must lie within the limits, if it is a different one (90 % for two one-sided tests at 5 %)."""
    scale: float = 1.0
    """What it is multiplied by in sentences: 100 for parts of 1."""

    @property
    def standing(self) -> Standing:
        """Where its interval shows it to lie."""
        if self.low > self.limits.most:
            return Standing.ABOVE
        if self.high < self.limits.least:
            return Standing.BELOW
        low, high = self.inner or (self.low, self.high)
        return Standing.WITHIN if self.limits.least <= low and high <= self.limits.most else Standing.OPEN

    @property
    def is_outside(self) -> bool:
        """Whether it is shown to lie beyond its limits."""
        return self.standing in (Standing.ABOVE, Standing.BELOW)

    @property
    def half_width(self) -> float:
        """Half the width of its interval."""
        return (self.high - self.low) / 2

    @property
    def is_exact(self) -> bool:
        """Whether chance has no part in it: every game says the same."""
        return self.high - self.low < NOTHING

    @property
    def digits(self) -> int:
        """Decimals that are worth writing."""
        return digits_of(self.scale * self.half_width)

    @property
    def excess(self) -> float:
        """How far the value lies outside its limits, in widths of the target."""
        beyond = max(self.value - self.limits.most, self.limits.least - self.value, 0.0)
        return beyond / max(*(abs(one) for one in self.limits if math.isfinite(one)), 1e-9)

    def number(self, signed: bool = True) -> Number:
        """The value, for a sentence."""
        return Number(self.scale * self.value, None if self.is_exact else self.digits, signed)

    def span(self, signed: bool = True) -> Span:
        """The interval, for a sentence."""
        return Span(self.scale * self.low, self.scale * self.high, self.digits, signed)

    def turned(self) -> "Measured":
        """The same with the opposite sign: how much less, instead of how much more."""
        return replace(self, value=-self.value, low=-self.high, high=-self.low)

    def differs(self, other: "Measured") -> bool:
        """Whether the other number, by the same limits, is shown to lie elsewhere: both are shown and not the same, or
        their intervals are apart and one of them is outside.
        """
        there = replace(other, limits=self.limits)
        if self.standing == there.standing:
            return False
        if Standing.OPEN not in (self.standing, there.standing):
            return True
        is_apart = there.low > self.high or there.high < self.low
        return is_apart and (self.is_outside or there.is_outside)

    def agrees(self, other: "Measured") -> bool:
        """Whether both are shown to lie in the same place; a number that shows nothing agrees with nothing."""
        return self.standing == replace(other, limits=self.limits).standing != Standing.OPEN


def digits_of(margin: float) -> int:
    """Decimals that a number with this margin is written with: the first one that the margin moves, at least one."""
    if not 0 < margin < math.inf:
        return 2
    return min(max(-math.floor(math.log10(margin)), 1), MOST_DIGITS)


def games_to_decide(games: int, one: Measured) -> int | None:
    """Games after which an interval around this value no longer crosses a limit; none if it lies on one."""
    reach = [
        (one.high - one.value if limit > one.value else one.value - one.low, abs(limit - one.value))
        for limit in one.limits
    ]
    if any(gap == 0 or not math.isfinite(half) for half, gap in reach):
        return None
    needed = games * max(half / gap for half, gap in reach) ** 2
    return math.ceil(needed) if needed < MOST_GAMES else None


def games_for_all(games: int, measured: Iterable[Measured]) -> int | None:
    """Games that decide whether all values lie within their limits: one that seems outside decides alone; otherwise all
    must be shown to be inside.
    """
    needed = [(one.excess > 0, games_to_decide(games, one)) for one in measured]
    outside = [found for is_beyond, found in needed if is_beyond and found is not None]
    if outside:
        return min(outside)
    inside = [found for _, found in needed]
    return None if None in inside else max(found for found in inside if found is not None)


def decided_by(games: int | None, how: str = "by") -> Sentence:
    """How many games would decide: in all (`by`), or for `each` value."""
    if games is None:
        return said("decided.never")
    size = 10 ** max(len(str(games)) - 2, 0)
    return said(f"decided.{how}", games=-(-games // size) * size)


KEYS = ("variant", "play", "outcome", "column", "level", "gift", "seat", "measure")
ENDS = {
    "surplus": ("surplus_low", "surplus_high"),
    "value_points": ("low_points", "high_points"),
    "synergy_points": ("low_points", "high_points"),
    "advantage_points": ("low_points", "high_points"),
    "exploitability_points": ("low_points", "high_points"),
    "difference": ("low", "high"),
    "decided_share": ("low_share", "high_share"),
    "above_mean_score": ("low_score", "high_score"),
    "mean": ("low", "high"),
}
"""The columns that may hold the numbers that a verdict rests on, each with those of its ends."""
INNER = ("low_90_points", "high_90_points")


@dataclass(frozen=True)
class Reading:
    """Which columns of a table say which row it is, and hold its number."""

    keys: tuple[str, ...]
    value: str
    tolerance: Tolerance

    @classmethod
    def of(cls, table: pl.DataFrame, tolerance: Tolerance = NO_TOLERANCE) -> "Reading":
        """How a table of numbers with intervals is read."""
        keys = tuple(one for one in KEYS if one in table.columns)
        return cls(keys, next(one for one in ENDS if one in table.columns), tolerance)

    @staticmethod
    def is_possible(table: pl.DataFrame) -> bool:
        """Whether a table holds numbers with intervals, and names its rows."""
        values = [one for one in ENDS if one in table.columns]
        return bool(values) and (values[0] != "mean" or "measure" in table.columns)

    @property
    def is_in_points(self) -> bool:
        """Whether its numbers are percentage points."""
        return self.value.endswith("_points")

    def measured(self, row: Row, name: Fact = "", scale: float = 1.0) -> Measured:
        """The number of a row; one that a check could not find may be anything."""
        low, high = ENDS[self.value]
        value, key = _number(row.get(self.value), math.nan), tuple(row[one] for one in self.keys)
        ends = (_number(row.get(low), -math.inf), _number(row.get(high), math.inf))
        inner = (_number(row[INNER[0]], -math.inf), _number(row[INNER[1]], math.inf)) if INNER[0] in row else None
        return Measured(value, *ends, self.tolerance.limits(value), name, key, inner, scale)

    def all(self, table: pl.DataFrame) -> list[Measured]:
        """The numbers of all rows."""
        return [self.measured(row) for row in table.to_dicts()]


def _number(value: Value, unknown: float) -> float:
    return float(value) if isinstance(value, int | float) else unknown
