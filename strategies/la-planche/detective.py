"""Reads the colours of the others from what they did, and hits the strongest rival's.

Idea: each seat's colour is the one it has helped most and harmed least. The colour that a rival defends and that stands
best is the one to send to the shark; its own prisoners it keeps back like protector.
Beats: random, shark-feeder, opportunist, bluffer.
Weakness: needs some turns of evidence, and a bluffer gives it none; does not see who is about to fall.
"""

from analyser.games.la_planche.view import COLOURS, in_front_of, left_of, suspicion

PARAMS = {"zeal": (0.5, 0, 5)}


def guessed(view, seat):
    """The colour that this seat seems to care for; not mine, since mine is in my hand."""
    best, most = -1, -1000
    for colour in range(COLOURS):
        if colour != view.my_colour and suspicion(view, seat, colour) > most:
            best, most = colour, suspicion(view, seat, colour)
    return best


def standing(choice, colour):
    """How well a colour stands in the row."""
    return left_of(choice.colours, choice.left, colour) + in_front_of(choice.colours, choice.left, colour)


def score(view, choice):
    """How well mine stand, less the best standing of a colour that some rival defends."""
    worst = 0
    for seat in range(view.n_players):
        if seat != view.me:
            worst = max(worst, standing(choice, guessed(view, seat)))
    return standing(choice, view.my_colour) - view.params[0] * worst
