"""Plays any legal choice, each with the same chance.

Idea: the yardstick; every other strategy should beat it.
Weakness: no idea at all. The kernel knows this strategy and draws without scoring.
"""


def score(view: object, choice: object) -> float:
    """All choices are equal: the draw decides."""
    return 0.0
