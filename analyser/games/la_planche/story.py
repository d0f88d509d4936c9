"""Tells a game turn by turn, in plain words, with the plank and the shark drawn in text."""

from collections.abc import Callable, Sequence
from pathlib import Path

from analyser.games import story
from analyser.games.la_planche.choices import Act
from analyser.games.la_planche.columns import COLOURS
from analyser.games.la_planche.notation import plank_text, prisoner_words
from analyser.games.la_planche.table import Event, PushTarget, SeriesStarter, Symbol
from analyser.kernel.intrinsics import Record


class Story(story.Story, events=Event):
    """Listens to one game."""

    def __init__(self, seats: Sequence[str], say: Callable[[str], None], data: Path) -> None:
        super().__init__(seats, say, data)
        self.seat = -1
        self.points = [0] * len(seats)
        """As they were before the round, in a series."""
        self.is_drawn = True
        """Whether the plank has been drawn as it stands."""

    def _draw(self, table: Record) -> None:
        plank = plank_text(int(table.occupied), int(table.colours), int(table.plank_length))
        self.say(f"    |{plank}|  <°)))><")
        self.is_drawn = True

    def _draw_once(self, table: Record) -> None:
        """The plank after a turn, if it is not drawn yet."""
        if not self.is_drawn:
            self._draw(table)

    def _dealt(self, table: Record, stones: int, *_: int) -> None:
        if table.series:
            self.say(f"\nRound {int(table.rounds)} of the series.")
        for seat in range(len(self.seats)):
            self.say(f"{self.who(seat)} draws {COLOURS[stones >> 2 * seat & 3]}, and tells nobody.")
        starter = (int(table.rounds) - 1) % len(self.seats) if table.series_starter == SeriesStarter.ROTATE else 0
        self.seat = starter - 1
        self._draw(table)

    def _spun(self, table: Record, one: int, other: int, _: int) -> None:
        self._draw_once(table)
        self.seat = (self.seat + 1) % len(self.seats)
        self.say(f"\nTurn {int(table.turns)}. {self.who(self.seat)}: the sabres show {_name(one)} and {_name(other)}.")

    def _acted(self, table: Record, act: int, prisoner: int, other: int) -> None:
        row = (int(table.occupied), int(table.colours))
        who = prisoner_words(*row, prisoner)
        told = {
            Act.SWAP: lambda: f"swaps {who} and {prisoner_words(*row, other)}",
            Act.ADVANCE: lambda: f"advances {who}",
            Act.MOVE_FIRST: lambda: f"moves {who} to the first place",
            Act.MOVE_LAST: lambda: f"moves {who} to the last place",
        }
        self.say(f"  It {told[Act(act)]()}.")

    def _pushed(self, table: Record, bit: int, *_: int) -> None:
        self.is_drawn = False
        row = int(table.occupied)
        prisoner = (row & (bit - 1)).bit_count()
        what = "the group behind which stands" if table.push_target == PushTarget.ANY_GROUP else "the rearmost,"
        self.say(f"  It pushes {what} {prisoner_words(row, int(table.colours), prisoner)}.")

    def _fell(self, table: Record, colour: int, *_: int) -> None:
        left = int(table.left)
        self.say(f"  The shark gets a {COLOURS[colour]} one; {left} {'is' if left == 1 else 'are'} left.")
        self.is_drawn = False

    def _round_over(self, table: Record, survivor: int, owner: int, _: int) -> None:
        self._draw_once(table)
        whose = f"{self.who(owner)} owns it" if owner >= 0 else "nobody owns it"
        self.say(f"\nThe last prisoner is {COLOURS[survivor]}: {whose}.")

    def _scored(self, table: Record, *_: int) -> None:
        points = [int(table.points[seat]) for seat in range(len(self.seats))]
        gained = [after - before for before, after in zip(self.points, points, strict=True)]
        scored = [f"{self.who(seat)} {n}" for seat, n in enumerate(gained) if n]
        self.say(f"Points of the round: {', '.join(scored) or 'none, nobody owns the last three'}.")
        self.say("Points in all: " + ", ".join(f"seat {seat + 1} {n}" for seat, n in enumerate(points)) + ".")
        self.points = points


def _name(symbol: int) -> str:
    return Symbol(symbol).name.lower()
