"""Several numbers estimated from the same games, with the covariance that blocks of games give them.

A block is a set of games that share luck, or that are balanced only together: blocks are independent,
games need not be.

Method: docs/explanation/methods.md#blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from analyser.core.arrays import Floats, Ints
from analyser.statistics.intervals import CONFIDENCE, student, sup_t

ENOUGH_BLOCKS = 30
"""With fewer blocks, the variance of a cell may come out far too small."""


@dataclass(frozen=True)
class Estimates:
    """Estimates of some cells, their covariance, and the number of blocks it comes from."""

    value: Floats
    covariance: Floats
    n_blocks: int

    @property
    def standard_error(self) -> Floats:
        """Of each estimate alone."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    def critical(self, confidence: float = CONFIDENCE) -> float:
        """How many standard errors wide all intervals must be to hold together."""
        return student(sup_t(self.covariance, confidence), self.n_blocks)

    def joint(self, confidence: float = CONFIDENCE) -> tuple[Floats, Floats]:
        """Lower and upper ends that hold for all cells together (sup-t)."""
        half = self.critical(confidence) * self.standard_error
        return self.value - half, self.value + half

    def separate(self, confidence: float = CONFIDENCE) -> tuple[Floats, Floats]:
        """Lower and upper ends that hold for each cell alone."""
        half = student(NormalDist().inv_cdf(0.5 + confidence / 2), self.n_blocks) * self.standard_error
        return self.value - half, self.value + half

    def contrast(self, matrix: ArrayLike) -> Estimates:
        """Estimates of linear combinations: one row of `matrix` for each."""
        rows = np.asarray(matrix, float)
        return Estimates(rows @ self.value, rows @ self.covariance @ rows.T, self.n_blocks)


def block_sums(values: ArrayLike, block: int) -> Floats:
    """Sums over the whole blocks of games in a row; an unfinished block at the end is left out."""
    games = np.asarray(values, float)
    n_blocks = len(games) // block
    return games[: n_blocks * block].reshape(n_blocks, block, *games.shape[1:]).sum(1)


def mean_of_games(values: ArrayLike, block: int) -> Estimates:
    """Means of columns over games; errors from blocks. All games count for the mean, whole blocks for its error."""
    games = np.asarray(values, float)
    means = block_sums(games, block) / block
    return Estimates(games.mean(0), covariance_of_mean(means), len(means))


def covariance_of_mean(means: Floats) -> Floats:
    """Of the mean of independent rows."""
    n = len(means)
    if n < 2:
        return np.full((means.shape[1], means.shape[1]), np.inf)
    centred = means - means.mean(0)
    return centred.T @ centred / (n * (n - 1))


def within_strata(influence: Floats, strata: Ints) -> Floats:
    """What each block adds to estimates, less the mean of its stratum; larger by the freedom that these means cost."""
    counts = np.bincount(strata)
    means = np.zeros((len(counts), influence.shape[1]))
    np.add.at(means, strata, influence)
    free = len(strata) - np.count_nonzero(counts)
    centred = influence - (means / np.maximum(counts, 1)[:, None])[strata]
    return np.asarray(centred * np.sqrt((len(strata) - 1) / free), float)


def sandwich(influence: Floats, strata: Ints | None = None) -> Floats:
    """The covariance of estimates, from what each block of games adds to them (blocks x cells); with the stratum of
    each block, only the spread within strata counts.
    """
    if strata is not None:
        influence = within_strata(influence, strata)
    n_blocks = len(influence)
    spread = n_blocks / (n_blocks - 1) if n_blocks > 1 else np.inf
    return influence.T @ influence * spread


def ratio_of_sums(sums: Floats, counts: Floats, strata: Ints | None = None) -> Estimates:
    """Sum / count of each cell, from its sums and counts in each block (both blocks x cells).

    The error is that of a ratio: from the residuals sum - ratio x count of the blocks.
    """
    total = np.maximum(counts.sum(0), 1e-300)
    ratio = sums.sum(0) / total
    return Estimates(ratio, sandwich((sums - ratio * counts) / total, strata), len(sums))


def mean_of_kept(values: ArrayLike, kept: ArrayLike, block: int) -> Estimates:
    """Means of columns over the games that are kept; errors from whole blocks, of which some games may be left out."""
    used = np.asarray(kept, float)[:, None]
    games = np.where(used > 0, np.asarray(values, float), 0.0)
    return ratio_of_sums(block_sums(games, block), block_sums(np.broadcast_to(used, games.shape), block))


def sum_by_cell(cells: Ints, values: Floats, n_cells: int = 0) -> Floats:
    """The sum of the values of each cell; one cell and value for each row."""
    return np.asarray(np.bincount(cells, values, n_cells), float)


def mean_by_cell(
    values: Floats, cells: Ints, blocks: Ints, n_cells: int, n_blocks: int, strata: Ints | None = None
) -> Estimates:
    """Mean of the values of each cell; one value, cell and block for each row. Cells below 0 are left out."""
    kept = (cells >= 0) & (blocks < n_blocks)
    at = blocks[kept].astype(np.int64) * n_cells + cells[kept]
    sums = sum_by_cell(at, values[kept], n_blocks * n_cells).reshape(n_blocks, n_cells)
    counts = np.bincount(at, minlength=n_blocks * n_cells).reshape(n_blocks, n_cells)
    return ratio_of_sums(sums, counts.astype(float), strata)


def cell_means(cells: Ints, values: Floats, n_cells: int, blocks: Ints) -> tuple[Floats, Floats, Floats]:
    """Mean, standard error and step of each of many cells that few blocks meet; rows are games. The step is what one
    win more would add to the mean. NaN: the cell was never met, or its error is not known.
    """
    keys = (blocks[:, None] * n_cells + cells).ravel()
    places, at = np.unique(keys, return_inverse=True)
    sums, counts = sum_by_cell(at, values.ravel()), np.bincount(at).astype(float)
    cell = places % n_cells
    total, plays = sum_by_cell(cell, sums, n_cells), sum_by_cell(cell, counts, n_cells)
    times = np.bincount(cell, minlength=n_cells)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = total / plays
        residual = sum_by_cell(cell, (sums - mean[cell] * counts) ** 2, n_cells)
        error = np.sqrt(_variance(residual, times, plays) * times) / plays
    return mean, error, 1 / np.maximum(plays, 1)


def _variance(residual: Floats, times: Ints, plays: Floats) -> Floats:
    """The variance of what a block adds to a cell. From few blocks it may come out far too small, or not at all: then
    it is at least the usual one of cells with as many plays in each block; if these are few too, that of all cells, in
    proportion to their plays.
    """
    met = times > 0
    sizes, kind = np.unique(plays[met] // times[met], return_inverse=True)
    spread, free = sum_by_cell(kind, residual[met]), np.bincount(kind, times[met] - 1)
    of_all = sizes * (spread.sum() / (free @ sizes))
    of_kind = np.where(free < ENOUGH_BLOCKS, np.fmax(spread / free, of_all), spread / free)
    usual = np.full(len(times), np.nan)
    usual[met] = of_kind[kind]
    own = np.where(times > 1, residual / (times - 1), np.nan)
    return np.where(times < ENOUGH_BLOCKS, np.fmax(own, usual), own)
