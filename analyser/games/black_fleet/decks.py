"""Reads the three decks; the code knows the effect words.

What the rulebook states is checked, and refused if it is broken; what only reviews report, `unusual.py` warns of.
"""

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar

from msgspec import Meta

from analyser.core.schemas import Form, read_toml
from analyser.games.black_fleet import unusual

Code = TypeVar("Code")
Enumeration = TypeVar("Enumeration", bound=IntEnum)

COLOURS = ("yellow", "red", "green", "blue", "violet")
FRIGATES = ("yellow", "violet")
PRICES = (5, 8, 11, 14)
N_MOVEMENT = N_FORTUNE = 44
AT_EACH_PRICE = 6
MOST, LONGEST_SHOT, FARTHEST_SWAP = 5, 3, 40
"""The largest amount that a card may name, from how far away a ship may attack, and over how many cells own ships may
change places.
"""


class Symbol(IntEnum):
    """What a movement card says of fortune cards (BF-11)."""

    NONE = 0
    DRAW_1 = 1
    DRAW_2 = 2
    DISCARD_1 = 3


class Fortune(IntEnum):
    """What a fortune card does (BF-22)."""

    CROSS_ISLANDS = 0
    MORE_MOVES = 1
    BETTER_PRICE = 2
    SWAP_SHIPS = 3
    TWO_ACTIONS = 4
    MOVE_OPPONENT = 5
    LONG_RANGE = 6
    MERCHANT_ROBS = 7
    STEAL = 8
    EXCHANGE_MOVES = 9
    SECRET_GOAL = 10
    SECOND_MOVEMENT = 11


class Power(IntEnum):
    """What a development card gives (BF-24)."""

    MORE_MOVES = 0
    CROSS_ISLANDS = 1
    LONG_RANGE = 2
    SWAP_OWN = 3
    MERCHANT_SINKS = 4
    MERCHANT_ROBS = 5
    SINK_BONUS = 6
    ROB_BONUS = 7
    BETTER_PRICE = 8
    LAIRS = 9
    ROB_AND_BURY = 10
    MORE_FORTUNE = 11
    SECOND_MOVEMENT = 12


class Ships(IntEnum):
    """Which ships a card speaks of."""

    MERCHANT = 0
    PIRATE = 1
    FRIGATE = 2
    ALL = 3
    ONE = 4
    ANY = 5
    NONE = 6


N_EFFECTS = len(Fortune)
EACH_SHIP = ("merchant", "pirate", "frigate", "all")
FORTUNE_SHIPS = {
    Fortune.CROSS_ISLANDS: ("all",),
    Fortune.MORE_MOVES: ("one",),
    Fortune.BETTER_PRICE: ("merchant",),
    Fortune.SWAP_SHIPS: ("any",),
    Fortune.TWO_ACTIONS: ("one",),
    Fortune.MOVE_OPPONENT: ("any",),
    Fortune.LONG_RANGE: ("one",),
    Fortune.MERCHANT_ROBS: ("merchant",),
    Fortune.STEAL: ("none",),
    Fortune.EXCHANGE_MOVES: ("none",),
    Fortune.SECRET_GOAL: ("pirate",),
    Fortune.SECOND_MOVEMENT: ("none",),
}
POWER_SHIPS = {
    Power.MORE_MOVES: EACH_SHIP,
    Power.CROSS_ISLANDS: EACH_SHIP,
    Power.LONG_RANGE: EACH_SHIP,
    Power.SWAP_OWN: ("none",),
    Power.MERCHANT_SINKS: ("merchant",),
    Power.MERCHANT_ROBS: ("merchant",),
    Power.SINK_BONUS: ("none",),
    Power.ROB_BONUS: ("none",),
    Power.BETTER_PRICE: ("merchant",),
    Power.LAIRS: ("pirate",),
    Power.ROB_AND_BURY: ("pirate",),
    Power.MORE_FORTUNE: ("none",),
    Power.SECOND_MOVEMENT: ("none",),
}


PLAIN = (
    *(Fortune.CROSS_ISLANDS, Fortune.SWAP_SHIPS, Fortune.TWO_ACTIONS, Fortune.MERCHANT_ROBS, Fortune.EXCHANGE_MOVES),
    *(Power.CROSS_ISLANDS, Power.MERCHANT_SINKS, Power.MERCHANT_ROBS, Power.LAIRS, Power.ROB_AND_BURY),
    *(Fortune.SECOND_MOVEMENT, Power.SECOND_MOVEMENT),
)
"""Effects that there is only one measure of: their amount is 1."""


def is_plain(effect: IntEnum) -> bool:
    """Whether an effect has no amount. Codes of the two decks may be equal as numbers."""
    return any(effect is one for one in PLAIN)


def words(codes: type[Enumeration]) -> dict[str, Enumeration]:
    """The words of the files: MORE_MOVES is written « more-moves »."""
    return {code.name.lower().replace("_", "-"): code for code in codes}


def meaning(what: str, word: str, known: Mapping[str, Code]) -> Code:
    """What a word of a file means."""
    if word not in known:
        raise ValueError(f"{what} « {word} » is not known; allowed: {', '.join(known)}")
    return known[word]


Moves = Annotated[int, Meta(ge=0, le=9)]


class MovementCard(Form, frozen=True):
    """A movement card: the moves of merchant, pirate and one of the frigates, or of both, and the symbol."""

    merchant: Moves
    pirate: Moves
    symbol: str
    yellow: Moves | None = None
    violet: Moves | None = None

    def __post_init__(self) -> None:
        meaning("symbol", self.symbol, words(Symbol))
        if self.yellow is None and self.violet is None:
            raise ValueError("a card moves a frigate; allowed: yellow, violet or both")

    @property
    def frigate(self) -> int:
        """The frigate that it moves, or the first of both: 0 yellow, 1 violet."""
        return int(self.yellow is None)

    @property
    def has_both(self) -> bool:
        """Whether it moves both frigates."""
        return self.yellow is not None and self.violet is not None

    @property
    def moves(self) -> tuple[int, int, int, int]:
        """The moves of merchant, pirate, frigate, and of the second frigate."""
        first = self.violet if self.yellow is None else self.yellow
        return self.merchant, self.pirate, first or 0, (self.violet or 0) if self.has_both else 0

    @property
    def symbol_code(self) -> Symbol:
        """What it says of fortune cards."""
        return words(Symbol)[self.symbol]


class Card(NamedTuple):
    """A fortune card (its price is 0) or a development card."""

    name: str
    price: int
    effect: int
    ships: int
    amount: int


class PowerEntry(Form, frozen=True):
    """What fortune and development cards have in common."""

    name: str
    effect: str
    ship: str
    amount: int

    def _card(self, price: int, effect: Fortune | Power, ships: tuple[str, ...]) -> Card:
        known = {word: code for word, code in words(Ships).items() if word in ships}
        ship = meaning(f"ship of « {self.effect} »", self.ship, known)
        if is_plain(effect) and self.amount != 1:
            raise ValueError(f"amount = {self.amount}; « {self.effect} » has no measure, its amount is 1")
        most = {"long-range": LONGEST_SHOT, "swap-own": FARTHEST_SWAP}.get(self.effect, MOST)
        if not 1 <= self.amount <= most:
            raise ValueError(f"amount = {self.amount}; allowed: 1 to {most}")
        return Card(self.name, price, int(effect), int(ship), self.amount)


class FortuneEntry(PowerEntry, frozen=True):
    """A line of fortune.toml: a card and how many there are of it."""

    copies: Annotated[int, Meta(ge=1, le=N_FORTUNE)]

    def __post_init__(self) -> None:
        self.card()

    def card(self) -> Card:
        """The card."""
        effect = meaning("effect", self.effect, words(Fortune))
        return self._card(0, effect, FORTUNE_SHIPS[effect])


class DevelopmentEntry(PowerEntry, frozen=True):
    """A line of development.toml."""

    price: int

    def __post_init__(self) -> None:
        if self.price not in PRICES:
            raise ValueError(f"price = {self.price}; allowed: {', '.join(map(str, PRICES))} (BF-05)")
        self.card()

    def card(self) -> Card:
        """The card."""
        effect = meaning("effect", self.effect, words(Power))
        return self._card(self.price, effect, POWER_SHIPS[effect])


class MovementDeck(Form, frozen=True):
    """movement.toml."""

    cards: list[MovementCard]

    def __post_init__(self) -> None:
        if len(self.cards) != N_MOVEMENT:
            raise ValueError(f"{len(self.cards)} movement cards; there must be {N_MOVEMENT} (BF-11)")


class FortuneDeck(Form, frozen=True):
    """fortune.toml."""

    cards: list[FortuneEntry]

    def __post_init__(self) -> None:
        n = sum(card.copies for card in self.cards)
        if n != N_FORTUNE:
            raise ValueError(f"{n} fortune cards with their copies; there must be {N_FORTUNE} (BF-22)")


class DevelopmentDeck(Form, frozen=True):
    """development.toml."""

    cards: list[DevelopmentEntry]

    def __post_init__(self) -> None:
        refuse_twice([f"card « {card.name} »" for card in self.cards])
        for price in PRICES:
            found = sum(card.price == price for card in self.cards)
            if found != AT_EACH_PRICE:
                raise ValueError(f"{found} cards cost {price}; there must be {AT_EACH_PRICE} (BF-05)")


def refuse_twice(names: list[str]) -> None:
    """No two entries of a file may be the same."""
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ValueError(f"{twice[0]} is there twice; allowed: once")


def read_movement(path: Path) -> list[MovementCard]:
    """The 44 movement cards."""
    cards = read_toml(path, MovementDeck).cards
    unusual.look_at_movement(path, cards)
    return cards


def read_fortune(path: Path) -> list[Card]:
    """The 44 fortune cards, copy by copy."""
    entries = read_toml(path, FortuneDeck).cards
    unusual.look_at_fortune(path, entries)
    return [entry.card() for entry in entries for _ in range(entry.copies)]


def read_development(path: Path) -> list[Card]:
    """The 24 development cards, six at each price, the cheapest first."""
    return sorted((entry.card() for entry in read_toml(path, DevelopmentDeck).cards), key=lambda card: card.price)
