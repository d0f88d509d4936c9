"""Tells a designer's game turn by turn: who decides what, what is rolled and drawn, and what changed on the table."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from analyser.games import story
from analyser.games.designed import signs
from analyser.games.designed.contract import Design, Kind
from analyser.kernel.intrinsics import Record


def story_of(design: Design, texts: list[str]) -> Callable[..., "DesignStory"]:
    """The story of this game, for one table."""

    def told(seats: Sequence[str], say: Callable[[str], None], data: Path) -> DesignStory:
        return DesignStory(design, texts, seats, say)

    return told


class DesignStory(story.Story, events=signs.Event):
    """Listens to one game."""

    def __init__(self, design: Design, texts: list[str], seats: Sequence[str], say: Callable[[str], None]) -> None:
        super().__init__(seats, say, design.path.parent)
        self.design, self.texts = design, texts
        self.before: dict[str, Any] = {}

    def on_event(self, event: int, table: Record, first: int, second: int, third: int) -> None:
        """Handle an event."""
        if event >= signs.TOLD:
            self.say(f"  {self._sentence(self.texts[event - signs.TOLD], [first, second, third])}")
        else:
            super().on_event(event, table, first, second, third)

    def _sentence(self, text: str, facts: list[int]) -> str:
        """A sentence of the rules, with its facts filled in from left to right."""
        told = ""
        while "{" in text:
            before, _, rest = text.partition("{")
            what, _, text = rest.partition("}")
            fact = int(facts.pop(0))
            told += before + (self.who(fact) if what == "who" else str(fact))
        return told + text

    def _turn(self, table: Record, seat: int, number: int, by_rounds: int) -> None:
        self._changes(table)
        self.say(f"\nRound {number}." if by_rounds else f"\nTurn {number}. {self.who(seat)}:")

    def _changes(self, table: Record) -> None:
        """What of the open state is not as the story showed it last."""
        now = {name: _plain(table[name], len(self.seats)) for name in self._open_fields()}
        moved = [
            f"{name.replace('_', ' ')} {_told(value)}" for name, value in now.items() if self.before.get(name) != value
        ]
        if moved and self.before:
            self.say(f"  Now: {'; '.join(moved)}.")
        self.before = now

    def _open_fields(self) -> list[str]:
        return [name for name, one in self.design.fields.items() if not one.is_hidden]

    def _chose(self, table: Record, seat: int, kind: int, value: int) -> None:
        self.say(f"  {self.who(seat)} chooses {self._choice(table, self.design.kinds[kind], value)}.")

    def _choice(self, table: Record, kind: Kind, value: int) -> str:
        if kind.names:
            return f"« {self.design.choice_names[value]} »"
        if kind.numbers:
            return str(value) if len(self.design.kinds) == 1 else f"{kind.name} {value}"
        assert kind.records is not None
        taken = table.offers_[value]
        return f"{kind.name}: " + ", ".join(f"{one} {int(taken[one])}" for one in kind.records.fields)

    def _rolled(self, table: Record, found: int, sides: int, _: int) -> None:
        self.say(f"  The die shows {found}.")

    def _card(self, face: int, stream: int) -> str:
        names = list(self.design.decks().values())[stream - signs.FIRST_DECK].names
        return names[face] if names else str(face)

    def _drew(self, table: Record, seat: int, face: int, stream: int) -> None:
        who = f"{self.who(seat)} draws" if seat >= 0 else "Turned over:"
        self.say(f"  {who} {self._card(face, stream)}.")

    def _discarded(self, table: Record, seat: int, face: int, stream: int) -> None:
        self.say(f"  {self.who(seat)} plays {self._card(face, stream)}.")

    def _over(self, table: Record, is_over: int, *_: int) -> None:
        self._changes(table)
        self.say("\nThe game is over." if is_over else "\nThe game is stopped: it has reached its limit of turns.")


def _plain(value: Any, n: int) -> Any:
    """A field as Python has it; of one per seat, only the seats that play."""
    return value[:n].tolist() if isinstance(value, np.ndarray) and value.ndim else value.item()


def _told(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
