"""The answer of a whole report: one sentence, a light for each area, and the finding that matters most."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from analyser.experiments.sentences import Sentence, said
from analyser.experiments.verdict import Level, Verdict, ordered
from analyser.experiments.words import catalogue

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

    @property
    def sentence(self) -> Sentence:
        """What it says: one number with its interval."""
        return light_of(self.verdict)


@dataclass(frozen=True)
class Headline:
    """What a report answers first."""

    sentence: Sentence
    """The answer, with the worst of what misses its target."""
    lights: tuple[Light, ...]

    @property
    def leading(self) -> int | None:
        """The page of the most important finding, if there is any."""
        found = ordered((one.page, one.verdict) for one in self.lights)
        return found[0][0] if found else None


def headline(found: Sequence[Judged], players: int) -> Headline:
    """Sum up the verdicts of a report for this many equal players."""
    lights = tuple(_light(area, found) for area in Area if any(one.area == area for one in found))
    return Headline(_sentence([one for one in found if one.verdict.level in JUDGED], players), lights)


def light_of(verdict: Verdict) -> Sentence:
    """What a verdict says, with one number and its interval."""
    return _as(f"light.{verdict.sentence.key}", verdict.sentence)


def clause(verdict: Verdict) -> Sentence:
    """What a verdict says, as a part of another sentence."""
    return _as(f"clause.{verdict.sentence.key}", verdict.sentence)


def _as(key: str, sentence: Sentence) -> Sentence:
    """A shorter form of a sentence, if it has one."""
    return Sentence(key, sentence.facts) if key in catalogue() else sentence


def _light(area: Area, found: Sequence[Judged]) -> Light:
    here = [one for one in found if one.area == area]
    judged = [one for one in here if one.verdict.level in JUDGED] or here
    page, verdict = ordered((one.page, one.verdict) for one in judged)[0]
    return Light(area, page, verdict)


def _sentence(judged: Sequence[Judged], players: int) -> Sentence:
    missed = [one for one in judged if one.verdict.level == Level.MISSED]
    met = sum(one.verdict.level == Level.MET for one in judged)
    if not judged:
        return said("headline.unjudged", players=players)
    if not missed:
        key = "headline.met" if met == len(judged) else "headline.open"
        return said(key, players=players, met=met, all=len(judged))
    _, worst = ordered((one.page, one.verdict) for one in missed)[0]
    key = "headline.not" if 2 * len(missed) > len(judged) else "headline.except"
    return said(key, players=players, worst=clause(worst), missed=len(missed), all=len(judged))
