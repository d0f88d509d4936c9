"""Reads `tiles.toml` and checks it against the ledger."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from analyser.core.schemas import Form, line_of, once, read_text, read_toml
from analyser.games.data_warnings import begin_file, warn
from analyser.games.story import many

SYMBOLS = ("anchor", "compass", "blazon", "buoy")
"""The half symbols, that of the first storey first (PT-16)."""
FAMILIES = ("deck", "gunport", "porthole", "quarters")
"""The kinds of equipment other than sails."""
N_SAILS, N_OF_FAMILY = 12, 9
"""How many tiles of equipment there are: sails, and of each family (PT-02)."""
USUAL_COPIES = [3, 3, 3]
"""The designs of a family that we assume (PT-03)."""
MOST_DESIGNS = N_OF_FAMILY
N_SHIPS = 24
OF_STOREYS = {1: 4, 2: 6, 3: 7, 4: 7}
"""How many ship tiles there are of each number of storeys (PT-02)."""
Printed = Annotated[int, Meta(ge=0, le=9)]
"""Places or barrels on a tile, as many as one can show."""
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
    gunports: Printed
    portholes: Printed
    quarters: Printed
    barrels: Printed

    def __post_init__(self) -> None:
        if self.storeys not in OF_STOREYS:
            raise ValueError(f"storeys = {self.storeys}; allowed: 1 to 4 (PT-02)")
        for word in (self.left, self.right):
            symbol_number(word, self.storeys)

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
    designs: Annotated[list[str], Meta(min_length=1, max_length=MOST_DESIGNS)]
    copies: int | list[int]
    """Of each design: one number for all, or one for each."""

    def __post_init__(self) -> None:
        if len(set(self.designs)) != len(self.designs):
            raise ValueError(f"designs = {', '.join(self.designs)}; each name may stand once (PT-03)")
        if len(self.copies_of_each) != len(self.designs) or min(self.copies_of_each) < 1:
            wanted = f"one number for all {len(self.designs)} designs, or a list with 1 or more for each"
            raise ValueError(f"copies = {self.copies}; allowed: {wanted} (PT-03)")
        if sum(self.copies_of_each) != N_OF_FAMILY:
            raise ValueError(f"{sum(self.copies_of_each)} tiles of the family; there are {N_OF_FAMILY} (PT-02)")

    @property
    def copies_of_each(self) -> list[int]:
        """How many tiles of each design there are."""
        return self.copies if isinstance(self.copies, list) else [self.copies] * len(self.designs)


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


def unusual(tiles: Tiles) -> Iterator[tuple[list[str | int], str]]:
    """Where the tiles differ from what the ledger only assumes, and how: lawful, but worth a look."""
    for k, ship in enumerate(tiles.ships):
        if abs(sum(ship.places) - ship.storeys) > 1:
            found = f"{sum(ship.places)} places below deck on {many(ship.storeys, 'storey')}"
            yield ["ships", k], f"{found}; we assumed about as many (PT-22)"
        if ship.barrels < ship.storeys - 1:
            found = f"{many(ship.barrels, 'barrel')} on {many(ship.storeys, 'storey')}"
            yield ["ships", k], f"{found}; we assumed {ship.storeys - 1} or more (PT-22)"
    for k, family in enumerate(tiles.families):
        if family.copies_of_each != USUAL_COPIES:
            found = " + ".join(map(str, family.copies_of_each))
            yield ["families", k], f"designs of the {family.kind} family: {found}; we assumed 3 + 3 + 3 (PT-03)"
    yield from unusual_spreads(tiles.ships)


def unusual_spreads(ships: Sequence[Ship]) -> Iterator[tuple[list[str | int], str]]:
    """Symbols that are not spread evenly over the storeys that tiles have, and barrels that do not grow with them."""
    means = []
    for storeys in OF_STOREYS:
        alike = [ship for ship in ships if ship.storeys == storeys]
        means.append(sum(ship.barrels for ship in alike) / len(alike))
        for side in ("left", "right"):
            words = [getattr(ship, side) for ship in alike]
            spread = {symbol: words.count(symbol) for symbol in SYMBOLS[:storeys]}
            if max(spread.values()) - min(spread.values()) > 1:
                found = ", ".join(f"{n} {symbol}" for symbol, n in spread.items())
                what = f"{side} symbols of the tiles of {many(storeys, 'storey')}: {found}"
                yield ["ships"], f"{what}; we assumed an even spread (PT-22)"
    if means != sorted(set(means)):
        yield ["ships"], "barrels do not grow with the height, on average; reviews tell that they do (PT-22)"


@once
def read_tiles(path: Path) -> Tiles:
    """All tiles: what the rulebook forbids is refused, what we only assume is warned of."""
    tiles = read_toml(path, Tiles)
    begin_file(path)
    for parts, sentence in unusual(tiles):
        warn(path, line_of(read_text(path), parts), sentence)
    return tiles
