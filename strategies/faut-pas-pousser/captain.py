"""Keeps its Captain for the very last turn, and the Captain near the ship.

Idea: a Captain aboard at the end scores its slot and the bonus (FPP-16), and nobody can push off a pirate that enters
last. So all other pirates go first, then « Non Merci », then the Captain; apart from that it plays like greedy.
Beats: random, greedy. Weakness: it passes only on turn 5, so its other pirates enter, and fall, early.
"""

from analyser.games.faut_pas_pousser.view import CAPTAIN, captain_slot, is_opening, points_after, turns_left

TOO_EARLY = -1000.0


def score(view, choice):
    """My points after this choice, less for a Captain far from the ship; the Captain never enters before its time."""
    plays_captain = choice.pirate == view.pirate_values[CAPTAIN]
    if is_opening(choice):
        return TOO_EARLY if plays_captain else 0.0
    if plays_captain and turns_left(view, view.me) > 1:
        return TOO_EARLY
    return points_after(view, choice, view.me) - captain_slot(choice.plank, view.me)
