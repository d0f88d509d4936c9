"""Opens low so as to play late in every round, and passes at once.

Idea: the order of play follows from the opening (FPP-06): the highest pirate plays first, and playing last is worth
more than any card. It opens with its lowest pirate but the Captain, says « Non Merci » first, and then plays like
greedy.
Beats: random, greedy, passes, captain. Weakness: after the opening it plays from hand to mouth, Captain included.
"""

from analyser.games.faut_pas_pousser.view import CAPTAIN, is_non_merci, is_opening, points_after

AT_ONCE = 1000.0


def score(view, choice):
    """My points after this choice; the opening is as low as it can be without the Captain."""
    if is_opening(choice):
        return -float(abs(choice.pirate - view.pirate_values[CAPTAIN + 1]))
    if is_non_merci(choice):
        return AT_ONCE
    return float(points_after(view, choice, view.me))
