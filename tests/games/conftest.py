"""Tests of rules run uncompiled, in a session of their own.

Compiled rules have no entry from Python, so a test that calls them needs `NUMBA_DISABLE_JIT=1` before anything is
imported. Such tests are marked `uncompiled`. An ordinary session leaves them out, and each game's `test_uncompiled.py`
runs its own in one process, with coverage. To run some by hand:

    NUMBA_DISABLE_JIT=1 python -m pytest -m uncompiled tests/games/faut_pas_pousser

Each game's folder is a package (`__init__.py`), since the games' test files have the same names.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from analyser.kernel.backend import COMPILED

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
MARKER = "uncompiled"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every test of a game belongs to one kind of session; the others are left out."""
    elsewhere = [item for item in items if belongs_elsewhere(item)]
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if not belongs_elsewhere(item)]


def belongs_elsewhere(item: pytest.Item) -> bool:
    """Whether it is a game's test, marked in a compiled session or unmarked in an uncompiled one."""
    return HERE in item.path.parents and (item.get_closest_marker(MARKER) is not None) == COMPILED


@pytest.fixture(autouse=True)
def luck_wraps_around() -> Iterator[None]:
    """Luck counts modulo 2**64; uncompiled, numpy would warn of it."""
    with np.errstate(over="ignore"):
        yield


@pytest.fixture
def pass_uncompiled(tmp_path: Path) -> Callable[[str, str], None]:
    """Runs a game's uncompiled tests in one process, « long » or « not long »; they must pass."""
    return lambda package, speed: run(tmp_path, *tests_of(package, speed))


@pytest.fixture
def cover_uncompiled(tmp_path: Path) -> Callable[[str], None]:
    """Runs a game's uncompiled tests; they must reach every line and branch of the game, without the long ones."""

    def cover(package: str) -> None:
        sources = f"--include=analyser/games/{package}/*"
        run(tmp_path, "-m", "coverage", "run", "--branch", sources, *tests_of(package, "not long"))
        run(tmp_path, "-m", "coverage", "report", "--show-missing", "--fail-under=100", sources)

    return cover


def tests_of(package: str, speed: str) -> tuple[str, ...]:
    return ("-m", "pytest", "-p", "no:cacheprovider", "-m", f"{MARKER} and {speed}", f"tests/games/{package}")


def run(folder: Path, *words: str) -> None:
    """Run Python with these words; what is compiled elsewhere is not touched."""
    own = {"NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(folder / "coverage"), "ANALYSE_CACHE": str(folder)}
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | own, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"{' '.join(command)}\n{done.stdout}{done.stderr}", pytrace=False)
