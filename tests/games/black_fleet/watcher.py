"""A kernel with a watcher: before and after every decision of every game it looks whether all is accounted for.

Breaches are counted by kind in columns that the game itself does not use. The watcher works out what it can in another
way than the rules: cubes by colour from holds and stocks, cards by where they are, prices from the cards bought.
"""

from enum import IntEnum

import numpy as np

from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.board import MAX_NODES
from analyser.games.black_fleet.deal import deal
from analyser.games.black_fleet.decks import Power
from analyser.games.black_fleet.table import (
    COLOURS,
    FREE,
    FRIGATES,
    HIDDEN,
    MOVEMENT_HAND,
    N_PRICES,
    N_SOURCES,
    NONE,
    PIRATES,
    SHIPS,
    Source,
)
from analyser.games.black_fleet.turn import carry_out, decide, record_deal, record_first_fortune, record_result
from analyser.kernel.backend import compiled_apart


class Breach(IntEnum):
    """What can be wrong: the column in which it is counted."""

    CUBES = 20
    SHIPS = 21
    SHIP_AT = 22
    CARGO = 23
    MONEY = 24
    SOURCES = 25
    SPENT = 26
    HANDS = 27
    MOVEMENT_DECK = 28
    FORTUNE_DECK = 29
    DEVELOPMENT_DECK = 30
    TURNS = 31


GAME_ROWS = max(Breach) + 1
TURNS, BEFORE, SPENT_BEFORE, STOLEN_BEFORE = 40, 41, 46, 47
"""Columns of the seats: turns so far; income by source, spending and losses before a decision."""
ACT_DONE = int(Act.DONE)
FULL = (1 << 44) - 1
EARNS = np.full(len(Act), NONE)
EARNS[[Act.SELL, Act.ROB, Act.BURY, Act.SINK, Act.FORTUNE]] = [
    Source.SALES,
    Source.ROBBING,
    Source.BURYING,
    Source.SINKING,
    Source.CARDS,
]
"""The source that an act's gain belongs to."""
assert HIDDEN["movement_pile"].shape == HIDDEN["fortune_pile"].shape == (44,)


@compiled_apart
def note(workspace, breach, is_broken):
    """Count a breach."""
    if is_broken:
        workspace.game_row[breach] += 1


@compiled_apart
def check_cubes(table, workspace):
    """BF-03: every cube is in its port's stock or in a hold, colour by colour."""
    total = 0
    for colour in range(COLOURS):
        n = table.stock[colour]
        for ship in range(SHIPS):
            if table.cargo[ship] > 0 and table.goods[ship] == colour:
                n += table.cargo[ship]
        note(workspace, Breach.CUBES, n != 13 or table.stock[colour] < 0)
        total += n
    note(workspace, Breach.CUBES, total != 65)


@compiled_apart
def check_ships(table, workspace):
    """BF-12: no two ships on a cell, all on sea cells, and the cells know their ships."""
    lying = 0
    for ship in range(SHIPS):
        cell = table.ship_cell[ship]
        if cell == NONE:
            continue
        lying += 1
        for other in range(ship):
            note(workspace, Breach.SHIPS, table.ship_cell[other] == cell)
        note(workspace, Breach.SHIPS, cell < 0 or cell >= table.n_cells)
        note(workspace, Breach.SHIP_AT, table.ship_at[cell] != ship)
    for node in range(MAX_NODES):
        lying -= int(table.ship_at[node] != FREE)
    note(workspace, Breach.SHIP_AT, lying != 0)


@compiled_apart
def check_cargo(table, workspace):
    """BF-01, BF-17: holds have their limits; a merchant without goods, and no other, is off the board."""
    for ship in range(SHIPS):
        is_off = table.ship_cell[ship] == NONE
        most = table.load if ship < PIRATES else 1
        if ship >= FRIGATES:
            most = 0
        note(workspace, Breach.CARGO, table.cargo[ship] < 0 or table.cargo[ship] > most)
        note(workspace, Breach.CARGO, is_off and (table.cargo[ship] > 0 or ship >= FRIGATES))
        note(workspace, Breach.CARGO, ship < PIRATES and not is_off and table.cargo[ship] == 0)


@compiled_apart
def check_money(table, workspace):
    """BF-24, BF-26: what a player has is what came in less what went out; what was paid is the price of the cards."""
    for seat in range(table.n_players):
        income = 0
        for source in range(N_SOURCES):
            income += table.income[seat, source]
            note(workspace, Breach.MONEY, table.income[seat, source] < 0)
        out = table.spent[seat] + table.stolen[seat]
        note(workspace, Breach.MONEY, table.doubloons[seat] != income - out or table.doubloons[seat] < 0)
        prices = table.won[seat] * table.victory_cost
        for k in range(N_PRICES):
            if table.bought[seat, k] != NONE:
                prices += (5, 8, 11, 14)[k]
        note(workspace, Breach.SPENT, table.spent[seat] != prices)


@compiled_apart
def check_hands(table, hidden, workspace):
    """BF-10, BF-22: two movement cards but while sailing; fortune cards within the limit but before dropping."""
    for seat in range(table.n_players):
        wanted = MOVEMENT_HAND
        if table.asked == Kind.SAIL and seat == table.seat:
            wanted -= table.cards_played
        note(workspace, Breach.HANDS, hidden.n_movement[seat] != wanted)
        limit = table.hand_limit
        for k in range(N_PRICES):
            card = table.bought[seat, k]
            if card != NONE and table.development_effect[card] == Power.MORE_FORTUNE:
                limit += table.development_amount[card]
        if table.asked == Kind.DROP and seat == table.seat:
            limit += 2
        note(workspace, Breach.HANDS, table.n_fortune[seat] > limit or table.n_fortune[seat] < 0)


@compiled_apart
def bits(cards, n):
    """The first n cards of a row, as bits. Added up, so that a card that is there twice spoils the sum."""
    total = 0
    for k in range(n):
        total += 1 << cards[k]
    return total


@compiled_apart
def check_decks(table, hidden, workspace):
    """BF-05, BF-23: every card is in exactly one place."""
    movement = bits(hidden.movement_pile, hidden.n_movement_pile)
    movement += bits(hidden.movement_discards, hidden.n_movement_discards)
    fortune = bits(hidden.fortune_pile, hidden.n_fortune_pile)
    fortune += bits(hidden.fortune_discards, hidden.n_fortune_discards)
    n_movement = hidden.n_movement_pile + hidden.n_movement_discards
    n_fortune = hidden.n_fortune_pile + hidden.n_fortune_discards
    dealt = 0
    for seat in range(table.n_players):
        movement += bits(hidden.movement[seat], hidden.n_movement[seat])
        fortune += bits(hidden.fortune[seat], table.n_fortune[seat])
        n_movement += hidden.n_movement[seat]
        n_fortune += table.n_fortune[seat]
        dealt |= check_development(table, hidden, workspace, seat)
    note(workspace, Breach.MOVEMENT_DECK, movement != FULL or n_movement != 44)
    note(workspace, Breach.FORTUNE_DECK, fortune != FULL or n_fortune != 44)
    n_dealt = 0
    for card in range(24):
        n_dealt += (dealt >> card) & 1
    note(workspace, Breach.DEVELOPMENT_DECK, n_dealt != N_PRICES * table.n_players)


@compiled_apart
def check_development(table, hidden, workspace, seat):
    """A seat has one card of each price, and has bought none but its own; its cards as bits."""
    cards, bought = 0, 0
    for k in range(N_PRICES):
        card = hidden.development[seat, k]
        cards += 1 << card
        note(workspace, Breach.DEVELOPMENT_DECK, card // 6 != k)
        if table.bought[seat, k] != NONE:
            bought += 1
            note(workspace, Breach.DEVELOPMENT_DECK, table.bought[seat, k] != card)
    note(workspace, Breach.DEVELOPMENT_DECK, bought != table.n_bought[seat])
    note(workspace, Breach.DEVELOPMENT_DECK, table.won[seat] == 1 and bought < N_PRICES)
    return cards


@compiled_apart
def check(table, hidden, workspace):
    """Look at everything once."""
    check_cubes(table, workspace)
    check_ships(table, workspace)
    check_cargo(table, workspace)
    check_money(table, workspace)
    check_hands(table, hidden, workspace)
    check_decks(table, hidden, workspace)


@compiled_apart
def remember(table, workspace):
    """The books before a decision."""
    for seat in range(table.n_players):
        for source in range(N_SOURCES):
            workspace.seat_rows[BEFORE + source, seat] = table.income[seat, source]
        workspace.seat_rows[SPENT_BEFORE, seat] = table.spent[seat]
        workspace.seat_rows[STOLEN_BEFORE, seat] = table.stolen[seat]


@compiled_apart
def check_books(table, workspace, who, act, target, gain, is_theft):
    """A choice moves its gain in the books, in the seat's own line of its source, and nothing else."""
    for seat in range(table.n_players):
        for source in range(N_SOURCES):
            wanted = gain if seat == who and EARNS[act] == source else 0
            note(
                workspace,
                Breach.SOURCES,
                table.income[seat, source] - workspace.seat_rows[BEFORE + source, seat] != wanted,
            )
        paid = -gain if seat == who and act == Act.BUY else 0
        note(workspace, Breach.SOURCES, table.spent[seat] - workspace.seat_rows[SPENT_BEFORE, seat] != paid)
        lost = gain if is_theft and seat == target else 0
        note(workspace, Breach.SOURCES, table.stolen[seat] - workspace.seat_rows[STOLEN_BEFORE, seat] != lost)


@compiled_apart
def check_turns(table, workspace):
    """BF-07: at the end all have had the same number of turns, one in each round."""
    for seat in range(table.n_players):
        note(workspace, Breach.TURNS, workspace.seat_rows[TURNS, seat] != table.rounds)


@compiled_apart
def play_watched(table, hidden, workspace):
    """A whole game, as `turn.play_game` has it, with a look before and after every decision."""
    for column in range(20, GAME_ROWS):
        workspace.game_row[column] = 0
    for seat in range(table.n_players):
        workspace.seat_rows[TURNS, seat] = 0
    deal(table, hidden, workspace)
    record_first_fortune(table, hidden, workspace)
    table.asked = Kind.PLACE
    while table.asked != Kind.OVER:
        check(table, hidden, workspace)
        workspace.seat_rows[TURNS, table.seat] += int(table.asked == Kind.PLAY_CARD)
        remember(table, workspace)
        index, seat = decide(table, hidden, workspace), table.seat
        choice = workspace.choices[max(index, 0)]
        act = choice.act if index != NONE else ACT_DONE
        target, gain = choice.target, choice.gain
        carry_out(table, hidden, workspace, index)
        check_books(table, workspace, seat, act, target, gain, act == Act.FORTUNE and target != NONE and gain > 0)
    check(table, hidden, workspace)
    check_turns(table, workspace)
    record_result(table, workspace)
    record_deal(table, hidden, workspace)
