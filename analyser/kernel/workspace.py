"""The workspace of one thread: which fields it has, which streams of luck, and what it knows of a strategy."""

from collections.abc import Sequence

import numpy as np

from analyser.kernel import rollouts
from analyser.kernel.columns import Summed
from analyser.kernel.intrinsics import PLACE, POLICY, RecordType
from analyser.kernel.limits import (
    MAX_COLUMNS,
    MAX_HOPES,
    MAX_KINDS,
    MAX_PARAMS,
    MAX_PLANS,
    MAX_RESTRICTIONS,
    MAX_SCRIPT,
    MAX_SEATS,
    MAX_TRACE,
    N_STREAMS,
)

PLANNER = MAX_SEATS
NOISE = PLANNER + 1
FIRST_GAME_PURPOSE = NOISE + MAX_SEATS
"""Streams 0..7 are for the seats' decisions, PLANNER for a planner's own draws, NOISE + seat for noise; the rest is the
game's luck."""
POLICY_NOISE, POLICY_RESTRICTED, POLICY_ASKS_MORE, FIRST_RESTRICTION = range(MAX_PARAMS, MAX_PARAMS + 4)
POLICY_ROLLOUTS = FIRST_RESTRICTION + 2 * MAX_RESTRICTIONS
POLICY_CANDIDATES, POLICY_SECONDS, POLICY_LEAD, POLICY_CAUTION, POLICY_SEES_ALL, POLICY_OWN, POLICY_OTHERS = range(
    POLICY_ROLLOUTS + 1, POLICY_ROLLOUTS + 8
)
N_POLICY_PARAMS = POLICY_OTHERS + 1
"""What the kernel knows about a strategy: its parameters, its noise, whether it is restricted, which costly questions
it asks, and its restrictions (number and value of each). Of one that looks ahead also: rollouts a decision (0: it does
not), how many choices it tries, how many second decisions for each, the weight of the lead, by how many standard errors
a choice must beat the base's, whether it sees what is hidden, and the rows of the strategies that play its own seat and
the others' in rollouts."""
HOPE = np.dtype(
    [(name, "i8") for name in ("decision", "seat", "rollouts", "choices")] + [("mine", "f8"), ("favourite", "f8")]
)
"""What a seat that looks ahead expects: at which decision, which seat, after how many rollouts of each of the last two,
how many choices raced; the share of rollouts won with its choice, and with the base's favourite."""
OWN, OTHERS = range(2)
"""Who plays in rollouts: the seat that looks ahead, and all others."""


def workspace_dtype(choice: RecordType, max_choices: int, sums: Sequence[Summed] = ()) -> RecordType:
    """All fields in one record. Arrays handed around inside a kernel would cost 1.6 x: numba counts references."""
    return np.dtype(
        [
            ("game", "i8"),
            ("n_seats", "i8"),
            ("seat", "i8"),
            ("asking", "i8"),
            ("decisions", "i8"),
            ("all_decisions", "i8"),
            ("all_choices", "i8"),
            ("rotation", "i8"),
            ("key", "u8"),
            ("deal_key", "u8"),
            ("replays", "i8"),
            ("traced", "i8"),
            ("n_traced", "i8"),
            *rollouts.FIELDS,
            ("redeal", POLICY),
            ("script", "i4", MAX_SCRIPT),
            ("rolled", "i8"),
            ("n_hopes", "i8"),
            ("hopes", HOPE, MAX_HOPES),
            ("follow", "i8"),
            ("seconds", "i8"),
            ("raced", "i8"),
            ("plans", "i8", MAX_PLANS),
            ("plan_gains", "f8", MAX_PLANS),
            ("plan_squares", "f8", MAX_PLANS),
            ("plan_wins", "f8", MAX_PLANS),
            ("roll", POLICY),
            ("hidden", PLACE),
            ("notes", PLACE),
            ("rollout_table", PLACE),
            ("rollout_workspace", PLACE),
            ("rollout_policies", POLICY, (MAX_SEATS, 2, MAX_KINDS)),
            ("rollout_params", "f8", (MAX_SEATS, 2, N_POLICY_PARAMS)),
            ("scores", "i4", (MAX_TRACE, MAX_SEATS)),
            ("luck", "u8", N_STREAMS),
            ("lineup", "i8", MAX_SEATS),
            ("policies", POLICY, (MAX_SEATS, MAX_KINDS)),
            ("policy_params", "f8", (MAX_SEATS, N_POLICY_PARAMS)),
            ("game_row", "i8", MAX_COLUMNS),
            ("seat_rows", "i8", (MAX_COLUMNS, MAX_SEATS)),
            ("choices", choice, max_choices),
            ("kept", "i8", max_choices),
            ("values", "f8", max_choices),
            *((one.name, "i8", (len(one.counts), one.capacity)) for one in sums),
        ],
        align=True,
    )
