"""Looking while games are played, without fooling oneself (method M14)."""

from math import log
from typing import Any

import numpy as np

ALPHA = 0.05


def sequence_margin(n: Any, deviation: Any, planned: int, alpha: float = ALPHA) -> Any:
    """Half width of an interval for a mean that holds at every moment of looking together; narrowest near `planned`.

    s sqrt(2 (n r + 1) / (n^2 r) ln(sqrt(n r + 1) / alpha)), r = (-2 ln alpha + ln(1 - 2 ln alpha)) / planned.
    """
    n = np.asarray(n, float)
    r = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / planned
    return deviation * np.sqrt(2 * (n * r + 1) / (n**2 * r) * np.log(np.sqrt(n * r + 1) / alpha))


def sprt(mean: Any, deviation: Any, n: Any, null: float, other: float) -> Any:
    """Log likelihood ratio of a mean `other` against `null` after n differences (generalised SPRT)."""
    return n * (other - null) * (2 * mean - null - other) / (2 * np.maximum(deviation, 1e-300) ** 2)


def sprt_bounds(alpha: float = ALPHA, beta: float = ALPHA) -> tuple[float, float]:
    """At or below the first the null stands, at or above the second it falls; between them play goes on."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)
