"""Elementary effects against a function whose effects are known."""

import numpy as np
import pytest

from analyser.statistics.morris import elementary_effects, paths

LEVELS = [2, 3, 4, 2]


def test_every_walk_moves_each_input_once():
    walked = paths(LEVELS, 20, 1)
    moves = np.diff(walked, axis=1) != 0
    assert (moves.sum(2) == 1).all()
    assert (moves.sum(1) == 1).all()
    assert (walked >= 0).all()
    assert (walked < LEVELS).all()
    assert len(np.unique(walked[:, 0], axis=0)) > 5


def test_known_effects():
    """Input 0 adds 3, input 1 nothing, input 3 adds 2 or takes 2 away as input 0 says: a mean of 0 and a spread that
    tell an interaction. Negative control: an input without effect has neither size nor spread.
    """
    walked = paths([2, 3, 4, 2], 400, 2)
    a, d = walked[..., 0], walked[..., 3]
    found = elementary_effects(walked, 3.0 * a + 2.0 * d * np.where(a == 1, 1, -1))
    assert found.size[3] == pytest.approx(2)
    assert found.mean[3] == pytest.approx(0, abs=0.3)
    assert found.spread[3] == pytest.approx(2, abs=0.1)
    assert found.mean[0] == pytest.approx(3 + 2, abs=0.3)
    for one in (1, 2):
        assert (found.size[one], found.spread[one]) == (0, 0)


def test_a_straight_line_has_no_spread():
    walked = paths([2, 2], 30, 3)
    found = elementary_effects(walked, walked @ np.array([1.0, -2.0]))
    assert found.mean == pytest.approx([1, -2])
    assert found.spread == pytest.approx([0, 0])


def test_effects_by_hand():
    """Two walks of two inputs; a move to a lower level counts with the opposite sign. One walk shows no spread."""
    walked = np.array([[[0, 0], [1, 0], [1, 2]], [[1, 1], [1, 0], [0, 0]]])
    found = elementary_effects(walked, np.array([[1.0, 4.0, 2.0], [0.0, 5.0, 4.0]]))
    assert found.mean == pytest.approx([(3 + 1) / 2, (-2 - 5) / 2])
    assert found.size == pytest.approx([2, 3.5])
    assert found.spread == pytest.approx([np.sqrt(2), np.sqrt(4.5)])
    assert elementary_effects(walked[:1], np.array([[1.0, 4.0, 2.0]])).spread.tolist() == [0, 0]
