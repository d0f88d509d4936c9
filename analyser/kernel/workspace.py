"""The workspace of one thread: which fields it has, which streams of luck, and what it knows of a strategy."""

from collections.abc import Sequence

import numpy as np

from analyser.kernel import rollouts
from analyser.kernel.columns import Summed
from analyser.kernel.intrinsics import POLICY, RecordType
from analyser.kernel.limits import MAX_COLUMNS, MAX_KINDS, MAX_PARAMS, MAX_RESTRICTIONS, MAX_SEATS, MAX_TRACE, N_STREAMS

PLANNER = MAX_SEATS
NOISE = PLANNER + 1
FIRST_GAME_PURPOSE = NOISE + MAX_SEATS
"""Streams 0..7 are for the seats' decisions, PLANNER for a planner's own draws, NOISE + seat for noise; the rest is the
game's luck."""
POLICY_NOISE, POLICY_RESTRICTED, POLICY_ASKS_MORE, FIRST_RESTRICTION = range(MAX_PARAMS, MAX_PARAMS + 4)
N_POLICY_PARAMS = FIRST_RESTRICTION + MAX_RESTRICTIONS
"""What the kernel knows about a strategy: its parameters, its noise, whether it is restricted, which costly questions
it asks, and the values of its restrictions."""


def workspace_dtype(choice: RecordType, max_choices: int, sums: Sequence[Summed] = ()) -> RecordType:
    """All fields in one record. Arrays handed around inside a kernel would cost 1.6 x: numba counts references."""
    return np.dtype(
        [
            ("game", "i8"),
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
            ("scores", "i4", (MAX_TRACE, MAX_SEATS)),
            ("luck", "u8", N_STREAMS),
            ("lineup", "i8", MAX_SEATS),
            ("policies", POLICY, (MAX_SEATS, MAX_KINDS)),
            ("policy_params", "f8", (MAX_SEATS, N_POLICY_PARAMS)),
            ("game_row", "i8", MAX_COLUMNS),
            ("seat_rows", "i8", (MAX_COLUMNS, MAX_SEATS)),
            ("choices", choice, max_choices),
            ("kept", "i8", max_choices),
            *((one.name, "i8", (len(one.counts), one.capacity)) for one in sums),
        ],
        align=True,
    )
