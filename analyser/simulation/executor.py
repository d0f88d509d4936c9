"""Who plays the parts of a job: threads of this process (joblib) or a Dask cluster; and how they are stopped."""

import signal
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TypeVar

from analyser.core.errors import BadInput, Interrupted, StrategyFailed, unknown
from analyser.games.loader import find_game
from analyser.simulation.cluster import check_cluster, play_on_cluster
from analyser.simulation.engine import Note, make_ready
from analyser.simulation.job import Job
from analyser.simulation.locating import located
from analyser.simulation.part import Part, PartTask, Played, Stopped, Work, as_it_is
from analyser.statistics.tally import Tally

warnings.filterwarnings("ignore", ".*tasks ", UserWarning, "joblib")
warnings.filterwarnings("ignore", ".*joblib will operate in serial mode", UserWarning)
"""joblib warns of parts that are dropped when a run stops early, and where no shared memory can be written."""

THREADS, DASK = "threads", "dask"
BACKENDS = (THREADS, DASK)
DECISION_TIMEOUT = 10.0
WAVE = 64
"""Parts handed to joblib at once: no more than these are played and not yet taken."""

Result = TypeVar("Result")
Progress = Callable[[int, Tally | None], None]
"""Called with the number of games just played and, after a part, the sums so far."""


@dataclass(frozen=True)
class Workers:
    """Who plays: as many threads of this process as `jobs` says (-1: one a core), or the workers of a Dask cluster."""

    jobs: int = -1
    backend: str = THREADS
    decision_timeout: float = DECISION_TIMEOUT
    """Seconds that a strategy may take over one choice."""
    cluster: str | None = None
    """The address of the scheduler of a Dask cluster."""


def check_workers(workers: Workers) -> Workers:
    """Refuse workers that cannot play."""
    if workers.backend not in BACKENDS:
        raise unknown("backend", workers.backend, BACKENDS, "analyse simulate --help")
    if workers.backend == DASK:
        check_cluster(workers.cluster)
    elif workers.cluster is not None:
        raise BadInput(f"--cluster {workers.cluster} needs --backend dask, not {workers.backend}.")
    if workers.jobs == 0 or workers.jobs < -1:
        raise BadInput(f"--jobs {workers.jobs} is refused. Allowed: 1 or more, or -1 for all cores.")
    if not 0.1 <= workers.decision_timeout <= 86_400:
        raise BadInput(f"--decision-timeout {workers.decision_timeout:g} is refused. Allowed: 0.1 to 86400 seconds.")
    return workers


def play_all(
    job: Job,
    workers: Workers,
    note: Note,
    progress: Progress,
    with_rows: bool = True,
    numbers: Sequence[int] | None = None,
) -> Iterator[Part]:
    """Play a job without storing it: its parts in order, or those of these numbers."""
    task = PartTask(job, workers.decision_timeout, with_rows, as_it_is)
    return do_all(task, range(job.n_parts) if numbers is None else numbers, workers, note, progress)


def do_all(
    work: Work[Result], numbers: Sequence[int], workers: Workers, note: Note, progress: Progress
) -> Iterator[Result]:
    """The result of each part, in order; nothing is stored."""
    if not numbers:
        return
    make_ready(find_game(work.job.game), work.job.strategies, note)
    with stoppable() as stop:
        try:
            yield from play_parts(work, numbers, workers, stop, lambda n: progress(n, None))
        except (KeyboardInterrupt, Stopped):
            raise Interrupted("Interrupted. Nothing was stored: type the command again.") from None


def play_parts(
    work: Work[Result], numbers: Sequence[int], workers: Workers, stop: threading.Event, played: Played
) -> Iterator[Result]:
    """The result of each part, in order: everything that is played for an answer is played here."""
    if workers.cluster is not None:
        results = play_on_cluster(work, numbers, workers.cluster, WAVE)
        for number, result in zip(numbers, results, strict=True):
            played(work.games(number))
            yield result
        return
    try:
        for tried in _play_in_threads(work, numbers, workers.jobs, stop, played):
            if isinstance(tried, StrategyFailed):
                raise located(tried)
            yield tried
    finally:
        stop.set()


def _play_in_threads(
    work: Work[Result], numbers: Sequence[int], jobs: int, stop: threading.Event, played: Played
) -> Iterator[Result | StrategyFailed]:
    """The same, with errors as values. A single part is played here: importing joblib takes a tenth of a second."""
    work.prepare()
    if len(numbers) == 1:
        yield _try_part(work, numbers[0], stop, played)
        return
    from joblib import Parallel, delayed

    for start in range(0, len(numbers), WAVE):
        wave = numbers[start : start + WAVE]
        threads = min(jobs, len(wave))
        pool = Parallel(n_jobs=threads, backend="threading", return_as="generator", batch_size=1)
        yield from pool(delayed(_try_part)(work, number, stop, played) for number in wave)


def _try_part(work: Work[Result], number: int, stop: threading.Event, played: Played) -> Result | StrategyFailed:
    """A result, or its error, raised only in its turn, so that the first failing game is named."""
    try:
        return work.do(number, stop, played)
    except StrategyFailed as problem:
        return problem


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """Ctrl-C and SIGTERM let the slices under way end, then stop."""
    stop = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
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
