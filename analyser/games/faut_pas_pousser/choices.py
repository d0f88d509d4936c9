"""The legal choices, written out.

Two kinds of decision: the opening pirate, and a turn. A turn's choices are numbered: first all with the pirate
first (pirate x action x slot), then all with the action first (action x slot x pirate), « Non Merci » last.
A policy is made for each strategy: its `score` is copied into the loops over the choices.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import TypeAlias

import numpy as np

from analyser.games.faut_pas_pousser.rules import at_the_end, entered, shifted
from analyser.games.faut_pas_pousser.table import PIRATES, SLOTS, action_move, hand_size, lane, nth_card
from analyser.kernel.backend import compiled, rule
from analyser.kernel.intrinsics import Record, Records, blank, fill, scratch
from analyser.kernel.policies import BEST, ListChoices, Policy, PolicyFactory, Score, favourite, ties_dtype, weigh
from analyser.kernel.restrictions import is_meant

MAX_CHOICES = 201
TIES = ties_dtype(MAX_CHOICES)


class Kind(IntEnum):
    """Kinds of decision."""

    OPENING = 0
    TURN = 1


class Order(IntEnum):
    """What a choice does, and in which order (FPP-08)."""

    OPENING = 0
    PIRATE_FIRST = 1
    ACTION_FIRST = 2
    NON_MERCI = 3


CHOICE = np.dtype(
    [
        ("plank", "i8"),
        ("fallen", "i4"),
        ("order", "i4"),
        ("pirate", "i4"),
        ("action", "i4"),
        ("slot", "i4"),
    ],
    align=True,
)
"""pirate: its value; action: -3..+2; slot: 0..3 of the pirate moved, at the moment the action applies.
plank: as it stands after the choice; fallen: the pirate that falls by it, 0 if none."""

HAND = np.dtype([("n", "i8"), ("lanes", "i8", PIRATES), ("values", "i8", PIRATES), ("actions", "i8", PIRATES)])
"""The cards a seat chooses from: pirates as lanes and as values, and actions; there are always as many of each."""

WeighSome: TypeAlias = Callable[[Record, Record, Record, Record], None]
"""`weigh_some(view, hand, best, ties)`: scores some of a turn's choices."""

OPENS = int(Order.OPENING)
PIRATE_FIRST, ACTION_FIRST, SAYS_NON_MERCI = int(Order.PIRATE_FIRST), int(Order.ACTION_FIRST), int(Order.NON_MERCI)


@rule("FPP-07", "FPP-14")
def n_turn_choices(table: Record, seat: int, n: int) -> int:
    """2 orders x n pirates x n actions x 4 slots, and « Non Merci » while it is held."""
    return 2 * SLOTS * n * n + table.non_merci[seat]


@compiled
def write(choice: Record, order: int, pirate: int, action: int, slot: int, plank: int, fallen: int) -> None:
    """Fill in one choice."""
    fill(choice, plank, fallen, order, pirate, action, slot)


@compiled
def describe_opening(view: Record, choice: Record, pirate: int) -> None:
    """An opening is only a pirate: nobody knows the plank yet."""
    write(choice, OPENS, view.pirate_values[pirate], 0, 0, 0, 0)


def choose_opening(score: Score) -> Policy:
    """Which pirate to start with."""

    def policy(view: Record, workspace: Record) -> int:
        choice = blank(CHOICE)
        ties = scratch(TIES)
        best = blank(BEST)
        best.value = -np.inf
        for pirate in range(PIRATES):
            describe_opening(view, choice, pirate)
            weigh(best, ties, pirate, float(score(view, choice)))
        return favourite(best, ties, workspace, view.me)

    return policy


@compiled
def take_up(view: Record, hand: Record) -> None:
    """My cards side by side: looking them up here, once, gains 1.2 x."""
    hand.n = hand_size(view.pirates[view.me])
    for k in range(hand.n):
        pirate = nth_card(view.pirates[view.me], k)
        hand.lanes[k] = lane(view, view.me, pirate)
        hand.values[k] = view.pirate_values[pirate]
        hand.actions[k] = action_move(view, view.me, nth_card(view.actions[view.me], k))


def weigh_pirate_first(score: Score) -> WeighSome:
    """Enter, then move; the entry is computed once for all actions and slots."""

    @compiled
    def weigh_some(view: Record, hand: Record, best: Record, ties: Record) -> None:
        choice = blank(CHOICE)
        choice.order = PIRATE_FIRST
        choice.fallen = at_the_end(view.plank)
        index = 0
        for p in range(hand.n):
            choice.pirate = hand.values[p]
            plank = entered(view.plank, hand.lanes[p])
            for a in range(hand.n):
                choice.action = hand.actions[a]
                for slot in range(SLOTS):
                    choice.slot = slot
                    choice.plank = shifted(plank, slot, hand.actions[a])
                    weigh(best, ties, index, float(score(view, choice)))
                    index += 1

    return weigh_some


def weigh_action_first(score: Score) -> WeighSome:
    """Move, then enter; the move is computed once for all pirates."""

    @compiled
    def weigh_some(view: Record, hand: Record, best: Record, ties: Record) -> None:
        choice = blank(CHOICE)
        choice.order = ACTION_FIRST
        index = SLOTS * hand.n * hand.n
        for a in range(hand.n):
            choice.action = hand.actions[a]
            for slot in range(SLOTS):
                choice.slot = slot
                plank = shifted(view.plank, slot, hand.actions[a])
                choice.fallen = at_the_end(plank)
                for p in range(hand.n):
                    choice.pirate = hand.values[p]
                    choice.plank = entered(plank, hand.lanes[p])
                    weigh(best, ties, index, float(score(view, choice)))
                    index += 1

    return weigh_some


def weigh_non_merci(score: Score) -> WeighSome:
    """Pass, while « Non Merci » is held."""

    @compiled
    def weigh_some(view: Record, hand: Record, best: Record, ties: Record) -> None:
        choice = blank(CHOICE)
        choice.order = SAYS_NON_MERCI
        choice.plank = view.plank
        if view.non_merci[view.me]:
            index = 2 * SLOTS * hand.n * hand.n
            weigh(best, ties, index, float(score(view, choice)))

    return weigh_some


def choose_turn(score: Score) -> Policy:
    """What to do this turn."""
    pirate_first, action_first, non_merci = (
        weigh_some(score) for weigh_some in (weigh_pirate_first, weigh_action_first, weigh_non_merci)
    )

    def policy(view: Record, workspace: Record) -> int:
        hand = scratch(HAND)
        ties = scratch(TIES)
        best = blank(BEST)
        best.value = -np.inf
        take_up(view, hand)
        pirate_first(view, hand, best, ties)
        action_first(view, hand, best, ties)
        non_merci(view, hand, best, ties)
        return favourite(best, ties, workspace, view.me)

    return policy


@compiled
def list_openings(view: Record, choices: Records) -> int:
    """Write out the opening pirates."""
    for pirate in range(PIRATES):
        describe_opening(view, choices[pirate], pirate)
    return PIRATES


@compiled
def list_turns(view: Record, choices: Records) -> int:
    """Write out a turn's choices."""
    hand = scratch(HAND)
    take_up(view, hand)
    list_pirate_first(view, hand, choices)
    list_action_first(view, hand, choices)
    count = 2 * SLOTS * hand.n * hand.n
    if view.non_merci[view.me]:
        write(choices[count], SAYS_NON_MERCI, 0, 0, 0, view.plank, 0)
        count += 1
    return count


@compiled
def list_pirate_first(view: Record, hand: Record, choices: Records) -> None:
    """Enter, then move."""
    index = 0
    fallen = at_the_end(view.plank)
    for p in range(hand.n):
        plank = entered(view.plank, hand.lanes[p])
        for a in range(hand.n):
            by = hand.actions[a]
            for slot in range(SLOTS):
                write(choices[index], PIRATE_FIRST, hand.values[p], by, slot, shifted(plank, slot, by), fallen)
                index += 1


@compiled
def list_action_first(view: Record, hand: Record, choices: Records) -> None:
    """Move, then enter."""
    index = SLOTS * hand.n * hand.n
    for a in range(hand.n):
        by = hand.actions[a]
        for slot in range(SLOTS):
            plank = shifted(view.plank, slot, by)
            fallen = at_the_end(plank)
            for p in range(hand.n):
                newcomer = hand.lanes[p]
                write(choices[index], ACTION_FIRST, hand.values[p], by, slot, entered(plank, newcomer), fallen)
                index += 1


POLICIES: dict[int, PolicyFactory] = {Kind.OPENING: choose_opening, Kind.TURN: choose_turn}
"""How a strategy's score becomes a policy, for each kind of decision."""
LISTS: dict[int, ListChoices] = {Kind.OPENING: list_openings, Kind.TURN: list_turns}


@compiled
def fits_non_merci(view: Record, choice: Record, value: float) -> int:
    """« Non Merci », on turn `value`: 1 it is that, 0 it is against it, -1 it has nothing to do with it."""
    due = is_meant(value, view.turn + 1)
    if choice.order == Order.NON_MERCI:
        return int(due)
    return 0 if due and choice.order != Order.OPENING and view.non_merci[view.me] else -1


@compiled
def fits_opening(view: Record, choice: Record, value: float) -> int:
    """The opening pirate of this value."""
    return int(is_meant(value, choice.pirate)) if choice.order == Order.OPENING else -1


@compiled
def fits_action(view: Record, choice: Record, value: float) -> int:
    """The action card of this move; other cards are against it only while it is held."""
    if choice.order not in (Order.PIRATE_FIRST, Order.ACTION_FIRST):
        return -1
    if is_meant(value, choice.action):
        return 1
    for k in range(hand_size(view.actions[view.me])):
        if action_move(view, view.me, nth_card(view.actions[view.me], k)) == value:
            return 0
    return -1


@compiled
def fits_action_on_turn(view: Record, choice: Record, value: float) -> int:
    """Action card number `value` % 10 (1 to 5) on turn `value` // 10: not before it, and nothing else then if held."""
    turn, card = int(value) // 10, max(int(value) % 10 - 1, 0)
    is_it = choice.action == action_move(view, view.me, card)
    return fits_turn(view, choice, turn, is_it, view.actions[view.me] >> card & 1)


@compiled
def fits_captain_on_turn(view: Record, choice: Record, value: float) -> int:
    """The Captain on turn `value`: not before it, and no other pirate then if it is held."""
    is_it = choice.pirate == view.pirate_values[0]
    return fits_turn(view, choice, int(value), is_it, view.pirates[view.me] & 1)


@compiled
def fits_turn(view: Record, choice: Record, turn: int, is_it: bool, is_held: int) -> int:
    """Whether a choice plays a card on the turn that it is meant for, while it is held."""
    if choice.order == Order.OPENING or view.turn + 1 > turn or is_held == 0:
        return -1
    is_played = is_it and choice.order != Order.NON_MERCI
    if view.turn + 1 < turn:
        return 0 if is_played else -1
    return int(is_played)


@compiled
def fits_action_first(view: Record, choice: Record, value: float) -> int:
    """The action before the pirate, on turn `value`."""
    if choice.order not in (Order.PIRATE_FIRST, Order.ACTION_FIRST) or not is_meant(value, view.turn + 1):
        return -1
    return int(choice.order == Order.ACTION_FIRST)


@compiled
def fits_pirate(view: Record, choice: Record, value: float) -> int:
    """The pirate of this value, on a turn; others are against it only while it is held."""
    if choice.order not in (Order.PIRATE_FIRST, Order.ACTION_FIRST):
        return -1
    if is_meant(value, choice.pirate):
        return 1
    for k in range(hand_size(view.pirates[view.me])):
        if view.pirate_values[nth_card(view.pirates[view.me], k)] == value:
            return 0
    return -1


RESTRICTABLE = {
    "non-merci": fits_non_merci,
    "opening": fits_opening,
    "pirate": fits_pirate,
    "action": fits_action,
    "action-first": fits_action_first,
    "action-on-turn": fits_action_on_turn,
    "captain-on-turn": fits_captain_on_turn,
}
"""What `never:<what>` and `always:<what>=value` can restrict."""
