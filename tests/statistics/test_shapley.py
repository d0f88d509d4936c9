"""Shapley values on games whose answer is known."""

import numpy as np
import pytest

from analyser.statistics.shapley import sampled_shapley, shapley, shapley_weights, subsets, synergy


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


def test_synergy_of_a_pair():
    assert synergy(gloves, 0, 1) == 1
    assert synergy(gloves, 1, 2) == 0


def test_weights_act_on_estimates():
    values = np.array([gloves(one) for one in subsets(3)])
    assert shapley_weights(3) @ values == pytest.approx(shapley(3, gloves))
