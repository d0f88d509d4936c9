"""Plans its purchases: buys first the power that pays back soonest, and counts the turns to victory.

Idea: one card a turn is the speed limit, so never hold doubloons that could be a card; among affordable cards take
the one whose power earns most over the turns that are left. Ships are sailed like greedy's.
Beats: random. Weakness: sails as carelessly as greedy.
"""

from analyser.games.black_fleet.view import (
    FRIGATES,
    PIRATES,
    Act,
    Power,
    frigate_outlook,
    is_voyage,
    merchant_outlook,
    moves_of,
    pirate_outlook,
    trade_pace,
)


def earns(view, card):
    """Doubloons a turn that a power is worth, roughly."""
    effect, amount = view.development_effect[card], view.development_amount[card]
    if effect == Power.BETTER_PRICE:
        return 1.0 * amount
    if effect == Power.MORE_MOVES or effect == Power.ROB_AND_BURY:
        return 0.6 * amount
    if effect == Power.MERCHANT_SINKS or effect == Power.LONG_RANGE or effect == Power.CROSS_ISLANDS:
        return 0.5
    return 0.3 * amount


def score(view, choice):
    """Like greedy, with a plan for the purse."""
    if is_voyage(choice) and choice.ship >= FRIGATES:
        return 5.0 + 10.0 * choice.gain - 0.02 * frigate_outlook(view, choice)
    if is_voyage(choice) and choice.ship >= PIRATES:
        return 5.0 + 10.0 * choice.gain - 0.05 * pirate_outlook(view, choice)
    if is_voyage(choice):
        return 5.0 + 10.0 * choice.gain + 0.3 * merchant_outlook(view, choice)
    if choice.act == Act.FORTUNE:
        return 10.0 * choice.gain + 1.0 if choice.gain > 0 else -1.0
    if choice.act == Act.PLAY_CARD:
        return moves_of(view, choice.card, 0) + 0.5 * moves_of(view, choice.card, 1)
    if choice.act == Act.PLACE:
        return trade_pace(view, choice.to, choice.target, view.load)
    if choice.act == Act.BUY:
        return 100.0 + choice.gain + (8.0 * earns(view, choice.card) if choice.card >= 0 else 0.0)
    return 0.0
