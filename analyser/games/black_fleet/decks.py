"""Reads the three decks, and checks them against the ledger; the code knows the effect words."""

import tomllib
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

from analyser.errors import BadInput

COLOURS = ("yellow", "red", "green", "blue", "violet")
FRIGATES = ("yellow", "violet")
PRICES = (5, 8, 11, 14)
N_MOVEMENT = N_FORTUNE = 44
N_EFFECTS, COPIES = 11, 4
AT_EACH_PRICE = 6
KNOWN_CARD = {"merchant": 5, "pirate": 3, "frigate": 1}
SPANS = {"merchant": (2, 5), "pirate": (2, 4), "frigate": (1, 4)}
MOST, LONGEST_SHOT = 5, 3
"""The largest amount that a card may name, and from how far away a ship may attack."""


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


class Ships(IntEnum):
    """Which ships a card speaks of."""

    MERCHANT = 0
    PIRATE = 1
    FRIGATE = 2
    ALL = 3
    ONE = 4
    ANY = 5
    NONE = 6


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
}


PLAIN = (
    *(Fortune.CROSS_ISLANDS, Fortune.SWAP_SHIPS, Fortune.TWO_ACTIONS, Fortune.MERCHANT_ROBS, Fortune.EXCHANGE_MOVES),
    *(Power.CROSS_ISLANDS, Power.SWAP_OWN, Power.MERCHANT_SINKS, Power.MERCHANT_ROBS, Power.LAIRS, Power.ROB_AND_BURY),
)
"""Effects that there is only one measure of: their amount is 1."""


def is_plain(effect: IntEnum) -> bool:
    """Whether an effect has no amount. Codes of the two decks may be equal as numbers."""
    return any(effect is one for one in PLAIN)


class MovementCard(NamedTuple):
    """The moves of merchant, pirate and frigate (0 yellow, 1 violet), and the symbol."""

    moves: tuple[int, int, int]
    frigate: int
    symbol: int


class Card(NamedTuple):
    """A fortune card (its price is 0) or a development card."""

    name: str
    price: int
    effect: int
    ships: int
    amount: int


class Rows:
    """The entries of a file, one a line, so that a breach can be shown its line."""

    def __init__(self, path: Path, key: str) -> None:
        self.path = path
        try:
            text = path.read_text(encoding="utf-8")
            self.rows = tomllib.loads(text)[key]
        except (OSError, ValueError, RecursionError, KeyError) as problem:
            raise BadInput(
                f"{path}: cannot be read ({problem}). It needs « {key} = [ ... ] ». Mend the file."
            ) from None
        self.lines = [n for n, line in enumerate(text.splitlines(), start=1) if line.lstrip().startswith("{")]
        if not isinstance(self.rows, list) or len(self.lines) != len(self.rows):
            raise BadInput(f"{path}: « {key} » must hold one entry {{ ... }} a line. Mend the file.")

    def refusal(self, number: int, reason: str) -> BadInput:
        """What is wrong with an entry, and in which line; -1: with all of them."""
        line = self.lines[number] if self.lines else 1
        return BadInput(f"{self.path}, line {line}: {reason}. Mend the file.")

    def checked(self, number: int, kinds: Mapping[str, type]) -> dict[str, Any]:
        """An entry that has exactly these fields, of these types."""
        row = self.rows[number]
        if not isinstance(row, dict) or set(row) != set(kinds):
            found = ", ".join(row) if isinstance(row, dict) else str(row)
            raise self.refusal(number, f"found {found}; an entry has {', '.join(kinds)}")
        for name, kind in kinds.items():
            if not isinstance(row[name], kind) or isinstance(row[name], bool):
                raise self.refusal(number, f"{name} = {row[name]} is not a {kind.__name__}")
        return row

    def in_span(self, number: int, name: str, value: int, least: int, most: int) -> int:
        """A value, if it is in range."""
        if not least <= value <= most:
            raise self.refusal(number, f"{name} = {value}; allowed: {least} to {most}")
        return value

    def word(self, number: int, what: str, word: str, known: Mapping[str, Any]) -> Any:
        """What a word means."""
        if word not in known:
            raise self.refusal(number, f"unknown {what} « {word} »; allowed: {', '.join(known)}")
        return known[word]


def words(codes: type[IntEnum]) -> dict[str, IntEnum]:
    """The words of the files: MORE_MOVES is written « more-moves »."""
    return {code.name.lower().replace("_", "-"): code for code in codes}


def read_movement(path: Path) -> list[MovementCard]:
    """The 44 movement cards."""
    file = Rows(path, "cards")
    cards = []
    for k, found in enumerate(file.rows):
        colour = next((name for name in FRIGATES if isinstance(found, dict) and name in found), FRIGATES[0])
        kinds = {"merchant": int, "pirate": int, colour: int, "symbol": str}
        row = file.checked(k, kinds)
        numbers = {"merchant": row["merchant"], "pirate": row["pirate"], "frigate": row[colour]}
        moves = tuple(file.in_span(k, name, value, *SPANS[name]) for name, value in numbers.items())
        symbol = file.word(k, "symbol", row["symbol"], words(Symbol))
        cards.append(MovementCard(moves, FRIGATES.index(colour), int(symbol)))  # type: ignore[arg-type]
    if len(cards) != N_MOVEMENT:
        raise file.refusal(-1, f"{len(cards)} movement cards; there must be {N_MOVEMENT} (BF-11)")
    for frigate, name in enumerate(FRIGATES):
        n = sum(card.frigate == frigate for card in cards)
        if 2 * n != N_MOVEMENT:
            raise file.refusal(-1, f"{n} cards move the {name} frigate; there must be {N_MOVEMENT // 2}")
    if tuple(KNOWN_CARD.values()) not in [card.moves for card in cards]:
        raise file.refusal(-1, "one card is known and must be there: merchant 5, pirate 3, frigate 1")
    return cards


def read_fortune(path: Path) -> list[Card]:
    """The 44 fortune cards, copy by copy."""
    file = Rows(path, "cards")
    cards: list[Card] = []
    for k in range(len(file.rows)):
        row = file.checked(k, {"name": str, "copies": int, "effect": str, "ship": str, "amount": int})
        if row["copies"] != COPIES:
            raise file.refusal(k, f"copies = {row['copies']}; there are {COPIES} of each fortune card (BF-22)")
        effect = file.word(k, "effect", row["effect"], words(Fortune))
        if effect in [card.effect for card in cards]:
            raise file.refusal(k, f"effect « {row['effect']} » is there twice")
        cards += [_card(file, k, row, 0, effect, FORTUNE_SHIPS[effect])] * COPIES
    if len(cards) != N_FORTUNE:
        raise file.refusal(-1, f"{len(cards)} fortune cards; there must be {N_FORTUNE}: {N_EFFECTS} x {COPIES} (BF-22)")
    return cards


def read_development(path: Path) -> list[Card]:
    """The 24 development cards, six at each price, the cheapest first."""
    file = Rows(path, "cards")
    cards = []
    for k in range(len(file.rows)):
        row = file.checked(k, {"price": int, "name": str, "effect": str, "ship": str, "amount": int})
        if row["price"] not in PRICES:
            raise file.refusal(k, f"price = {row['price']}; allowed: {', '.join(map(str, PRICES))} (BF-05)")
        effect = file.word(k, "effect", row["effect"], words(Power))
        cards.append(_card(file, k, row, row["price"], effect, POWER_SHIPS[effect]))
        if [card.name for card in cards].count(row["name"]) > 1:
            raise file.refusal(k, f"two cards are called {row['name']}")
    for price in PRICES:
        found = sum(card.price == price for card in cards)
        if found != AT_EACH_PRICE:
            raise file.refusal(-1, f"{found} cards cost {price}; there must be {AT_EACH_PRICE} (BF-05)")
    return sorted(cards, key=lambda card: card.price)


def _card(file: Rows, number: int, row: dict[str, Any], price: int, effect: IntEnum, ships: tuple[str, ...]) -> Card:
    known = {word: code for word, code in words(Ships).items() if word in ships}
    ship = file.word(number, f"ship of « {row['effect']} »", row["ship"], known)
    if is_plain(effect) and row["amount"] != 1:
        raise file.refusal(number, f"amount = {row['amount']}; « {row['effect']} » has no measure, its amount is 1")
    most = LONGEST_SHOT if row["effect"] == "long-range" else MOST
    return Card(row["name"], price, int(effect), int(ship), file.in_span(number, "amount", row["amount"], 1, most))
