"""A game's board as data to be drawn: in a terminal, on paper, as a heat map. A game with a board has a picture.py."""

from typing import NamedTuple


class Style(NamedTuple):
    """How the cells of one kind look, with and without colours."""

    signs: str
    """Its letters in the data file."""
    word: str
    """What it is, for the legend."""
    fill: str
    """Its colour, as #rrggbb."""
    hatch: str = ""
    """Its pattern on paper, in matplotlib's letters."""


class Hexagon(NamedTuple):
    """One cell of six sides. Every second row is shifted to the right by half a cell."""

    row: int
    column: int
    style: str
    sign: str
    """How it is written in a terminal."""
    mark: str = ""
    """What is printed large in its middle."""
    name: str = ""
    """What it is called in results and stories; only cells that can hold a piece have a name."""
    note: str = ""
    """What is printed small above the mark."""

    @property
    def is_landmark(self) -> bool:
        """Whether it is marked, but cannot hold a piece: a port."""
        return bool(self.mark) and not self.name


class Picture(NamedTuple):
    """A board: its title, how to read it, its cells, and how each kind of them looks, in the order of the legend."""

    title: str
    caption: str
    hexagons: tuple[Hexagon, ...]
    styles: dict[str, Style]

    def rows(self) -> list[list[Hexagon]]:
        """The cells row by row, from left to right."""
        numbers = sorted({one.row for one in self.hexagons})
        return [sorted((one for one in self.hexagons if one.row == row), key=lambda one: one.column) for row in numbers]
