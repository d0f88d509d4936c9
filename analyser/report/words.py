"""The report's words: one catalogue of sentences in every language, and how numbers are written in each."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from analyser.errors import BadInput

LANGUAGES = ("en", "fr")
CATALOGUE = Path(__file__).with_name("texts.toml")
NARROW, MINUS = "\u202f", "\u2212"
"""The space between thousands in French, and a true minus."""
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


class Words:
    """One language: its sentences, a game's own words, and its numbers."""

    def __init__(self, lang: str = LANGUAGES[0], own: Mapping[str, Entry] | None = None) -> None:
        self.lang = check_language(lang)
        self.own = dict(own or {})

    def say(self, key: str, **values: Any) -> str:
        """A sentence of the catalogue with its values filled in."""
        return catalogue()[key][self.lang].format(**values)

    def told(self, entry: Entry) -> str:
        """A text that a recipe gives in every language."""
        return entry[self.lang]

    def label(self, name: Any) -> str:
        """A level, a card, a column as it is called here: by the recipe's words, else by its own name."""
        text = str(name)
        if text in self.own:
            return self.own[text][self.lang]
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

    def count(self, value: float) -> str:
        """A whole number."""
        return self.number(value, 0)

    def signed(self, value: float, digits: int = 1) -> str:
        """With its sign."""
        text = self.number(value, digits)
        return text if text.startswith(MINUS) else f"+{text}"

    def percent(self, share: float, digits: int = 1) -> str:
        """A part of 1 as a percentage."""
        space = "\u00a0" if self.lang == "fr" else " "
        return f"{self.number(100 * share, digits)}{space}%"

    def between(self, low: float, high: float, digits: int = 1, sign: bool = False) -> str:
        """An interval, without brackets."""
        write = self.signed if sign else self.number
        return self.say("between", low=write(low, digits), high=write(high, digits))

    def between_shares(self, low: float, high: float, digits: int = 1) -> str:
        """An interval of parts of 1, as percentages."""
        return self.say("between", low=self.number(100 * low, digits), high=self.percent(high, digits))

    def listed(self, names: Any) -> str:
        """a, b and c."""
        *first, last = [str(one) for one in names]
        return self.say("and", first=", ".join(first), last=last) if first else last
