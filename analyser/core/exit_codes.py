"""Every exit status of `analyse`, named."""

from enum import IntEnum


class Exit(IntEnum):
    """What a command says to the program that called it."""

    FINE = 0
    DRIFT = 1
    """A drift, or a design target that was missed."""
    BAD_INPUT = 2
    """Usage or bad input; nothing was played or written."""
    FAILED = 3
    """The run failed or was interrupted; the command to resume is printed."""
    INCONCLUSIVE = 4
    INCOMPATIBLE = 5
    """A baseline that does not fit this version or game."""
