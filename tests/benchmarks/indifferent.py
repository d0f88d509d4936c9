"""Likes every choice as much as any other.

Idea: what it costs to list and weigh choices, without a thought about them.
"""


def score(view, choice):
    """All alike."""
    return 0.0
