"""Chooses like greedy, from the whole list of choices at once.

Idea: the same as greedy's, in the form for planners: `choose` is handed all choices and says which one it takes. One
walk along the list finds the first of the best and counts them; one draw says how many of its equals to pass over.
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
        if points > best:
            best, n_best, found = points, 0, index
        n_best += int(points == best)
    passed_over = below(luck, 0, n_best)
    while passed_over > 0:
        found += 1
        passed_over -= int(points_after(view, choices[found], view.me) == best)
    return found
