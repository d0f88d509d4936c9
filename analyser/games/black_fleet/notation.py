"""Ships, cells, ports and cards in words; the whole board as text."""

from enum import IntEnum

from analyser.games.black_fleet.board import LAND, Board
from analyser.games.black_fleet.box import Box
from analyser.games.black_fleet.decks import COLOURS, Fortune, Power, Ships, is_plain
from analyser.games.black_fleet.table import FREE, FRIGATES, PIRATES
from analyser.kernel.intrinsics import Record

FLEETS = ("black", "white", "orange", "grey")
"""The players' ships by seat; the first is black, the other names are ours: none is a colour of goods or frigates."""
SHIP_SIGNS = "MNOQpqrs*+"
"""How ships are drawn: merchants in capitals, pirates in small letters, the frigates."""


def ship_words(ship: int) -> str:
    """A ship in words."""
    if ship >= FRIGATES:
        return f"the {('yellow', 'violet')[ship - FRIGATES]} frigate"
    return f"{FLEETS[ship % PIRATES]}'s {'pirate' if ship >= PIRATES else 'merchant'}"


def cell_words(box: Box, cell: int) -> str:
    """A cell by line and place of the drawing, and the port or beach that it is at."""
    board = box.board
    at = [port.name for port in box.ports if cell in board.port_cells(port.letter)]
    sign = board.signs[board.nodes[cell]]
    beach = f" (beach {sign})" if sign.isdigit() else ""
    return board.name(cell) + (f" (at {at[0]})" if at else beach)


def goods_words(goods: int, cargo: int) -> str:
    """A load in words."""
    return f"{cargo} {COLOURS[goods]}" if cargo else "nothing"


def word_of(code: IntEnum) -> str:
    """How the data files write a code."""
    return code.name.lower().replace("_", "-")


def _effect(code: IntEnum, amount: int) -> str:
    return word_of(code) if is_plain(code) else f"{word_of(code)} {amount}"


def fortune_words(box: Box, card: int) -> str:
    """A fortune card: its name and its effect."""
    one = box.fortune[card]
    return f"« {one.name} » ({_effect(Fortune(one.effect), one.amount)})"


def development_words(box: Box, card: int) -> str:
    """A development card: its name, its power, how much, for which ships."""
    one = box.development[card]
    ships = word_of(Ships(one.ships))
    whose = {"none": "", "all": ", all ships"}.get(ships, f", {ships}")
    return f"« {one.name} » ({_effect(Power(one.effect), one.amount)}{whose})"


def doubloons_words(doubloons: int) -> str:
    """1 doubloon, 2 doubloons."""
    return f"{doubloons} doubloon{'s' if doubloons != 1 else ''}"


def board_text(board: Board, table: Record | None = None) -> str:
    """The board as drawn in the file, with the ships on it."""
    signs = dict(board.signs)
    if table is not None:
        for cell in range(board.n_cells):
            ship = int(table.ship_at[cell])
            if ship != FREE:
                signs[board.nodes[cell]] = SHIP_SIGNS[ship]
    rows, columns = (max(place[k] for place in signs) + 1 for k in (0, 1))
    lines = [" " * (row % 2) + " ".join(signs.get((row, c), LAND) for c in range(columns)) for row in range(rows)]
    return "\n".join(lines)
