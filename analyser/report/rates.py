"""Rates of games with their intervals: from blocks where there are enough, Wilson's where an event is rare."""

from typing import Any

import numpy as np

from analyser.statistics.estimates import mean_of_games

RARE = 10
"""Below so many events, or so many games without one, the normal law is too rough."""


def rate(hits: Any, block: int) -> tuple[float, float, float]:
    """Share of games, and the ends of its 95 % interval."""
    from scipy.stats import binomtest

    n, k = len(hits), int(np.sum(hits))
    if min(k, n - k) < RARE:
        found = binomtest(k, n).proportion_ci(method="wilson")
        return k / n, float(found.low), float(found.high)
    estimate = mean_of_games(np.asarray(hits, float)[:, None], block)
    low, high = estimate.separate()
    return k / n, float(low[0]), float(high[0])
