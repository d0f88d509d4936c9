"""The rules and the slow reference side by side, decision by decision, turn by turn."""

from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from analyser.simulation import engine
from tests.games.black_fleet import positions
from tests.games.black_fleet.reference import ACT, CARD, CELL, NOTHING, PIRATE, SHIP, TARGET, TO
from tests.games.black_fleet.reference_choices import A_BUY, A_DONE, A_FORTUNE, A_KEEP, A_ROB, A_SINK, choices
from tests.games.black_fleet.reference_state import (
    OVER,
    PLACE,
    PLAY_CARD,
    SAILING,
    Records,
    State,
    development_cards,
    differences,
    fortune_cards,
    powers_of,
    read_state,
)
from tests.games.black_fleet.reference_turn import carry_out

LONGEST = 400
"""Decisions of one game; a stirred one would go on for long."""
LEAST = np.array((0, -1, -1, -1, -1, -1, -64, -1))
SPANS = np.array((16, 16, 256, 256, 256, 64, 256, 16))
WEIGHTS = np.append(np.cumprod(SPANS[:0:-1])[::-1], 1)
"""Of each field of a choice: the least value, how many there can be, and what it counts in a choice's number."""


def keys(rows: Any) -> Any:
    """A number for each choice, in order; different choices have different numbers."""
    values = rows - LEAST
    assert ((values >= 0) & (values < SPANS)).all(), rows
    return np.sort(values @ WEIGHTS)


def difference(mine: Any, theirs: Any) -> str:
    """In which choices two lists differ, or nothing; a choice that is there twice is a difference."""
    a, b = keys(mine), keys(theirs)
    if len(a) == len(b) and (a == b).all() and (a[1:] != a[:-1]).all():
        return ""
    one, other = ({tuple(row) for row in rows.tolist()} for rows in (mine, theirs))
    doubles = len(theirs) - len(other)
    return f"only reference {sorted(one - other)}, only rules {sorted(other - one)}, {doubles} twice"


class Comparison:
    """A table at which the rules and the reference play together; what was met is counted."""

    def __init__(self, n_players: int, settings: dict[str, int], met: Counter[str]) -> None:
        self.room: engine.State = positions.new_room(n_players, **settings)
        self.records = Records(self.room)
        self.met = met
        self.list_choices: Callable[[State], Any] = choices

    def deal(self, game: int) -> None:
        """Begin a game; in three of four the table is stirred before each turn."""
        self.game = game
        self.rng = np.random.default_rng([game, int(self.room.table.n_players)])
        self.is_stirred = game % 4 > 0
        positions.deal(self.room, game)
        self.state = self.read()

    def read(self) -> State:
        return read_state(self.room, self.records)

    def step(self) -> None:
        """One decision: the same choices, the same effect of one of them."""
        found = positions.listed(self.room)
        told = difference(self.list_choices(self.state), found)
        assert not told, f"game {self.game}: {told}\n{self.state}"
        self.count(found)
        index = self.pick(found)
        choice = found[index].tolist() if index >= 0 else None
        is_idle = len(found) == 1 and found[0, ACT] in (A_DONE, A_KEEP)
        positions.carry_out(self.room, NOTHING if is_idle else index)
        seen = self.read()
        carry_out(self.state, choice, seen)
        told = "; ".join(differences(self.state, seen))
        assert not told, f"game {self.game}: {told}\nafter {choice} came {self.state}"
        if choice is not None and choice[ACT] == A_BUY:
            self.check_powers()
        self.go_on(choice)

    def check_powers(self) -> None:
        """What the rules keep of everybody's powers is what the cards bought say."""
        for seat in range(self.state.n_players):
            for name, value in powers_of(self.state, seat).items():
                found = self.records.value(name)[seat]
                assert found == value, f"game {self.game}: {name} of {seat} is {found}, its cards say {value}"

    def pick(self, found: Any) -> int:
        """Any act with equal chance, then any of its choices; -1 if there is nothing to choose."""
        if len(found) == 0:
            return NOTHING
        acts = np.flatnonzero(np.bincount(found[:, ACT]))
        rows = np.flatnonzero(found[:, ACT] == acts[self.rng.integers(len(acts))])
        return int(rows[self.rng.integers(len(rows))])

    def go_on(self, choice: list[int] | None) -> None:
        """At the start of a turn the state is read anew, maybe after the table was stirred."""
        begins = self.state.asked in (PLACE, PLAY_CARD) and (choice is None or choice[ACT] > 10)
        plays = choice is not None and choice[ACT] == 1 and self.state.cards_played == 1
        if begins and self.is_stirred and self.state.rounds > 0:
            positions.stir(self.room, self.rng)
        elif plays and self.is_stirred and self.rng.random() < 0.5:
            positions.stir_turn(self.room, self.rng)
        elif not begins:
            return
        self.state = self.read()

    @property
    def is_over(self) -> bool:
        return self.state.asked == OVER

    def count(self, found: Any) -> None:
        """What is met in a position."""
        state, met = self.state, self.met
        met["positions"] += 1
        met[f"asked {state.asked}"] += 1
        for act in np.flatnonzero(np.bincount(found[:, ACT])).tolist():
            met[f"act {act}"] += 1
        if state.asked != SAILING:
            return
        met["under way"] += state.under_way != NOTHING
        pirate = 4 + state.seat
        met["stopped for a card"] += bool(state.under_way != NOTHING and (found[:, ACT] == A_FORTUNE).any())
        met["must enter"] += bool(state.under_way == NOTHING and not (found[:, ACT] == A_DONE).any())
        met["two frigates"] += state.second_frigate != NOTHING
        enters = state.cell[pirate] == NOTHING and not state.has_sailed[PIRATE]
        met["entering"] += bool(enters and (found[:, SHIP] == pirate).any())
        attacks = found[(found[:, ACT] == A_ROB) | (found[:, ACT] == A_SINK)]
        met["cell of the sunk"] += bool((attacks[:, TO] == np.array(state.cell)[attacks[:, TARGET]]).any())
        lies = np.isin(attacks[:, CELL], state.cell) & (attacks[:, CELL] != np.array(state.cell)[attacks[:, SHIP]])
        met["act among friends"] += bool(lies.any())
        for card in set(found[found[:, ACT] == A_FORTUNE][:, CARD].tolist()):
            met[f"fortune {fortune_cards()[card][0]}"] += 1
        for card in state.bought[state.seat]:
            if card != NOTHING:
                met[f"power {development_cards()[card][1]}"] += 1


def compare(n_positions: int, n_players: int, settings: dict[str, int], first: int, met: Counter[str]) -> None:
    """So many decisions of one game after another."""
    until, table = met["positions"] + n_positions, Comparison(n_players, settings, met)
    for game in count(first):
        table.deal(game)
        for _ in range(LONGEST):
            if met["positions"] == until:
                return
            if table.is_over:
                break
            table.step()
