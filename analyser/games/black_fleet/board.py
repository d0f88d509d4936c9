"""Reads `board.txt`, checks it against what the rulebook states, and works out who touches whom and how far it is.

What only reviews report of the board, or we assume, `unusual.py` warns of.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

from analyser.core.errors import BadInput
from analyser.core.schemas import read_text
from analyser.games.black_fleet import unusual

DRAWING = "board:"
LAND, ISLAND, SEA, LAIR = "#", "o", "~", "x"
PORTS = "YRGBV"
ZONES = "abc"
FRIGATES = "yv"
BEACHES = "123456789"
SEA_SIGNS = SEA + LAIR + ZONES + FRIGATES + BEACHES
SIGNS = LAND + ISLAND + PORTS + SEA_SIGNS

MAX_NODES = 208
"""Sea cells and islands together: what the table has room for."""

Place = tuple[int, int]
"""Row and column of a sign, from 0."""


@dataclass(frozen=True, eq=False)
class Board:
    """The board as a graph. Nodes are numbered: first all sea cells in reading order, then all islands."""

    path: Path
    first_line: int
    signs: dict[Place, str]
    nodes: tuple[Place, ...]
    n_cells: int

    def marked(self, sign: str) -> list[int]:
        """The sea cells with this sign."""
        return [k for k in range(self.n_cells) if self.signs[self.nodes[k]] == sign]

    @cached_property
    def numbers(self) -> dict[Place, int]:
        """The number of the node at each place."""
        return {place: number for number, place in enumerate(self.nodes)}

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """For each node, the nodes that touch it, sea cells first."""
        return [sorted(self.numbers[one] for one in _around(place) if one in self.numbers) for place in self.nodes]

    @cached_property
    def sea_neighbours(self) -> list[list[int]]:
        """For each node, the sea cells that touch it."""
        return [[other for other in beside if other < self.n_cells] for beside in self.neighbours]

    def port_cells(self, letter: str) -> list[int]:
        """The sea cells that touch a port."""
        (place,) = (place for place, sign in self.signs.items() if sign == letter)
        return sorted(self.numbers[one] for one in _around(place) if self.numbers.get(one, MAX_NODES) < self.n_cells)

    def steps_from(self, starts: Iterable[int], over_islands: bool = False, without: int = -1) -> list[int]:
        """How many cells each sea cell is away from the nearest start, around the cell `without`; -1 if it cannot be
        reached.
        """
        neighbours = self.neighbours if over_islands else self.sea_neighbours
        steps = [-1] * len(self.nodes)
        todo = deque(start for start in starts if start != without)
        for start in todo:
            steps[start] = 0
        while todo:
            cell = todo.popleft()
            for other in neighbours[cell]:
                if steps[other] < 0 and other != without:
                    steps[other] = steps[cell] + 1
                    todo.append(other)
        return steps[: self.n_cells]

    def name(self, cell: int) -> str:
        """A cell as people name it: line and place in the drawing, from 1."""
        row, column = self.nodes[cell]
        return f"{row + 1}/{column + 1}"

    def refusal(self, reason: str, place: Place | None = None) -> BadInput:
        """What is wrong, and where in the file."""
        line = self.first_line + (place[0] if place else 0)
        where = f", sign {place[1] + 1}" if place else ""
        return BadInput(f"{self.path}, line {line}{where}: {reason}. Correct the drawing.")


def _around(place: Place) -> list[Place]:
    row, column = place
    shift = row % 2
    beside = [(row, column - 1), (row, column + 1)]
    return beside + [(row + up, column + side - 1 + shift) for up in (-1, 1) for side in (0, 1)]


def read_board(path: Path) -> Board:
    """The board of a file; a breach of the ledger is refused with line and reason."""
    lines = read_text(path).splitlines()
    if DRAWING not in lines:
        raise BadInput(f"{path}: no line « {DRAWING} ». The drawing stands below it. Correct the file.")
    first = lines.index(DRAWING) + 1
    signs: dict[Place, str] = {}
    for row, line in enumerate(lines[first:]):
        _read_row(line, row, signs, f"{path}, line {first + row + 1}")
    sea = sorted(place for place, sign in signs.items() if sign in SEA_SIGNS)
    islands = sorted(place for place, sign in signs.items() if sign == ISLAND)
    board = Board(path, first + 1, signs, (*sea, *islands), len(sea))
    _check(board)
    return board


def _read_row(line: str, row: int, signs: dict[Place, str], where: str) -> None:
    shift = row % 2
    if line[:shift].strip() or line[shift : shift + 1] == " ":
        wanted = "begin with one blank" if shift else "begin at the margin"
        raise BadInput(f"{where}: every second line is shifted by half a cell; this one must {wanted}.")
    for column, sign in enumerate(line[shift:].rstrip().split(" ")):
        if sign not in SIGNS or len(sign) != 1:
            raise BadInput(
                f"{where}: « {sign} » is no sign of the legend. Allowed: {' '.join(SIGNS)}, one blank apart."
            )
        signs[row, column] = sign


def _check(board: Board) -> None:
    if len(board.nodes) > MAX_NODES:
        raise board.refusal(f"{len(board.nodes)} sea cells and islands are too many; allowed: at most {MAX_NODES}")
    for letter in PORTS:
        _check_port(board, letter)
    for letter in FRIGATES:
        _check_count(board, letter, 1, "frigate start")
    for letter in ZONES:
        _check_count(board, letter, 2, "cells of the far-sea zone")
    _check_reachable(board)
    _check_ports_apart(board)
    unusual.look_at_board(board)


def _check_count(board: Board, letter: str, wanted: int, what: str) -> None:
    found = board.marked(letter)
    if len(found) != wanted:
        place = board.nodes[found[wanted]] if len(found) > wanted else None
        raise board.refusal(f"« {letter} » stands {len(found)} times; {what} « {letter} »: {wanted}", place)


def _check_port(board: Board, letter: str) -> None:
    places = [place for place, sign in board.signs.items() if sign == letter]
    if len(places) != 1:
        raise board.refusal(
            f"port « {letter} » stands {len(places)} times; it must once", places[1] if places else None
        )
    cells = board.port_cells(letter)
    if len(cells) != 3:
        raise board.refusal(f"port « {letter} » touches {len(cells)} sea cells; it must touch three (BF-03)", places[0])


def _check_reachable(board: Board) -> None:
    for cell, steps in enumerate(board.steps_from([0])):
        if steps < 0:
            raise board.refusal("this sea cell cannot be reached from the others", board.nodes[cell])


def _check_ports_apart(board: Board) -> None:
    for one, other in combinations(PORTS, 2):
        shared = set(board.port_cells(one)) & set(board.port_cells(other))
        if shared:
            raise board.refusal(f"this cell touches both ports {one} and {other}", board.nodes[min(shared)])


def crossing(board: Board, one: str, other: str) -> int:
    """How many cells it is from a port to another."""
    steps = board.steps_from(board.port_cells(one))
    return min(steps[cell] for cell in board.port_cells(other))
