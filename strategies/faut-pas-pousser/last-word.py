"""Passes at once and keeps its best cards for its last turn.

Idea: nobody undoes what happens last. So « Non Merci » goes first, and the Captain and the longest move back (-3) stay
in hand until the last turn; apart from that it plays like greedy.
Beats: random, greedy, passes, captain, patient. Weakness: takes no care to play late in the round, and spends its
other cards without thought.
"""

from analyser.games.faut_pas_pousser.view import CAPTAIN, is_non_merci, is_opening, points_after, turns_left

AT_ONCE = 1000.0
TOO_EARLY = 100.0
LONGEST_BACK = -3


def score(view, choice):
    """My points after this choice; a card that should be kept costs more than any choice can gain."""
    if is_non_merci(choice):
        return AT_ONCE
    is_captain = int(choice.pirate == view.pirate_values[CAPTAIN])
    if is_opening(choice):
        return -TOO_EARLY * is_captain
    kept = is_captain + int(choice.action <= LONGEST_BACK)
    return points_after(view, choice, view.me) - TOO_EARLY * kept * int(turns_left(view, view.me) > 1)
