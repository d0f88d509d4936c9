"""The choice of a strategy as a game: payoffs by opponents, equilibria, dominance, cycles.

A cell of the table is the mean win share of a strategy against a set of opponents (how many of each), averaged over
seats. A mix is the share of each strategy in a large field from which opponents are drawn.

Methods: docs/explanation/methods.md#payoff-table, #equilibrium, #dominance-and-cycles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, prod
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from analyser.core.arrays import Bools, Floats, Ints
from analyser.statistics.estimates import cell_means
from analyser.statistics.intervals import CONFIDENCE

STARTS = 60
STEPS = 1_500
PACE = 0.5
SMALL = 1e-12
SUPPORT = 1e-3
"""A strategy below this share is not part of a mix."""
EQUILIBRIUM = 1e-6
LEFT = 0.02
"""A strategy below this share at the end of the dynamics is dying out."""


@dataclass(frozen=True)
class Payoffs:
    """Win share of each strategy (rows) against each set of opponents (columns), with errors. NaN: never met, or an
    unknown error; then nothing is beyond chance.
    """

    value: Floats
    standard_error: Floats
    opponents: Ints
    """For each column, how many of each strategy the opponents are."""
    step: ArrayLike = 0.0
    """What one more win would add: wins come in steps, so no smaller gap is beyond chance."""

    @property
    def n_strategies(self) -> int:
        """How many strategies there are."""
        return len(self.value)

    def chances(self, mixes: Floats) -> Floats:
        """The chance of each set of opponents when they are drawn from a mix; one row for each mix."""
        return self._ways * np.exp(np.log(np.maximum(mixes, SMALL)) @ self.opponents.T)

    @cached_property
    def _ways(self) -> Floats:
        """In how many orders each set of opponents may sit."""
        counts = self.opponents
        return np.array([factorial(int(row.sum())) / prod(factorial(int(k)) for k in row) for row in counts])

    @cached_property
    def _known(self) -> tuple[Floats, Floats]:
        """Payoffs with 0 where unknown, and a mask of the known; transposed."""
        known = ~np.isnan(self.value)
        return np.where(known, self.value, 0.0).T.copy(), known.T.astype(float)

    def against(self, mixes: ArrayLike) -> Floats:
        """Each strategy's win share against opponents from each mix: mixes x strategies."""
        chances = self.chances(np.atleast_2d(np.asarray(mixes, float)))
        value, known = self._known
        return chances @ value / np.maximum(chances @ known, SMALL)

    def regret(self, mix: ArrayLike) -> float:
        """How much more the best strategy wins against the mix than the mix itself."""
        payoffs = self.against(mix)[0]
        return float(payoffs.max() - payoffs @ np.asarray(mix))

    def column(self, *opponents: int) -> int:
        """The column of these opponents."""
        wanted = np.bincount(opponents, minlength=self.n_strategies)
        return int(np.flatnonzero((self.opponents == wanted).all(1))[0])


def payoff_table(lineups: Ints, wins: Floats, n_strategies: int, block: int) -> Payoffs:
    """Payoffs from games: `lineups` and `wins` are games x seats; errors from blocks."""
    n_games, n_seats = lineups.shape
    sets = list(combinations_with_replacement(range(n_strategies), n_seats - 1))
    opponents = np.array([np.bincount(one, minlength=n_strategies) for one in sets])
    column_of = {one: k for k, one in enumerate(sets)}
    kinds, which = np.unique(lineups, axis=0, return_inverse=True)
    columns = np.array([[column_of[tuple(sorted(np.delete(row, seat)))] for seat in range(n_seats)] for row in kinds])
    cells = lineups.astype(np.int64) * len(sets) + columns[which.ravel()]
    found = cell_means(cells, wins, n_strategies * len(sets), np.arange(n_games) // block)
    value, error, step = (one.reshape(n_strategies, len(sets)) for one in found)
    return Payoffs(value, error, opponents, step)


def equilibria(payoffs: Payoffs) -> list[tuple[Floats, float]]:
    """Mixes in which no strategy does better than the field: all that were found, least regret first.

    From many starts, and from every single strategy: multiplicative weights, their time average (in cyclic games the
    path itself never settles), then Newton's method on the remaining strategies.
    """
    found: list[tuple[Floats, float]] = []
    polished = (_polished(payoffs, end) for end in ends_of(payoffs, STARTS, STEPS, seed=12))
    for mix, regret in sorted(polished, key=lambda one: one[1]):
        if all(np.abs(other - mix).max() >= SUPPORT for other, _ in found):
            found.append((mix, regret))
    exact = [one for one in found if one[1] <= EQUILIBRIUM]
    return exact or found[:1]


def ends_of(payoffs: Payoffs, starts: int, steps: int, seed: int) -> list[Floats]:
    """Where the dynamics end: for every set of remaining strategies, the mix of least regret."""
    rng = np.random.Generator(np.random.PCG64(seed))
    n = payoffs.n_strategies
    mixes = rng.dirichlet(np.ones(n), starts)
    mixes[0] = 1.0 / n
    average = np.zeros_like(mixes)
    for step in range(steps):
        gains = payoffs.against(mixes)
        mixes = mixes * np.exp(PACE * (gains - gains.max(1, keepdims=True)) / np.sqrt(1 + step / 500))
        mixes = np.maximum(mixes / mixes.sum(1, keepdims=True), SMALL)
        average += mixes
    average /= average.sum(1, keepdims=True)
    ends = np.concatenate([mixes / mixes.sum(1, keepdims=True), average, np.eye(n)])
    gains = payoffs.against(ends)
    regrets = gains.max(1) - (gains * ends).sum(1)
    best: dict[bytes, int] = {}
    for k in np.argsort(regrets, kind="stable"):
        best.setdefault((ends[k] > LEFT).tobytes(), int(k))
    return [ends[k] for k in best.values()]


def _polished(payoffs: Payoffs, mix: Floats) -> tuple[Floats, float]:
    """Make the payoffs of all strategies of the mix equal, for several guesses of its members; keep the best."""
    from scipy.optimize import root

    best, least = mix, payoffs.regret(mix)
    for limit in (SUPPORT, 0.01, 0.05, 0.1):
        inside = np.flatnonzero(mix > limit)
        if len(inside) == 0:
            continue

        def gaps(shares: Floats, inside: Ints = inside) -> Floats:
            whole = np.zeros(len(mix))
            whole[inside] = shares
            gains = payoffs.against(whole)[0][inside]
            return np.append(gains[1:] - gains[0], shares.sum() - 1)

        solved = root(gaps, mix[inside] / mix[inside].sum(), tol=1e-13).x
        if np.all(solved >= 0) and solved.sum() > 0:
            whole = np.zeros(len(mix))
            whole[inside] = solved / solved.sum()
            if (regret := payoffs.regret(whole)) < least:
                best, least = whole, regret
    return best, least


def dominated(payoffs: Payoffs) -> list[tuple[int, int]]:
    """Pairs (weaker, stronger): the stronger wins more against every set of opponents, beyond chance in all of them."""
    n, n_sets = payoffs.value.shape
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (n_sets * n * (n - 1))) if n > 1 else 0.0
    found = []
    for weak in range(n):
        for strong in range(n):
            gap = payoffs.value[strong] - payoffs.value[weak]
            error = np.hypot(payoffs.standard_error[strong], payoffs.standard_error[weak])
            if weak != strong and bool(np.all(gap > z * error + _step(payoffs)[strong])):
                found.append((weak, strong))
    return found


def _step(payoffs: Payoffs) -> Floats:
    return np.broadcast_to(payoffs.step, payoffs.value.shape)


def invasions(payoffs: Payoffs) -> Bools:
    """Whether one of strategy i, alone in a field of j, wins more than a j would there, beyond chance; i x j."""
    n = payoffs.n_strategies
    rivals = int(payoffs.opponents[0].sum())
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / max(n * (n - 1), 1))
    enters = np.zeros((n, n), bool)
    for field in range(n):
        column = payoffs.column(*[field] * rivals)
        gain = payoffs.value[:, column] - payoffs.value[field, column]
        error = np.hypot(payoffs.standard_error[:, column], payoffs.standard_error[field, column])
        enters[:, field] = gain > z * error + _step(payoffs)[:, column]
        enters[field, field] = False
    return enters


def cycles(enters: Bools) -> list[tuple[int, int, int]]:
    """Three strategies that invade each other in a circle, as rock, paper and scissors do; each cycle once."""
    n = len(enters)
    return [
        (one, two, three)
        for one in range(n)
        for two in range(one + 1, n)
        for three in range(one + 1, n)
        if two != three and enters[one, two] and enters[two, three] and enters[three, one]
    ]
