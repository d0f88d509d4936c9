"""Hits whoever leads: robs, sinks and steals from the player nearest to the victory card.

Idea: there is one winner, so a loss of the leader's is a gain of mine. Its acts count more against the leader, its
pirate follows the leader's merchant, and the frigate the leader's pirate.
Beats: random. Weakness: two who do this cancel each other out, and the third wins.
"""

from analyser.games.black_fleet.view import (
    FRIGATES,
    PIRATES,
    Act,
    Fortune,
    fortune_of,
    is_voyage,
    leader,
    merchant_outlook,
    moves_of,
    owner,
    pirate_outlook,
    sea_distance,
    trade_pace,
)

PARAMS = {"spite": (2, 0, 10)}


def spite(view, choice):
    """The extra liking for an act against the leader."""
    hits = choice.act == Act.ROB or choice.act == Act.SINK
    return view.params[0] if hits and owner(choice.target) == leader(view) else 0.0


def score(view, choice):
    """What pays, more so if the leader pays."""
    if is_voyage(choice) and choice.ship >= FRIGATES:
        near = min(sea_distance(view, choice.to, view.ship_cell[PIRATES + leader(view)]), 20)
        return 5.0 + 10.0 * (choice.gain + spite(view, choice)) - 0.05 * near
    if is_voyage(choice) and choice.ship >= PIRATES:
        near = min(sea_distance(view, choice.to, view.ship_cell[leader(view)]), 20)
        return 5.0 + 10.0 * (choice.gain + spite(view, choice)) - 0.05 * pirate_outlook(view, choice) - 0.02 * near
    if is_voyage(choice):
        return 5.0 + 10.0 * (choice.gain + spite(view, choice)) + 0.3 * merchant_outlook(view, choice)
    if choice.act == Act.FORTUNE:
        steals = fortune_of(view, choice) == Fortune.STEAL
        if steals and choice.target != leader(view):
            return -1.0
        return 10.0 * choice.gain + 1.0 if choice.gain > 0 else -1.0
    if choice.act == Act.PLAY_CARD:
        return moves_of(view, choice.card, 0) + moves_of(view, choice.card, 1)
    if choice.act == Act.PLACE:
        return trade_pace(view, choice.to, choice.target, view.load)
    return 100.0 + choice.gain if choice.act == Act.BUY else 0.0
