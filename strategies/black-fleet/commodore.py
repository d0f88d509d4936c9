"""Plays all ships for what they earn over the next turns, with an eye on danger, cards and powers.

Idea: every place has a price: half a doubloon for each cell to the next sale, beach or victim. So a sale is weighed
against the load that follows it, a robbery against the way to a beach, and a cell within reach of a pirate or a
frigate costs what would be lost there. The movement card is chosen for what it lets the ships do now, fortune cards
when they help.
Beats: random, greedy, trader, corsair, navy, racer, leader-basher.
Weakness: takes one ship after the other, and does not remember what others hold.
"""

from analyser.games.black_fleet.view import (
    COLOURS,
    FRIGATE,
    FRIGATES,
    MERCHANT,
    NONE,
    PIRATE,
    PIRATES,
    Act,
    Fortune,
    Symbol,
    danger_from_frigates,
    danger_from_pirates,
    fortune_of,
    is_voyage,
    leader,
    load_value,
    moves_of,
    owner,
    prey,
    sea_distance,
)

PARAMS = {
    "cell": (0.5, 0, 3),
    "robbed": (0.5, 0, 5),
    "sunk": (0.7, 0, 5),
    "spite": (0.5, 0, 5),
    "hunt": (0.05, 0, 3),
    "guard": (0.15, 0, 3),
}
LOOT = 4.0
"""What a good in the hold is worth on the average beach."""


def load_worth(view, cell, goods, cargo):
    """What a load is worth at a cell: its pay at the best port, less the way."""
    best = 0.0
    for port in range(COLOURS):
        pay = load_value(view, port, goods, cargo)
        if pay > 0:
            best = max(best, pay - view.params[0] * view.port_distance[port, cell])
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


def can_sell_now(view, moves):
    """Whether the merchant can reach a port that buys its goods."""
    me = view.me
    for port in range(COLOURS):
        pay = load_value(view, port, view.goods[me], view.cargo[me])
        if pay > 0 and view.port_distance[port, view.ship_cell[me]] <= moves:
            return True
    return False


def strikes(view, start, moves, first):
    """Whether a ship can come beside a merchant (first 0) or a pirate (first PIRATES) of others."""
    for seat in range(view.n_players):
        if seat != view.me and sea_distance(view, start, view.ship_cell[first + seat]) <= moves:
            return True
    return False


def card_worth(view, card):
    """What a movement card lets my ships do at once, and how far it takes them."""
    me, merchant, pirate = view.me, moves_of(view, card, MERCHANT), moves_of(view, card, PIRATE)
    worth = 0.5 * merchant + 0.3 * pirate
    if view.ship_cell[me] != NONE and can_sell_now(view, merchant):
        worth += 6.0
    start = view.ship_cell[PIRATES + me]
    if start != NONE:
        if view.cargo[PIRATES + me] > 0:
            worth += 3.0 if view.beach_distance[start] <= pirate else 0.0
        elif strikes(view, start, pirate + view.power_range[me, PIRATE], 0):
            worth += 2.0
    frigate = view.ship_cell[FRIGATES + view.card_frigate[card]]
    if strikes(view, frigate, moves_of(view, card, FRIGATE) + view.power_range[me, FRIGATE], PIRATES):
        worth += 2.0
    symbol = view.card_symbol[card]
    if symbol == Symbol.DISCARD_1:
        return worth - 1.0
    return worth + 0.8 * symbol


def fortune_worth(view, choice):
    """When a fortune card is worth playing: it pays, or it makes a sale possible or better."""
    effect = fortune_of(view, choice)
    if choice.gain > 0:
        return 20.0 + choice.gain + (0.5 if choice.target == leader(view) else 0.0)
    sells = view.ship_cell[view.me] != NONE and can_sell_now(view, view.moves[MERCHANT])
    if effect == Fortune.BETTER_PRICE and sells and view.cargo[view.me] > 1:
        return 20.0
    if effect == Fortune.MORE_MOVES and choice.ship == view.me and not sells:
        return 15.0 if can_sell_now(view, view.moves[MERCHANT] + 2) else -1.0
    if effect == Fortune.TWO_ACTIONS and choice.ship == PIRATES + view.me and view.cargo[choice.ship] == 0:
        start = view.ship_cell[choice.ship]
        if start != NONE and view.beach_distance[start] <= 2 and strikes(view, start, view.moves[PIRATE], 0):
            return 15.0
    return -1.0


def score(view, choice):
    """What a choice earns now and promises for the turns to come."""
    if is_voyage(choice):
        return 5.0 + voyage_worth(view, choice) - stays_worth(view, choice)
    if choice.act == Act.FORTUNE:
        return fortune_worth(view, choice)
    if choice.act == Act.PLAY_CARD:
        return card_worth(view, choice.card)
    if choice.act == Act.PLACE:
        return load_worth(view, choice.to, choice.target, view.load) - danger_from_pirates(view, choice.to)
    if choice.act == Act.DROP:
        return -1.0 if fortune_of(view, choice) <= Fortune.BETTER_PRICE else 0.0
    if choice.act == Act.BUY:
        return 100.0 + choice.gain
    return 0.0
