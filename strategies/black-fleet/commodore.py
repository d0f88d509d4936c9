"""Plays all ships for what they earn over the next turns, with an eye on danger, cards and powers.

Idea: every place has a price: a quarter of a doubloon for each cell to the next sale, beach or victim. So a sale is
weighed against the load that follows it, a robbery against the way to a beach, and a cell that a pirate or a frigate
can attack costs what would be lost there. The movement card is chosen for what it lets the ships earn now, fortune
cards when they help, and the dearest power is bought first, since it works longest.
Beats: random, greedy, trader, corsair, navy, racer, leader-basher.
Weakness: takes one ship after the other, and does not remember what others hold.
"""

from analyser.games.black_fleet.view import (
    COLOURS,
    FRIGATES,
    MERCHANT,
    NONE,
    PIRATE,
    PIRATES,
    Act,
    Symbol,
    cash_value,
    danger_from_frigates,
    danger_from_pirates,
    fortune_gain,
    is_voyage,
    leader,
    load_value,
    moves_of,
    owner,
    port_way,
    prey,
    prospects,
    sea_distance,
    swap_saves,
)

PARAMS = {
    "cell": (0.25, 0, 3),
    "robbed": (1.5, 0, 5),
    "sunk": (1.2, 0, 5),
    "spite": (0.5, 0, 5),
    "hunt": (0.05, 0, 3),
    "guard": (0.15, 0, 3),
    "swap": (3, 0, 20),
}
LOOT = 4.0
"""What a good in the hold is worth on the average beach."""


def load_worth(view, cell, goods, cargo):
    """What a load is worth at a cell: its pay at the best port, less the way."""
    best = 0.0
    for port in range(COLOURS):
        pay = load_value(view, port, goods, cargo)
        if pay > 0:
            best = max(best, pay - view.params[0] * port_way(view, port, cell))
    return best


def merchant_worth(view, choice):
    """The load that the merchant has after the voyage, less what pirates may take."""
    goods, cargo = view.goods[choice.ship], view.cargo[choice.ship]
    if choice.act == Act.SELL:
        goods, cargo = choice.target, view.load
    return load_worth(view, choice.to, goods, cargo) - view.params[1] * danger_from_pirates(view, choice.to)


def pirate_worth(view, choice):
    """The loot that the pirate has or hopes for, less what frigates may sink."""
    loaded = choice.act == Act.ROB or (choice.act == Act.SAIL and view.cargo[choice.ship] > 0)
    if loaded:
        worth = LOOT - view.params[0] * view.beach_distance[choice.to]
    else:
        worth = 3.0 - view.params[0] * min(prey(view, choice.to), 12)
    return worth - view.params[2] * danger_from_frigates(view, choice.to) * (2.0 if loaded else 1.0)


def frigate_worth(view, choice):
    """Near the pirates of others, far from mine."""
    worth = view.params[5] * min(sea_distance(view, choice.to, view.ship_cell[PIRATES + view.me]), 6)
    for seat in range(view.n_players):
        if seat != view.me:
            worth -= view.params[4] * min(sea_distance(view, choice.to, view.ship_cell[PIRATES + seat]), 8)
    return worth


def voyage_worth(view, choice):
    """What a voyage earns now and promises."""
    worth = float(choice.gain)
    if choice.act == Act.ROB or choice.act == Act.SINK:
        worth += view.params[3] * (2.0 if owner(choice.target) == leader(view) else 1.0)
    if choice.ship >= FRIGATES:
        return worth + frigate_worth(view, choice)
    return worth + (pirate_worth(view, choice) if choice.ship >= PIRATES else merchant_worth(view, choice))


def stays_worth(view, choice):
    """What the ship is worth where it lies now."""
    ship = choice.ship
    if ship >= FRIGATES or view.ship_cell[ship] == NONE:
        return 0.0
    if ship < PIRATES:
        return load_worth(view, view.ship_cell[ship], view.goods[ship], view.cargo[ship])
    if view.cargo[ship] > 0:
        return LOOT - view.params[0] * view.beach_distance[view.ship_cell[ship]]
    return 3.0 - view.params[0] * min(prey(view, view.ship_cell[ship]), 12)


def card_worth(view, card):
    """What a movement card lets my ships earn at once, how far it takes them, and what it brings into my hand."""
    worth = prospects(view, card) + 0.3 * moves_of(view, card, MERCHANT) + 0.2 * moves_of(view, card, PIRATE)
    symbol = view.card_symbol[card]
    return worth - 1.0 if symbol == Symbol.DISCARD_1 else worth + 0.8 * symbol


def fortune_worth(view, choice):
    """A fortune card is worth playing when it brings something this turn; the leader is robbed first."""
    gain = fortune_gain(view, choice)
    return 20.0 + gain + (0.5 if choice.target == leader(view) else 0.0) if gain >= 1.0 else -1.0


def swap_worth(view):
    """My ships change places when that saves some cells."""
    return 20.0 if swap_saves(view) >= view.params[6] else -1.0


def score(view, choice):
    """What a choice earns now and promises for the turns to come."""
    if is_voyage(choice):
        return 5.0 + voyage_worth(view, choice) - stays_worth(view, choice)
    if choice.act == Act.FORTUNE:
        return fortune_worth(view, choice)
    if choice.act == Act.SWAP:
        return swap_worth(view)
    if choice.act == Act.PLAY_CARD:
        return card_worth(view, choice.card)
    if choice.act == Act.PLACE:
        return load_worth(view, choice.to, choice.target, view.load) - danger_from_pirates(view, choice.to)
    if choice.act == Act.DROP:
        return -cash_value(view, choice.card)
    if choice.act == Act.BUY:
        return 100.0 - choice.gain
    return 0.0
