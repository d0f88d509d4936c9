"""All choices of a decision, for the slow reference: written from the ledger and the legend of fortune.toml."""

from itertools import combinations
from typing import Any

import numpy as np

from tests.games.black_fleet.reference import FRIGATE, MERCHANT, NOTHING, PIRATE, WIDTH, Fleet, Voyager, sea, voyages
from tests.games.black_fleet.reference_state import (
    BUY,
    DROP,
    PLACE,
    PLAY_CARD,
    SAILING,
    State,
    bank_left,
    development_cards,
    fortune_cards,
    power,
)

A_PLACE, A_PLAY_CARD, A_SAIL, A_SELL, A_ROB, A_SINK, A_BURY = range(7)
A_SWAP, A_FORTUNE, A_DONE, A_DROP, A_BUY, A_KEEP = range(7, 13)
VICTORY = 4
Row = tuple[int, ...]


def row(act: int, ship: int = -1, target: int = -1, cell: int = -1, to: int = -1, card: int = -1, gain: int = 0) -> Row:
    """A choice as numbers."""
    return (act, ship, target, cell, to, card, gain, NOTHING)


def own_ship(state: State, kind: int) -> int:
    """The number of the seat's merchant, of its pirate, of the frigate or the two that it moves."""
    return (state.seat, 4 + state.seat, state.frigate, state.second_frigate)[kind]


def fleet_of(state: State) -> Fleet:
    """The ships for a search: friends of the seat (BF-12), and the ships of other players (BF-19)."""
    friends = [own_ship(state, kind) for kind in range(4)]
    others = [s % 4 != state.seat and s < 8 and s % 4 < state.n_players for s in range(10)]
    return Fleet(
        *(np.array(values) for values in (state.cell, state.cargo, state.goods)),
        np.array([int(ship in friends) for ship in range(10)]),
        np.array([int(other) for other in others]),
        np.array(state.stock),
    )


def voyager_of(state: State, kind: int) -> Voyager:
    """One of the seat's ships, ready to sail."""
    seat, settings = state.seat, state.settings
    return Voyager(
        own_ship(state, kind),
        min(kind, FRIGATE),
        *(state.turn[name][kind] for name in ("moves", "actions", "attack_range", "crosses")),
        int(kind == PIRATE and bool(power(state, seat, "lairs"))),
        state.flags["may_rob"],
        state.flags["may_sink"],
        state.flags["price_bonus"],
        min(settings["rob_pays"] + sum(power(state, seat, "rob-bonus")), bank_left(state)),
        min(settings["sink_pays"] + sum(power(state, seat, "sink-bonus")), bank_left(state)),
        settings["entry_cost"],
        least_load(state),
        bank_left(state),
        int(state.under_way == kind),
        *stops(state),
        0,
    )


def least_load(state: State) -> int:
    """BF-15: how many cubes a port must have for a merchant to load there."""
    return 1 if state.settings["short_load"] else state.settings["load"]


def stops(state: State) -> tuple[int, int]:
    """BF-22: whether a voyage may stop after its act for a card about ships; or anywhere, for one that moves ships."""
    effects = {fortune_cards()[card][0] for card in state.fortune[state.seat]}
    return int(bool(effects - {"steal", "secret-goal"})), int(bool(effects & {"swap-ships", "move-opponent"}))


def choices(state: State) -> Any:
    """A row for each choice of the decision that is asked."""
    lists = {PLACE: places, PLAY_CARD: cards_to_play, DROP: cards_to_drop, BUY: cards_to_buy}
    if state.asked != SAILING:
        return _rows(lists[state.asked](state))
    kinds = range(4) if state.under_way == NOTHING else [state.under_way]
    fleet = fleet_of(state)
    sailing = {kind: voyages(fleet, voyager_of(state, kind)) for kind in kinds if not state.has_sailed[kind]}
    rest = fortunes(state)
    if state.under_way == NOTHING:
        rest += swaps(state) + second_cards(state)
        is_off = state.cell[own_ship(state, PIRATE)] == NOTHING
        if not (is_off and len(sailing.get(PIRATE, ()))):
            rest.append(row(A_DONE))
    return np.concatenate([*sailing.values(), _rows(rest)])


def _rows(rows: list[Row]) -> Any:
    return np.array(rows, np.int64).reshape(-1, WIDTH)


def places(state: State) -> list[Row]:
    """BF-09, BF-15, BF-20: a free cell at any port that has goods, or a full load if it must be full."""
    board = sea()
    return [
        row(A_PLACE, ship=state.seat, target=int(board.port[cell]), to=cell)
        for cell in range(board.n_cells)
        if board.port[cell] != NOTHING and cell not in state.cell and state.stock[board.port[cell]] >= least_load(state)
    ]


def cards_to_play(state: State) -> list[Row]:
    """BF-10."""
    return [row(A_PLAY_CARD, card=card) for card in state.movement[state.seat]]


def cards_to_drop(state: State) -> list[Row]:
    """BF-22."""
    return [row(A_DROP, target=place, card=card) for place, card in enumerate(state.fortune[state.seat])]


def cards_to_buy(state: State) -> list[Row]:
    """BF-24: one card at most, at its price; the victory card after the four others."""
    money, bought = state.purse["doubloons"][state.seat], state.bought[state.seat]
    cards = [(k, card, development_cards()[card][0]) for k, card in enumerate(state.development[state.seat])]
    found = [
        row(A_BUY, target=k, card=card, gain=-price)
        for k, card, price in cards
        if bought[k] == NOTHING and price <= money
    ]
    cost = state.settings["victory_cost"]
    if NOTHING not in bought and money >= cost and not state.purse["won"][state.seat]:
        found.append(row(A_BUY, target=VICTORY, gain=-cost))
    return [row(A_KEEP), *found]


def swaps(state: State) -> list[Row]:
    """Once a turn own merchant and pirate change places, if a card says so and they lie near enough."""
    mine, pirate = own_ship(state, MERCHANT), own_ship(state, PIRATE)
    here, there = state.cell[mine], state.cell[pirate]
    may = NOTHING not in (here, there) and sea().distance[here, there] <= state.flags["may_swap"]
    return [row(A_SWAP, ship=mine, target=pirate)] if may else []


def second_cards(state: State) -> list[Row]:
    """The other movement card, if a card allows to play it too."""
    return (
        [row(A_PLAY_CARD, card=card) for card in state.movement[state.seat]] if state.flags["may_play_second"] else []
    )


def fortunes(state: State) -> list[Row]:
    """BF-22: every card in hand with every target. Copies of a card are one choice; what changes nothing is none."""
    found, seen = [], set()
    for card in state.fortune[state.seat]:
        effect, amount = fortune_cards()[card]
        if (effect, amount) not in seen:
            found += [(A_FORTUNE, *one[1:5], card, one[6], NOTHING) for one in AIMS[effect](state, amount)]
        seen.add((effect, amount))
    return found


def unsailed(state: State) -> list[int]:
    """The ships that have not finished sailing but can: not a merchant off the board, for want of goods (BF-15)."""
    can = [state.cell[state.seat] != NOTHING, True, True, True]
    return [kind for kind in range(4) if can[kind] and not state.has_sailed[kind]]


def _if_islands_bar_the_way(state: State, amount: int) -> list[Row]:
    return [row(A_FORTUNE)] if any(not state.turn["crosses"][kind] for kind in unsailed(state)) else []


def _before_a_sale(state: State, amount: int) -> list[Row]:
    return [row(A_FORTUNE)] if MERCHANT in unsailed(state) else []


def _before_a_robbery(state: State, amount: int) -> list[Row]:
    return [row(A_FORTUNE)] if MERCHANT in unsailed(state) and not state.flags["may_rob"] else []


def _a_ship(state: State, amount: int) -> list[Row]:
    return [row(A_FORTUNE, ship=own_ship(state, kind)) for kind in unsailed(state)]


def _a_gunner(state: State, amount: int) -> list[Row]:
    may_attack = (state.flags["may_rob"] or state.flags["may_sink"], 1, 1, 1)
    return [
        row(A_FORTUNE, ship=own_ship(state, kind))
        for kind in unsailed(state)
        if may_attack[kind] and state.turn["attack_range"][kind] < amount
    ]


def _two_numbers(state: State, amount: int) -> list[Row]:
    pairs = combinations([kind for kind in unsailed(state) if kind != state.under_way], 2)
    return [
        row(A_FORTUNE, own_ship(state, a), own_ship(state, b)) for a, b in pairs if state.numbers[a] != state.numbers[b]
    ]


def _a_purse(state: State, amount: int) -> list[Row]:
    others = [seat for seat in range(state.n_players) if seat != state.seat]
    taken = [(seat, min(amount, state.purse["doubloons"][seat])) for seat in others]
    return [row(A_FORTUNE, target=seat, gain=gain) for seat, gain in taken if gain > 0]


def _another_card(state: State, amount: int) -> list[Row]:
    may = state.flags["may_play_second"] == 0 and state.cards_played == 1
    return [row(A_FORTUNE)] if may else []


def _after_loot(state: State, amount: int) -> list[Row]:
    return [row(A_FORTUNE, gain=min(amount, bank_left(state)))] if state.flags["has_looted"] else []


def _side_by_side(state: State, amount: int) -> list[Row]:
    lying = [ship for ship in range(10) if state.cell[ship] != NOTHING]
    pairs = combinations(lying, 2)
    return [row(A_FORTUNE, a, b) for a, b in pairs if sea().distance[state.cell[a], state.cell[b]] == 1]


def _currents(state: State, amount: int) -> list[Row]:
    """Another player's ship goes up to so many cells, by the rules of moving (BF-12)."""
    fleet, found = fleet_of(state), []
    for ship in (ship for ship in range(8) if fleet.is_other[ship] and state.cell[ship] != NOTHING):
        drifting = Voyager(ship, FRIGATE, amount, *(0 for _ in Voyager._fields[3:]))
        found += [row(A_FORTUNE, target=ship, to=int(one[4])) for one in voyages(fleet, drifting)]
    return found


AIMS = {
    "cross-islands": _if_islands_bar_the_way,
    "more-moves": _a_ship,
    "better-price": _before_a_sale,
    "swap-ships": _side_by_side,
    "two-actions": _a_ship,
    "move-opponent": _currents,
    "long-range": _a_gunner,
    "merchant-robs": _before_a_robbery,
    "steal": _a_purse,
    "exchange-moves": _two_numbers,
    "secret-goal": _after_loot,
    "second-movement": _another_card,
}
