"""Holds as soon as the turn is worth enough, or wins.

Idea: a turn of 20 points is worth as much as what the next roll risks.
Beats: random. Weakness: it never looks at the score of the others.
"""

from analyser.games.pig.view import HOLD

PARAMS = {"at": (20, 2, 100)}


def score(view, choice):
    """Hold with enough points; roll otherwise."""
    is_enough = view.turn_total >= view.params[0] or view.points[view.me] + view.turn_total >= view.target
    return 1.0 if (choice.value == HOLD) == is_enough else 0.0
