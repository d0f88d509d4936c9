"""How often something happens in a game, with its interval: from blocks, or Wilson's where it is rare.

Methods: docs/explanation/methods.md#blocks, #rare-events.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from analyser.statistics.estimates import mean_of_games
from analyser.statistics.intervals import CONFIDENCE, RARE, wilson


class Rate(NamedTuple):
    """A share of games, and the ends of its 95 % interval."""

    share: float
    low: float
    high: float


def rate(hits: ArrayLike, block: int, cells: int = 1) -> Rate:
    """The share of games in which it happened; the interval is widened for the number of rates in its table."""
    happened = np.asarray(hits, float)
    share, n = float(happened.mean()), len(happened)
    if min(share, 1 - share) * n < RARE:
        low, high, _ = wilson(np.full(cells, share), np.full(cells, n))
        return Rate(share, float(low[0]), float(high[0]))
    low, high = mean_of_games(happened[:, None], block).separate(1 - (1 - CONFIDENCE) / cells)
    return Rate(share, float(low[0]), float(high[0]))
