"""Reckons how long each of its pirates will last, and what it will score then.

Idea: if newcomers land in any slot with the same chance, a pirate in slot 1, 2, 3, 4 falls with about the 8th, 4th, 2nd, 1st
entry to come. If so many still come, it scores its pile of that moment, otherwise its slot. « Non Merci » goes first.
Beats: random, greedy. Weakness: knows nothing of the others' actions, and takes no care which cards it spends.
"""

from analyser.games.faut_pas_pousser.view import SLOTS, crew_at, fall_points, is_non_merci, is_opening, pirates_left

AT_ONCE = 1000.0
LASTS = (8, 4, 2, 1)


def score(view, choice):
    """What my pirates on the plank will score, and the one that falls now."""
    if is_opening(choice):
        return 0.0
    if is_non_merci(choice):
        return AT_ONCE
    to_come = -1
    for crew in range(4):
        to_come += pirates_left(view, crew)
    total = float(fall_points(view, choice, view.me))
    for slot in range(SLOTS):
        if crew_at(choice.plank, slot) == view.me:
            falls = view.fallen + 1 + LASTS[slot]
            total += view.plank_points[slot] if to_come < LASTS[slot] else 1 + (falls - 1) // view.pile_size
    return total
