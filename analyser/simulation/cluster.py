"""A Dask cluster plays the parts, through joblib's own Dask backend."""

import logging
import queue
import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from analyser.core.errors import AnalyseError, BadInput, RunFailed
from analyser.simulation.job_bundle import JobBundle, pack, play_elsewhere
from analyser.simulation.part import Work

if TYPE_CHECKING:
    from distributed import Client

Result = TypeVar("Result")
Results: TypeAlias = queue.Queue[Result | BaseException]

CONNECT_SECONDS = 10.0
WORKER_SECONDS = 60.0
"""How long a cluster without workers may take to get some."""
LOOK_SECONDS = 0.2
LOST_SECONDS = 5.0
"""How long a scheduler may be unreachable before the run is stopped."""
FROZEN_SECONDS = 60.0
"""How long a scheduler or a worker may be silent before it is taken to be frozen: compiling keeps one busy."""
ASK_SECONDS = 5.0
"""How often they are asked."""
ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d{1,5}")
NOISY = ("distributed", "distributed.client", "asyncio", "tornado", "tornado.application")
"""Loggers that are silenced: our own message on a lost connection says more."""
CONNECTION_LOST = "scheduler-connection-lost"
LOST_STATES = ("error", "lost", "cancelled")


def check_cluster(address: str | None) -> None:
    """Refuse an address that cannot be a cluster."""
    if address is None:
        raise BadInput("--backend dask needs --cluster ADDRESS, for instance --cluster tcp://127.0.0.1:8786.")
    if not ADDRESS.fullmatch(address):
        raise BadInput(
            f"--cluster {address} is not an address of a Dask scheduler. Allowed: tcp://HOST:PORT, tls://HOST:PORT."
        )
    if find_spec("distributed") is None:
        raise BadInput("--backend dask needs Dask, which is not installed. Type: pip install 'analyser[dask]'")


def play_on_cluster(work: Work[Result], numbers: Sequence[int], address: str, wave: int) -> Iterator[Result]:
    """The result of each part, in order."""
    bundle = pack(work)
    with _client(address) as client:
        results: Results[Result] = queue.Queue(maxsize=1)
        threading.Thread(target=_collect, args=(client, bundle, numbers, wave, results), daemon=True).start()
        for _ in numbers:
            result = _next(client, results, address)
            if isinstance(result, BaseException):
                raise result if isinstance(result, AnalyseError) else RunFailed(_what_failed(result, client, address))
            yield result


@contextmanager
def _client(address: str) -> Iterator["Client"]:
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
    client: "Client", bundle: JobBundle[Result], numbers: Sequence[int], wave: int, results: Results[Result]
) -> None:
    """Run joblib in a separate thread, because it may wait for its parts for ever."""
    from joblib import Parallel, delayed, parallel_config

    try:
        with parallel_config(backend="dask", client=client, wait_for_workers_timeout=WORKER_SECONDS):
            for start in range(0, len(numbers), wave):
                pool = Parallel(n_jobs=-1, return_as="generator", batch_size=1)
                todo = numbers[start : start + wave]
                for result in pool(delayed(_play_on_worker)(bundle, number) for number in todo):
                    results.put(result)
    except BaseException as problem:
        results.put(problem)


def _play_on_worker(bundle: JobBundle[Result], number: int) -> Result | AnalyseError:
    """joblib itself plays here when the cluster has a single core: then nothing has to be unpacked."""
    from distributed import get_worker

    try:
        get_worker()
    except ValueError:
        try:
            return bundle.work.do(number)
        except AnalyseError as problem:
            return problem
    return play_elsewhere(bundle, number)


def _next(client: "Client", results: Results[Result], address: str) -> Result | BaseException:
    """The next result; an error if the scheduler is gone or no worker survives a part."""
    lost_since: float | None = None
    pulse = Pulse(client)
    while True:
        try:
            return results.get(timeout=LOOK_SECONDS)
        except queue.Empty:
            now = time.monotonic()
            frozen = pulse.frozen(now)
            if frozen:
                raise RunFailed(f"{frozen} of {address} has been silent for {FROZEN_SECONDS:g} seconds.") from None
            lost_since = None if _is_well(client) else lost_since or now
            if lost_since is not None and now - lost_since > LOST_SECONDS:
                raise RunFailed(_what_failed(None, client, address)) from None


class Pulse:
    """Listens whether a cluster is alive: a stopped process keeps its connections, and answers nothing."""

    def __init__(self, client: "Client") -> None:
        self.client = client
        self.asked = time.monotonic()
        self.heard: dict[str, tuple[float, float]] = {}
        """Of each worker: what the scheduler last noted, and when that was new here."""

    def frozen(self, now: float) -> str:
        """Who has been silent for too long, if anybody; they are asked now and then."""
        if now - self.asked < ASK_SECONDS or self.client.status != "running":
            return ""
        try:
            workers = self.client.sync(self.client.scheduler.identity, callback_timeout=FROZEN_SECONDS)["workers"]
        except TimeoutError:
            return "The Dask scheduler"
        except OSError:  # it is gone, which is reported elsewhere
            return ""
        self.asked = time.monotonic()
        for name, facts in workers.items():
            if self.heard.get(name, (None,))[0] != facts["last_seen"]:
                self.heard[name] = (facts["last_seen"], self.asked)
        silent = [name for name in workers if self.asked - self.heard[name][1] > FROZEN_SECONDS]
        return f"The Dask worker {silent[0]}" if silent else ""


def _what_failed(problem: BaseException | None, client: "Client", address: str) -> str:
    if problem is None or client.status != "running" or CONNECTION_LOST in str(problem):
        return f"The Dask scheduler at {address} is gone, or gave up a part."
    return f"The Dask cluster at {address} failed: {_words(problem)}."


def _is_well(client: "Client") -> bool:
    states = [future.status for future in list(client.futures.values())]
    return client.status == "running" and not any(state in LOST_STATES for state in states)
