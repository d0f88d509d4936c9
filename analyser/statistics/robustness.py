"""Does a finding hold whoever plays? A headline number over mixes of strategies and over assumptions (method M15)."""

from dataclasses import dataclass
from math import factorial, prod
from typing import Any

import numpy as np

ROBUST, ON_PLAY, ON_ASSUMPTION = "robust", "depends on play", "depends on assumption"
MIXES = 2_000
AGREE = 0.95


@dataclass(frozen=True)
class Robustness:
    """A headline over strategy mixes: its value in some of them, and whether it says the same in nearly all."""

    uniform: float
    equilibrium: float | None
    low: float
    high: float
    least: tuple[int, float]
    most: tuple[int, float]
    agreement: float
    verdict: str


def mixed_value(lineups: Any, values: Any, mixes: Any) -> Any:
    """A headline's value when every seat is filled from a mix: sets of strategies weighted by their chance.

    `values` holds the headline of each line-up; line-ups of one set are averaged. Only sets that were played count.
    """
    mixes = np.atleast_2d(np.asarray(mixes, float))
    sets, which = np.unique(np.sort(lineups, axis=1), axis=0, return_inverse=True)
    values = np.bincount(which.ravel(), values) / np.bincount(which.ravel())
    counts = np.stack([(sets == one).sum(1) for one in range(mixes.shape[1])], 1)
    ways = np.array([factorial(int(row.sum())) / prod(factorial(int(k)) for k in row) for row in counts])
    weights = ways * np.exp(np.log(np.maximum(mixes, 1e-300)) @ counts.T)
    total = weights.sum(1)
    return np.where(total > 1e-200, weights @ values / np.where(total > 0, total, 1.0), np.nan)


def side(value: Any, tolerance: float) -> Any:
    """+1 above the tolerance, -1 below it, 0 within."""
    return np.where(np.asarray(value) > tolerance, 1, np.where(np.asarray(value) < -tolerance, -1, 0))


def over_mixes(
    lineups: Any, values: Any, n_strategies: int, tolerance: float, top: int, equilibrium: Any = None, seed: int = 15
) -> Robustness:
    """Judge a headline over 2,000 mixes, all mirrors, and the top of the ladder (strategy number `top`)."""
    rng = np.random.Generator(np.random.PCG64(seed))
    mixes = rng.dirichlet(np.ones(n_strategies), MIXES)
    drawn = mixed_value(lineups, values, mixes)
    mirrors = mixed_value(lineups, values, np.eye(n_strategies))
    uniform = float(mixed_value(lineups, values, np.full(n_strategies, 1 / n_strategies))[0])
    balance = None if equilibrium is None else float(mixed_value(lineups, values, equilibrium)[0])
    here = side(uniform, tolerance)
    agreement = float((side(drawn, tolerance) == here).mean())
    tops = [mirrors[top]] + ([] if balance is None else [balance])
    agrees = agreement >= AGREE and all(np.isnan(one) or side(one, tolerance) == here for one in tops)
    least, most = int(np.nanargmin(mirrors)), int(np.nanargmax(mirrors))
    low, high = np.quantile(drawn, [0.05, 0.95])
    return Robustness(
        uniform,
        balance,
        float(low),
        float(high),
        (least, float(mirrors[least])),
        (most, float(mirrors[most])),
        agreement,
        ROBUST if agrees else ON_PLAY,
    )


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
