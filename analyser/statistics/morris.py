"""Which of many inputs matter, alone or together: screening by elementary effects (Morris).

Method: docs/explanation/methods.md#assumptions.
"""

from dataclasses import dataclass

import numpy as np

from analyser.core.arrays import Floats, Ints


@dataclass(frozen=True)
class Screening:
    """Effects of each input: the mean of their sizes (mu*), their mean, and their spread.

    A large mu* matters; a spread as large as mu* means that it depends on the other inputs, or is not linear.
    """

    size: Floats
    mean: Floats
    spread: Floats


def paths(levels: list[int], n_paths: int, seed: int) -> Ints:
    """Random walks that move each input once, in random order, to another of its levels: paths x steps x inputs."""
    rng = np.random.Generator(np.random.PCG64(seed))
    n = len(levels)
    found = np.zeros((n_paths, n + 1, n), np.int64)
    for path in found:
        path[:] = rng.integers(levels)
        for step, one in enumerate(rng.permutation(n)):
            moved = (path[step, one] + rng.integers(1, levels[one])) % levels[one]
            path[step + 1 :, one] = moved
    return found


def elementary_effects(walked: Ints, outcomes: Floats) -> Screening:
    """What moving each input alone changed, from the outcome at every point of the walks (paths x steps).

    A move to a lower level counts with the opposite sign.
    """
    n_paths, _, n = walked.shape
    effects = np.zeros((n_paths, n))
    for path in range(n_paths):
        for step in range(n):
            moved = walked[path, step + 1] - walked[path, step]
            one = int(np.flatnonzero(moved)[0])
            effects[path, one] = np.sign(moved[one]) * (outcomes[path, step + 1] - outcomes[path, step])
    spread = effects.std(0, ddof=1) if n_paths > 1 else np.zeros(n)
    return Screening(np.abs(effects).mean(0), effects.mean(0), spread)
