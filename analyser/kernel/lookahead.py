"""How a strategy that looks ahead decides: it races choices by rollouts, each played to the end of the game.

The base strategy ranks the choices; the best of them race. All play the same rollouts, with the same new luck and the
same hidden things dealt again; after each heat the worse half drops out (sequential halving). Inside a rollout nobody
looks ahead.

Method: docs/explanation/methods.md#look-ahead.
"""

from collections.abc import Callable
from typing import TypeAlias

from analyser.core.arrays import Floats
from analyser.kernel.backend import compiled, compiled_apart
from analyser.kernel.intrinsics import Record
from analyser.kernel.limits import MAX_PLANS
from analyser.kernel.plans import exchange, second_choice
from analyser.kernel.policies import Choose, ListChoices, NoSuchChoice, Policy, Score, ScoreNotFinite, slips
from analyser.kernel.race import Race, seat_base
from analyser.kernel.restrictions import Allows, keep_allowed
from analyser.kernel.rng import below, draw
from analyser.kernel.workspace import PLANNER, POLICY_CANDIDATES, POLICY_RESTRICTED, POLICY_ROLLOUTS

Rank: TypeAlias = Callable[[Record, Record, int], None]
"""`rank(view, workspace, n)`: writes how much the base strategy likes each of the n choices kept."""
LEAST_EACH = 2
"""Rollouts that a choice must get on average, or fewer choices race."""


def rank_by_score(score: Score) -> Rank:
    """Choices as a strategy's `score` likes them."""

    @compiled_apart
    def rank(view: Record, workspace: Record, n: int) -> None:
        for k in range(n):
            value = float(score(view, workspace.choices[workspace.kept[k]]))
            if not value - value == 0.0:
                raise ScoreNotFinite
            workspace.values[k] = value

    return rank


def rank_by_plan(choose: Choose) -> Rank:
    """The choice that a planner takes, before all others."""

    @compiled_apart
    def rank(view: Record, workspace: Record, n: int) -> None:
        for k in range(n):
            workspace.choices[k] = workspace.choices[workspace.kept[k]]
            workspace.values[k] = 0.0
        index = choose(view, workspace.choices[:n], workspace.luck[PLANNER : PLANNER + 1])
        if index != int(index) or index < 0 or index >= n:
            raise NoSuchChoice
        workspace.values[int(index)] = 1.0

    return rank


def look_ahead(list_choices: ListChoices, rank: Rank, allows: Allows, race: Race) -> Policy:
    """Rank the allowed choices, let plans with the best of them race, take the winner's choice."""
    keep = keep_allowed(allows)

    def policy(view: Record, workspace: Record) -> int:
        n = keep(view, workspace, list_choices(view, workspace.choices))
        if workspace.policy_params[view.me, POLICY_RESTRICTED] == 1 and slips(workspace, view.me):
            return workspace.kept[below(workspace.luck, view.me, n)]
        workspace.luck[PLANNER] = draw(workspace.luck, view.me)
        if n == 1:
            return workspace.kept[0]
        if workspace.follow > 0:
            return follow(workspace, n, view.me)
        rank(view, workspace, n)
        mix(workspace, n)
        m = n_racing(workspace.policy_params[view.me], n)
        shortlist(workspace, n, m)
        return workspace.kept[race(view, workspace, m, has_ranked(workspace.values, n))]

    return policy


@compiled
def follow(workspace: Record, n: int, me: int) -> int:
    """The second decision of a plan, in a rollout. Then the base decides."""
    plan, workspace.follow = workspace.follow - 1, 0
    seat_base(workspace, me)
    return workspace.kept[second_choice(plan, workspace.seconds - 1, n)]


@compiled
def mix(workspace: Record, n: int) -> None:
    """Shuffle the choices kept, so that equals are drawn by lot."""
    for k in range(n - 1, 0, -1):
        exchange(workspace.kept, workspace.values, k, below(workspace.luck, PLANNER, k + 1))


@compiled_apart
def shortlist(workspace: Record, n: int, m: int) -> None:
    """The m choices that the base likes best come first."""
    for k in range(m):
        best = k
        for other in range(k + 1, n):
            if workspace.values[other] > workspace.values[best]:
                best = other
        exchange(workspace.kept, workspace.values, k, best)


@compiled
def has_ranked(values: Floats, n: int) -> bool:
    """Whether the base likes any choice more than another. Random play does not; nor do some strategies, sometimes."""
    lowest, highest = values[0], values[0]
    for k in range(1, n):
        lowest, highest = min(lowest, values[k]), max(highest, values[k])
    return lowest < highest


@compiled
def n_racing(params: Floats, n: int) -> int:
    """How many choices race: as many as the strategy wants, if there are rollouts enough for their plans."""
    enough = int(params[POLICY_ROLLOUTS]) // LEAST_EACH
    return min(n, int(params[POLICY_CANDIDATES]), max(2, enough), MAX_PLANS)
