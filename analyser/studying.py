"""A game that is studied: its decisions are counted, and at one of them luck begins anew and a choice is tried."""

import numpy as np

from analyser.compiling import Record, compiled_apart
from analyser.luck import GOLDEN, scramble

FIELDS = [("studied", "i8"), ("forced", "i8"), ("pinned", "i8"), ("pinned_choice", "i8"), ("rollout", "u8")]
FIELDS += [("pinned_seat", "i8"), ("pinned_options", "i8")]
"""Part of a kernel's workspace: whether the game is studied; how many decisions left no choice; the number of the
decision pinned down, the choice tried there and with which new luck (0: only look); whose it was, among how many."""


@compiled_apart
def is_tried(work: Record, seat: int, n_choices: int) -> bool:
    """Count a decision; at the one pinned down note it and, if a choice is tried there, begin new luck."""
    work.forced += int(n_choices == 1)
    if work.decisions != work.pinned:
        return False
    work.pinned_seat = seat
    work.pinned_options = n_choices
    if work.rollout == 0:
        return False
    anew = work.rollout * GOLDEN
    work.key = scramble(work.key + anew)
    for purpose in range(len(work.luck)):
        work.luck[purpose] = scramble(work.luck[purpose] + np.uint64(anew))
    return True
