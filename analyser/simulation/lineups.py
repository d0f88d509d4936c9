"""Line-up plans: which strategies sit where in game number g. A plan is a list of line-ups, repeated in a cycle."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, permutations
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from analyser.core.errors import BadInput, unknown
from analyser.kernel.loop import Lineups, Rows

PLANS = {
    "mirror": "every seat has the same strategy; each strategy of the pool in its turn",
    "rotate": "all different seat orders of the line-up, equally often",
    "fixed": "the seats as given by --seats",
    "balanced": "draws from the pool; every strategy sits in every seat equally often, every line-up in all rotations",
    "profiles": "every set of strategies in all rotations; if too many, mirrors, one against many, and a sample",
}
MOST_STRATEGIES = 255
MOST_LINEUPS = 4096
"""A balanced plan of more line-ups than this is a sample of them: their names are stored with every part."""
BETWEEN = "|"
Items = TypeVar("Items", Lineups, Rows)


@dataclass(frozen=True)
class Plan:
    """Line-ups as numbers of the pool's strategies, in order of play, and how many in a row make a balanced block."""

    name: str
    cycle: Lineups
    block: int

    @cached_property
    def _different(self) -> tuple[Lineups, Rows]:
        """The different line-ups, and the index into them for each place of the cycle."""
        lineups, numbers = np.unique(self.cycle, axis=0, return_inverse=True)
        return lineups, numbers.ravel().astype(np.int32)

    def names(self, strategies: Sequence[str]) -> tuple[str, ...]:
        """Each different line-up as it is stored."""
        return tuple(BETWEEN.join(strategies[one] for one in lineup) for lineup in self._different[0].tolist())

    def numbers(self, first: int, n: int, rotations: int) -> Rows:
        """Which of the different line-ups plays in each of n games; games that share a deal share it."""
        return _cycle(self._different[1], first, n, rotations)

    def seating(self, first: int, n: int, rotations: int) -> Lineups:
        """The strategies by seat in each of n games."""
        return _cycle(self.cycle, first, n, rotations)


def _cycle(items: Items, first: int, n: int, rotations: int) -> Items:
    cycle = np.repeat(items, rotations, axis=0)
    cycle = np.roll(cycle, -(first % len(cycle)), axis=0)
    times = -(-n // len(cycle))
    return np.tile(cycle, (times, 1) if cycle.ndim > 1 else times)[:n]


@lru_cache(maxsize=8)
def make_plan(name: str | None, n_pool: int, n_seats: int, seats: tuple[int, ...] | None) -> Plan:
    """The plan asked for, or the one that fits the pool and the seats."""
    if n_pool > MOST_STRATEGIES:
        raise BadInput(f"A pool of {n_pool} strategies is too large. Allowed: at most {MOST_STRATEGIES}.")
    if name is not None and name not in PLANS:
        raise unknown("line-up plan", name, PLANS, "analyse simulate --help")
    if seats is not None:
        if name in ("mirror", "balanced"):
            raise BadInput(f"--seats says who sits where; --lineups {name} contradicts it. Use fixed or rotate.")
        return _rotate(seats) if name == "rotate" else _plan("fixed", [tuple(seats)], 1)
    if name == "fixed":
        raise BadInput("--lineups fixed needs --seats: the strategies by seat, for instance --seats greedy,random.")
    if name == "mirror" or n_seats == 1 or (name is None and n_pool == 1):
        return _plan("mirror", [(one,) * n_seats for one in range(n_pool)], n_pool)
    if name == "rotate" or (name is None and n_pool == n_seats):
        if n_pool != n_seats:
            raise BadInput(f"--lineups rotate needs as many strategies as seats: {n_seats}, not {n_pool}.")
        return _rotate(range(n_seats))
    return _profiles(n_pool, n_seats) if name == "profiles" else _balanced(n_pool, n_seats)


def _plan(name: str, cycle: npt.ArrayLike, block: int) -> Plan:
    return Plan(name, np.array(cycle, np.uint8), block)


def _rotate(seats: Sequence[int]) -> Plan:
    orders = sorted(set(permutations(seats)))
    return _plan("rotate", orders, len(orders))


def _balanced(n_pool: int, n_seats: int) -> Plan:
    """A block has every strategy in every seat equally often, and every line-up in all its rotations.

    So no seat meets weaker opponents than another, even when the plan is only a sample of all line-ups. In a block
    strategy number k + shift sits in a seat in game k; all shifts of the other seats against the first give all
    line-ups, and a fixed scramble mixes their order.
    """
    block = n_pool * n_seats
    others = (n_pool,) * (n_seats - 1)
    n_kept = min(math.prod(others), max(1, MOST_LINEUPS // block))
    drawn = np.random.Generator(np.random.PCG64(block)).choice(math.prod(others), n_kept, replace=False)
    kept = np.stack([np.zeros_like(drawn), *np.unravel_index(drawn, others)], axis=1)
    lineups = (kept[:, None, :] + np.arange(n_pool)[None, :, None]) % n_pool
    turned = [np.roll(lineups, turn, axis=2) for turn in range(n_seats)]
    return _plan("balanced", np.stack(turned, axis=1).reshape(-1, n_seats), block)


def _profiles(n_pool: int, n_seats: int) -> Plan:
    """Every set of strategies (how many of each), in all rotations; a rotation of seats is a block.

    If there are too many sets, families of n_pool are sampled, shifted through the pool so that all strategies play
    equally often; mirrors and one against a field of another are always included.
    """
    sets = np.array(list(combinations_with_replacement(range(n_pool), n_seats)))
    most = MOST_LINEUPS // n_seats
    if len(sets) > most:
        pairs = [(one, *(field,) * (n_seats - 1)) for one in range(n_pool) for field in range(n_pool)]
        rng = np.random.Generator(np.random.PCG64(n_pool))
        n_families = max((most - len(pairs)) // n_pool, 0)
        starts = rng.integers(n_pool, size=(n_families, 1, n_seats))
        others = (starts + np.arange(n_pool)[None, :, None]) % n_pool
        sets = np.concatenate([np.array(pairs), others.reshape(-1, n_seats)])
    turned = np.stack([np.roll(sets, turn, axis=1) for turn in range(n_seats)], axis=1)
    return _plan("profiles", turned.reshape(-1, n_seats), n_seats)
