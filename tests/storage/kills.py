"""Kills commands at random moments, lets them go on, and compares what they leave with undisturbed ones, byte by byte.

`python -m tests.storage.kills --kills 1000 --seed 1` also runs the tests of faults, and writes the tables of
docs/explanation/faults.md.
"""

import argparse
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.cli.commands import GAME, ROOT, contents, fine_apart, start
from tests.storage.test_cluster import Cluster

PAGE = ROOT / "docs" / "explanation" / "faults.md"
MARK = "<!-- made by make faults -->"
RECIPE = """
games = 2000
assumptions = false
[[page]]
kind = "seats"
title = { en = "Are the seats equal?", fr = "Les places sont-elles égales ?" }
"""
POOL = ("--game", GAME, "--strategies", "greedy,random")
PARTS = ("--games", "200000", "--part-games", "2000", "--jobs", "1", "--out", "run")
FAULTS = {
    "data that names code": "tests/fuzz/test_trust.py",
    "strategies that change the table, draw, or leave": "tests/strategies/test_validation.py",
    "breakages, terminals, pipes, devices, huge files": "tests/cli/test_faults.py",
    "files that are none, full disks, kills between files": "tests/core/test_files.py",
    "damaged and foreign compiled code": "tests/kernel/test_code_cache.py",
    "damaged baselines, kills between their files": "tests/drift/test_baseline.py",
    "runs of other versions and damaged runs": "tests/storage/test_run.py",
    "made-up files, words, recipes and run folders": "tests/fuzz",
    "stopped processes and endless loops": "tests/simulation/test_watchdog.py",
    "workflows and wheel": "tests/repository/test_workflows.py",
}


@dataclass(frozen=True)
class Form:
    """A command to kill, how it goes on, and whether a file belongs to its result."""

    first: tuple[str, ...]
    again: Callable[[Path], tuple[str, ...]]
    counts: Callable[[str], bool] = lambda name: not name.endswith(".toml")


def forms(cluster: Cluster | None) -> dict[str, Form]:
    """What is killed."""
    simulate = ("simulate", *POOL, *PARTS)
    others = {
        "seats": (
            "seats",
            *POOL[:2],
            "--strategies",
            "greedy",
            "--games",
            "4000",
            "--no-robustness",
            "--out",
            "answer",
        ),
        "report": ("report", "--game", GAME, "--recipe", "recipe.toml", "--out", "report.pdf"),
        "baseline": ("baseline", *POOL, "--games", "40000", "--out", "baseline.json"),
    }
    played = {"simulate": simulate} | ({"simulate on Dask": (*simulate, *cluster.words)} if cluster else {})
    runs = {
        name: Form(words, _resumed(words), lambda file: file.endswith(".parquet")) for name, words in played.items()
    }
    return runs | {name: Form(words, lambda _, words=words: words) for name, words in others.items()}


def _resumed(first: tuple[str, ...]) -> Callable[[Path], tuple[str, ...]]:
    def again(folder: Path) -> tuple[str, ...]:
        return ("simulate", "--resume", "run") if (folder / "run" / "run.json").exists() else first

    return again


def result(form: Form, folder: Path) -> dict[str, str]:
    return {name: digest for name, digest in contents(folder).items() if form.counts(name)}


def new_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="analyse-kills-"))
    (folder / "recipe.toml").write_text(RECIPE, encoding="utf-8")
    return folder


def campaign(form: Form, kills: int, rng: random.Random) -> tuple[int, int]:
    """Kill a command so many times; how many kills there were, and how many of them lost something."""
    undisturbed = new_folder()
    fine_apart(*form.first, cwd=undisturbed)
    began = time.monotonic()
    fine_apart(*form.first, cwd=new_folder())
    seconds, whole = time.monotonic() - began, result(form, undisturbed)
    tried = lost = 0
    while tried < kills:
        folder, here = new_folder(), 0
        while rng.random() < 0.7 or here == 0:
            process = start(*form.again(folder), cwd=folder)
            time.sleep(rng.uniform(0.1, 1.0) * seconds)
            here += process.poll() is None
            process.send_signal(signal.SIGKILL)
            process.communicate()
        done = subprocess.run(
            [sys.executable, "-m", "analyser", *form.again(folder)], cwd=folder, capture_output=True, check=False
        )
        tried += here
        is_whole = done.returncode == 0 and result(form, folder) == whole
        shutil.rmtree(folder)
        lost += 0 if is_whole else here
    return tried, lost


def counted(path: str) -> tuple[int, int]:
    """How many tests of a file there are, and how many fail."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "found.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-m", "not long", f"--junitxml={report}", path]
        subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        suite = ET.parse(report).getroot()[0]
        return int(suite.get("tests", 0)), int(suite.get("failures", 0)) + int(suite.get("errors", 0))


def table(what: str, rows: dict[str, tuple[int, int]]) -> list[str]:
    lines = [f"| {what} | tried | survived | lost |", "|---|---:|---:|---:|"]
    return [*lines, *(f"| {name} | {tried:,} | {tried - lost:,} | {lost:,} |" for name, (tried, lost) in rows.items())]


def main() -> None:
    """Kill, count, and write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    cluster = Cluster(Path(tempfile.mkdtemp(prefix="analyse-cluster-")), 1)
    found: dict[str, tuple[int, int]] = {}
    try:
        todo = forms(cluster)
        for name, form in todo.items():
            found[name] = campaign(form, -(-asked.kills // len(todo)), random.Random(asked.seed))
            print(name, found[name], flush=True)
    finally:
        cluster.end()
    faults = {name: counted(path) for name, path in FAULTS.items()}
    text = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    lines = [*table("`kill -9` at a random moment of", found), "", *table("faults, by class", faults)]
    PAGE.write_text(re.sub(r"\n+\Z", "\n\n", text) + f"{MARK}\n\n" + "\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(3 if any(lost for _, lost in (found | faults).values()) else 0)


if __name__ == "__main__":
    main()
