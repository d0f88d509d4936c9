"""What a designer's own game is written with: settings, state, choices, components, and the verbs of the rules.

A game of your own is one Python file that imports from here; docs/tutorial/your-game.md shows one, and
docs/reference/own-game.md has every name. The verbs (`ask`, `roll`, ...) mean something only inside the rules, which
are compiled: there each call is connected to the table that is being played on.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Any, NoReturn

from analyser.core.errors import BadInput
from analyser.games.settings import STATUSES, Limits, allows, fits

Number = int | float
DATA_FILES: list[Path] = []
"""The data files that the game which is being loaded has read."""
NOBODY = -1
"""No seat, no card."""
MOST = 10**15
"""The largest number that a file may declare."""
MOST_NUMBERS = 10_000
"""How many numbers one name of the state may hold."""
MOST_FIELD = 1 << 15
"""How many values a field of a choice may have."""
MOST_CARDS = MOST_DICE = MOST_CELLS = 1_024
LETTERS = re.compile(r"[\w-]+")


def need(is_right: bool, found: str, expected: str) -> None:
    """Refuse a declaration; whoever reads the file says on which line it stands."""
    if not is_right:
        raise BadInput(f"{found}. Expected: {expected}.")


def is_whole(value: object, least: int = -MOST, most: int = MOST) -> bool:
    """Whether something is a whole number within limits."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_number(value: object) -> bool:
    """Whether something is a number that can be kept."""
    return is_whole(value) or (isinstance(value, float) and -MOST <= value <= MOST)


def are_texts(values: object) -> bool:
    """Whether something is a row of different texts, each of which says something."""
    if not isinstance(values, list | tuple) or not all(isinstance(one, str) and one.strip() for one in values):
        return False
    return len(set(values)) == len(values)


def typed(function: str, *arguments: object) -> str:
    """A call, as it stands in the file."""
    return f"{function}({', '.join(repr(one)[:60] for one in arguments)})"


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

    def __post_init__(self) -> None:
        found = typed("Setting", self.default, self.least, self.most)
        if isinstance(self.default, str):
            found = f"Setting({self.default!r}, words={self.words!r})"
            good = are_texts(self.words) and all(LETTERS.fullmatch(one) for one in self.words)
            good = good and self.default in self.words
            need(good, found, 'a number, or one of words=("row", "ring"): letters, digits, - and _')
        elif not isinstance(self.default, bool):
            numbers = all(is_number(one) for one in (self.default, self.least, self.most))
            good = numbers and self.least <= self.default <= self.most  # type: ignore[operator]
            need(good, found, "Setting(default, least, most, meaning) with least <= default <= most")
        need(
            isinstance(self.meaning, str), f"{found} means {self.meaning!r}", 'a text, as in meaning="points that win"'
        )
        need(isinstance(self.clause, str), f"{found} has clause={self.clause!r}", 'a text, as in clause="P-3"')
        need(self.status in STATUSES, f"{found} has status={self.status!r}", ", ".join(STATUSES))
        for one in self.tries if isinstance(self.tries, list | tuple) else [self.tries]:
            need(fits(one, self.default, self.allowed), f"{found} has tries={self.tries!r}", f"{self.allows()}: (5, 9)")

    @property
    def allowed(self) -> "Limits | list[str | bool]":
        """What it can be."""
        if isinstance(self.default, bool):
            return [True, False]
        if isinstance(self.default, str):
            return list(self.words)
        return Limits(self.least or 0, self.most or 0)

    def allows(self) -> str:
        """What it can be, in words."""
        return allows(self.default, self.allowed)


@dataclass(frozen=True)
class Field:
    """Numbers on the table: how many, of which kind, from which start, and whether they are hidden."""

    shape: tuple[int, ...] = ()
    kind: type = int
    start: Number = 0
    is_per_seat: bool = False
    is_hidden: bool = False

    def __post_init__(self) -> None:
        good = all(is_whole(one, 1) for one in self.shape) and prod(self.shape) <= MOST_NUMBERS
        need(
            good,
            typed("array", *self.shape),
            f"lengths, as in array(6) or array(8, 8); {MOST_NUMBERS:,} in all at most",
        )
        what = getattr(self.kind, "__name__", type(self.kind).__name__)
        need(any(self.kind is one for one in (int, float, bool)), f"numbers of the kind « {what} »", "int or float")
        good = is_number(self.start) and (self.kind is float or is_whole(self.start))
        need(good, f"start={self.start!r}", "a whole number; with kind=float also others")


def array(*shape: int, kind: type = int, start: Number = 0) -> Field:
    """Several numbers: (6) is a row, (8, 8) a square."""
    need(bool(shape), "array()", "how many numbers, as in array(6) or array(8, 8)")
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

    def __post_init__(self) -> None:
        good = is_whole(self.least) and is_whole(self.most) and self.least <= self.most
        need(good, typed("numbers", self.least, self.most), "whole numbers, the least and the most: numbers(0, 20)")


def numbers(least: int, most: int) -> Numbers:
    """A number from `least` to `most`; ask(seat, "bid", 1, 5) narrows it for one decision."""
    return Numbers(least, most)


@dataclass(frozen=True)
class Records:
    """A decision whose choices have several fields."""

    fields: Mapping[str, range]
    most: int

    def __post_init__(self) -> None:
        need(bool(self.fields), "record()", "the fields of a choice: record(piece=4, to=64)")
        need(is_whole(self.most, 1), f"record(most={self.most!r})", "how many choices can be legal at once, 1 or more")


def record(most: int | None = None, **fields: int | range | Sequence[int]) -> Records:
    """A choice of several numbers, such as piece=4, to=64: 0 to 3, 0 to 63. `most`: how many can be legal at once."""
    spans = {name: _span(name, one) for name, one in fields.items()}
    return Records(spans, prod(map(len, spans.values())) if most is None else most)


def _span(name: str, one: int | range | Sequence[int]) -> range:
    values = range(one) if isinstance(one, int) else one
    good = isinstance(values, range | list | tuple) and 0 < len(values) <= MOST_FIELD and all(map(is_whole, values))
    need(good, f"record({name}={one!r})", f"{name}=4 (0 to 3) or {name}=range(1, 7)")
    return range(min(values), max(values) + 1)


@dataclass(frozen=True)
class Count:
    """Something that is recorded for every seat of every game, or for every game."""

    meaning: str
    names: tuple[str, ...] = ()
    of_game: bool = False
    is_dealt: bool = False

    def __post_init__(self) -> None:
        need(are_texts([self.meaning]), f"count({self.meaning!r})", "a text that says what is counted")
        need(are_texts(self.names), f"count(..., {self.names!r})", 'different names, as in ("red", "blue")')
        good = not self.is_dealt or (bool(self.names) and not self.of_game)
        need(
            good,
            "count(..., dealt=True)",
            'names for what is dealt to each seat: count("...", ("red", "blue"), dealt=True)',
        )


def count(meaning: str, names: Sequence[str] = (), *, of_game: bool = False, dealt: bool = False) -> Count:
    """A column of the results. `names`: what its numbers 0, 1, ... are called. `of_game`: one number for the game.

    `dealt`: the rules deal it at random to the seats, so `analyse values` says what each is worth.
    """
    return Count(meaning, names if isinstance(names, str) else tuple(names), of_game, dealt)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Deck:
    """Cards, tiles or stones that are drawn: each knows who has seen it, so it can be dealt again honestly."""

    names: tuple[str, ...]
    faces: tuple[int, ...]
    reshuffles: bool = True

    def __post_init__(self) -> None:
        need(are_texts(self.names), f"deck with the cards {self.names!r}"[:90], "different names")
        need(0 < len(self.faces) <= MOST_CARDS, f"deck with {len(self.faces):,} cards", f"1 to {MOST_CARDS:,} cards")


def deck(
    cards: "Mapping[str, int] | Mapping[int, int] | Iterable[int]", *, copies: int = 1, reshuffle: bool = True
) -> Deck:
    """A deck: {"guard": 5, "spy": 2}, {1: 5, 2: 2} or range(1, 11); `copies` of each. The discards come back when it is
    empty.
    """
    expected = '{"guard": 5, "spy": 2}, or numbers: range(1, 11)'
    need(is_whole(copies, 1, MOST_CARDS), f"deck(..., copies={copies!r})", "1 or more copies of each card")
    need(isinstance(cards, Iterable) and not isinstance(cards, str), typed("deck", cards), expected)
    several = cards.items() if isinstance(cards, Mapping) else ((one, 1) for one in cards)
    pairs: list[Any] = list(islice(several, MOST_CARDS + 1))
    names = tuple(one for one, _ in pairs) if isinstance(cards, Mapping) and not all(map(is_whole, cards)) else ()
    good = all(is_whole(n, 0, MOST_CARDS) for _, n in pairs) and (names or all(is_whole(one) for one, _ in pairs))
    need(bool(good), typed("deck", cards), expected)
    faces = (face for k, (one, n) in enumerate(pairs) for face in [k if names else one] * n * copies)
    return Deck(names, tuple(islice(faces, MOST_CARDS + 1)), reshuffle)


def bag(things: "Mapping[str, int] | Mapping[int, int] | Iterable[int]", *, copies: int = 1) -> Deck:
    """A bag: a deck whose discards never come back by themselves; put_back() does it."""
    return deck(things, copies=copies, reshuffle=False)


@dataclass(frozen=True)
class Hand:
    """The cards that each seat holds."""

    deck: str
    most: int
    is_open: bool = False

    def __post_init__(self) -> None:
        good = isinstance(self.deck, str) and is_whole(self.most, 1, MOST_CARDS)
        need(good, typed("hand", self.deck, self.most), 'the name of a deck, and room for cards: hand("deck", 5)')


def hand(deck: str, most: int, *, open: bool = False) -> Hand:
    """Hands of cards from a deck, with a limit; only the owner sees them, unless `open`."""
    return Hand(deck, most, open)


@dataclass(frozen=True)
class Dice:
    """Dice that lie on the table."""

    n: int
    sides: int

    def __post_init__(self) -> None:
        good = is_whole(self.n, 1, MOST_DICE) and is_whole(self.sides, 1, 10**6)
        need(good, typed("dice", self.n, self.sides), "how many, and their sides: dice(5, 6)")


def dice(n: int, sides: int = 6) -> Dice:
    """Several dice that stay as they fell."""
    return Dice(n, sides)


@dataclass(frozen=True)
class Counter:
    """A number for each seat that cannot leave its limits: money, energy, lives."""

    start: int
    least: int
    most: int

    def __post_init__(self) -> None:
        good = all(map(is_whole, (self.start, self.least, self.most))) and self.least <= self.start <= self.most
        found = typed("counter", self.start, self.least, self.most)
        need(good, found, "whole numbers, least <= start <= most: counter(3, 0, 20)")


def counter(start: int = 0, least: int = 0, most: int = 1_000_000_000) -> Counter:
    """A number for each seat, from `least` to `most`."""
    return Counter(start, least, most)


@dataclass(frozen=True)
class Track:
    """A row of spaces, from 0, with a piece for each seat."""

    length: int
    is_loop: bool = False

    def __post_init__(self) -> None:
        need(is_whole(self.length, 1, 10**6), typed("track", self.length), "how many spaces: track(30)")


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

    def __post_init__(self) -> None:
        need(0 < self.n_cells <= MOST_CELLS, f"a board of {self.n_cells:,} cells", f"1 to {MOST_CELLS:,} cells")


def graph(edges: Iterable[tuple[int, int]], names: Sequence[str] = ()) -> Board:
    """A board from pairs of neighbouring cells, numbered from 0."""
    pairs = [tuple(pair) if isinstance(pair, list | tuple) else (pair,) for pair in edges]
    bad = [pair for pair in pairs if len(pair) != 2 or pair[0] == pair[1] or not all(is_whole(one, 0) for one in pair)]
    need(
        bool(pairs) and not bad,
        f"graph with {bad[0] if bad else 'no pairs'}",
        "pairs of cells: graph([(0, 1), (1, 2)])",
    )
    once = dict.fromkeys((min(pair), max(pair)) for pair in pairs)
    return Board(tuple(once), 1 + max(map(max, once)), names=tuple(names))


def grid(rows: int, columns: int, *, diagonal: bool = False) -> Board:
    """A board of squares: cell = row * columns + column; neighbours share a side, or also a corner."""
    steps = [(0, 1), (1, 0), *([(1, 1), (1, -1)] if diagonal else [])]
    _need_cells("grid", rows, columns)
    return Board(tuple(_grid_edges(rows, columns, lambda row: steps)), rows * columns, rows, columns)


def hexes(rows: int, columns: int) -> Board:
    """A board of hexagons; every second row is shifted to the right by half a cell."""
    _need_cells("hexes", rows, columns)
    edges = _grid_edges(rows, columns, lambda row: [(0, 1), (1, 0), (1, 1 if row % 2 else -1)])
    return Board(tuple(edges), rows * columns, rows, columns)


def _need_cells(board: str, rows: object, columns: object) -> None:
    good = is_whole(rows, 1, MOST_CELLS) and is_whole(columns, 1, MOST_CELLS)
    need(good, typed(board, rows, columns), f"rows and columns: {board}(4, 4)")


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
