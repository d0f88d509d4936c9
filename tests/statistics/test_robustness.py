"""Robust or not: planted reversals are always told, constant effects are not doubted."""

from itertools import product

import numpy as np
import pytest

from analyser.statistics.robustness import (
    ON_PLAY,
    ROBUST,
    UNSURE,
    is_shown,
    mixed_value,
    over_mixes,
    shown_elsewhere,
    side,
    unseen_strategy,
)

LINEUPS = np.array(list(product(range(2), repeat=4)))


def effect_by_play(a, b):
    """The seat effect of a line-up: the mean of what each strategy brings."""
    return np.where(LINEUPS == 0, a, b).mean(1)


def test_a_reversal_depends_on_play_and_a_constant_is_robust():
    """Figure 11: +3 points with A, -3 with B must always say « depends »; +3 with both must say robust in 95 % of 400
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


@pytest.mark.parametrize(("error", "is_apart"), [(0.0, True), (0.01, True), (0.03, False), (np.nan, False)])
def test_strategies_that_disagree_are_shown_to(error, is_apart):
    """+3 points with one, -3 with the other, each known to 1 point or 3 (99 %: 2.6 times that)."""
    errors = np.full(len(LINEUPS), error)
    assert over_mixes(LINEUPS, effect_by_play(0.03, -0.03), 2, 0.01, top=0, errors=errors).is_apart is is_apart


def test_the_top_of_the_ladder_has_a_veto():
    """Nearly all mixes agree, but the best strategy does not."""
    values = np.where((LINEUPS == 1).all(1), -0.03, 0.03)
    assert over_mixes(LINEUPS, values, 2, 0.01, top=1).verdict == ON_PLAY
    even, last = np.array([0.5, 0.5]), np.array([0.0, 1.0])
    assert over_mixes(LINEUPS, values, 2, 0.01, top=1, equilibrium=even).verdict == ON_PLAY
    assert over_mixes(LINEUPS, values, 2, 0.01, top=0, equilibrium=last).verdict == ON_PLAY


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


def test_an_unseen_strategy_by_hand():
    """DerSimonian and Laird for three: weights 4, 4 and 1, a fixed mean of 5/3, Q = 20, so tau^2 = 18 / (9 - 33 / 9).
    One strategy alone: its own error, with the t of one degree of freedom.
    """
    between = 18 / (9 - 33 / 9)
    weights = np.array([1 / (0.25 + between), 1 / (0.25 + between), 1 / (1 + between)])
    mean = float(weights @ [0, 3, 3]) / weights.sum()
    half = 12.7062 * np.sqrt(between + 1 / weights.sum())
    assert unseen_strategy([0, 3, 3], [0.5, 0.5, 1]) == pytest.approx((mean, mean - half, mean + half), rel=1e-4)
    assert unseen_strategy([0.5], [0.1]) == pytest.approx((0.5, 0.5 - 1.27062, 0.5 + 1.27062), rel=1e-4)
    assert unseen_strategy([0.0] * 4, [1.0] * 4)[2] == pytest.approx(4.30265 * 0.5, rel=1e-4)
    assert np.isfinite(unseen_strategy([0.1, 0.2], [0.0, 0.0])).all()


def test_what_is_shown_to_lie_elsewhere():
    """99 % intervals of +/- 2.576 errors around values, against a headline above, within and below a tolerance of 1."""
    values, errors = np.array([-3.0, -1.1, 0.0, 0.9, 1.1, 3.0]), np.full(6, 0.1)
    assert shown_elsewhere(values, errors, 1.0, np.array(1)).tolist() == [True, True, True, False, False, False]
    assert shown_elsewhere(values, errors, 1.0, np.array(0)).tolist() == [True, False, False, False, False, True]
    assert shown_elsewhere(values, errors, 1.0, np.array(-1)).tolist() == [False, False, True, True, True, True]
    edges, exact = np.array([-1.0, 1.0]), np.zeros(2)
    assert [shown_elsewhere(edges, exact, 1.0, np.array(here)).tolist() for here in (1, 0, -1)] == [
        [True, True],
        [False, False],
        [True, True],
    ]


def test_a_value_is_shown_by_its_90_percent_interval():
    assert is_shown(0.0, 0.99 / 1.645, 1.0)
    assert not is_shown(0.0, 1.01 / 1.645, 1.0)
    assert is_shown(2.0, 0.99 / 1.645, 1.0)
    assert not is_shown(2.0, 1.01 / 1.645, 1.0)
    assert not is_shown(2.0, np.nan, 1.0)


def test_mixes_are_averaged_over_lineups_of_one_set():
    """Two seats: (0, 1) and (1, 0) are one set, met twice as often as each mirror; its error is the mean of both."""
    lineups = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    value, error = mixed_value(lineups, np.array([1.0, 2.0, 4.0, 5.0]), [0.5, 0.5], np.array([0.1, 0.2, 0.4, 0.5]))
    assert value == pytest.approx([0.25 * 1 + 0.5 * 3 + 0.25 * 5])
    assert error == pytest.approx([np.sqrt((0.25 * 0.1) ** 2 + (0.5 * 0.3) ** 2 + (0.25 * 0.5) ** 2)])
    value, error = mixed_value(lineups[1:3], np.array([2.0, 4.0]), [[0.5, 0.5], [1.0, 0.0]])
    assert value == pytest.approx([3, np.nan], nan_ok=True)
    assert error == pytest.approx([0, np.nan], nan_ok=True)


def test_a_headline_over_mixes_by_hand():
    """The share of strategy 1 is the headline: its mixes are spread evenly from 0 to 1."""
    found = over_mixes(LINEUPS, LINEUPS.mean(1), 2, 0.25, top=1, equilibrium=np.array([0.6, 0.4]))
    assert (found.uniform, found.top, found.equilibrium) == pytest.approx((0.5, 1.0, 0.4))
    assert (found.low, found.high) == pytest.approx((0.05, 0.95), abs=0.02)
    assert found.agreement == pytest.approx(0.75, abs=0.03)
    assert found.verdict == ON_PLAY
    assert over_mixes(LINEUPS, LINEUPS.mean(1), 2, 0.01, top=1).equilibrium is None


@pytest.mark.parametrize(("least", "verdict"), [(0.02, ROBUST), (0.08, ON_PLAY)])
def test_one_mix_in_twenty_may_disagree(least, verdict):
    """The headline is above the tolerance except where strategy 1 has more than 1 - `least` of the seats."""
    values = np.where(LINEUPS.mean(1) < 1, 1.0, 1.0 - 1 / (1 - least) ** 4)
    assert over_mixes(LINEUPS, values, 2, 0.0, top=0).verdict == verdict


def test_the_uniform_mix_must_be_shown():
    """Mirrors are hardly known, other line-ups exactly: the uniform mix, which has few mirrors, is shown; uneven ones
    are not. The other way round it is not shown, though uneven mixes are.
    """
    two = np.full(len(LINEUPS), 0.02)
    is_mirror = np.ptp(LINEUPS, axis=1) == 0
    known = over_mixes(LINEUPS, two, 2, 0.01, top=0, errors=np.where(is_mirror, 0.06, 0.0))
    unknown = over_mixes(LINEUPS, two, 2, 0.01, top=0, errors=np.where(is_mirror, 0.0, 0.06))
    assert (known.verdict, unknown.verdict) == (ROBUST, UNSURE)
    near = np.where(LINEUPS.mean(1) == 0.5, -0.0207, 0.03)
    found = over_mixes(LINEUPS, near, 2, 0.01, top=0, errors=np.full(len(LINEUPS), 0.005))
    assert (found.uniform, found.agreement, found.verdict) == (pytest.approx(0.011, abs=1e-4), 1, UNSURE)
