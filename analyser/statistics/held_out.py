"""How good a mix of strategies really is: its regret in games that did not choose it, and how far it may lie elsewhere.

Method: docs/explanation/methods.md#equilibrium.
"""

from collections import Counter
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from analyser.core.arrays import Bools, Floats, Ints
from analyser.statistics.intervals import CONFIDENCE
from analyser.statistics.metagame import LEFT, Payoffs, ends_of, equilibria, payoff_table

DRAWS = 40
"""Tables redrawn within their errors."""
SEED = 21
UNKNOWN = 0.5
"""The error of a win share that was seen once: it may be anything."""


class Regret(NamedTuple):
    """What the best strategy gains against a mix, and how much that may be at the most."""

    value: float
    high: float


class Redrawn(NamedTuple):
    """The mixes of tables redrawn within their errors: between which shares each strategy lies in 95 % of them, and in
    how many it belongs to the mix.
    """

    low: Floats
    high: Floats
    support: Floats


def held_out_regret(lineups: Ints, wins: Floats, n_strategies: int, block: int) -> Regret | None:
    """A mix is chosen by half of the blocks and measured by the other half, and vice versa. In the games that chose
    it, a mix has no regret by construction. Not known while some set of strategies was met only once.
    """
    first = _first_half(lineups, block)
    if len(np.unique(np.sort(lineups, 1), axis=0)) > len(np.unique(np.sort(lineups[~first], 1), axis=0)):
        return None
    tables = [payoff_table(lineups[one], wins[one], n_strategies, block) for one in (first, ~first)]
    found = [_regret(tables[1 - k], equilibria(tables[k])[0][0]) for k in range(2)]
    return Regret(*(float(np.mean(one)) for one in zip(*found, strict=True)))


def _first_half(lineups: Ints, block: int) -> Bools:
    """Every other block of each set of strategies."""
    seen: Counter[bytes] = Counter()
    chosen = np.zeros(len(lineups), bool)
    for start in range(0, len(lineups), block):
        kind = np.sort(lineups[start]).tobytes()
        chosen[start : start + block] = seen[kind] % 2 == 0
        seen[kind] += 1
    return chosen


def _regret(payoffs: Payoffs, mix: Floats) -> Regret:
    gains, errors = payoffs.against(mix)[0], errors_against(payoffs, mix)
    gaps, own = gains - gains @ mix, np.sqrt((mix * errors) ** 2 @ np.ones(len(mix)))
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / len(mix))
    return Regret(max(float(gaps.max()), 0.0), max(float((gaps + z * np.hypot(errors, own)).max()), 0.0))


def errors_against(payoffs: Payoffs, mix: Floats) -> Floats:
    """The error of each strategy's win share against opponents drawn from a mix."""
    chances = payoffs.chances(np.atleast_2d(mix))[0]
    known = ~np.isnan(payoffs.value)
    met = np.maximum(known @ chances, 1e-12)
    return np.sqrt(np.nan_to_num(payoffs.standard_error, posinf=UNKNOWN) ** 2 * known @ chances**2) / met


def redrawn_mixes(payoffs: Payoffs, mix: Floats, draws: int = DRAWS) -> Redrawn:
    """What the first equilibrium of a table redrawn within its errors holds; the ends include the mix that is named."""
    rng = np.random.Generator(np.random.PCG64(SEED))
    found = []
    for _ in range(draws):
        noise = rng.standard_normal(payoffs.value.shape) * np.nan_to_num(payoffs.standard_error, posinf=UNKNOWN)
        redrawn = Payoffs(payoffs.value + noise, payoffs.standard_error, payoffs.opponents)
        found.append(ends_of(redrawn, 10, 600, SEED)[0])
    mixes = np.array(found)
    low, high = np.quantile(mixes, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    return Redrawn(np.minimum(low, mix), np.maximum(high, mix), (mixes > LEFT).mean(0))
