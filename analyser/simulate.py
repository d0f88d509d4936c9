"""Plays a job: cuts it into parts, hands them to joblib, stores them in order, stops when there is enough."""

import shlex
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np
import polars as pl

from analyser.aggregate.intervals import is_precise
from analyser.aggregate.tally import Tally, tally
from analyser.columns import SCORE, WHOLE_WIN, WIN
from analyser.engine import Note, make_ready, outputs
from analyser.errors import BadInput, Interrupted, RunFailed, StrategyFailed, unknown
from analyser.job import Job
from analyser.playing import Part, Played, Stopped, play_part
from analyser.registry import find_game
from analyser.runs import Run

warnings.filterwarnings("ignore", ".*tasks ", UserWarning, "joblib")
"""joblib remarks on parts that are dropped when a run stops early."""

BACKENDS = ("threads", "loky")
PATIENCE = 10.0
WAVE = 64
"""Parts handed to joblib at once: what is played but not yet stored cannot grow beyond them."""

Progress = Callable[[int, Tally | None], None]
"""Called with the games just played and, after a part, the sums so far."""


@dataclass(frozen=True)
class Workers:
    """Who plays."""

    jobs: int = -1
    backend: str = "threads"
    patience: float = PATIENCE


def check_workers(workers: Workers) -> Workers:
    """Refuse what nobody can play with."""
    if workers.backend not in BACKENDS:
        raise unknown("backend", workers.backend, BACKENDS, "analyse simulate --help")
    if workers.jobs == 0 or workers.jobs < -1:
        raise BadInput(f"--jobs {workers.jobs} is refused. Allowed: 1 or more, or -1 for all cores.")
    if not 0.1 <= workers.patience <= 86_400:
        raise BadInput(f"--patience {workers.patience:g} is refused. Allowed: 0.1 to 86400 seconds.")
    return workers


def manifest_of(job: Job, command: str) -> dict[str, Any]:
    """Everything that fixes the rows of a run, and what it was played with."""
    game = find_game(job.game)
    return {
        "command": command,
        "game": job.game,
        "players": job.players,
        "settings": job.values(),
        "strategies": [{"spec": one.spec, "typed": job.typed(one), "sha256": one.hash} for one in job.strategies],
        "plan": job.plan_name,
        "seats": None if job.seats is None else list(job.seats),
        "luck": job.luck,
        "seed": job.seed,
        "games": job.games,
        "precision": job.precision,
        "part_games": job.part_games,
        "hashes": game.hashes(),
        "caveats": list(game.caveats),
        "versions": {name: version(name) for name in ("analyser", "numba", "numpy", "polars")},
    }


IDENTITY = (
    "game",
    "players",
    "settings",
    "plan",
    "seats",
    "luck",
    "seed",
    "games",
    "precision",
    "part_games",
    "hashes",
)


def differences(manifest: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """In what two runs differ, of all that fixes their rows."""
    names = [name for name in IDENTITY if manifest.get(name) != other.get(name)]
    codes = [[(one["spec"], one["sha256"]) for one in side["strategies"]] for side in (manifest, other)]
    return names + (["strategies"] if codes[0] != codes[1] else [])


def simulate(job: Job, run: Run, workers: Workers, note: Note, progress: Progress) -> Tally:
    """Play what is missing of a run, and return the sums of all of it."""
    with run.locked(), _stoppable() as stop:
        try:
            return _simulate(job, run, workers, stop, note, progress)
        except (KeyboardInterrupt, Stopped):
            done = f"Interrupted after {len(run.checksums)} of {job.n_parts} parts."
            raise Interrupted(f"{done} {_resume(run)}") from None
        except StrategyFailed as problem:
            kept = f"\nThe {len(run.checksums)} parts before it are kept in {run.folder}." if run.checksums else ""
            raise StrategyFailed(f"{problem}{kept}") from None


def play_all(job: Job, workers: Workers, note: Note, progress: Progress) -> Iterator[Part]:
    """Play a job without storing it: its parts in order."""
    make_ready(find_game(job.game), job.strategies, note)
    with _stoppable() as stop:
        try:
            yield from _parts(job, range(job.n_parts), workers, stop, progress)
        except (KeyboardInterrupt, Stopped):
            raise Interrupted("Interrupted. Nothing was stored: type the command again.") from None


def _simulate(job: Job, run: Run, workers: Workers, stop: threading.Event, note: Note, progress: Progress) -> Tally:
    run.verify()
    if run.is_complete:
        run.tidy()
    total: Tally | None = None
    for number in range(len(run.checksums)):
        stored = stored_tally(job, run, number)
        total = stored if total is None else total + stored
        progress(stored.n_games, total)
    if not run.is_complete and not _enough(job, total):
        make_ready(find_game(job.game), job.strategies, note)
        total = _play_missing(job, run, workers, stop, total, progress)
    assert total is not None
    if not run.is_complete:
        run.finish({"games_played": total.n_games, "ended_by": "precision" if _is_precise(job, total) else "games"})
    return total


def _play_missing(
    job: Job, run: Run, workers: Workers, stop: threading.Event, total: Tally | None, progress: Progress
) -> Tally:
    try:
        for part in _parts(job, range(len(run.checksums), job.n_parts), workers, stop, progress):
            run.add(part.number, part.tables)
            total = part.tally if total is None else total + part.tally
            progress(0 if workers.backend == "threads" else part.tally.n_games, total)
            if _enough(job, total):
                break
            if stop.is_set():
                raise Stopped
    except RunFailed as problem:
        raise RunFailed(f"{problem} {_resume(run)}") from None
    assert total is not None
    return total


def _resume(run: Run) -> str:
    return f"Finished parts are kept. Go on with: analyse simulate --resume {shlex.quote(str(run.folder))}"


def _enough(job: Job, total: Tally | None) -> bool:
    return total is not None and (total.n_games >= job.games or _is_precise(job, total))


def _is_precise(job: Job, total: Tally) -> bool:
    return job.precision is not None and is_precise(total.seats, total.n_blocks, job.precision / 100)


def _parts(job: Job, numbers: range, workers: Workers, stop: threading.Event, progress: Progress) -> Iterator[Part]:
    """The parts in order, whoever finishes first."""
    threads = workers.backend == "threads"
    played: Played = (lambda n: progress(n, None)) if threads else _silent
    try:
        for part in _tried_parts(job, numbers, workers, stop if threads else None, played):
            if isinstance(part, StrategyFailed):
                raise part
            yield part
    finally:
        stop.set()
        if not threads:
            _end_processes()


def _tried_parts(
    job: Job, numbers: range, workers: Workers, stop: threading.Event | None, played: Played
) -> Iterator[Part | StrategyFailed]:
    """The same, with those that failed. A single part is played here: to import joblib takes a tenth of a second."""
    if workers.backend == "threads" and len(numbers) == 1:
        yield _try_part(job, numbers[0], workers.patience, stop, played)
        return
    from joblib import Parallel, delayed

    backend = "threading" if workers.backend == "threads" else workers.backend
    for start in range(0, len(numbers), WAVE):
        pool = Parallel(n_jobs=workers.jobs, backend=backend, return_as="generator", batch_size=1)
        wave = numbers[start : start + WAVE]
        yield from pool(delayed(_try_part)(job, number, workers.patience, stop, played) for number in wave)


def _try_part(
    job: Job, number: int, patience: float, stop: threading.Event | None, played: Played
) -> Part | StrategyFailed:
    """A part, or why there is none: raised only in its turn, so that the first failing game is the one named."""
    if stop is None:
        signal.signal(
            signal.SIGINT, signal.SIG_IGN
        )  # in a process of its own: who started it hears Ctrl-C, and ends it
    try:
        return play_part(job, number, patience, stop, played)
    except StrategyFailed as problem:
        return problem


def _silent(n_games: int) -> None:
    """Processes report by part."""


def _end_processes() -> None:
    """A worker may be stuck in a strategy that never returns."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=False, kill_workers=True)


@contextmanager
def _stoppable() -> Iterator[threading.Event]:
    """Ctrl-C and SIGTERM let the slices under way end, then stop."""
    stop = threading.Event()

    def ask(number: int, frame: Any) -> None:
        stop.set()
        earlier = before[signal.Signals(number)]
        if callable(earlier):
            earlier(number, frame)
        else:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def stored_tally(job: Job, run: Run, number: int) -> Tally:
    """The sums of a part that is on disk, read back with Polars."""
    games = pl.read_parquet(run.part("games", number), columns=["game", "outcome", "winners", "rounds", "decisions"])
    seats = pl.read_parquet(run.part("seats", number), columns=["score", "win"])
    first, n_games = job.part_range(number)
    if games.height != n_games or seats.height != n_games * job.players:
        raise RunFailed(f"Part {number} of {run.folder} has {games.height} games instead of {n_games}.")
    game_rows, seat_rows = outputs(find_game(job.game), n_games, job.players)
    for row, name in enumerate(("outcome", "winners", "rounds", "decisions")):
        game_rows[row] = games[name].to_physical().to_numpy()
    seat_rows[SCORE] = seats["score"].to_numpy()
    seat_rows[WIN] = np.rint(seats["win"].to_numpy() * WHOLE_WIN)
    lineups = job.plan.seating(first, n_games, job.rotations)
    return tally(game_rows, seat_rows, lineups, len(job.strategies), job.block)
