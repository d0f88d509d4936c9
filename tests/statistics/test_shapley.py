"""Shapley values on games whose answer is known."""

import numpy as np
import pytest

from analyser.statistics.shapley import left_out, sampled_shapley, shapley, shapley_weights, subsets, synergy
from analyser.statistics.values import shapley_values


def gloves(there):
    """One left glove and two right ones: a pair is worth 1."""
    return float(0 in there and bool({1, 2} & there))


def test_the_glove_game():
    assert shapley(3, gloves) == pytest.approx([2 / 3, 1 / 6, 1 / 6])


def test_values_sum_to_the_worth_of_all():
    rng = np.random.default_rng(1)
    worth = dict(zip(subsets(4), rng.random(16), strict=True))
    assert shapley(4, worth.get).sum() == pytest.approx(worth[frozenset(range(4))] - worth[frozenset()])


def test_a_sample_of_orders_comes_near():
    """Standard error 0.005: within 4 of them. A sum without synergy needs no sampling at all."""
    found, error = sampled_shapley(3, gloves, 4000, seed=2)
    assert np.abs(found - [2 / 3, 1 / 6, 1 / 6]).max() < 4 * error.max()
    exact, none = sampled_shapley(3, lambda there: float(sum(there)), 10, seed=3)
    assert exact == pytest.approx([0, 1, 2])
    assert none == pytest.approx([0, 0, 0], abs=1e-12)


def test_what_is_left_out_is_a_number_of_bits():
    assert [left_out(2, there) for there in subsets(2)] == [3, 2, 1, 0]


def test_values_of_games_sum_to_all_less_none_game_by_game():
    """The glove game with noise: in each sample exactly, so the sum has the error of the difference."""
    rng = np.random.default_rng(4)
    worths = rng.normal([gloves(one) for one in subsets(3)], 0.1, (500, 8))
    found = shapley_values(worths, 1)
    *each, whole = found.value
    assert sum(each) == pytest.approx(whole) == pytest.approx((worths[:, -1] - worths[:, 0]).mean())
    assert each == pytest.approx([2 / 3, 1 / 6, 1 / 6], abs=0.02)
    error = (worths[:, -1] - worths[:, 0]).std(ddof=1) / np.sqrt(500)
    assert found.standard_error[-1] == pytest.approx(error)


def test_synergy_of_a_pair():
    assert synergy(gloves, 0, 1) == 1
    assert synergy(gloves, 1, 2) == 0


def test_weights_act_on_estimates():
    values = np.array([gloves(one) for one in subsets(3)])
    assert shapley_weights(3) @ values == pytest.approx(shapley(3, gloves))
