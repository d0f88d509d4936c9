"""Runs `analyse` as a user does, from a folder of its own.

`analyse` and `fine` run a command in this process, a second sooner than in one of its own. Signals, limits, another
environment or an edited checkout need their own process: `start`, `analyse_apart`, `fine_apart`. So does `play`, which
tells a game uncompiled.
"""

import contextlib
import hashlib
import os
import shlex
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import polars as pl

from analyser.cli import output
from analyser.cli.app import main

ROOT = Path(__file__).resolve().parents[2]
OWN = Path(__file__).parent / "strategies"
"""Strategy files of a designer's own, for tests."""
GAME = "faut-pas-pousser"
Refused = Callable[..., str]
"""Types a command that must be refused (the fixture `refused`)."""
WIDE = 400
"""Columns of a terminal in which no sentence is broken."""


@dataclass(frozen=True)
class Answer:
    """What a command left: its exit code and what it said."""

    code: int
    out: str
    err: str

    @property
    def last_line(self) -> str:
        """The error itself; notes on what is being compiled may stand before it."""
        return self.err.rstrip("\n").splitlines()[-1]


def analyse(*words: Any, cwd: Path, columns: int = WIDE) -> Answer:
    """Run a command to its end."""
    if words[:1] == ("play",):
        return analyse_apart(*words, cwd=cwd, COLUMNS=str(columns))
    output.out.width = output.err.width = columns
    out, err = StringIO(), StringIO()
    with (
        warnings.catch_warnings(action="ignore", category=DeprecationWarning),
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        patch.dict(os.environ, COLUMNS=str(columns)),
        patch.object(sys, "argv", ["analyse", *map(str, words)]),
        signals_put_back(),
    ):
        try:
            main()
        except SystemExit as left:
            code = left.code
    return checked(Answer(int(code or 0), out.getvalue(), err.getvalue()))


@contextlib.contextmanager
def signals_put_back() -> Iterator[None]:
    """A command takes Ctrl-C for itself; whatever this process starts later would inherit that."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def checked(done: Answer) -> Answer:
    """A user never sees a traceback, nor a warning of some library."""
    assert "Traceback" not in done.err, done.err
    assert "Warning" not in done.err, done.err
    return done


def fine(*words: Any, cwd: Path, columns: int = WIDE) -> Answer:
    """Run a command that must succeed."""
    done = analyse(*words, cwd=cwd, columns=columns)
    assert done.code == 0, done.err
    return done


def simulate(*words: Any, cwd: Path, out: str = "run", apart: bool = False, **changes: str) -> Path:
    """Play a run into `out`, where the environment changes in a process of its own; returns its folder."""
    run = fine_apart if apart or changes else fine
    run("simulate", "--game", GAME, *words, "--out", out, "--json", cwd=cwd, **changes)
    return cwd / out


def environment(**changes: str) -> dict[str, str]:
    """The tests' own environment, with a wide terminal so that no sentence is broken, and these changes."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    return kept | {"COLUMNS": str(WIDE)} | changes


def start(*words: Any, cwd: Path, preexec_fn: Any = None, **changes: str) -> subprocess.Popen[str]:
    """Start a command in a session of its own, so that a signal reaches it and its workers, and nobody else."""
    return subprocess.Popen(
        [sys.executable, "-m", "analyser", *map(str, words)],
        cwd=cwd,
        env=environment(**changes),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=preexec_fn,  # noqa: PLW1509  # only sets a limit
    )


def answer(process: subprocess.Popen[str], timeout: float = 120) -> Answer:
    """Wait for a command."""
    try:
        out, err = process.communicate(timeout=timeout)
    finally:
        process.kill()
        process.wait()
    return checked(Answer(process.returncode, out, err))


def analyse_apart(*words: Any, cwd: Path, timeout: float = 120, preexec_fn: Any = None, **changes: str) -> Answer:
    """Run a command to its end, in a process of its own."""
    return answer(start(*words, cwd=cwd, preexec_fn=preexec_fn, **changes), timeout)


def fine_apart(*words: Any, cwd: Path, **changes: str) -> Answer:
    """Run a command that must succeed, in a process of its own."""
    done = analyse_apart(*words, cwd=cwd, **changes)
    assert done.code == 0, done.err
    return done


def follow(text: str, after: str, cwd: Path) -> Answer:
    """Type the command that was printed after these words, exactly as it stands there."""
    (line,) = (line for line in text.splitlines() if after in line)
    words = shlex.split(line.partition(after)[2])
    assert words[0] == "analyse", line
    return analyse(*words[1:], cwd=cwd)


def contents(folder: Path) -> dict[str, str]:
    """Every file below a folder, hidden ones included, with the hash of its bytes."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def parquet_files(folder: Path) -> dict[str, str]:
    """The parts of a run, with the hash of their bytes."""
    return {name: digest for name, digest in contents(folder).items() if name.endswith(".parquet")}


def rows(folder: Path, table: str) -> pl.DataFrame:
    """All rows of a run's table, in order."""
    return pl.read_parquet(folder / table / "*.parquet")


def write_strategy(folder: Path, name: str, code: str) -> Path:
    """A strategy file with a docstring and this code."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.py"
    path.write_text(f'"""A strategy that a test wrote."""\n\n{code}', encoding="utf-8")
    return path
