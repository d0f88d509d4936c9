"""Does a verdict hold with other players and under other assumptions? The same experiment, repeated, says so.

A check objects to a number that a verdict rests on if it shows it to lie elsewhere, and confirms it if it shows it to
lie in the same place. A verdict is robust if every check confirms all its numbers: a check of few games that shows
nothing confirms nothing.

Method: docs/explanation/methods.md#robustness.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from typing import NamedTuple

import polars as pl

from analyser.experiments.measured import Key, Measured, digits_of
from analyser.experiments.sentences import Fact, Label, Number, Player, Sentence, in_turn, listed, said

MOST_TOLD = 3


class Holds(StrEnum):
    """The result of a verdict's checks."""

    ROBUST = "robust"
    DEPENDS = "depends"
    UNSETTLED = "not settled"
    UNCHECKED = "not checked"


class Kind(StrEnum):
    """What a check changes."""

    PLAY = "play"
    ASSUMPTION = "assumption"
    PLAYERS = "players"


class Check(NamedTuple):
    """One repeat of an experiment: by whom, with how many players, or with which setting."""

    name: str
    kind: Kind

    @property
    def fact(self) -> Fact:
        """Its name, for a sentence."""
        return Player(self.name) if self.kind == Kind.PLAY else Label(self.name)

    @property
    def on(self) -> str:
        """What a verdict depends on if this check objects, in a word."""
        return self.name.partition("=")[0] if self.kind == Kind.ASSUMPTION else str(self.kind)


class Result(NamedTuple):
    """What a check found: its numbers, row by row."""

    check: Check
    rows: Mapping[Key, Measured]
    table: pl.DataFrame = pl.DataFrame()
    """All that it found."""


class Objection(NamedTuple):
    """A number that a check shows to lie elsewhere."""

    check: Check
    here: Measured
    there: Measured

    @property
    def sentence(self) -> Sentence:
        """What the check found instead."""
        there = self.there
        key = "holds.against_exactly" if there.is_exact else "holds.against"
        return said(key, what=self.here.name, value=there.number(), between=there.span(), check=self.check.fact)


@dataclass(frozen=True)
class Robustness:
    """Whether a verdict holds, what contradicts it, and what it was checked with."""

    holds: Holds = Holds.UNCHECKED
    checks: tuple[Check, ...] = ()
    objections: tuple[Objection, ...] = ()
    margin: float | None = None
    """How precise the checks are: the usual margin of the least precise one."""

    @property
    def depends_on(self) -> tuple[str, ...]:
        """What it depends on, in words for programs."""
        return tuple(dict.fromkeys(one.check.on for one in self.objections))

    def __str__(self) -> str:
        """For a table."""
        return f"depends on {', '.join(self.depends_on)}" if self.objections else str(self.holds)

    def of_kind(self, kind: Kind) -> tuple[Check, ...]:
        """The checks that change this."""
        return tuple(one for one in self.checks if one.kind == kind)

    @property
    def sentence(self) -> Sentence:
        """All of it in words."""
        if self.holds == Holds.UNCHECKED:
            return said("holds.unchecked")
        if self.holds == Holds.DEPENDS:
            told = [one.sentence for one in self.objections[:MOST_TOLD]]
            more = [said("holds.more", number=len(self.objections) - MOST_TOLD)]
            parts = in_turn([*told, *(more if len(self.objections) > MOST_TOLD else [])])
            return said("holds.depends", on=self.on, told=parts)
        one = "_one" if self.holds == Holds.ROBUST and len(self.checks) == 1 else ""
        key = "robust" if self.holds == Holds.ROBUST else "unsettled"
        return said(f"holds.{key}{one}", number=len(self.checks), kinds=in_turn(self._kinds()))

    @property
    def on(self) -> Fact:
        """What it depends on, for a sentence."""
        found = {one.check.on: one.check.kind for one in self.objections}
        return listed(said(f"on.{kind}", setting=name) for name, kind in found.items())

    @property
    def briefly(self) -> Fact:
        """The same without the names of settings."""
        found = {one.check.on: one.check.kind for one in self.objections}
        assumed = sum(kind == Kind.ASSUMPTION for kind in found.values())
        told = [said(f"on.{kind}") for kind in found.values() if kind != Kind.ASSUMPTION]
        if assumed:
            told.append(said("on.assumptions" if assumed > 1 else "on.one_assumption", number=assumed))
        return listed(told)

    def _kinds(self) -> list[Fact]:
        """What was tried, and how precisely."""
        named = {kind: [one.fact for one in self.of_kind(kind)] for kind in Kind}
        told: list[Fact] = [
            said(f"checks.{kind}", names=listed(names), number=len(names)) for kind, names in named.items() if names
        ]
        if self.margin is not None:
            told.append(said("checks.margin", margin=Number(self.margin, digits_of(self.margin))))
        return told


def robustness(rests_on: Sequence[Measured], results: Sequence[Result], margin: float | None = None) -> Robustness:
    """What the checks say about the numbers that a verdict rests on."""
    if not any(here.key in one.rows for here in rests_on for one in results):
        return Robustness()
    checks = tuple(one.check for one in results)
    against = tuple(_objections(rests_on, results))
    if against:
        return Robustness(Holds.DEPENDS, checks, against, margin)
    confirmed = all(here.key in one.rows and here.agrees(one.rows[here.key]) for here in rests_on for one in results)
    return Robustness(Holds.ROBUST if confirmed else Holds.UNSETTLED, checks, (), margin)


def _objections(rests_on: Sequence[Measured], results: Sequence[Result]) -> Iterator[Objection]:
    for one in results:
        for here in rests_on:
            if here.key in one.rows and here.differs(one.rows[here.key]):
                yield Objection(one.check, here, one.rows[here.key])


def usual_margin(results: Sequence[Result]) -> float | None:
    """The middle margin of each check; of the least precise check."""
    known = [[row.half_width for row in one.rows.values() if math.isfinite(row.half_width)] for one in results]
    return max((median(widths) for widths in known if widths), default=None)
