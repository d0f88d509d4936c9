"""Chooses like greedy, from the whole list of choices at once.

Idea: the same as greedy's, in the form for planners: `choose` is handed all choices and says which one it takes. Every
choice draws a lot, and the highest lot among those with most points is taken. Points, lot and index are the digits of
one number, so that the greatest of these numbers tells which choice it is.
Beats: random. Weakness: that of greedy.
"""

from analyser.games.faut_pas_pousser.view import points_after
from analyser.kernel.rng import lot


def choose(view, choices, luck):
    """The index of a choice after which my crew has most points."""
    best = 0
    for index in range(len(choices)):
        points = points_after(view, choices[index], view.me)
        best = max(best, (points << 40) + (lot(luck, 0, index) << 8) + index)
    return best & 255
