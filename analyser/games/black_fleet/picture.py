"""The board as data to be drawn: sea, land, ports with their prices, beaches, lairs, far sea and frigates."""

from collections.abc import Sequence
from pathlib import Path

from analyser.games.black_fleet.board import BEACHES, FRIGATES, ISLAND, LAIR, LAND, PORTS, SEA, ZONES, Place
from analyser.games.black_fleet.box import read_box
from analyser.games.black_fleet.ports import Port
from analyser.games.picture import Hexagon, Picture, Style

TITLE = "Black Fleet: the board (a reconstruction)"
CAPTION = (
    "8/7: the 7th cell of the 8th line. At Y: beside port Y. R3 in a port: it buys red goods at 3 doubloons a cube."
)
GOODS_FILLS = ("#F0E442", "#D55E00", "#009E73", "#0072B2", "#CC79A7")
"""Colours that colour-blind people can distinguish too (Okabe and Ito), in the order of the goods."""
STYLES = {
    "sea": Style(SEA, "open sea", "#EAF3F9"),
    "beach": Style(" ".join(BEACHES), "beach: pays this many doubloons for a buried good", "#F6DFA4", "..."),
    "far_sea": Style(" ".join(ZONES), "far sea: pirates enter by these cells", "#9CC3E0", "///"),
    "lair": Style(LAIR, "pirate lair, for those who hold the card", "#E3D3EE", "++"),
    "frigate_start": Style(" ".join(FRIGATES), "where the yellow and the violet frigate start", "#FFFFFF", "|||"),
    "island": Style(ISLAND, "island, crossed only with a card", "#B9A88A", "xxx"),
    "land": Style(LAND, "mainland, never crossed", "#6E6E6E", "---"),
}


def board_picture(data: Path) -> Picture:
    """The board of a folder."""
    board, ports = read_box(data)[:2]
    rows, columns = (max(place[k] for place in board.signs) + 1 for k in (0, 1))
    names = {board.nodes[cell]: board.name(cell) for cell in range(board.n_cells)}
    touching = {board.nodes[cell]: letter for letter in PORTS for cell in board.port_cells(letter)}
    places = [(row, column) for row in range(rows) for column in range(columns)]
    styles = STYLES | {letter: port_style(port) for letter, port in zip(PORTS, ports, strict=True)}
    hexagons = [hexagon(place, board.signs.get(place, LAND), names, touching, ports) for place in places]
    return Picture(TITLE, CAPTION, tuple(hexagons), styles)


def hexagon(
    place: Place, sign: str, names: dict[Place, str], touching: dict[Place, str], ports: Sequence[Port]
) -> Hexagon:
    """One sign of the drawing. A cell at a port has its letter above, a port what it buys."""
    if sign in PORTS:
        return Hexagon(*place, sign, sign, sign, "", prices(ports[PORTS.index(sign)]))
    style = next(name for name, one in STYLES.items() if sign in one.signs.split())
    mark = "" if sign in (SEA, ISLAND, LAND) else sign
    note = f"at {touching[place]}" if place in touching else ""
    return Hexagon(*place, style, sign, mark, names.get(place, ""), note)


def prices(port: Port) -> str:
    """What a port buys, in letters: R3 G3 B2."""
    return " ".join(f"{PORTS[colour]}{price}" for colour, price in port.prices.items())


def port_style(port: Port) -> Style:
    """A port in the colour of its goods."""
    buys = ", ".join(f"{colour} at {price}" for colour, price in port.buys.items())
    word = f"{port.name}: {port.colour} goods; buys {buys}"
    return Style(port.letter, word, GOODS_FILLS[port.number])
