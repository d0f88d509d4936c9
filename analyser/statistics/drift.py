"""Whether numbers have moved by more than a smallest effect worth speaking of (methods section 6)."""

from typing import Any

import numpy as np

LEVEL = 0.01
USED = 0.8
"""The part of the level that is used. Counts are skewed and their errors estimated: of 40 numbers exactly at the
smallest effect, with all of it up to 1.20 % of gates alarm (shares of 2 to 98 %, 200,000 games), with this 0.97 %."""


def minimum_effect_p(difference: Any, error: Any, least: Any) -> Any:
    """The chance of a difference so large if the true one is at most `least`: 1 - Phi((|d| - least) / se)."""
    from scipy.stats import norm

    return norm.sf((np.abs(difference) - least) / np.maximum(error, 1e-300))


def holm(p: Any) -> Any:
    """p-values adjusted so that all of a row can be read together (Holm)."""
    p = np.asarray(p, float)
    order = np.argsort(p, axis=-1)
    raised = np.take_along_axis(p, order, -1) * np.arange(p.shape[-1], 0, -1)
    found = np.empty_like(p)
    np.put_along_axis(found, order, np.minimum(np.maximum.accumulate(raised, axis=-1), 1.0), -1)
    return found


def drift_p(difference: Any, error: Any, least: Any) -> Any:
    """p-values of all numbers together, for an alarm below the level: Holm's, raised by what is not used of it."""
    return np.minimum(holm(minimum_effect_p(difference, error, least)) / USED, 1.0)


def detectable(error: Any, least: Any, n_numbers: int, level: float = LEVEL, power: float = 0.9) -> Any:
    """The drift that would be found with this power: least + (z of the level over all numbers + z of the power) se."""
    from scipy.stats import norm

    return least + (norm.isf(USED * level / n_numbers) + norm.ppf(power)) * np.asarray(error)
