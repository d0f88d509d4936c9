"""How a seat decides. A policy lists the choices, asks its strategy about them, and returns the index of one.

A policy is made for each strategy and kind of decision by a factory: the strategy's `score` is copied into the loop
over the choices, which gains 1.5 x over a call. Equal scores are drawn by lot.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyser.kernel.backend import compiled, compiled_apart
from analyser.kernel.intrinsics import Record, Records, RecordType, blank, call, scratch
from analyser.kernel.limits import MAX_PARAMS
from analyser.kernel.rng import below, chance, draw
from analyser.kernel.rollouts import OPEN, PLAIN, RECORDED, record, settled
from analyser.kernel.workspace import NOISE, PLANNER, POLICY_NOISE, POLICY_RESTRICTED

Policy: TypeAlias = Callable[[Record, Record], int]
"""`policy(view, workspace)`: the index of the choice taken."""
Score: TypeAlias = Callable[[Record, Record], float]
"""A strategy's `score(view, choice)`."""
PolicyFactory: TypeAlias = Callable[[Score], Policy]
Choose: TypeAlias = Callable[[Record, Records, NDArray[np.uint64]], int]
"""A planner's `choose(view, choices, luck)`."""
ListChoices: TypeAlias = Callable[[Record, Records], int]
"""`list_choices(view, choices)`: writes the choices of a decision; returns how many there are."""

BEST = np.dtype([("value", "f8"), ("n", "i8")])
"""The highest score so far, and how many choices have it."""


class ScoreNotFinite(Exception):
    """A strategy's `score` gave NaN or infinity."""


class NoSuchChoice(Exception):
    """A strategy's `choose` gave an index outside its list."""


@compiled
def ask(table: Record, workspace: Record, seat: int, kind: int, n_choices: int) -> int:
    """The index of the choice that a seat takes."""
    workspace.seat = seat
    workspace.decisions += 1
    if workspace.studied != PLAIN:
        return ask_followed(table, workspace, seat, kind, n_choices)
    return decide(table, workspace, seat, kind, n_choices)


@compiled_apart
def ask_followed(table: Record, workspace: Record, seat: int, kind: int, n_choices: int) -> int:
    """The same in a game that is recorded, scripted or studied."""
    index = settled(table, workspace, seat, n_choices)
    if index == OPEN:
        index = decide(table, workspace, seat, kind, n_choices)
    if workspace.studied == RECORDED:
        record(workspace, index)
    return index


@compiled
def decide(table: Record, workspace: Record, seat: int, kind: int, n_choices: int) -> int:
    """Ask the seat's policy; the uniform random player, and a slip, draw."""
    if workspace.policies[seat, kind] == 0 or (
        workspace.policy_params[seat, POLICY_RESTRICTED] == 0 and slips(workspace, seat)
    ):
        return below(workspace.luck, seat, n_choices)
    workspace.all_choices += n_choices
    table.me = seat
    for k in range(MAX_PARAMS):
        table.params[k] = workspace.policy_params[seat, k]
    workspace.asking = 1
    index = call(workspace.policies[seat, kind], table, workspace)
    workspace.asking = 0
    return index


@compiled
def slips(workspace: Record, seat: int) -> bool:
    """Whether a noisy strategy plays at random this time. Only noisy ones use up luck for it."""
    p = workspace.policy_params[seat, POLICY_NOISE]
    return p > 0 and chance(workspace.luck, NOISE + seat) < p


def ties_dtype(max_choices: int) -> RecordType:
    """Room for the best choices so far: a power of two, so that masking bits keeps an index inside.

    On the stack nothing else can point to it: the compiler keeps the view in registers, which gains 1.4 x.
    """
    return np.dtype([("index", "i2", 1 << (max_choices - 1).bit_length())])


@compiled
def weigh(best: Record, ties: Record, index: int, value: float) -> None:
    """Keep a choice if none so far has a higher score. Without branches: a branch here cost 1.3 x."""
    if not value - value == 0.0:
        raise ScoreNotFinite
    n = 0 if value > best.value else best.n
    ties.index[n & (len(ties.index) - 1)] = index
    best.n = n + int(value >= best.value)
    best.value = max(best.value, value)


@compiled
def weigh_kept(best: Record, workspace: Record, index: int, value: float) -> None:
    """The same, with the best so far in the workspace: on the stack, room for very long lists compiles slowly."""
    if not value - value == 0.0:
        raise ScoreNotFinite
    if value > best.value:
        best.value, best.n = value, 0
    if value == best.value:
        workspace.kept[best.n] = index
        best.n += 1


@compiled
def favourite(best: Record, ties: Record, workspace: Record, seat: int) -> int:
    """One of the choices with the highest score, drawn by lot. A decision always uses up one draw of its seat."""
    return int(ties.index[below(workspace.luck, seat, best.n)])


def score_list(list_choices: ListChoices, score: Score, ties_room: RecordType) -> Policy:
    """List the choices, score each, take the best."""

    def policy(view: Record, workspace: Record) -> int:
        ties = scratch(ties_room)
        best = blank(BEST)
        best.value = -np.inf
        for index in range(list_choices(view, workspace.choices)):
            weigh(best, ties, index, float(score(view, workspace.choices[index])))
        return favourite(best, ties, workspace, view.me)

    return policy


def plan(list_choices: ListChoices, choose: Choose) -> Policy:
    """Give a planner the whole list and its own luck for this decision."""

    def policy(view: Record, workspace: Record) -> int:
        n = list_choices(view, workspace.choices)
        luck = workspace.luck[PLANNER : PLANNER + 1]
        luck[0] = draw(workspace.luck, view.me)
        index = choose(view, workspace.choices[:n], luck)
        if index != int(index) or index < 0 or index >= n:
            raise NoSuchChoice
        return int(index)

    return policy
