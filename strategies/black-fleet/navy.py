"""Sinks pirates: the frigates hunt before anything else.

Idea: two doubloons for each pirate sunk, and the seas are safer for its merchant. It plays the card whose frigate can
strike, strikes first, and leaves the frigate where the next victims are.
Beats: random. Weakness: every player moves the same frigates; what it hunts today, others sink tomorrow.
"""

from analyser.games.black_fleet.view import (
    FRIGATES,
    PIRATES,
    Act,
    frigate_outlook,
    is_voyage,
    merchant_outlook,
    pirate_outlook,
    prospects,
    sinking_within,
    swap_saves,
    trade_pace,
)


def score(view, choice):
    """The frigate first, then what pays."""
    if is_voyage(choice) and choice.ship >= FRIGATES:
        return 50.0 + 10.0 * choice.gain - 0.1 * frigate_outlook(view, choice)
    if is_voyage(choice) and choice.ship >= PIRATES:
        return 10.0 + 5.0 * choice.gain - 0.1 * pirate_outlook(view, choice)
    if is_voyage(choice):
        return 10.0 + 5.0 * choice.gain + merchant_outlook(view, choice)
    if choice.act == Act.FORTUNE:
        return 10.0 * choice.gain + 1.0 if choice.gain > 0 else -1.0
    if choice.act == Act.SWAP:
        return 50.0 if swap_saves(view) > 2 else -1.0
    if choice.act == Act.PLAY_CARD:
        return 5.0 * sinking_within(view, choice.card) + prospects(view, choice.card)
    if choice.act == Act.PLACE:
        return trade_pace(view, choice.to, choice.target, view.load)
    return 100.0 + choice.gain if choice.act == Act.BUY else 0.0
