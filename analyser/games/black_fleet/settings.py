"""Puts the settings, the board, the ports and the cards on the table, in the form the rules use."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from analyser import places
from analyser.compiling import Record
from analyser.games.black_fleet import SETTINGS
from analyser.games.black_fleet.board import BEACHES, FRIGATES, LAIR, PORTS, ZONES, Board, read_board
from analyser.games.black_fleet.decks import Power, read_development, read_fortune, read_movement
from analyser.games.black_fleet.ports import read_ports
from analyser.games.black_fleet.table import NONE, WORD, WORDS

UNREACHED = 127
"""How far islands are by sea."""
STOP = 2.0
"""How many cells a stop at a port counts for, when routes are compared."""


def lay_out(table: Record, values: Mapping[str, Any], n_players: int, folder: Path | None = None) -> None:
    """Write what stays the same from game to game."""
    folder = folder or places.SEEDS / "black-fleet"
    table.n_players = n_players
    for name in SETTINGS:
        table[name] = values[name]
    table.shown_cost = values["shown_cost"] or values["victory_cost"]
    board = read_board(folder / "board.txt")
    lay_out_board(table, board)
    lay_out_ports(table, folder, board)
    lay_out_cards(table, folder)


def lay_out_board(table: Record, board: Board) -> None:
    """The sea as tables of neighbours and distances."""
    n = board.n_cells
    table.n_cells = n
    table.port_at[:] = NONE
    table.distance[:] = UNREACHED
    table.port_distance[:] = UNREACHED
    table.port_over_islands[:] = UNREACHED
    for node in range(len(board.nodes)):
        beside = board.beside(node)
        table.beside[0, node] = as_set([other for other in beside if other < n])
        table.beside[1, node] = as_set(beside)
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


def lay_out_ports(table: Record, folder: Path, board: Board) -> None:
    """Where the ports are, and what they buy."""
    for port, letter in enumerate(PORTS):
        cells = board.port_cells(letter)
        table.port_cells[port] = cells
        table.port_at[cells] = port
        table.port_distance[port, : board.n_cells] = board.steps_from(cells)
        table.port_over_islands[port, : board.n_cells] = board.steps_from(cells, over_islands=True)
    for one in read_ports(folder / "ports.toml", board):
        table.stock_at_start[one.colour] = one.stock
        for colour, price in one.buys.items():
            table.price[one.colour, colour] = price
            pace = price / (table.port_distance[one.colour, : board.n_cells] + STOP)
            table.pace[colour, : board.n_cells] = np.maximum(table.pace[colour, : board.n_cells], pace)


def lay_out_cards(table: Record, folder: Path) -> None:
    """The three decks."""
    for k, card in enumerate(read_movement(folder / "movement.toml")):
        table.card_moves[k] = card.moves
        table.card_frigate[k] = card.frigate
        table.card_symbol[k] = card.symbol
    table.usual_moves[:] = np.rint(table.card_moves.mean(axis=0))
    for k, fortune in enumerate(read_fortune(folder / "fortune.toml")):
        table.fortune_effect[k] = fortune.effect
        table.fortune_amount[k] = fortune.amount
    for k, power in enumerate(read_development(folder / "development.toml")):
        table.development_price[k] = power.price
        table.development_effect[k] = power.effect
        table.development_ships[k] = power.ships
        table.development_amount[k] = power.amount
        if k + 1 == table.blank_card:
            table.development_effect[k], table.development_amount[k] = Power.MORE_FORTUNE, 0
