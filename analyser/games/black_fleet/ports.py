"""Reads the five ports, and checks what they buy against the ledger."""

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from analyser.games.black_fleet.board import Board, crossing
from analyser.games.black_fleet.decks import COLOURS, Rows

LETTERS = "YRGBV"
STOCK = 13
KNOWN_PORT = "La Barbaria"
NO_PORT = "none"
"""What a cell that touches no port says."""


class Port(NamedTuple):
    """A port: whose goods it has, and what it pays for others."""

    name: str
    colour: int
    stock: int
    buys: dict[int, int]


def read_ports(path: Path, board: Board) -> list[Port]:
    """The five ports in the order of COLOURS."""
    file = Rows(path, "ports")
    kinds = {"name": str, "letter": str, "colour": str, "stock": int, "buys": dict}
    ports: list[Port] = []
    for k in range(len(file.rows)):
        row = file.checked(k, kinds)
        colour = file.word(k, "colour", row["colour"], {name: n for n, name in enumerate(COLOURS)})
        if row["letter"] != LETTERS[colour]:
            raise file.refusal(
                k, f"letter = {row['letter']}; the {row['colour']} port is {LETTERS[colour]} on the board"
            )
        if row["stock"] != STOCK:
            raise file.refusal(k, f"stock = {row['stock']}; there are {STOCK} cubes of each colour (BF-03)")
        if row["name"] in ("", NO_PORT) or row["name"] in [port.name for port in ports]:
            raise file.refusal(k, f"name = « {row['name']} »; each port needs a name of its own")
        ports.append(Port(row["name"], colour, row["stock"], _buys(file, k, row)))
    if sorted(port.colour for port in ports) != list(range(len(COLOURS))):
        raise file.refusal(-1, f"{len(ports)} ports; there must be one of each colour: {', '.join(COLOURS)} (BF-03)")
    _check_market(file, ports, board)
    return sorted(ports, key=lambda port: port.colour)


def _buys(file: Rows, number: int, row: dict[str, Any]) -> dict[int, int]:
    buys = {}
    for name, price in row["buys"].items():
        colour = file.word(number, "colour", name, {one: n for n, one in enumerate(COLOURS)})
        if name == row["colour"]:
            raise file.refusal(number, f"{row['name']} buys {name}, its own goods (BF-04)")
        if type(price) is not int or price not in (2, 3):
            raise file.refusal(number, f"{name} = {price}; a port pays 2 or 3 doubloons a cube (BF-04)")
        buys[colour] = price
    if len(buys) != 3:
        raise file.refusal(
            number, f"{row['name']} buys {len(buys)} goods; it must buy three of the four others (BF-04)"
        )
    if row["name"] == KNOWN_PORT and sorted(buys.values()) != [2, 2, 3]:
        raise file.refusal(number, f"{KNOWN_PORT} buys two goods at 2 and one at 3 (BF-04)")
    return buys


def _check_market(file: Rows, ports: list[Port], board: Board) -> None:
    buyers = Counter(colour for port in ports for colour in port.buys)
    if buyers[COLOURS.index("red")] != len(COLOURS) - 1:
        raise file.refusal(-1, "red goods are bought by all four other ports")
    if buyers[COLOURS.index("yellow")] >= len(COLOURS) - 1:
        raise file.refusal(-1, "yellow goods are not bought by all other ports")
    if KNOWN_PORT not in [port.name for port in ports]:
        raise file.refusal(-1, f"no port is called {KNOWN_PORT}, the one that the rulebook names (BF-04)")
    ways: dict[int, list[int]] = {2: [], 3: []}
    for port in ports:
        for colour, price in port.buys.items():
            ways[price].append(crossing(board, LETTERS[port.colour], LETTERS[colour]))
    if not ways[3] or (ways[2] and sum(ways[3]) / len(ways[3]) <= sum(ways[2]) / len(ways[2])):
        raise file.refusal(-1, "goods at 3 must come from farther away than goods at 2, on the average")
