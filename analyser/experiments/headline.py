"""The answer of a whole report: one sentence, a light for each area, and the finding that matters most."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from analyser.experiments.sentences import Sentence, said
from analyser.experiments.verdict import Level, Verdict, ordered

JUDGED = (Level.MISSED, Level.UNDECIDED, Level.MET)


class Area(StrEnum):
    """What a designer wants to be fair."""

    SEATS = "seats"
    CARDS = "cards"
    LENGTH = "length"


class Judged(NamedTuple):
    """A verdict, the area that it belongs to, and its page."""

    area: Area
    page: int
    verdict: Verdict


class Light(NamedTuple):
    """An area, and the verdict that decides it: the most pressing of those that are judged by a tolerance."""

    area: Area
    page: int
    verdict: Verdict


@dataclass(frozen=True)
class Headline:
    """What a report answers first."""

    sentences: tuple[Sentence, ...]
    """The answer, and the worst of what misses its target."""
    lights: tuple[Light, ...]

    @property
    def leading(self) -> int | None:
        """The page of the most important finding, if there is any."""
        found = ordered((one.page, one.verdict) for one in self.lights)
        return found[0][0] if found else None


def headline(found: Sequence[Judged], players: int) -> Headline:
    """Sum up the verdicts of a report for this many equal players."""
    lights = tuple(_light(area, found) for area in Area if any(one.area == area for one in found))
    return Headline(_sentences([one for one in found if one.verdict.level in JUDGED], players), lights)


def _light(area: Area, found: Sequence[Judged]) -> Light:
    here = [one for one in found if one.area == area]
    judged = [one for one in here if one.verdict.level in JUDGED] or here
    page, verdict = ordered((one.page, one.verdict) for one in judged)[0]
    return Light(area, page, verdict)


def _sentences(judged: Sequence[Judged], players: int) -> tuple[Sentence, ...]:
    missed = [one for one in judged if one.verdict.level == Level.MISSED]
    met = sum(one.verdict.level == Level.MET for one in judged)
    if not judged:
        return (said("headline.unjudged", players=players),)
    if not missed:
        key = "headline.met" if met == len(judged) else "headline.open"
        return (said(key, players=players, met=met, all=len(judged)),)
    _, worst = ordered((one.page, one.verdict) for one in missed)[0]
    key = "headline.not" if 2 * len(missed) > len(judged) else "headline.except"
    return said(key, players=players, missed=len(missed), all=len(judged)), worst.sentence
