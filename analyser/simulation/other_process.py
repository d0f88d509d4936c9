"""Asks a function in a process of its own: a process either compiles the rules or plays them uncompiled, never both."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import TypeVar

from analyser.core.errors import AnalyseError, RunFailed

BEGIN = "import sys; sys.path[:] = {!r}; from analyser.simulation.other_process import answer; answer()"
SWITCH = "NUMBA_DISABLE_JIT"
Answer = TypeVar("Answer")


def ask(
    function: Callable[..., Answer],
    *arguments: object,
    failure: str,
    compiled: bool = False,
    seconds: float | None = None,
) -> Answer:
    """What the function answers there; its errors are raised here. `failure` says what a crash means."""
    environment = {name: value for name, value in os.environ.items() if name != SWITCH}
    done = subprocess.run(
        [sys.executable, "-c", BEGIN.format(sys.path)],
        input=pickle.dumps((function, arguments)),
        env=environment if compiled else environment | {SWITCH: "1"},
        capture_output=True,
        check=False,
        timeout=seconds,
    )
    if done.returncode != 0:
        last_line = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise RunFailed(f"{failure}: {last_line}")
    found: Answer | AnalyseError = pickle.loads(done.stdout)
    if isinstance(found, AnalyseError):
        raise found
    return found


def answer() -> None:
    """In that process: the answer, or the error, on standard output, where nothing that is printed comes between."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    function, arguments = pickle.load(sys.stdin.buffer)
    try:
        found = function(*arguments)
    except AnalyseError as problem:
        found = problem
    with answers:
        answers.write(pickle.dumps(found))
