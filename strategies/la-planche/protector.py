"""Keeps its own prisoners back, as far from the shark as they can be.

Idea: the row is eaten from the front, so count how many others stand in front of each of mine.
Beats: random, shark-feeder, opportunist, bluffer.
Weakness: shows its colour at once, and does not care who else survives.
"""

from analyser.games.la_planche.view import in_front_of, left_of


def score(view, choice):
    """Each of mine still on the plank, and those between it and the shark."""
    mine = left_of(choice.colours, choice.left, view.my_colour)
    return mine + in_front_of(choice.colours, choice.left, view.my_colour)
