"""What a choice is: what it does, with which ship, to whom, where."""

from enum import IntEnum

import numpy as np

from analyser.games.black_fleet.table import NONE
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record


class Kind(IntEnum):
    """Kinds of decision: `view.asked`."""

    PLACE = 0
    PLAY_CARD = 1
    SAIL = 2
    DROP = 3
    BUY = 4
    OVER = 5


class Act(IntEnum):
    """What a choice does."""

    PLACE = 0
    PLAY_CARD = 1
    SAIL = 2
    SELL = 3
    ROB = 4
    SINK = 5
    BURY = 6
    SWAP = 7
    FORTUNE = 8
    DONE = 9
    DROP = 10
    BUY = 11
    KEEP = 12


ACT_SAIL, ACT_SELL, ACT_ROB, ACT_SINK, ACT_BURY = (
    int(act) for act in (Act.SAIL, Act.SELL, Act.ROB, Act.SINK, Act.BURY)
)

CHOICE = np.dtype(
    [
        ("act", "i8"),
        ("ship", "i8"),
        ("target", "i8"),
        ("cell", "i8"),
        ("to", "i8"),
        ("card", "i8"),
        ("gain", "i8"),
        ("left", "i8"),
    ],
    align=True,
)
"""ship: its number. target: the port of a sale, the victim, the beach, or what a fortune card is aimed at (a ship, a
seat). cell: where the act happens; to: where the ship ends, or is put. card: the movement, fortune or development card.
gain: doubloons earned at once; what a purchase costs is negative. left: cells that the ship can still sail on, if it
stops in the middle of its voyage and is asked again. What does not apply is -1."""


@compiled
def new_choice(table: Record, workspace: Record) -> Record:
    """One more choice in the list, still to be filled in. Filled in by arguments, it was compiled 20 times over."""
    choice = workspace.choices[table.n_listed]
    table.n_listed += 1
    choice.ship = NONE
    choice.target = NONE
    choice.cell = NONE
    choice.to = NONE
    choice.card = NONE
    choice.gain = 0
    choice.left = NONE
    return choice


@compiled
def write_voyage(choice: Record, act: int, ship: int, target: int, cell: int, to: int, gain: int) -> None:
    """Fill in a voyage; each field is written once, since most choices are voyages."""
    choice.act = act
    choice.ship = ship
    choice.target = target
    choice.cell = cell
    choice.to = to
    choice.card = NONE
    choice.gain = gain
    choice.left = NONE
