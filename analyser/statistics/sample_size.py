"""How many games are needed, and how precise a number of games is.

Method: docs/explanation/methods.md#sample-size.
"""

import math
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

import numpy as np

from analyser.statistics.intervals import CONFIDENCE, sup_t

POWER = 0.9
EQUIVALENCE_Z = NormalDist().inv_cdf(0.95)


@dataclass(frozen=True)
class Need:
    """Games for a half width, of one seat alone and of all seats together, and to show equality within it."""

    margin: float
    one_seat: int
    all_seats: int
    equality: int


@cache
def critical_of_seats(n_seats: int, confidence: float = CONFIDENCE) -> float:
    """The joint critical value of n equal seats with one winner."""
    return sup_t(np.eye(n_seats) - 1.0 / n_seats, confidence)


def games_for_margin(margin: float, n_seats: int, reduction: float = 1.0, all_seats: bool = True) -> int:
    """Games until the half width of an equal seat's interval is `margin` (a share): c^2 p (1 - p) / (h^2 VRF)."""
    share = 1 / n_seats
    critical = critical_of_seats(n_seats) if all_seats else NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    return math.ceil(critical**2 * share * (1 - share) / (margin**2 * reduction))


def games_for_equality(tolerance: float, n_seats: int, reduction: float = 1.0) -> int:
    """Games until equal seats are shown to be equal within `tolerance`, with this power, by the two one-sided tests."""
    share = 1 / n_seats
    reach = EQUIVALENCE_Z + critical_of_seats(n_seats, POWER)
    return math.ceil(reach**2 * share * (1 - share) / (tolerance**2 * reduction))


def margin_of_games(games: int, n_seats: int, reduction: float = 1.0) -> float:
    """The half width to expect from this many games."""
    share = 1 / n_seats
    return critical_of_seats(n_seats) * math.sqrt(share * (1 - share) / (games * reduction))


def need(margin: float, n_seats: int, reduction: float = 1.0) -> Need:
    """All three numbers of games for one margin."""
    return Need(
        margin,
        games_for_margin(margin, n_seats, reduction, all_seats=False),
        games_for_margin(margin, n_seats, reduction),
        games_for_equality(margin, n_seats, reduction),
    )
