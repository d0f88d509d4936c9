"""Takes any legal choice, all equally likely.

Idea: the yardstick that every other strategy must beat.
Weakness: everything; it never looks at the table.
"""


def score(view, choice):
    """All choices are liked equally."""
    return 0.0
