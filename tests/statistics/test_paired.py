"""Paired differences: exact where nothing differs, of the right width where something does."""

import numpy as np
import pytest

from analyser.statistics.paired import joint_ends, paired, spread_change


def test_a_against_a_is_exactly_zero():
    """Figure 6: the same outcomes give 0, and an infinite variance reduction. The interval is that of a rare event."""
    outcome = np.random.default_rng(1).random((300, 3))
    found = paired(outcome, outcome.copy(), 1, [1.0, 1.0, np.nan])
    assert found.changes.value.tolist() == [0, 0, 0]
    assert found.changes.standard_error.tolist() == [0, 0, 0]
    ((low, high),) = joint_ends([found.changes])
    assert low == pytest.approx(-high)
    assert high == pytest.approx([1.96**2 / (300 + 1.96**2)] * 2 + [np.ptp(outcome[:, 2]) * 0.01264], rel=1e-3)
    assert np.all(np.isinf(found.reduction))
    assert found.changed.tolist() == [0, 0, 0]


def test_a_against_a_with_other_luck_covers():
    """Unpaired luck, no difference. 4,000 repeats cover 0 in 94 to 96 % (standard error 0.34 points; the
    seed is fixed). Negative control: a difference of three standard errors is covered far less often.
    """
    rng = np.random.default_rng(2)
    covered = shifted = 0
    for _ in range(4000):
        one, other = rng.random((2, 200, 1))
        found = paired(one, other)
        ((low, high),) = joint_ends([found.changes])
        covered += bool(low[0] <= 0 <= high[0])
        shift = 3 * found.changes.standard_error[0]
        shifted += bool(low[0] + shift <= 0 <= high[0] + shift)
    assert 0.94 <= covered / 4000 <= 0.96
    assert shifted / 4000 < 0.2


def test_variance_reduction_and_correlation():
    rng = np.random.default_rng(3)
    luck = rng.normal(size=(20_000, 1))
    found = paired(luck + 0.5 * rng.normal(size=luck.shape), luck + 0.3 + 0.5 * rng.normal(size=luck.shape))
    assert found.changes.value[0] == pytest.approx(0.3, abs=4 * found.changes.standard_error[0])
    assert found.reduction[0] == pytest.approx(2.5 / 0.5, rel=0.05)
    assert found.correlation[0] == pytest.approx(0.8, abs=0.02)


def test_pairs_that_pull_apart_are_told():
    """With a negative correlation, pairing does harm, and the number says so."""
    luck = np.random.default_rng(4).normal(size=(1000, 1))
    assert paired(luck, -luck).reduction[0] < 1


def test_blocks_widen_the_interval_of_games_that_share_luck():
    luck = np.repeat(np.random.default_rng(5).normal(size=(500, 1)), 4, axis=0)
    alone, together = (paired(np.zeros_like(luck), luck, block).changes.standard_error[0] for block in (1, 4))
    assert together == pytest.approx(2 * alone, rel=0.02)


def test_change_of_spread():
    rng = np.random.default_rng(6)
    base = rng.normal(size=(4000, 4))
    found = spread_change(base, base + np.array([0.3, 0, 0, -0.3]), 1)
    assert found.value[0] == pytest.approx(0.6, abs=0.12)
    assert spread_change(base, base, 1).value[0] == 0


def test_pairs_by_hand():
    """Four games in blocks of two; the third column never moves."""
    base = np.array([[1.0, 2.0, 5.0], [3.0, 2.0, 5.0], [5.0, 0.0, 5.0], [7.0, 0.0, 5.0]])
    variant = base + np.array([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [4.0, 0.0, 0.0]])
    found = paired(base, variant, 2)
    assert found.base == pytest.approx([4, 1, 5])
    assert found.variant == pytest.approx([5.5, 1.25, 5])
    assert found.changed == pytest.approx([0.75, 0.25, 0])
    assert found.changes.value == pytest.approx([1.5, 0.25, 0])
    assert found.correlation[:2] == pytest.approx([1, 1])
    assert np.isnan(found.correlation[2])
    assert found.reduction == pytest.approx([(32 + 50) / 2, (8 + 12.5) / 0.5, np.inf])
    three = paired(np.array([[0.0], [1.0], [5.0]]), np.array([[1.0], [0.0], [2.0]]))
    assert three.correlation[0] == pytest.approx(np.corrcoef([0, 1, 5], [1, 0, 2])[0, 1])


def test_the_error_of_a_change_of_spread():
    """Two seats that share luck: the spread is the difference of their means, so its error is that of the mean. A block
    of two games counts as one.
    """
    gap = np.random.default_rng(7).normal(1, 1, (400, 1))
    noise = np.random.default_rng(8).normal(0, 3, (400, 1))
    base = np.hstack([5 + noise, np.zeros_like(gap)])
    variant = base + np.hstack([gap, np.zeros_like(gap)])
    found = spread_change(base, variant, 1)
    assert found.value[0] == pytest.approx(gap.mean())
    assert found.standard_error[0] == pytest.approx(gap.std() / 20, rel=0.15)
    assert found.n_blocks == 400
    twice = spread_change(base.repeat(2, 0), variant.repeat(2, 0), 2)
    assert twice.value == pytest.approx(found.value)
    assert twice.standard_error == pytest.approx(found.standard_error)


def test_intervals_hold_for_the_whole_table():
    """Four variants of four outcomes, 60 games: joint for each variant only, the table as a whole covers far too
    seldom (measured in compare: 76 %).
    """
    rng, runs = np.random.default_rng(9), 80
    together = apart = 0
    for _ in range(runs):
        base = rng.standard_normal((60, 4))
        found = [paired(base, rng.standard_normal((60, 4))).changes for _ in range(4)]
        together += _all_cover(joint_ends(found))
        apart += _all_cover([joint_ends([one])[0] for one in found])
    assert together / runs >= 0.90
    assert apart / runs < 0.90


def test_few_blocks_have_the_quantile_of_student():
    """12 blocks: 2.201 standard errors, where 1.960 would be told as 95 %."""
    found = paired(np.zeros((12, 1)), np.random.default_rng(10).standard_normal((12, 1))).changes
    ((low,), (high,)) = joint_ends([found])[0]
    assert (high - low) / 2 == pytest.approx(2.201 * found.standard_error[0], rel=1e-3)


def _all_cover(ends):
    return all(np.all((low <= 0) & (high >= 0)) for low, high in ends)


def test_a_rare_change_reaches_as_far_as_it_may():
    """An outcome that changes in 1 of 200 games: in most runs of 60 games it is never seen, and 0 would be certain.
    Likewise if all other games change by 1, whatever is done.
    """
    rng, runs = np.random.default_rng(10), 300
    for usual in (0.0, 1.0):
        covered = unseen = 0
        for _ in range(runs):
            gap = usual + (rng.random((60, 1)) < 1 / 200)
            ((low, high),) = joint_ends([paired(np.zeros((60, 1)), gap, 1, [1.0]).changes])
            covered += bool(low[0] <= usual + 1 / 200 <= high[0])
            unseen += bool(np.all(gap == usual))
        assert covered / runs >= 0.95
        assert unseen / runs > 0.5
