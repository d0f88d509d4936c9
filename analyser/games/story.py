"""Tells a game while it is played uncompiled: what all stories share."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path
from typing import ClassVar

from analyser.kernel.intrinsics import Record

Teller = Callable[["Story", Record, int, int, int], None]


def many(n: int, what: str) -> str:
    """1 doubloon, 2 doubloons."""
    return f"{n} {what}" + ("" if n == 1 else "s")


class Story:
    """Listens to one game. A game's story has a method `_<event>` for each of the game's events.

    `class Story(story.Story, events=Event)`: an event without a method is an error when the class is made.
    """

    tellers: ClassVar[dict[int, Teller]]

    def __init_subclass__(cls, events: type[IntEnum]) -> None:
        missing = [event.name for event in events if f"_{event.name.lower()}" not in vars(cls)]
        if missing:
            raise TypeError(f"a story needs a method for each event; there is none for {', '.join(missing)}")
        cls.tellers = {int(event): vars(cls)[f"_{event.name.lower()}"] for event in events}

    def __init__(self, seats: Sequence[str], say: Callable[[str], None], data: Path) -> None:
        self.seats = seats
        """The names of the strategies, by seat."""
        self.say = say
        self.data = data
        """The folder of the game's data."""

    def on_event(self, event: int, table: Record, first: int, second: int, third: int) -> None:
        """Handle an event on the table."""
        self.tellers[event](self, table, int(first), int(second), int(third))

    def who(self, seat: int) -> str:
        """A seat, as people count them, and who sits there."""
        return f"Seat {seat + 1} ({self.seats[seat]})"
