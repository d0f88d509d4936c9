"""Ctrl-C, a signal, a second process: finished parts are kept, and the command that is printed finishes the run."""

import errno
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from analyser.core.errors import Interrupted, RunFailed
from analyser.core.files import locked
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers
from analyser.simulation.job import make_job
from analyser.storage import play
from analyser.storage.manifest import manifest_of
from analyser.storage.play import play_run, run_to_write
from analyser.storage.run import Run
from tests.cli.commands import GAME, analyse, answer, contents, fine_apart, follow, start, write_strategy
from tests.storage.conftest import LONG, LONG_PARTS, disturb, finished_parts, without_command

RESUME = "Resume with: "


@pytest.mark.parametrize(
    "number",
    [pytest.param(signal.SIGINT, id="Ctrl-C"), pytest.param(signal.SIGTERM, id="SIGTERM", marks=pytest.mark.long)],
)
def test_the_printed_command_finishes_the_run(
    tmp_path: Path, undisturbed: dict[str, str], number: signal.Signals
) -> None:
    done = answer(disturb(*LONG, cwd=tmp_path, when=lambda n: n >= 3, number=number))
    parts = finished_parts(tmp_path / "run")
    assert (done.code, done.out) == (3, "")
    told = (
        "analyse: Interrupted after {} of {} parts. Finished parts are kept. Resume with: analyse simulate --resume run"
    )
    assert done.last_line in (told.format(parts - 1, LONG_PARTS), told.format(parts, LONG_PARTS))
    assert 3 <= parts < LONG_PARTS
    assert follow(done.err, RESUME, cwd=tmp_path).code == 0
    assert without_command(tmp_path / "run") == undisturbed


def test_an_impatient_user_presses_twice(tmp_path: Path) -> None:
    process = disturb(*LONG, cwd=tmp_path, when=lambda n: n >= 3, number=signal.SIGINT)
    time.sleep(0.02)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)
    done = answer(process)
    assert (done.code, done.out) == (3, "")
    assert "analyse simulate --resume run" in done.last_line


def test_a_folder_with_a_space(tmp_path: Path) -> None:
    """What is printed can be typed: in a folder « my runs » it is quoted."""
    process = start(*LONG[:-1], "my runs/one", cwd=tmp_path)
    while process.poll() is None and finished_parts(tmp_path / "my runs" / "one") < 3:
        time.sleep(0.001)
    os.killpg(process.pid, signal.SIGINT)
    done = answer(process)
    assert done.code == 3
    assert shlex.split(done.err.partition(RESUME)[2]) == ["analyse", "simulate", "--resume", "my runs/one"]


def test_while_compiling(tmp_path: Path) -> None:
    """Nothing is there yet, so nothing is left behind."""
    code = f"def score(view, choice):\n    return {time.time_ns()} + view.turn\n"
    path = write_strategy(tmp_path / "mine", "new", code)
    here = tmp_path / "here"
    here.mkdir()
    process = start("simulate", "--game", GAME, "--strategies", path, "--games", "100", cwd=here)
    assert process.stderr is not None
    assert process.stderr.readline().startswith("Compiling new ")
    os.killpg(process.pid, signal.SIGINT)
    done = answer(process)
    assert (done.code, done.out) == (3, "")
    assert "interrupted" in done.err.lower()
    assert list(here.iterdir()) == []


def test_while_a_run_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is stored yet, so the command itself is to be typed again."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    job = make_job(find_game(GAME), strategies="random", games=100)
    run = Run.create(tmp_path / "run", manifest_of(job, ""))
    monkeypatch.setattr(Run, "verify", interrupted)
    with pytest.raises((Interrupted, KeyboardInterrupt)) as problem:
        play_run(job, run, Workers(), print, lambda *_: None)
    assert str(problem.value).endswith("Type the command again.")


@pytest.mark.long
def test_two_processes_on_one_run(tmp_path: Path, undisturbed: dict[str, str]) -> None:
    first = start(*LONG, cwd=tmp_path)
    while first.poll() is None and not finished_parts(tmp_path / "run"):
        time.sleep(0.001)
    os.kill(first.pid, signal.SIGSTOP)  # it holds the run, however long the second takes to start
    second = analyse("simulate", "--resume", "run", cwd=tmp_path)
    os.kill(first.pid, signal.SIGCONT)
    assert (second.code, second.out) == (3, "")
    assert second.last_line == "analyse: Another process is writing run. Wait for it, or use another --out."
    assert answer(first).code == 0
    assert without_command(tmp_path / "run") == undisturbed


def test_two_runs_without_a_name_at_once(tmp_path: Path) -> None:
    words = ("simulate", "--game", GAME, "--strategies", "random", "--games", "1000")
    both = [start(*words, cwd=tmp_path) for _ in range(2)]
    assert [answer(process).code for process in both] == [0, 0]
    one, other = (tmp_path / "runs" / f"{GAME}-4p-{k}" for k in (1, 2))
    assert contents(one) == contents(other)


def test_who_is_refused_leaves_a_folder_to_the_one_who_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both found no folder and made it at the same moment; one has locked it and written nothing yet."""
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setattr(play, "_make", lambda _: True)
    with locked(folder), pytest.raises(RunFailed, match=r"Another process is writing .*run\."):
        fill(folder)
    assert folder.is_dir()


@pytest.mark.parametrize("is_made_anew", [False, True])
def test_a_folder_that_is_gone_once_it_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_made_anew: bool
) -> None:
    folder = tmp_path / "run"

    def remove(handle: int, how: int) -> None:
        folder.rmdir()
        if is_made_anew:
            folder.mkdir()

    monkeypatch.setattr("fcntl.flock", remove)
    with pytest.raises(RunFailed, match=r"Another process has just removed .*run\. Type the command again\."):
        fill(folder)
    assert folder.exists() == is_made_anew


def test_a_folder_that_nobody_can_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(handle: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    with pytest.raises(RunFailed, match=r"Cannot lock .*run: No locks available\. Type another --out DIR\."):
        fill(tmp_path / "run")
    assert contents(tmp_path) == {} and not (tmp_path / "run").exists()


def fill(folder: Path) -> None:
    """Begin a run in a folder."""
    with run_to_write(make_job(find_game(GAME), strategies="random", games=20), folder, ""):
        raise AssertionError("it was not refused")


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    """`analyse ... | head -1` is no error."""
    process = subprocess.Popen(
        f"'{sys.executable}' -m analyser games show {GAME} | head -1; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out, err = process.communicate(timeout=60)
    assert err == ""
    assert out.splitlines()[-1] == "0"


def test_no_thread_is_left_when_a_run_ends(tmp_path: Path) -> None:
    before = threading.active_count()
    job = make_job(find_game(GAME), strategies="random", games=2000, part_games=500)
    play_run(job, Run.create(tmp_path / "run", manifest_of(job, "")), Workers(2), print, lambda *_: None)
    assert threading.active_count() <= before + 1  # joblib may keep one for its pool
    fine_apart("games", cwd=tmp_path)


def test_a_signal_inside_an_exec_is_told_like_any_other(tmp_path: Path) -> None:
    """There Python makes a note to end by SIGINT, even if what was raised is caught."""
    (tmp_path / "compiles.py").write_text(
        "from analyser.cli import app\n"
        "def compile_text(**_):\n    exec('raise KeyboardInterrupt')\n"
        "app.app_with = lambda *_: compile_text\napp.main()\n"
    )
    words = [sys.executable, "-m", "compiles"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "analyse: interrupted.\n")
