"""Several things are compiled at once, in processes that never outlive the command."""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from analyser.core.errors import BadInput
from analyser.simulation import compilers
from analyser.simulation.compilers import Compilers, Task, side_by_side
from tests.cli.commands import start, write_strategy


def write(folder: Path, name: str) -> None:
    (folder / name).write_text(str(os.getpid()))


def refuse(what: str) -> None:
    raise BadInput(f"{what} cannot be compiled.")


def end_here(helper: int) -> None:
    """Ends the process that does this, unless it is the one that was named."""
    if os.getpid() != helper:
        os._exit(1)


def test_every_task_is_done_once(tmp_path: Path) -> None:
    names = [f"task-{n}" for n in range(6)]
    side_by_side([Task(write, (tmp_path, name)) for name in names], lambda words: None)
    assert sorted(path.name for path in tmp_path.iterdir()) == names


def test_an_error_comes_back_from_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The task is left to the process: here nothing is taken."""
    take, here = Compilers.take, threading.main_thread()
    monkeypatch.setattr(Compilers, "take", lambda self: None if threading.current_thread() is here else take(self))
    made = Compilers([Task(refuse, ("greedy",))], 1)
    try:
        with pytest.raises(BadInput, match="greedy cannot be compiled"):
            made.do_next()
    finally:
        made.end()


def test_a_process_that_ends_too_early_leaves_its_task_to_others() -> None:
    side_by_side([Task(time.sleep, (0.1,)), *(Task(end_here, (os.getpid(),)) for _ in range(3))], lambda words: None)


def test_the_processes_end_with_the_tasks() -> None:
    made = Compilers([Task(time.sleep, (60,))], 1)
    made.end()
    assert [process.poll() for process in made.processes] == [-signal.SIGKILL]


def test_a_process_ends_when_its_input_does() -> None:
    """As when the command was killed: also in the middle of a task."""
    process = compilers._start()
    assert process.stdin is not None and process.stdout is not None
    with process:
        compilers._send(Task(time.sleep, (60,)), process.stdin)
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def children(pid: int) -> list[str]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.split()


def test_ctrl_c_leaves_no_process_and_says_nothing_of_them(tmp_path: Path) -> None:
    pool = ",".join(
        str(write_strategy(tmp_path, name, f"def score(view, choice):\n    return {os.getpid()} + choice.{name}\n"))
        for name in ("pirate", "action", "slot")
    )
    words = ("simulate", "--game", "faut-pas-pousser", "--strategies", pool, "--games", "10", "--out", "run")
    command = start(*words, cwd=tmp_path, ANALYSE_CACHE=str(tmp_path / "cache"))
    while command.poll() is None and not (found := children(command.pid)):
        time.sleep(0.05)
    os.killpg(command.pid, signal.SIGINT)
    _, err = command.communicate(timeout=60)
    assert command.returncode == 3
    assert "Traceback" not in err and "Warning" not in err
    until = time.monotonic() + 10
    while children_left := [pid for pid in found if Path(f"/proc/{pid}").exists()]:
        assert time.monotonic() < until, children_left
        time.sleep(0.05)
