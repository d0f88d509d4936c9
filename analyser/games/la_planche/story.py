"""Tells a game turn by turn, in plain words, with the plank and the shark drawn in text."""

from collections.abc import Callable, Sequence

from analyser.compiling import Record
from analyser.games.la_planche.choices import Act
from analyser.games.la_planche.columns import COLOURS
from analyser.games.la_planche.notation import plank_text, prisoner_words
from analyser.games.la_planche.table import Event, PushTarget, SeriesStarter, Symbol


class Story:
    """Listens to one game. `seats` are the names of the strategies."""

    def __init__(self, seats: Sequence[str], say: Callable[[str], None]) -> None:
        self.seats = seats
        self.say = say
        self.seat = -1

    def hear(self, event: int, table: Record, first: int, second: int, third: int) -> None:
        """Something has happened on the table."""
        tellers: dict[int, Callable[..., None]] = {
            Event.DEALT: self._dealt,
            Event.SPUN: self._spun,
            Event.ACTED: self._acted,
            Event.PUSHED: self._pushed,
            Event.FELL: self._fell,
            Event.ROUND_OVER: self._round_over,
        }
        tellers[Event(event)](table, int(first), int(second), int(third))

    def _who(self, seat: int) -> str:
        return f"Seat {seat} ({self.seats[seat]})"

    def _draw(self, table: Record) -> None:
        plank = plank_text(int(table.occupied), int(table.colours), int(table.plank_length))
        self.say(f"    |{plank}|  <°)))><")

    def _dealt(self, table: Record, stones: int, *_: int) -> None:
        if table.series:
            self.say(f"\nRound {int(table.rounds)} of the series.")
        for seat in range(len(self.seats)):
            self.say(f"{self._who(seat)} draws {COLOURS[stones >> 2 * seat & 3]}, and tells nobody.")
        starter = (int(table.rounds) - 1) % len(self.seats) if table.series_starter == SeriesStarter.ROTATE else 0
        self.seat = starter - 1
        self._draw(table)

    def _spun(self, table: Record, one: int, other: int, _: int) -> None:
        self.seat = (self.seat + 1) % len(self.seats)
        self.say(f"\nTurn {int(table.turns)}. {self._who(self.seat)}: the sabres show {_name(one)} and {_name(other)}.")

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
        self._draw(table)
        row = int(table.occupied)
        prisoner = (row & (bit - 1)).bit_count()
        what = "the group behind which stands" if table.push_target == PushTarget.ANY_GROUP else "the rearmost,"
        self.say(f"  It pushes {what} {prisoner_words(row, int(table.colours), prisoner)}.")

    def _fell(self, table: Record, colour: int, *_: int) -> None:
        self.say(f"  The shark gets a {COLOURS[colour]} one; {int(table.left)} are left.")
        self._draw(table)

    def _round_over(self, table: Record, survivor: int, owner: int, _: int) -> None:
        whose = f"{self._who(owner)} owns it" if owner >= 0 else "nobody owns it"
        self.say(f"\nThe last prisoner is {COLOURS[survivor]}: {whose}.")


def _name(symbol: int) -> str:
    return Symbol(symbol).name.lower()
