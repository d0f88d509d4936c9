"""Plays any legal choice, each with the same chance.

Idea: the yardstick; every other strategy should beat it. It opens with any pirate and draws each turn from the whole
list of legal moves, « Non Merci » being one of them (the ledger's uniform player).
Weakness: no idea at all. The kernel knows this strategy and draws without scoring.
"""


def score(view, choice):
    """All choices are equal: the draw decides."""
    return 0.0
