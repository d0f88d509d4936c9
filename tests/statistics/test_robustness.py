"""Robust or not: planted reversals are always told, constant effects are not doubted."""

from itertools import product

import numpy as np
import pytest

from analyser.statistics.robustness import ON_PLAY, ROBUST, UNSURE, mixed_value, over_mixes, side, unseen_strategy

LINEUPS = np.array(list(product(range(2), repeat=4)))


def effect_by_play(a, b):
    """The seat effect of a line-up: the mean of what each strategy brings."""
    return np.where(LINEUPS == 0, a, b).mean(1)


def test_a_reversal_depends_on_play_and_a_constant_is_robust():
    """Figure 12: +3 points with A, -3 with B must always say « depends »; +3 with both must say robust in 95 % of 400
    repeats. Noise of half a point on every line-up: +3 looks like less than 1 in one of 10,000 repeats and fewer.
    """
    rng = np.random.default_rng(1)
    robust = 0
    for _ in range(400):
        noise = rng.normal(0, 0.005, len(LINEUPS))
        assert over_mixes(LINEUPS, effect_by_play(0.03, -0.03) + noise, 2, 0.01, top=0).verdict == ON_PLAY
        robust += over_mixes(LINEUPS, effect_by_play(0.03, 0.03) + noise, 2, 0.01, top=0).verdict == ROBUST
    assert robust >= 380


def test_the_strategies_that_disagree_are_named():
    found = over_mixes(LINEUPS, effect_by_play(0.03, -0.03), 2, 0.01, top=0)
    assert found.most == (0, pytest.approx(0.03))
    assert found.least == (1, pytest.approx(-0.03))
    assert found.uniform == pytest.approx(0)


def test_the_top_of_the_ladder_has_a_veto():
    """Nearly all mixes agree, but the best strategy does not."""
    values = np.where((LINEUPS == 1).all(1), -0.03, 0.03)
    assert over_mixes(LINEUPS, values, 2, 0.01, top=1).verdict == ON_PLAY


def test_noise_alone_does_not_depend_on_play():
    """Seats are equal, a line-up's effect is known to 3 points: nothing is shown either way. Without the errors it
    would be called a dependence.
    """
    rng = np.random.default_rng(4)
    noise = rng.normal(0, 0.03, len(LINEUPS))
    errors = np.full(len(LINEUPS), 0.03)
    assert over_mixes(LINEUPS, noise, 2, 0.01, top=0, errors=errors).verdict in (UNSURE, ROBUST)
    assert over_mixes(LINEUPS, noise, 2, 0.01, top=0).verdict == ON_PLAY


def test_a_side_that_is_not_shown_is_not_robust():
    """+2 points in every mix, known to 3: neither beyond the tolerance of 1, nor within it. Known to half a point it
    is.
    """
    two = np.full(len(LINEUPS), 0.02)
    for error, verdict in ((0.1, UNSURE), (0.005, ROBUST), (np.nan, UNSURE)):
        assert over_mixes(LINEUPS, two, 2, 0.01, top=0, errors=np.full(len(LINEUPS), error)).verdict == verdict


def test_mixes_weigh_lineups_by_their_chance():
    values = (LINEUPS == 1).sum(1).astype(float)
    assert mixed_value(LINEUPS, values, [[1, 0], [0, 1], [0.25, 0.75]])[0] == pytest.approx([0, 4, 3])


def test_sides_of_a_tolerance():
    assert side([0.02, 0.005, -0.005, -0.02], 0.01).tolist() == [1, 0, 0, -1]


def test_an_unseen_strategy_is_expected_among_the_others():
    """Equal strategies: the interval is that of the mean. Unequal ones: as wide as they differ."""
    _, low, high = unseen_strategy([0.02] * 5, [0.01] * 5)
    assert high - low < 0.04
    mean, low, high = unseen_strategy([-0.1, -0.05, 0.0, 0.05, 0.1], [0.001] * 5)
    assert mean == pytest.approx(0)
    assert low < -0.15 < 0.15 < high
