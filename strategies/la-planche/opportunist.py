"""Takes what the turn offers: drop strangers, or save its own from the edge, or else anything.

Idea: no plan outlives three other players, so look only at what this turn changes: my part of those that are left, and
how many of mine are the next to fall.
Beats: random. Weakness: blind beyond the next fall, so its prisoners drift to the front.
"""

from analyser.games.la_planche.view import front_run, left_of

NEXT_TO_FALL = 0.5


def score(view, choice):
    """My part of those that are left; one of mine that is next to fall counts half."""
    mine = left_of(choice.colours, choice.left, view.my_colour)
    return (mine - NEXT_TO_FALL * front_run(choice.colours, choice.left, view.my_colour)) / choice.left
