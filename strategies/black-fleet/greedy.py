"""Takes the most doubloons this turn, over all ships; then comes nearer to the next ones.

Idea: a doubloon now is a card sooner. It plays the movement card that lets its ships earn most, every fortune card that
adds to it, does any act that pays at once, and sails the others toward the next sale, victim or beach. It buys the
cheapest card it can.
Beats: random. Weakness: sails into every pirate's way, and keeps no fortune card for a better moment.
"""

from analyser.games.black_fleet.view import (
    FRIGATES,
    PIRATES,
    Act,
    fortune_gain,
    frigate_outlook,
    is_voyage,
    merchant_outlook,
    pirate_outlook,
    prospects,
    swap_saves,
    trade_pace,
)


def outlook(view, choice):
    """How well a ship lies at the end of its voyage."""
    if choice.ship >= FRIGATES:
        return -0.02 * frigate_outlook(view, choice)
    if choice.ship >= PIRATES:
        return -0.05 * pirate_outlook(view, choice)
    return 0.3 * merchant_outlook(view, choice)


def score(view, choice):
    """Doubloons first; a better place for a ship counts less."""
    if is_voyage(choice):
        return 10.0 * choice.gain + outlook(view, choice) + 5.0
    if choice.act == Act.FORTUNE:
        gain = fortune_gain(view, choice)
        return 200.0 + gain if gain > 0.0 else -1.0
    if choice.act == Act.SWAP:
        return 50.0 if swap_saves(view) > 2 else -1.0
    if choice.act == Act.PLAY_CARD:
        return prospects(view, choice.card)
    if choice.act == Act.PLACE:
        return trade_pace(view, choice.to, choice.target, view.load)
    return 100.0 + choice.gain if choice.act == Act.BUY else 0.0
