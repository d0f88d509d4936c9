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
from analyser.kernel.rollouts import RECORDED, STUDIED
from analyser.simulation.engine import Note, make_ready
from analyser.simulation.job import make_job
from analyser.simulation.part import OneTable, engine_of
from analyser.strategies.library import find_strategy
from analyser.strategies.strategy import LOOKAHEAD

SLICE = 2_000
"""Games in one call of the kernel."""
BUDGET = 64
"""Rollouts a decision of the strategy whose rollouts are counted."""
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


@dataclass(frozen=True)
class RolloutRate:
    """What a strategy that looks ahead does per second of one core, and the same rollouts driven from Python."""

    strategy: str
    rollouts: float
    from_python: float
    """Each rollout a call of the kernel from Python: what the compiled race is compared with."""


def rollout_rate(game: Game, base: str, seconds: float, note: Note) -> RolloutRate:
    """One seat looks ahead, the others are its base; processor time of this thread."""
    ahead = f"{LOOKAHEAD}:games={BUDGET}({base})"
    job = make_job(game, seats=[ahead, *[base] * (max(game.players) - 1)], games=1)
    make_ready(game, job.strategies, note)
    note(f"{game.title}: rollouts of {ahead}, {seconds:g} s")
    table = OneTable(job, 1, engine_of(job))
    lineup = job.plan.seating(0, 1, 1)
    table.play(lineup, 0)
    before, began, played = int(table.state.workspace.rolled), time.thread_time(), 0
    while time.thread_time() - began < seconds:
        played += 1
        table.play(lineup, played)
    rolled = (int(table.state.workspace.rolled) - before) / (time.thread_time() - began)
    return RolloutRate(ahead, rolled, _rate_from_python(game, base, seconds))


def _rate_from_python(game: Game, base: str, seconds: float) -> float:
    """Rollouts from the middle of games, each a call of the kernel."""
    table = OneTable(make_job(game, strategies=base, games=1))
    lineup, workspace = np.zeros((1, table.job.players), np.uint8), table.state.workspace
    done, game_number, began = 0, 0, time.thread_time()
    while time.thread_time() - began < seconds:
        workspace.studied, workspace.pinned = RECORDED, 0
        table.play(lineup, game_number)
        pinned = max(int(workspace.decisions) // 2, 1)
        for rollout in range(1, BUDGET + 1):
            workspace.studied, workspace.pinned, workspace.fresh = STUDIED, pinned, pinned
            workspace.scripted, workspace.pinned_choice, workspace.rollout = pinned - 1, 0, rollout
            table.play(lineup, game_number)
            done += 1
        workspace.scripted = workspace.rollout = workspace.fresh = 0
        game_number += 1
    return done / (time.thread_time() - began)


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
