"""Plans its purchases toward victory: first the power that earns most, and no load lost on the way.

Idea: the bill is the same for all, so the order of the cards is the plan. It saves up for the power that earns most a
turn; near the end a power no longer pays back, and the cheapest card comes first. A robbed load is a card later, so the
merchant shuns cells that empty pirates can attack.
Beats: random, greedy. Weakness: its pirate and the frigate are as careless as greedy's.
"""

from analyser.games.black_fleet.view import (
    FRIGATES,
    PIRATES,
    VICTORY,
    Act,
    Power,
    Ships,
    danger_from_pirates,
    doubloons_to_go,
    fortune_gain,
    frigate_outlook,
    is_voyage,
    merchant_outlook,
    pirate_outlook,
    prospects,
    swap_saves,
    trade_pace,
)

PARAMS = {"caution": (1, 0, 5), "end": (20, 0, 60)}


def earns(view, card):
    """Doubloons a turn that a power is worth, roughly; one for all ships counts twice."""
    effect, amount = view.development_effect[card], view.development_amount[card]
    worth = 0.4 * amount
    if effect == Power.SWAP_OWN or effect == Power.MERCHANT_ROBS:
        worth = 2.0
    elif effect == Power.BETTER_PRICE or effect == Power.MORE_MOVES or effect == Power.CROSS_ISLANDS:
        worth = 0.8 * amount
    return 2.0 * worth if view.development_ships[card] == Ships.ALL else worth


def is_best(view, card):
    """Whether no power of mine earns more."""
    best = 0.0
    for k in range(VICTORY):
        best = max(best, earns(view, view.my_development[k]))
    return earns(view, card) >= best


def score(view, choice):
    """Ships are sailed like greedy's; the purse has a plan."""
    if is_voyage(choice) and choice.ship >= FRIGATES:
        return 5.0 + 10.0 * choice.gain - 0.02 * frigate_outlook(view, choice)
    if is_voyage(choice) and choice.ship >= PIRATES:
        return 5.0 + 10.0 * choice.gain - 0.05 * pirate_outlook(view, choice)
    if is_voyage(choice):
        value = 10.0 * choice.gain + 3.0 * merchant_outlook(view, choice)
        return 5.0 + value - view.params[0] * danger_from_pirates(view, choice.to)
    if choice.act == Act.FORTUNE:
        gain = fortune_gain(view, choice)
        return 200.0 + gain if gain > 0.0 else -1.0
    if choice.act == Act.SWAP:
        return 50.0 if swap_saves(view) > 2 else -1.0
    if choice.act == Act.PLAY_CARD:
        return prospects(view, choice.card)
    if choice.act == Act.PLACE:
        return trade_pace(view, choice.to, choice.target, view.load)
    if choice.act == Act.BUY:
        if view.n_bought[view.me] == 0 and not is_best(view, choice.card):
            return -1.0
        pays_back = choice.card >= 0 and doubloons_to_go(view, view.me) > view.params[1]
        return 100.0 + choice.gain + (10.0 * earns(view, choice.card) if pays_back else 0.0)
    return 0.0
