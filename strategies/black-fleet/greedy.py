"""Takes the most doubloons this turn, over all ships; then comes nearer to the next ones.

Idea: a doubloon now is a card sooner. Any act that pays is done at once; a ship that cannot act sails toward the next sale,
the next victim or the next beach. It buys the cheapest card it can.
Beats: random. Weakness: sails into every pirate's way, and keeps no fortune card for a better moment.
"""

from analyser.games.black_fleet.view import FRIGATES, PIRATES, Act, moves_of, prey, sea_distance, trade_pace


def chase(view, cell):
    """How near a frigate's cell is to the nearest pirate of another player."""
    nearest = 20
    for seat in range(view.n_players):
        if seat != view.me:
            nearest = min(nearest, sea_distance(view, cell, view.ship_cell[PIRATES + seat]))
    return -nearest


def place_value(view, choice):
    """How well a ship lies at the end of its voyage."""
    ship = choice.ship
    if ship >= FRIGATES:
        return 0.02 * chase(view, choice.to)
    if ship >= PIRATES:
        loaded = view.cargo[ship] > 0 if choice.act == Act.SAIL else choice.act == Act.ROB
        return -0.05 * (view.beach_distance[choice.to] if loaded else min(prey(view, choice.to), 20))
    goods = choice.target if choice.act == Act.SELL else view.goods[ship]
    cargo = view.load if choice.act == Act.SELL else view.cargo[ship]
    return 0.3 * trade_pace(view, choice.to, goods, cargo)


def score(view, choice):
    """Doubloons first; a better place for a ship counts less."""
    if choice.act >= Act.SAIL and choice.act <= Act.BURY:
        return 10.0 * choice.gain + place_value(view, choice) + 5.0
    if choice.act == Act.FORTUNE:
        return 10.0 * choice.gain + 1.0 if choice.gain > 0 else -1.0
    if choice.act == Act.PLAY_CARD:
        return moves_of(view, choice.card, 0) + 0.5 * moves_of(view, choice.card, 1)
    if choice.act == Act.PLACE:
        return trade_pace(view, choice.to, choice.target, view.load)
    if choice.act == Act.BUY:
        return 100.0 + choice.gain
    return 0.0
