"""Shapley values on games whose answer is known."""

from itertools import permutations

import numpy as np
import pytest

from analyser.statistics.shapley import left_out, shapley_weights, subsets
from analyser.statistics.values import shapley_values


def gloves(there):
    """One left glove and two right ones: a pair is worth 1."""
    return float(0 in there and bool({1, 2} & there))


def test_the_glove_game():
    """The classical answer: 2/3 for the left glove, 1/6 for each right one."""
    assert shapley_weights(3) @ [gloves(one) for one in subsets(3)] == pytest.approx([2 / 3, 1 / 6, 1 / 6])


def test_values_are_mean_gains_over_all_orders():
    """By definition: things are added in each of the 24 orders, and every one has the mean of its gains."""
    worth = dict(zip(subsets(4), np.random.default_rng(1).random(16), strict=True))
    gains = np.zeros(4)
    for order in permutations(range(4)):
        for k, thing in enumerate(order):
            gains[thing] += worth[frozenset(order[: k + 1])] - worth[frozenset(order[:k])]
    assert shapley_weights(4) @ list(worth.values()) == pytest.approx(gains / 24)


def test_subsets_are_in_order_of_their_size():
    assert subsets(2) == [frozenset(), {0}, {1}, {0, 1}]


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
