"""Reads the five ports, and checks what they buy against the ledger."""

from pathlib import Path

from analyser.core.schemas import Form, read_toml
from analyser.games.black_fleet import unusual
from analyser.games.black_fleet.board import Board
from analyser.games.black_fleet.decks import COLOURS, meaning

LETTERS = "YRGBV"
STOCK = 13
KNOWN_PORT = "La Barbaria"
NO_PORT = "none"
"""What a cell that touches no port says."""
COLOUR_NUMBERS = {name: number for number, name in enumerate(COLOURS)}


class Port(Form, frozen=True):
    """A port: its goods, and what it pays for others, by the names of the colours."""

    name: str
    letter: str
    colour: str
    stock: int
    buys: dict[str, int]

    def __post_init__(self) -> None:
        letter = LETTERS[meaning("colour", self.colour, COLOUR_NUMBERS)]
        if self.letter != letter:
            raise ValueError(f"letter = {self.letter}; the {self.colour} port is {letter} on the board")
        if self.stock != STOCK:
            raise ValueError(f"stock = {self.stock}; there are {STOCK} cubes of each colour (BF-03)")
        if self.name in ("", NO_PORT):
            raise ValueError(f"name = « {self.name} »; each port needs a different name")
        for colour, price in self.buys.items():
            meaning("colour", colour, COLOUR_NUMBERS)
            if colour == self.colour:
                raise ValueError(f"{self.name} buys {colour}, its own goods (BF-04)")
            if price not in (2, 3):
                raise ValueError(f"{colour} = {price}; a port pays 2 or 3 doubloons a cube (BF-04)")
        if not self.buys:
            raise ValueError(f"{self.name} buys nothing; a port buys some of the four others' goods (BF-04)")
        if self.name == KNOWN_PORT and sorted(self.buys.values()) != [2, 2, 3]:
            raise ValueError(f"{KNOWN_PORT} buys two goods at 2 and one at 3 (BF-04)")

    @property
    def number(self) -> int:
        """The number of its colour."""
        return COLOUR_NUMBERS[self.colour]

    @property
    def prices(self) -> dict[int, int]:
        """What it pays for goods, by the numbers of their colours."""
        return {COLOUR_NUMBERS[colour]: price for colour, price in self.buys.items()}


class Ports(Form, frozen=True):
    """ports.toml."""

    ports: list[Port]

    def __post_init__(self) -> None:
        names = [port.name for port in self.ports]
        if len(set(names)) < len(names):
            raise ValueError(f"names {', '.join(names)}; each port needs a different name")
        if sorted(port.number for port in self.ports) != list(range(len(COLOURS))):
            wanted = f"there must be one of each colour: {', '.join(COLOURS)} (BF-03)"
            raise ValueError(f"{len(self.ports)} ports; {wanted}")
        if KNOWN_PORT not in names:
            raise ValueError(f"no port is called {KNOWN_PORT}, the one that the rulebook names (BF-04)")


def read_ports(path: Path, board: Board) -> list[Port]:
    """The five ports in the order of COLOURS."""
    entries = read_toml(path, Ports).ports
    unusual.look_at_ports(path, entries, board)
    return sorted(entries, key=lambda port: port.number)
