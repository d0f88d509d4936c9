"""What a decision is worth: the strategy's own pick against choices that were drawn by lot from all."""

import numpy as np

from analyser.experiments.positions import Position


def test_a_pick_is_compared_with_choices_by_lot():
    """A hundred choices, of which one wins: the strategy picks it, and four others were drawn. Only among those that
    were drawn, the pick would be worth nothing.
    """
    loses, wins = [[0.0, 1.0]] * 8, [[1.0, 0.0]] * 8
    found = Position(0, 100, np.array([loses] * 4 + [wins]), picked=4, drawn=np.array([True] * 4 + [False]))
    assert (found.agency, found.same_winner) == (1.0, 0.0)


def test_a_pick_that_was_drawn_counts_among_the_choices_by_lot():
    """Two choices: the one that wins is picked. By lot it is taken half the time; the other has another winner."""
    found = Position(1, 2, np.array([[[1.0, 0.0]] * 8, [[0.0, 1.0]] * 8]), picked=1, drawn=np.array([True, True]))
    assert (found.agency, found.same_winner) == (0.5, 0.0)
