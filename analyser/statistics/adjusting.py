"""Means of levels without the luck that each level happened to get: regression adjustment.

Method: docs/explanation/methods.md#dealt-values.
"""

import numpy as np
from numpy.typing import ArrayLike

from analyser.core.arrays import Floats, Ints
from analyser.statistics.estimates import Estimates, sandwich, sum_by_cell


def adjusted_means(
    outcome: Floats, levels: Ints, luck: Floats, blocks: Ints, n_levels: int, n_blocks: int
) -> Estimates:
    """The mean of each level if all levels had had the same luck: least squares of the outcome on levels, luck (minus
    its mean) and their products; errors by a sandwich over blocks. One row for each outcome, level and block.

    With every product in, this is one regression for each level. In large samples it is never worse than plain means.
    """
    centred = luck - luck.mean(0)
    value, influence = np.zeros(n_levels), np.zeros((n_blocks, n_levels))
    for level in range(n_levels):
        rows = np.flatnonzero((levels == level) & (blocks < n_blocks))
        columns = np.column_stack([np.ones(len(rows)), centred[rows]])
        inverse = np.linalg.pinv(columns.T @ columns)
        slopes = inverse @ (columns.T @ outcome[rows])
        value[level] = slopes[0]
        weights = (columns @ inverse[0]) * (outcome[rows] - columns @ slopes)
        influence[:, level] = sum_by_cell(blocks[rows], weights, n_blocks)
    return Estimates(value, sandwich(influence), n_blocks)


def dummies(cells: ArrayLike, n_cells: int) -> Floats:
    """A column for each cell but the first: 1 where a row belongs to it."""
    return (np.asarray(cells)[:, None] == np.arange(1, n_cells)).astype(float)
