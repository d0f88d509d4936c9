"""Whether numbers have moved by more than the smallest effect that matters.

Method: docs/explanation/methods.md#drift-test.
"""

import numpy as np
from numpy.typing import ArrayLike

from analyser.core.arrays import Floats

LEVEL = 0.01
"""The most false alarms: how often a check fails although no number moved by more than its smallest effect."""
POWER = 0.9
"""How often a detectable drift is found."""
USED = 0.8
"""The part of the level that is used. Counts are skewed and their errors estimated: of 40 numbers exactly at the
smallest effect, with all of it up to 1.20 % of gates alarm (shares of 2 to 98 %, 200,000 games), with this 0.97 %."""


def minimum_effect_p(difference: ArrayLike, error: ArrayLike, least: ArrayLike) -> Floats:
    """The chance of a difference this large if the true one is at most `least`: 1 - Phi((|d| - least) / se)."""
    from scipy.stats import norm

    return norm.sf((np.abs(difference) - np.asarray(least)) / np.maximum(error, 1e-300))


def holm(p: ArrayLike) -> Floats:
    """p-values adjusted so that all of a row can be read together (Holm)."""
    each = np.asarray(p, float)
    order = np.argsort(each, axis=-1)
    raised = np.take_along_axis(each, order, -1) * np.arange(each.shape[-1], 0, -1)
    found = np.empty_like(each)
    np.put_along_axis(found, order, np.minimum(np.maximum.accumulate(raised, axis=-1), 1.0), -1)
    return found


def drift_p(difference: ArrayLike, error: ArrayLike, least: ArrayLike) -> Floats:
    """p-values of all numbers together, for an alarm below the level: Holm's, divided by the part that is used."""
    return np.minimum(holm(minimum_effect_p(difference, error, least)) / USED, 1.0)


def detectable(error: ArrayLike, least: ArrayLike, n_numbers: int, level: float = LEVEL) -> Floats:
    """The drift that is found nine times in ten: least + (z of the level over all numbers + z of the power) se."""
    from scipy.stats import norm

    return np.asarray(least, float) + (norm.isf(USED * level / n_numbers) + norm.ppf(POWER)) * np.asarray(error)
