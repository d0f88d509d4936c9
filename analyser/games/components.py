"""What a designer's own game is written with: settings, state, choices, components, and the verbs of the rules.

A game of your own is one Python file that imports from here; docs/tutorial/your-game.md shows one, and
docs/reference/own-game.md has every name. The verbs (`ask`, `roll`, ...) mean something only inside the rules, which
are compiled: there each call is connected to the table that is being played on.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any, NoReturn

Number = int | float
DATA_FILES: list[Path] = []
"""The data files that the game which is being loaded has read."""
NOBODY = -1
"""No seat, no card."""


@dataclass(frozen=True)
class Setting:
    """A number of the rules that can be changed with --set: default, least, most, meaning.

    A word: Setting("row", words=("row", "contact"), meaning="..."). Yes or no: Setting(True, meaning="...").
    """

    default: int | float | bool | str
    least: Number | None = None
    most: Number | None = None
    meaning: str = ""
    words: Sequence[str] = ()
    tries: Sequence[Any] = ()
    """Values worth trying; derived if left out."""
    status: str = "stated"
    """« assumed » if the rules do not say: `analyse sensitivity` tries others."""
    clause: str = ""


@dataclass(frozen=True)
class Field:
    """Numbers on the table: how many, of which kind, from which start, and whether they are hidden."""

    shape: tuple[int, ...] = ()
    kind: type = int
    start: Number = 0
    is_per_seat: bool = False
    is_hidden: bool = False


def array(*shape: int, kind: type = int, start: Number = 0) -> Field:
    """Several numbers: (6) is a row, (8, 8) a square."""
    return Field(shape, kind, start)


def per_seat(kind: "type | Field" = int, start: Number = 0) -> Field:
    """A number for each seat; of array(4), four for each."""
    inner = kind if isinstance(kind, Field) else Field((), kind, start)
    return replace(inner, is_per_seat=True)


def hidden(kind: "type | Field" = int, start: Number = 0) -> Field:
    """Numbers that strategies do not see. One per seat is seen by its own seat, as `view.my_<name>`."""
    inner = kind if isinstance(kind, Field) else Field((), kind, start)
    return replace(inner, is_hidden=True)


@dataclass(frozen=True)
class Numbers:
    """A decision whose choices are whole numbers."""

    least: int
    most: int


def numbers(least: int, most: int) -> Numbers:
    """A number from `least` to `most`; ask(seat, "bid", 1, 5) narrows it for one decision."""
    return Numbers(least, most)


@dataclass(frozen=True)
class Records:
    """A decision whose choices have several fields."""

    fields: Mapping[str, range]
    most: int


def record(most: int | None = None, **fields: int | range | Sequence[int]) -> Records:
    """A choice of several numbers, such as piece=4, to=64: 0 to 3, 0 to 63. `most`: how many can be legal at once."""
    spans = {
        name: range(one) if isinstance(one, int) else range(min(one), max(one) + 1) for name, one in fields.items()
    }
    room = 1
    for span in spans.values():
        room *= len(span)
    return Records(spans, most or room)


@dataclass(frozen=True)
class Count:
    """Something that is recorded for every seat of every game, or for every game."""

    meaning: str
    names: tuple[str, ...] = ()
    of_game: bool = False
    is_dealt: bool = False


def count(meaning: str, names: Sequence[str] = (), *, of_game: bool = False, dealt: bool = False) -> Count:
    """A column of the results. `names`: what its numbers 0, 1, ... are called. `of_game`: one number for the game.

    `dealt`: the rules deal it at random to the seats, so `analyse values` says what each is worth.
    """
    return Count(meaning, tuple(names), of_game, dealt)


@dataclass(frozen=True)
class Deck:
    """Cards, tiles or stones that are drawn: each knows who has seen it, so it can be dealt again honestly."""

    names: tuple[str, ...]
    faces: tuple[int, ...]
    reshuffles: bool = True


def deck(cards: "Mapping[str, int] | Iterable[int]", *, copies: int = 1, reshuffle: bool = True) -> Deck:
    """A deck: {"guard": 5, "spy": 2} or range(1, 11); `copies` of each. The discards come back when it is empty."""
    if isinstance(cards, Mapping):
        faces = [k for k, n in enumerate(cards.values()) for _ in range(n * copies)]
        return Deck(tuple(cards), tuple(faces), reshuffle)
    return Deck((), tuple(face for face in cards for _ in range(copies)), reshuffle)


def bag(things: "Mapping[str, int] | Iterable[int]", *, copies: int = 1) -> Deck:
    """A bag: a deck whose discards never come back by themselves; put_back() does it."""
    return deck(things, copies=copies, reshuffle=False)


@dataclass(frozen=True)
class Hand:
    """The cards that each seat holds."""

    deck: str
    most: int
    is_open: bool = False


def hand(deck: str, most: int, *, open: bool = False) -> Hand:
    """Hands of cards from a deck, with a limit; only the owner sees them, unless `open`."""
    return Hand(deck, most, open)


@dataclass(frozen=True)
class Dice:
    """Dice that lie on the table."""

    n: int
    sides: int


def dice(n: int, sides: int = 6) -> Dice:
    """Several dice that stay as they fell."""
    return Dice(n, sides)


@dataclass(frozen=True)
class Counter:
    """A number for each seat that cannot leave its limits: money, energy, lives."""

    start: int
    least: int
    most: int


def counter(start: int = 0, least: int = 0, most: int = 1_000_000_000) -> Counter:
    """A number for each seat, from `least` to `most`."""
    return Counter(start, least, most)


@dataclass(frozen=True)
class Track:
    """A row of spaces, from 0, with a piece for each seat."""

    length: int
    is_loop: bool = False


def track(length: int, *, loop: bool = False) -> Track:
    """Spaces 0 to length - 1; a piece stops at the end, or goes round."""
    return Track(length, loop)


@dataclass(frozen=True)
class Board:
    """Cells and which of them are neighbours; distances are worked out once."""

    edges: tuple[tuple[int, int], ...]
    n_cells: int
    rows: int = 0
    columns: int = 0
    names: tuple[str, ...] = field(default=())


def graph(edges: Iterable[tuple[int, int]], names: Sequence[str] = ()) -> Board:
    """A board from pairs of neighbouring cells, numbered from 0."""
    pairs = tuple((int(one), int(other)) for one, other in edges)
    return Board(pairs, 1 + max(max(pair) for pair in pairs), names=tuple(names))


def grid(rows: int, columns: int, *, diagonal: bool = False) -> Board:
    """A board of squares: cell = row * columns + column; neighbours share a side, or also a corner."""
    steps = [(0, 1), (1, 0), *([(1, 1), (1, -1)] if diagonal else [])]
    return Board(tuple(_grid_edges(rows, columns, lambda row: steps)), rows * columns, rows, columns)


def hexes(rows: int, columns: int) -> Board:
    """A board of hexagons; every second row is shifted to the right by half a cell."""
    edges = _grid_edges(rows, columns, lambda row: [(0, 1), (1, 0), (1, 1 if row % 2 else -1)])
    return Board(tuple(edges), rows * columns, rows, columns)


def _grid_edges(rows: int, columns: int, steps: Any) -> Iterable[tuple[int, int]]:
    for row, column in product(range(rows), range(columns)):
        for down, right in steps(row):
            if row + down < rows and 0 <= column + right < columns:
                yield row * columns + column, (row + down) * columns + column + right


Component = Deck | Hand | Dice | Counter | Track


def data(path: str | Path) -> dict[str, Any]:
    """A TOML file beside the game, such as "cards.toml". What is read from it counts as part of the game."""
    import sys

    beside = Path(sys._getframe(1).f_globals["__file__"]).parent / path
    DATA_FILES.append(beside)
    return tomllib.loads(beside.read_text("utf-8"))


def _outside(verb: str) -> NoReturn:
    raise RuntimeError(f"{verb}() works only inside the rules, in a function whose first argument is table")


def ask(seat: int, kind: str = "", least: int = 0, most: int = 0) -> Any:
    """The choice that a seat takes: the number of its name, the number itself, or a record with fields."""
    _outside("ask")


def ask_all(kind: str = "", least: int = 0, most: int = 0, who: bool = True) -> None:
    """All seats choose at once, in secret; then the picks lie open in `table.<kind>[seat]`, -1 for who was not asked.

    A field with a number for each seat means that of the seat which is asked: ask_all("bid", 0, table.coins).
    """
    _outside("ask_all")


def offer(*fields: int) -> None:
    """In list_<kind>(table, seat): one legal choice, field by field."""
    _outside("offer")


def roll(sides: int) -> int:
    """A die: 1 to `sides`. Every seat has dice of its own, so luck can be moved from seat to seat."""
    _outside("roll")


def pick(n: int) -> int:
    """A whole number from 0 to n - 1, all equally likely."""
    _outside("pick")


def chance(p: float) -> bool:
    """True with probability p."""
    _outside("chance")


def shuffle(numbers: Any, n: int) -> None:
    """Bring the first n numbers of an array into a random order."""
    _outside("shuffle")


def best_seat(values: Any, n: int, first: int = 0) -> int:
    """The seat with the highest value among n; a tie goes to the first of them from seat `first` on."""
    _outside("best_seat")


def only_best(values: Any, n: int) -> int:
    """The seat with the highest value among n, or -1 if several have it."""
    _outside("only_best")


def tell(text: str, *facts: int) -> None:
    """A sentence for `analyse play`: {} is the next fact, {who} the next fact as a seat. At most three facts."""
    _outside("tell")


VERBS = ("ask", "ask_all", "offer", "roll", "pick", "chance", "shuffle", "best_seat", "only_best", "tell")
