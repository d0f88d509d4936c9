"""Says « Non Merci » at once when in trouble, and a turn later otherwise; the rest is random.

Idea: planted, to mislead whoever looks at when winners pass. The first two to play win least, and they pass early; with
`really` = 0 as many pass early, by their seats alone.
"""

from analyser.games.faut_pas_pousser.view import is_non_merci

PARAMS = {"really": (1, 0, 1)}


def in_trouble(view):
    """Among the first two to play; or, without any trouble, in seat 0 or 2."""
    if view.params[0] == 1:
        return view.position[view.me] < 2
    return view.me % 2 == 0


def score(view, choice):
    """« Non Merci » first of all, but on turn 1 only in trouble."""
    if not is_non_merci(choice):
        return 0.0
    return 1.0 if view.turn > 0 or in_trouble(view) else -1.0
