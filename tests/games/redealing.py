"""Deals hidden things again, by a seed."""

import numpy as np

from analyser.kernel.rng import stream
from analyser.kernel.rollouts import REDEALING


def deal_again(redeal, room, seat, seed):
    """A game's `redeal` for a seat, with luck that depends on the seed alone."""
    room.workspace.luck[REDEALING] = stream(np.uint64(seed), REDEALING)
    redeal(room.table, room.hidden, seat, room.workspace)
