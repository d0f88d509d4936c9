"""Chooses like greedy, from the whole list of choices at once.

Idea: the same as greedy's, in the form for planners: `choose` is handed all choices and says which one it takes. One
walk along the list keeps the best so far; the k-th of equals takes its place with chance 1/k, so all are equally
likely.
Beats: random. Weakness: that of greedy.
"""

from analyser.games.faut_pas_pousser.view import is_opening, points_after
from analyser.luck import below


def choose(view, choices, luck):
    """The index of a choice after which my crew has most points."""
    if is_opening(choices[0]):
        return below(luck, 0, len(choices))
    best, n_best, found = -1, 0, 0
    for index in range(len(choices)):
        points = points_after(view, choices[index], view.me)
        if points < best:
            continue
        n_best = 1 if points > best else n_best + 1
        best = points
        if n_best == 1 or below(luck, 0, n_best) == 0:
            found = index
    return found
