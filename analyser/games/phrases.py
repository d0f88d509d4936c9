"""A story in French, by a phrase book: `french.toml` beside the story that is told in English, and one for all games.

A phrase has holes in braces: {n}, or a hole whose name begins with `n_`, is a number, any other is text that is looked
up in its turn. Of phrases that fit, the first of the file is taken; what no phrase fits stays as it is, piece by piece.
"""

import inspect
import re
from collections.abc import Mapping
from pathlib import Path

from analyser.core.schemas import once, read_toml
from analyser.games.definition import Game

BOOK = "french.toml"
LISTS = ("; ", ", ", " and ")
AND = " et "
NUMBER = r"[-+−]?\d+(?:[.,]\d+)?(?: \+ \d+)?"


class Phrases:
    """A phrase book."""

    def __init__(self, phrases: Mapping[str, str]) -> None:
        self.phrases = [(_pattern(english), french) for english, french in phrases.items()]
        self.known: dict[str, str] = {}

    def say(self, text: str) -> str:
        """A text in French."""
        if text not in self.known:
            self.known[text] = self._said(text) or self._in_pieces(text)
        return self.known[text]

    def _said(self, text: str) -> str:
        """By the first phrase that fits, as it is written or as it is written within a sentence; else nothing."""
        found = self._fitting(text)
        if found or not text[:1].isupper():
            return found
        found = self._fitting(text[0].lower() + text[1:])
        return found[:1].upper() + found[1:]

    def _fitting(self, text: str) -> str:
        for pattern, french in self.phrases:
            match = pattern.fullmatch(text)
            if match:
                return french.format(**{name: self.say(one) for name, one in match.groupdict().items()})
        return ""

    def _in_pieces(self, text: str) -> str:
        """A list, part by part; a sentence without its full stop."""
        for between in LISTS:
            if between in text:
                return (AND if between == LISTS[-1] else between).join(map(self.say, text.split(between)))
        return f"{self.say(text[:-1])}." if text.endswith(".") and len(text) > 1 else text


def _pattern(english: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", english)
    texts, names = pieces[::2], pieces[1::2]
    holes = [f"(?P<{name}>{NUMBER if name == 'n' or name.startswith('n_') else '.+?'})" for name in names]
    return re.compile("".join(re.escape(text) + hole for text, hole in zip(texts, [*holes, ""], strict=True)))


def phrases_of(game: Game, own: Mapping[str, str]) -> Phrases:
    """The phrase book of a game; `own` are words that its report has in both languages."""
    beside = Path(inspect.getfile(game.rules.story)).with_name(BOOK)
    return Phrases({**own, **_read(beside), **_read(Path(__file__).with_name(BOOK))})


@once
def _read(path: Path) -> dict[str, str]:
    return read_toml(path, dict[str, str]) if path.exists() else {}
