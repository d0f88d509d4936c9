"""Plays the rest of the game through in its head before it chooses.

Idea: it opens low to play late, passes at once, and spends its highest pirates and smallest actions first. In the last
three rounds it plays each choice through to the end, everybody playing like thrifty, and looks at its lead there.
Beats: all others. Weakness: it takes everybody for thrifty, and its numbers are tuned for the rules as printed.
"""

from analyser.games.faut_pas_pousser.table import ACTIONS, hand_size, nth_card
from analyser.games.faut_pas_pousser.view import (
    CAPTAIN,
    CREWS,
    END,
    SLOTS,
    TURNS,
    crew_at,
    entered,
    fall_points,
    is_non_merci,
    is_opening,
    lane,
    points_on_plank,
    shifted,
    turns_to_come,
)

AT_ONCE, NEVER = 1000.0, -1000.0
A_PLACE, A_TURN, A_SLOT, A_STEP = 6.2, 0.24, 0.24, 0.3
"""A place scores about 6 points near the end, less for each turn to come, slot from the ship and step of an action."""
AHEAD, LEAD = 11, 0.1
"""How many turns are played through, and what a point of the lead counts then."""
BYTE = 8
"""Hands and points of the four crews lie side by side in one number, a byte each."""


def score(view, choice):
    """What my places are worth, and near the end my lead when all is played."""
    if is_opening(choice):
        card = CAPTAIN if view.n_players == 2 else CAPTAIN + 1
        return -float(abs(choice.pirate - view.pirate_values[card]))
    if is_non_merci(choice):
        return AT_ONCE
    highest = nth_card(view.pirates[view.me], hand_size(view.pirates[view.me]) - 1)
    if choice.pirate != view.pirate_values[highest]:
        return NEVER
    to_come = turns_to_come(view)
    liking = fall_points(view, choice, view.me) - A_STEP * abs(choice.action)
    for slot in range(SLOTS):
        if crew_at(choice.plank, slot) == view.me:
            liking += A_PLACE - A_TURN * to_come - A_SLOT * slot if to_come > 0 else view.plank_points[slot]
    return liking + LEAD * lead_at_the_end(view, choice, highest) if to_come <= AHEAD else liking


def lead_at_the_end(view, choice, pirate):
    """My lead over the best of the others when the rest of the game is played."""
    points, pirates, actions = 0, 0, 0
    for crew in range(CREWS):
        points |= (view.points[crew] + fall_points(view, choice, crew)) << (BYTE * crew)
        pirates |= view.pirates[crew] << (BYTE * crew)
        actions |= view.actions[crew] << (BYTE * crew)
    pirates ^= 1 << (BYTE * view.me + pirate)
    actions ^= 1 << (BYTE * view.me + action_played(view, choice))
    plank, fallen = choice.plank, view.fallen + 1
    for turn in range(CREWS * TURNS - turns_to_come(view), CREWS * TURNS):
        crew = view.order[turn % CREWS]
        n = hand_size(of(pirates, crew))
        if n > 0:
            pirate = nth_card(of(pirates, crew), n - 1 if crew < view.n_players else n // 2)
            fall = 1 + fallen // view.pile_size
            plank, loser, action = reply(view, plank, lane(view, crew, pirate), of(actions, crew), crew, fall)
            pirates ^= 1 << (BYTE * crew + pirate)
            actions &= ~(1 << (BYTE * crew + action))
            points += fall << (BYTE * loser)
            fallen += 1
    best_other = 0
    for crew in range(view.n_players):
        if crew != view.me:
            best_other = max(best_other, of(points, crew) + points_on_plank(view, plank, crew))
    return of(points, view.me) + points_on_plank(view, plank, view.me) - best_other


def of(all_crews, crew):
    """One crew's byte."""
    return (all_crews >> (BYTE * crew)) & 255


def action_played(view, choice):
    """Which of my action cards a choice spends."""
    played = ACTIONS
    for card in range(ACTIONS):
        if view.action_values[card] == choice.action and (view.actions[view.me] >> card) & 1:
            played = card
    return played


def reply(view, plank, pirate, actions, crew, fall):
    """A thrifty turn with this pirate: the plank after it, whose pirate falls, and the action card spent."""
    best, after, loser, spent = -1, entered(plank, pirate), crew_at(plank, END), ACTIONS
    smallest = ACTIONS
    for k in range(hand_size(actions)):
        smallest = min(smallest, abs(view.action_values[nth_card(actions, k)]))
    pirate_in = after
    for k in range(hand_size(actions)):
        card = nth_card(actions, k)
        by = view.action_values[card]
        if abs(by) == smallest:
            for slot in range(SLOTS):
                moved = shifted(plank, slot, by)
                for start, then in ((plank, shifted(pirate_in, slot, by)), (moved, entered(moved, pirate))):
                    falls = crew_at(start, END)
                    points = points_on_plank(view, then, crew) + fall * int(falls == crew)
                    if points > best:
                        best, after, loser, spent = points, then, falls, card
    return after, loser, spent
