"""Hides its colour: lets its own prisoners be until the safest of them is in danger.

Idea: the others hit the colour that somebody cares for. So while its safest prisoner has enough others in front of it
(the parameter `calm`), it touches only strangers, and helps now one colour, now another; in danger it protects its own.
Beats: random. Weakness: what it gives away while it hides is seldom won back, unless somebody reads colours.
"""

from analyser.games.la_planche.view import drops, in_front_of, left_of, rank_from_front, suspicion, colour_at, Act

PARAMS = {"calm": (4, 0, 15)}

LOSS = 100.0


def score(view, choice):
    """Mine that fall count first; then, in danger, those before my prisoners; else that my own are not touched."""
    mine = view.my_colour
    loss = LOSS * drops(choice, mine)
    if rank_from_front(choice.colours, choice.left, mine) < min(view.params[0], choice.left - 1):
        return in_front_of(choice.colours, choice.left, mine) - 2 * LOSS - loss
    touched = 0
    if choice.act != Act.PUSH:
        touched = int(colour_at(view.colours, choice.prisoner) == mine)
        if choice.act == Act.SWAP:
            touched += int(colour_at(view.colours, choice.other) == mine)
    return -loss - 10.0 * touched + 0.1 * in_front_of(choice.colours, choice.left, mine)
