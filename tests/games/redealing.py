"""Deals hidden things again, by a seed."""

import numpy as np

from analyser.kernel.rollouts import REDEALING

FAR_APART = 0xD1342543DE82EF95


def deal_again(redeal, room, seat, seed):
    """A game's `redeal` for a seat, with luck that depends on the seed alone."""
    room.workspace.luck[REDEALING] = np.uint64((seed + 1) * FAR_APART & (1 << 64) - 1)
    redeal(room.table, room.hidden, seat, room.workspace)
