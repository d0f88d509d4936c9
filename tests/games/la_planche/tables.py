"""Tables for the tests, in notation: « YR.GB. » is slot 1 to the last slot, above the shark. Slots count from 1 here.

A plank may be of any length, to be readable. All but `new_room` calls rules, so it works only uncompiled.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from analyser.games.la_planche import choices, table, turn
from analyser.games.la_planche.choices import Act, Kind
from analyser.games.la_planche.notation import LETTERS, plank_text
from analyser.games.la_planche.table import NOBODY, Event, Symbol
from analyser.kernel import loop
from analyser.kernel.columns import OUTCOME, OUTCOMES, RANK, SCORE, WHOLE_WIN, WIN, WINNERS
from analyser.kernel.intrinsics import Record
from analyser.simulation.engine import State
from tests.games.kernel_play import listening
from tests.games.la_planche import reference
from tests.games.la_planche.kernel_games import DEFAULTS, GAME
from tests.games.la_planche.notation import read_plank

NO_ACTION = "skull skull"
COLOURS_IN_ALL = "YRGB" * 4


def new_room(n_players: int = 4, **settings: Any) -> State:
    """The records of a table at which nothing has happened yet: .table, .hidden and .workspace."""
    return State(GAME, DEFAULTS | settings, n_players)


def laid(
    plank: str, sabres: str = NO_ACTION, n_players: int = 4, stones: str | None = None, index: int = 0, **settings: Any
) -> State:
    """A table with this plank, where the vane can only show these sabres and all seats take the choice `index`."""
    room = new_room(n_players, **settings)
    put(room.table, plank)
    show(room.table, sabres)
    give(room, stones or LETTERS[:n_players])
    for seat in range(n_players):
        for kind in Kind:
            room.workspace.policies[seat, kind] = lambda view, workspace: index
    return room


def put(record: Record, plank: str) -> None:
    """Put prisoners on the plank."""
    record.plank_length = len(plank)
    record.occupied, record.colours, record.left = read_plank(plank)
    record.last_fallen[:] = table.NONE


def show(record: Record, sabres: str) -> None:
    """The vane shows these sabres, now and for ever."""
    record.sabres[:] = record.pairs[0] = [Symbol[word.upper()] for word in sabres.split()]
    record.n_pairs = 1


def give(room: State, stones: str) -> None:
    """Hand out the stones, by seat."""
    room.hidden.owner[:] = NOBODY
    for seat, letter in enumerate(stones):
        room.hidden.stones[seat] = LETTERS.index(letter)
        room.hidden.owner[LETTERS.index(letter)] = seat


def row(record: Record) -> str:
    """The plank of a table, or the one that a choice of it leads to."""
    return plank_text(int(record.occupied), int(record.colours), int(record.plank_length))


def dealt(n_players: int, game: int = 0, rotations: int = 1, room: State | None = None, **settings: Any) -> State:
    """A table after the deal of one round."""
    room = room or new_room(n_players, **settings)
    loop.begin_game(room.workspace, game, 1, rotations, n_players)
    table.begin_luck(room.workspace)
    table.deal_round(room.table, room.hidden, room.workspace)
    return room


# Choices, as the reference writes them: ("swap", slot, slot), ("advance", slot), ("move", slot, "first")


def listed(record: Record, kind: int = Kind.ACTION) -> list[Record]:
    """The choices of a table."""
    room = np.zeros(choices.MAX_CHOICES, choices.CHOICE).view(np.recarray)
    return [room[k] for k in range(choices.LISTS[kind](record, room))]


def in_words(record: Record, choice: Record) -> tuple[Any, ...]:
    """A choice of action 1, slots counted from 1."""
    slot = slots(record)[choice.prisoner]
    return {
        Act.SWAP: lambda: ("swap", slot, slots(record)[choice.other]),
        Act.ADVANCE: lambda: ("advance", slot),
        Act.MOVE_FIRST: lambda: ("move", slot, "first"),
        Act.MOVE_LAST: lambda: ("move", slot, "last"),
    }[Act(choice.act)]()


def slots(record: Record) -> list[int]:
    """Where prisoners stand, from the rear."""
    return [slot for slot, letter in enumerate(row(record), start=1) if letter != "."]


def allowed(plank: str, sabres: str) -> list[tuple[Any, ...]]:
    """The choices of action 1 in words."""
    record = laid(plank, sabres).table
    return [in_words(record, choice) for choice in listed(record)]


def movable(plank: str, end: str) -> list[int]:
    """The slots of those who can move to an end."""
    return [choice[1] for choice in allowed(plank, "move move") if choice[2] == end]


# One step


def after(plank: str, *choice: Any, **settings: Any) -> str:
    """The plank after action 1, a choice in words."""
    return row(acted(plank, *choice, **settings).table)


def acted(plank: str, *choice: Any, **settings: Any) -> State:
    """The table after seat 0 has taken this action."""
    sabres = f"{choice[0]} skull"
    room = laid(plank, sabres, index=allowed(plank, sabres).index(choice), **settings)
    turn.act(room.table, room.hidden, room.workspace, 0)
    return room


def after_push(plank: str, group: int = 0, **settings: Any) -> str:
    """The plank after action 2; if groups can be chosen, on this one, counted from 0 at the rear."""
    room = laid(plank, index=group, **settings)
    turn.push_on(room.table, room.hidden, room.workspace, 0)
    return row(room.table)


# Whole games


def play_from(plank: str, seats: Sequence[Callable[..., int]] | None = None, **fields: Any) -> "Heard":
    """A round that begins with this plank; by default all take the first choice."""
    room = laid(plank, **fields)
    for seat, policy in enumerate(seats or ()):
        room.workspace.policies[seat, Kind.ACTION] = policy
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turn, "deal_round", lambda table, hidden, workspace: None)
        return heard_game(room)


class Heard:
    """Hears a game: (turn, event, numbers) of all that is told."""

    def __init__(self, room: State) -> None:
        self.room = room
        self.told: list[tuple[int, Event, tuple[int, int, int]]] = []

    def on_event(self, event: int, record: Record, *numbers: int) -> None:
        first, second, third = (int(number) for number in numbers)
        self.told.append((int(record.turns), Event(event), (first, second, third)))

    def events(self, turn: int | None = None) -> list[str]:
        """The events in order, of one turn or of all."""
        return [event.name for when, event, _ in self.told if turn in (None, when)]

    def fallen(self) -> str:
        """The colours that fell, in order."""
        return "".join(LETTERS[numbers[0]] for _, event, numbers in self.told if event == Event.FELL)

    def result(self) -> tuple[str, int, list[int], list[int]]:
        """Outcome, number of winners, scores, ranks; wins are checked here: shared by the winners, or nobody's."""
        workspace, n = self.room.workspace, int(self.room.table.n_players)
        outcome, winners = OUTCOMES[workspace.game_row[OUTCOME]], int(workspace.game_row[WINNERS])
        ranks = workspace.seat_rows[RANK, :n].tolist()
        wins = [WHOLE_WIN // winners if winners and rank == 1 else 0 for rank in ranks]
        assert workspace.seat_rows[WIN, :n].tolist() == wins
        return outcome, winners, workspace.seat_rows[SCORE, :n].tolist(), ranks


def heard_game(room: State, game: int = 0, seed: int = 1) -> Heard:
    """Play a game on these records, with the policies that sit there, and listen."""
    heard = Heard(room)
    loop.begin_game(room.workspace, game, seed, 1, int(room.table.n_players))
    with listening(heard.on_event):
        turn.play_game(room.table, room.hidden, room.workspace)
    return heard


def random_game(n_players: int, game: int = 0, **settings: Any) -> Heard:
    """A whole random game, and what was heard of it."""
    return heard_game(new_room(n_players, **settings), game)


# Luck


@contextmanager
def forced_luck(module: Any, draws: Iterable[int]) -> Iterator[None]:
    """A module draws these numbers, in this order, and all of them; none may be more than the draw allows."""
    left = list(draws)

    def below(luck: Any, purpose: int, n: int) -> int:
        assert left[0] < n
        return left.pop(0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "below", below)
        yield
    assert not left


def random_plank(rng: Any, length: int = 18) -> str:
    """Any plank with 2 to 16 prisoners: loose, or in two groups, often at an edge."""
    n = rng.randint(2, min(16, length))
    letters = iter(rng.sample(COLOURS_IN_ALL, n))
    occupied = set(rng.sample(range(length), n))
    if rng.random() < 0.5:
        behind, gap = rng.randint(0, n), rng.randint(0, length - n)
        start = rng.choice((0, length - n - gap))
        occupied = {start + k + gap * (k >= behind) for k in range(n)}
    return "".join(next(letters) if slot in occupied else "." for slot in range(length))


# The reference


def words_of(plank: reference.Plank) -> str:
    """A plank of the reference in notation."""
    return "".join("." if colour is None else LETTERS[colour] for colour in plank)


def reference_plank(plank: str) -> reference.Plank:
    return [None if letter == "." else LETTERS.index(letter) for letter in plank]
