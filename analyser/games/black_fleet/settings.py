"""Puts the settings, the board, the ports and the cards on the table, in the form the rules use."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from analyser.games.black_fleet import GAME
from analyser.games.black_fleet.board import BEACHES, FRIGATES, LAIR, PORTS, ZONES, Board
from analyser.games.black_fleet.box import Box, read_box
from analyser.games.black_fleet.decks import Power
from analyser.games.black_fleet.table import KINDS, NONE, WORD, WORDS, Equals
from analyser.games.settings import Value
from analyser.kernel.intrinsics import Record

EQUALS = {"shared": Equals.SHARED, "first": Equals.FIRST}
UNREACHED = 127
"""How far islands are by sea."""
STOP = 2.0
"""How many cells a stop at a port counts for, when routes are compared."""


def lay_out(table: Record, values: Mapping[str, Value], n_players: int, data: Path) -> None:
    """Write what stays the same from game to game."""
    table.n_players = n_players
    for name in GAME.setting_names:
        table[name] = EQUALS[str(values[name])] if name == "equal_doubloons" else values[name]
    table.shown_cost = values["shown_cost"] or values["victory_cost"]
    box = read_box(data)
    lay_out_board(table, box.board)
    lay_out_ports(table, box)
    lay_out_cards(table, box)


def lay_out_board(table: Record, board: Board) -> None:
    """The sea as tables of neighbours and distances."""
    n = board.n_cells
    table.n_cells = n
    table.port_at[:] = NONE
    table.distance[:] = UNREACHED
    table.port_distance[:] = UNREACHED
    table.port_over_islands[:] = UNREACHED
    for node in range(len(board.nodes)):
        table.beside[0, node] = as_set(board.sea_neighbours[node])
        table.beside[1, node] = as_set(board.neighbours[node])
    for cell in range(n):
        table.distance[cell, :n] = board.steps_from([cell])
    for pay in BEACHES:
        table.beach[board.marked(pay)] = int(pay)
    table.beach_distance[:n] = board.steps_from([cell for pay in BEACHES for cell in board.marked(pay)])
    table.is_lair[board.marked(LAIR)] = 1
    table.lairs[:] = as_set(board.marked(LAIR))
    for zone, letter in enumerate(ZONES):
        table.zones[zone] = board.marked(letter)
    for frigate, letter in enumerate(FRIGATES):
        table.frigate_start[frigate] = board.marked(letter)[0]


def as_set(nodes: Iterable[int]) -> list[int]:
    """A set of nodes as words of bits."""
    words = [0] * WORDS
    for node in nodes:
        words[node // WORD] |= 1 << node % WORD
    return words


def lay_out_ports(table: Record, box: Box) -> None:
    """Where the ports are, and what they buy."""
    board = box.board
    for port, letter in enumerate(PORTS):
        cells = board.port_cells(letter)
        table.port_cells[port] = cells
        table.port_at[cells] = port
        table.port_distance[port, : board.n_cells] = board.steps_from(cells)
        table.port_over_islands[port, : board.n_cells] = board.steps_from(cells, over_islands=True)
    for one in box.ports:
        table.stock_at_start[one.number] = one.stock
        for colour, price in one.prices.items():
            table.price[one.number, colour] = price
            pace = price / (table.port_distance[one.number, : board.n_cells] + STOP)
            table.pace[colour, : board.n_cells] = np.maximum(table.pace[colour, : board.n_cells], pace)


def lay_out_cards(table: Record, box: Box) -> None:
    """The three decks."""
    for k, card in enumerate(box.movement):
        table.card_moves[k] = card.moves
        table.card_frigate[k] = card.frigate
        table.card_has_both[k] = card.has_both
        table.card_symbol[k] = card.symbol_code
    table.usual_moves[:] = np.rint(table.card_moves[:, :KINDS].mean(axis=0))
    for k, fortune in enumerate(box.fortune):
        table.fortune_effect[k] = fortune.effect
        table.fortune_amount[k] = fortune.amount
    for k, power in enumerate(box.development):
        table.development_price[k] = power.price
        table.development_effect[k] = power.effect
        table.development_ships[k] = power.ships
        table.development_amount[k] = power.amount
        if k + 1 == table.blank_card:
            table.development_effect[k], table.development_amount[k] = Power.MORE_FORTUNE, 0
