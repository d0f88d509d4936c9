"""Line-ups as strata: which line-ups are played is known, so differences between them are no noise.

The blocks of a plan follow each other in a cycle; those at the same place have the same line-ups and form a stratum.
Errors come from the spread within strata only.

Method: docs/explanation/methods.md#line-ups.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyser.core.arrays import Ints
from analyser.kernel.columns import WHOLE_WIN
from analyser.statistics.intervals import FEW_BLOCKS, RARE, Intervals, sup_t
from analyser.statistics.tally import Shares

LEAST_BLOCKS = 2
"""A stratum with fewer blocks shows no spread."""


class Strata(NamedTuple):
    """The plays of each cell in a block of each stratum (strata x cells), and how many blocks were played in all."""

    plays: Ints
    n_blocks: int

    @property
    def blocks(self) -> Ints:
        """How many blocks each stratum has."""
        n = len(self.plays)
        return self.n_blocks // n + (np.arange(n) < self.n_blocks % n)

    @property
    def are_enough(self) -> bool:
        """Whether there are several, and all of them show their spread."""
        return len(self.plays) > 1 and int(self.blocks.min()) >= LEAST_BLOCKS


def strata_of(n_blocks: int, n_strata: int) -> Ints:
    """The stratum of each block."""
    return np.arange(n_blocks) % max(n_strata, 1)


def wins_by_stratum(
    won: NDArray[np.generic], cells: NDArray[np.generic], first_block: int, block_rows: int, shape: tuple[int, int]
) -> Ints:
    """Parts of the win in whole blocks: strata x cells. A row for each seat, in the order of play."""
    n_strata, n_cells = shape
    n_blocks = len(won) // block_rows
    stratum = np.repeat((first_block + np.arange(n_blocks)) % n_strata, block_rows)
    at = stratum * np.int64(n_cells) + cells[: len(stratum)].astype(np.int64)
    return np.bincount(at, won[: len(stratum)], n_strata * n_cells).astype(np.int64).reshape(shape)


def stratified_intervals(shares: Shares, won: Ints, strata: Strata) -> Intervals | None:
    """Shares in which every line-up counts equally, with joint intervals; None where data are few."""
    n_blocks, blocks = strata.n_blocks, strata.blocks
    total = np.maximum(strata.plays.sum(0), 1)
    estimate = (won / np.maximum(blocks, 1)[:, None]).sum(0) / (WHOLE_WIN * total)
    least = np.minimum(estimate, 1 - estimate) * shares.plays
    if not strata.are_enough or n_blocks < FEW_BLOCKS or np.any(least < RARE):
        return None
    within = shares.products[0] - (won / blocks[:, None]).T @ won
    spread = within / (n_blocks - len(blocks)) * (1 / blocks).sum()
    covariance = spread / np.outer(total, total) / WHOLE_WIN**2
    error, critical = np.sqrt(np.maximum(np.diag(covariance), 0.0)), sup_t(covariance)
    return Intervals(estimate, error, estimate - critical * error, estimate + critical * error, critical, "sup-t")
