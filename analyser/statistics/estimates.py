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


def p_values(estimates: Estimates) -> Any:
    """Two-sided, of each estimate being 0; an estimate that cannot vary is 0 or not."""
    from scipy.special import erfc

    error = estimates.standard_error
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(error > 0, np.abs(estimates.value) / error, np.where(estimates.value == 0, 0.0, np.inf))
    return erfc(z / np.sqrt(2))
