"""What is in the box: the board, the ports and the three decks, as the data files have them."""

from pathlib import Path
from typing import NamedTuple

from analyser.core.schemas import once
from analyser.games.black_fleet.board import Board, read_board
from analyser.games.black_fleet.decks import Card, MovementCard, read_development, read_fortune, read_movement
from analyser.games.black_fleet.ports import Port, read_ports


class Box(NamedTuple):
    """All of it. Ports are in the order of the colours, development cards from the cheapest."""

    board: Board
    ports: list[Port]
    movement: list[MovementCard]
    fortune: list[Card]
    development: list[Card]


@once
def read_box(folder: Path) -> Box:
    """The box of a folder."""
    board = read_board(folder / "board.txt")
    return Box(
        board,
        read_ports(folder / "ports.toml", board),
        read_movement(folder / "movement.toml"),
        read_fortune(folder / "fortune.toml"),
        read_development(folder / "development.toml"),
    )
