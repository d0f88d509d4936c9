"""How much room a kernel has: seats, kinds of decisions, columns, parameters, streams of luck."""

MAX_SEATS = 8
MAX_PARAMS = 8
MAX_KINDS = 8
MAX_COLUMNS = 48
MAX_RESTRICTIONS = 4
MAX_TRACE = 2048
"""How many turns of a game can have their scores recorded."""
MAX_LISTED = 1 << 15
"""Choices of a decision that the shared policy can weigh: it numbers them in 16 bits."""
N_STREAMS = 48
MAX_PLANS = 1024
"""Plans that can race in one decision of a strategy that looks ahead."""
MAX_HOPES = 4096
"""Decisions of a game whose expectations are kept."""
MAX_SCRIPT = 1 << 16
"""Decisions of a game that can be played again by script."""
