"""Keeps the lowest possible pirate of its own in slot 1.

Idea: newcomers land further along, the lower the pirate in slot 1 is (FPP-12). Behind a low one of mine the places
next to the ship are safe, and the others' high pirates only push each other off the end.
Beats: random, greedy. Weakness: enters its low pirates early, when places pay little; any action moves the anchor
away.
"""

from analyser.games.faut_pas_pousser.view import crew_at, is_opening, points_after, value_at

HOLD = 2.0


def score(view, choice):
    """My points after this choice, and more the lower my pirate in slot 1 is."""
    if is_opening(choice):
        return -float(choice.pirate)
    anchored = int(crew_at(choice.plank, 0) == view.me)
    return points_after(view, choice, view.me) + HOLD * anchored * (view.pirate_values[-1] - value_at(choice.plank, 0))
