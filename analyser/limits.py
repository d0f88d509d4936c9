"""How a limited strategy (`never:`, `always:`) chooses: only among what its limits allow.

As in `kernel.py`, the names that a game, a strategy and its limits supply are globals which `compiling.bound` gives a
meaning.
"""

from typing import Any

import numpy as np

from analyser.compiling import Record, blank
from analyser.kernel import BEST, FIRST_LIMIT, PLANNER, NoSuchChoice, slips, weigh_kept
from analyser.luck import below, draw


def keep_allowed(view: Record, work: Record, n: int) -> int:
    """Template: how many of the listed choices a limited strategy may take; if none, it may take all."""
    kept = 0
    for index in range(n):
        if allows(view, work.choices[index], work.traits[view.me, FIRST_LIMIT:]):  # type: ignore[name-defined]  # noqa: F821
            work.kept[kept] = index
            kept += 1
    if kept == 0:
        for index in range(n):
            work.kept[index] = index
        kept = n
    return kept


def score_limited(view: Record, work: Record) -> int:
    """Template: score only the choices that are allowed; the best so far are kept in the place of those done with."""
    best = blank(BEST)
    best.liking = -np.inf
    n = keep_allowed(view, work, list_choices(view, work.choices))  # type: ignore[name-defined]  # noqa: F821
    if slips(work, view.me):
        return work.kept[below(work.luck, view.me, n)]
    for k in range(n):
        weigh_kept(best, work, work.kept[k], float(score(view, work.choices[work.kept[k]])))  # type: ignore[name-defined]  # noqa: F821
    return work.kept[below(work.luck, view.me, best.n)]


def plan_limited(view: Record, work: Record) -> int:
    """Template: hand a planner only the choices that are allowed."""
    n = keep_allowed(view, work, list_choices(view, work.choices))  # type: ignore[name-defined]  # noqa: F821
    if slips(work, view.me):
        return work.kept[below(work.luck, view.me, n)]
    for k in range(n):
        work.choices[k] = work.choices[work.kept[k]]
    luck = work.luck[PLANNER : PLANNER + 1]
    luck[0] = draw(work.luck, view.me)
    index = choose(view, work.choices[:n], luck)  # type: ignore[name-defined]  # noqa: F821
    if index != int(index) or index < 0 or index >= n:
        raise NoSuchChoice
    return work.kept[int(index)]


def never_allows(view: Record, choice: Record, values: Any) -> bool:
    """Template: everything but what `fits` says is the thing; and what the limits before allow."""
    return fits(view, choice, values[NUMBER]) != 1 and allows_before(view, choice, values)  # type: ignore[name-defined]  # noqa: F821


def always_allows(view: Record, choice: Record, values: Any) -> bool:
    """Template: nothing that `fits` says is against it; and what the limits before allow."""
    return fits(view, choice, values[NUMBER]) != 0 and allows_before(view, choice, values)  # type: ignore[name-defined]  # noqa: F821


def allows_all(view: Record, choice: Record, values: Any) -> bool:
    """No limit."""
    return True
