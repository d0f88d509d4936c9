"""What a seat may know, and the questions a strategy may ask.

A view is the open table (`table.TABLE`) with the seat's own cards: `view.my_movement`, `view.my_fortune`,
`view.my_development` (card numbers, -1 for none). No field holds another's cards. `view.asked` is the kind of decision.

Ships have numbers: a seat's merchant is the seat, its pirate `PIRATES + seat`, the frigates 8 (yellow) and 9 (violet).
Ports and goods have the numbers of their colours: yellow, red, green, blue, violet. Cells are numbered by the board;
distances are by sea, as if no ship were in the way.
"""

from analyser.compiling import Record, compiled
from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.decks import PRICES, Fortune, Power, Symbol
from analyser.games.black_fleet.glance import THREATS, WAYS
from analyser.games.black_fleet.table import (
    COLOURS,
    FRIGATE,
    FRIGATES,
    MAX_PLAYERS,
    MERCHANT,
    NONE,
    PIRATE,
    PIRATES,
    VICTORY,
    WORD,
)

__all__ = [
    "COLOURS",
    "FRIGATE",
    "FRIGATES",
    "MERCHANT",
    "NONE",
    "PIRATE",
    "PIRATES",
    "VICTORY",
    "Act",
    "Fortune",
    "Kind",
    "Power",
    "Symbol",
    "best_port",
    "can_attack",
    "cash_value",
    "danger_from_frigates",
    "danger_from_pirates",
    "doubloons_to_go",
    "fortune_of",
    "frigate_outlook",
    "is_act",
    "is_mine",
    "is_voyage",
    "leader",
    "load_value",
    "loot_within",
    "merchant_outlook",
    "moves_of",
    "nearest_of",
    "owner",
    "pirate_outlook",
    "prey",
    "progress",
    "prospects",
    "sale_within",
    "sea_distance",
    "sinking_within",
    "strikes",
    "trade_pace",
    "way_to",
]

COSTLY = {
    "threat": THREATS,
    "can_attack": THREATS,
    "danger_from_pirates": THREATS,
    "danger_from_frigates": THREATS,
    "way": WAYS,
    "way_to": WAYS,
}
"""What is worked out only for strategies that name it."""
COST_OF_ALL = sum(PRICES)
FAR = 127
AVERAGE_BEACH = 4.0
"""What a good in the hold brings on most beaches."""


@compiled
def sea_distance(view: Record, cell: int, other: int) -> int:
    """Cells between two cells by sea, as if no ship were in the way; 127 for a ship off the board."""
    if cell < 0 or other < 0:
        return FAR
    return int(view.distance[cell, other])


@compiled
def way_to(view: Record, kind: int, cell: int) -> int:
    """Moves that my MERCHANT, my PIRATE or the FRIGATE needs to a cell, past friends but not past others, as ships lie
    now and with my powers; 127 if it cannot come there. For sailing decisions.
    """
    return view.way[kind, cell]


@compiled
def owner(ship: int) -> int:
    """The seat that a merchant or pirate belongs to; -1 for a frigate."""
    return NONE if ship >= FRIGATES else ship % PIRATES


@compiled
def is_mine(view: Record, ship: int) -> bool:
    """Whether this is my merchant or my pirate."""
    return ship == view.me or ship == PIRATES + view.me


@compiled
def fortune_of(view: Record, choice: Record) -> int:
    """The effect (`Fortune`) of the fortune card that a choice plays or drops."""
    return view.fortune_effect[choice.card]


@compiled
def moves_of(view: Record, card: int, kind: int) -> int:
    """How far my MERCHANT, my PIRATE or the FRIGATE sails with a movement card, powers included."""
    return view.card_moves[card, kind] + view.power_moves[view.me, kind]


@compiled
def progress(view: Record, seat: int) -> int:
    """All that a player has earned and still owns: doubloons, and what was paid for cards."""
    return view.doubloons[seat] + view.spent[seat]


@compiled
def doubloons_to_go(view: Record, seat: int) -> int:
    """What a player still has to earn to buy all that is left."""
    return COST_OF_ALL + view.shown_cost - progress(view, seat)


@compiled
def leader(view: Record) -> int:
    """The player, other than me, who is nearest to the victory card."""
    best, most = NONE, NONE
    for seat in range(view.n_players):
        if seat != view.me and progress(view, seat) > most:
            best, most = seat, progress(view, seat)
    return best


@compiled
def load_value(view: Record, port: int, goods: int, cargo: int) -> int:
    """What a load of these goods brings me at a port, powers included; 0 if it is not bought."""
    price = view.price[port, goods]
    return cargo * (price + view.power_price[view.me]) if price > 0 else 0


@compiled
def trade_pace(view: Record, cell: int, goods: int, cargo: int) -> float:
    """Doubloons for each cell sailed that a load of these goods is worth from a cell, by the best port."""
    return cargo * view.pace[goods, cell] if goods >= 0 and cell >= 0 else 0.0


@compiled
def best_port(view: Record, cell: int, goods: int, cargo: int) -> int:
    """The port where a load is worth most for each cell sailed."""
    best, most = NONE, 0.0
    for port in range(COLOURS):
        pace = load_value(view, port, goods, cargo) / (view.port_distance[port, cell] + 2.0)
        if pace > most:
            best, most = port, pace
    return best


@compiled
def can_attack(view: Record, ship: int, cell: int) -> bool:
    """Whether a pirate of another player, or a frigate that another moves, can attack this cell next turn, with an
    average card, as ships lay when my turn began.
    """
    return (view.threat[ship, cell // WORD] >> (cell % WORD)) & 1 == 1


@compiled
def danger_from_pirates(view: Record, cell: int) -> int:
    """How many empty pirates of others can attack this cell next turn."""
    n = 0
    for seat in range(MAX_PLAYERS):
        if seat != view.me and view.cargo[PIRATES + seat] == 0:
            n += int(can_attack(view, PIRATES + seat, cell))
    return n


@compiled
def danger_from_frigates(view: Record, cell: int) -> int:
    """How many frigates others can attack this cell with next turn."""
    return int(can_attack(view, FRIGATES, cell)) + int(can_attack(view, FRIGATES + 1, cell))


@compiled
def nearest_of(view: Record, cell: int, first: int) -> int:
    """Cells to the nearest merchant (first 0) or pirate (first PIRATES) of another player; 127 if there is none. At a
    table of three the fourth has no ship on the board, and a loop of fixed length is written out: 1.1 x.
    """
    nearest = FAR
    for seat in range(MAX_PLAYERS):
        if seat != view.me:
            nearest = min(nearest, sea_distance(view, cell, view.ship_cell[first + seat]))
    return nearest


@compiled
def prey(view: Record, cell: int) -> int:
    """Cells to the nearest merchant of another player; 127 if there is none."""
    return nearest_of(view, cell, 0)


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
def sale_within(view: Record, moves: int) -> int:
    """The most that my merchant's load brings at a port so few cells away; 0 if none buys it."""
    most, cell = 0, view.ship_cell[view.me]
    if cell >= 0:
        for port in range(COLOURS):
            if view.port_distance[port, cell] <= moves:
                most = max(most, load_value(view, port, view.goods[view.me], view.cargo[view.me]))
    return most


@compiled
def strikes(view: Record, ship: int, moves: int, first: int) -> bool:
    """Whether a ship can come so near to a merchant (first 0) or a pirate (first PIRATES) of another player."""
    return nearest_of(view, view.ship_cell[ship], first) <= moves


@compiled
def loot_within(view: Record, moves: int) -> float:
    """What my pirate earns so few cells away: a burial on the average beach, or a robbery."""
    pirate = PIRATES + view.me
    if view.ship_cell[pirate] < 0:
        return 0.0
    if view.cargo[pirate] > 0:
        return AVERAGE_BEACH if view.beach_distance[view.ship_cell[pirate]] <= moves else 0.0
    robs = strikes(view, pirate, moves + view.power_range[view.me, PIRATE], 0)
    return float(view.rob_pays + view.rob_bonus[view.me]) if robs else 0.0


@compiled
def sinking_within(view: Record, card: int) -> float:
    """What the frigate of a movement card earns me at once."""
    moves = moves_of(view, card, FRIGATE) + view.power_range[view.me, FRIGATE]
    sinks = strikes(view, FRIGATES + view.card_frigate[card], moves, PIRATES)
    return float(view.sink_pays + view.sink_bonus[view.me]) if sinks else 0.0


@compiled
def prospects(view: Record, card: int) -> float:
    """Doubloons that a movement card lets my ships earn this turn, as the crow sails: ships in the way are left out."""
    loot = loot_within(view, moves_of(view, card, PIRATE))
    return sale_within(view, moves_of(view, card, MERCHANT)) + loot + sinking_within(view, card)


@compiled
def is_voyage(choice: Record) -> bool:
    """Whether a ship sails in this choice, with or without an act."""
    return choice.act >= Act.SAIL and choice.act <= Act.BURY


@compiled
def is_act(choice: Record) -> bool:
    """Whether a ship acts in this choice: sells, robs, sinks or buries."""
    return choice.act > Act.SAIL and choice.act <= Act.BURY


@compiled
def merchant_outlook(view: Record, choice: Record) -> float:
    """What my merchant's load is worth for each cell to sail, after this voyage of it."""
    if choice.act == Act.SELL:
        return trade_pace(view, choice.to, choice.target, view.load)
    return trade_pace(view, choice.to, view.goods[choice.ship], view.cargo[choice.ship])


@compiled
def pirate_outlook(view: Record, choice: Record) -> int:
    """How far my pirate is, after this voyage of it, from a beach if it is loaded, from a victim if not; 20 at most."""
    loaded = choice.act == Act.ROB or (choice.act == Act.SAIL and view.cargo[choice.ship] > 0)
    return min(int(view.beach_distance[choice.to]) if loaded else prey(view, choice.to), 20)


@compiled
def frigate_outlook(view: Record, choice: Record) -> int:
    """How far the frigate is, after this voyage of it, from the nearest pirate of another player; 20 at most."""
    return min(nearest_of(view, choice.to, PIRATES), 20)
