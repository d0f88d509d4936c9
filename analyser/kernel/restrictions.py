"""How a restricted strategy (`never:`, `always:`) decides: only among what its restrictions allow."""

from collections.abc import Callable, Collection
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record, blank
from analyser.kernel.limits import MAX_RESTRICTIONS
from analyser.kernel.policies import BEST, Choose, ListChoices, NoSuchChoice, Policy, Score, slips, weigh_kept
from analyser.kernel.rng import below, draw
from analyser.kernel.workspace import FIRST_RESTRICTION, PLANNER

ANY_VALUE = -1_000_000.0
"""The value of a restriction that names none."""

Fits: TypeAlias = Callable[[Record, Record, float], int]
"""A game's `fits(view, choice, value)`: 1 the choice is the thing, 0 it is against it, -1 neither."""
FitsNumber: TypeAlias = Callable[[Record, Record, int, float], int]
"""The same for each of the game's things, by number: `fits(view, choice, number, value)`."""
Allows: TypeAlias = Callable[[Record, Record, NDArray[np.float64]], bool]
"""`allows(view, choice, restrictions)`: whether all restrictions allow a choice."""
KeepAllowed: TypeAlias = Callable[[Record, Record, int], int]


@compiled
def is_meant(value: float, this: int) -> bool:
    """Whether a restriction names this value, or any value."""
    any_will_do = value == ANY_VALUE
    return any_will_do or value == this


@compiled
def fits_nothing(view: Record, choice: Record, number: int, value: float) -> int:
    """No thing has this number."""
    return -1


def or_else(number: int, fits: Fits, fits_others: FitsNumber) -> FitsNumber:
    """One more thing, with its number."""

    @compiled
    def fits_number(view: Record, choice: Record, this: int, value: float) -> int:
        return fits(view, choice, value) if this == number else fits_others(view, choice, this, value)

    return fits_number


def allows_by(restrictable: Collection[Fits]) -> Allows:
    """Whether restrictions allow a choice. Which things they name is read at run time, so a strategy is compiled once
    for all of them: numbers are those of `Rules.restrictable`, from 1 on, below 0 for `never:`; 0 ends the list.
    """
    fits_number: FitsNumber = fits_nothing
    for number, fits in enumerate(restrictable, 1):
        fits_number = or_else(number, fits, fits_number)

    @compiled
    def allows(view: Record, choice: Record, restrictions: NDArray[np.float64]) -> bool:
        for k in range(0, 2 * MAX_RESTRICTIONS, 2):
            number = int(restrictions[k])
            if number == 0:
                return True
            if fits_number(view, choice, abs(number), restrictions[k + 1]) == int(number < 0):
                return False
        return True

    return allows


def keep_allowed(allows: Allows) -> KeepAllowed:
    """Note in `workspace.kept` which of the listed choices are allowed; if none is, all are."""

    @compiled
    def keep(view: Record, workspace: Record, n: int) -> int:
        kept = 0
        for index in range(n):
            if allows(view, workspace.choices[index], workspace.policy_params[view.me, FIRST_RESTRICTION:]):
                workspace.kept[kept] = index
                kept += 1
        if kept == 0:
            for index in range(n):
                workspace.kept[index] = index
            kept = n
        return kept

    return keep


def score_restricted(list_choices: ListChoices, score: Score, allows: Allows) -> Policy:
    """Score only the allowed choices; the best so far overwrite those already scored."""
    keep = keep_allowed(allows)

    def policy(view: Record, workspace: Record) -> int:
        best = blank(BEST)
        best.value = -np.inf
        n = keep(view, workspace, list_choices(view, workspace.choices))
        if slips(workspace, view.me):
            return workspace.kept[below(workspace.luck, view.me, n)]
        for k in range(n):
            weigh_kept(best, workspace, workspace.kept[k], float(score(view, workspace.choices[workspace.kept[k]])))
        return workspace.kept[below(workspace.luck, view.me, best.n)]

    return policy


def plan_restricted(list_choices: ListChoices, choose: Choose, allows: Allows) -> Policy:
    """Give a planner only the allowed choices."""
    keep = keep_allowed(allows)

    def policy(view: Record, workspace: Record) -> int:
        n = keep(view, workspace, list_choices(view, workspace.choices))
        if slips(workspace, view.me):
            return workspace.kept[below(workspace.luck, view.me, n)]
        for k in range(n):
            workspace.choices[k] = workspace.choices[workspace.kept[k]]
        luck = workspace.luck[PLANNER : PLANNER + 1]
        luck[0] = draw(workspace.luck, view.me)
        index = choose(view, workspace.choices[:n], luck)
        if index != int(index) or index < 0 or index >= n:
            raise NoSuchChoice
        return workspace.kept[int(index)]

    return policy
