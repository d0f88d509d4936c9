"""Tells a game turn by turn, in plain words, with the plank drawn in text."""

from collections.abc import Callable, Sequence
from pathlib import Path

from analyser.games import story
from analyser.games.faut_pas_pousser.notation import CREW_NAMES, pirate_text, pirate_words, slot_name
from analyser.games.faut_pas_pousser.rules import captains_on, crew_in, points_on_plank
from analyser.games.faut_pas_pousser.table import CREWS, LANE, LANE_BITS, SLOTS, Event
from analyser.kernel.intrinsics import Record


class Story(story.Story, events=Event):
    """Listens to one game."""

    def __init__(self, seats: Sequence[str], say: Callable[[str], None], data: Path) -> None:
        super().__init__(seats, say, data)
        self.round = -1

    def on_event(self, event: int, table: Record, first: int, second: int, third: int) -> None:
        """Handle an event on the table."""
        if event not in (Event.DEALT, Event.INSTALLED, Event.FINISHED):
            self._announce_round(table)
        super().on_event(event, table, first, second, third)

    def _who(self, crew: int) -> str:
        if crew < len(self.seats):
            return f"Seat {crew + 1} ({CREW_NAMES[crew]}, {self.seats[crew]})"
        return f"The neutral {CREW_NAMES[crew]} crew"

    def _draw(self, table: Record) -> None:
        plank = int(table.plank)
        pirates = [pirate_text(plank >> LANE_BITS * slot & LANE) for slot in range(SLOTS)]
        self.say("    ship |" + "|".join(f" {pirate} " for pirate in pirates) + "| ~ sea ~")

    def _announce_round(self, table: Record) -> None:
        if self.round != int(table.turn):
            self.round = int(table.turn)
            self.say(f"\nRound {self.round + 1}")

    def _dealt(self, table: Record, *_: int) -> None:
        for crew in range(CREWS):
            self.say(self._who(crew) + ".")
        ages = sorted(range(len(self.seats)), key=lambda seat: int(table.age_rank[seat]))
        self.say("From youngest to oldest: seat " + ", ".join(str(seat + 1) for seat in ages) + ".")

    def _installed(self, table: Record, *_: int) -> None:
        openings = ", ".join(f"{CREW_NAMES[crew]} {int(table.opening[crew])}" for crew in range(CREWS))
        self.say(f"\nInstallation: all reveal a pirate: {openings}.")
        self._draw(table)
        order = ", ".join(CREW_NAMES[int(crew)] for crew in table.order)
        self.say(f"Order of play for the whole game: {order}.")

    def _non_merci(self, table: Record, crew: int, *_: int) -> None:
        self.say(f"{self._who(crew)} plays « Non Merci ».")

    def _shifted(self, table: Record, crew: int, slot: int, by: int) -> None:
        target = min(max(slot + by, 0), SLOTS - 1)
        moved = pirate_words(int(table.plank) >> LANE_BITS * target & LANE)
        way = (
            f"from {slot_name(slot)} to {slot_name(target)}" if target != slot else f"which stays in {slot_name(slot)}"
        )
        self.say(f"{self._who(crew)} plays the action {by:+d} on {moved}, {way}.")
        self._draw(table)

    def _entered(self, table: Record, newcomer: int, slot: int, falling: int) -> None:
        crew = crew_in(newcomer, 0)
        scores = f"falls and scores {int(table.fall_points)}"
        words = pirate_words(newcomer).split()[1]
        self.say(f"{self._who(crew)} enters pirate {words} in {slot_name(slot)}; {pirate_words(falling)} {scores}.")
        self._draw(table)

    def _finished(self, table: Record, *_: int) -> None:
        self.say(f"\nThe end; Captains aboard: {captains_on(int(table.plank))}.")
        self._draw(table)
        for crew in range(CREWS):
            plank = int(points_on_plank(table, int(table.plank), crew))
            total = int(table.points[crew])
            counted = "" if crew < len(self.seats) else " (not counted)"
            self.say(
                f"{self._who(crew)}: {total} points = {total - plank} from the piles + {plank} on the plank{counted}."
            )
