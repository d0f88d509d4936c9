"""Positions to compare the rules with the slow reference in: of random games, and of tables that were stirred.

A stirred table keeps nothing of its game but the players: ships crowd around a place, holds, stocks, purses, hands,
piles and powers are drawn anew, so that what is rare in games is met often.
"""

from functools import cache
from typing import Any

import numpy as np

from analyser.games.black_fleet import choices, turn
from analyser.games.black_fleet.deal import deal as deal_game
from analyser.kernel import loop
from analyser.kernel.machine_code import cached
from analyser.simulation.engine import State
from tests.games.black_fleet.reference import NOTHING, n_sea, sea
from tests.games.black_fleet.reference_state import PLACE, PLAY_CARD, powers_of, read_state
from tests.games.black_fleet.tables import new_room

FREE = 15
OTHER_SETTINGS: tuple[dict[str, int], ...] = (
    {},
    {"entry_cost": 1},
    {"entry_cost": 2, "load": 2, "hand_limit": 1},
    {"load": 5, "sink_pays": 5, "rob_pays": 0, "victory_cost": 20, "bank": 40},
    {"short_load": False, "load": 4},
)


def list_entry(one, hidden, workspace):
    choices.list_all(one, hidden, workspace)


def carry_entry(one, hidden, workspace, index):
    turn.carry_out(one, hidden, workspace, index)


def deal_entry(one, hidden, workspace, game):
    loop.begin_game(workspace, game, 5, 1, one.n_players)
    deal_game(one, hidden, workspace)
    one.asked = PLACE


@cache
def entries() -> tuple[Any, Any, Any]:
    """The compiled rules, one decision at a time: list the choices, carry one out, deal."""
    room = new_room()
    records = (room.table, room.hidden, room.workspace)
    return (
        cached("black-fleet-list", list_entry, *records),
        cached("black-fleet-carry", carry_entry, *records, 0),
        cached("black-fleet-deal", deal_entry, *records, 0),
    )


def listed(room: State) -> Any:
    """The choices of the rules, as rows of numbers."""
    entries()[0](room.table, room.hidden, room.workspace)
    return room.workspace.choices[: int(room.table.n_listed)].view(np.int64).reshape(-1, 8).copy()


def carry_out(room: State, index: int) -> None:
    entries()[1](room.table, room.hidden, room.workspace, index)


def deal(room: State, game: int) -> None:
    entries()[2](room.table, room.hidden, room.workspace, game)


def stir(room: State, rng: np.random.Generator) -> None:
    """Draw everything anew, at the start of a turn."""
    _stir_ships(room.table, rng)
    _stir_goods(room.table, rng)
    _stir_cards(room, rng)
    _stir_purses(room, rng)
    one = room.table
    one.asked = PLACE if one.ship_cell[one.seat] == NOTHING else PLAY_CARD


def _stir_ships(one: Any, rng: np.random.Generator) -> None:
    """Ships crowd around a place, at some distance or another."""
    n = int(one.n_players)
    middle, width = rng.integers(n_sea()), rng.integers(2, 8)
    near = [cell for cell in range(n_sea()) if sea().distance[middle, cell] <= width]
    cells = iter(rng.permutation(near).tolist())
    one.ship_at[:] = FREE
    one.ship_cell[:] = NOTHING
    for ship in [*range(n), *range(4, 4 + n), 8, 9]:
        is_off = ship < 8 and rng.random() < (0.08 if ship < 4 else 0.3)
        cell = NOTHING if is_off else next(cells, NOTHING)
        if cell == NOTHING and ship >= 8:
            cell = next(cell for cell in rng.permutation(n_sea()).tolist() if one.ship_at[cell] == FREE)
        one.ship_cell[ship] = cell
        if cell != NOTHING:
            one.ship_at[cell] = ship


def _stir_goods(one: Any, rng: np.random.Generator) -> None:
    """What ships carry, and what is left in the ports: at times nothing."""
    one.goods[:] = rng.integers(0, 5, 10)
    one.cargo[:4] = rng.integers(1, int(one.load) + 1, 4)
    one.cargo[4:] = rng.integers(0, 2, 6)
    one.cargo[8:] = 0
    one.cargo[one.ship_cell == NOTHING] = 0
    one.goods[one.cargo == 0] = NOTHING
    few = rng.random(5) < 0.3
    one.stock[:] = np.where(few, rng.integers(0, 3, 5), rng.integers(3, 14, 5))
    if rng.random() < 0.02:
        one.stock[:] = 0


def _stir_cards(room: State, rng: np.random.Generator) -> None:
    """Development cards bought or not; then all hands and piles."""
    one, hidden, n = room.table, room.hidden, int(room.table.n_players)
    share = rng.random()
    for k in range(4):
        hidden.development[:, k] = 6 * k + rng.permutation(6)[:4]
    one.bought[:] = NOTHING
    taken = rng.random((n, 4)) < share
    one.bought[:n][taken] = hidden.development[:n][taken]
    one.n_bought[:n] = taken.sum(axis=1)
    state = read_state(room)
    for seat in range(n):
        for name, value in powers_of(state, seat).items():
            one[name][seat] = value
    _stir_hands(room, rng)


def _stir_hands(room: State, rng: np.random.Generator) -> None:
    """Hands within their limits; piles, at times short ones."""
    one, hidden, n = room.table, room.hidden, int(room.table.n_players)
    movement, fortune = rng.permutation(44).tolist(), rng.permutation(44).tolist()
    for seat in range(n):
        one.n_fortune[seat] = rng.integers(0, one.keeps[seat] + 1)
        hidden.n_movement[seat] = 2
        for k in range(2):
            hidden.movement[seat, k] = movement.pop()
        for k in range(int(one.n_fortune[seat])):
            hidden.fortune[seat, k] = fortune.pop()
    for deck, cards in (("movement", movement), ("fortune", fortune)):
        left = int(rng.integers(0, 3)) if rng.random() < 0.2 else int(rng.integers(3, len(cards)))
        for part, some in (("pile", cards[:left]), ("discards", cards[left:])):
            hidden[f"{deck}_{part}"][: len(some)] = some
            hidden[f"n_{deck}_{part}"] = len(some)


def _stir_purses(room: State, rng: np.random.Generator) -> None:
    """Money; how far the game is; whether somebody has won already."""
    one, n = room.table, int(room.table.n_players)
    one.doubloons[:n] = rng.integers(0, 25, n) * (rng.random(n) < 0.8)
    one.rounds = one.max_rounds if rng.random() < 0.05 else rng.integers(1, one.max_rounds)
    one.won[:] = 0
    if rng.random() < 0.05:
        one.won[rng.integers(n)] = 1


def stir_turn(room: State, rng: np.random.Generator) -> None:
    """Draw anew what a card and powers gave, at the start of sailing."""
    one = room.table
    one.moves[:] = rng.integers(0, 8, 4)
    one.numbers[:] = rng.integers(1, 6, 4)
    one.actions[:] = rng.choice((0, 1, 1, 2, 2, 3), 4)
    one.crosses[:] = rng.integers(0, 2, 4)
    one.attack_range[:] = rng.integers(1, 4, 4)
    one.price_bonus = rng.integers(0, 3)
    for name in ("may_rob", "may_sink", "may_play_second", "has_looted"):
        one[name] = rng.integers(0, 2)
    one.may_swap = rng.choice((0, 2, 40))
    one.has_sailed[:] = rng.random(4) < 0.2
    one.second_frigate = 17 - one.frigate if rng.random() < 0.3 else NOTHING
    one.friendly &= ~(1 << (17 - one.frigate))
    if one.second_frigate == NOTHING:
        one.has_sailed[3] = 1
    else:
        one.friendly |= 1 << one.second_frigate
