"""Plays a run: opens its folder, reads back what is there, plays and stores what is missing."""

import shlex
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from analyser.core.errors import BadInput, Interrupted, RunFailed, StrategyFailed
from analyser.core.files import CannotLock, locked
from analyser.games.loader import find_game
from analyser.games.own_data import AT
from analyser.games.places import typed_place
from analyser.simulation.engine import Note, make_ready
from analyser.simulation.executor import Progress, Workers, play_parts, stoppable
from analyser.simulation.job import Job
from analyser.simulation.part import PartTask, Stopped
from analyser.statistics.intervals import is_precise
from analyser.statistics.tally import Tally
from analyser.storage.manifest import (
    MANIFEST,
    ROWS,
    UNCHANGED,
    Keep,
    Manifest,
    differences,
    manifest_of,
    read_manifest,
    refuse_other_versions,
)
from analyser.storage.parts import PackedPart, pack_part, pack_sums, parts_in, summed_files, sums_so_far
from analyser.storage.run import RUNS, Run, cannot_write, remove_if_empty


def play_run(job: Job, run: Run, workers: Workers, note: Note, progress: Progress) -> Tally:
    """Play the missing parts of a run, and return the sums of all parts."""
    playing = Playing(job, run, workers, progress)
    with stoppable() as stop:
        try:
            return playing.to_the_end(stop, note)
        except (KeyboardInterrupt, Stopped):
            raise Interrupted(playing.interrupted()) from None
        except StrategyFailed as problem:
            kept = f"\nThe {playing.n_parts} parts before it are kept in {run.folder}." if playing.n_parts else ""
            raise StrategyFailed(f"{problem}{kept}") from None


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
        if self.run.is_complete:
            assert self.total is not None
            return self.total
        if not self._is_enough():
            make_ready(find_game(self.job.game), self.job.strategies, note)
            self._play_missing(stop)
        assert self.total is not None
        if not self.run.keeps_rows:
            self.run.checksums = []
            self.run.add(0, summed_files(self.job, self.total))
        ended_by = "precision" if self._is_precise() else "games"
        self.run.close(self.total.n_games, ended_by, parts_in(self.job, self.total))
        return self.total

    def _play_missing(self, stop: threading.Event) -> None:
        missing = range(parts_in(self.job, self.total), self.job.n_parts)
        task = PartTask(self.job, self.workers.decision_timeout, self.run.keeps_rows, pack_part)
        try:
            for part in play_parts(task, missing, self.workers, stop, lambda n: self.progress(n, None)):
                self._keep(part)
                if self._is_enough():
                    break
                if stop.is_set():
                    raise Stopped
        except RunFailed as problem:
            raise RunFailed(f"{problem} {self._resume()}") from None

    def _keep(self, part: PackedPart) -> None:
        total = part.tally if self.total is None else self.total + part.tally
        if self.run.keeps_rows:
            self.run.add(part.number, part.files)
        else:
            self.run.put_sums(pack_sums(total))
        self.total = total
        self.progress(0, total)

    def _is_enough(self) -> bool:
        return self.total is not None and (self.total.n_games >= self.job.games or self._is_precise())

    def _is_precise(self) -> bool:
        if self.job.precision is None or self.total is None:
            return False
        return is_precise(self.total.seats, self.total.n_blocks, self.job.precision / 100)

    def interrupted(self) -> str:
        """The message when the run is interrupted."""
        if self.run.is_empty:
            return f"Interrupted before the first of {self.job.n_parts} parts was finished. Type the command again."
        return f"Interrupted after {self.n_parts} of {self.job.n_parts} parts. {self._resume()}"

    def _resume(self) -> str:
        return f"Finished parts are kept. {resume_command(self.run.folder, self.job)}"


def resume_command(folder: Path, job: Job) -> str:
    """The command that resumes a run."""
    return f"Resume with: analyse simulate --resume {shlex.quote(str(folder))}{naming(job)}"


def naming(job: Job) -> str:
    """The `--game-path` and `--strategy-path` options that a run with files of the user's own needs."""
    place = typed_place(find_game(job.game).file)
    game = f" --game-path {shlex.quote(place)}" if place else ""
    names = [job.typed(one) for one in job.strategies]
    own = {_from_here(one.path.parent) for one, name in zip(job.strategies, names, strict=True) if name != one.spec}
    return game + "".join(f" --strategy-path {shlex.quote(folder)}" for folder in sorted(own))


def _from_here(folder: Path) -> str:
    here = Path.cwd()
    return str(folder.relative_to(here) if folder.is_relative_to(here) else folder)


@contextmanager
def run_to_resume(folder: Path) -> Iterator[Run]:
    """An existing run, locked against other writers."""
    read_manifest(folder)
    with locked(folder):
        run = Run.open(folder)
        refuse_other_versions(run.manifest, folder)
        yield run


@contextmanager
def run_to_write(job: Job, folder: Path | None, command: str, keep: Keep = ROWS) -> Iterator[Run]:
    """The run in a folder, or in a new one, locked against other writers: a new one, or the same one if it is complete.

    Only the process that made a new folder removes it if nothing was stored.
    """
    manifest = manifest_of(job, command, keep)
    folder = folder or new_folder(job.game, job.players)
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is not a folder. {UNCHANGED} Type another --out DIR.")
    is_new = _make(folder)
    try:
        with locked(folder):
            try:
                run = _new_or_complete(job, folder, manifest)
                with _discarded_if_empty(run):
                    yield run
            finally:
                if is_new:
                    remove_if_empty(folder)
    except CannotLock:
        if is_new:
            remove_if_empty(folder)
        raise


@contextmanager
def _discarded_if_empty(run: Run) -> Iterator[None]:
    try:
        yield
    except (BadInput, StrategyFailed, Interrupted, KeyboardInterrupt):
        run.discard_if_empty()
        raise


def _make(folder: Path) -> bool:
    """Make a run's folder; returns whether we made it, and may remove it."""
    try:
        is_new = not folder.exists() or folder.parent == RUNS
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise cannot_write(folder, problem) from None
    return is_new


def _new_or_complete(job: Job, folder: Path, manifest: Manifest) -> Run:
    if not any(folder.iterdir()):
        return Run.create(folder, manifest)
    if not (folder / MANIFEST).exists():
        raise BadInput(f"{folder} holds other files, and no run. {UNCHANGED} Type another --out DIR.")
    run = Run.open(folder)
    changed = differences(run.manifest, manifest)
    if changed:
        raise BadInput(
            f"{folder} holds another run. It differs in: {'; '.join(changed)}. {UNCHANGED} Type another --out DIR."
        )
    if not run.is_complete:
        raise BadInput(f"{folder} holds this run unfinished. {resume_command(folder, job)}")
    return run


def new_folder(game: str, players: int) -> Path:
    """runs/<game>-<players>p-<k>, the first number that is free; after edited data: runs/<game>@<their folder>-..."""
    name, at, data = game.partition(AT)
    number = 1
    while True:
        folder = RUNS / f"{name}{at}{Path(data).name}-{players}p-{number}"
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            number += 1
        except OSError as problem:
            raise RunFailed(f"Cannot make {folder}: {problem.strerror}. Type --out DIR.") from None
        else:
            return folder
