"""A Dask cluster plays the parts, through joblib's own Dask backend."""

import logging
import queue
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from analyser.errors import AnalyseError, BadInput, RunFailed
from analyser.job import Job
from analyser.luggage import Luggage, pack, play_elsewhere
from analyser.playing import Part, play_part

CONNECT_SECONDS = 10.0
WORKER_SECONDS = 60.0
"""How long a cluster without workers may take to get some."""
LOOK_SECONDS = 0.2
LOST_SECONDS = 5.0
"""How long a scheduler may be out of reach before the run is broken off."""
ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d{1,5}")
NOISY = ("distributed", "distributed.client", "asyncio", "tornado", "tornado.application")
"""Whose remarks on lost connections say less than we do."""
CONNECTION_LOST = "scheduler-connection-lost"
LOST_STATES = ("error", "lost", "cancelled")


def check_cluster(address: str | None) -> None:
    """Refuse what cannot be a cluster."""
    if address is None:
        raise BadInput("--backend dask needs --cluster ADDRESS, for instance --cluster tcp://127.0.0.1:8786.")
    if not ADDRESS.fullmatch(address):
        raise BadInput(
            f"--cluster {address} is no address of a Dask scheduler. Allowed: tcp://HOST:PORT, tls://HOST:PORT."
        )
    if find_spec("distributed") is None:
        raise BadInput("--backend dask needs Dask, which is not installed. Type: pip install 'analyser[dask]'")


def play_on_cluster(
    job: Job, numbers: range, address: str, patience: float, with_rows: bool, wave: int
) -> Iterator[Part]:
    """The parts in order, whichever worker finishes first."""
    luggage = pack(job)
    with _client(address) as client:
        results: queue.Queue[Any] = queue.Queue(maxsize=1)
        thread = threading.Thread(
            target=_collect, args=(client, luggage, numbers, patience, with_rows, wave, results), daemon=True
        )
        thread.start()
        for _ in numbers:
            part = _next(client, results, address)
            if isinstance(part, BaseException):
                raise part if isinstance(part, AnalyseError) else RunFailed(_what_failed(part, client, address))
            yield part


@contextmanager
def _client(address: str) -> Iterator[Any]:
    from distributed import Client

    for name in NOISY:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as problem:
        raise RunFailed(f"Cannot reach a Dask scheduler at {address}: {_words(problem)}.") from None
    try:
        yield client
    finally:
        client.close(timeout=1)


def _words(problem: BaseException) -> str:
    return (str(problem).splitlines() or [type(problem).__name__])[0].rstrip(".")


def _collect(
    client: Any, luggage: Luggage, numbers: range, patience: float, with_rows: bool, wave: int, results: Any
) -> None:
    """joblib waits for its parts without an end, so it waits in a thread of its own."""
    from joblib import Parallel, delayed, parallel_config

    try:
        with parallel_config(backend="dask", client=client, wait_for_workers_timeout=WORKER_SECONDS):
            for start in range(0, len(numbers), wave):
                pool = Parallel(n_jobs=-1, return_as="generator", batch_size=1)
                todo = numbers[start : start + wave]
                for part in pool(delayed(_play_on_worker)(luggage, number, patience, with_rows) for number in todo):
                    results.put(part)
    except BaseException as problem:
        results.put(problem)


def _play_on_worker(luggage: Luggage, number: int, patience: float, with_rows: bool) -> Part | AnalyseError:
    """joblib itself plays here when the cluster has a single core: then nothing has to be unpacked."""
    from distributed import get_worker

    try:
        get_worker()
    except ValueError:
        return _play_here(luggage.job, number, patience, with_rows)
    return play_elsewhere(luggage, number, patience, with_rows)


def _play_here(job: Job, number: int, patience: float, with_rows: bool) -> Part | AnalyseError:
    try:
        return play_part(job, number, patience, None, lambda n: None, with_rows)
    except AnalyseError as problem:
        return problem


def _next(client: Any, results: Any, address: str) -> Any:
    """The next part; a scheduler that is gone, or a part that no worker survives, is told instead of waited for."""
    lost_since: float | None = None
    while True:
        try:
            return results.get(timeout=LOOK_SECONDS)
        except queue.Empty:
            now = time.monotonic()
            lost_since = None if _is_well(client) else lost_since or now
            if lost_since is not None and now - lost_since > LOST_SECONDS:
                raise RunFailed(_what_failed(None, client, address)) from None


def _what_failed(problem: BaseException | None, client: Any, address: str) -> str:
    if problem is None or client.status != "running" or CONNECTION_LOST in str(problem):
        return f"The Dask scheduler at {address} is gone, or gave up a part."
    return f"The Dask cluster at {address} failed: {_words(problem)}."


def _is_well(client: Any) -> bool:
    states = [future.status for future in list(client.futures.values())]
    return client.status == "running" and not any(state in LOST_STATES for state in states)
