"""What an answer says, before it has a language: a key of the catalogue of texts, and the facts that fill it.

`Words` (see `words`) turns a sentence into English or French.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True)
class Number:
    """A number. Without `digits` it has as many decimals as it needs, at most three."""

    value: float
    digits: int | None = 1
    signed: bool = False


@dataclass(frozen=True)
class Share:
    """A part of 1, written in percent."""

    value: float
    digits: int = 1


@dataclass(frozen=True)
class Span:
    """An interval of numbers."""

    low: float
    high: float
    digits: int = 1
    signed: bool = False


@dataclass(frozen=True)
class ShareSpan:
    """An interval of parts of 1, written in percent."""

    low: float
    high: float
    digits: int = 1


@dataclass(frozen=True)
class Label:
    """A name of the game's own: an outcome, a column, a setting with its value."""

    name: str
    otherwise: str = ""
    """Its text if neither recipe nor catalogue has one; its name if left out."""


@dataclass(frozen=True)
class LevelLabel:
    """A level of a question, and the column that deals it if there are several."""

    name: str
    column: str = ""


@dataclass(frozen=True)
class RoleLevel:
    """A level of a role, such as who plays last."""

    role: str
    level: str


@dataclass(frozen=True)
class Player:
    """A strategy as it is typed; people read a name."""

    spec: str


@dataclass(frozen=True)
class Several:
    """« a, b and c »; or, if they are long, « a; b; c »."""

    parts: tuple["Fact", ...]
    are_long: bool = False


@dataclass(frozen=True)
class Sentence:
    """One sentence, or part of one."""

    key: str
    facts: Mapping[str, "Fact"] = field(default_factory=dict)


Fact: TypeAlias = (
    str | int | Number | Share | Span | ShareSpan | Label | LevelLabel | RoleLevel | Player | Several | Sentence
)
"""A string is used as it is; a whole number is a count."""
Facts: TypeAlias = dict[str, Fact]


def said(key: str, **facts: Fact) -> Sentence:
    """The sentence of this key with these facts."""
    return Sentence(key, facts)


def listed(parts: Iterable[Fact]) -> Several:
    """a, b and c."""
    return Several(tuple(parts))


def in_turn(parts: Iterable[Fact]) -> Several:
    """a; b; c."""
    return Several(tuple(parts), are_long=True)
