"""Reads `tiles.toml` and checks it against the ledger."""

from collections import Counter
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from analyser.core.schemas import Form, once, read_toml

SYMBOLS = ("anchor", "compass", "blazon", "buoy")
"""The half symbols, that of the first storey first (PT-16)."""
FAMILIES = ("deck", "gunport", "porthole", "quarters")
"""The kinds of equipment other than sails."""
N_SAILS, N_DESIGNS, COPIES = 12, 3, 3
N_SHIPS = 24
OF_STOREYS = {1: 4, 2: 6, 3: 7, 4: 7}
"""How many ship tiles there are of each number of storeys (PT-02)."""
MOST_BARRELS = 9
N_ENDS = 4


def symbol_number(word: str, storeys: int) -> int:
    """A half symbol by number, of a storey that the tile has."""
    if word not in SYMBOLS[:storeys]:
        known = ", ".join(SYMBOLS[:storeys])
        raise ValueError(f"symbol « {word} »; allowed with {storeys} storeys: {known} (PT-16)")
    return SYMBOLS.index(word)


class Ship(Form, frozen=True):
    """A ship tile: the half symbols of its edges, its places below deck and its barrels."""

    storeys: int
    left: str
    right: str
    gunports: int
    portholes: int
    quarters: int
    barrels: int

    def __post_init__(self) -> None:
        if self.storeys not in OF_STOREYS:
            raise ValueError(f"storeys = {self.storeys}; allowed: 1 to 4 (PT-02)")
        for word in (self.left, self.right):
            symbol_number(word, self.storeys)
        if min(self.places) < 0 or abs(sum(self.places) - self.storeys) > 1:
            found = f"{sum(self.places)} places below deck on {self.storeys} storeys"
            raise ValueError(f"{found}; about as many (PT-22)")
        if not self.storeys - 1 <= self.barrels <= MOST_BARRELS:
            allowed = f"{self.storeys - 1} to {MOST_BARRELS}"
            raise ValueError(f"barrels = {self.barrels} on {self.storeys} storeys; allowed: {allowed} (PT-22)")

    @property
    def symbols(self) -> tuple[int, int]:
        """The half symbols of its left and right edge, by number."""
        return SYMBOLS.index(self.left), SYMBOLS.index(self.right)

    @property
    def places(self) -> tuple[int, int, int]:
        """The places below deck, by kind of equipment."""
        return self.gunports, self.portholes, self.quarters


class Family(Form, frozen=True):
    """The tiles of one kind of equipment."""

    kind: str
    designs: list[str]
    copies: int

    def __post_init__(self) -> None:
        if len(self.designs) != N_DESIGNS or len(set(self.designs)) != N_DESIGNS or self.copies != COPIES:
            raise ValueError(f"a family has {N_DESIGNS} designs of different names x {COPIES} (PT-03)")


class Ends(Form, frozen=True):
    """Prow and stern of a seat."""

    seat: int
    prow: str
    stern: str

    def __post_init__(self) -> None:
        for word in (self.prow, self.stern):
            symbol_number(word, len(SYMBOLS))

    @property
    def symbols(self) -> tuple[int, int]:
        """The half symbols of prow and stern, by number."""
        return SYMBOLS.index(self.prow), SYMBOLS.index(self.stern)


class Tiles(Form, frozen=True):
    """tiles.toml."""

    sails: Annotated[int, Meta(ge=N_SAILS, le=N_SAILS)]
    ships: Annotated[list[Ship], Meta(min_length=N_SHIPS, max_length=N_SHIPS)]
    families: Annotated[list[Family], Meta(min_length=len(FAMILIES), max_length=len(FAMILIES))]
    ends: Annotated[list[Ends], Meta(min_length=N_ENDS, max_length=N_ENDS)]

    def __post_init__(self) -> None:
        kinds, seats = [one.kind for one in self.families], [one.seat for one in self.ends]
        if kinds != list(FAMILIES):
            raise ValueError(f"families: {', '.join(kinds)}; there must be {', '.join(FAMILIES)} (PT-02)")
        if seats != list(range(1, N_ENDS + 1)):
            raise ValueError(f"ends: seats {', '.join(map(str, seats))}; there must be 1 to {N_ENDS} in order (PT-01)")
        self._check_ships()

    def _check_ships(self) -> None:
        if Counter(ship.storeys for ship in self.ships) != Counter(OF_STOREYS):
            wanted = ", ".join(f"{n} of {storeys}" for storeys, n in OF_STOREYS.items())
            raise ValueError(f"the numbers of tiles by storeys are wrong; there must be {wanted} (PT-02)")
        means = []
        for storeys in OF_STOREYS:
            alike = [ship for ship in self.ships if ship.storeys == storeys]
            means.append(sum(ship.barrels for ship in alike) / len(alike))
            _check_spread("left", storeys, [ship.left for ship in alike])
            _check_spread("right", storeys, [ship.right for ship in alike])
        if means != sorted(set(means)):
            raise ValueError("barrels must grow with the height, on the average (PT-22)")


def _check_spread(side: str, storeys: int, words: list[str]) -> None:
    spread = [words.count(symbol) for symbol in SYMBOLS[:storeys]]
    if max(spread) - min(spread) > 1:
        what = f"the {side} symbols of the tiles with {storeys} storeys are not spread evenly"
        raise ValueError(f"{what}: {spread} (PT-22)")


@once
def read_tiles(path: Path) -> Tiles:
    """All tiles, checked."""
    return read_toml(path, Tiles)
