"""Enters its lowest pirate and moves it toward the ship; never looks at points."""


def score(view, choice):
    """Low pirates, strong moves; « Non Merci » like any middling choice."""
    return -2.0 * choice.pirate - choice.action
