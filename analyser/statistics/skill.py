"""How much of a win is skill, how much the seat, how much luck.

Method: docs/explanation/methods.md#luck-or-skill.
"""

import numpy as np

from analyser.core.arrays import Floats, Ints
from analyser.statistics.estimates import Estimates, mean_by_cell, sum_by_cell
from analyser.statistics.ratings import rate

GROUPS = 20
"""The jackknife leaves out one of these groups of blocks at a time."""
Part = tuple[float, float]
"""A share of the variance, and its standard error."""


def settled_by_lineup(lineups: Ints, wins: Floats, n_strategies: int, block: int) -> Estimates:
    """How much the line-up says about the winner, from 0 (a lottery) to 1 (no luck at all): 1 + E[ln p(winner)] / ln n,
    where p comes from Plackett-Luce ratings of the winners in the other half of the blocks.

    It is a lower bound of the mutual information of winner and line-up.
    """
    blocks = np.arange(len(wins)) // block
    gains = np.zeros(len(wins))
    for half in (0, 1):
        here, other = blocks % 2 == half, blocks % 2 != half
        ratings = rate(lineups[other], 2 - (wins[other] > 0), n_strategies, block)
        strength = ratings.strategies[lineups[here]] + ratings.seats
        chance = np.exp(strength - strength.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        log_chance = (wins[here] * np.log(np.maximum(chance, 1e-300))).sum(1) / np.maximum(wins[here].sum(1), 1e-300)
        gains[here] = 1 + log_chance / np.log(lineups.shape[1])
    return mean_by_cell(gains, np.where(wins.any(1), 0, -1), blocks, 1, len(wins) // block)


def variance_parts(lineups: Ints, wins: Floats, block: int, deal: Part | None) -> dict[str, Part]:
    """Shares of the variance of a seat's win: strategies, seat, deal (if known) and the rest, which is luck in play.
    Nothing is known while line-ups are not played twice. Errors of the first two by a jackknife over groups of blocks.
    A share may come out below 0, where chance gave less than it usually does.
    """
    if len(wins) < 2 * len(np.unique(lineups, axis=0)):
        return {}
    shares, errors = _jackknifed(lineups, wins, block)
    parts = dict(zip(("strategies", "seat"), zip(shares, errors, strict=True), strict=True))
    parts |= {} if deal is None else {"deal": deal}
    left = 1 - sum(share for share, _ in parts.values())
    return parts | {"luck in play": (left, float(np.linalg.norm([error for _, error in parts.values()])))}


def deal_part(lineups: Ints, wins: Floats, replays: int, known: tuple[Ints, Floats]) -> Part:
    """The share of the variance of a seat's win that the deal settles, given the line-up. Each deal is played several
    times with other luck (`lineups` and `wins`, one deal after the other); `known` are the games that say what a
    line-up wins on average. Its error by a jackknife over groups of deals.
    """
    lineup_of, means, noise = _means_by_lineup(*known)
    which = np.array([lineup_of.get(row.tobytes(), -1) for row in lineups[::replays].astype(np.int64)])
    if (which >= 0).sum() < GROUPS:
        return 0.0, float("inf")
    gaps = (wins.reshape(-1, replays, wins.shape[1]) - means[which][:, None])[which >= 0]
    between = (gaps.mean(1) ** 2 - gaps.var(1, ddof=1) / replays - noise[which[which >= 0]]).mean(1)
    total, group = max(float(known[1].var()), 1e-12), np.arange(len(between)) % GROUPS
    without = np.array([between[group != one].mean() for one in range(GROUPS)])
    return float(between.mean() / total), float(np.sqrt((GROUPS - 1) * without.var()) / total)


def _means_by_lineup(lineups: Ints, wins: Floats) -> tuple[dict[bytes, int], Floats, Floats]:
    """The mean win share of every seat with each line-up, and the variance of these means; only line-ups that were
    played at least twice are known.
    """
    kinds, which, times = np.unique(lineups.astype(np.int64), axis=0, return_inverse=True, return_counts=True)
    cells = which.ravel()[:, None] * wins.shape[1] + np.arange(wins.shape[1])
    sums, squares = (sum_by_cell(cells.ravel(), one.ravel()).reshape(len(kinds), -1) for one in (wins, wins**2))
    means = sums / times[:, None]
    noise = (squares / times[:, None] - means**2) / np.maximum(times[:, None] - 1, 1)
    return {row.tobytes(): k for k, row in enumerate(kinds) if times[k] > 1}, means, noise


def _jackknifed(lineups: Ints, wins: Floats, block: int) -> tuple[list[float], list[float]]:
    """The parts of strategies and seat, and their standard errors."""
    n_blocks = -(-len(wins) // block)
    group = np.random.Generator(np.random.PCG64(GROUPS)).permutation(n_blocks)[np.arange(len(wins)) // block] % GROUPS
    without = np.array([_parts(lineups[group != one], wins[group != one]) for one in range(GROUPS)])
    errors = np.sqrt((GROUPS - 1) * without.var(0))
    return list(map(float, _parts(lineups, wins))), list(map(float, errors))


def _parts(lineups: Ints, wins: Floats) -> tuple[float, float]:
    """Each part is the variance of the means of its cells, minus what chance alone would give."""
    n_seats = lineups.shape[1]
    total = float(wins.var())
    if total == 0:
        return 0.0, 0.0
    seats = np.broadcast_to(np.arange(n_seats), lineups.shape)
    by_seat = _between(seats.ravel(), wins.ravel(), n_seats)
    _, which = np.unique(lineups, axis=0, return_inverse=True)
    cells = which.ravel()[:, None] * n_seats + seats
    by_lineup = _between(cells.ravel(), wins.ravel(), int(cells.max()) + 1)
    return (by_lineup - by_seat) / total, by_seat / total


def _between(cells: Ints, values: Floats, n_cells: int) -> float:
    """The variance between cells, weighted by their size and corrected for chance."""
    counts = np.bincount(cells, minlength=n_cells)
    sums = sum_by_cell(cells, values, n_cells)
    means = np.divide(sums, counts, out=np.zeros(n_cells), where=counts > 0)
    within = ((values - means[cells]) ** 2).sum() / max(len(values) - (counts > 0).sum(), 1)
    between = (counts * (means - values.mean()) ** 2).sum() / len(values)
    return float(between - within * ((counts > 0).sum() - 1) / len(values))
