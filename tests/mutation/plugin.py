"""A pytest plugin: instead of running the tests once, runs them against each mutant, in a process forked for it.

The parent collects the tests and imports the code, and plays nothing; each child has its own copy of both.
"""

import gc
import json
import os
import pickle
import random
import resource
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from coverage import Coverage
from hypothesis import Phase, settings

from tests.mutation.mutants import CONSTANTS, RULE_MODULES, Mutant, mutants_of

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
SURVIVED, KILLED, TIMEOUT, EXCUSED = "survived", "killed", "timeout", "excused"
FAILED = "failed"
ROOM = 2_000_000_000
"""Bytes that a mutant may take beyond what the parent has: one that never stops to append ends in a MemoryError."""
Line = tuple[str, int]
Measured = tuple[float, list[Line]]
"""What a test costs by itself, in processor seconds, and the lines that it touches."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--mutate", help="the package, such as analyser.statistics or analyser.games.piratoons")
    parser.addoption("--sample", type=int, default=0, help="how many mutants; 0: all")
    parser.addoption("--seed", type=int, default=1, help="which sample")
    parser.addoption("--budget", type=float, default=20.0, help="processor seconds of tests that a mutant must survive")
    parser.addoption("--at-once", type=int, default=os.cpu_count() or 1)
    parser.addoption("--again", type=Path, help="only those that survive in this output of an earlier run")
    parser.addoption("--go-on", type=Path, help="the output of an earlier run: what it killed is not judged again")
    parser.addoption("--measured", type=Path, help="where to keep what tests cost and touch, while neither is edited")
    parser.addoption("--only", action="append", help="mutants whose description has this text, or another --only's")


def pytest_configure() -> None:
    """Before any test is read. A failure is enough, nobody asks for the smallest one. A test that starts a process is
    skipped.
    """
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutation", deadline=None, database=None, derandomize=True, phases=phases)
    settings.load_profile("mutation")
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(subprocess.Popen, "__init__", lambda *_, **__: pytest.skip("no mutant is planted there"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Mutants instead of tests."""
    option = session.config.option
    part = option.mutate.rpartition(".")[2]
    paths = modules_of(option.mutate)
    every = [
        one
        for path in paths
        for one in mutants_of(path, not is_game(option.mutate))
        if not option.only or any(text in one.told for text in option.only)
    ]
    chosen = random.Random(option.seed).sample(every, min(option.sample or len(every), len(every)))
    if option.again:
        chosen = [one for one in every if one.told in _judged(option.again, SURVIVED)]
    with ThreadPoolExecutor(option.at_once) as pool:
        measured = _measure(session, paths, pool)
        session.items = [item for item in session.items if measured[item.nodeid] is not None]
        costs = [measured[item.nodeid] for item in session.items]
        touching = defaultdict(list)
        for number, (_, lines) in enumerate(costs):
            for path, line in lines:
                touching[path, line].append(number)
        seconds = [one for one, _ in costs]
        print(f"{part}: {len(seconds)} tests, {sum(seconds):.0f} processor seconds without any mutant", flush=True)
        bench = Bench(session, touching, seconds, option.budget, _known(option, part))
        found = list(pool.map(bench.judge, chosen))
    _report(part, len(every), found)
    return True


def is_game(package: str) -> bool:
    """Whether it is a game's package, of which only the rules are judged."""
    return package.startswith("analyser.games.")


def modules_of(package: str) -> list[Path]:
    """The files that are changed."""
    folder = Path(import_module(package).__file__ or "").parent
    names = RULE_MODULES if is_game(package) else [path.stem for path in sorted(folder.glob("*.py"))]
    return [path for name in names if (path := folder / f"{name}.py").exists()]


def _known(option: Any, part: str) -> dict[str, str]:
    """What need not be judged: mutants that are equivalent, by name, and those of an earlier run, as they are told."""
    equivalent = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get(part, {})
    known = dict.fromkeys(equivalent, EXCUSED)
    for result in (KILLED, TIMEOUT) if option.go_on else ():
        known |= dict.fromkeys(_judged(option.go_on, result), result)
    return known


def _judged(output: Path, result: str) -> list[str]:
    lines = output.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(f"{result:9}") for line in lines if line.startswith(f"{result:9}")]


def _measure(session: pytest.Session, paths: Sequence[Path], pool: ThreadPoolExecutor) -> dict[str, Any]:
    """What each test costs and touches, by its name; kept in a file if one is named."""
    option = session.config.option
    kept = option.measured
    found = json.loads(kept.read_text(encoding="utf-8")) if kept and kept.exists() else {}
    new = [item for item in session.items if item.nodeid not in found]
    took = pool.map(lambda item: _in_child(lambda: _measured_alone(session, item, paths, option.budget), 3600), new)
    for item, one in zip(new, took, strict=True):
        found[item.nodeid] = one
        if kept:
            kept.write_text(json.dumps(found), encoding="utf-8")
    failed = [name for name, one in found.items() if one == FAILED]
    assert not failed, f"these tests fail without any mutant: {failed}"
    return found


def _measured_alone(
    session: pytest.Session, item: pytest.Item, paths: Sequence[Path], budget: float
) -> Measured | str | None:
    """What a test by itself costs and touches, with no more memory than a mutant has. None: it was skipped, or stopped,
    because it takes longer than the budget.
    """
    signal.setitimer(signal.ITIMER_PROF, budget)
    _limit_memory()
    watch = Coverage(data_file=None, config_file=False, include=[str(path) for path in paths], branch=False)
    began = time.process_time()
    watch.start()
    reports = _reports(session, item, [])
    watch.stop()
    seconds, data = time.process_time() - began, watch.get_data()
    if any(report.failed for report in reports):
        return FAILED
    lines = [(path, line) for path in data.measured_files() for line in data.lines(path) or ()]
    return None if any(report.skipped for report in reports) else (seconds, lines)


def _reports(session: pytest.Session, item: pytest.Item, following: list[pytest.Item]) -> list[Any]:
    reports: list[Any] = []
    watcher = type("Watcher", (), {"pytest_runtest_logreport": lambda self, report: reports.append(report)})()
    session.config.pluginmanager.register(watcher)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following[0] if following else None)
    session.config.pluginmanager.unregister(watcher)
    return reports


def _passes(session: pytest.Session, item: pytest.Item, following: list[pytest.Item]) -> bool:
    return not any(report.failed for report in _reports(session, item, following))


def _in_child(workspace: Callable[[], Any], timeout: float) -> Any:
    """What a forked process answers; None if it was stopped."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            _answer(workspace, write, timeout)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        content = answer.read()
    os.waitpid(child, 0)
    return pickle.loads(content) if content else None


def _answer(work: Callable[[], Any], write: int, timeout: float) -> None:
    """In the child, which must end here whatever happens: else it would go on in its parent's place."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(int(timeout))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    with os.fdopen(write, "wb") as answer:
        answer.write(pickle.dumps(work()))


def _limit_memory() -> None:
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    room = int(pages) * resource.getpagesize() + ROOM
    resource.setrlimit(resource.RLIMIT_AS, (room, room))


@dataclass
class Bench:
    """Where mutants are judged; it learns which tests kill."""

    session: Any
    touching: dict[Line, list[int]]
    seconds: list[float]
    budget: float
    known: dict[str, str]
    kills: Counter[int] = field(default_factory=Counter)
    kills_there: defaultdict[Line, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    breadth: Counter[int] = field(default_factory=Counter)
    functions: defaultdict[Line, list[FunctionType]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self.breadth.update(n for tests in self.touching.values() for n in tests)
        for one in gc.get_objects():
            if type(one) is FunctionType:
                self.functions[one.__code__.co_filename, one.__code__.co_firstlineno].append(one)
        gc.freeze()

    def judge(self, mutant: Mutant) -> tuple[Mutant, str]:
        """What comes of a mutant, in a process of its own."""
        result = self.known.get(mutant.name) or self.known.get(mutant.told) or self.tried(mutant)
        print(f"{result:9}{mutant.told}", flush=True)
        return mutant, result

    def tried(self, mutant: Mutant) -> str:
        """Whether a test notices it."""
        function = (str(mutant.path), mutant.line)
        what = _in_child(lambda: self.first_failure(mutant, self.order(mutant, function)), 3600)
        result = TIMEOUT if what is None else KILLED if what >= 0 else SURVIVED
        if result == KILLED:
            self.kills[what] += 1
            self.kills_there[function][what] += 1
        return result

    def order(self, mutant: Mutant, function: Line) -> list[int]:
        """The tests that touch the statement: those first that touch little else, or kill much in their time."""
        touching = {n for line in mutant.lines for n in self.touching.get((str(mutant.path), line), [])}
        there = self.kills_there[function]
        cost = {n: (self.seconds[n] + 0.01) * self.breadth[n] for n in touching}
        best = sorted(touching, key=lambda n: cost[n] / (1 + self.kills[n] + 20 * there[n]))
        spent, order = 0.0, []
        for n in best:
            spent += self.seconds[n]
            if not order or spent <= self.budget:
                order.append(n)
        return order

    def first_failure(self, mutant: Mutant, order: list[int]) -> int:
        """The first test that the mutant fails; -1 if it passes all. One that takes many times longer is stopped."""
        self.plant(mutant)
        _limit_memory()
        for k, n in enumerate(order):
            signal.setitimer(signal.ITIMER_PROF, 3 + 5 * self.seconds[n])
            signal.alarm(int(120 + 50 * self.seconds[n]))
            if not _passes(self.session, self.session.items[n], [self.session.items[m] for m in order[k + 1 : k + 2]]):
                return n
        return -1

    def plant(self, mutant: Mutant) -> None:
        """Put the changed code in its place; or the changed constant, wherever it was imported or is a default."""
        if mutant.module is not None:
            for one in self.functions[str(mutant.path), mutant.line]:
                one.__code__ = mutant.code
            return
        name = mutant.function
        home = next(one for one in sys.modules.values() if getattr(one, "__file__", None) == str(mutant.path))
        before = vars(home)[name]
        after = CONSTANTS[mutant.constant](before)
        for module in list(sys.modules.values()):
            if vars(module).get(name) is before:
                setattr(module, name, after)
        for (path, _), functions in self.functions.items():
            for one in functions if path == str(mutant.path) else ():
                one.__defaults__ = one.__defaults__ and tuple(after if v is before else v for v in one.__defaults__)


def _report(part: str, n_all: int, found: list[tuple[Mutant, str]]) -> None:
    count = Counter(result for _, result in found)
    n_killed = count[KILLED] + count[TIMEOUT]
    share = 100 * n_killed / max(len(found) - count[EXCUSED], 1)
    print(f"\n{part}: {len(found)} of {n_all} mutants judged, {n_killed} killed ({count[TIMEOUT]} by time)", end="")
    print(f", {count[EXCUSED]} equivalent, {count[SURVIVED]} survive; killed of those that matter: {share:.1f} %")
    for mutant, result in found:
        if result == SURVIVED:
            print(f"  survives: {mutant.told}")
