"""Trades first: the merchant sells as often as it can and keeps out of the pirates' reach.

Idea: a full load brings six or nine doubloons, more than any other act. The movement card is the merchant's; it takes
the route that pays most for each cell, shuns cells that empty pirates can attack, and buys the dear powers first, which
make it faster. The other ships take what lies on their way.
Beats: random, greedy. Weakness: its pirate and its frigate only take what lies on their way.
"""

from analyser.games.black_fleet.view import (
    FRIGATES,
    MERCHANT,
    PIRATES,
    Act,
    danger_from_pirates,
    fortune_gain,
    frigate_outlook,
    is_voyage,
    merchant_outlook,
    moves_of,
    pirate_outlook,
    prospects,
    sale_within,
    swap_saves,
    trade_pace,
)

PARAMS = {"caution": (1, 0, 5)}


def score(view, choice):
    """A sale first; then the route, less what danger costs; then anything that pays."""
    if is_voyage(choice) and choice.ship < PIRATES:
        value = 10.0 * choice.gain + 3.0 * merchant_outlook(view, choice)
        return 5.0 + value - view.params[0] * danger_from_pirates(view, choice.to)
    if is_voyage(choice) and choice.ship < FRIGATES:
        return choice.gain + 1.0 - 0.04 * pirate_outlook(view, choice)
    if is_voyage(choice):
        return choice.gain + 0.4 - 0.02 * frigate_outlook(view, choice)
    if choice.act == Act.FORTUNE:
        gain = fortune_gain(view, choice)
        return 200.0 + gain if gain > 0.0 else -1.0
    if choice.act == Act.SWAP:
        return 50.0 if swap_saves(view) > 2 else -1.0
    if choice.act == Act.PLAY_CARD:
        moves = moves_of(view, choice.card, MERCHANT)
        return 3.0 * sale_within(view, moves) + prospects(view, choice.card) + 0.2 * moves
    if choice.act == Act.PLACE:
        return 3.0 * trade_pace(view, choice.to, choice.target, view.load) - danger_from_pirates(view, choice.to)
    return 100.0 - choice.gain if choice.act == Act.BUY else 0.0
