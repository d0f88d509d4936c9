"""Luck: every random number is a function of (seed, game number, purpose, draw number) and of nothing else.

A stream is one 64-bit number. Drawing adds an odd constant and scrambles the sum (splitmix64), so a stream is a
counter and its k-th draw is known at once. Streams of one game differ by purpose: what one purpose uses up never
shifts another. No worker, chunk or order of play enters.

Method: docs/explanation/methods.md#random-streams.
"""

from typing import Any

import numpy as np

from analyser.core.arrays import Words
from analyser.kernel.backend import compiled

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
GAME = np.uint64(0xD1342543DE82EF95)
PURPOSE = np.uint64(0x2545F4914F6CDD1D)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
UNIT = 2.0**-53
S30, S27, S31, S32, S11 = (np.uint64(bits) for bits in (30, 27, 31, 32, 11))


@compiled
def scramble(x: np.uint64) -> np.uint64:
    """The splitmix64 finaliser: a bijection that leaves no visible pattern."""
    x = (x ^ (x >> S30)) * MIX_1
    x = (x ^ (x >> S27)) * MIX_2
    return x ^ (x >> S31)


@compiled
def game_key(seed: int, game: int) -> np.uint64:
    """The key of one game's streams; different game numbers of a seed never share one."""
    return scramble(scramble(np.uint64(seed) + GOLDEN) + np.uint64(game) * GAME)


@compiled
def stream(key: np.uint64, purpose: int) -> np.uint64:
    """The start of a game's stream for one purpose."""
    return scramble(key + np.uint64(purpose + 1) * PURPOSE)


@compiled
def draw(streams: Words, purpose: int) -> np.uint64:
    """The next 64 random bits of a purpose."""
    streams[purpose] += GOLDEN
    return scramble(streams[purpose])


@compiled
def below(streams: Words, purpose: int, n: int) -> Any:
    """A whole number from 0 to n - 1, each equally likely to within n / 2**32."""
    return np.int64(((draw(streams, purpose) >> S32) * np.uint64(n)) >> S32)


@compiled
def chance(streams: Words, purpose: int) -> float:
    """A number from 0 up to, but not including, 1."""
    return np.float64(draw(streams, purpose) >> S11) * UNIT


@compiled
def lot(streams: Words, purpose: int, k: int) -> np.int64:
    """A random number below 2**32 for the k-th of many things. It uses up no draw, so all can be drawn at once."""
    return np.int64(scramble(streams[purpose] + np.uint64(k + 1) * GOLDEN) >> S32)
