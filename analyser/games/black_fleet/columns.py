"""This game's own columns, in the order in which the kernel gives them."""

from collections.abc import Sequence
from pathlib import Path

from analyser.core.schemas import once
from analyser.games.black_fleet.board import BEACHES, FRIGATES, LAIR, MAX_NODES, PORTS, SEA, ZONES, Board
from analyser.games.black_fleet.box import read_box
from analyser.games.black_fleet.decks import PRICES, Card, Fortune
from analyser.games.black_fleet.ports import NO_PORT
from analyser.games.definition import Columns
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, Column, Summed

FORTUNES = (*(effect.name.lower().replace("_", "-") for effect in Fortune), "none")
GAMES = (Column("victory_cost", "UInt8", "what the victory card cost in this game (BF-06)"),)
DEEDS = (
    Column("doubloons", "UInt16", "doubloons held at the end"),
    Column("cards_bought", "UInt8", "development cards and victory card bought: 0 to 5 (BF-24)"),
    Column("sales", "UInt16", "loads sold (BF-14)"),
    Column("robberies", "UInt16", "merchants robbed (BF-17)"),
    Column("burials", "UInt16", "goods buried (BF-18)"),
    Column("sinkings", "UInt16", "pirates sunk (BF-16)"),
    Column("from_sales", "UInt16", "doubloons from sales"),
    Column("from_robbing", "UInt16", "doubloons from robberies"),
    Column("from_burying", "UInt16", "doubloons from burials"),
    Column("from_sinking", "UInt16", "doubloons from sinking pirates"),
    Column("from_cards", "UInt16", "doubloons from fortune cards: stolen, and secret goals (BF-22)"),
    Column("stolen", "UInt16", "doubloons lost to the fortune cards of others"),
    Column("lost_merchants", "UInt16", "own merchants sunk"),
    Column("lost_pirates", "UInt16", "own pirates sunk"),
)
"""Those of deeds; those of cards follow."""
VICTORY_COST = FIRST_GAME_COLUMN
(
    DOUBLOONS,
    CARDS_BOUGHT,
    SALES,
    ROBBERIES,
    BURIALS,
    SINKINGS,
    FROM_SALES,
    FROM_ROBBING,
    FROM_BURYING,
    FROM_SINKING,
    FROM_CARDS,
    STOLEN,
    LOST_MERCHANTS,
    LOST_PIRATES,
) = range(FIRST_SEAT_COLUMN, FIRST_SEAT_COLUMN + 14)
DEV = LOST_PIRATES + 1
DEV_ROUND = DEV + len(PRICES)
VICTORY_ROUND = DEV_ROUND + len(PRICES)
FIRST_FORTUNE = VICTORY_ROUND + 1
"""DEV and DEV_ROUND are the first of four columns each, by price."""

CELL_KINDS = {"sea": SEA, "beach": BEACHES, "far_sea": ZONES, "lair": LAIR, "frigate_start": FRIGATES}
"""Kinds of sea cells, and their signs on the board."""
(
    MERCHANT_VOYAGES,
    PIRATE_VOYAGES,
    FRIGATE_VOYAGES,
    CELL_PLACED,
    CELL_SALES,
    CELL_ROBBERIES,
    CELL_SINKINGS,
    CELL_BURIALS,
    CELL_LOST_MERCHANTS,
    CELL_INCOME,
) = range(10)
"""Rows of `workspace.cells`. Voyages are in the order of the ships of a turn, deeds in that of the acts."""
CELL_COUNTS = (
    Column("merchant_voyages", "UInt64", "voyages of merchants that ended here, also those that only acted"),
    Column("pirate_voyages", "UInt64", "voyages of pirates that ended here"),
    Column("frigate_voyages", "UInt64", "voyages of frigates that ended here"),
    Column("placed", "UInt64", "merchants put here, at the start and after they were sunk (BF-09, BF-20)"),
    Column("sales", "UInt64", "loads sold by a merchant on this cell (BF-14)"),
    Column("robberies", "UInt64", "merchants robbed on this cell, wherever the robber was (BF-17)"),
    Column("sinkings", "UInt64", "pirates sunk on this cell, wherever the frigate was (BF-16)"),
    Column("burials", "UInt64", "goods buried on this beach (BF-18)"),
    Column("lost_merchants", "UInt64", "merchants robbed of their last good, so sunk, on this cell (BF-17)"),
    Column("income", "UInt64", "doubloons from the sales, robberies, sinkings and burials of this cell"),
)
"""What is counted for each sea cell, in that order."""


@once
def columns_of(data: Path) -> Columns:
    """All of them; the cards, the ports and the cells have the names that the data give them."""
    box = read_box(data)
    ports = tuple(port.name for port in box.ports)
    sums = (cells(box.board, ports),)
    return Columns(GAMES, DEEDS + of_cards(box.development), breakdowns=("dev_14",), sums=sums)


def of_cards(cards: Sequence[Card]) -> tuple[Column, ...]:
    """What a seat was dealt, and when it bought it."""
    names = {price: tuple(card.name for card in cards if card.price == price) for price in PRICES}
    return (
        *(Column(f"dev_{price}", "Enum", f"the card dealt at {price} (BF-05)", names[price]) for price in PRICES),
        *(Column(f"dev_{price}_round", "UInt16", "round in which it was bought, from 1; 0: never") for price in PRICES),
        Column("victory_round", "UInt16", "round in which the victory card was bought, from 1; 0: never"),
        Column("first_fortune", "Enum", "the first fortune card dealt (BF-08)", FORTUNES),
    )


def cells(board: Board, ports: tuple[str, ...]) -> Summed:
    """The table of sea cells, in reading order."""
    names = tuple(map(board.name, range(board.n_cells)))
    known = (
        Column("cell", "Enum", "line/place of board.txt, as in the story of a game", names),
        Column("kind", "Enum", "sea, beach, far_sea, lair or frigate_start", tuple(CELL_KINDS)),
        Column("port", "Enum", "the port that it touches, or none", (*ports, NO_PORT)),
        Column("pays", "UInt8", "what a burial pays here; 0: no beach"),
        Column("far_sea_distance", "UInt8", "cells to the nearest far-sea cell, by sea"),
    )
    row = "one row a sea cell, summed over the games of a part"
    return Summed("cells", row, known, known_of_cells(board), CELL_COUNTS, MAX_NODES)


def known_of_cells(board: Board) -> tuple[tuple[int, ...], ...]:
    """Name, kind, port, pay and distance of each sea cell."""
    cells = range(board.n_cells)
    signs = [board.signs[board.nodes[cell]] for cell in cells]
    at = {cell: number for number, letter in enumerate(PORTS) for cell in board.port_cells(letter)}
    kinds = [next(k for k, known in enumerate(CELL_KINDS.values()) if sign in known) for sign in signs]
    ports = [at.get(cell, len(PORTS)) for cell in cells]
    pays = [int(sign) if sign in BEACHES else 0 for sign in signs]
    far = board.steps_from([cell for letter in ZONES for cell in board.marked(letter)])
    return tuple(cells), tuple(kinds), tuple(ports), tuple(pays), tuple(far)
