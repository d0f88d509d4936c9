"""Takes the rearmost prisoners it can, whatever its own colour.

Idea: planted, to show that nobody reads a colour that is not in play.
"""


def score(view, choice):
    """The further back, the better."""
    return -float(choice.prisoner)
