"""Who plays: joblib's threads, processes or a Dask cluster, and how they are stopped."""

import logging
import os
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Queue
from typing import Any

from analyser.cluster import check_cluster, play_on_cluster
from analyser.errors import BadInput, StrategyFailed, unknown
from analyser.job import Job
from analyser.playing import Part, Played, play_part

warnings.filterwarnings("ignore", ".*tasks ", UserWarning, "joblib")
"""joblib remarks on parts that are dropped when a run stops early."""

BACKENDS = ("threads", "loky", "dask")
PATIENCE = 10.0
TRACKER = "ignore:resource_tracker:UserWarning"
WAVE = 64
"""Parts handed to joblib at once: what is played but not yet stored cannot grow beyond them."""


@dataclass(frozen=True)
class Workers:
    """Who plays."""

    jobs: int = -1
    backend: str = "threads"
    patience: float = PATIENCE
    cluster: str | None = None
    """Where the scheduler of a Dask cluster listens."""

    @property
    def share_memory(self) -> bool:
        """Whether they play in this process, and tell of every slice."""
        return self.backend == "threads"


def check_workers(workers: Workers) -> Workers:
    """Refuse what nobody can play with."""
    if workers.backend not in BACKENDS:
        raise unknown("backend", workers.backend, BACKENDS, "analyse simulate --help")
    if workers.backend == "dask":
        check_cluster(workers.cluster)
    elif workers.cluster is not None:
        raise BadInput(f"--cluster {workers.cluster} needs --backend dask, not {workers.backend}.")
    if workers.jobs == 0 or workers.jobs < -1:
        raise BadInput(f"--jobs {workers.jobs} is refused. Allowed: 1 or more, or -1 for all cores.")
    if not 0.1 <= workers.patience <= 86_400:
        raise BadInput(f"--patience {workers.patience:g} is refused. Allowed: 0.1 to 86400 seconds.")
    return workers


def play_parts(
    job: Job, numbers: range, workers: Workers, stop: threading.Event, played: Callable[[int], None], with_rows: bool
) -> Iterator[Part]:
    """The parts in order, whoever finishes first."""
    if workers.backend == "dask":
        assert workers.cluster is not None
        yield from play_on_cluster(job, numbers, workers.cluster, workers.patience, with_rows, WAVE)
        return
    threads = workers.share_memory
    told: Played = played if threads else _silent
    try:
        for part in _tried_parts(job, numbers, workers, stop if threads else None, told, with_rows):
            if isinstance(part, StrategyFailed):
                raise part
            yield part
    finally:
        stop.set()
        if not threads:
            _end_processes()


def _tried_parts(
    job: Job, numbers: range, workers: Workers, stop: threading.Event | None, played: Played, with_rows: bool
) -> Iterator[Part | StrategyFailed]:
    """The same, with those that failed. A single part is played here: to import joblib takes a tenth of a second."""
    if workers.share_memory and len(numbers) == 1:
        yield _try_part(job, numbers[0], workers.patience, stop, played, with_rows)
        return
    from joblib import Parallel, delayed

    if not workers.share_memory:
        _keep_tracker_quiet()
    backend = "threading" if workers.share_memory else workers.backend
    for start in range(0, len(numbers), WAVE):
        pool = Parallel(n_jobs=workers.jobs, backend=backend, return_as="generator", batch_size=1)
        wave = numbers[start : start + WAVE]
        parts = pool(delayed(_try_part)(job, number, workers.patience, stop, played, with_rows) for number in wave)
        yield from parts if workers.share_memory else _fetched_apart(parts)


def _keep_tracker_quiet() -> None:
    """Loky's tracker cleans up after processes that were stopped, and would tell the user of each thing."""
    said = os.environ.get("PYTHONWARNINGS", "")
    if TRACKER not in said:
        os.environ["PYTHONWARNINGS"] = ",".join(filter(None, [said, TRACKER]))


def _fetched_apart(parts: Iterator[Any]) -> Iterator[Any]:
    """The same parts, fetched by a thread: joblib may wait for ever for processes that a signal has ended."""
    found: Queue[Any] = Queue(maxsize=1)

    def fetch() -> None:
        try:
            for part in parts:
                found.put(part)
            found.put(None)
        except BaseException as problem:
            found.put(problem)

    threading.Thread(target=fetch, daemon=True).start()
    while (part := found.get()) is not None:
        if isinstance(part, BaseException) and not isinstance(part, StrategyFailed):
            raise part
        yield part


def _try_part(
    job: Job, number: int, patience: float, stop: threading.Event | None, played: Played, with_rows: bool
) -> Part | StrategyFailed:
    """A part, or why there is none: raised only in its turn, so that the first failing game is the one named."""
    if stop is None:
        signal.signal(
            signal.SIGINT, signal.SIG_IGN
        )  # in a process of its own: who started it hears Ctrl-C, and ends it
    try:
        return play_part(job, number, patience, stop, played, with_rows)
    except StrategyFailed as problem:
        return problem


def _silent(n_games: int) -> None:
    """Processes report by part."""


def _end_processes() -> None:
    """A worker may be stuck in a strategy that never returns. To ask loky for its executor may mean to wait, too."""
    from joblib.externals.loky import reusable_executor

    logging.getLogger("concurrent.futures").addFilter(_is_news)
    if reusable_executor._executor is not None:
        reusable_executor._executor.shutdown(wait=False, kill_workers=True)


def _is_news(record: logging.LogRecord) -> bool:
    """That no part can be begun any more is none, when processes have just been ended."""
    from joblib.externals.loky.process_executor import ShutdownExecutorError

    return record.exc_info is None or not isinstance(record.exc_info[1], ShutdownExecutorError)


@contextmanager
def stoppable() -> Iterator[threading.Event]:
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
