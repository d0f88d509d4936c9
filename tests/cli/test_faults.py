"""What nobody foresaw ends in a sentence and exit code 3, never in a traceback, never as a drift (1)."""

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analyser.core.exit_codes import Exit
from analyser.core.files import as_json
from tests.cli.commands import GAME, analyse, environment, fine, write_strategy

PROBLEMS = [
    (KeyError("x"), Exit.FAILED, r"This is a mistake in analyse: KeyError: 'x'\. Please report it"),
    (RuntimeError("a\nb"), Exit.FAILED, r"a mistake in analyse: RuntimeError: a\."),
    (OSError(errno.ENOSPC, "No space left on device"), Exit.FAILED, r"refused something: No space left on device\."),
    (OSError(errno.EROFS, "Read-only file system", "/x"), Exit.FAILED, "Read-only file system: /x"),
    (OSError(errno.ENAMETOOLONG, "File name too long", "x" * 999), Exit.BAD_INPUT, "too long for a file"),
    (MemoryError(), Exit.FAILED, "There is not enough memory"),
    (RecursionError("deep"), Exit.FAILED, "RecursionError"),
]


@pytest.mark.parametrize(("problem", "code", "words"), PROBLEMS)
def test_what_nobody_foresaw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception, code: Exit, words: str
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise problem

    monkeypatch.setattr("analyser.api.all_baselines", broken)
    done = analyse("check", cwd=tmp_path)
    assert done.code == code
    assert re.search(words, done.last_line), done.err


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("games --json > /dev/full", 3, "No space left on device"),
        ("games --json >&-", 0, ""),
        ("games show zzz >&- 2>&-", 2, ""),
        ("games show zzz 2> /dev/full", 2, ""),
        ("games show zzz", 2, r"No game \xab zzz"),
    ],
)
def test_terminals_and_devices(tmp_path: Path, line: str, code: int, words: str) -> None:
    """Full, closed, and without letters of other languages."""
    done = subprocess.run(
        f"{sys.executable} -m analyser {line}",
        shell=True,
        cwd=tmp_path,
        env=environment(PYTHONIOENCODING="ascii"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    done = analyse("try", "caf\udce9.py", cwd=tmp_path)
    assert done.code == 2 and "« caf\\udce9.py » is not text in UTF-8" in done.err


def test_a_million_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more threads than parts that are played at once."""
    import joblib

    asked: list[int] = []
    parallel = joblib.Parallel
    monkeypatch.setattr(joblib, "Parallel", lambda n_jobs, **more: asked.append(n_jobs) or parallel(2, **more))
    words = ("--game", GAME, "--strategies", "random", "--games", "400", "--part-games", "4", "--jobs", "1000000")
    fine("simulate", *words, cwd=tmp_path)
    assert asked and max(asked) <= 64


def test_a_name_with_brackets_is_shown_as_typed(tmp_path: Path) -> None:
    for name in ("greedy[v2]", "bold[bold]", "a:smile:"):
        write_strategy(tmp_path / "mine", name, "def score(view, choice):\n    return 0.0\n")
    done = fine("strategies", "--game", GAME, "--strategy-path", "mine", cwd=tmp_path)
    assert all(name in done.out for name in ("greedy[v2]", "bold[bold]", "a:smile:"))


READS: dict[str, tuple[str, tuple[str, ...]]] = {
    "a strategy": ("mine.py", ("try", "mine.py", "--game", GAME)),
    "a folder of strategies": ("mine.py", ("strategies", "--game", GAME, "--strategy-path", ".")),
    "a baseline": ("mine.json", ("check", "mine.json")),
    "a recipe": ("mine.toml", ("report", "--game", "la-planche", "--recipe", "mine.toml")),
    "a run": ("run.json", ("play", "--run", ".", "--game-number", "1")),
    "a run to resume": ("run.json", ("simulate", "--resume", ".")),
    "figures": ("page.md", ("bench", "--quick", "--compare", "page.md")),
}


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


@pytest.mark.parametrize("make", [os.mkfifo, sparse, lambda path: path.symlink_to("/dev/zero")])
@pytest.mark.parametrize("what", READS)
def test_pipes_devices_and_huge_files_are_refused(tmp_path: Path, what: str, make: Callable[[Path], None]) -> None:
    name, words = READS[what]
    make(tmp_path / name)
    done = analyse(*words, cwd=tmp_path)
    assert done.code in (2, 3, 5)
    assert "not a file" in done.err or "too large" in done.err


def test_a_run_beside_a_name_that_is_not_utf8() -> None:
    assert b"\\udce9" in as_json({"command": "analyse caf\udce9"})
