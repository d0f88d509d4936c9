"""Sinks pirates: the frigates hunt before anything else.

Idea: two doubloons for each pirate sunk, and the seas are safer for its merchant. It plays the card whose frigate can
strike, strikes first, leaves the frigate where the next victims are, and buys the powers that help it sink.
Beats: random. Weakness: every player moves the same frigates; what it hunts today, others sink tomorrow.
"""

from analyser.games.black_fleet.view import (
    FRIGATES,
    PIRATES,
    Act,
    Power,
    Ships,
    fortune_gain,
    frigate_outlook,
    is_voyage,
    merchant_outlook,
    pirate_outlook,
    prospects,
    sinking_within,
    swap_saves,
    trade_pace,
)


def arms(view, card):
    """Whether a power makes frigates faster or deadlier, or sinking dearer."""
    effect, ships = view.development_effect[card], view.development_ships[card]
    return effect == Power.SINK_BONUS or effect == Power.MERCHANT_SINKS or ships == Ships.FRIGATE or ships == Ships.ALL


def score(view, choice):
    """The frigate first, then what pays."""
    if is_voyage(choice) and choice.ship >= FRIGATES:
        return 50.0 + 10.0 * choice.gain - 0.1 * frigate_outlook(view, choice)
    if is_voyage(choice) and choice.ship >= PIRATES:
        return 10.0 + 5.0 * choice.gain - 0.1 * pirate_outlook(view, choice)
    if is_voyage(choice):
        return 10.0 + 5.0 * choice.gain + merchant_outlook(view, choice)
    if choice.act == Act.FORTUNE:
        gain = fortune_gain(view, choice)
        return 200.0 + gain if gain > 0.0 else -1.0
    if choice.act == Act.SWAP:
        return 50.0 if swap_saves(view) > 2 else -1.0
    if choice.act == Act.PLAY_CARD:
        return 5.0 * sinking_within(view, choice.card) + prospects(view, choice.card)
    if choice.act == Act.PLACE:
        return trade_pace(view, choice.to, choice.target, view.load)
    if choice.act == Act.BUY:
        return 100.0 + choice.gain + (20.0 if choice.card >= 0 and arms(view, choice.card) else 0.0)
    return 0.0
