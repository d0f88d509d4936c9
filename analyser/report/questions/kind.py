"""What a kind of page is: how it is made, and what a recipe may say of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from analyser.report.page import Page


def nothing_to_check(desk: Any, ask: Any) -> None:
    """Whatever the recipe says of such a page is fine."""


@dataclass(frozen=True)
class Kind:
    """A way to answer a question on one page."""

    make: Callable[[Any, Any], Page]
    """Of a Desk and an Ask."""
    needs: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()
    check: Callable[[Any, Any], Any] = nothing_to_check
    """Refuses, before anything is played, what this game cannot answer."""
