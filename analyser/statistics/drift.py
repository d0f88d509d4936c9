"""Whether numbers have moved by more than a smallest effect worth speaking of (methods section 6)."""

from typing import Any

import numpy as np

LEVEL = 0.01


def minimum_effect_p(difference: Any, error: Any, least: Any) -> Any:
    """The chance of a difference so large if the true one is at most `least`: 1 - Phi((|d| - least) / se)."""
    from scipy.stats import norm

    return norm.sf((np.abs(difference) - least) / np.maximum(error, 1e-300))


def holm(p: Any) -> Any:
    """p-values adjusted so that all can be read together (Holm)."""
    p = np.asarray(p, float)
    order = np.argsort(p)
    raised = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    found = np.empty_like(p)
    found[order] = np.minimum(raised, 1.0)
    return found


def detectable(error: Any, least: Any, n_numbers: int, level: float = LEVEL, power: float = 0.9) -> Any:
    """The drift that would be found with this power: least + (z of the level over all numbers + z of the power) se."""
    from scipy.stats import norm

    return least + (norm.isf(level / n_numbers) + norm.ppf(power)) * np.asarray(error)
