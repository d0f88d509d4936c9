"""Line-ups as strata: differences between them are no noise, the spread within them is."""

import numpy as np
import pytest

from analyser.kernel.columns import WHOLE_WIN
from analyser.statistics.estimates import mean_by_cell
from analyser.statistics.intervals import share_intervals
from analyser.statistics.strata import Strata, strata_of, stratified_intervals, wins_by_stratum
from analyser.statistics.tally import Shares

CHANCES = np.array([[0.9, 0.1], [0.5, 0.5], [0.2, 0.8]])
"""Three line-ups of two strategies: what each wins of a game."""
BLOCK = 4


def played(seed: int, n_blocks: int) -> tuple[np.ndarray, np.ndarray]:
    """Parts of the win and strategies, a row for each seat: blocks of one line-up follow each other in a cycle."""
    rng = np.random.Generator(np.random.PCG64(seed))
    chance = CHANCES[np.repeat(np.arange(n_blocks) % 3, BLOCK), 0]
    first = rng.random(len(chance)) < chance
    return WHOLE_WIN * np.column_stack([first, ~first]).ravel().astype(int), np.tile([0, 1], len(chance))


def intervals(seed: int, n_blocks: int):
    won, cells = played(seed, n_blocks)
    by_block = won.reshape(n_blocks, BLOCK, 2).sum(1)
    plays = np.full(2, n_blocks * BLOCK)
    products = np.array([by_block.T @ by_block, BLOCK * np.outer(by_block.sum(0), [1, 1]), np.full((2, 2), 16)])
    products[2] *= n_blocks
    shares = Shares(by_block.sum(0), plays, products)
    sums = wins_by_stratum(won, cells, 0, BLOCK * 2, (3, 2))
    return stratified_intervals(shares, sums, Strata(np.full((3, 2), BLOCK), n_blocks)), share_intervals(
        shares, n_blocks
    )


def test_only_the_spread_within_line_ups_is_noise():
    found, plain = intervals(1, 300)
    within = np.sqrt((CHANCES * (1 - CHANCES)).mean(0) / (300 * BLOCK))
    assert found.standard_error == pytest.approx(within, rel=0.06)
    assert (plain.standard_error > 1.5 * found.standard_error).all()


def test_every_line_up_counts_equally_in_an_unfinished_cycle():
    """61 blocks: the first line-up has one more than the others. Joint intervals cover the mean of the line-ups."""
    kept = [
        abs(one.share[0] - CHANCES[:, 0].mean()) <= one.margin[0] for one, _ in (intervals(k, 61) for k in range(400))
    ]
    assert 0.92 <= np.mean(kept) <= 0.98, "95 ± 1.1 % at one standard error"


def test_sums_of_parts_are_those_of_the_whole():
    won, cells = played(3, 10)
    rows = BLOCK * 2
    whole = wins_by_stratum(won, cells, 0, rows, (3, 2))
    first, rest = wins_by_stratum(won[: 4 * rows], cells[: 4 * rows], 0, rows, (3, 2)), won[4 * rows :]
    assert (first + wins_by_stratum(rest, cells[4 * rows :], 4, rows, (3, 2)) == whole).all()
    assert (first + wins_by_stratum(rest, cells[4 * rows :], 3, rows, (3, 2)) != whole).any()


@pytest.mark.parametrize("n_blocks", [5, 40])
def test_few_games_show_no_spread_within_line_ups(n_blocks):
    assert intervals(1, n_blocks)[0] is None


def test_means_of_cells_within_strata():
    won, cells = played(5, 300)
    blocks = np.repeat(np.arange(300), BLOCK * 2)
    plain, within = (
        mean_by_cell(won / WHOLE_WIN, cells, blocks, 2, 300, strata) for strata in (None, strata_of(300, 3))
    )
    assert within.value == pytest.approx(plain.value)
    assert within.standard_error == pytest.approx(intervals(5, 300)[0].standard_error, rel=0.01)
    assert (plain.standard_error > 1.5 * within.standard_error).all()
