"""Means of levels, freed from what luck gave each level besides (method M9): regression adjustment."""

from typing import Any

import numpy as np

from analyser.statistics.estimates import Estimates


def adjusted_means(outcome: Any, levels: Any, luck: Any, blocks: Any, n_levels: int, n_blocks: int) -> Estimates:
    """The mean of each level if all levels had had the same luck: least squares of the outcome on levels, luck (less
    its mean) and their products; errors by a sandwich over blocks. One row for each outcome, level and block.

    With every product in, this is one regression for each level; it cannot do worse than plain means in large samples.
    """
    luck = np.asarray(luck, float) - np.mean(luck, 0)
    value, influence = np.zeros(n_levels), np.zeros((n_blocks, n_levels))
    for level in range(n_levels):
        rows = np.flatnonzero((levels == level) & (blocks < n_blocks))
        columns = np.column_stack([np.ones(len(rows)), luck[rows]])
        inverse = np.linalg.pinv(columns.T @ columns)
        slopes = inverse @ (columns.T @ outcome[rows])
        value[level] = slopes[0]
        weights = (columns @ inverse[0]) * (outcome[rows] - columns @ slopes)
        influence[:, level] = np.bincount(blocks[rows], weights, n_blocks)
    spread = n_blocks / (n_blocks - 1) if n_blocks > 1 else np.inf
    return Estimates(value, influence.T @ influence * spread, n_blocks)


def dummies(cells: Any, n_cells: int) -> Any:
    """A column for each cell but the first: 1 where a row belongs to it."""
    return (np.asarray(cells)[:, None] == np.arange(1, n_cells)).astype(float)
