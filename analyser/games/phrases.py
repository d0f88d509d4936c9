"""A story in French, by a phrase book: `french.toml` beside the story that is told in English, and one for all games.

A phrase has holes in braces: {n}, or a hole whose name begins with `n_`, is a number, any other is text that is looked
up in its turn. Of phrases that fit, the one with most letters of its own is taken; what no phrase fits is looked up
piece by piece, and stays as it is at last.
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
FEW = 2
"""A phrase with fewer letters fits no list."""
NUMBER = r"[-+−]?\d+(?:[.,]\d+)?(?: \+ \d+)?"
BRACKETS = 4
"""How many brackets stand within each other: a hole holds whole ones."""


class Phrases:
    """A phrase book."""

    def __init__(self, phrases: Mapping[str, str]) -> None:
        longest_first = sorted(phrases.items(), key=lambda one: -len(_own(one[0])))
        self.phrases = [(_pattern(_small(english)), french) for english, french in longest_first]
        self.known: dict[str, str] = {}

    def say(self, text: str) -> str:
        """A text in French."""
        text = " ".join(text.split())
        if text not in self.known:
            self.known[text] = self._said(text) or self._in_pieces(text)
        return self.known[text]

    def _said(self, text: str) -> str:
        """By the phrase that fits best; nothing if none does. A capital at its beginning is kept."""
        for pattern, french in self.phrases:
            match = pattern.fullmatch(_small(text))
            if match:
                found = french.format(**{name: self.say(one) for name, one in match.groupdict().items()})
                return found[:1].upper() + found[1:] if text[:1].isupper() else found
        return ""

    def _in_pieces(self, text: str) -> str:
        """A sentence without its full stop; a list, part by part."""
        whole = self._said(text[:-1]) if text.endswith(".") else ""
        if whole:
            return f"{whole}."
        for between in LISTS:
            if between in text:
                return (AND if between == LISTS[-1] else between).join(map(self.say, text.split(between)))
        return f"{self.say(text[:-1])}." if text.endswith(".") and len(text) > 1 else text


def _small(text: str) -> str:
    """As it is written within a sentence."""
    return text[:1].lower() + text[1:]


def _own(english: str) -> str:
    """What a phrase is made of beside its holes."""
    return re.sub(r"\{\w+\}", "", english)


def _bracket(deep: int) -> str:
    """The pattern of a bracket, with others in it."""
    return rf"\((?:[^()]|{_bracket(deep - 1)})*\)" if deep else r"\([^()]*\)"


def _pattern(english: str) -> re.Pattern[str]:
    """As a pattern. The fewer letters it has of its own, the less of a list fits into its holes."""
    pieces = re.split(r"\{(\w+)\}", english)
    texts, names = pieces[::2], pieces[1::2]
    own = _own(english)
    plain = "[^,;()]" if own == " " else "(?!; )[^()]" if len(re.findall(r"\w", own)) < FEW else "[^()]"
    inside = f"(?:{plain}|{_bracket(BRACKETS)})+?"
    holes = [f"(?P<{name}>{NUMBER if name == 'n' or name.startswith('n_') else inside})" for name in names]
    return re.compile("".join(re.escape(text) + hole for text, hole in zip(texts, [*holes, ""], strict=True)))


def phrases_of(game: Game, own: Mapping[str, str]) -> Phrases:
    """The phrase book of a game; `own` are words that its report has in both languages."""
    beside = Path(inspect.getfile(game.rules.story)).with_name(BOOK)
    return Phrases({**own, **_read(beside), **_read(Path(__file__).with_name(BOOK))})


@once
def _read(path: Path) -> dict[str, str]:
    return read_toml(path, dict[str, str]) if path.exists() else {}
