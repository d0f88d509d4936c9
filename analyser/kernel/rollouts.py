"""Rollouts: a game is played again by script up to a decision, then to its end with a choice tried and new luck."""

import numpy as np

from analyser.kernel.backend import compiled, compiled_apart
from analyser.kernel.intrinsics import Record, call
from analyser.kernel.limits import MAX_SCRIPT, MAX_SEATS
from analyser.kernel.rng import GOLDEN, scramble, stream

PLAIN, RECORDED, STUDIED = range(3)
"""How decisions are followed: not at all; each choice is recorded; scripted, tried or counted."""
OPEN = -1
"""A decision that no script settles: the seat is asked."""
REDEALING = MAX_SEATS
"""The stream that hidden things are dealt again with: a planner's, who is not asked meanwhile."""

FIELDS = [("studied", "i8"), ("forced", "i8"), ("pinned", "i8"), ("pinned_choice", "i8"), ("rollout", "u8")]
FIELDS += [("pinned_seat", "i8"), ("pinned_options", "i8"), ("scripted", "i8"), ("fresh", "i8"), ("secret_from", "i8")]
"""Part of a kernel's workspace. forced: decisions with a single choice. pinned: the decision at which a choice is
tried, which choice, the number of its new luck (0: none is tried); its seat, and how many choices it has. scripted: how
many decisions follow the script; fresh: the decision before which new luck begins and hidden things are dealt again.
secret_from: the first of the picks that are made in secret now (0: none)."""


@compiled_apart
def settled(table: Record, workspace: Record, seat: int, n_choices: int) -> int:
    """The choice of a decision, if script or study settles it."""
    decision = workspace.decisions
    if decision <= workspace.scripted:
        return workspace.script[decision - 1]
    workspace.forced += int(n_choices == 1)
    if decision == workspace.fresh:
        begin_new_luck(workspace)
        if workspace.redeal != 0:
            deal_again(table, workspace)
    if decision == workspace.pinned:
        workspace.pinned_seat = seat
        workspace.pinned_options = n_choices
        if workspace.rollout > 0:
            return workspace.pinned_choice
    return OPEN


@compiled
def record(workspace: Record, index: int) -> None:
    """Write a choice into the script."""
    if workspace.decisions <= MAX_SCRIPT:
        workspace.script[workspace.decisions - 1] = index


@compiled
def begin_new_luck(workspace: Record) -> None:
    """From here on all luck is new: it depends on what it would have been, and on the number of the rollout."""
    anew = workspace.rollout * GOLDEN
    workspace.key = scramble(workspace.key + anew)
    for purpose in range(len(workspace.luck)):
        workspace.luck[purpose] = scramble(workspace.luck[purpose] + np.uint64(anew))


@compiled
def deal_again(table: Record, workspace: Record) -> None:
    """Draw what the pinned seat cannot know, with a stream that depends on nothing but the rollout's key."""
    me = table.me
    table.me = workspace.pinned_seat
    workspace.luck[REDEALING] = stream(workspace.key, REDEALING)
    call(workspace.redeal, table, workspace)
    table.me = me


@compiled
def begin_secret_picks(workspace: Record) -> None:
    """Picks that are made in secret begin: whoever looks ahead does not know those before its own."""
    workspace.secret_from = workspace.decisions + 1


@compiled
def reveal_picks(workspace: Record) -> None:
    """The picks are open."""
    workspace.secret_from = 0
