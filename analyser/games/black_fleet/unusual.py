"""Looks for what the rulebook does not forbid, but reviews or we have otherwise: warned of, and accepted.

The rulebook prints neither the board nor the cards. So whoever has the box on the table must be able to type it in,
even where it differs from what is reported of it (rules.md, « What a loader refuses and what it only warns of »).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.core.schemas import line_of, read_text
from analyser.games.data_warnings import begin_file, warn

if TYPE_CHECKING:
    from analyser.games.black_fleet.board import Board, Place
    from analyser.games.black_fleet.decks import FortuneEntry, MovementCard
    from analyser.games.black_fleet.ports import Port

COPIES = 4
HIGHEST = {"merchant": (2, 5), "pirate": (2, 4), "yellow": (1, 4), "violet": (1, 4)}
EACH_FRIGATE = 22
KNOWN_CARD = (5, 3, 1)
"""The moves of merchant, pirate and frigate on the one card that reviews show."""
GOODS_BOUGHT = 3
EVERYWHERE = 4
"""How many ports red goods are sold at, and yellow ones not."""
SEA_CELLS = (110, 160)
CROSSINGS = (6, 14)
N_BEACHES = (10, 14)
N_LAIRS = (4, 6)
BEACH_PAYS = "346"
BEST_BEACH = "6"


def look_at_movement(path: Path, cards: Sequence[MovementCard]) -> None:
    """The highest and lowest moves, how the cards divide between the frigates, and the card that is known."""
    begin_file(path)
    text = read_text(path)
    for number, card in enumerate(cards):
        for name, (least, most) in HIGHEST.items():
            moves = getattr(card, name)
            if moves is not None and not least <= moves <= most:
                sentence = f"{name} = {moves}; reviews tell of {least} to {most}"
                warn(path, line_of(text, ["cards", number]), sentence)
    for name in ("yellow", "violet"):
        n = sum(getattr(card, name) is not None for card in cards)
        if n != EACH_FRIGATE:
            warn(path, None, f"{n} cards move the {name} frigate; we assume {EACH_FRIGATE}")
    if KNOWN_CARD not in [card.moves[:3] for card in cards]:
        warn(path, None, "the one card that reviews show is not there: merchant 5, pirate 3, frigate 1")


def look_at_fortune(path: Path, entries: Sequence[FortuneEntry]) -> None:
    """How many copies there are of a card, and cards of one effect."""
    begin_file(path)
    text = read_text(path)
    seen: set[str] = set()
    for number, entry in enumerate(entries):
        line = line_of(text, ["cards", number])
        if entry.copies != COPIES:
            warn(path, line, f"{entry.copies} copies of « {entry.name} »; we assume {COPIES}")
        if entry.effect in seen:
            warn(path, line, f"a second card of the effect « {entry.effect} »; we assume one")
        seen.add(entry.effect)


def look_at_ports(path: Path, ports: Sequence[Port], board: Board) -> None:
    """How many goods a port buys, who buys red and yellow, and whether goods from afar pay more."""
    begin_file(path)
    text = read_text(path)
    for number, port in enumerate(ports):
        if len(port.buys) != GOODS_BOUGHT:
            sentence = f"{port.name} buys {len(port.buys)} of the other goods; we assume {GOODS_BOUGHT}"
            warn(path, line_of(text, ["ports", number]), sentence)
    buyers = Counter(colour for port in ports for colour in port.buys)
    for port in ports:
        if not buyers[port.colour]:
            warn(path, None, f"no port buys {port.colour} goods, so a merchant that loads them never sells again")
    if buyers["red"] != EVERYWHERE:
        warn(path, None, f"{buyers['red']} ports buy red goods; reviews tell of all {EVERYWHERE} others")
    if buyers["yellow"] >= EVERYWHERE:
        warn(path, None, f"{buyers['yellow']} ports buy yellow goods; reviews tell of fewer than for red")
    look_at_distances(path, ports, board)


def look_at_distances(path: Path, ports: Sequence[Port], board: Board) -> None:
    """Goods at 3 come from farther away than goods at 2, on the average."""
    from analyser.games.black_fleet.board import crossing

    letters = {port.colour: port.letter for port in ports}
    ways: dict[int, list[int]] = {2: [], 3: []}
    for port in ports:
        for colour, price in port.buys.items():
            ways[price].append(crossing(board, port.letter, letters[colour]))
    if ways[2] and ways[3] and sum(ways[3]) / len(ways[3]) <= sum(ways[2]) / len(ways[2]):
        warn(path, None, "goods at 3 do not come from farther away than goods at 2, on the average, as reviews tell")


def look_at_board(board: Board) -> None:
    """Sizes and numbers; where frigates, beaches, far-sea zones and ports lie; what one ship can close."""
    from analyser.games.black_fleet.board import BEACHES, LAIR

    begin_file(board.path)
    beaches = [cell for sign in BEACHES for cell in board.marked(sign)]
    say_number(board, board.n_cells, SEA_CELLS, "sea cells")
    say_number(board, len(beaches), N_BEACHES, "beaches")
    say_number(board, len(board.marked(LAIR)), N_LAIRS, "pirate lairs")
    for cell in beaches:
        sign = board.signs[board.nodes[cell]]
        if sign not in BEACH_PAYS:
            say(board, f"this beach pays {sign}; reviews tell of 3, 4 and 6", board.nodes[cell])
    look_at_ports_of_board(board)
    look_at_middle(board)
    look_at_corners(board)
    look_at_straits(board)


def say(board: Board, sentence: str, place: Place | None = None) -> None:
    """Warn of something on the board."""
    where = f"sign {place[1] + 1}: " if place else ""
    warn(board.path, board.first_line + place[0] if place else None, where + sentence)


def say_number(board: Board, found: int, limits: tuple[int, int], what: str) -> None:
    """Warn of more or fewer than we assume."""
    if not limits[0] <= found <= limits[1]:
        say(board, f"{found} {what}; we assume {limits[0]} to {limits[1]}")


def look_at_ports_of_board(board: Board) -> None:
    """Ports lie on the edge, 6 to 14 cells apart."""
    from analyser.games.black_fleet.board import PORTS, crossing

    rows = max(row for row, _ in board.signs)
    for (row, column), sign in board.signs.items():
        width = max(one for line, one in board.signs if line == row)
        if sign in PORTS and row not in (0, rows) and column not in (0, width):
            say(board, f"port « {sign} » is not on an edge of the board, as we assume", (row, column))
    for one, other in combinations(PORTS, 2):
        cells = crossing(board, one, other)
        if not CROSSINGS[0] <= cells <= CROSSINGS[1]:
            limits = f"{CROSSINGS[0]} to {CROSSINGS[1]}"
            say(board, f"from port {one} to port {other} it is {cells} cells; we assume {limits}")


def look_at_middle(board: Board) -> None:
    """The frigates start, and the best beaches lie, in the middle half of the board."""
    from analyser.games.black_fleet.board import FRIGATES

    rows, columns = _last(board)
    for cell in (*board.marked(BEST_BEACH), *board.marked(FRIGATES[0]), *board.marked(FRIGATES[1])):
        row, column = board.nodes[cell]
        if not (rows <= 4 * row <= 3 * rows and columns <= 4 * column <= 3 * columns):
            sentence = "reviews tell of frigates that start, and of beaches that pay 6, near the middle"
            say(board, sentence, (row, column))


def look_at_corners(board: Board) -> None:
    """Far-sea zones lie at corners, each at its own."""
    from analyser.games.black_fleet.board import ZONES

    rows, columns = _last(board)
    taken: set[Place] = set()
    for letter in ZONES:
        places = [board.nodes[cell] for cell in board.marked(letter)]
        found = {(row > rows // 2, column > columns // 2) for row, column in places}
        is_far = any(min(row, rows - row) > 1 or min(column, columns - column) > 1 for row, column in places)
        if is_far or len(found) > 1 or found & taken:
            say(board, f"far-sea zone « {letter} » lies at no corner of its own, as reviews tell", places[0])
        taken |= found


def look_at_straits(board: Board) -> None:
    """No single ship can close a port or a far-sea zone."""
    for cell, cut in straits(board).items():
        names = " and ".join(f"« {letter} »" for letter in cut)
        say(board, f"one ship on this cell cuts {names} off from the rest of the sea", board.nodes[cell])


def straits(board: Board) -> dict[int, list[str]]:
    """The sea cells without which some port or far-sea zone lies apart from the others, and which do."""
    from analyser.games.black_fleet.board import PORTS, ZONES

    gates = {letter: board.port_cells(letter) for letter in PORTS} | {zone: board.marked(zone) for zone in ZONES}
    found: dict[int, list[str]] = {}
    for cell in range(board.n_cells):
        joined = _most_joined(board, gates, cell)
        if len(joined) < len(gates):
            found[cell] = [name for name in gates if name not in joined]
    return found


def _most_joined(board: Board, gates: dict[str, list[int]], without: int) -> list[str]:
    """The most ports and far-sea zones that one stretch of sea joins, around a cell."""
    most: list[str] = []
    seen: set[int] = set()
    for start in (cell for cells in gates.values() for cell in cells if cell != without):
        if start not in seen:
            stretch = {cell for cell, steps in enumerate(board.steps_from([start], without=without)) if steps >= 0}
            most = max(most, [name for name, cells in gates.items() if stretch & set(cells)], key=len)
            seen |= stretch
    return most


def _last(board: Board) -> Place:
    """The last row and the last place across."""
    return max(row for row, _ in board.signs), max(column for _, column in board.signs)
