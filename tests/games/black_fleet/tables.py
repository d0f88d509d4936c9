"""Tables for the tests. Ships are put where a test wants them; voyages are listed as (act, target, cell, to).

All but `new_room` calls rules, so it works only uncompiled.
"""

from typing import Any

import numpy as np

from analyser.games.black_fleet import choices, deal, rules, turn
from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.table import FREE, FRIGATES, NONE, PIRATES, SHIPS
from analyser.kernel import loop
from analyser.kernel.intrinsics import Record
from analyser.simulation.engine import State
from tests.games.black_fleet.kernel_games import DEFAULTS, GAME

YELLOW, VIOLET = FRIGATES, FRIGATES + 1


def new_room(n_players: int = 4, **settings: Any) -> State:
    """The records of a table at which nothing has happened yet."""
    return State(GAME, DEFAULTS | settings, n_players)


def dealt(n_players: int = 4, game: int = 0, rotations: int = 1, **settings: Any) -> State:
    """A table after the deal."""
    room = new_room(n_players, **settings)
    loop.begin_game(room.workspace, game, 1, rotations, n_players)
    deal.deal(room.table, room.hidden, room.workspace)
    return room


def at_sea(
    ships: dict[int, int], moves: tuple[int, int, int] = (0, 0, 0), n_players: int = 4, **settings: Any
) -> State:
    """Seat 0's turn, with these ships on these cells, no fortune cards, and the yellow frigate to move."""
    room = dealt(n_players, start_fortune=0, **settings)
    one = room.table
    for ship in (YELLOW, VIOLET):
        rules.put_ship(one, ship, NONE)
    for ship, cell in ships.items():
        rules.put_ship(one, ship, cell)
        if ship < PIRATES:
            rules.load_goods(one, ship, ship)
    one.rounds = 1
    card = next(card for card in range(44) if one.card_frigate[card] == 0)
    rules.begin_sailing(one, 0, card)
    one.moves[:3] = moves
    one.asked = Kind.SAIL
    return room


def listed(room: State) -> list[Record]:
    """The choices of the decision that is asked."""
    choices.list_all(room.table, room.hidden, room.workspace)
    return [room.workspace.choices[k].copy() for k in range(int(room.table.n_listed))]


def found(room: State, act: int, **facts: int) -> list[Record]:
    """The choices of this act with these facts."""
    return [
        one for one in listed(room) if one["act"] == act and all(one[name] == value for name, value in facts.items())
    ]


def ends(room: State, act: int = Act.SAIL, **facts: int) -> set[int]:
    """Where such voyages end."""
    return {int(one["to"]) for one in found(room, act, **facts)}


def take(room: State, act: int, **facts: int) -> None:
    """Take the first choice of this act with these facts."""
    for index, one in enumerate(listed(room)):
        if one["act"] == act and all(one[name] == value for name, value in facts.items()):
            turn.carry_out(room.table, room.hidden, room.workspace, index)
            return
    raise AssertionError(f"no choice {Act(act).name} with {facts}")


def give_fortune(room: State, *effects: int) -> None:
    """Seat 0 holds fortune cards of these effects."""
    for k, effect in enumerate(effects):
        room.hidden.fortune[0, k] = next(card for card in range(44) if room.table.fortune_effect[card] == effect)
    room.table.n_fortune[0] = len(effects)


def card_of(room: State, effect: int, ships: int | None = None) -> int:
    """A development card with this power."""
    one = room.table
    return next(
        card
        for card in range(24)
        if one.development_effect[card] == effect and ships in (None, int(one.development_ships[card]))
    )


def cells_at(room: State, start: int, steps: int) -> list[int]:
    """The sea cells that are exactly so far from one."""
    n = int(room.table.n_cells)
    return [cell for cell in range(n) if room.table.distance[start, cell] == steps]


def beside(room: State, cell: int) -> list[int]:
    """The sea cells beside one."""
    return cells_at(room, cell, 1)


def cubes(room: State) -> int:
    """All goods, wherever they are."""
    return int(room.table.stock.sum() + room.table.cargo.sum())


def check_table(room: State) -> None:
    """What must hold whenever somebody is asked."""
    one, hidden = room.table, room.hidden
    n = int(one.n_players)
    assert cubes(room) == 65
    assert (one.stock >= 0).all() and (one.doubloons >= 0).all()
    lying = [int(one.ship_cell[ship]) for ship in range(SHIPS) if one.ship_cell[ship] != NONE]
    assert len(lying) == len(set(lying)) and all(cell < one.n_cells for cell in lying)
    assert sorted(int(ship) for ship in one.ship_at if ship != FREE) == [
        s for s in range(SHIPS) if one.ship_cell[s] >= 0
    ]
    for seat in range(n):
        assert one.doubloons[seat] == one.income[seat].sum() - one.spent[seat] - one.stolen[seat]
        assert one.cargo[seat] <= one.load and one.cargo[PIRATES + seat] <= 1
        assert (one.ship_cell[seat] == NONE) == (one.cargo[seat] == 0)
    movement = [int(c) for s in range(n) for c in hidden.movement[s, : hidden.n_movement[s]]]
    movement += hidden.movement_pile[: hidden.n_movement_pile].tolist()
    movement += hidden.movement_discards[: hidden.n_movement_discards].tolist()
    fortune = [int(c) for s in range(n) for c in hidden.fortune[s, : one.n_fortune[s]]]
    fortune += hidden.fortune_pile[: hidden.n_fortune_pile].tolist()
    fortune += hidden.fortune_discards[: hidden.n_fortune_discards].tolist()
    assert sorted(movement) == sorted(fortune) == list(range(44))


def random_game(room: State, watch: Any, game: int = 0) -> None:
    """A random game in which somebody watches every decision."""
    n = int(room.table.n_players)
    rng = np.random.default_rng(game)

    def choose(view: Record, workspace: Record) -> int:
        watch(room)
        return int(rng.integers(view.n_listed))

    loop.begin_game(room.workspace, game, 1, 1, n)
    room.workspace.policies[:n, 0] = choose
    turn.play_game(room.table, room.hidden, room.workspace)
