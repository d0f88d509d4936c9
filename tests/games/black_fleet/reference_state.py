"""The table as plain Python lists, for the slow reference: read from the records, and compared with them."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from tests.games.black_fleet.reference import FRIGATE, MERCHANT, NOTHING, PIRATE, read_toml

PLACE, PLAY_CARD, SAILING, DROP, BUY, OVER = range(6)
SALES, ROBBING, BURYING, SINKING, CARDS = range(5)
SHIP_WORDS = {"merchant": (MERCHANT,), "pirate": (PIRATE,), "frigate": (FRIGATE,), "all": (0, 1, 2), "none": ()}
SYMBOLS = ("none", "draw-1", "draw-2", "discard-1")
COUNTS = ("sales", "robberies", "burials", "sinkings", "lost_merchants", "lost_pirates")
PURSES = ("doubloons", "spent", "stolen", "won", *COUNTS)
TURN = ("moves", "actions", "crosses", "attack_range")
TURN_FLAGS = ("price_bonus", "may_rob", "may_sink", "may_swap", "may_play_second", "has_looted")
PILES = ("movement_pile", "movement_discards", "fortune_pile", "fortune_discards")
READ = ("n_players", "seat", "rounds", "asked", "frigate", "symbol", "under_way", "to_drop", "cargo", "goods", "stock")
READ += ("second_frigate", "second_symbol", "cards_played")
READ += ("numbers", "has_sailed", "income", "bought", "bought_round", "development")  # fmt: skip
SETTINGS = ("victory_cost", "load", "sink_pays", "rob_pays", "entry_cost", "hand_limit", "bank", "max_rounds")
SETTINGS += ("short_load",)


@dataclass
class State:
    """All that lies on the table, and all hands. Lists by ship, by seat, by kind of ship, by colour."""

    settings: dict[str, int]
    n_players: int
    seat: int
    rounds: int
    asked: int
    cell: list[int]
    cargo: list[int]
    goods: list[int]
    stock: list[int]
    purse: dict[str, list[int]]
    income: list[list[int]]
    bought: list[list[int]]
    bought_round: list[list[int]]
    development: list[list[int]]
    movement: list[list[int]]
    fortune: list[list[int]]
    piles: dict[str, list[int]]
    turn: dict[str, list[int]]
    flags: dict[str, int]
    numbers: list[int]
    has_sailed: list[int]
    frigate: int
    second_frigate: int
    symbol: int
    second_symbol: int
    cards_played: int
    under_way: int
    to_drop: int
    is_shuffled: dict[str, bool] = field(default_factory=lambda: {"movement": False, "fortune": False})


class Records:
    """The fields of a table's records as arrays, looked up once: numpy's records are slow to ask."""

    def __init__(self, room: Any) -> None:
        self.fields: dict[str, Any] = {}
        for record in (room.hidden, room.table):
            rows = np.ndarray((1,), record.dtype, buffer=record)
            self.fields |= {name: rows[name] for name in record.dtype.names}

    def value(self, name: str) -> Any:
        """A number, or a list of numbers."""
        return self.fields[name][0].tolist()

    def cards(self, name: str, size: str) -> list[int]:
        """The cards of a pile."""
        return self.value(name)[: self.value(size)]

    def hands(self, name: str, size: str) -> list[list[int]]:
        """The cards of every hand."""
        hands = zip(self.value(name), self.value(size), strict=True)
        return [hand[:n] for hand, n in hands][: self.value("n_players")]


def read_state(room: Any, records: Records | None = None) -> State:
    """The records of a table, copied."""
    one = records or Records(room)
    return State(
        settings={name: one.value(name) for name in SETTINGS},
        **{name: one.value(name) for name in READ},
        cell=one.value("ship_cell"),
        purse={name: one.value(name) for name in PURSES},
        movement=one.hands("movement", "n_movement"),
        fortune=one.hands("fortune", "n_fortune"),
        piles={name: one.cards(name, f"n_{name}") for name in PILES},
        turn={name: one.value(name) for name in TURN},
        flags={name: one.value(name) for name in TURN_FLAGS},
    )


def differences(mine: State, theirs: State) -> list[str]:
    """In what two states differ; what has no meaning at this point of the turn is left out."""
    a, b = _meaning(mine), _meaning(theirs)
    return [f"{name}: reference {a[name]}, rules {b[name]}" for name in a if a[name] != b[name]]


def _meaning(state: State) -> dict[str, Any]:
    n = state.n_players
    plain = {name: getattr(state, name) for name in ("n_players", "asked", "cell", "cargo", "stock")}
    told = plain | {
        "goods": [good if held else NOTHING for good, held in zip(state.goods, state.cargo, strict=True)],
        "income": state.income,
        "bought": state.bought[:n],
        "bought_round": state.bought_round[:n],
        "movement": [sorted(hand) for hand in state.movement],
        "fortune": state.fortune,
        **{name: sorted(cards) for name, cards in state.piles.items()},
        **state.purse,
    }
    if state.asked != OVER:
        told |= {"seat": state.seat, "rounds": state.rounds}
    if state.asked == DROP:
        told["to_drop"] = state.to_drop
    if state.asked == SAILING:
        names = ("frigate", "second_frigate", "symbol", "second_symbol", "cards_played", "under_way")
        told |= {name: getattr(state, name) for name in names} | state.flags
        still = [kind for kind in range(4) if not state.has_sailed[kind]]
        told |= {name: [(kind, state.turn[name][kind]) for kind in still] for name in TURN}
        told["numbers"] = [(kind, state.numbers[kind]) for kind in still]
    return told


@cache
def movement_cards() -> list[tuple[int, int, dict[int, int], int]]:
    """The numbers of merchant and pirate, those of frigates by the ship's number, the symbol."""
    cards = []
    for one in read_toml("movement.toml", "cards"):
        frigates = {8 + k: one[colour] for k, colour in enumerate(("yellow", "violet")) if colour in one}
        cards.append((one["merchant"], one["pirate"], frigates, SYMBOLS.index(one["symbol"])))
    return cards


@cache
def fortune_cards() -> list[tuple[str, int]]:
    """Effect and amount, copy by copy."""
    return [(one["effect"], one["amount"]) for one in read_toml("fortune.toml", "cards") for _ in range(one["copies"])]


@cache
def development_cards() -> list[tuple[int, str, tuple[int, ...], int]]:
    """Price, effect, kinds of ship, amount; the cheapest first."""
    cards = sorted(read_toml("development.toml", "cards"), key=lambda one: one["price"])
    return [(one["price"], one["effect"], SHIP_WORDS[one["ship"]], one["amount"]) for one in cards]


def power(state: State, seat: int, effect: str, kind: int | None = None) -> list[int]:
    """The amounts of the cards with this effect that a seat has bought, for this kind of ship."""
    cards = [development_cards()[card] for card in state.bought[seat] if card != NOTHING]
    return [amount for _, word, kinds, amount in cards if word == effect and (kind is None or kind in kinds)]


def bank_left(state: State) -> int:
    """BF-26: what can still be paid."""
    limit = state.settings["bank"]
    return max(limit - sum(state.purse["doubloons"][: state.n_players]), 0) if limit else 1000


def powers_of(state: State, seat: int) -> dict[str, Any]:
    """What the rules keep of a seat's powers, worked out from its cards (BF-24)."""
    total = lambda effect: sum(power(state, seat, effect))  # noqa: E731
    kinds = (MERCHANT, PIRATE, FRIGATE)
    return {
        "power_moves": [sum(power(state, seat, "more-moves", kind)) for kind in kinds],
        "power_crosses": [int(bool(power(state, seat, "cross-islands", kind))) for kind in kinds],
        "power_range": [max([1, *power(state, seat, "long-range", kind)]) for kind in kinds],
        "power_price": total("better-price"),
        "power_robs": int(bool(total("merchant-robs"))),
        "power_sinks": int(bool(total("merchant-sinks"))),
        "power_lairs": int(bool(total("lairs"))),
        "power_actions": total("rob-and-bury"),
        "power_swap": max([0, *power(state, seat, "swap-own")]),
        "power_second": int(bool(total("second-movement"))),
        "sink_bonus": total("sink-bonus"),
        "rob_bonus": total("rob-bonus"),
        "keeps": state.settings["hand_limit"] + total("more-fortune"),
    }
