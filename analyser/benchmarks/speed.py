"""How fast this machine plays: kernels alone, whole commands, start-up, memory."""

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from analyser.games.definition import Game
from analyser.simulation.engine import Note, make_ready
from analyser.simulation.job import make_job
from analyser.simulation.part import OneTable, engine_of
from analyser.strategies.library import find_strategy

SLICE = 2_000
"""Games in one call of the kernel."""
LOOK_SECONDS = 0.01
"""How often the memory of a running command is measured."""


@dataclass(frozen=True)
class Rate:
    """What a kernel does per second."""

    strategy: str
    threads: int
    games: float
    decisions: float
    scores: float
    """Calls of the strategy's score; none for `random`, which the kernel draws itself."""


def kernel_rate(game: Game, spec: str, threads: int, seconds: float) -> Rate:
    """Games between equals, most players, each thread on its own table; nothing is stored."""
    strategy = find_strategy(game, spec)
    job = make_job(game, strategies=spec)
    engine = engine_of(job)
    _ = engine.play, engine.policies
    tables = [OneTable(job, SLICE, engine) for _ in range(threads)]
    played = [0] * threads
    began = time.perf_counter()
    workers = [
        threading.Thread(target=_play_until, args=(one, began + seconds, k, played)) for k, one in enumerate(tables)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    took = time.perf_counter() - began
    scored = 0 if strategy.is_random else sum(int(one.state.workspace.all_choices) for one in tables)
    decisions = sum(int(one.state.workspace.all_decisions) for one in tables)
    return Rate(strategy.spec, threads, sum(played) / took, decisions / took, scored / took)


def _play_until(table: OneTable, end: float, number: int, played: list[int]) -> None:
    lineups = np.zeros((SLICE, table.job.players), np.uint8)
    while time.perf_counter() < end:
        table.play(lineups, number * 1_000_000_000 + played[number], 0, SLICE)
        played[number] += SLICE


@dataclass(frozen=True)
class Command:
    """A whole `analyse simulate`, from start to exit."""

    words: str
    seconds: float
    peak_mb: float


def command_time(game: Game, words: str, cold: bool = False) -> Command:
    """Run `analyse simulate` in its own process; cold: with an empty cache of compiled code."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | ({"ANALYSE_CACHE": str(Path(folder) / "cache")} if cold else {})
        command = [sys.executable, "-m", "analyser", "simulate", "--game", game.name, *words.split()]
        began = time.perf_counter()
        with subprocess.Popen(
            [*command, "--out", str(Path(folder) / "run")],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            peak = 0.0
            while process.poll() is None:
                peak = max(peak, peak_megabytes(process.pid))
                time.sleep(LOOK_SECONDS)
        took = time.perf_counter() - began
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Command(f"simulate {words}" + (", cold cache" if cold else ""), took, peak)


def peak_megabytes(pid: int) -> float:
    """The most memory that a process has had so far. The figure at its exit would include its parent's."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def kernel_rates(game: Game, specs: list[str], threads: list[int], seconds: float, note: Note) -> list[Rate]:
    """All strategies with all numbers of threads."""
    make_ready(game, [find_strategy(game, spec) for spec in specs], note)
    rates = []
    for spec in specs:
        for n in threads:
            note(f"{game.title}: {spec}, {n} thread(s), {seconds:g} s")
            rates.append(kernel_rate(game, spec, n, seconds))
    return rates
