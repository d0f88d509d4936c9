"""Plays the rest of the game through in its head before it chooses.

Idea: it opens low to play late, passes at once, and spends its highest pirates and smallest actions first. In the last
three rounds it plays each choice through to the end, everybody playing like thrifty, and looks at its lead there.
Beats: all others. Weakness: it takes everybody for thrifty, and its numbers are tuned for the rules as printed.
"""

from analyser.games.faut_pas_pousser.view import (
    ACTIONS,
    CREWS,
    SLOTS,
    TURNS,
    best_turn,
    crew_at,
    fall_points,
    hand_size,
    is_non_merci,
    is_opening,
    nth_card,
    points_on_plank,
    turns_to_come,
)

AT_ONCE, NEVER = 1000.0, -1000.0
AHEAD, LEAD = 11, 0.1  # turns played through, and what a point of the lead counts then
A_PLACE, A_TURN, A_SLOT, A_STEP = 6.2, 0.24, 0.24, 0.3
"""A place scores about 6 points near the end, less for each turn to come, slot from the ship and step of an action."""


def score(view, choice):
    """What my places are worth, and my lead when all is played; in the very last turn only that."""
    if is_opening(choice):
        return -float(abs(choice.pirate - view.pirate_values[0 if view.n_players == 2 else 1]))
    if is_non_merci(choice):
        return AT_ONCE
    highest = nth_card(view.pirates[view.me], hand_size(view.pirates[view.me]) - 1)
    if choice.pirate != view.pirate_values[highest]:
        return NEVER
    to_come = turns_to_come(view)
    lead = lead_at_the_end(view, choice, highest) if to_come <= AHEAD else 0
    if to_come == 0:
        return float(lead)
    value = fall_points(view, choice, view.me) - A_STEP * abs(choice.action) + LEAD * lead
    for slot in range(SLOTS):
        value += (A_PLACE - A_TURN * to_come - A_SLOT * slot) * int(crew_at(choice.plank, slot) == view.me)
    return value


def lead_at_the_end(view, choice, pirate):
    """My lead over the best of the others when the rest of the game is played."""
    points, pirates, actions = view.points.copy(), view.pirates.copy(), view.actions.copy()
    pirates[view.me] ^= 1 << pirate
    actions[view.me] ^= 1 << nearest(view, actions[view.me], choice.action)
    points[crew_at(choice.fallen, 0)] += view.fall_points
    plank, fallen = choice.plank, view.fallen + 1
    for turn in range(CREWS * TURNS - turns_to_come(view), CREWS * TURNS):
        crew = view.order[turn % CREWS]
        n = hand_size(pirates[crew])
        if n > 0:
            pirate = nth_card(pirates[crew], n - 1 if crew < view.n_players else n // 2)
            action = nearest(view, actions[crew], 0)
            by = view.action_values[action] if action < ACTIONS else 0
            pays = 1 + fallen // view.pile_size
            plank, loser = best_turn(view, plank, crew, pirate, by, pays)
            pirates[crew] ^= 1 << pirate
            actions[crew] &= ~(1 << action)
            points[loser] += pays
            fallen += 1
    best_other = 0
    for crew in range(view.n_players):
        best_other = max(best_other, int(crew != view.me) * (points[crew] + points_on_plank(view, plank, crew)))
    return points[view.me] + points_on_plank(view, plank, view.me) - best_other


def nearest(view, actions, move):
    """The action card of a hand that moves most nearly so; ACTIONS, no card at all, if the hand is empty."""
    found = ACTIONS
    for k in range(hand_size(actions)):
        card = nth_card(actions, k)
        if found == ACTIONS or abs(view.action_values[card] - move) < abs(view.action_values[found] - move):
            found = card
    return found
