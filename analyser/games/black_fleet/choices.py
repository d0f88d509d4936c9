"""The legal choices, written out.

The rules list them once for a decision, into `work.choices`, and `view.n_listed` says how many: a strategy scores that list.
Voyages that differ only in the path are one choice; so the cell of a sale, a robbery or a sinking is the one on a shortest
way, since only the port or the victim and the last cell matter. A ship with a second action is asked again after the first:
then `view.under_way` names it, and nothing else can be done before its voyage is over.
"""

from typing import Any

from analyser.compiling import Record, compiled, rule
from analyser.games.black_fleet.acts import (
    ACT_BURY,
    ACT_ROB,
    ACT_SAIL,
    ACT_SELL,
    ACT_SINK,
    CHOICE,
    Act,
    Kind,
    write,
)
from analyser.games.black_fleet.fortune import list_fortunes
from analyser.games.black_fleet.rules import (
    can_buy,
    can_sell,
    is_other,
    price_of,
    rob_pay,
    sale_price,
    sink_pay,
)
from analyser.games.black_fleet.sea import (
    can_act_from,
    explore,
    explore_onward,
    is_near,
    ship_of,
)
from analyser.games.black_fleet.table import (
    COLOURS,
    FREE,
    KINDS,
    MERCHANT,
    MOVEMENT_HAND,
    N_PRICES,
    NONE,
    PIRATE,
    PIRATES,
    PORT_CELLS,
    VICTORY,
)
from analyser.kernel import is_meant, ties_dtype

__all__ = ["CHOICE", "LISTS", "MAX_CHOICES", "RESTRICTABLE", "TEMPLATES", "TIES", "Act", "Kind"]

MAX_CHOICES = 6_000
"""31 voyages to each of at most 160 sea cells, and fortune cards."""
TIES = ties_dtype(MAX_CHOICES)


@rule("BF-09", "BF-15", "BF-20", apart=True)
def list_places(table: Record, work: Record) -> int:
    """The free cells at ports that have goods to load."""
    n = 0
    for port in range(COLOURS):
        for k in range(PORT_CELLS):
            cell = table.port_cells[port, k]
            if table.stock[port] > 0 and table.ship_at[cell] == FREE:
                write(work.choices[n], Act.PLACE, table.seat, port, cell, cell)
                n += 1
    return n


@rule("BF-10")
def list_cards(table: Record, hidden: Record, work: Record) -> int:
    """Which of the two movement cards is played."""
    for k in range(MOVEMENT_HAND):
        write(work.choices[k], Act.PLAY_CARD, NONE, NONE, NONE, NONE, hidden.movement[table.seat, k])
    return MOVEMENT_HAND


@rule("BF-12")
def list_ends(table: Record, search: Record, work: Record, n: int, ship: int, act: int, target: int, gain: int) -> int:
    """Every free sea cell where a voyage can end; a ship that neither sails nor acts is no choice, unless under way."""
    stays = act != ACT_SAIL or table.under_way != NONE
    for k in range(search.n):
        to = search.queue[k]
        if to < table.n_cells and (table.ship_at[to] == FREE or (table.ship_at[to] == ship and stays)):
            write(work.choices[n], act, ship, target, search.via[to], to, NONE, gain)
            n += 1
    return n


@rule("BF-13")
def list_first_acts(table: Record, search: Record, work: Record, n: int, kind: int, act: int, target: int, gain: int) -> int:
    """With another action to come: every cell where the first can happen; the ship goes on from there."""
    ship = ship_of(table, kind)
    for k in range(search.n):
        cell = search.queue[k]
        is_free = table.ship_at[cell] == FREE or table.ship_at[cell] == ship
        if is_free and can_act_from(table, cell, act, target, table.attack_range[kind]):
            left = table.moves[kind] + 1 - search.steps[cell]
            write(work.choices[n], act, ship, target, cell, cell, NONE, gain, left)
            n += 1
    return n


@rule("BF-13", apart=True)
def list_act(table: Record, hidden: Record, work: Record, n: int, kind: int, act: int, target: int, gain: int) -> int:
    """Every voyage with this act on the way. A victim that is sunk no longer bars the way on."""
    if table.actions[kind] > 1:
        return list_first_acts(table, hidden.searches[0], work, n, kind, act, target, gain)
    sinks = act == ACT_SINK or (act == ACT_ROB and table.cargo[target] == 1)
    if sinks:
        table.ship_at[table.ship_cell[target]] = FREE
    explore_onward(table, hidden, act, target, kind)
    n = list_ends(table, hidden.searches[1], work, n, ship_of(table, kind), act, target, gain)
    if sinks:
        table.ship_at[table.ship_cell[target]] = target
    return n


@rule("BF-04", "BF-14")
def list_sales(table: Record, hidden: Record, work: Record, n: int) -> int:
    """Voyages on which the merchant sells."""
    ship = table.seat
    for port in range(COLOURS):
        far = table.port_distance[port, table.ship_cell[ship]] > table.moves[MERCHANT]
        if can_sell(table, ship, port) and not (far and table.crosses[MERCHANT] == 0):
            n = list_act(table, hidden, work, n, MERCHANT, ACT_SELL, port, sale_price(table, ship, port))
    return n


@rule("BF-16", "BF-17", "BF-19")
def list_attacks(table: Record, hidden: Record, work: Record, n: int, kind: int, act: int) -> int:
    """Voyages on which a ship robs a merchant or sinks a pirate of another player."""
    first = 0 if act == ACT_ROB else PIRATES
    gain = rob_pay(table) if act == ACT_ROB else sink_pay(table)
    for seat in range(table.n_players):
        victim = first + seat
        if is_other(table, victim) and is_near(table, kind, table.ship_cell[victim], table.attack_range[kind]):
            n = list_act(table, hidden, work, n, kind, act, victim, gain)
    return n


@rule("BF-18")
def list_burials(table: Record, hidden: Record, work: Record, n: int) -> int:
    """Voyages on which the pirate buries its good on a beach."""
    search = hidden.searches[0]
    for k in range(search.n):
        cell = search.queue[k]
        if table.beach[cell] > 0:
            n = list_act(table, hidden, work, n, PIRATE, ACT_BURY, cell, table.beach[cell])
    return n


@rule("BF-12", "BF-13", apart=True)
def list_voyages(table: Record, hidden: Record, work: Record, n: int, kind: int) -> int:
    """Every voyage of a ship, with and without an act."""
    ship = ship_of(table, kind)
    if table.ship_cell[ship] == NONE and kind != PIRATE:
        return n
    lairs = table.power_lairs[table.seat] if kind == PIRATE else 0
    explore(table, hidden.searches[0], ship, table.moves[kind], table.crosses[kind], lairs)
    n = list_ends(table, hidden.searches[0], work, n, ship, ACT_SAIL, NONE, 0)
    if table.actions[kind] == 0:
        return n
    if kind == MERCHANT:
        n = list_sales(table, hidden, work, n)
        if table.may_rob == 1:
            n = list_attacks(table, hidden, work, n, kind, ACT_ROB)
        if table.may_sink == 1:
            n = list_attacks(table, hidden, work, n, kind, ACT_SINK)
    elif kind == PIRATE:
        if table.cargo[ship] == 0:
            n = list_attacks(table, hidden, work, n, kind, ACT_ROB)
        else:
            n = list_burials(table, hidden, work, n)
    else:
        n = list_attacks(table, hidden, work, n, kind, ACT_SINK)
    return n


@rule("BF-10", "BF-12", "BF-22", "BF-24", apart=True)
def list_sailing(table: Record, hidden: Record, work: Record) -> int:
    """All that can be done now with the ships and the fortune cards; DONE comes last."""
    if table.under_way != NONE:
        return list_voyages(table, hidden, work, 0, table.under_way)
    n = 0
    for kind in range(KINDS):
        if table.has_sailed[kind] == 0:
            n = list_voyages(table, hidden, work, n, kind)
    if table.may_swap == 1 and table.ship_cell[table.seat] != NONE and table.ship_cell[PIRATES + table.seat] != NONE:
        write(work.choices[n], Act.SWAP, table.seat, PIRATES + table.seat, NONE, NONE)
        n += 1
    if table.n_fortune[table.seat] > 0:
        n = list_fortunes(table, hidden, work, n)
    write(work.choices[n], Act.DONE, NONE, NONE, NONE, NONE)
    return n + 1


@rule("BF-22")
def list_drops(table: Record, hidden: Record, work: Record) -> int:
    """Which fortune card goes."""
    for k in range(table.n_fortune[table.seat]):
        write(work.choices[k], Act.DROP, NONE, k, NONE, NONE, hidden.fortune[table.seat, k])
    return table.n_fortune[table.seat]


@rule("BF-24", apart=True)
def list_purchases(table: Record, hidden: Record, work: Record) -> int:
    """The cards that can be bought, and none of them. target: which card, the victory card being the fifth."""
    n = 0
    for k in range(N_PRICES + 1):
        card = hidden.development[table.seat, k] if k != VICTORY else NONE
        price = price_of(table, card, k)
        if can_buy(table, table.seat, k, price):
            write(work.choices[n], Act.BUY, NONE, k, NONE, NONE, card, -price)
            n += 1
    write(work.choices[n], Act.KEEP, NONE, NONE, NONE, NONE)
    return n + 1


@compiled
def listed(view: Record, choices: Any) -> int:
    """How many choices the rules have written out for this decision."""
    return view.n_listed


LISTS = {0: listed}
"""One for all kinds of decision, so that a strategy is compiled once."""
TEMPLATES: dict[int, tuple[Any, ...]] = {}
"""Strategies score the list."""


@compiled
def is_voyage(choice: Record) -> bool:
    """Whether a choice belongs to the sailing of a turn."""
    return choice.act >= Act.SAIL and choice.act <= Act.DONE


@compiled
def fits_sell(view: Record, choice: Record, value: float) -> int:
    """A sale, at port `value`: 1 it is that, 0 it is another way to sail, -1 it is something else."""
    if choice.act == Act.SELL:
        return int(is_meant(value, choice.target))
    return 0 if is_voyage(choice) else -1


@compiled
def fits_rob(view: Record, choice: Record, value: float) -> int:
    """A robbery, of seat `value`."""
    if choice.act == Act.ROB:
        return int(is_meant(value, choice.target))
    return 0 if is_voyage(choice) else -1


@compiled
def fits_bury(view: Record, choice: Record, value: float) -> int:
    """A burial, on a beach that pays `value`."""
    if choice.act == Act.BURY:
        return int(is_meant(value, choice.gain))
    return 0 if is_voyage(choice) else -1


@compiled
def fits_sink(view: Record, choice: Record, value: float) -> int:
    """The sinking of a pirate, of seat `value`."""
    if choice.act == Act.SINK:
        return int(is_meant(value, choice.target - PIRATES))
    return 0 if is_voyage(choice) else -1


@compiled
def fits_fortune(view: Record, choice: Record, value: float) -> int:
    """The play of a fortune card, of effect `value`."""
    if choice.act == Act.FORTUNE:
        return int(is_meant(value, view.fortune_effect[choice.card]))
    return 0 if is_voyage(choice) else -1


@compiled
def fits_buy(view: Record, choice: Record, value: float) -> int:
    """A purchase, at price `value`."""
    if choice.act == Act.BUY:
        return int(is_meant(value, -choice.gain))
    return 0 if choice.act == Act.KEEP else -1


RESTRICTABLE = {
    "sell": fits_sell,
    "rob": fits_rob,
    "bury": fits_bury,
    "sink": fits_sink,
    "fortune": fits_fortune,
    "buy": fits_buy,
}
"""What `never:<what>` and `always:<what>=value` may speak of."""
