"""The words of all answers: one catalogue of texts in every language, and how each language writes numbers."""

import math
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from analyser.core.errors import BadInput
from analyser.core.schemas import Form, read_toml
from analyser.experiments.measured import NOTHING
from analyser.experiments.sentences import (
    Fact,
    Label,
    LevelLabel,
    Number,
    Player,
    RoleLevel,
    Sentence,
    Several,
    Share,
    ShareSpan,
    Span,
)
from analyser.strategies.spec import Spec, parse_spec

CATALOGUE = Path(__file__).with_name("texts.toml")
NARROW, FIXED, MINUS = "\u202f", "\u00a0", "\u2212"
"""The space between thousands in French, the space at which no line ends, and a true minus."""
BINDINGS = (
    (re.compile(r"« (?=\S)"), f"«{FIXED}"),
    (re.compile(r"(?<=\S) »"), f"{FIXED}»"),
    (re.compile(r"(?<=\d) (?=%)"), FIXED),
    (re.compile(r"± (?=\d)"), f"±{FIXED}"),
    (re.compile(r"\b([Pp]age) (?=\d)"), rf"\1{FIXED}"),
)
"""What stays on one line, in every language."""
ENGLISH = ((re.compile(r"(?<![\d.,])1 points\b"), "1 point"),)
FRENCH = (
    (re.compile(r" (?=:)"), FIXED),
    (re.compile(r" (?=[;?!])"), NARROW),
    (re.compile(rf"(?<![\d,{NARROW}])([01](?:,\d+)?) points\b"), r"\1 point"),
)
"""Signs with a space before them; numbers below two are singular."""


class Text(Form, frozen=True):
    """A text in every language."""

    en: str
    fr: str

    def in_language(self, lang: str) -> str:
        """The text in a language."""
        return str(getattr(self, lang))


LANGUAGES = Text.__struct_fields__


@cache
def catalogue() -> dict[str, Text]:
    """All texts, by key."""
    return read_toml(CATALOGUE, dict[str, Text])


def check_language(lang: str) -> str:
    """Refuse a language that the catalogue does not have."""
    if lang not in LANGUAGES:
        raise BadInput(f"--lang {lang} is not known. Allowed: {', '.join(LANGUAGES)}.")
    return lang


def bound(text: str, lang: str) -> str:
    """Replace plain spaces by the fixed spaces that a language sets before its signs."""
    for pattern, instead in (*BINDINGS, *(FRENCH if lang == "fr" else ENGLISH)):
        text = pattern.sub(instead, text)
    return text


def apart(low: float, high: float, digits: int) -> tuple[float, float]:
    """Ends that are printed apart if they are: rounded outwards where rounding would make them one number."""
    step = 10.0**digits
    if high - low > NOTHING and round(low * step) == round(high * step):
        return math.floor(low * step) / step, math.ceil(high * step) / step
    return low, high


class Words:
    """One language: its sentences, a game's own words, and its numbers.

    `own` says what the game's cards, columns and levels are called, `levels` what those of one question are called,
    and `each` is a phrase around all its other levels.
    """

    def __init__(self, lang: str = LANGUAGES[0], own: Mapping[str, Text] | None = None) -> None:
        self.lang = check_language(lang)
        self.own = dict(own or {})
        self.levels: Mapping[str, Text] = {}
        self.each = "{level}"

    def of_question(self, levels: Mapping[str, Text], each: Text | None) -> "Words":
        """The same language, with what the levels of one question are called."""
        found = Words(self.lang, self.own)
        found.levels, found.each = levels, self.text(each) if each else self.each
        return found

    def say(self, key: str, **facts: Fact) -> str:
        """A text of the catalogue with its facts filled in."""
        filled = {name: self.fill(fact) for name, fact in facts.items()}
        return bound(catalogue()[key].in_language(self.lang).format(**filled), self.lang)

    def sentence(self, sentence: Fact) -> str:
        """A whole sentence, or what stands alone: it begins with a capital."""
        text = self.fill(sentence)
        return text[:1].upper() + text[1:]

    def fill(self, fact: Fact) -> str:
        """A fact as this language writes it."""
        match fact:
            case str():
                return fact
            case int():
                return self.count(fact)
            case Sentence():
                return self.say(fact.key, **fact.facts)
            case Several():
                parts = [self.fill(one) for one in fact.parts]
                return self.in_turn(parts) if fact.are_long else self.listed(parts)
            case Label():
                return self.label(fact.name, fact.otherwise)
            case LevelLabel():
                return self.level(fact)
            case RoleLevel():
                return self.role_level(fact)
            case Player():
                return self.player(fact.spec)
        return self._figure(fact)

    def _figure(self, fact: Number | Share | Span | ShareSpan) -> str:
        match fact:
            case Share():
                return self.percent(fact.value, fact.digits)
            case Span():
                return self.between(fact.low, fact.high, fact.digits, fact.signed)
            case ShareSpan():
                return self.between_shares(fact.low, fact.high, fact.digits)
        if fact.digits is None:
            return self.brief(fact.value)
        return (self.signed if fact.signed else self.number)(fact.value, fact.digits)

    def text(self, text: Text) -> str:
        """A text that a recipe gives in every language."""
        return bound(text.in_language(self.lang), self.lang)

    def label(self, name: str, otherwise: str = "") -> str:
        """A level, a card, a column: as the recipe calls it, else as the catalogue does, else by its own name."""
        if name in self.own:
            return self.text(self.own[name])
        if f"name.{name}" in catalogue():
            return self.say(f"name.{name}")
        return name.replace("-", MINUS) if re.fullmatch(r"-\d+", name) else otherwise or name

    def level(self, level: LevelLabel) -> str:
        """A level; a pair is called by both its names. Its column follows, if the recipe has a word for it."""
        if level.name in self.levels:
            return self.text(self.levels[level.name])
        text = self.each.format(level=" + ".join(self.label(one) for one in level.name.split(" + ")))
        return f"{text} ({self.label(level.column)})" if level.column in self.own else text

    def role_level(self, one: RoleLevel) -> str:
        """As the recipe calls it (« turn_position=4 »), or the role and its level."""
        own = f"{one.role}={one.level}"
        if own in self.own:
            return self.text(self.own[own])
        role = self.label(one.role, one.role.replace("_", " "))
        return self.say("role.level", role=role, level=self.label(one.level))

    def player(self, spec: str) -> str:
        """A strategy by name: « thrifty, one slip in 10 » for noisy:p=0.1(thrifty)."""
        try:
            return self._player(parse_spec(spec)) or spec
        except BadInput:  # several players, or a description of them
            return spec

    def _player(self, spec: Spec) -> str:
        """Nothing if there are no words for it."""
        if spec.inner is None:
            return "" if spec.given or spec.is_file else spec.name
        inner, key = self._player(spec.inner), f"player.{spec.name}"
        given = dict(one.split("=", 1) for one in spec.given if "=" in one)
        if not inner or key not in catalogue() or set(given) - {"p", "games"}:
            return ""
        slips = round(1 / float(given["p"])) if float(given.get("p", 0)) > 0 else 10
        return self.say(key, inner=inner, slips=slips, games=given.get("games", "–"))

    def number(self, value: float, digits: int = 1) -> str:
        """1,234.5 or 1 234,5."""
        text = f"{value:,.{digits}f}"
        if float(text.replace(",", "")) == 0:
            text = text.removeprefix("-")
        text = text.replace("-", MINUS)
        if self.lang == "fr":
            text = text.replace(",", NARROW).replace(".", ",")
        return text

    def brief(self, value: float) -> str:
        """With as many decimals as it needs, at most three."""
        return self.number(value, len(f"{value:.3f}".rstrip("0").partition(".")[2]))

    def count(self, value: float) -> str:
        """A whole number."""
        return self.number(value, 0)

    def signed(self, value: float, digits: int = 1) -> str:
        """With its sign."""
        text = self.number(value, digits)
        return text if text.startswith(MINUS) else f"+{text}"

    def percent(self, share: float, digits: int = 1) -> str:
        """A part of 1 as a percentage."""
        return f"{self.number(100 * share, digits)}{FIXED}%"

    def between(self, low: float, high: float, digits: int = 1, sign: bool = False) -> str:
        """An interval, without brackets."""
        write = self.signed if sign else self.number
        low, high = apart(low, high, digits)
        return self.say("between", low=write(low, digits), high=write(high, digits))

    def between_shares(self, low: float, high: float, digits: int = 1) -> str:
        """An interval of parts of 1, as percentages, within 0 and 100."""
        least, most = apart(100 * max(low, 0.0), 100 * min(high, 1.0), digits)
        return self.say("between", low=self.number(least, digits), high=self.percent(most / 100, digits))

    def of(self, what: str, text: str) -> str:
        """what: text."""
        return self.say("of", what=what, text=text)

    def in_turn(self, texts: Iterable[str]) -> str:
        """one; another."""
        return self.say("then").join(texts)

    def listed(self, names: Iterable[str]) -> str:
        """a, b and c."""
        *first, last = names
        return self.say("and", first=", ".join(first), last=last) if first else last
