"""How much of a win is skill, how much the seat, how much luck (method M13)."""

from typing import Any

import numpy as np


def settled_by_lineup(lineups: Any, wins: Any) -> float:
    """What the line-up tells of the winner: I(winner; strategies by seat) / ln n; 0 a lottery, 1 no luck at all.

    Line-ups with few games look more telling than they are; the mean excess, (n - 1) / 2N nats a line-up, is taken off.
    """
    kinds, which = np.unique(lineups, axis=0, return_inverse=True)
    n = lineups.shape[1]
    shares = np.stack([np.bincount(which.ravel(), wins[:, seat], len(kinds)) for seat in range(n)], 1)
    won = shares.sum(1)
    chance = shares / np.maximum(won, 1e-300)[:, None]
    entropy = -(chance * np.log(np.maximum(chance, 1e-300))).sum(1)
    possible = (chance > 0).sum(1)
    corrected = entropy + (possible - 1) / 2 / np.maximum(won, 1)
    total = won.sum()
    return max(float(1 - (won @ corrected) / total / np.log(n)), 0.0) if total > 0 else 0.0


def variance_parts(lineups: Any, wins: Any, n_strategies: int, deal_share: float | None) -> dict[str, float]:
    """Shares of the variance of a seat's win: strategies, seat, deal (if known) and the rest, which is luck in play.

    Each part is the variance of the means of its cells, less what chance alone would give them.
    """
    lineups, wins = np.asarray(lineups, np.int64), np.asarray(wins, float)
    n_seats = lineups.shape[1]
    total = float(wins.var())
    seats = np.broadcast_to(np.arange(n_seats), lineups.shape)
    by_seat = _between(seats.ravel(), wins.ravel(), n_seats)
    _, which = np.unique(lineups, axis=0, return_inverse=True)
    cells = which.ravel()[:, None] * n_seats + seats
    by_lineup = _between(cells.ravel(), wins.ravel(), int(cells.max()) + 1)
    parts = {"strategies": max(by_lineup - by_seat, 0.0) / total, "seat": max(by_seat, 0.0) / total}
    left = 1 - parts["strategies"] - parts["seat"]
    if deal_share is not None:
        parts["deal"] = max(deal_share, 0.0) * left
    return parts | {"luck in play": 1 - sum(parts.values())}


def _between(cells: Any, values: Any, n_cells: int) -> float:
    """The variance between cells, weighted by their size and corrected for chance."""
    counts = np.bincount(cells, minlength=n_cells)
    sums = np.bincount(cells, values, n_cells)
    means = np.divide(sums, counts, out=np.zeros(n_cells), where=counts > 0)
    within = ((values - means[cells]) ** 2).sum() / max(len(values) - (counts > 0).sum(), 1)
    between = (counts * (means - values.mean()) ** 2).sum() / len(values)
    return float(between - within * ((counts > 0).sum() - 1) / len(values))
