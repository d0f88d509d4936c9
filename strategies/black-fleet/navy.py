"""Sinks pirates: the frigates hunt before anything else.

Idea: two doubloons for each pirate sunk, and the seas are safer for its merchant. It plays the card whose frigate can
strike, strikes first, and leaves the frigate where the next victims are.
Beats: random. Weakness: every player moves the same frigates; what it hunts today, others sink tomorrow.
"""

from analyser.games.black_fleet.view import (
    FRIGATE,
    FRIGATES,
    PIRATES,
    Act,
    frigate_outlook,
    is_voyage,
    merchant_outlook,
    moves_of,
    pirate_outlook,
    sea_distance,
    trade_pace,
)


def targets(view, card):
    """How many pirates of others the card's frigate can come beside."""
    start, n = view.ship_cell[FRIGATES + view.card_frigate[card]], 0
    for seat in range(view.n_players):
        if seat != view.me:
            near = sea_distance(view, start, view.ship_cell[PIRATES + seat])
            n += int(near <= moves_of(view, card, FRIGATE) + view.power_range[view.me, FRIGATE])
    return n


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
    if choice.act == Act.PLAY_CARD:
        return 10.0 * min(targets(view, choice.card), 1) + moves_of(view, choice.card, 0)
    if choice.act == Act.PLACE:
        return trade_pace(view, choice.to, choice.target, view.load)
    return 100.0 + choice.gain if choice.act == Act.BUY else 0.0
