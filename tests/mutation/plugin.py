"""A pytest plugin: instead of running the tests once, runs them against each mutant, in a process forked for it.

The parent collects the tests and imports the rules, and plays nothing; each child has its own copy of both.
"""

import gc
import os
import pickle
import random
import signal
import sys
import threading
import time
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from hypothesis import settings

from mutation.mutants import RULE_MODULES, Mutant, mutants_of

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
SURVIVED, KILLED, TIMEOUT = "survived", "killed", "timeout"
Key = tuple[str, int]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--mutate", help="the game's package")
    parser.addoption("--sample", type=int, default=0, help="so many mutants, drawn by a fixed seed; 0: all")
    parser.addoption("--budget", type=float, default=20.0, help="seconds of tests that a mutant may take")
    parser.addoption("--at-once", type=int, default=os.cpu_count() or 1)
    parser.addoption("--again", type=Path, help="only those that survive in this output of an earlier run")
    parser.addoption("--only", default="", help="mutants whose name holds this text")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Mutants instead of tests."""
    settings.register_profile("mutation", deadline=None, database=None, derandomize=True)
    settings.load_profile("mutation")
    option = session.config.option
    package = import_module(f"analyser.games.{option.mutate}")
    folder = Path(package.__file__ or "").parent
    every = [one for name in RULE_MODULES for one in _mutants(folder / f"{name}.py") if option.only in one.name]
    chosen = random.Random(1).sample(every, min(option.sample or len(every), len(every)))
    if option.again:
        earlier = option.again.read_text(encoding="utf-8")
        chosen = [one for one in every if f"  survives: {one.name} (line {one.at})\n" in earlier]
    calls, seconds, failed = _in_child(lambda: _baseline(session), 3600)
    assert not failed, f"these tests fail without any mutant: {failed}"
    found = _judge_all(session, chosen, calls, seconds, option)
    _report(option.mutate, len(every), found)
    return True


def _mutants(path: Path) -> list[Mutant]:
    return list(mutants_of(path)) if path.exists() else []


def _baseline(session: pytest.Session) -> tuple[list[set[Key]], list[float], list[str]]:
    """Which of the game's functions each test calls, how long it takes, and which tests fail."""
    calls: list[set[Key]] = [set() for _ in session.items]
    seconds, failed, now = [], [], [0]

    def note(frame: Any, event: str, _: Any) -> None:
        if event == "call" and "/analyser/games/" in frame.f_code.co_filename:
            calls[now[0]].add(_key(frame.f_code))

    threading.setprofile(note)
    for number, item in enumerate(session.items):
        now[0] = number
        began = time.perf_counter()
        sys.setprofile(note)
        good = _passes(session, item)
        sys.setprofile(None)
        seconds.append(time.perf_counter() - began)
        failed += [] if good else [item.nodeid]
    return calls, seconds, failed


def _key(code: Any) -> Key:
    return code.co_filename, code.co_firstlineno


def _passes(session: pytest.Session, item: pytest.Item) -> bool:
    reports: list[Any] = []
    watcher = type("Watcher", (), {"pytest_runtest_logreport": lambda self, report: reports.append(report)})()
    session.config.pluginmanager.register(watcher)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    session.config.pluginmanager.unregister(watcher)
    return not any(report.failed for report in reports)


def _in_child(work: Callable[[], Any], timeout: float) -> Any:
    """What a forked process answers; None if it was stopped."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(int(timeout))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        with os.fdopen(write, "wb") as answer:
            answer.write(pickle.dumps(work()))
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        content = answer.read()
    os.waitpid(child, 0)
    return pickle.loads(content) if content else None


def _judge_all(session: Any, chosen: list[Mutant], calls: Any, seconds: Any, option: Any) -> list[tuple[Mutant, str]]:
    """Several mutants at once, each watched by a thread; what they came to, in order."""
    from concurrent.futures import ThreadPoolExecutor

    functions = {_key(one.__code__): [] for one in gc.get_objects() if type(one) is FunctionType}
    for one in gc.get_objects():
        if type(one) is FunctionType:
            functions[_key(one.__code__)].append(one)

    kills = [1] * len(seconds)

    def judge(mutant: Mutant) -> tuple[Mutant, str]:
        key = (str(mutant.path), mutant.line)
        order = _order([n for n, called in enumerate(calls) if key in called], seconds, kills, option.budget)
        what = _in_child(lambda: _first_failure(session, mutant, functions[key], order, seconds), 3600)
        result = TIMEOUT if what is None else KILLED if what >= 0 else SURVIVED
        if result == KILLED:
            kills[what] += 1
        print(f"{result:9}{mutant.name} (line {mutant.at})", flush=True)
        return mutant, result

    with ThreadPoolExecutor(option.at_once) as pool:
        return list(pool.map(judge, chosen))


def _order(callers: list[int], seconds: list[float], kills: list[int], budget: float) -> list[int]:
    """The tests that have killed most in their time first, as far as the budget goes; one at least."""
    best = sorted(callers, key=lambda n: seconds[n] / kills[n])
    return [n for k, n in enumerate(best) if k == 0 or sum(seconds[m] for m in best[: k + 1]) <= budget]


def _first_failure(
    session: Any, mutant: Mutant, functions: list[FunctionType], order: list[int], seconds: list[float]
) -> int:
    """The first test that the mutant fails; -1 if it passes all. One that makes a test many times longer is stopped."""
    for function in functions:
        function.__code__ = mutant.code
    for n in order:
        signal.alarm(int(15 + 5 * seconds[n]))
        if not _passes(session, session.items[n]):
            return n
    return -1


def _report(package: str, n_all: int, found: list[tuple[Mutant, str]]) -> None:
    equivalent = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get(package, {})
    survivors = [mutant for mutant, result in found if result == SURVIVED]
    excused = [mutant for mutant in survivors if mutant.name in equivalent]
    n_killed, by_time = len(found) - len(survivors), sum(result == TIMEOUT for _, result in found)
    share = 100 * n_killed / max(len(found) - len(excused), 1)
    print(f"\n{package}: {len(found)} of {n_all} mutants, {n_killed} killed ({by_time} by time)", end="")
    print(f", {len(excused)} equivalent, {len(survivors) - len(excused)} survive: {share:.1f} %")
    for mutant in survivors:
        print(f"  {'equivalent' if mutant in excused else 'survives'}: {mutant.name} (line {mutant.at})")
