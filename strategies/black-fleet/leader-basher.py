"""Hits whoever leads: robs, sinks and steals from the player nearest to the victory card.

Idea: there is one winner, so a loss of the leader's is a gain of mine. Its acts count more against the leader, its
pirate follows the leader's merchant, the frigate the leader's pirate, and it buys the dear powers first: they hit most.
Beats: random. Weakness: two who do this cancel each other out, and the third wins.
"""

from analyser.games.black_fleet.view import (
    FRIGATES,
    PIRATES,
    Act,
    Fortune,
    fortune_gain,
    fortune_of,
    is_voyage,
    leader,
    merchant_outlook,
    owner,
    pirate_outlook,
    prospects,
    sea_distance,
    swap_saves,
    trade_pace,
)

PARAMS = {"spite": (2, 0, 10)}


def spite(view, choice):
    """The extra score of an act against the leader."""
    hits = choice.act == Act.ROB or choice.act == Act.SINK
    return view.params[0] if hits and owner(choice.target) == leader(view) else 0.0


def chase(view, choice):
    """How far the ship ends from the leader's ship that it hunts."""
    prey = leader(view) if choice.ship < FRIGATES else PIRATES + leader(view)
    return min(sea_distance(view, choice.to, view.ship_cell[prey]), 20)


def score(view, choice):
    """What pays, more so if the leader pays."""
    if is_voyage(choice):
        value = 5.0 + 10.0 * (choice.gain + spite(view, choice))
        if choice.ship < PIRATES:
            return value + 0.3 * merchant_outlook(view, choice)
        near = 0.05 * pirate_outlook(view, choice) if choice.ship < FRIGATES else 0.0
        return value - near - 0.04 * chase(view, choice)
    if choice.act == Act.FORTUNE:
        gain = fortune_gain(view, choice)
        spares = fortune_of(view, choice) == Fortune.STEAL and choice.target != leader(view)
        return 200.0 + gain if gain > 0.0 and not spares else -1.0
    if choice.act == Act.SWAP:
        return 50.0 if swap_saves(view) > 2 else -1.0
    if choice.act == Act.PLAY_CARD:
        return prospects(view, choice.card)
    if choice.act == Act.PLACE:
        return trade_pace(view, choice.to, choice.target, view.load)
    return 100.0 - choice.gain if choice.act == Act.BUY else 0.0
