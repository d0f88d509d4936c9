"""Wants as many of its pirates aboard as it can, in whatever slot.

Idea: a pirate aboard is worth at least 6 points at the end, a slot nearer the ship only one more. So it counts heads, its
own for it and the best other crew's against it, and only then points.
Beats: random. Weakness: heads at the end of the plank fall first.
"""

from analyser.games.faut_pas_pousser.view import aboard, points_after

A_HEAD = 10.0


def score(view, choice):
    """Ten points for each of my pirates aboard, and my points."""
    return A_HEAD * aboard(choice.plank, view.me) + points_after(view, choice, view.me)
