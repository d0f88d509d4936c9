"""Spends its best cards first: the lowest pirate and the longest move.

Idea: hold slot 1 from the start, while the others still save their cards. It is thrifty turned round and shows what
saving is worth: order and slot are chosen like greedy, and « Non Merci » is kept for last.
Beats: random, greedy. Weakness: it wins the places near the ship when they pay little and loses them when they pay;
greedy falls to it only because it opens with its Captain and so never plays first.
"""

from analyser.games.faut_pas_pousser.view import is_non_merci, points_after

NEVER = -10_000.0
PIRATE, ACTION = 100.0, 20.0


def score(view, choice):
    """Low pirates before high ones, long moves before short ones, then my points after this choice."""
    if is_non_merci(choice):
        return NEVER
    return ACTION * abs(choice.action) - PIRATE * choice.pirate + points_after(view, choice, view.me)
