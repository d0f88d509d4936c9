"""Compiled games against a slow reference, in distribution: the same measures of both must agree.

A measure disagrees if the two means differ by more than 4 standard errors of the difference: by chance that happens to
one true measure in 15,800. The seeds are fixed, so a run that passes passes always.

The reference is slow, so what its games come to is stored beside its tests (`reference_measures.json`). A quick session
compares with the stored measures, which keeps their full size; a few games show that they are still the reference's.
A long session plays all of the reference's games again. After a change of a reference, `REWRITE=1` stores them anew.
"""

from math import hypot, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.golden import REWRITES, read_golden, write_golden

ALLOWED_ERRORS = 4
Measures = dict[str, tuple[float, float]]
"""Mean and standard error by name."""


def mean(values: Any) -> tuple[float, float]:
    """A mean with its standard error."""
    values = np.asarray(values, float)
    return float(values.mean()), float(values.std(ddof=1) / sqrt(len(values)))


def disagreements(one: Measures, other: Measures) -> dict[str, str]:
    """The measures that differ by more than is allowed, with both means and the difference in standard errors."""
    assert one.keys() == other.keys()
    found = {}
    for name, (mean_of_one, error_of_one) in one.items():
        mean_of_other, error_of_other = other[name]
        difference, error = abs(mean_of_one - mean_of_other), hypot(error_of_one, error_of_other)
        if difference > ALLOWED_ERRORS * error:
            found[name] = f"{mean_of_one:.5f} and {mean_of_other:.5f}: {difference / max(error, 1e-9):.1f} errors apart"
    return found


def stored_measures(path: Path, name: str) -> Measures:
    """What the reference's games of this name came to."""
    return {
        measure.removeprefix(f"{name}: "): (mean, error)
        for measure, (mean, error) in read_golden(path).items()
        if measure.startswith(f"{name}: ")
    }


def assert_stored(path: Path, name: str, measures: Measures) -> None:
    """These are the measures that are stored; numpy may add up in another order elsewhere."""
    if REWRITES:
        write_golden(path, read_golden(path) | {f"{name}: {measure}": pair for measure, pair in measures.items()})
    stored = stored_measures(path, name)
    assert measures.keys() == stored.keys()
    for measure, pair in measures.items():
        assert pair == pytest.approx(stored[measure], rel=1e-9, abs=1e-12), measure
