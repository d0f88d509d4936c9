"""Reads `tiles.toml` and checks it against the ledger."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from analyser.errors import BadInput

SYMBOLS = ("anchor", "compass", "blazon", "buoy")
"""The half symbols, that of the first storey first (PT-16)."""
FAMILIES = ("deck", "gunport", "porthole", "quarters")
"""The kinds of equipment other than sails."""
BELOW_DECK = {"gunport": "gunports", "porthole": "portholes", "quarters": "quarters"}
"""Kinds of places below deck, and how an entry calls their number."""
N_SAILS, N_DESIGNS, COPIES = 12, 3, 3
N_SHIPS = 24
OF_STOREYS = {1: 4, 2: 6, 3: 7, 4: 7}
"""How many ship tiles have so many storeys (PT-02)."""
MOST_BARRELS = 9
N_ENDS = 4
SHIP_FIELDS = {"storeys": int, "left": str, "right": str, **dict.fromkeys(BELOW_DECK.values(), int), "barrels": int}
FAMILY_FIELDS = {"kind": str, "designs": list, "copies": int}
END_FIELDS = {"seat": int, "prow": str, "stern": str}


class Ship(NamedTuple):
    """A ship tile. Symbols by number; places: gunports, portholes, quarters."""

    storeys: int
    left: int
    right: int
    places: tuple[int, int, int]
    barrels: int


class Tiles(NamedTuple):
    """All tiles: the ship tiles, the designs by family, prow and stern by seat."""

    ships: list[Ship]
    designs: list[list[str]]
    ends: list[tuple[int, int]]


class File:
    """A file of entries, one a line, so that a breach can be shown its line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.text = path.read_text(encoding="utf-8")
            self.content = tomllib.loads(self.text)
        except (OSError, ValueError, RecursionError) as problem:
            raise BadInput(f"{path}: cannot be read ({problem}). Mend the file.") from None
        wanted = {"sails", "ships", "families", "ends"}
        if set(self.content) != wanted:
            raise BadInput(f"{path}: found {', '.join(self.content)}; it needs {', '.join(sorted(wanted))}. Mend it.")

    def refusal(self, key: str, number: int, reason: str) -> BadInput:
        """What is wrong with an entry of a list, and in which line; -1: with the list."""
        lines = self.text.splitlines()
        first = next((n for n, line in enumerate(lines, start=1) if line.split("=")[0].strip() == key), 1)
        return BadInput(f"{self.path}, line {first + number + 1}: {reason}. Mend the file.")

    def rows(self, key: str, kinds: Mapping[str, type], size: int, clause: str) -> list[dict[str, Any]]:
        """The entries of a list: so many, each with exactly these fields, of these types."""
        rows = self.content[key]
        if not isinstance(rows, list) or len(rows) != size:
            found = len(rows) if isinstance(rows, list) else rows
            raise self.refusal(key, -1, f"{key}: {found} entries; there must be {size}, one a line ({clause})")
        for number, row in enumerate(rows):
            if not isinstance(row, dict) or set(row) != set(kinds):
                found = ", ".join(row) if isinstance(row, dict) else str(row)
                raise self.refusal(key, number, f"found {found}; an entry of {key} has {', '.join(kinds)}")
            for name, kind in kinds.items():
                if not isinstance(row[name], kind) or isinstance(row[name], bool):
                    raise self.refusal(key, number, f"{name} = {row[name]} is not of type {kind.__name__}")
        return rows

    def symbol(self, key: str, number: int, word: str, storeys: int) -> int:
        """A half symbol by number, of a storey that the tile has."""
        if word not in SYMBOLS[:storeys]:
            known = ", ".join(SYMBOLS[:storeys])
            raise self.refusal(key, number, f"symbol « {word} »; allowed with {storeys} storeys: {known} (PT-16)")
        return SYMBOLS.index(word)


def read_tiles(path: Path) -> Tiles:
    """All tiles, checked."""
    file = File(path)
    if file.content["sails"] != N_SAILS:
        raise file.refusal("sails", -1, f"sails = {file.content['sails']}; there are {N_SAILS} (PT-02)")
    ships = [_ship(file, k, row) for k, row in enumerate(file.rows("ships", SHIP_FIELDS, N_SHIPS, "PT-02"))]
    _check_ships(file, ships)
    return Tiles(ships, _designs(file), _ends(file))


def _ship(file: File, number: int, row: dict[str, Any]) -> Ship:
    storeys, barrels = row["storeys"], row["barrels"]
    if storeys not in OF_STOREYS:
        raise file.refusal("ships", number, f"storeys = {storeys}; allowed: 1 to 4 (PT-02)")
    symbols = [file.symbol("ships", number, row[side], storeys) for side in ("left", "right")]
    places = [row[name] for name in BELOW_DECK.values()]
    if min(places) < 0 or abs(sum(places) - storeys) > 1:
        raise file.refusal(
            "ships", number, f"{sum(places)} places below deck on {storeys} storeys; about as many (PT-22)"
        )
    if not storeys - 1 <= barrels <= MOST_BARRELS:
        allowed = f"{storeys - 1} to {MOST_BARRELS}"
        raise file.refusal("ships", number, f"barrels = {barrels} on {storeys} storeys; allowed: {allowed} (PT-22)")
    return Ship(storeys, symbols[0], symbols[1], (places[0], places[1], places[2]), barrels)


def _check_ships(file: File, ships: Sequence[Ship]) -> None:
    found = Counter(ship.storeys for ship in ships)
    if found != Counter(OF_STOREYS):
        wanted = ", ".join(f"{n} of {storeys}" for storeys, n in OF_STOREYS.items())
        raise file.refusal("ships", -1, f"the numbers of tiles by storeys are wrong; there must be {wanted} (PT-02)")
    means = []
    for storeys in OF_STOREYS:
        alike = [ship for ship in ships if ship.storeys == storeys]
        means.append(sum(ship.barrels for ship in alike) / len(alike))
        for side in ("left", "right"):
            counts = Counter(getattr(ship, side) for ship in alike)
            spread = [counts[symbol] for symbol in range(storeys)]
            if max(spread) - min(spread) > 1:
                what = f"the {side} symbols of the tiles with {storeys} storeys are not spread evenly"
                raise file.refusal("ships", -1, f"{what}: {spread} (PT-22)")
    if means != sorted(set(means)):
        raise file.refusal("ships", -1, "barrels must grow with the height, on the average (PT-22)")


def _designs(file: File) -> list[list[str]]:
    rows = file.rows("families", FAMILY_FIELDS, len(FAMILIES), "PT-02")
    for k, row in enumerate(rows):
        if row["kind"] != FAMILIES[k]:
            raise file.refusal("families", k, f"kind « {row['kind']} »; here stands {FAMILIES[k]} (PT-02)")
        designs = row["designs"]
        good = len(designs) == len({*map(str, designs)}) == N_DESIGNS and all(isinstance(one, str) for one in designs)
        if not good or row["copies"] != COPIES:
            raise file.refusal("families", k, f"a family has {N_DESIGNS} designs of different names x {COPIES} (PT-03)")
    return [list(row["designs"]) for row in rows]


def _ends(file: File) -> list[tuple[int, int]]:
    ends = []
    for k, row in enumerate(file.rows("ends", END_FIELDS, N_ENDS, "PT-01")):
        if row["seat"] != k:
            raise file.refusal("ends", k, f"seat = {row['seat']}; here stands seat {k} (PT-01)")
        ends.append((file.symbol("ends", k, row["prow"], 4), file.symbol("ends", k, row["stern"], 4)))
    return ends
