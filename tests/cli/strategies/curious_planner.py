"""Likes what a choice says most, whatever it is: reads every field of every choice, openings included."""


def choose(view, choices, luck):
    """The choice with the largest sum of all its fields."""
    best, found = -1, 0
    for index in range(len(choices)):
        choice = choices[index]
        total = choice.plank % 1009 + choice.fallen + choice.pirate + 7 * choice.action + 3 * choice.slot
        if total > best:
            best, found = total, index
    return found
