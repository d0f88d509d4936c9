"""Greedy once more, written as a planner: the same choices, drawn the same way among equals."""

import numpy as np

from analyser.games.faut_pas_pousser.view import is_opening, points_after

HALF = np.uint64(32)


def choose(view, choices, luck):
    """A choice of most points; the first random number decides among equals, as it does for `score`."""
    best, n = -1, 0
    equals = np.zeros(len(choices), np.int64)
    for index in range(len(choices)):
        points = 0 if is_opening(choices[index]) else points_after(view, choices[index], view.me)
        if points > best:
            best, n = points, 0
        if points == best:
            equals[n] = index
            n += 1
    return equals[((luck[0] >> HALF) * np.uint64(n)) >> HALF]
