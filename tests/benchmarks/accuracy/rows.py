"""What a claim is, and how often it was right."""

from typing import Any, NamedTuple

import numpy as np

from analyser.statistics.intervals import wilson

TABLES, INTERVALS, AT_MOST = "95 % of tables", "95 % of intervals", "at most 5 % wrong"


class Row(NamedTuple):
    """One claim: what it is measured against, what it promises, and in how many of the runs it kept that."""

    claim: str
    against: str
    promise: str
    least: float
    """The share of runs that must keep it."""
    kept: int
    runs: int

    @property
    def ends(self) -> tuple[float, float]:
        """Between which shares the truth lies (95 %)."""
        low, high, _ = wilson(np.array([self.kept / self.runs]), np.array([self.runs]))
        return float(low[0]), float(high[0])

    @property
    def is_inside(self) -> bool:
        """Whether the promise is not shown to be broken."""
        return self.ends[1] >= self.least


def row(claim: str, against: str, kept: list[bool], promise: str = TABLES, least: float = 0.95) -> Row:
    """A claim that was repeated."""
    return Row(claim, against, promise, least, int(np.sum(kept)), len(kept))


def inside(low: Any, truth: Any, high: Any) -> bool:
    """Whether all intervals cover."""
    return bool(np.all((np.asarray(low) <= truth) & (truth <= np.asarray(high))))
