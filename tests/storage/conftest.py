"""Runs that several tests disturb, damage and compare."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from analyser.storage.manifest import signed
from tests.cli.commands import GAME, contents, fine, start

PART_GAMES, LONG_PARTS = 1500, 80
WORDS = ("simulate", "--game", GAME, "--strategies", "greedy,passes,random")
WORDS += ("--games", str(PART_GAMES * LONG_PARTS), "--part-games", str(PART_GAMES))
LONG = (*WORDS, "--out", "run")
"""Parts of about 10 ms: long enough to be disturbed in the middle."""
SHORT = (
    "simulate",
    "--game",
    GAME,
    "--strategies",
    "random",
    "--games",
    "4000",
    "--part-games",
    "1000",
    "--out",
    "run",
)


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of the long run, played in one go."""
    folder = tmp_path_factory.mktemp("undisturbed")
    fine(*LONG, cwd=folder)
    return without_command(folder / "run")


def without_command(run: Path) -> dict[str, str]:
    """All files but the manifest, which holds the command, in which the workers may differ."""
    return {name: digest for name, digest in contents(run).items() if name != "run.json"}


@pytest.fixture(scope="session")
def short_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete run of four parts; copy it before you damage it."""
    folder = tmp_path_factory.mktemp("short")
    fine(*SHORT, cwd=folder)
    return folder / "run"


def make_unfinished(run: Path, n_parts: int) -> None:
    """Put a complete run back to where it had only so many parts."""
    path = run / "run.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    checksums = manifest.pop("checksums")
    for name in ("parts", "games_played", "ended_by"):
        del manifest[name]
    path.write_text(json.dumps(signed(manifest | {"status": "running"})), encoding="utf-8")
    lines = [json.dumps(sums) + "\n" for sums in checksums[:n_parts]]
    (run / "parts.jsonl").write_text("".join(lines), encoding="utf-8")
    for table in checksums[0]:
        for number in range(n_parts, len(checksums)):
            (run / table / f"part-{number:05d}.parquet").unlink()


def finished_parts(run: Path) -> int:
    """How many parts of a run under way are finished."""
    try:
        return (run / "parts.jsonl").read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def disturb(
    *words: str, cwd: Path, when: Callable[[int], bool], number: signal.Signals, pause: float = 0.0
) -> subprocess.Popen[str]:
    """Start a command and send it and its workers a signal as soon as `when(finished parts)` holds, after a pause."""
    process = start(*words, cwd=cwd)
    while process.poll() is None and not when(finished_parts(cwd / "run")):
        time.sleep(0.001)
    time.sleep(pause)
    assert process.poll() is None, "the run ended before it could be disturbed"
    os.killpg(process.pid, number)
    return process
