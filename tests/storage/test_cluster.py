"""`--backend dask`: a real scheduler and real workers on this machine, in folders of their own."""

import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analyser.core import paths
from analyser.core.errors import RunFailed
from analyser.experiments import positions, trajectories
from analyser.experiments.sample import Runner
from analyser.games.loader import find_game, shipped_games
from analyser.simulation.cluster import Pulse
from analyser.simulation.executor import Workers, play_all
from analyser.simulation.job import Job, make_job
from analyser.simulation.job_bundle import Unpacked, pack, play_elsewhere
from analyser.simulation.part import Part, PartTask, Work, as_it_is, engine_with, play_part
from tests.cli.commands import (
    GAME,
    analyse_apart,
    answer,
    environment,
    fine_apart,
    follow,
    start,
    write_strategy,
)
from tests.storage.conftest import LONG, LONG_PARTS, finished_parts, without_command


@pytest.fixture(autouse=True)
def places_are_put_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bundle that is unpacked in this process moves data and strategies to its own folder."""
    monkeypatch.setattr(paths, "SEEDS", paths.SEEDS)
    monkeypatch.setattr(paths, "STRATEGIES", paths.STRATEGIES)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    shipped_games.cache_clear()
    engine_with.cache_clear()


POOL = ("--strategies", "noisy:p=0.1(greedy),passes:turn=2,random", "--games", "9000", "--part-games", "900")


class Cluster:
    """A scheduler and its workers, each a process; every worker in an empty folder."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder, self.file, self.processes = folder, folder / "scheduler.json", []
        self.scheduler = self.start("dask_scheduler", "--host", "127.0.0.1", "--port", "0")
        while not self.file.exists():
            time.sleep(0.05)
            assert self.scheduler.poll() is None
        self.address = json.loads(self.file.read_text())["address"]
        self.workers = [self.worker() for _ in range(workers)]
        wait = f"from distributed import Client; Client({self.address!r}).wait_for_workers({workers}, timeout=100)"
        subprocess.run([sys.executable, "-c", wait], check=True, capture_output=True, env=environment())

    def start(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        cwd = self.folder / f"elsewhere-{len(self.processes)}"
        cwd.mkdir()
        command = [sys.executable, "-m", f"distributed.cli.{program}", "--scheduler-file", self.file, "--no-dashboard"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen([*command, *words], cwd=cwd, env=environment(TMPDIR=str(cwd)), **quiet)
        self.processes.append(process)
        return process

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start("dask_worker", "--nthreads", "1", "--no-nanny", "--local-directory", ".")

    @property
    def words(self) -> tuple[str, ...]:
        return ("--backend", "dask", "--cluster", self.address)

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers, for all tests that do not harm it."""
    found = Cluster(tmp_path_factory.mktemp("cluster"), 2)
    yield found
    found.end()


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster to kill: first one of its workers, then its scheduler."""
    found = Cluster(tmp_path_factory.mktemp("mortal"), 2)
    yield found
    found.end()


def task_of(job: Job) -> PartTask[Part]:
    return PartTask(job, 10.0, True, as_it_is)


def assert_same(tables: dict[str, pl.DataFrame], others: dict[str, pl.DataFrame]) -> None:
    assert tables.keys() == others.keys()
    for name, table in tables.items():
        assert_frame_equal(table, others[name])


@pytest.mark.parametrize("keep", ["rows", pytest.param("summary", marks=pytest.mark.long)])
def test_the_same_bytes_as_here(tmp_path: Path, cluster: Cluster, keep: str) -> None:
    """Built-in strategies, wrapped, and one of a designer's own, typed by a path that holds only here."""
    helper = "from analyser.kernel.backend import compiled\n\n\n@compiled\ndef twice(x):\n    return 2.0 * x\n"
    (tmp_path / "my_helper.py").write_text(helper)
    write_strategy(
        tmp_path, "mine", "from my_helper import twice\n\ndef score(view, choice):\n    return twice(view.turn)\n"
    )
    words = ("simulate", "--game", GAME, "--strategies", POOL[1] + ",mine.py", *POOL[2:], "--keep", keep, "--out")
    near = fine_apart(*words, "near", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    far = fine_apart(*words, "far", *cluster.words, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert without_command(tmp_path / "far") == without_command(tmp_path / "near")
    assert far.out.splitlines()[:-2] == near.out.splitlines()[:-2]


def test_edited_data_travel_with_the_job(tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers have the data of the box: they play with the designer's, then with the box's again."""
    game = find_game("la-planche")
    job = make_job(game, strategies="random", games=600, part_games=200)
    alone, far = Workers(1), Workers(1, "dask", 10.0, cluster.address)

    def tables(workers: Workers) -> dict[str, pl.DataFrame]:
        parts = [part.tables for part in play_all(job, workers, print, lambda *_: None)]
        return {name: pl.concat(part[name] for part in parts) for name in parts[0]}

    box = tables(alone)
    shutil.copytree(paths.SEEDS, tmp_path / "seeds")
    vane = tmp_path / "seeds" / "la-planche" / "vane.toml"
    text = vane.read_text(encoding="utf-8")
    vane.write_text(text.replace('["swap", "skull"], ["advance", "move"]', '["skull", "skull"], ["advance", "move"]'))
    with monkeypatch.context() as edit:
        edit.setattr(paths, "SEEDS", tmp_path / "seeds")
        mine = tables(alone)
        assert_same(tables(far), mine)
    assert not mine["games"].equals(box["games"])
    assert_same(tables(far), box)


def test_files_that_are_nowhere_else(tmp_path: Path) -> None:
    """What a worker is handed is all it needs: the files it came from are gone before it plays."""
    code = "from only_here import third\n\ndef score(view, choice):\n    return third(view.turn)\n"
    helper = "from analyser.kernel.backend import compiled\n\n\n@compiled\ndef third(x):\n    return x / 3.0\n"
    path = write_strategy(tmp_path / "mine", "alone", code)
    (tmp_path / "mine" / "only_here.py").write_text(helper)
    sys.path.insert(0, str(tmp_path / "mine"))
    try:
        job = make_job(find_game(GAME), strategies=f"{path},random", games=200, players=2)
        (tmp_path / "bundle").write_bytes(pickle.dumps(pack(task_of(job))))
        wanted = play_part(job, 0, 10.0, None, lambda _: None)
    finally:
        sys.path.remove(str(tmp_path / "mine"))
    shutil.rmtree(tmp_path / "mine")
    (tmp_path / "there").mkdir()
    play = "import pickle, sys; from analyser.simulation.job_bundle import play_elsewhere as play; "
    play += "data = open(sys.argv[1], 'rb').read()"
    play += "; open('part', 'wb').write(pickle.dumps(play(pickle.loads(data), 0)))"
    subprocess.run(
        [sys.executable, "-c", play, tmp_path / "bundle"], cwd=tmp_path / "there", env=environment(), check=True
    )
    assert_same(pickle.loads((tmp_path / "there" / "part").read_bytes()).tables, wanted.tables)


@pytest.mark.parametrize("experiment", [trajectories, positions], ids=["followed", "positions"])
def test_other_work_travels_too(monkeypatch: pytest.MonkeyPatch, experiment: ModuleType) -> None:
    """Games that are followed, and positions that are played to the end: a worker finds the same."""
    asked: list[Work[object]] = []
    monkeypatch.setattr(experiment, "do_all", lambda work, *_: asked.append(work) or iter(()))
    job = make_job(find_game("la-planche"), strategies="random", games=4, players=2)
    if experiment is positions:
        positions.positions(job, 4, Runner())
    else:
        with pytest.raises((ValueError, KeyError)):
            trajectories.trajectories(job, Runner())
    (work,) = asked
    here = work.do(0)
    there = play_elsewhere(pickle.loads(pickle.dumps(pack(work))), 0)
    assert work.games(0) > 0
    assert_same_values(there, here)


def assert_same_values(one: object, other: object) -> None:
    """Of tables, positions and arrays."""
    if isinstance(one, dict):
        assert_same(one, other)
        return
    assert len(one) == len(other) > 0
    for found, wanted in zip(one, other, strict=True):
        np.testing.assert_equal(vars(found), vars(wanted))


def test_a_strategy_that_fails_there_is_named_as_here(tmp_path: Path, cluster: Cluster) -> None:
    path = write_strategy(tmp_path, "fails", "def score(view, choice):\n    return 1 / view.fallen\n")
    words = ("simulate", "--game", GAME, "--players", "2", "--strategies", "fails.py", "--games", "64")
    done = analyse_apart(*words, *cluster.words, cwd=tmp_path)
    assert (done.code, done.out) == (3, "")
    assert "Strategy fails raised ZeroDivisionError: division by zero in game 0, seat " in done.last_line
    assert f"--seats {path},{path}" in done.last_line


def test_other_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyser.simulation.job_bundle.UNPACKED", Unpacked())
    bundle = pack(task_of(make_job(find_game(GAME), strategies="random", games=10)))
    turn = "rules games/faut_pas_pousser/turn.py"
    other = re.sub(r"play_game \w+", "play_game 00000000", bundle.hashes[turn])
    bundle = replace(bundle, hashes=bundle.hashes | {turn: other})
    assert str(play_elsewhere(bundle, 0)) == (
        "A worker would play other games than this machine. It differs in rules: play_game in "
        "games/faut_pas_pousser/turn.py. Install the same version of analyse on both."
    )


def until(process: subprocess.Popen[str], run: Path, n_parts: int) -> None:
    """Wait until a run has so many parts."""
    while process.poll() is None and finished_parts(run) < n_parts:
        time.sleep(0.005)
    assert process.poll() is None, f"the run ended before it could be disturbed: {process.communicate()}"


@pytest.mark.long
def test_a_worker_killed_in_the_middle_is_survived(
    tmp_path: Path, mortal: Cluster, undisturbed: dict[str, str]
) -> None:
    process = start(*LONG, *mortal.words, cwd=tmp_path)
    until(process, tmp_path / "run", 5)
    mortal.workers[0].send_signal(signal.SIGKILL)
    assert answer(process).code == 0
    assert without_command(tmp_path / "run") == undisturbed


@pytest.mark.long
def test_a_scheduler_that_is_gone(tmp_path: Path, mortal: Cluster, undisturbed: dict[str, str]) -> None:
    """A clear error, and a run that goes on here."""
    process = start(*LONG, *mortal.words, cwd=tmp_path)
    until(process, tmp_path / "run", 5)
    mortal.scheduler.send_signal(signal.SIGKILL)
    done = answer(process)
    assert (done.code, done.out) == (3, "")
    assert done.last_line.startswith("analyse: The Dask ")
    assert "scheduler" in done.last_line and " is gone" in done.last_line
    assert done.last_line.endswith(" Finished parts are kept. Resume with: analyse simulate --resume run")
    assert 5 <= finished_parts(tmp_path / "run") < LONG_PARTS
    assert follow(done.err, "Resume with: ", cwd=tmp_path).code == 0
    assert without_command(tmp_path / "run") == undisturbed


@pytest.mark.long
@pytest.mark.parametrize("who", ["scheduler", "worker"])
def test_who_is_frozen_is_named(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    """A stopped process keeps its connections: only its silence tells."""
    monkeypatch.setattr("analyser.simulation.cluster.FROZEN_SECONDS", 5.0)
    monkeypatch.setattr("analyser.simulation.cluster.ASK_SECONDS", 1.0)
    found = Cluster(tmp_path_factory.mktemp("frozen"), 2)
    job = make_job(find_game(GAME), strategies="greedy", games=200_000, part_games=500)
    stopped = found.scheduler if who == "scheduler" else found.workers[0]
    try:
        parts = play_all(job, Workers(backend="dask", cluster=found.address), print, lambda *_: None)
        next(parts)
        stopped.send_signal(signal.SIGSTOP)
        with pytest.raises(RunFailed, match=rf"The Dask {who} .*of tcp://.* has been silent for 5 seconds\."):
            list(parts)
    finally:
        found.end()


def test_silence_is_noticed_only_once_it_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """One worker is heard again and again, the other is not."""
    clock = [0.0]
    monkeypatch.setattr("analyser.simulation.cluster.time", SimpleNamespace(monotonic=lambda: clock[0]))
    told = {"well": {"last_seen": 0.0}, "ill": {"last_seen": 0.0}}
    client = SimpleNamespace(
        status="running", scheduler=SimpleNamespace(identity=None), sync=lambda *_, **__: {"workers": told}
    )
    pulse = Pulse(client)
    for seconds in range(0, 61, 5):
        clock[0] = told["well"]["last_seen"] = float(seconds)
        assert pulse.frozen(clock[0]) == ""
    clock[0] = told["well"]["last_seen"] = 66.0
    assert pulse.frozen(66.0) == "The Dask worker ill"


def test_ctrl_c(tmp_path: Path, cluster: Cluster) -> None:
    process = start(*LONG, *cluster.words, cwd=tmp_path)
    until(process, tmp_path / "run", 2)
    os.killpg(process.pid, signal.SIGINT)
    done = answer(process)
    assert (done.code, done.out) == (3, "")
    assert "Resume with: analyse simulate --resume run" in done.last_line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--backend", "dask"), "--backend dask needs --cluster ADDRESS, for instance "),
        (("--cluster", "tcp://127.0.0.1:8786"), "--cluster tcp://127.0.0.1:8786 needs --backend dask, not threads."),
        (
            ("--backend", "dask", "--cluster", "x:y"),
            "--cluster x:y is not an address of a Dask scheduler. Allowed: tcp://",
        ),
    ],
)
def test_refused(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    done = analyse_apart("simulate", "--game", GAME, *words, cwd=tmp_path)
    assert (done.code, list(tmp_path.iterdir())) == (2, [])
    assert done.last_line.removeprefix("analyse: ").startswith(told)


@pytest.mark.long
def test_nobody_there(tmp_path: Path) -> None:
    address = "tcp://127.0.0.1:1"
    words = ("simulate", "--game", GAME, "--strategies", "random", "--games", "100", "--out", "run")
    done = analyse_apart(*words, "--backend", "dask", "--cluster", address, cwd=tmp_path)
    assert (done.code, done.out) == (3, "")
    assert f"Cannot reach a Dask scheduler at {address}: " in done.last_line
    assert follow(done.err, "Resume with: ", cwd=tmp_path).code == 0
