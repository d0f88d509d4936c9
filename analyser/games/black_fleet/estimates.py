"""What the seat's ships can earn soon, and what a fortune card adds to it. Strategies ask by `view.py`.

Distances ignore ships in the way.
"""

from analyser.games.black_fleet.acts import Act
from analyser.games.black_fleet.decks import Fortune
from analyser.games.black_fleet.queries import (
    best_port,
    fortune_of,
    load_value,
    moves_of,
    nearest_of,
    port_way,
    prey,
    sea_distance,
    trade_pace,
)
from analyser.games.black_fleet.sea import place_of
from analyser.games.black_fleet.table import COLOURS, FRIGATE, FRIGATES, MERCHANT, PIRATE, PIRATES
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record

AVERAGE_BEACH = 4.0
"""What most beaches pay for a good in the hold."""


@compiled
def cash_value(view: Record, card: int) -> float:
    """A rough worth in doubloons of a fortune card in hand."""
    effect = view.fortune_effect[card]
    if effect == Fortune.SECRET_GOAL or effect == Fortune.BETTER_PRICE:
        return 3.0
    if effect == Fortune.TWO_ACTIONS or effect == Fortune.STEAL:
        return 2.0
    return 1.0


@compiled
def sale_by(view: Record, cell: int, moves: int, crosses: int) -> int:
    """The most that a port at most this many cells from a cell, by sea or over islands, pays for my merchant's load."""
    most = 0
    if cell >= 0:
        for port in range(COLOURS):
            way = view.port_over_islands[port, cell] if crosses == 1 else view.port_distance[port, cell]
            if way <= moves:
                most = max(most, load_value(view, port, view.goods[view.me], view.cargo[view.me]))
    return most


@compiled
def sale_from(view: Record, cell: int, moves: int) -> int:
    """The most that a port at most this many cells from a cell would pay for my merchant's load; 0 if none buys it."""
    return sale_by(view, cell, moves, view.power_crosses[view.me, MERCHANT])


@compiled
def sale_within(view: Record, moves: int) -> int:
    """The most that a port at most this many cells away pays for my merchant's load; 0 if none buys it."""
    return sale_from(view, view.ship_cell[view.me], moves)


@compiled
def strikes(view: Record, ship: int, moves: int, first: int) -> bool:
    """Whether a ship can come so near to a merchant (first 0) or a pirate (first PIRATES) of another player."""
    return nearest_of(view, view.ship_cell[ship], first) <= moves


@compiled
def rob_pay(view: Record) -> float:
    """What a robbery pays me."""
    return float(view.rob_pays + view.rob_bonus[view.me])


@compiled
def sink_pay(view: Record) -> float:
    """What sinking a pirate pays me."""
    return float(view.sink_pays + view.sink_bonus[view.me])


@compiled
def pirate_earns(view: Record, moves: int, reach: int) -> float:
    """What my pirate earns with this many moves and guns of this range: a burial on the average beach, or a robbery."""
    pirate = PIRATES + view.me
    if view.ship_cell[pirate] < 0:
        return 0.0
    if view.cargo[pirate] > 0:
        return AVERAGE_BEACH if view.beach_distance[view.ship_cell[pirate]] <= moves else 0.0
    return rob_pay(view) if strikes(view, pirate, moves + reach, 0) else 0.0


@compiled
def loot_within(view: Record, moves: int) -> float:
    """What my pirate earns so few cells away: a burial on the average beach, or a robbery."""
    return pirate_earns(view, moves, view.power_range[view.me, PIRATE])


@compiled
def sinking_within(view: Record, card: int) -> float:
    """What the frigate of a movement card earns me at once."""
    moves = moves_of(view, card, FRIGATE) + view.power_range[view.me, FRIGATE]
    return sink_pay(view) if strikes(view, FRIGATES + view.card_frigate[card], moves, PIRATES) else 0.0


@compiled
def prospects(view: Record, card: int) -> float:
    """Doubloons that a movement card lets my ships earn this turn, ignoring ships in the way."""
    loot = loot_within(view, moves_of(view, card, PIRATE))
    return sale_within(view, moves_of(view, card, MERCHANT)) + loot + sinking_within(view, card)


@compiled
def merchant_outlook(view: Record, choice: Record) -> float:
    """What my merchant's load is worth for each cell to sail, after this voyage of it."""
    if choice.act == Act.SELL:
        return trade_pace(view, choice.to, choice.target, view.load)
    return trade_pace(view, choice.to, view.goods[choice.ship], view.cargo[choice.ship])


@compiled
def errand(view: Record, cell: int, is_loaded: bool) -> int:
    """How far a cell is from a beach for a loaded pirate of mine, from a victim for an empty one; 20 at most."""
    return min(int(view.beach_distance[cell]) if is_loaded else prey(view, cell), 20)


@compiled
def pirate_outlook(view: Record, choice: Record) -> int:
    """How far my pirate is, after this voyage of it, from a beach if it is loaded, from a victim if not; 20 at most."""
    return errand(view, choice.to, choice.act == Act.ROB or (choice.act == Act.SAIL and view.cargo[choice.ship] > 0))


@compiled
def frigate_outlook(view: Record, choice: Record) -> int:
    """How far the frigate is, after this voyage of it, from the nearest pirate of another player; 20 at most."""
    return min(nearest_of(view, choice.to, PIRATES), 20)


@compiled
def swap_saves(view: Record) -> int:
    """Cells that my merchant is nearer to its best port, and my pirate to beach or victim, if they change places."""
    here, there = view.ship_cell[view.me], view.ship_cell[PIRATES + view.me]
    goods, cargo, is_loaded = view.goods[view.me], view.cargo[view.me], view.cargo[PIRATES + view.me] > 0
    nearer = port_way(view, best_port(view, here, goods, cargo), here)
    nearer -= port_way(view, best_port(view, there, goods, cargo), there)
    return nearer + errand(view, there, is_loaded) - errand(view, here, is_loaded)


@compiled
def ship_earns(view: Record, ship: int, moves: int, reach: int) -> float:
    """What a ship of mine, or the frigate, earns this turn with this many moves and guns of this range."""
    if ship >= FRIGATES:
        return sink_pay(view) if strikes(view, ship, moves + reach, PIRATES) else 0.0
    if ship >= PIRATES:
        return pirate_earns(view, moves, reach)
    robs = view.may_rob == 1 and strikes(view, ship, moves + reach, 0)
    return max(float(sale_within(view, moves)), rob_pay(view) if robs else 0.0)


@compiled
def kind_of(ship: int) -> int:
    """MERCHANT, PIRATE or FRIGATE."""
    return ship // PIRATES if ship < FRIGATES else FRIGATE


@compiled
def added(view: Record, ship: int, moves: int, reach: int) -> float:
    """What more moves and a longer range add to a ship's earnings of this turn."""
    has, range_now = view.moves[place_of(view, ship)], view.attack_range[place_of(view, ship)]
    return ship_earns(view, ship, has + moves, max(reach, range_now)) - ship_earns(view, ship, has, range_now)


@compiled
def lure_gain(view: Record, victim: int, to: int) -> float:
    """What I gain by moving another's merchant in front of my pirate, or another's pirate in front of the frigate."""
    hunter = view.frigate if victim >= PIRATES else PIRATES + view.me
    kind = place_of(view, hunter)
    moves, reach = view.moves[kind], view.attack_range[kind]
    waits = view.has_sailed[kind] == 0 and (hunter >= FRIGATES or view.cargo[hunter] == 0)
    if waits and sea_distance(view, view.ship_cell[hunter], to) <= moves + reach:
        pay = sink_pay(view) if victim >= PIRATES else rob_pay(view)
        return pay if ship_earns(view, hunter, moves, reach) == 0.0 else 0.0
    return 0.0


@compiled
def second_act_gain(view: Record, ship: int) -> float:
    """What I gain by a second action of my pirate: the burial after a robbery, or the robbery after a burial."""
    cell = view.ship_cell[ship]
    if ship < PIRATES or ship >= FRIGATES or cell < 0:
        return 0.0
    if prey(view, cell) - view.attack_range[PIRATE] + view.beach_distance[cell] > view.moves[PIRATE]:
        return 0.0
    return AVERAGE_BEACH if view.cargo[ship] == 0 else rob_pay(view)


@compiled
def merchant_gain(view: Record, choice: Record, effect: int, amount: int) -> float:
    """What a card for the merchant adds to this turn: a better price, a robbery, a way over islands, another place."""
    moves, sale = view.moves[MERCHANT], float(sale_within(view, view.moves[MERCHANT]))
    if view.has_sailed[MERCHANT] == 1 or view.cargo[view.me] == 0:
        return 0.0
    if effect == Fortune.BETTER_PRICE:
        return float(amount * view.cargo[view.me]) if sale > 0.0 else 0.0
    if effect == Fortune.MERCHANT_ROBS:
        near = strikes(view, view.me, moves + view.attack_range[MERCHANT], 0)
        return max(rob_pay(view) - sale, 0.0) if near else 0.0
    if effect == Fortune.CROSS_ISLANDS:
        return max(sale_by(view, view.ship_cell[view.me], moves, 1) - sale, 0.0)
    if effect == Fortune.SWAP_SHIPS and (choice.ship == view.me or choice.target == view.me):
        other = choice.target if choice.ship == view.me else choice.ship
        return max(sale_from(view, view.ship_cell[other], moves) - sale, 0.0)
    return 0.0


@compiled
def fortune_gain(view: Record, choice: Record) -> float:
    """Doubloons that playing this fortune card adds to my turn; 0 for none that can be seen at a glance."""
    effect, amount = fortune_of(view, choice), view.fortune_amount[choice.card]
    if choice.gain > 0:
        return float(choice.gain)
    if effect == Fortune.MORE_MOVES:
        return added(view, choice.ship, amount, 0)
    if effect == Fortune.LONG_RANGE:
        return added(view, choice.ship, 0, amount)
    if effect == Fortune.EXCHANGE_MOVES:
        by = view.numbers[place_of(view, choice.target)] - view.numbers[place_of(view, choice.ship)]
        return added(view, choice.ship, by, 0) + added(view, choice.target, -by, 0)
    if effect == Fortune.MOVE_OPPONENT:
        return lure_gain(view, choice.target, choice.to)
    if effect == Fortune.TWO_ACTIONS:
        return second_act_gain(view, choice.ship)
    return merchant_gain(view, choice, effect, amount)
