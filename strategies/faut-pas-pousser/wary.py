"""Looks at what the next crew's pirate will do to its places.

Idea: my points should still be there after the next entry. So it averages them over the pirates that the next crew may
enter. « Non Merci » goes first, while there is least to lose.
Beats: random, greedy, passes. Weakness: sees one entry ahead and no actions, and spends its cards without thought.
"""

from analyser.games.faut_pas_pousser.view import (
    CREWS,
    END,
    crew_at,
    entered,
    fall_points,
    is_non_merci,
    is_opening,
    lane,
    pirate_in_hand,
    pirates_left,
    points_on_plank,
    turns_to_come,
)

AT_ONCE = 1000.0


def score(view, choice):
    """My points after this choice and one entry of the next crew, whichever pirate it may be."""
    if is_opening(choice) or is_non_merci(choice):
        return AT_ONCE
    now = fall_points(view, choice, view.me)
    following = view.order[(view.position[view.me] + 1) % CREWS]
    n = pirates_left(view, following)
    if turns_to_come(view) == 0 or n == 0:
        return float(now + points_on_plank(view, choice.plank, view.me))
    total = n * view.fall_points * int(crew_at(choice.plank, END) == view.me)
    for k in range(n):
        plank = entered(choice.plank, lane(view, following, pirate_in_hand(view, following, k)))
        total += points_on_plank(view, plank, view.me)
    return now + total / n
