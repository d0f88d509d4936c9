"""What a reader sees who points at a part of a figure on a screen: the value, in words."""

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from matplotlib.artist import Artist

TOLD: "WeakKeyDictionary[Artist, tuple[str, ...]]" = WeakKeyDictionary()
"""A text for each mark of an artist; one text is for all of them."""


def tell(artist: Artist, *texts: str) -> None:
    """Say what an artist's marks mean."""
    TOLD[artist] = texts


def tell_each(artists: Sequence[Artist], texts: Sequence[str]) -> None:
    """Say what each of several artists means."""
    for artist, text in zip(artists, texts, strict=True):
        tell(artist, text)
