"""Plays like greedy, but says « Non Merci » on a turn fixed beforehand.

Idea: who passes early has a pirate and an action more for the end, when places on the plank are worth most. The
parameter `turn` (1 to 6) says when; on all other turns it never passes while it holds a pirate.
Beats: random, greedy. Weakness: apart from the one turn it is greedy, and anybody can foresee when it passes.
"""

from analyser.games.faut_pas_pousser.view import is_non_merci, points_after

PARAMS = {"turn": (3, 1, 6)}

FIRST, LAST = 1000.0, -1000.0


def score(view, choice):
    """My crew's points after this choice; « Non Merci » comes first on its turn and last on any other."""
    if is_non_merci(choice):
        return FIRST if view.turn + 1 == view.params[0] else LAST
    return float(points_after(view, choice, view.me))
