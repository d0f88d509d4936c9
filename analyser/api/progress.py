"""How far a question is, told in a notebook: one line on stderr that counts games."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyser.simulation.engine import Note
    from analyser.simulation.executor import Progress
    from analyser.statistics.tally import Tally

EVERY_SECONDS = 0.5


class Counter:
    """Counts games as they are played, and writes how many."""

    def __init__(self) -> None:
        self.games, self.began, self.wrote = 0, time.monotonic(), 0.0

    def __call__(self, games: int, total: Tally | None) -> None:
        """More games were played."""
        self.games += games
        if time.monotonic() - self.wrote > EVERY_SECONDS:
            self.wrote = time.monotonic()
            self.write()

    def write(self, end: str = "") -> None:
        """How many games, in how many seconds."""
        seconds = time.monotonic() - self.began
        sys.stderr.write(f"\r{self.games:,} games, {seconds:.0f} s{end}")
        sys.stderr.flush()


@contextmanager
def told(wanted: bool) -> Iterator[tuple[Note, Progress]]:
    """Who hears of notes and progress: nobody, unless wanted."""
    if not wanted:
        yield (lambda text: None), (lambda games, total: None)
        return
    counter = Counter()
    yield _write, counter
    counter.write("\n")


def _write(text: str) -> None:
    sys.stderr.write(f"{text}\n")
