"""A designer's game as a package of its own: installed beside the wheel, far from any checkout, every command works."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.commands import ROOT
from tests.repository.test_wheel import analyse, installed
from tests.storage.test_cluster import Cluster

__all__ = ["installed"]

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "oinker"
version = "1.0"

[project.entry-points."analyser.games"]
pig = "oinker.game"

[tool.hatch.build.targets.wheel]
packages = ["oinker"]
"""
COMMANDS = (
    "games show pig",
    "strategies --game pig",
    "simulate --game pig --games 400 --out run",
    "play --run run --game-number 3",
    "table run --by seat",
    "simulate --game pig --players 2 --strategies lookahead:games=16(hold),hold --games 40 --out ahead",
    "seats --game pig --players 2 --games 400 --no-robustness",
    "compare --game pig --vary target=50,100 --games 400 --no-robustness",
    "sweep --game pig --vary target=50,100 --games 400 --no-robustness",
    "values --game pig --players 2 --games 400 --no-robustness",
    "tournament --game pig --players 2 --games 400",
    "best-response --game pig --players 2 --against hold --games 400",
    "feel --game pig --players 2 --games 400",
    "sensitivity --game pig --players 2 --vary target --games 400",
    "ladder --game pig --players 2 --top 16 --games 100 --no-restricted",
    "learn --game pig --players 2 --games 1000 --out learned.py",
    "report --game pig --games 1000 --out oink.pdf",
    "baseline --game pig --games 400 --out oink.json",
    "check oink.json",
    "bench --game pig --strategies hold --quick --seconds 0.1",
)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pig as the wheel `oinker`, unpacked into a folder of its own."""
    folder = tmp_path_factory.mktemp("package")
    shutil.copytree(ROOT / "docs" / "examples" / "pig", folder / "source" / "oinker")
    (folder / "source" / "oinker" / "__init__.py").touch()
    (folder / "source" / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", str(folder), str(folder / "source")], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.mark.long
def test_every_command_works(installed: Path, package: Path, tmp_path: Path) -> None:
    for words in COMMANDS:
        done = analyse(installed, words, tmp_path, PYTHONPATH=f"{installed}{os.pathsep}{package}")
        assert done.returncode == 0, f"{words}: {done.stderr}"
    assert (tmp_path / "oink.pdf").stat().st_size > 10_000


@pytest.mark.long
def test_workers_that_do_not_have_it_play_the_same_games(
    installed: Path, package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(installed))
    (tmp_path / "cluster").mkdir()
    cluster = Cluster(tmp_path / "cluster", 1)
    try:
        for where, words in (("here", ()), ("there", cluster.words)):
            typed = " ".join(("simulate --game pig --games 2000 --part-games 500 --out", where, *words))
            done = analyse(installed, typed, tmp_path, PYTHONPATH=f"{installed}{os.pathsep}{package}")
            assert done.returncode == 0, done.stderr
    finally:
        cluster.end()
    parts = [sorted((tmp_path / where / "seats").iterdir()) for where in ("here", "there")]
    assert len(parts[0]) == 4
    assert [one.read_bytes() for one in parts[0]] == [one.read_bytes() for one in parts[1]]
