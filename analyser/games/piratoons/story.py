"""Tells a game round by round, so that a person with the box can follow each pawn and each tile."""

from collections.abc import Callable, Sequence

from analyser.compiling import Record
from analyser.games.piratoons.notation import LEGEND, ship_lines, tile_words
from analyser.games.piratoons.points import total_points
from analyser.games.piratoons.table import N_CODES, N_TYPES, Event, Source


class Story:
    """Listens to one game. `seats` are the names of the strategies."""

    def __init__(self, seats: Sequence[str], say: Callable[[str], None]) -> None:
        self.seats = seats
        self.say = say

    def hear(self, event: int, table: Record, first: int, second: int, third: int) -> None:
        """Something has happened on the table."""
        teller = getattr(self, "_" + Event(event).name.lower())
        teller(table, int(first), int(second), int(third))

    def _who(self, seat: int) -> str:
        return f"Seat {seat} ({self.seats[seat]})"

    def _at(self, table: Record, place: int) -> str:
        return f"tile {place + 1}, {tile_words(int(table.chest[place]))}"

    def _lying(self, table: Record, place: int) -> str:
        pawns = [f"{int(table.pawns[seat, place])} of seat {seat}" for seat in range(len(self.seats))]
        return ", ".join(words for words in pawns if not words.startswith("0"))

    def _dealt(self, table: Record, captain: int, *_: int) -> None:
        self.say(f"Each has {_many(int(table.crew), 'pawn')} and {_many(int(table.start_doubloons), 'doubloon')}.")
        self.say(LEGEND)

    def _round(self, table: Record, number: int, captain: int, _: int) -> None:
        self.say(f"\nRound {number}. Captain: {self._who(captain)}. The chest:")
        for place in range(int(table.n_chest)):
            self.say(f"  {place + 1}  {tile_words(int(table.chest[place]))}")

    def _given(self, table: Record, seat: int, code: int, _: int) -> None:
        self.say(f"{self._who(seat)} is given {tile_words(code)}.")

    def _put(self, table: Record, seat: int, place: int, _: int) -> None:
        where = f"{self._at(table, place)}: {self._lying(table, place)}"
        self.say(f"  {int(table.tick):>2} s  {self._who(seat)} puts a pawn on {where}.")

    def _dropped(self, table: Record, seat: int, place: int, _: int) -> None:
        self.say(
            f"  {int(table.tick):>2} s  {self._who(seat)} drops a pawn beside {self._at(table, place)}: it is lost."
        )

    def _knocked(self, table: Record, seat: int, place: int, _: int) -> None:
        where = self._at(table, place)
        self.say(f"  {int(table.tick):>2} s  {self._who(seat)} knocks an enemy down on {where}: out of the round.")

    def _stopped(self, table: Record, seat: int, *_: int) -> None:
        self.say(f"  {int(table.tick):>2} s  {self._who(seat)} cries stop.")

    def _ended(self, table: Record, stopped: int, *_: int) -> None:
        if not stopped:
            self.say(f"  {int(table.tick):>2} s  Nobody has cried stop: the plunder ends.")

    def _halved(self, table: Record, *_: int) -> None:
        self.say("The bank has too few doubloons: all give back half of theirs.")

    def _paid(self, table: Record, seat: int, pay: int, purse: int) -> None:
        self.say(f"{self._who(seat)} is paid {_many(pay, 'doubloon')} for pawns at home and has {purse}.")

    def _looted(self, table: Record, seat: int, place: int, _: int) -> None:
        self.say(f"{self._who(seat)} takes {self._at(table, place)} ({self._lying(table, place)}).")

    def _left(self, table: Record, pawns: int, place: int, _: int) -> None:
        why = f"the pawns cancel ({self._lying(table, place)})" if pawns else "no pawn counts there"
        self.say(f"Nobody takes {self._at(table, place)}: {why}.")

    def _auction(self, table: Record, n_tiles: int, *_: int) -> None:
        lot = [_copies(int(table.lot[code]), tile_words(code)) for code in range(N_CODES) if table.lot[code]]
        self.say(f"Auction: {'; '.join(lot)}." if n_tiles else "There is nothing to auction.")

    def _bids(self, table: Record, *_: int) -> None:
        bids = ", ".join(f"seat {seat} {int(table.bids[seat])}" for seat in range(len(self.seats)))
        self.say(f"Bids: {bids}.")

    def _bought(self, table: Record, seat: int, code: int, bid: int) -> None:
        self.say(f"{self._who(seat)} takes {tile_words(code)} for {bid}.")

    def _bid_back(self, table: Record, seat: int, bid: int, _: int) -> None:
        self.say(f"{self._who(seat)} gets its bid of {bid} back: no tile is left.")

    def _sank(self, table: Record, code: int, *_: int) -> None:
        self.say(f"Nobody takes {tile_words(code)}: it sinks.")

    def _thrown(self, table: Record, seat: int, code: int, _: int) -> None:
        self.say(f"{self._who(seat)} has no place for {tile_words(code)} and throws it into the sea.")

    def _assembled(self, table: Record, *_: int) -> None:
        floating = [_copies(int(table.sea[code]), tile_words(code)) for code in range(N_TYPES) if table.sea[code]]
        if floating:
            self.say(f"Afloat: {'; '.join(floating)}.")
        for seat in range(len(self.seats)):
            self._draw(table, seat)

    def _draw(self, table: Record, seat: int) -> None:
        crew = [_copies(int(table.held[seat, code]), tile_words(code)) for code in range(N_TYPES)]
        held = "; ".join(words for words in crew if not words.startswith("0"))
        barrels = _many(int(table.barrels[seat]), "barrel")
        self.say(f"  {self._who(seat)}: {barrels}; {held or 'no equipment'}")
        for line in ship_lines(table, seat):
            self.say("    " + line)

    def _finished(self, table: Record, *_: int) -> None:
        self.say("\nThe count:")
        for seat in range(len(self.seats)):
            points = ", ".join(f"{source.name.lower()} {int(table.points[seat, source])}" for source in Source)
            self.say(f"{self._who(seat)}: {points}; in all {int(total_points(table, seat))}.")


def _many(n: int, what: str) -> str:
    return f"{n} {what}" + ("" if n == 1 else "s")


def _copies(n: int, what: str) -> str:
    return what if n == 1 else f"{n} x {what}"
