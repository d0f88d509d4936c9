"""Plays its highest pirates first and saves the low ones for late entries.

Idea: a low pirate enters near the ship whoever stands in front (FPP-12), so it is worth most when the fewest turns are
still to come. A pirate's value counts for it while it is being played; « Non Merci » is played at once.
Beats: random, greedy. Weakness: it opens with its highest pirate, which makes it first to play (FPP-06).
"""

from analyser.games.faut_pas_pousser.view import is_non_merci, is_opening, points_after

AT_ONCE = 1000.0
A_POINT_OF_VALUE = 2.0


def score(view, choice):
    """My points after this choice, and two more for each point of the pirate's value."""
    if is_opening(choice):
        return float(choice.pirate)
    if is_non_merci(choice):
        return AT_ONCE
    return points_after(view, choice, view.me) + A_POINT_OF_VALUE * choice.pirate
