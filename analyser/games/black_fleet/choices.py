"""The legal choices, written out.

The rules list them once for a decision, into `workspace.choices`, and `view.n_listed` says how many: a strategy scores
that list. A voyage is its ship, its act, the target, the cell where the act happens and the last cell: voyages that
differ only in the path are one choice. A ship with a second action is asked again after the first; so is one that stops
for a fortune card in hand. Then `view.under_way` names it: it sails on, fortune cards are played, and no other ship
sails before its voyage is over.
"""

import numpy as np

from analyser.games.black_fleet.acts import (
    ACT_BURY,
    ACT_ROB,
    ACT_SAIL,
    ACT_SELL,
    ACT_SINK,
    CHOICE,
    Act,
    Kind,
    new_choice,
    write_voyage,
)
from analyser.games.black_fleet.fortune import list_fortunes, look_for_stops
from analyser.games.black_fleet.restrictions import RESTRICTABLE
from analyser.games.black_fleet.rules import (
    can_buy,
    can_load,
    can_sell,
    is_other,
    payable,
    rob_pay,
    sale_price,
    sink_pay,
)
from analyser.games.black_fleet.sea import (
    can_act_from,
    explore_onward,
    explore_voyages,
    is_near,
    look_out,
    ship_of,
    turn_over,
)
from analyser.games.black_fleet.table import (
    COLOURS,
    FREE,
    FRIGATE,
    MERCHANT,
    MOVABLE,
    MOVEMENT_HAND,
    N_PRICES,
    NONE,
    ONWARD,
    PIRATE,
    PIRATES,
    PORT_CELLS,
    VICTORY,
)
from analyser.kernel.backend import compiled, compiled_apart, rule
from analyser.kernel.intrinsics import Record, Records, blank
from analyser.kernel.policies import BEST, Policy, Score, weigh_kept
from analyser.kernel.rng import below

__all__ = ["CHOICE", "LISTS", "MAX_CHOICES", "POLICIES", "RESTRICTABLE", "Act", "Kind"]

MAX_CHOICES = 122_000
"""To each of at most 208 sea cells: from 36 cells around each of three merchants and three pirates the merchant
attacks, from as many around three ships the pirate and the two frigates; 15 cells for a sale; four voyages without an
act, and as many that stop; and fortune cards."""
ACT_PLACE, ACT_PLAY_CARD, ACT_SWAP, ACT_DONE = int(Act.PLACE), int(Act.PLAY_CARD), int(Act.SWAP), int(Act.DONE)
ACT_DROP, ACT_BUY, ACT_KEEP = int(Act.DROP), int(Act.BUY), int(Act.KEEP)


@rule("BF-09", "BF-15", "BF-20")
def list_places(table: Record, workspace: Record) -> None:
    """The free cells at ports that have goods to load."""
    for port in range(COLOURS):
        for k in range(PORT_CELLS):
            cell = table.port_cells[port, k]
            if can_load(table, port) and table.ship_at[cell] == FREE:
                choice = new_choice(table, workspace)
                choice.act, choice.ship, choice.target, choice.to = ACT_PLACE, table.seat, port, cell


@rule("BF-10")
def list_cards(table: Record, hidden: Record, workspace: Record) -> None:
    """Which of the two movement cards is played."""
    for k in range(MOVEMENT_HAND):
        choice = new_choice(table, workspace)
        choice.act, choice.card = ACT_PLAY_CARD, hidden.movement[table.seat, k]


@rule("BF-12")
def list_ends(table: Record, hidden: Record, search: Record, workspace: Record, cell: int) -> None:
    """Every free sea cell where a voyage can end; a ship that neither sails nor acts is no choice, unless under way."""
    ship, act, target, gain = ship_of(table, hidden.kind), hidden.act, hidden.target, hidden.gain
    stays = act != ACT_SAIL or table.under_way != NONE
    n, n_cells = table.n_listed, table.n_cells
    for k in range(search.n):
        to = search.node[k]
        if to < n_cells and (table.ship_at[to] == FREE or (table.ship_at[to] == ship and stays)):
            write_voyage(workspace.choices[n], act, ship, target, cell, to, gain)
            n += 1
    table.n_listed = n


@rule("BF-22")
def list_stops(table: Record, hidden: Record, workspace: Record) -> None:
    """With a card in hand that moves ships, a voyage may stop on any free cell, before its act."""
    kind, search = hidden.kind, hidden.searches[hidden.kind]
    ship = ship_of(table, kind)
    for k in range(search.n):
        to, left = search.node[k], table.moves[kind] - search.steps[k]
        if to < table.n_cells and table.ship_at[to] == FREE and (left > 0 or table.actions[kind] > 0):
            choice = new_choice(table, workspace)
            choice.act, choice.ship, choice.to, choice.left = ACT_SAIL, ship, to, left


@rule("BF-13", "BF-22")
def list_stop_after_act(table: Record, hidden: Record, workspace: Record, k: int) -> None:
    """The ship acts at the k-th node reached and stops there: for another action, or for a fortune card."""
    search = hidden.searches[hidden.kind]
    choice = new_choice(table, workspace)
    choice.act, choice.ship, choice.target = hidden.act, ship_of(table, hidden.kind), hidden.target
    choice.cell, choice.to, choice.gain = search.node[k], search.node[k], hidden.gain
    choice.left = table.moves[hidden.kind] - search.steps[k]


@compiled
def may_lie(table: Record, ship: int, cell: int) -> bool:
    """Whether no other ship lies on a cell."""
    return table.ship_at[cell] == FREE or table.ship_at[cell] == ship


@rule("BF-13", apart=True)
def list_act(table: Record, hidden: Record, workspace: Record) -> None:
    """Every voyage with an act on the way: each cell where it can happen, with each where the ship can end. A ship with
    another action to come stops after the first, but not on a friend's cell: there it acts once and sails on. With a
    fortune card in hand it may stop as well, if it could sail on.
    """
    kind, search = hidden.kind, hidden.searches[hidden.kind]
    ship = ship_of(table, kind)
    for k in range(search.n):
        if not can_act_from(table, hidden, search.node[k]):
            continue
        goes_on = hidden.stops_after_act == 1 and search.steps[k] < table.moves[kind]
        acts_again = table.actions[kind] > 1 and may_lie(table, ship, search.node[k])
        if acts_again or (goes_on and may_lie(table, ship, search.node[k])):
            list_stop_after_act(table, hidden, workspace, k)
        if not acts_again:
            explore_onward(table, hidden, k)
            list_ends(table, hidden, hidden.searches[ONWARD], workspace, search.node[k])


@rule("BF-13", "BF-16", "BF-17")
def list_attack(table: Record, hidden: Record, workspace: Record) -> None:
    """Every voyage with an attack on the way. A victim that is sunk no longer bars the way on."""
    victim = hidden.target
    cell = table.ship_cell[victim]
    sinks = hidden.act == ACT_SINK or table.cargo[victim] == 1
    if sinks:
        turn_over(hidden.passable, cell)
        table.ship_at[cell] = FREE
    list_act(table, hidden, workspace)
    if sinks:
        turn_over(hidden.passable, cell)
        table.ship_at[cell] = victim


@rule("BF-04", "BF-14")
def list_sales(table: Record, hidden: Record, workspace: Record) -> None:
    """Voyages on which the merchant sells."""
    ship = table.seat
    hidden.act = ACT_SELL
    for port in range(COLOURS):
        far = table.port_distance[port, table.ship_cell[ship]] > table.moves[hidden.kind]
        if can_sell(table, ship, port) and not (far and table.crosses[hidden.kind] == 0):
            hidden.target, hidden.gain = port, sale_price(table, ship, port)
            list_act(table, hidden, workspace)


@rule("BF-17", "BF-19")
def list_robberies(table: Record, hidden: Record, workspace: Record) -> None:
    """Voyages on which a ship robs a merchant of another player."""
    hidden.act, hidden.gain = ACT_ROB, rob_pay(table)
    for seat in range(table.n_players):
        if is_other(table, seat) and is_near(table, hidden, table.ship_cell[seat]):
            hidden.target = seat
            list_attack(table, hidden, workspace)


@rule("BF-16", "BF-19")
def list_sinkings(table: Record, hidden: Record, workspace: Record) -> None:
    """Voyages on which a ship sinks a pirate of another player."""
    hidden.act, hidden.gain = ACT_SINK, sink_pay(table)
    for seat in range(table.n_players):
        victim = PIRATES + seat
        if is_other(table, victim) and is_near(table, hidden, table.ship_cell[victim]):
            hidden.target = victim
            list_attack(table, hidden, workspace)


@rule("BF-18")
def list_burials(table: Record, hidden: Record, workspace: Record) -> None:
    """Voyages on which the pirate buries its good on a beach."""
    search = hidden.searches[hidden.kind]
    hidden.act = ACT_BURY
    for k in range(search.n):
        cell = search.node[k]
        if table.beach[cell] > 0:
            hidden.target, hidden.gain = cell, payable(table, table.beach[cell])
            list_act(table, hidden, workspace)


@rule("BF-12", "BF-13", apart=True)
def list_voyages(table: Record, hidden: Record, workspace: Record) -> None:
    """Every voyage of a ship, with and without an act."""
    kind = hidden.kind
    ship = ship_of(table, kind)
    if table.ship_cell[ship] == NONE and kind != PIRATE:
        return
    explore_voyages(table, hidden)
    hidden.act, hidden.target, hidden.gain = ACT_SAIL, NONE, 0
    list_ends(table, hidden, hidden.searches[kind], workspace, NONE)
    if hidden.stops_anywhere == 1:
        list_stops(table, hidden, workspace)
    if table.actions[kind] == 0:
        return
    if kind == MERCHANT:
        list_sales(table, hidden, workspace)
    if (kind == PIRATE and table.cargo[ship] == 0) or (kind == MERCHANT and table.may_rob == 1):
        list_robberies(table, hidden, workspace)
    if kind == PIRATE and table.cargo[ship] > 0:
        list_burials(table, hidden, workspace)
    if kind >= FRIGATE or (kind == MERCHANT and table.may_sink == 1):
        list_sinkings(table, hidden, workspace)


@rule("BF-10", "BF-12", "BF-21", "BF-22", "BF-24")
def list_sailing(table: Record, hidden: Record, workspace: Record) -> None:
    """All that can be done now with the ships and the cards; DONE comes last, and not while the pirate can enter."""
    look_out(table, hidden)
    look_for_stops(table, hidden)
    must_enter = False
    for kind in range(MOVABLE):
        if table.has_sailed[kind] == 0 and (table.under_way == NONE or table.under_way == kind):
            hidden.kind = kind
            before = table.n_listed
            list_voyages(table, hidden, workspace)
            if table.ship_cell[ship_of(table, kind)] == NONE and table.n_listed > before:
                must_enter = True
    if table.n_fortune[table.seat] > 0:
        list_fortunes(table, hidden, workspace)
    if table.under_way != NONE:
        return
    list_powers(table, hidden, workspace)
    if not must_enter:
        choice = new_choice(table, workspace)
        choice.act = ACT_DONE


@rule("BF-24")
def list_powers(table: Record, hidden: Record, workspace: Record) -> None:
    """Own merchant and pirate change places, if they are near enough; a second movement card is played."""
    merchant, pirate = table.ship_cell[table.seat], table.ship_cell[PIRATES + table.seat]
    if merchant != NONE and pirate != NONE and table.distance[merchant, pirate] <= table.may_swap:
        choice = new_choice(table, workspace)
        choice.act, choice.ship, choice.target = ACT_SWAP, table.seat, PIRATES + table.seat
    if table.may_play_second == 1:
        choice = new_choice(table, workspace)
        choice.act, choice.card = ACT_PLAY_CARD, hidden.movement[table.seat, 0]


@rule("BF-22")
def list_drops(table: Record, hidden: Record, workspace: Record) -> None:
    """Which fortune card goes. target: its place in the hand."""
    for k in range(table.n_fortune[table.seat]):
        choice = new_choice(table, workspace)
        choice.act, choice.target, choice.card = ACT_DROP, k, hidden.fortune[table.seat, k]


@rule("BF-24")
def list_purchases(table: Record, hidden: Record, workspace: Record) -> None:
    """The cards that can be bought, or none. target: which card; the victory card is the fifth."""
    for k in range(N_PRICES + 1):
        price = table.victory_cost if k == VICTORY else table.development_price[hidden.development[table.seat, k]]
        if can_buy(table, table.seat, k, price):
            choice = new_choice(table, workspace)
            choice.act, choice.target, choice.gain = ACT_BUY, k, -price
            choice.card = NONE if k == VICTORY else hidden.development[table.seat, k]
    choice = new_choice(table, workspace)
    choice.act = ACT_KEEP


@compiled_apart
def list_all(table: Record, hidden: Record, workspace: Record) -> None:
    """Write out the choices of the decision that is asked."""
    table.n_listed = 0
    if table.asked == Kind.PLACE:
        list_places(table, workspace)
    elif table.asked == Kind.PLAY_CARD:
        list_cards(table, hidden, workspace)
    elif table.asked == Kind.SAIL:
        list_sailing(table, hidden, workspace)
    elif table.asked == Kind.DROP:
        list_drops(table, hidden, workspace)
    else:
        list_purchases(table, hidden, workspace)


@compiled
def listed(view: Record, choices: Records) -> int:
    """How many choices the rules have written out for this decision."""
    return view.n_listed


def choose_listed(score: Score) -> Policy:
    """Score the list that the rules have written out, take the best, draw among equals."""

    def policy(view: Record, workspace: Record) -> int:
        best = blank(BEST)
        best.value = -np.inf
        for index in range(view.n_listed):
            weigh_kept(best, workspace, index, float(score(view, workspace.choices[index])))
        return workspace.kept[below(workspace.luck, view.me, best.n)]

    return policy


LISTS = {0: listed}
"""One for all kinds of decision, so that a strategy is compiled once."""
POLICIES = {0: choose_listed}
"""How a strategy's score becomes a policy."""
