"""Weighs every colour's chance to own the last prisoner, and takes the best chance for its own.

Idea: a colour's chance grows with each prisoner left and with each place away from the shark, the more so the fewer are
left; the rates were fitted to 36,000 played games. With three players or more the very last place is no refuge: the
others swap their foremost with whoever stands there, so the places before it are better until only four are left.
With two players a colour that the other cares for counts more, since nobody saves the two that belong to nobody.
Beats: random, protector, shark-feeder, opportunist, bluffer, detective.
Weakness: looks only at the end of its own turn, not at who plays next; needs others who want the last place.
"""

import math

import numpy as np

from analyser.games.la_planche.view import COLOURS, PRISONERS, colour_at, in_front_of, left_of, suspicion

A_PLACE = np.append(0.0, np.arange(1.0, PRISONERS + 1) ** -1.8)
"""What a place further back is worth, by how many are left; times the number of players, at least 3."""
SECOND, MORE = 0.7, 0.35
"""What a second prisoner of a colour is worth, and each one more."""
PILLORY, MOST_PILLORY, REFUGE = 0.55, 3.0, 4
"""How many places the last one is worth less, for each prisoner above REFUGE; and the most of it."""
CARE, MOST_CARE = 0.4, 4


def cared_for(view, colour):
    """How much any of the others has shown to care for a colour."""
    most = -MOST_CARE
    for seat in range(view.n_players):
        if seat != view.me:
            most = max(most, suspicion(view, seat, colour))
    return min(most, MOST_CARE)


def chance(view, choice, colour, count):
    """How well a colour with `count` prisoners stands: times e for each point."""
    places = in_front_of(choice.colours, choice.left, colour) - count * (choice.left - 1) / 2
    if view.n_players > 2 and choice.left > REFUGE and colour_at(choice.colours, 0) == colour:
        places -= min(PILLORY * (choice.left - REFUGE), MOST_PILLORY)
    points = max(view.n_players, 3) * A_PLACE[choice.left] * places
    if count > 1:
        points += SECOND + MORE * (count - 2)
    if view.n_players == 2 and colour != view.my_colour:
        points += CARE * cared_for(view, colour)
    return math.exp(points)


def score(view, choice):
    """My colour's part of all chances at the end of the turn."""
    mine = total = 0.0
    for colour in range(COLOURS):
        count = left_of(choice.colours, choice.left, colour)
        if count > 0:
            its = chance(view, choice, colour, count)
            total += its
            if colour == view.my_colour:
                mine = its
    return mine / total
