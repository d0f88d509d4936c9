"""The plans of a race: what each gained so far over plan 0, who drops out, who wins.

A plan is a choice, and what the seat does at its next decision: what the base does (0), or one of its other choices.
"""

import math

from analyser.core.arrays import Floats, Ints
from analyser.kernel.backend import compiled, compiled_apart
from analyser.kernel.intrinsics import Record
from analyser.kernel.limits import MAX_HOPES


@compiled
def line_up(workspace: Record, racing: int) -> None:
    """The plans before the race: a choice each, and the base from then on. Plan 0 is the base's favourite."""
    workspace.seconds = 1
    for plan in range(racing):
        workspace.plans[plan] = plan
        set_out(workspace, plan)


@compiled
def set_out(workspace: Record, k: int) -> None:
    """Nothing is known of a plan."""
    workspace.plan_gains[k] = 0.0
    workspace.plan_squares[k] = 0.0
    workspace.plan_wins[k] = 0.0


@compiled_apart
def deepen(workspace: Record, racing: int, seconds: int) -> int:
    """Each choice that is left becomes several plans, which differ in the seat's next decision."""
    workspace.seconds = seconds
    for k in range(racing * seconds - 1, -1, -1):
        workspace.plans[k] = workspace.plans[k // seconds] * seconds + k % seconds
        set_out(workspace, k)
    return racing * seconds


@compiled
def second_choice(plan: int, plans: int, n: int) -> int:
    """Which of n choices a plan takes next: each once, or some of them, evenly spread."""
    return plan % n if plans >= n else plan * n // plans


@compiled_apart
def drop_out(workspace: Record, racing: int) -> int:
    """The better half stays in the race, and plan 0 always."""
    left = (racing + 1) // 2
    for k in range(1, left):
        best = k
        for other in range(k + 1, racing):
            if workspace.plan_gains[other] > workspace.plan_gains[best]:
                best = other
        exchange(workspace.plans, workspace.plan_gains, k, best)
        squares, wins = workspace.plan_squares[k], workspace.plan_wins[k]
        workspace.plan_squares[k], workspace.plan_wins[k] = workspace.plan_squares[best], workspace.plan_wins[best]
        workspace.plan_squares[best], workspace.plan_wins[best] = squares, wins
    return left


@compiled
def winner(workspace: Record, done: int, caution: float) -> int:
    """The last plan in the race, if its gain over plan 0 is more than `caution` standard errors; if not, plan 0."""
    gain = workspace.plan_gains[1] / done
    spread = max(workspace.plan_squares[1] / done - gain * gain, 0.0)
    return int(gain > caution * math.sqrt(spread / done))


@compiled
def hope(workspace: Record, best: int, done: int, m: int) -> None:
    """Keep what is expected, for those who tell the game."""
    if workspace.n_hopes < MAX_HOPES:
        kept = workspace.hopes[workspace.n_hopes]
        kept.decision, kept.seat, kept.rollouts, kept.choices = workspace.decisions, workspace.seat, done, m
        kept.mine, kept.favourite = workspace.plan_wins[best] / done, workspace.plan_wins[0] / done
        workspace.n_hopes += 1


@compiled
def heats_of(m: int, until: int) -> int:
    """How often a field of m is halved until few enough are left."""
    heats = 0
    while m > until:
        m = (m + 1) // 2
        heats += 1
    return heats


@compiled
def exchange(items: Ints, values: Floats, k: int, other: int) -> None:
    """Two things change places, with their values."""
    item, value = items[k], values[k]
    items[k], values[k] = items[other], values[other]
    items[other], values[other] = item, value
