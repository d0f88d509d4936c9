"""The report's words: one catalogue of sentences in every language, and how numbers are written in each."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from analyser.errors import BadInput

LANGUAGES = ("en", "fr")
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
FRENCH = (
    (re.compile(r" (?=:)"), FIXED),
    (re.compile(r" (?=[;?!])"), NARROW),
    (re.compile(rf"(?<![\d,{NARROW}])([01](?:,\d+)?) points\b"), r"\1 point"),
)
"""Signs with a space before them; and what is below two is singular."""
Entry = Mapping[str, str]


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """All sentences of all reports, by key and language."""
    return tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))


def check_language(lang: str) -> str:
    """Refuse a language that the catalogue does not have."""
    if lang not in LANGUAGES:
        raise BadInput(f"--lang {lang} is not known. Allowed: {', '.join(LANGUAGES)}.")
    return lang


def bound(text: str, lang: str) -> str:
    """Plain spaces, as they are typed, become the fixed ones that a language sets before its signs."""
    for pattern, instead in (*BINDINGS, *(FRENCH if lang == "fr" else ())):
        text = pattern.sub(instead, text)
    return text


class Words:
    """One language: its sentences, a game's own words, and its numbers."""

    def __init__(self, lang: str = LANGUAGES[0], own: Mapping[str, Entry] | None = None) -> None:
        self.lang = check_language(lang)
        self.own = dict(own or {})

    def say(self, key: str, **values: Any) -> str:
        """A sentence of the catalogue with its values filled in."""
        return bound(catalogue()[key][self.lang].format(**values), self.lang)

    def told(self, entry: Entry) -> str:
        """A text that a recipe gives in every language."""
        return bound(entry[self.lang], self.lang)

    def label(self, name: Any) -> str:
        """A level, a card, a column as it is called here: by the recipe's words, else by its own name."""
        text = str(name)
        if text in self.own:
            return self.told(self.own[text])
        return text.replace("-", MINUS) if re.fullmatch(r"-\d+", text) else text

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
        return self.say("between", low=write(low, digits), high=write(high, digits))

    def between_shares(self, low: float, high: float, digits: int = 1) -> str:
        """An interval of parts of 1, as percentages; nothing is less than none or more than all."""
        least, most = max(low, 0.0), min(high, 1.0)
        return self.say("between", low=self.number(100 * least, digits), high=self.percent(most, digits))

    def of(self, what: str, text: str) -> str:
        """what: text."""
        return self.say("of", what=what, text=text)

    def in_turn(self, texts: Iterable[str]) -> str:
        """one; another."""
        return self.say("then").join(texts)

    def listed(self, names: Any) -> str:
        """a, b and c."""
        *first, last = [str(one) for one in names]
        return self.say("and", first=", ".join(first), last=last) if first else last
