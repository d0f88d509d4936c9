"""Feeds the shark: drops as many prisoners of the others as it can.

Idea: whoever falls cannot be the last one left, so every fallen stranger is a step to the win. It advances at the edge
to drop two in one turn, sends strangers to the front, and swaps its own prisoner away from the edge.
Beats: random. Weakness: cares only for the edge; it leaves its own prisoners close behind those it feeds.
"""

from analyser.games.la_planche.view import COLOURS, drops, front_run, gap_before

A_FALL = 10.0


def score(view, choice):
    """Strangers that fall count for it, mine against it; then a short way to the shark, with strangers in front."""
    fed = -2 * drops(choice, view.my_colour)
    for colour in range(COLOURS):
        if colour != view.my_colour:
            fed += drops(choice, colour)
    mine_next = front_run(choice.colours, choice.left, view.my_colour)
    return A_FALL * fed - 2.0 * mine_next - gap_before(view, choice.occupied, choice.left)
