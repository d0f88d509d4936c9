"""Robs and buries: its pirate hunts merchants and carries the loot to the next beach.

Idea: two doubloons for the robbery and up to six for the burial, and each robbery costs a rival a cube. The movement
card is the pirate's; it keeps out of the frigates' reach, and the frigate away from it. The merchant trades on the way.
Beats: random. Weakness: a sunk pirate starts again from the far sea, and loaded pirates are slow money.
"""

from analyser.games.black_fleet.view import (
    FRIGATES,
    PIRATE,
    PIRATES,
    Act,
    danger_from_frigates,
    fortune_gain,
    is_voyage,
    loot_within,
    merchant_outlook,
    moves_of,
    pirate_outlook,
    prospects,
    sea_distance,
    swap_saves,
    trade_pace,
)

PARAMS = {"caution": (0.5, 0, 5)}


def score(view, choice):
    """The pirate first: loot, then a place near the next, away from frigates; then the merchant."""
    if is_voyage(choice) and choice.ship >= FRIGATES:
        away = min(sea_distance(view, choice.to, view.ship_cell[PIRATES + view.me]), 8)
        return 3.0 * choice.gain + 0.1 * away
    if is_voyage(choice) and choice.ship >= PIRATES:
        value = 10.0 * choice.gain - 0.3 * pirate_outlook(view, choice)
        return 20.0 + value - view.params[0] * danger_from_frigates(view, choice.to)
    if is_voyage(choice):
        return 5.0 * choice.gain + merchant_outlook(view, choice) + 1.0
    if choice.act == Act.FORTUNE:
        gain = fortune_gain(view, choice)
        return 200.0 + gain if gain > 0.0 else -1.0
    if choice.act == Act.SWAP:
        return 50.0 if swap_saves(view) > 2 else -1.0
    if choice.act == Act.PLAY_CARD:
        return 5.0 * loot_within(view, moves_of(view, choice.card, PIRATE)) + prospects(view, choice.card)
    if choice.act == Act.PLACE:
        return trade_pace(view, choice.to, choice.target, view.load)
    return 100.0 + choice.gain if choice.act == Act.BUY else 0.0
