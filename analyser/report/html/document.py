"""The one file: all languages, the style, the script, and the data of the replays. Nothing is fetched from anywhere."""

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from analyser.core.schemas import read_text
from analyser.experiments.words import Words
from analyser.report.html.replays import Gallery, data_of
from analyser.report.html.tags import tag, text

HERE = Path(__file__).parent
NAMES = {"en": "English", "fr": "Français"}


class Edition(Protocol):
    """A page in one language."""

    @property
    def words(self) -> Words:
        """Its language."""

    @property
    def title(self) -> str:
        """Of the page."""

    @property
    def gallery(self) -> Gallery:
        """The games to watch on it."""

    def main(self, hidden: bool) -> str:
        """What stands on it. Only one language is shown at a time."""


def document(editions: Sequence[Edition]) -> bytes:
    """The editions of one page; the first is shown first."""
    style, script = (_read(name) for name in ("style.css", "script.js"))
    first = editions[0]
    allowed = f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    policy = f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
    head = tag(
        "head",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        tag("title", text(first.title)),
        f"<style>{style}</style>",
    )
    mains = (one.main(hidden=one is not first) for one in editions)
    end = data_of(first.gallery, [one.words for one in editions]) if first.gallery else ""
    body = tag("body", _bar(editions), *mains, end, f"<script>{script}</script>")
    return f'<!doctype html>\n<html lang="{first.words.lang}">{head}{body}</html>\n'.encode()


def _bar(editions: Sequence[Edition]) -> str:
    """Languages, light or dark."""
    first = editions[0].words
    skips = (
        tag("a", text(one.words.say("html.skip")), href=f"#main-{one.words.lang}", class_="skip", lang=one.words.lang)
        for one in editions[:1]
    )
    languages = (
        tag(
            "button",
            text(NAMES[one.words.lang]),
            type="button",
            lang=one.words.lang,
            data_lang=one.words.lang,
            aria_pressed=str(one is editions[0]).lower(),
        )
        for one in editions
    )
    themes = {one.words.lang: one.words.say("html.theme") for one in editions}
    theme = tag(
        "button",
        text(first.say("html.theme")),
        type="button",
        id="theme",
        **{f"data_{lang}": said for lang, said in themes.items()},
    )
    group = tag("div", *(languages if len(editions) > 1 else ()), class_="languages")
    return tag("header", *skips, group, theme)


def _read(name: str) -> str:
    return read_text(HERE / name)


def _hash(content: str) -> str:
    """By which the browser knows that this, and nothing else, may run."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
