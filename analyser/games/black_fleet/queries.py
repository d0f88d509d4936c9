"""What a seat sees on the table: distances, owners, purses, loads, dangers. Strategies ask by `view.py`."""

from analyser.games.black_fleet.acts import Act
from analyser.games.black_fleet.decks import PRICES
from analyser.games.black_fleet.table import COLOURS, FRIGATES, MAX_PLAYERS, MERCHANT, NONE, PIRATES, WORD
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record

COST_OF_ALL = sum(PRICES)
FAR = 127


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
    """What I earn for a load of these goods at a port, powers included; 0 if the port does not buy them."""
    price = view.price[port, goods]
    return cargo * (price + view.power_price[view.me]) if price > 0 else 0


@compiled
def port_way(view: Record, port: int, cell: int) -> int:
    """Cells from a cell to a port for my merchant, as if no ship were in the way; over islands if it has that power."""
    if view.power_crosses[view.me, MERCHANT] == 1:
        return int(view.port_over_islands[port, cell])
    return int(view.port_distance[port, cell])


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
def is_voyage(choice: Record) -> bool:
    """Whether a ship sails in this choice, with or without an act."""
    return choice.act >= Act.SAIL and choice.act <= Act.BURY


@compiled
def is_act(choice: Record) -> bool:
    """Whether a ship acts in this choice: sells, robs, sinks or buries."""
    return choice.act > Act.SAIL and choice.act <= Act.BURY
