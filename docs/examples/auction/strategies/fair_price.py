"""Bids about what a treasure is worth.

Idea: all treasures together are worth 55 points, so a coin should buy its part of them; a little luck avoids ties.
Beats: random. Weakness: it does not watch the purses of the others.
"""

from analyser.kernel.rng import below

PARAMS = {"extra": (1, -5, 10), "spread": (4, 1, 20)}


def choose(view, choices, luck):
    """The highest bid that may be made and is not above what it wants to pay."""
    fair = view.lot * view.purse * view.n_players / 55.0 + view.params[0]
    bid = int(fair + below(luck, 0, int(view.params[1]) + 1) - view.params[1] / 2.0)
    k = 0
    while k + 1 < len(choices) and choices[k + 1].value <= bid:
        k += 1
    return k
