"""Hides its colour: lets its own prisoners be until the safest of them is in danger.

Idea: who shows a colour is hit where it hurts. So while its safest prisoner has enough others in front of it (the
parameter `calm`), it never touches its own and plays about with strangers; in danger it protects its own.
Beats: random, shark-feeder, opportunist.
Weakness: what it loses while it hides is seldom won back, unless the others read colours.
"""

from analyser.games.la_planche.view import Act, colour_at, drops, in_front_of, rank_from_front

PARAMS = {"calm": (4, 0, 15)}

A_FALL, A_TOUCH, A_PLACE = 100.0, 10.0, 0.1
DANGER = -1000.0


def touched(view, choice):
    """How many of my own prisoners this choice takes by the hand."""
    if choice.act == Act.PUSH:
        return 0
    mine = int(colour_at(view.colours, choice.prisoner) == view.my_colour)
    if choice.act == Act.SWAP:
        mine += int(colour_at(view.colours, choice.other) == view.my_colour)
    return mine


def score(view, choice):
    """First that my safest is safe and none of mine falls; then that I do not show them; a place back counts least."""
    mine = view.my_colour
    safe = rank_from_front(choice.colours, choice.left, mine) >= min(view.params[0], choice.left - 1)
    places = in_front_of(choice.colours, choice.left, mine)
    if not safe:
        return DANGER + places - A_FALL * drops(choice, mine)
    return A_PLACE * places - A_TOUCH * touched(view, choice) - A_FALL * drops(choice, mine)
