"""Plays a job: cuts it into parts, hands them to workers, stores them in order, stops when there is enough."""

import shlex
import threading
from collections.abc import Iterator

from analyser.aggregate.intervals import is_precise
from analyser.aggregate.tally import Tally
from analyser.engine import Note, make_ready
from analyser.errors import Interrupted, RunFailed, StrategyFailed
from analyser.job import Job
from analyser.playing import Part, Stopped
from analyser.registry import find_game
from analyser.resuming import naming
from analyser.runs import Run
from analyser.stored import Progress, close, parts_in, store, sums_so_far
from analyser.workers import Workers, play_parts, stoppable


def simulate(job: Job, run: Run, workers: Workers, note: Note, progress: Progress) -> Tally:
    """Play what is missing of a run, and return the sums of all of it."""
    playing = Playing(job, run, workers, progress)
    with stoppable() as stop:
        try:
            return playing.to_the_end(stop, note)
        except (KeyboardInterrupt, Stopped):
            done = f"Interrupted after {playing.n_parts} of {job.n_parts} parts."
            raise Interrupted(f"{done} {_resume(job, run)}") from None
        except StrategyFailed as problem:
            kept = f"\nThe {playing.n_parts} parts before it are kept in {run.folder}." if playing.n_parts else ""
            raise StrategyFailed(f"{problem}{kept}") from None


def play_all(job: Job, workers: Workers, note: Note, progress: Progress) -> Iterator[Part]:
    """Play a job without storing it: its parts in order."""
    make_ready(find_game(job.game), job.strategies, note)
    with stoppable() as stop:
        try:
            yield from play_parts(job, range(job.n_parts), workers, stop, lambda n: progress(n, None), with_rows=True)
        except (KeyboardInterrupt, Stopped):
            raise Interrupted("Interrupted. Nothing was stored: type the command again.") from None


class Playing:
    """A run that is being played, and its sums so far."""

    def __init__(self, job: Job, run: Run, workers: Workers, progress: Progress) -> None:
        self.job, self.run, self.workers, self.progress = job, run, workers, progress
        self.total: Tally | None = None

    @property
    def n_parts(self) -> int:
        """How many parts are kept."""
        return len(self.run.checksums) if self.run.keeps_rows else parts_in(self.job, self.total)

    def to_the_end(self, stop: threading.Event, note: Note) -> Tally:
        """Read back what is there, play the rest, close the run."""
        self.total = sums_so_far(self.job, self.run, self.progress)
        if not self.run.is_complete and not self._is_enough():
            make_ready(find_game(self.job.game), self.job.strategies, note)
            self._play_missing(stop)
        assert self.total is not None
        if not self.run.is_complete:
            close(self.job, self.run, self.total, "precision" if self._is_precise() else "games")
        return self.total

    def _play_missing(self, stop: threading.Event) -> None:
        missing = range(parts_in(self.job, self.total), self.job.n_parts)
        told = self.workers.share_memory
        try:
            parts = play_parts(
                self.job, missing, self.workers, stop, lambda n: self.progress(n, None), self.run.keeps_rows
            )
            for part in parts:
                total = part.tally if self.total is None else self.total + part.tally
                store(self.run, part, total)
                self.total = total
                self.progress(0 if told else part.tally.n_games, total)
                if self._is_enough():
                    break
                if stop.is_set():
                    raise Stopped
        except RunFailed as problem:
            raise RunFailed(f"{problem} {_resume(self.job, self.run)}") from None

    def _is_enough(self) -> bool:
        return self.total is not None and (self.total.n_games >= self.job.games or self._is_precise())

    def _is_precise(self) -> bool:
        if self.job.precision is None or self.total is None:
            return False
        return is_precise(self.total.seats, self.total.n_blocks, self.job.precision / 100)


def _resume(job: Job, run: Run) -> str:
    command = f"analyse simulate --resume {shlex.quote(str(run.folder))}{naming(job)}"
    return f"Finished parts are kept. Go on with: {command}"
