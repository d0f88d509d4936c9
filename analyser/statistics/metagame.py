"""The game of choosing a strategy: payoffs by opponents, equilibria, dominance, cycles (methods M10, M12, M13).

A cell of the table is the mean win share of a strategy against a set of opponents (how many of each), averaged over
seats. A mix is the share of each strategy in a large field from which opponents are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, prod
from statistics import NormalDist
from typing import Any

import numpy as np

from analyser.statistics.estimates import cell_means

STARTS = 60
STEPS = 1_500
PACE = 0.5
SMALL = 1e-12
SUPPORT = 1e-3
"""A strategy below this share is not part of a mix."""
EQUILIBRIUM = 1e-6
LEFT = 0.02
"""A strategy below this share, where the dynamics lead, is on its way out."""


@dataclass(frozen=True)
class Payoffs:
    """Win share of each strategy (rows) against each set of opponents (columns), with errors; NaN: never met, or an
    error that nothing is known of: then nothing is beyond chance.
    """

    value: Any
    standard_error: Any
    opponents: Any
    """For each column, how many of each strategy the opponents are."""
    step: Any = 0.0
    """What one win more would move: wins come in steps, so nothing is beyond chance by less."""

    @property
    def n_strategies(self) -> int:
        """How many strategies there are."""
        return len(self.value)

    def chances(self, mixes: Any) -> Any:
        """The chance of each set of opponents when they are drawn from a mix; one row for each mix."""
        return self._ways * np.exp(np.log(np.maximum(mixes, SMALL)) @ self.opponents.T)

    @cached_property
    def _ways(self) -> Any:
        """In how many orders each set of opponents may sit."""
        counts = self.opponents
        return np.array([factorial(int(row.sum())) / prod(factorial(int(k)) for k in row) for row in counts])

    @cached_property
    def _known(self) -> tuple[Any, Any]:
        """Payoffs with 0 where nothing is known, and where something is; transposed."""
        known = ~np.isnan(self.value)
        return np.where(known, self.value, 0.0).T.copy(), known.T.astype(float)

    def against(self, mixes: Any) -> Any:
        """Each strategy's win share against opponents from each mix: mixes x strategies."""
        chances = self.chances(np.atleast_2d(mixes))
        value, known = self._known
        return chances @ value / np.maximum(chances @ known, SMALL)

    def regret(self, mix: Any) -> float:
        """What the best strategy wins more than the mix itself, against the mix."""
        payoffs = self.against(mix)[0]
        return float(payoffs.max() - payoffs @ np.asarray(mix))

    def column(self, *opponents: int) -> int:
        """The column of these opponents."""
        wanted = np.bincount(opponents, minlength=self.n_strategies)
        return int(np.flatnonzero((self.opponents == wanted).all(1))[0])


def payoff_table(lineups: Any, wins: Any, n_strategies: int, block: int) -> Payoffs:
    """Payoffs from games: `lineups` and `wins` have a row a game and a column a seat; errors from blocks."""
    lineups, wins = np.asarray(lineups, np.int64), np.asarray(wins, float)
    n_games, n_seats = lineups.shape
    sets = list(combinations_with_replacement(range(n_strategies), n_seats - 1))
    opponents = np.array([np.bincount(one, minlength=n_strategies) for one in sets])
    column_of = {one: k for k, one in enumerate(sets)}
    kinds, which = np.unique(lineups, axis=0, return_inverse=True)
    columns = np.array([[column_of[tuple(sorted(np.delete(row, seat)))] for seat in range(n_seats)] for row in kinds])
    cells = lineups * len(sets) + columns[which.ravel()]
    found = cell_means(cells, wins, n_strategies * len(sets), np.arange(n_games) // block)
    value, error, step = (one.reshape(n_strategies, len(sets)) for one in found)
    return Payoffs(value, error, opponents, step)


def equilibria(payoffs: Payoffs, starts: int = STARTS, steps: int = STEPS, seed: int = 12) -> list[tuple[Any, float]]:
    """Mixes in which no strategy does better than the field: all that were found, with their regret, least first.

    From many starts, and from every single strategy: multiplicative weights, their time average (in cyclic games the
    path itself turns for ever), then Newton's method on the strategies that are left.
    """
    found: list[tuple[Any, float]] = []
    for end in _ends(payoffs, starts, steps, seed):
        _keep(found, *_polished(payoffs, end))
    found.sort(key=lambda one: one[1])
    exact = [one for one in found if one[1] <= EQUILIBRIUM]
    return exact or found[:1]


def _ends(payoffs: Payoffs, starts: int, steps: int, seed: int) -> list[Any]:
    """Where the dynamics lead: for every set of strategies that is left, the mix of least regret."""
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


def _keep(found: list[tuple[Any, float]], mix: Any, regret: float) -> None:
    """Add a mix unless it is there already."""
    for place, (other, least) in enumerate(found):
        if np.abs(other - mix).max() < SUPPORT:
            if regret < least:
                found[place] = (mix, regret)
            return
    found.append((mix, regret))


def _polished(payoffs: Payoffs, mix: Any) -> tuple[Any, float]:
    """Make the payoffs of all strategies of the mix equal, for several ideas of which belong to it; keep the best."""
    from scipy.optimize import root

    best, least = mix, payoffs.regret(mix)
    for limit in (SUPPORT, 0.01, 0.05, 0.1):
        inside = np.flatnonzero(mix > limit)
        if len(inside) == 0:
            continue

        def gaps(shares: Any, inside: Any = inside) -> Any:
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


def support_frequencies(payoffs: Payoffs, draws: int = 40, starts: int = 10, seed: int = 21) -> Any:
    """How often each strategy belongs to the first equilibrium of a table redrawn within its errors."""
    rng = np.random.Generator(np.random.PCG64(seed))
    times = np.zeros(payoffs.n_strategies)
    for _ in range(draws):
        noise = rng.standard_normal(payoffs.value.shape) * np.nan_to_num(payoffs.standard_error)
        redrawn = Payoffs(payoffs.value + noise, payoffs.standard_error, payoffs.opponents)
        times += _ends(redrawn, starts, 600, seed)[0] > LEFT
    return times / draws


def dominated(payoffs: Payoffs, confidence: float = 0.95) -> list[tuple[int, int]]:
    """Pairs (weaker, stronger): the stronger wins more against every set of opponents, beyond chance in all of them."""
    n, n_sets = payoffs.value.shape
    z = NormalDist().inv_cdf(1 - (1 - confidence) / (n_sets * n * (n - 1))) if n > 1 else 0.0
    found = []
    for weak in range(n):
        for strong in range(n):
            gap = payoffs.value[strong] - payoffs.value[weak]
            error = np.hypot(payoffs.standard_error[strong], payoffs.standard_error[weak])
            if weak != strong and bool(np.all(gap > z * error + _step(payoffs)[strong])):
                found.append((weak, strong))
    return found


def _step(payoffs: Payoffs) -> Any:
    return np.broadcast_to(payoffs.step, payoffs.value.shape)


def invasions(payoffs: Payoffs, confidence: float = 0.95) -> Any:
    """Whether one of strategy i, alone in a field of j, wins more than a j would there; beyond chance, i x j."""
    n = payoffs.n_strategies
    rivals = int(payoffs.opponents[0].sum())
    z = NormalDist().inv_cdf(1 - (1 - confidence) / max(n * (n - 1), 1))
    enters = np.zeros((n, n), bool)
    for field in range(n):
        column = payoffs.column(*[field] * rivals)
        gain = payoffs.value[:, column] - payoffs.value[field, column]
        error = np.hypot(payoffs.standard_error[:, column], payoffs.standard_error[field, column])
        enters[:, field] = gain > z * error + _step(payoffs)[:, column]
        enters[field, field] = False
    return enters


def cycles(enters: Any) -> list[tuple[int, int, int]]:
    """Three strategies of which each invades the next, as rock, paper and scissors do; each circle once."""
    n = len(enters)
    return [
        (one, two, three)
        for one in range(n)
        for two in range(one + 1, n)
        for three in range(one + 1, n)
        if two != three and enters[one, two] and enters[two, three] and enters[three, one]
    ]
