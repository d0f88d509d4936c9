"""Does a finding hold with other players? A headline number over mixes of strategies and over assumptions.

Methods: docs/explanation/methods.md#robustness, #strategy-mixes.
"""

from dataclasses import dataclass
from math import factorial, prod
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from analyser.core.arrays import Bools, Floats, Ints
from analyser.statistics.estimates import sum_by_cell
from analyser.statistics.intervals import CONFIDENCE

ROBUST, ON_PLAY = "robust", "depends on play"
UNSURE = "undecided: too few games"
Z = NormalDist().inv_cdf(0.995)
"""A mix counts as disagreeing only if a 99 % interval says so, because there are many mixes."""
MIXES = 2_000
SEED = 15
AGREE = 0.95


@dataclass(frozen=True)
class Robustness:
    """A headline over strategy mixes: its value in some of them, and whether nearly all agree."""

    uniform: float
    equilibrium: float | None
    top: float
    low: float
    high: float
    least: tuple[int, float]
    most: tuple[int, float]
    agreement: float
    verdict: str
    is_apart: bool
    """Whether `least` and `most` are shown to differ."""


def mixed_value(lineups: Ints, values: Floats, mixes: ArrayLike, errors: Floats | None = None) -> tuple[Floats, Floats]:
    """A headline's value and its error when every seat is filled from a mix, one for each mix: sets of strategies are
    weighted by their chance.

    `values` holds the headline of each line-up; line-ups of one set are averaged. Only sets that were played count.
    """
    shares = np.atleast_2d(np.asarray(mixes, float))
    sets, which = np.unique(np.sort(lineups, axis=1), axis=0, return_inverse=True)
    times = np.bincount(which.ravel())
    of_sets = sum_by_cell(which.ravel(), values) / times
    error_of_sets = np.zeros(len(sets)) if errors is None else sum_by_cell(which.ravel(), errors) / times
    counts = np.stack([(sets == one).sum(1) for one in range(shares.shape[1])], 1)
    ways = np.array([factorial(int(row.sum())) / prod(factorial(int(k)) for k in row) for row in counts])
    weights = ways * np.exp(np.log(np.maximum(shares, 1e-300)) @ counts.T)
    total = weights.sum(1)
    met = np.where(total > 1e-200, total, np.nan)
    return weights @ of_sets / met, np.sqrt(weights**2 @ error_of_sets**2) / met


def side(value: ArrayLike, tolerance: float) -> Ints:
    """+1 above the tolerance, -1 below it, 0 within."""
    return np.where(np.asarray(value) > tolerance, 1, np.where(np.asarray(value) < -tolerance, -1, 0))


def over_mixes(
    lineups: Ints,
    values: Floats,
    n_strategies: int,
    tolerance: float,
    top: int,
    equilibrium: Floats | None = None,
    errors: Floats | None = None,
) -> Robustness:
    """Judge a headline over 2,000 mixes, all mirrors, and the top of the ladder (strategy number `top`)."""
    ends = [np.eye(n_strategies)[top]] + ([] if equilibrium is None else [equilibrium])
    value, error = mixed_value(lineups, values, _mixes(n_strategies, ends), errors)
    mirrors, unsure = mixed_value(lineups, values, np.eye(n_strategies), errors)
    mixed, here = value[1 + len(ends) :], side(value[0], tolerance)
    agreement = float((side(mixed, tolerance) == here).mean())
    against = shown_elsewhere(value[1:], error[1:], tolerance, here)
    least, most = int(np.nanargmin(mirrors)), int(np.nanargmax(mirrors))
    low, high = np.quantile(mixed, [0.05, 0.95])
    return Robustness(
        uniform=float(value[0]),
        equilibrium=None if equilibrium is None else float(value[2]),
        top=float(value[1]),
        low=float(low),
        high=float(high),
        least=(least, float(mirrors[least])),
        most=(most, float(mirrors[most])),
        agreement=agreement,
        verdict=_verdict(
            agreement if is_shown(value[0], error[0], tolerance) else 0.0,
            bool(against[: len(ends)].any()),
            float(against[len(ends) :].mean()),
        ),
        is_apart=bool(mirrors[most] - mirrors[least] > Z * (unsure[most] + unsure[least])),
    )


def _mixes(n_strategies: int, ends: list[Floats]) -> Floats:
    """The uniform mix, those named, and 2,000 random ones."""
    rng = np.random.Generator(np.random.PCG64(SEED))
    uniform = np.full(n_strategies, 1 / n_strategies)
    return np.vstack([uniform, *ends, rng.dirichlet(np.ones(n_strategies), MIXES)])


def shown_elsewhere(values: Floats, errors: Floats, tolerance: float, here: Ints) -> Bools:
    """Which values lie, beyond their errors, on another side of the tolerance."""
    low, high = values - Z * errors, values + Z * errors
    outside = (low > tolerance) | (high < -tolerance)
    return np.select([here > 0, here < 0], [high <= tolerance, low >= -tolerance], outside)


def is_shown(value: float, error: float, tolerance: float) -> bool:
    """Whether a 90 % interval lies on one side of the tolerance: above, below, or within."""
    half = NormalDist().inv_cdf(0.95) * error
    return bool(side(value - half, tolerance) == side(value + half, tolerance)) and not np.isnan(error)


def _verdict(agreement: float, top_is_against: bool, against: float) -> str:
    if top_is_against or against > 1 - AGREE:
        return ON_PLAY
    return ROBUST if agreement >= AGREE else UNSURE


def unseen_strategy(values: ArrayLike, errors: ArrayLike) -> tuple[float, float, float]:
    """Mean over strategies, and the interval in which an unseen strategy's value is expected.

    The variance between strategies by DerSimonian and Laird; mean +/- t sqrt(tau^2 + se^2).
    """
    from scipy.stats import t as student

    found, weights = np.asarray(values, float), 1 / np.maximum(np.asarray(errors, float), 1e-12) ** 2
    k = len(found)
    fixed = (weights * found).sum() / weights.sum()
    excess = (weights * (found - fixed) ** 2).sum() - (k - 1)
    between = max(0.0, excess / (weights.sum() - (weights**2).sum() / weights.sum())) if k > 1 else 0.0
    weights = 1 / (1 / weights + between)
    mean = float((weights * found).sum() / weights.sum())
    half = float(student.ppf(0.5 + CONFIDENCE / 2, max(k - 2, 1)) * np.sqrt(between + 1 / weights.sum()))
    return mean, mean - half, mean + half
