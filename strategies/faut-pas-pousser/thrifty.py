"""Spends its least useful cards first: the highest pirate and the smallest action.

Idea: low pirates enter next to the ship and long moves reach any slot, and both decide most at the end. So each turn
costs the highest pirate and the smallest action in hand; order and slot are chosen like greedy. « Non Merci » goes
first.
Beats: random, greedy, passes, captain, patient, lookout, wary. Weakness: its cards can be foreseen, and it would
rather save a card than win by it.
"""

from analyser.games.faut_pas_pousser.view import is_non_merci, is_opening, points_after

AT_ONCE = 10_000.0
OPENING = 2
"""The third lowest pirate opens: low enough not to play first, and no great loss."""
PIRATE, ACTION = 100.0, 20.0


def score(view, choice):
    """High pirates before low ones, small actions before large ones, then my points after this choice."""
    if is_opening(choice):
        return -float(abs(choice.pirate - view.pirate_values[OPENING]))
    if is_non_merci(choice):
        return AT_ONCE
    return PIRATE * choice.pirate - ACTION * abs(choice.action) + points_after(view, choice, view.me)
