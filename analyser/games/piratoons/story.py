"""Tells a game round by round, so that a person with the box can follow each pawn and each tile."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from analyser.games import story
from analyser.games.piratoons.notation import LEGEND, ship_lines, tile_words
from analyser.games.piratoons.points import ALL_KINDS, empty_of, total_points
from analyser.games.piratoons.ship import bad_joins, empty_places, family_points
from analyser.games.piratoons.table import FIRST_OF, N_CODES, N_TYPES, Equipment, Event, Source
from analyser.games.piratoons.tiles import read_tiles
from analyser.games.story import many
from analyser.kernel.intrinsics import Record


class Story(story.Story, events=Event):
    """Listens to one game."""

    def __init__(self, seats: Sequence[str], say: Callable[[str], None], data: Path) -> None:
        super().__init__(seats, say, data)
        self.tiles = read_tiles(data / "tiles.toml")
        self.purses = [0] * len(seats)
        """At the end, when all are shown."""

    def _tile(self, code: int) -> str:
        return tile_words(self.tiles, code)

    def _at(self, table: Record, place: int) -> str:
        return f"tile {place + 1}, {self._tile(int(table.chest[place]))}"

    def _lying(self, table: Record, place: int) -> str:
        pawns = [f"{int(table.pawns[seat, place])} of seat {seat + 1}" for seat in range(len(self.seats))]
        return ", ".join(words for words in pawns if not words.startswith("0"))

    def _dealt(self, table: Record, captain: int, *_: int) -> None:
        self.say(f"Each has {many(int(table.crew), 'pawn')} and {many(int(table.start_doubloons), 'doubloon')}.")
        self.say(LEGEND)

    def _round(self, table: Record, number: int, captain: int, _: int) -> None:
        self.say(f"\nRound {number}. Captain: {self.who(captain)}. The chest:")
        for place in range(int(table.n_chest)):
            self.say(f"  {place + 1}  {self._tile(int(table.chest[place]))}")

    def _given(self, table: Record, seat: int, code: int, _: int) -> None:
        self.say(f"{self.who(seat)} is given {self._tile(code)}.")

    def _put(self, table: Record, seat: int, place: int, _: int) -> None:
        where = f"{self._at(table, place)}: {self._lying(table, place)}"
        self.say(f"  {int(table.tick):>2} s  {self.who(seat)} puts a pawn on {where}.")

    def _dropped(self, table: Record, seat: int, place: int, _: int) -> None:
        self.say(
            f"  {int(table.tick):>2} s  {self.who(seat)} drops a pawn beside {self._at(table, place)}: it is lost."
        )

    def _knocked(self, table: Record, seat: int, place: int, _: int) -> None:
        where = self._at(table, place)
        self.say(f"  {int(table.tick):>2} s  {self.who(seat)} knocks an enemy down on {where}: out of the round.")

    def _stopped(self, table: Record, seat: int, *_: int) -> None:
        self.say(f"  {int(table.tick):>2} s  {self.who(seat)} cries stop.")

    def _ended(self, table: Record, stopped: int, *_: int) -> None:
        if not stopped:
            self.say(f"  {int(table.tick):>2} s  Nobody has cried stop: the plunder ends.")

    def _halved(self, table: Record, *_: int) -> None:
        self.say("The bank has too few doubloons: all give back half of theirs.")

    def _paid(self, table: Record, seat: int, pay: int, purse: int) -> None:
        self.say(f"{self.who(seat)} is paid {many(pay, 'doubloon')} for pawns at home and has {purse}.")

    def _looted(self, table: Record, seat: int, place: int, _: int) -> None:
        self.say(f"{self.who(seat)} takes {self._at(table, place)} ({self._lying(table, place)}).")

    def _left(self, table: Record, pawns: int, place: int, _: int) -> None:
        why = f"the pawns cancel ({self._lying(table, place)})" if pawns else "no pawn counts there"
        self.say(f"Nobody takes {self._at(table, place)}: {why}.")

    def _auction(self, table: Record, n_tiles: int, *_: int) -> None:
        lot = [_copies(int(table.lot[code]), self._tile(code)) for code in range(N_CODES) if table.lot[code]]
        self.say(f"Auction: {'; '.join(lot)}." if n_tiles else "There is nothing to auction.")

    def _bids(self, table: Record, *_: int) -> None:
        bids = ", ".join(f"seat {seat + 1} {int(table.bids[seat])}" for seat in range(len(self.seats)))
        self.say(f"Bids: {bids}.")

    def _bought(self, table: Record, seat: int, code: int, bid: int) -> None:
        self.say(f"{self.who(seat)} takes {self._tile(code)} for {bid}.")

    def _bid_back(self, table: Record, seat: int, bid: int, _: int) -> None:
        self.say(f"{self.who(seat)} gets its bid of {bid} back: no tile is left.")

    def _sank(self, table: Record, code: int, *_: int) -> None:
        self.say(f"Nobody takes {self._tile(code)}: it sinks.")

    def _thrown(self, table: Record, seat: int, code: int, _: int) -> None:
        self.say(f"{self.who(seat)} has no place for {self._tile(code)} and throws it into the sea.")

    def _assembled(self, table: Record, *_: int) -> None:
        floating = [_copies(int(table.sea[code]), self._tile(code)) for code in range(N_TYPES) if table.sea[code]]
        if floating:
            self.say(f"Afloat: {'; '.join(floating)}.")
        for seat in range(len(self.seats)):
            self._draw(table, seat)

    def _draw(self, table: Record, seat: int) -> None:
        own = [code for code in range(N_TYPES) if table.held[seat, code]]
        held = "; ".join(_copies(int(table.held[seat, code]), self._tile(code)) for code in own)
        barrels = many(int(table.barrels[seat]), "barrel")
        self.say(f"  {self.who(seat)}: {barrels}; {held or 'no equipment'}")
        for line in ship_lines(table, seat):
            self.say("    " + line)

    def _purse(self, table: Record, seat: int, doubloons: int, _: int) -> None:
        self.purses[seat] = doubloons

    def _finished(self, table: Record, *_: int) -> None:
        self.say("\nThe count:")
        for seat in range(len(self.seats)):
            self.say(f"{self.who(seat)}: {int(total_points(table, seat))} points in all.")
            for source in Source:
                points = int(table.points[seat, source])
                self.say(f"  {source.name.lower():<8} {points:>3}  {self._why(table, seat, source)}")

    def _why(self, table: Record, seat: int, source: Source) -> str:
        """What a source of points is counted from."""
        if source == Source.JOINS:
            joins, bad = int(table.n_tiles[seat]) + 1, int(bad_joins(table, seat))
            return f"{joins - bad} good, {bad} bad"
        if source == Source.EMPTY:
            empty = [f"{kind.name.lower()} {int(empty_places(table, seat, kind))}" for kind in list(Equipment)[1:]]
            return f"{', '.join(empty)}; in all {int(empty_of(table, seat, ALL_KINDS))}"
        if source == Source.FAMILIES:
            return "; ".join(self._families(table, seat)) or "none"
        amounts = (table.kinds[seat, Equipment.SAIL], self.purses[seat], table.barrels[seat])
        return many(int(amounts[source]), ("sail", "doubloon", "barrel")[source])

    def _families(self, table: Record, seat: int) -> Iterator[str]:
        """Each family that scores, by its designs."""
        for family, kind in zip(self.tiles.families, list(Equipment)[1:], strict=True):
            first = int(FIRST_OF[kind])
            points = int(family_points(table, seat, first, -1, 0))
            held = [(int(table.held[seat, first + k]), name) for k, name in enumerate(family.designs)]
            if points:
                yield f"{family.kind} {points} ({', '.join(f'{n} {name}' for n, name in held if n)})"


def _copies(n: int, what: str) -> str:
    return what if n == 1 else f"{n} x {what}"
