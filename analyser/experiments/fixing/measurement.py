"""The numbers that targets are about, measured in some games, with what each block of games adds to them.

Numbers of the same games are judged together; those of different games (a pool that deals a role, games followed turn
by turn) are taken as independent, which makes joint intervals a little wider.

Method: docs/explanation/methods.md#smallest-change.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist

import numpy as np

from analyser.core.arrays import Floats
from analyser.experiments.measured import Limits, Measured
from analyser.experiments.verdict import Level, level_of_all
from analyser.statistics.estimates import sandwich
from analyser.statistics.intervals import student, sup_t

CLAIM = 0.05
"""How often, at most, any change is called good that is not."""
Key = tuple[str, str]
"""A target, and the level that the number is about: a seat, a card, a strategy; nothing if there is one number only."""


@dataclass(frozen=True)
class Family:
    """Numbers of the same games."""

    keys: tuple[Key, ...]
    limits: tuple[Limits, ...]
    value: Floats
    influence: Floats
    """blocks x numbers; each column sums to 0."""
    reach: tuple[Floats, Floats]
    """How far down and up an interval goes at least: something that never happened in 400 games may be rare."""

    @cached_property
    def covariance(self) -> Floats:
        """Of the numbers."""
        return sandwich(self.influence)

    @property
    def error(self) -> Floats:
        """The standard error of each number."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    @property
    def blocks(self) -> int:
        """How many blocks of games they come from."""
        return len(self.influence)

    def aligned(self, keys: tuple[Key, ...]) -> "Family":
        """The same numbers in another order; one that was never met is 0, and says nothing."""
        if keys == self.keys:
            return self
        at = {key: place for place, key in enumerate(self.keys)}
        places = [at.get(key, len(self.keys)) for key in keys]
        wide = np.column_stack([self.influence, np.zeros(self.blocks)])
        limits = (*self.limits, Limits(-np.inf, np.inf))
        down, up = (np.append(one, 0.0)[places] for one in self.reach)
        values = np.append(self.value, 0.0)[places]
        return Family(keys, tuple(limits[one] for one in places), values, wide[:, places], (down, up))


@dataclass(frozen=True)
class Measurement:
    """All numbers of one version of the rules, by the games that show them."""

    families: Mapping[str, Family]
    games: int

    @property
    def keys(self) -> list[Key]:
        """What the numbers are about."""
        return [key for one in self.families.values() for key in one.keys]

    @property
    def limits(self) -> list[Limits]:
        """What is wanted of each."""
        return [limit for one in self.families.values() for limit in one.limits]

    @cached_property
    def value(self) -> Floats:
        """The numbers."""
        return np.concatenate([one.value for one in self.families.values()])

    @cached_property
    def error(self) -> Floats:
        """The standard error of each."""
        return np.concatenate([one.error for one in self.families.values()])

    def aligned(self, like: "Measurement") -> "Measurement":
        """With the numbers of another measurement, in its order."""
        found = {name: one.aligned(like.families[name].keys) for name, one in self.families.items()}
        return replace(self, families=found)

    def critical(self, confidence: float) -> float:
        """How many standard errors wide intervals must be to hold together."""
        return critical_of([one.covariance for one in self.families.values()], self.fewest, confidence)

    @property
    def fewest(self) -> int:
        """The blocks of the smallest sample."""
        return min(one.blocks for one in self.families.values())

    def judged(self, spent: float = 1.0) -> list[Measured]:
        """Every number with its joint interval, and the one that must lie within the limits for it to be met: two
        one-sided tests at 5 %, or at the part of it that this look and this claim may spend.
        """
        wide = self.critical(1 - CLAIM * spent)
        inner = student(NormalDist().inv_cdf(1 - CLAIM * spent), self.fewest)
        down, up = (np.concatenate([one.reach[k] for one in self.families.values()]) for k in (0, 1))
        numbers = zip(self.value, self.error, down, up, strict=True)
        return [_measured(*row, wide, inner) for row in zip(self.keys, self.limits, numbers, strict=True)]

    def levels(self, spent: float = 1.0) -> dict[str, Level]:
        """Every target: met, missed, or undecided."""
        groups: dict[str, list[Measured]] = {}
        for one in self.judged(spent):
            groups.setdefault(str(one.key[0]), []).append(one)
        return {name: level_of_all(found) for name, found in groups.items()}


def critical_of(covariances: list[Floats], blocks: int, confidence: float) -> float:
    """The critical value of several groups of numbers that are independent of each other."""
    size = sum(len(one) for one in covariances)
    whole, at = np.zeros((size, size)), 0
    for one in covariances:
        whole[at : at + len(one), at : at + len(one)] = one
        at += len(one)
    return student(sup_t(whole, confidence), blocks)


def _measured(key: Key, limits: Limits, numbers: tuple[float, ...], wide: float, inner: float) -> Measured:
    value, error, down, up = numbers
    low, high = value - max(wide * error, down), value + max(wide * error, up)
    within = (value - max(inner * error, down), value + max(inner * error, up))
    return Measured(float(value), float(low), float(high), limits, key[1] or key[0], key, within)


@dataclass(frozen=True)
class Effect:
    """What a change does to every number, on the same games."""

    value: Floats
    error: Floats


def effect(base: Measurement, variant: Measurement) -> Effect:
    """Variant less base, game by game."""
    values, errors = [], []
    for name, one in base.families.items():
        other = variant.families[name].aligned(one.keys)
        values.append(other.value - one.value)
        errors.append(np.sqrt(np.maximum(np.diag(difference_covariance(one, other)), 0.0)))
    return Effect(np.concatenate(values), np.concatenate(errors))


def difference_covariance(one: Family, other: Family) -> Floats:
    """Of the differences: paired if both have the same blocks, else as of independent games."""
    if one.blocks == other.blocks:
        return sandwich(other.influence - one.influence)
    return one.covariance + other.covariance


def width_of(limits: Limits) -> float:
    """What a miss is counted in: half the width of a band, or its one limit."""
    least, most = limits
    if np.isfinite(least) and np.isfinite(most):
        return max((most - least) / 2, 1e-9)
    return max(abs(least if np.isfinite(least) else most), 1.0)


@dataclass(frozen=True)
class Ends:
    """The limits of all numbers as arrays."""

    least: Floats
    most: Floats
    width: Floats

    @classmethod
    def of(cls, limits: list[Limits]) -> "Ends":
        """From the limits one by one."""
        least, most = (np.array([one[k] for one in limits], float) for k in (0, 1))
        return cls(least, most, np.array([width_of(one) for one in limits]))

    def excess(self, values: Floats) -> Floats:
        """How far each number is outside, in widths; along the last axis."""
        beyond = np.maximum(np.maximum(values - self.most, self.least - values), 0.0)
        return np.asarray(beyond / self.width)

    def tightened(self, margin: Floats) -> "Ends":
        """Limits within which a number is confirmed, if it is known as well as this margin says."""
        middle = (self.least + self.most) / 2
        least, most = self.least + margin, self.most - margin
        crossed = least > most
        return Ends(np.where(crossed, middle, least), np.where(crossed, middle, most), self.width)
