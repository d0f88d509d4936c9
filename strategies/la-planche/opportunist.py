"""Takes what the turn offers: kill two strangers, else save its own from the edge, else keep still.

Idea: plans do not survive three other players, so look only at what this turn changes: how many of mine are left against
how many of the others, and whether the very next to fall is mine.
Beats: random. Weakness: blind beyond the next fall, so its prisoners drift to the front.
"""

from analyser.games.la_planche.view import in_front_of, left_of, front_run

NEXT_TO_FALL = 0.5


def score(view, choice):
    """My part of those that are left, less if mine are the next to fall."""
    mine = left_of(choice.colours, choice.left, view.my_colour)
    return mine / choice.left - NEXT_TO_FALL * front_run(choice.colours, choice.left, view.my_colour) / choice.left
