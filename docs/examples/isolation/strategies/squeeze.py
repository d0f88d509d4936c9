"""Takes away a square next to the opponent, and stays in the middle.

Idea: few ways out for the opponent, many for oneself.
Beats: random. Weakness: it looks one move ahead only.
"""

from analyser.games.isolation.view import CELLS

PARAMS = {"middle": (0.5, 0, 5)}


def score(view, choice):
    """Near the opponent is good for the square, the middle is good for the pawn."""
    other = view.pawn[1 - view.me]
    near = abs(other // 4 - choice.gone // 4) <= 1 and abs(other % 4 - choice.gone % 4) <= 1
    middle = (CELLS // 4 - 1) / 2.0
    away = abs(choice.to // 4 - middle) + abs(choice.to % 4 - middle)
    return (1.0 if near else 0.0) - view.params[0] * away
