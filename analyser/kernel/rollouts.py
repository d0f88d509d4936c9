"""Rollouts: the decisions of a game are counted; at one of them a choice is tried with new luck."""

import numpy as np

from analyser.kernel.backend import compiled_apart
from analyser.kernel.intrinsics import Record
from analyser.kernel.rng import GOLDEN, scramble

FIELDS = [("studied", "i8"), ("forced", "i8"), ("pinned", "i8"), ("pinned_choice", "i8"), ("rollout", "u8")]
FIELDS += [("pinned_seat", "i8"), ("pinned_options", "i8")]
"""Part of a kernel's workspace: whether rollouts are on; how many decisions had a single choice; the number of the
pinned decision, the choice tried there, the number of its new luck (0: none); its seat, and how many choices."""


@compiled_apart
def is_tried(workspace: Record, seat: int, n_choices: int) -> bool:
    """Count a decision. At the pinned one record it and, if a choice is tried there, start new luck."""
    workspace.forced += int(n_choices == 1)
    if workspace.decisions != workspace.pinned:
        return False
    workspace.pinned_seat = seat
    workspace.pinned_options = n_choices
    if workspace.rollout == 0:
        return False
    anew = workspace.rollout * GOLDEN
    workspace.key = scramble(workspace.key + anew)
    for purpose in range(len(workspace.luck)):
        workspace.luck[purpose] = scramble(workspace.luck[purpose] + np.uint64(anew))
    return True
