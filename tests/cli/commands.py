"""Runs `analyse` as a user does: in a process of its own, from a folder of its own."""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

ROOT = Path(__file__).resolve().parents[2]
OWN = Path(__file__).parent / "strategies"
"""Strategy files of a designer's own, for tests."""
GAME = "faut-pas-pousser"


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


def environment(**changes: str) -> dict[str, str]:
    """The tests' own environment, with a wide terminal so that no sentence is broken, and these changes."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    return kept | {"COLUMNS": "400"} | changes


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
    """Wait for a command. A user never sees a traceback, nor a warning of some library."""
    try:
        out, err = process.communicate(timeout=timeout)
    finally:
        process.kill()
        process.wait()
    assert "Traceback" not in err, err
    assert "Warning" not in err, err
    return Answer(process.returncode, out, err)


def analyse(*words: Any, cwd: Path, timeout: float = 120, preexec_fn: Any = None, **changes: str) -> Answer:
    """Run a command to its end."""
    return answer(start(*words, cwd=cwd, preexec_fn=preexec_fn, **changes), timeout)


def fine(*words: Any, cwd: Path, **changes: str) -> Answer:
    """Run a command that must succeed."""
    done = analyse(*words, cwd=cwd, **changes)
    assert done.code == 0, done.err
    return done


def simulate(*words: Any, cwd: Path, out: str = "run", **changes: str) -> Path:
    """Play a run into `out`; returns its folder."""
    fine("simulate", "--game", GAME, *words, "--out", out, "--json", cwd=cwd, **changes)
    return cwd / out


def follow(text: str, after: str, cwd: Path, **changes: str) -> Answer:
    """Type the command that was printed after these words, exactly as it stands there."""
    (line,) = (line for line in text.splitlines() if after in line)
    words = shlex.split(line.partition(after)[2])
    assert words[0] == "analyse", line
    return analyse(*words[1:], cwd=cwd, **changes)


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


def copy_checkout(to: Path) -> Path:
    """A checkout to edit; `environment(PYTHONPATH=...)` makes it the one that runs."""
    for name in ("analyser", "strategies", "seeds", "reports"):
        shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    return to
