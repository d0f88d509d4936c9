"""Several numbers estimated from the same games, with the covariance that blocks of games give them.

A block is a set of games that share luck, or that are balanced only together: blocks are independent,
games need not be.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from analyser.aggregate.intervals import CONFIDENCE, sup_t

FEW_BLOCKS = 30


@dataclass(frozen=True)
class Estimates:
    """Estimates of some cells, their covariance, and the number of blocks it comes from."""

    value: Any
    covariance: Any
    n_blocks: int

    @property
    def standard_error(self) -> Any:
        """Of each estimate alone."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    def critical(self, confidence: float = CONFIDENCE) -> float:
        """How many standard errors all intervals must reach to hold together."""
        return sup_t(self.covariance, confidence)

    def joint(self, confidence: float = CONFIDENCE) -> tuple[Any, Any]:
        """Lower and upper ends that hold for all cells together (sup-t)."""
        half = self.critical(confidence) * self.standard_error
        return self.value - half, self.value + half

    def separate(self, confidence: float = CONFIDENCE) -> tuple[Any, Any]:
        """Lower and upper ends that hold for each cell alone."""
        half = NormalDist().inv_cdf(0.5 + confidence / 2) * self.standard_error
        return self.value - half, self.value + half

    def contrast(self, matrix: Any) -> Estimates:
        """Estimates of linear combinations: one row of `matrix` for each."""
        rows = np.asarray(matrix, float)
        return Estimates(rows @ self.value, rows @ self.covariance @ rows.T, self.n_blocks)

    def from_their_mean(self) -> Estimates:
        """Each cell less the mean of all cells."""
        n = len(self.value)
        return self.contrast(np.eye(n) - 1.0 / n)


def block_sums(values: Any, block: int) -> Any:
    """Sums over the whole blocks of games in a row; an unfinished block at the end is left out."""
    values = np.asarray(values, float)
    n_blocks = len(values) // block
    return values[: n_blocks * block].reshape(n_blocks, block, *values.shape[1:]).sum(1)


def mean_of_games(values: Any, block: int) -> Estimates:
    """Means of columns over games; errors from blocks. All games count for the mean, whole blocks for its error."""
    values = np.asarray(values, float)
    means = block_sums(values, block) / block
    return Estimates(values.mean(0), covariance_of_mean(means), len(means))


def covariance_of_mean(means: Any) -> Any:
    """Of the mean of independent rows."""
    n = len(means)
    if n < 2:
        return np.full((means.shape[1], means.shape[1]), np.inf)
    centred = means - means.mean(0)
    return centred.T @ centred / (n * (n - 1))


def ratio_of_sums(sums: Any, counts: Any) -> Estimates:
    """Sum / count of each cell, from its sums and counts in each block (both blocks x cells).

    The error is that of a ratio: from the residuals sum - ratio x count of the blocks.
    """
    n_blocks = len(sums)
    total = np.maximum(counts.sum(0), 1e-300)
    ratio = sums.sum(0) / total
    residual = (sums - ratio * counts) / total
    spread = n_blocks / (n_blocks - 1) if n_blocks > 1 else np.inf
    return Estimates(ratio, residual.T @ residual * spread, n_blocks)


def mean_by_cell(values: Any, cells: Any, blocks: Any, n_cells: int, n_blocks: int) -> Estimates:
    """Mean of the values of each cell; one value, cell and block for each row. Cells below 0 are left out."""
    kept = (cells >= 0) & (blocks < n_blocks)
    at = blocks[kept].astype(np.int64) * n_cells + cells[kept]
    sums = np.bincount(at, values[kept], n_blocks * n_cells).reshape(n_blocks, n_cells)
    counts = np.bincount(at, minlength=n_blocks * n_cells).reshape(n_blocks, n_cells)
    return ratio_of_sums(sums, counts)


def cell_means(cells: Any, values: Any, n_cells: int, blocks: Any) -> tuple[Any, Any, Any]:
    """Mean, standard error and worth of one win of each of many cells that few blocks meet; rows are games. NaN: never
    met, or an error that nothing is known of.
    """
    keys = (blocks[:, None] * n_cells + cells).ravel()
    places, at = np.unique(keys, return_inverse=True)
    sums, counts = np.bincount(at, values.ravel()), np.bincount(at)
    cell = places % n_cells
    total, plays = np.bincount(cell, sums, n_cells), np.bincount(cell, counts, n_cells)
    times = np.bincount(cell, minlength=n_cells)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = total / plays
        residual = np.bincount(cell, (sums - mean[cell] * counts) ** 2, n_cells)
        error = np.sqrt(_variance(residual, times, plays) * times) / plays
    return np.where(plays > 0, mean, np.nan), error, 1 / np.maximum(plays, 1)


def _variance(residual: Any, times: Any, plays: Any) -> Any:
    """Of what a block adds to a cell. From few blocks it may come out far too small, or not at all: then it is at least
    the usual one of cells with as many plays a block.
    """
    met = times > 0
    _, kind = np.unique(plays[met] // times[met], return_inverse=True)
    usual = np.full(len(times), np.nan)
    usual[met] = (np.bincount(kind, residual[met]) / np.bincount(kind, times[met] - 1))[kind]
    own = np.where(times > 1, residual / (times - 1), np.nan)
    return np.where(times < FEW_BLOCKS, np.fmax(own, usual), own)
