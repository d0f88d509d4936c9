"""What games are made of, compiled: piles that are shuffled, refilled from their discards, and gifts of experiments."""

import numpy as np

from analyser.core.arrays import Ints
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record, lowest_bit
from analyser.kernel.rng import below, stream


@compiled
def shuffle(pile: Ints, n: int, workspace: Record, purpose: int) -> None:
    """Bring the first n cards of a pile into a random order."""
    for k in range(n - 1, 0, -1):
        other = below(workspace.luck, purpose, k + 1)
        card = pile[k]
        pile[k] = pile[other]
        pile[other] = card


@compiled
def draw_bit(cards: int, workspace: Record, purpose: int) -> int:
    """One of the cards that are given as bits."""
    skip = below(workspace.luck, purpose, count_bits(cards))
    for _ in range(skip):
        cards &= cards - 1
    return lowest_bit(cards)


@compiled
def count_bits(word: int) -> int:
    """How many bits of a word are set."""
    n = 0
    while word != 0:
        word &= word - 1
        n += 1
    return n


@compiled
def refill(pile: Ints, discards: Ints, n: int, workspace: Record, purpose: int) -> None:
    """Make an empty pile of its n discards, shuffled."""
    for k in range(n):
        pile[k] = discards[k]
    shuffle(pile, n, workspace, purpose)


@compiled
def round_of_gift(workspace: Record, key: np.uint64, purpose: int, wanted: int, n_rounds: int) -> int:
    """For experiments: the round of a gift, from 1; drawn unless one is wanted."""
    workspace.luck[purpose] = stream(key, purpose)
    drawn = 1 + below(workspace.luck, purpose, n_rounds)
    return wanted if wanted > 0 else drawn
