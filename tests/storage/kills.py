"""Kills commands at random moments, lets them go on, and compares what they leave with undisturbed ones, byte by byte.

`python -m tests.storage.kills --kills 1000 --seed 1` also runs the tests of faults, and writes the tables of
docs/explanation/faults.md. Stopped, it goes on where it was: what was found so far is kept in faults.json beside the
page. Delete that file to begin anew.

A moment is a share of the processor time that the undisturbed command needs, so a busy machine does not move it. Nine
of ten commands are forked from a process that has imported the program and loaded its machine code: nearly their whole
life is the work itself.
"""

import argparse
import importlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from analyser.cli.app import main as analyse
from analyser.games.loader import find_game
from tests.cli.commands import GAME, ROOT, contents, start
from tests.storage.test_cluster import Cluster

PAGE = ROOT / "docs" / "explanation" / "faults.md"
FOUND = PAGE.with_suffix(".json")
MARK = "<!-- made by make faults -->"
RECIPE = """
games = 1000
assumptions = false
[[page]]
kind = "seats"
title = { en = "Are the seats equal?", fr = "Les places sont-elles égales ?" }
"""
POOL = ("--game", GAME, "--strategies", "greedy,random")
PARTS = ("--games", "8000", "--part-games", "1000", "--jobs", "1", "--out", "run")
FRESH = 0.1
"""How many commands are started as a user starts them, imports included."""
ONWARDS = 0.7
"""How often a command that was killed is killed again before it may end."""
START = 1.0
"""Seconds of processor time that imports take."""
TICK = 0.002
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
    compare = (
        "compare",
        *POOL,
        "--vary",
        "captain_bonus=2,3",
        "--games",
        "8000",
        "--no-robustness",
        "--jobs",
        "1",
        "--out",
        "answer",
    )
    learn = ("learn", "--game", GAME, "--games", "1000", "--jobs", "1", "--out", "learned.py")
    others = {
        "report": ("report", "--game", GAME, "--recipe", "recipe.toml", "--out", "report.pdf"),
        "baseline": ("baseline", *POOL, "--games", "20000", "--out", "baseline.json"),
    }
    played = {"simulate": simulate} | ({"simulate on Dask": (*simulate, *cluster.words)} if cluster else {})
    runs = {
        name: Form(words, _resumed(words), lambda file: file.endswith(".parquet")) for name, words in played.items()
    }
    whole = {name: Form(words, lambda _, words=words: words) for name, words in others.items()}
    return (
        runs
        | {"compare": Form(compare, _with_kept_games(compare)), "learn": Form(learn, _unless_learned(learn))}
        | whole
    )


def _with_kept_games(first: tuple[str, ...]) -> Callable[[Path], tuple[str, ...]]:
    def again(folder: Path) -> tuple[str, ...]:
        return (*first, "--resume", "answer-kept") if (folder / "answer-kept").exists() else first

    return again


def _unless_learned(first: tuple[str, ...]) -> Callable[[Path], tuple[str, ...]]:
    """Killed when all was written, there is nothing left but the command that it tells to type next."""

    def again(folder: Path) -> tuple[str, ...]:
        is_done = (folder / "learned.py").exists() and not (folder / "learned.lessons").exists()
        return ("try", "learned.py", "--game", GAME, "--games", "1000") if is_done else first

    return again


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


def get_ready() -> None:
    """Import all that commands import when they need it, and load the machine code of those who play."""
    for name in (
        "api.asking",
        "api.guarding",
        "api.learning",
        "api.reporting",
        "experiments.learn",
        "report.build",
        "storage.play",
    ):
        importlib.import_module(f"analyser.{name}")
    from analyser.simulation.job import make_job
    from analyser.simulation.part import engine_of

    engine = engine_of(make_job(find_game(GAME), strategies=POOL[-1], games=1))
    _ = engine.play, engine.policies
    assert threading.active_count() == 1, "only one thread survives a fork"


class Command:
    """A command that runs in a folder, in a process of its own, seen by its processor time."""

    def __init__(self, words: tuple[str, ...], folder: Path, is_fresh: bool) -> None:
        self.popen = start(*words, cwd=folder) if is_fresh else None
        self.pid = self.popen.pid if self.popen else _forked(words, folder)
        self.seconds, self.code = 0.0, -1

    def lives_until(self, seconds: float) -> bool:
        """Wait for this processor time; whether it still runs then."""
        while not os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
            self.seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            if self.seconds >= seconds:
                return True
            time.sleep(TICK)
        return False

    def end(self, *, killed: bool) -> None:
        """See it off."""
        if killed:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
        if self.popen:
            self.popen.communicate()
            self.code = self.popen.returncode
        else:
            self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def _forked(words: tuple[str, ...], folder: Path) -> int:
    """A process that has imported the program already."""
    pid = os.fork()
    if pid:
        with suppress(ProcessLookupError, PermissionError):
            os.setpgid(pid, pid)
        return pid
    try:
        os.setpgid(0, 0)
        os.chdir(folder)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        sys.argv = ["analyse", *words]
        analyse()
    except SystemExit as left:
        os._exit(int(left.code or 0))
    finally:
        os._exit(3)


def ended(form: Form, folder: Path, is_fresh: bool) -> Command:
    """Let it run to its end."""
    command = Command(form.again(folder), folder, is_fresh)
    command.lives_until(float("inf"))
    command.end(killed=False)
    return command


@dataclass
class Target:
    """A command to kill again and again: what it leaves undisturbed, and what became of it."""

    form: Form
    tried: int
    lost: int
    whole: dict[str, str] | None = None
    seconds: float = 0.0

    def attack(self, rng: random.Random) -> None:
        """In one folder: kill it at random moments, let it end, and compare."""
        if self.whole is None:
            self.whole, self.seconds = self.undisturbed()
        folder, kills = new_folder(), 0
        while rng.random() < ONWARDS or kills == 0:
            is_fresh = rng.random() < FRESH
            command = Command(self.form.again(folder), folder, is_fresh)
            still_runs = command.lives_until(rng.random() * (self.seconds + is_fresh * START))
            command.end(killed=True)
            kills += still_runs
        self.tried += kills
        if ended(self.form, folder, rng.random() < FRESH).code or result(self.form, folder) != self.whole:
            self.lost += kills
            print("Lost:", folder, flush=True)
        else:
            shutil.rmtree(folder)

    def undisturbed(self) -> tuple[dict[str, str], float]:
        """What it leaves as a user starts it, and how much processor time it needs where all is compiled."""
        folders = new_folder(), new_folder()
        first, second = (
            ended(self.form, folder, is_fresh) for folder, is_fresh in zip(folders, (True, False), strict=True)
        )
        left, again = (result(self.form, folder) for folder in folders)
        assert (first.code, second.code) == (0, 0) and left == again
        return left, second.seconds


def counted(path: str) -> list[int]:
    """How many tests of a file there are, and how many fail."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "found.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-m", "not long", f"--junitxml={report}", path]
        subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        suite = ET.parse(report).getroot()[0]
        return [int(suite.get("tests", 0)), int(suite.get("failures", 0)) + int(suite.get("errors", 0))]


def table(what: str, rows: dict[str, list[int]]) -> list[str]:
    lines = [f"| {what} | tried | survived | lost |", "|---|---:|---:|---:|"]
    return [*lines, *(f"| {name} | {tried:,} | {tried - lost:,} | {lost:,} |" for name, (tried, lost) in rows.items())]


def campaign(kills: int, seed: int, found: dict[str, list[int]], keep: Callable[[], None]) -> None:
    """Kill in turn until there are so many kills of each; `found` tells what was before, and is kept up to date."""
    get_ready()
    cluster = Cluster(Path(tempfile.mkdtemp(prefix="analyse-cluster-")), 1)
    try:
        targets = {name: Target(form, *found.get(name, (0, 0))) for name, form in forms(cluster).items()}
        wanted = -(-kills // len(targets))
        while todo := [name for name, target in targets.items() if target.tried < wanted]:
            for name in todo:
                target = targets[name]
                target.attack(random.Random(f"{seed} {name} {target.tried}"))
                found[name] = [target.tried, target.lost]
                keep()
                print(name, found[name], flush=True)
    finally:
        cluster.end()


def main() -> None:
    """Kill, count, and write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kept = json.loads(FOUND.read_text()) if FOUND.exists() else {}
    kills, faults = (kept.setdefault(part, {}) for part in ("kills", "faults"))

    def keep() -> None:
        FOUND.write_text(json.dumps(kept, indent=1) + "\n")
        text = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
        lines = [*table("`kill -9` at a random moment of", kills), "", *table("faults, by class", faults)]
        PAGE.write_text(re.sub(r"\n+\Z", "\n\n", text) + f"{MARK}\n\n" + "\n".join(lines) + "\n", encoding="utf-8")

    campaign(asked.kills, asked.seed, kills, keep)
    for name, path in FAULTS.items():
        faults[name] = counted(path)
        keep()
    sys.exit(3 if any(lost for _, lost in [*kills.values(), *faults.values()]) else 0)


if __name__ == "__main__":
    main()
