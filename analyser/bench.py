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

from analyser.engine import Engine, Note, Table, make_ready, outputs
from analyser.registry import Game
from analyser.strategies import find_strategy

SLICE = 2_000
"""Games in one call of the kernel."""
LOOK_SECONDS = 0.01
"""How often a command's memory is looked at while it runs."""


@dataclass(frozen=True)
class Rate:
    """What a kernel did in a second."""

    strategy: str
    threads: int
    games: float
    decisions: float
    scores: float
    """Calls of the strategy's score; none for `random`, which the kernel draws itself."""


def kernel_rate(game: Game, spec: str, threads: int, seconds: float) -> Rate:
    """Games between equals, most players, each thread on its own table; nothing is stored."""
    strategy = find_strategy(game, spec)
    engine = Engine(game, (strategy,))
    values = {name: setting.default for name, setting in game.settings().items()}
    rooms = [Table(game, values, max(game.players)) for _ in range(threads)]
    _ = engine.play, engine.choosers
    played = [0] * threads
    began = time.perf_counter()
    workers = [
        threading.Thread(target=_play_until, args=(engine, rooms[k], began + seconds, k, played))
        for k in range(threads)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    took = time.perf_counter() - began
    scored = 0 if strategy.is_random else sum(int(room.work.all_choices) for room in rooms)
    decisions = sum(int(room.work.all_decisions) for room in rooms)
    return Rate(strategy.spec, threads, sum(played) / took, decisions / took, scored / took)


def _play_until(engine: Engine, room: Table, end: float, number: int, played: list[int]) -> None:
    n_seats = max(engine.game.players)
    lineups = np.zeros((SLICE, n_seats), np.uint8)
    games, seats = outputs(engine.game, SLICE, n_seats)
    records = (room.table, room.hidden, room.work)
    while time.perf_counter() < end:
        first = number * 1_000_000_000 + played[number]
        engine.play(1, first, 0, SLICE, 1, lineups, engine.choosers, engine.traits, *records, games, seats)
        played[number] += SLICE


@dataclass(frozen=True)
class Command:
    """A whole `analyse simulate`, from start to exit."""

    words: str
    seconds: float
    peak_mb: float


def command_time(game: Game, words: str, cold: bool = False) -> Command:
    """Run `analyse simulate` in a process of its own; cold: with an empty cache of compiled code."""
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
    """The most memory that a process has had so far; what the system tells at its end counts its parent's, too."""
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
