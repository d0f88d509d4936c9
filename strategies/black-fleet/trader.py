"""Trades first: the merchant sells as often as it can and keeps out of the pirates' reach.

Idea: a full load brings six or nine doubloons, more than any other act. The merchant takes the route that pays most
for each cell and shuns cells that empty pirates can reach; the others sail only to keep busy.
Beats: random. Weakness: earns little with its pirate, and leaves the frigates to others.
"""

from analyser.games.black_fleet.view import (
    FRIGATES,
    MERCHANT,
    PIRATES,
    Act,
    danger_from_pirates,
    is_voyage,
    merchant_outlook,
    moves_of,
    pirate_outlook,
    trade_pace,
)

PARAMS = {"caution": (0.3, 0, 5)}


def score(view, choice):
    """A sale first; then the route, less what danger costs; then anything that pays."""
    if is_voyage(choice) and choice.ship < PIRATES:
        value = 10.0 * choice.gain + 3.0 * merchant_outlook(view, choice)
        return 5.0 + value - view.params[0] * danger_from_pirates(view, choice.to)
    if is_voyage(choice) and choice.ship < FRIGATES:
        return choice.gain + 1.0 - 0.04 * pirate_outlook(view, choice)
    if is_voyage(choice) or choice.act == Act.FORTUNE:
        return choice.gain + 0.1 if choice.gain > 0 else -1.0
    if choice.act == Act.PLAY_CARD:
        return moves_of(view, choice.card, MERCHANT)
    if choice.act == Act.PLACE:
        return 3.0 * trade_pace(view, choice.to, choice.target, view.load) - danger_from_pirates(view, choice.to)
    return 100.0 + choice.gain if choice.act == Act.BUY else 0.0
