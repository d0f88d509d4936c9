"""Reckons how long each of its pirates will last, and what it will score then.

Idea: if newcomers land in any slot with the same chance, a pirate in slot 1, 2, 3, 4 falls with about the 8th, 4th,
2nd, 1st entry to come. If so many do come, it scores its pile of that moment, otherwise its slot; a pirate in hand
will score 5. So it says « Non Merci » on the first turn, when no place promises that much.
Beats: random, greedy, passes. Weakness: knows nothing of the others' actions, and spends its cards without thought.
"""

from analyser.games.faut_pas_pousser.view import CREWS, SLOTS, crew_at, fall_points, is_non_merci, pirates_left

LASTS = (8, 4, 2, 1)
IN_HAND = 5.0


def score(view, choice):
    """What my pirates on the plank will score, the one that falls now, and the one that « Non Merci » keeps in hand."""
    keeps = int(is_non_merci(choice))
    to_come = keeps - 1
    for crew in range(CREWS):
        to_come += pirates_left(view, crew)
    total = fall_points(view, choice, view.me) + keeps * IN_HAND
    for slot in range(SLOTS):
        if crew_at(choice.plank, slot) == view.me:
            falls_as = view.fallen + 1 - keeps + LASTS[slot]
            total += view.plank_points[slot] if to_come < LASTS[slot] else 1 + (falls_as - 1) // view.pile_size
    return total
