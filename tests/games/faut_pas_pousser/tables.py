"""Tables for the tests, in notation: « B3 R1 G5 Y2 » is slot 1 to slot 4. Slots count from 1 here, as in print.

Everything but `new_room` calls rules, so it works only uncompiled.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest

from analyser.games import piles
from analyser.games.faut_pas_pousser import choices, rules, table, turn
from analyser.games.faut_pas_pousser.notation import LETTERS
from analyser.games.faut_pas_pousser.table import Event
from analyser.kernel import loop
from analyser.kernel.intrinsics import Record
from analyser.simulation.engine import State
from tests.games.faut_pas_pousser.kernel_games import DEFAULTS, GAME, Games, game_of
from tests.games.faut_pas_pousser.notation import plank_text, read_pirate, read_plank

PLAYERS = (2, 3, 4)
SOME_PLANK = "B3 R1 G5 Y2"


def new_room(n_players: int = 4, **settings: Any) -> State:
    """The records of a table at which nothing has happened yet: .table, .hidden and .workspace."""
    return State(GAME, DEFAULTS | settings, n_players)


def new_table(plank: str = "", n_players: int = 4, **settings: Any) -> Record:
    """A table with all cards dealt, and perhaps a plank."""
    record = new_room(n_players, **settings).table
    table.deal_crews(record)
    record.plank = read_plank(plank, min(record.pirate_values))
    return record


def dealt(n_players: int, game: int = 0, seed: int = 1, rotations: int = 1, **settings: Any) -> State:
    """A table after the deal of one game."""
    room = new_room(n_players, **settings)
    loop.begin_game(room.workspace, game, seed, rotations, n_players)
    table.deal(room.table, room.hidden, room.workspace)
    return room


# Cards


def crew(letter: str) -> int:
    return LETTERS.index(letter)


def pirates_in_hand(record: Record, letter: str) -> list[int]:
    """The values of the pirates a crew holds."""
    return [int(value) for k, value in enumerate(record.pirate_values) if record.pirates[crew(letter)] >> k & 1]


def actions_in_hand(record: Record, letter: str) -> list[int]:
    """The moves of the action cards a crew holds."""
    return [int(value) for k, value in enumerate(record.action_values) if record.actions[crew(letter)] >> k & 1]


def give(record: Record, letter: str, pirates: Iterable[int], actions: Iterable[int], non_merci: int = 1) -> None:
    """Hand a crew these cards and no others."""
    values, moves = list(record.pirate_values), list(record.action_values)
    record.pirates[crew(letter)] = sum(1 << values.index(value) for value in pirates)
    record.actions[crew(letter)] = sum(1 << moves.index(move) for move in actions)
    record.non_merci[crew(letter)] = non_merci


# The installation


def installed(openings: str, n_players: int = 4, ages: Sequence[int] = (0, 1, 2, 3), **settings: Any) -> Record:
    """The table after all reveal these pirates, written in any order; ages by seat, 0 the youngest."""
    settings = {"neutral_tie": "crew-order"} | settings
    room = new_room(n_players, **settings)
    table.deal_crews(room.table)
    room.table.age_rank[:n_players] = ages[:n_players]
    table.deal_ties(room.table, room.hidden, room.workspace)
    for pirate in openings.split():
        room.hidden.openings[crew(pirate[0])] = list(room.table.pirate_values).index(int(pirate[1:]))
    rules.install(room.table, room.hidden)
    rules.set_turn_order(room.table)
    return room.table


def plank_after_installation(openings: str, *arguments: Any, **named: Any) -> str:
    return plank_text(installed(openings, *arguments, **named).plank)


def order_of_play(plank: str, n_players: int = 4) -> str:
    """The crews in order of play, when the plank stands so after the installation."""
    record = new_table(plank, n_players)
    rules.set_turn_order(record)
    assert [record.position[one] for one in record.order] == [0, 1, 2, 3]
    return " ".join(LETTERS[one] for one in record.order)


# Turns


def after_action(plank: str, slot: int, by: int) -> str:
    """The plank after an action on the pirate in a slot."""
    return plank_text(rules.shifted(read_plank(plank), slot - 1, by))


def after_entry(plank: str, pirate: str, captain: int = 1) -> str:
    """The plank after a pirate's entry."""
    return plank_text(rules.entered(read_plank(plank, captain), read_pirate(pirate, captain)))


def turn_played(plank: str, pirate: str, action: int, slot: int, action_first: bool, **settings: Any) -> Record:
    """The table after a turn with one pirate and one action on the pirate that then stands in a slot."""
    record = new_table(plank, **settings)
    card = list(record.pirate_values).index(int(pirate[1:]))
    move = list(record.action_values).index(action)
    turn.play_cards(record, crew(pirate[0]), card, move, slot - 1, action_first)
    return record


def choices_of(record: Record, letter: str, kind: int = choices.Kind.TURN) -> list[tuple[int, ...]]:
    """The listed choices of a crew: (order, pirate, action, slot from 0, plank, fallen) each."""
    record.me = crew(letter)
    room = np.zeros(choices.MAX_CHOICES, choices.CHOICE).view(np.recarray)
    count = choices.LISTS[kind](record, room)
    return [facts(room[k]) for k in range(count)]


def facts(choice: Record) -> tuple[int, ...]:
    """A choice as a tuple."""
    names = ("order", "pirate", "action", "slot", "plank", "fallen")
    return tuple(int(choice[name]) for name in names)


def random_position(rng: Any, n_cards: int, non_merci: int, **settings: Any) -> Record:
    """Any plank, and the blue crew on turn with so many pirates and actions."""
    record = new_table(**settings)
    values = [int(value) for value in record.pirate_values]
    pirates = [f"{letter}{value}" for letter, value in product(LETTERS, values)]
    plank = rng.sample([pirate for pirate in pirates if pirate[0] != "B"], 3)
    mine = rng.sample([pirate for pirate in pirates if pirate[0] == "B"], n_cards + 1)
    plank.insert(rng.randrange(4), mine.pop())
    record.plank = read_plank(" ".join(plank), min(values))
    give(record, "B", [int(one[1:]) for one in mine], rng.sample(list(record.action_values), n_cards), non_merci)
    return record


# Luck


@contextmanager
def drawing(below: Callable[[Any, int, int], int]) -> Iterator[None]:
    """The deal draws with this function instead of `luck.below`."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (piles, table):
            patch.setattr(module, "below", below)
        yield


@contextmanager
def forced_luck(*draws: int) -> Iterator[None]:
    """The deal draws these numbers, in this order, and no others."""
    left = list(draws)
    with drawing(lambda luck, purpose, n: left.pop(0)):
        yield
    assert not left


def law(deal: Callable[[], Any]) -> dict[Any, Fraction]:
    """The exact law of what a deal gives: every number that could be drawn is tried, with its chance."""
    chances: dict[Any, Fraction] = {}
    pending: list[tuple[int, ...]] = [()]
    while pending:
        given, sizes = pending.pop(), []

        def below(luck: Any, purpose: int, n: int, given: Any = given, sizes: Any = sizes) -> int:
            sizes.append(n)
            return given[len(sizes) - 1] if len(sizes) <= len(given) else 0

        with drawing(below):
            outcome = deal()
        chances[outcome] = chances.get(outcome, Fraction(0)) + Fraction(1, prod(sizes))
        for at in range(len(given), len(sizes)):
            zeros = (0,) * (at - len(given))
            pending.extend((*given, *zeros, other) for other in range(1, sizes[at]))
    return chances


# Whole games


def play_whole_game(
    room: State, seats: Sequence[str], game: int = 0, seed: int = 1, heard: Callable[..., None] = lambda *_: None
) -> Games:
    """Play one game on these records; `heard` is told everything that happens."""
    return game_of(seats, game, seed, heard, room)


class Log:
    """Hears a game, and keeps (round, event, crew) of every entry, action and « Non Merci »."""

    def __init__(self) -> None:
        self.events: list[tuple[int, Event, int]] = []

    def on_event(self, event: int, record: Record, first: int, *_: int) -> None:
        if event in (Event.ENTERED, Event.SHIFTED, Event.NON_MERCI):
            one = rules.crew_in(first, 0) if event == Event.ENTERED else first
            self.events.append((int(record.turn), Event(event), int(one)))

    def turns(self) -> list[tuple[int, int]]:
        """(round, crew) of every turn, in order: the two halves of a turn count once."""
        halves = [(round_, one) for round_, _, one in self.events]
        return [turn for k, turn in enumerate(halves) if k == 0 or halves[k - 1] != turn]


def random_game(n_players: int, game: int = 0, **settings: Any) -> tuple[State, Log]:
    """A whole random game, and what was heard of it."""
    room, log = new_room(n_players, **settings), Log()
    play_whole_game(room, ["random"] * n_players, game, heard=log.on_event)
    return room, log
