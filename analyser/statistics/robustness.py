"""Does a finding hold whoever plays? A headline number over mixes of strategies and over assumptions (method M15)."""

from dataclasses import dataclass
from math import factorial, prod
from statistics import NormalDist
from typing import Any

import numpy as np

ROBUST, ON_PLAY, ON_ASSUMPTION = "robust", "depends on play", "depends on assumption"
ON_PLAYERS = "depends on the number of players"
UNSURE = "undecided: too few games"
Z = NormalDist().inv_cdf(0.995)
"""A mix is shown to disagree only if a 99 % interval says so: there are many of them."""
MIXES = 2_000
SEED = 15
AGREE = 0.95


@dataclass(frozen=True)
class Robustness:
    """A headline over strategy mixes: its value in some of them, and whether it says the same in nearly all."""

    uniform: float
    equilibrium: float | None
    top: float
    low: float
    high: float
    least: tuple[int, float]
    most: tuple[int, float]
    agreement: float
    verdict: str


def mixed_value(lineups: Any, values: Any, mixes: Any, errors: Any = None) -> tuple[Any, Any]:
    """A headline's value when every seat is filled from a mix, and its error: sets of strategies weighted by their
    chance; one for each mix.

    `values` holds the headline of each line-up; line-ups of one set are averaged. Only sets that were played count.
    """
    mixes = np.atleast_2d(np.asarray(mixes, float))
    errors = np.zeros(len(values)) if errors is None else errors
    sets, which = np.unique(np.sort(lineups, axis=1), axis=0, return_inverse=True)
    times = np.bincount(which.ravel())
    values, errors = np.bincount(which.ravel(), values) / times, np.bincount(which.ravel(), errors) / times
    counts = np.stack([(sets == one).sum(1) for one in range(mixes.shape[1])], 1)
    ways = np.array([factorial(int(row.sum())) / prod(factorial(int(k)) for k in row) for row in counts])
    weights = ways * np.exp(np.log(np.maximum(mixes, 1e-300)) @ counts.T)
    total = weights.sum(1)
    met = np.where(total > 1e-200, total, np.nan)
    return weights @ values / met, np.sqrt(weights**2 @ errors**2) / met


def side(value: Any, tolerance: float) -> Any:
    """+1 above the tolerance, -1 below it, 0 within."""
    return np.where(np.asarray(value) > tolerance, 1, np.where(np.asarray(value) < -tolerance, -1, 0))


def shown_to_differ(one: tuple[float, float], other: tuple[float, float], tolerance: float = 0.0) -> bool:
    """Whether two intervals lie apart, and on different sides of the tolerance (above, below, neither)."""
    apart = other[0] > one[1] or other[1] < one[0]
    return apart and side_shown(*one, tolerance) != side_shown(*other, tolerance)


def side_shown(low: float, high: float, tolerance: float = 0.0) -> int:
    """+1 if an interval lies above the tolerance, -1 below it, 0 neither."""
    return int(low > tolerance) - int(high < -tolerance)


def over_mixes(
    lineups: Any,
    values: Any,
    n_strategies: int,
    tolerance: float,
    top: int,
    equilibrium: Any = None,
    errors: Any = None,
) -> Robustness:
    """Judge a headline over 2,000 mixes, all mirrors, and the top of the ladder (strategy number `top`)."""
    ends = [np.eye(n_strategies)[top]] + ([] if equilibrium is None else [equilibrium])
    value, error = mixed_value(lineups, values, _mixes(n_strategies, ends), errors)
    mirrors, _ = mixed_value(lineups, values, np.eye(n_strategies), errors)
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
    )


def _mixes(n_strategies: int, ends: list[Any]) -> Any:
    """The uniform mix, those named, and 2,000 that are drawn."""
    rng = np.random.Generator(np.random.PCG64(SEED))
    uniform = np.full(n_strategies, 1 / n_strategies)
    return np.vstack([uniform, *ends, rng.dirichlet(np.ones(n_strategies), MIXES)])


def shown_elsewhere(values: Any, errors: Any, tolerance: float, here: Any) -> Any:
    """Which values are shown, beyond their errors, to lie on another side of the tolerance."""
    low, high = values - Z * errors, values + Z * errors
    other = np.where(here > 0, high <= tolerance, np.where(here < 0, low >= -tolerance, False))
    return np.where(here == 0, (low > tolerance) | (high < -tolerance), other)


def is_shown(value: float, error: float, tolerance: float) -> bool:
    """Whether a 90 % interval lies on one side of the tolerance: above, below, or within."""
    half = NormalDist().inv_cdf(0.95) * error
    return bool(side(value - half, tolerance) == side(value + half, tolerance)) and not np.isnan(error)


def _verdict(agreement: float, top_is_against: bool, against: float) -> str:
    if top_is_against or against > 1 - AGREE:
        return ON_PLAY
    return ROBUST if agreement >= AGREE else UNSURE


def unseen_strategy(values: Any, errors: Any, confidence: float = 0.95) -> tuple[float, float, float]:
    """Mean over strategies, and the interval in which that of a strategy not yet written is expected.

    The variance between strategies by DerSimonian and Laird; mean +/- t sqrt(tau^2 + se^2).
    """
    from scipy.stats import t as student

    values, weights = np.asarray(values, float), 1 / np.maximum(np.asarray(errors, float), 1e-12) ** 2
    k = len(values)
    fixed = (weights * values).sum() / weights.sum()
    excess = (weights * (values - fixed) ** 2).sum() - (k - 1)
    between = max(0.0, excess / (weights.sum() - (weights**2).sum() / weights.sum())) if k > 1 else 0.0
    weights = 1 / (1 / weights + between)
    mean = float((weights * values).sum() / weights.sum())
    half = float(student.ppf(0.5 + confidence / 2, max(k - 2, 1)) * np.sqrt(between + 1 / weights.sum()))
    return mean, mean - half, mean + half
