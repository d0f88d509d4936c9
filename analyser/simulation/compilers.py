"""Compiles several things at once, in processes: compilation holds a lock, so threads would take turns.

A process takes tasks from its standard input, one after the other, and answers each on its standard output: with
nothing, or with an error. It ends when its input does, also in the middle of a task, so none outlives the command that
started it.
"""

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, NamedTuple

TELL_SECONDS = 5.0
"""Seconds between progress notes of a long compilation."""
LOOK_SECONDS = 0.1
"""Seconds between checks for a process that ended without finishing its task."""
BEGIN = "import sys; sys.path[:] = {!r}; from analyser.simulation.compilers import serve; serve()"


class Task(NamedTuple):
    """A function that another process can import, and what it is called with."""

    function: Callable[..., None]
    arguments: tuple[object, ...] = ()


class Compilers:
    """Processes that take tasks from a queue; the caller may take some too."""

    def __init__(self, tasks: Sequence[Task], n_processes: int) -> None:
        self.waiting: SimpleQueue[Task] = SimpleQueue()
        self.answers: SimpleQueue[Exception | None] = SimpleQueue()
        for task in tasks:
            self.waiting.put(task)
        self.processes = [_start() for _ in range(n_processes)]
        self.threads = [threading.Thread(target=self._supply, args=(one,), daemon=True) for one in self.processes]
        for thread in self.threads:
            thread.start()

    def _supply(self, process: "subprocess.Popen[bytes]") -> None:
        """Give a process task after task; if it ends too early, another does its last one."""
        assert process.stdin is not None and process.stdout is not None
        while (task := self.take()) is not None:
            try:
                _send(task, process.stdin)
                self.answers.put(pickle.load(process.stdout))
            except (OSError, EOFError, pickle.UnpicklingError):
                self.waiting.put(task)
                return

    def take(self) -> Task | None:
        """A task that has not been started."""
        try:
            return self.waiting.get_nowait()
        except Empty:
            return None

    def do_next(self) -> None:
        """Do a task here, or wait for one that a process does."""
        while True:
            task = self.take()
            if task is not None:
                task.function(*task.arguments)
                return
            try:
                problem = self.answers.get(timeout=LOOK_SECONDS)
            except Empty:
                continue
            if problem is not None:
                raise problem
            return

    def end(self) -> None:
        """End the processes, whatever they are doing."""
        for process, thread in zip(self.processes, self.threads, strict=True):
            process.kill()
            thread.join()
            with suppress(BrokenPipeError), process:
                process.wait()


def side_by_side(tasks: Sequence[Task], note: Callable[[str], None]) -> None:
    """Do all tasks, here and in as many processes as there are other cores."""
    from joblib import cpu_count

    compilers = Compilers(tasks, min(cpu_count(), len(tasks)) - 1)
    told = time.monotonic()
    try:
        for n in range(1, len(tasks) + 1):
            compilers.do_next()
            if n < len(tasks) and time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                note(f"  {n} of {len(tasks)} compiled")
    finally:
        compilers.end()


def _start() -> "subprocess.Popen[bytes]":
    """Start it in a separate session: Ctrl-C is for the command, which ends it."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", BEGIN.format(sys.path)]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, start_new_session=True)


def _send(value: object, to: IO[bytes]) -> None:
    to.write(pickle.dumps(value))
    to.flush()


def serve() -> None:
    """Do the tasks that come in; what a strategy prints must not come between the answers."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    tasks: SimpleQueue[Task] = SimpleQueue()
    threading.Thread(target=_receive, args=(tasks,), daemon=True).start()
    while True:
        _send(_problem_of(tasks.get()), answers)


def _receive(tasks: "SimpleQueue[Task]") -> None:
    while True:
        try:
            tasks.put(pickle.load(sys.stdin.buffer))
        except EOFError:
            os._exit(0)


def _problem_of(task: Task) -> Exception | None:
    try:
        task.function(*task.arguments)
    except Exception as problem:
        return problem
    return None
