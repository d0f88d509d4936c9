"""Imports go downward only: a folder uses the folders below it and itself, never one beside or above it."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "analyser"
LAYERS = (
    ("cli",),
    ("api",),
    ("report", "drift", "benchmarks"),
    ("experiments",),
    ("storage",),
    ("simulation", "plotting"),
    ("statistics", "strategies"),
    ("games",),
    ("kernel",),
    ("core",),
)
"""From top to bottom."""
ROOT_FILES = 6
ROOMS = [room for layer in LAYERS for room in layer]


def layer_of(room: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if room in layer)


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """The rooms that a file imports from, wherever in the file it does, with the line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
            if node.module == "analyser":
                names = [f"analyser.{alias.name}" for alias in node.names]
        for name in names:
            package, _, rest = name.partition(".")
            if package == "analyser" and rest:
                yield rest.partition(".")[0], node.lineno


@pytest.mark.parametrize("room", ROOMS)
def test_imports_go_downward(room):
    """What a game adds to the experiments (`games/<game>/studies`) belongs to the layer of experiments."""
    files = (PACKAGE / room).rglob("*.py") if (PACKAGE / room).is_dir() else [PACKAGE / f"{room}.py"]
    upward = [
        f"{path.relative_to(PACKAGE)}:{line} imports {other}"
        for path in files
        if path.parent.name != "studies"
        for other, line in imported(path)
        if other != room and (other not in ROOMS or layer_of(other) <= layer_of(room))
    ]
    assert not upward


def test_commands_use_the_api_and_nothing_below_it():
    """Errors and exit codes of `core` are everybody's; types come from `api` too."""
    found = [
        f"{path.name}:{line} imports {other}"
        for path in (PACKAGE / "cli").glob("*.py")
        for other, line in imported(path)
        if other not in ("api", "cli", "core")
    ]
    assert not found


def test_starting_a_command_loads_no_heavy_library():
    """`analyse --help` answers at once: what a command needs is imported when it runs."""
    heavy = {"numba", "polars", "matplotlib", "numpy", "scipy", "pandas"}
    code = f"import sys, analyser.cli.app; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_folders_are_the_rooms_of_the_layers():
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == set(ROOMS)


@pytest.mark.parametrize("path", [*PACKAGE.rglob("__init__.py")], ids=lambda path: path.parent.name)
def test_every_folder_says_what_lives_there(path):
    assert len((ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").splitlines()) >= 3


def test_little_is_untyped():
    assert sum(len(re.findall(r"\bAny\b", path.read_text("utf-8"))) for path in PACKAGE.rglob("*.py")) < 120


def test_few_files_lie_at_the_root():
    assert len(list(PACKAGE.glob("*.py"))) <= ROOT_FILES


def test_numba_is_used_in_one_folder():
    using = re.compile(r"^\s*(import|from) (numba|llvmlite)\b", re.M)
    assert {path.parent.name for path in PACKAGE.rglob("*.py") if using.search(path.read_text("utf-8"))} == {"kernel"}
