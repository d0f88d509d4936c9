"""`--backend dask`: a real scheduler and real workers on this machine, in folders of their own."""

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from cli.commands import GAME, analyse, answer, contents, environment, fine, follow, start, write_strategy

from analyser import places
from analyser.job import make_job
from analyser.luggage import Unpacked, pack, play_elsewhere
from analyser.playing import play_part
from analyser.registry import find_game
from analyser.simulate import play_all
from analyser.workers import Workers
from runs.conftest import finished_parts

POOL = ("--strategies", "noisy:p=0.1(greedy),passes:turn=2,random", "--games", "9000", "--part-games", "900")

LONG = ("simulate", "--game", GAME, "--strategies", "greedy,passes,random", "--games", "120000", "--out", "run")
LONG += ("--part-games", "1500")
LONG_PARTS = 80


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """All files of the long run, played here in one go."""
    folder = tmp_path_factory.mktemp("undisturbed")
    fine(*LONG, cwd=folder)
    return without_command(folder / "run")


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


def without_command(run: Path) -> dict[str, str]:
    """The manifest holds the command, in which the workers differ."""
    return {name: digest for name, digest in contents(run).items() if name != "run.json"}


@pytest.mark.parametrize("keep", ["rows", "summary"])
def test_the_same_bytes_as_here(tmp_path: Path, cluster: Cluster, keep: str) -> None:
    """Built-in strategies, wrapped, and one of a designer's own, typed by a path that holds only here."""
    helper = "from analyser.compiling import compiled\n\n\n@compiled\ndef twice(x):\n    return 2.0 * x\n"
    (tmp_path / "my_helper.py").write_text(helper)
    write_strategy(
        tmp_path, "mine", "from my_helper import twice\n\ndef score(view, choice):\n    return twice(view.turn)\n"
    )
    words = ("simulate", "--game", GAME, "--strategies", POOL[1] + ",mine.py", *POOL[2:], "--keep", keep, "--out")
    near = fine(*words, "near", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    far = fine(*words, "far", *cluster.words, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert without_command(tmp_path / "far") == without_command(tmp_path / "near")
    assert far.out.splitlines()[:-2] == near.out.splitlines()[:-2]


def test_edited_data_travel_with_the_job(tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers have the data of the box: they play with the designer's, then with the box's again."""
    game = find_game("la-planche")
    job = make_job(game, strategies="random", games=600, part_games=200)
    alone, far = Workers(1), Workers(1, "dask", 10.0, cluster.address)
    box = [part.tables for part in play_all(job, alone, print, lambda *_: None)]
    shutil.copytree(places.SEEDS, tmp_path / "seeds")
    vane = tmp_path / "seeds" / "la-planche" / "vane.toml"
    text = vane.read_text(encoding="utf-8")
    vane.write_text(text.replace('["swap", "swap"], ["swap", "advance"]', '["skull", "skull"], ["swap", "advance"]'))
    with monkeypatch.context() as edit:
        edit.setattr(places, "SEEDS", tmp_path / "seeds")
        mine = [part.tables for part in play_all(job, alone, print, lambda *_: None)]
        assert [part.tables for part in play_all(job, far, print, lambda *_: None)] == mine
    assert mine != box
    assert [part.tables for part in play_all(job, far, print, lambda *_: None)] == box


def test_files_that_are_nowhere_else(tmp_path: Path) -> None:
    """What a worker is handed is all it needs: the files it came from are gone before it plays."""
    code = "from only_here import third\n\ndef score(view, choice):\n    return third(view.turn)\n"
    helper = "from analyser.compiling import compiled\n\n\n@compiled\ndef third(x):\n    return x / 3.0\n"
    path = write_strategy(tmp_path / "mine", "alone", code)
    (tmp_path / "mine" / "only_here.py").write_text(helper)
    sys.path.insert(0, str(tmp_path / "mine"))
    try:
        job = make_job(find_game(GAME), strategies=f"{path},random", games=200, players=2)
        (tmp_path / "luggage").write_bytes(pickle.dumps(pack(job)))
        wanted = play_part(job, 0, 10.0, None, lambda _: None)
    finally:
        sys.path.remove(str(tmp_path / "mine"))
    shutil.rmtree(tmp_path / "mine")
    (tmp_path / "there").mkdir()
    play = (
        "import pickle, sys; from analyser.luggage import play_elsewhere as play; data = open(sys.argv[1], 'rb').read()"
    )
    play += "; open('part', 'wb').write(pickle.dumps(play(pickle.loads(data), 0, 10.0, True)))"
    subprocess.run(
        [sys.executable, "-c", play, tmp_path / "luggage"], cwd=tmp_path / "there", env=environment(), check=True
    )
    assert pickle.loads((tmp_path / "there" / "part").read_bytes()).tables == wanted.tables


def test_a_strategy_that_fails_there_is_named_as_here(tmp_path: Path, cluster: Cluster) -> None:
    path = write_strategy(tmp_path, "fails", "def score(view, choice):\n    return 1 / view.fallen\n")
    words = ("simulate", "--game", GAME, "--players", "2", "--strategies", "fails.py", "--games", "64")
    done = analyse(*words, *cluster.words, cwd=tmp_path)
    assert (done.code, done.out) == (3, "")
    assert "Strategy fails raised ZeroDivisionError: division by zero in game 0, seat " in done.last_line
    assert f"--seats {path},{path}" in done.last_line


def test_other_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyser.luggage.UNPACKED", Unpacked())
    luggage = replace(pack(make_job(find_game(GAME), strategies="random", games=10)), rules="other")
    assert str(play_elsewhere(luggage, 0, 10.0, True)) == (
        "A worker has other rules than this machine. Install the same version of analyse on both."
    )


def until(process: subprocess.Popen[str], run: Path, n_parts: int) -> None:
    """Wait until a run has so many parts."""
    while process.poll() is None and finished_parts(run) < n_parts:
        time.sleep(0.005)
    assert process.poll() is None, f"the run ended before it could be disturbed: {process.communicate()}"


def test_a_worker_killed_in_the_middle_is_survived(
    tmp_path: Path, mortal: Cluster, undisturbed: dict[str, str]
) -> None:
    process = start(*LONG, *mortal.words, cwd=tmp_path)
    until(process, tmp_path / "run", 5)
    mortal.workers[0].send_signal(signal.SIGKILL)
    assert answer(process).code == 0
    assert without_command(tmp_path / "run") == undisturbed


def test_a_scheduler_that_is_gone(tmp_path: Path, mortal: Cluster, undisturbed: dict[str, str]) -> None:
    """A clear error, and a run that goes on here."""
    process = start(*LONG, *mortal.words, cwd=tmp_path)
    until(process, tmp_path / "run", 5)
    mortal.scheduler.send_signal(signal.SIGKILL)
    done = answer(process)
    assert (done.code, done.out) == (3, "")
    assert done.last_line.startswith("analyse: The Dask ")
    assert "scheduler" in done.last_line and " is gone" in done.last_line
    assert done.last_line.endswith(" Finished parts are kept. Go on with: analyse simulate --resume run")
    assert 5 <= finished_parts(tmp_path / "run") < LONG_PARTS
    assert follow(done.err, "Go on with: ", cwd=tmp_path).code == 0
    assert without_command(tmp_path / "run") == undisturbed


def test_ctrl_c(tmp_path: Path, cluster: Cluster) -> None:
    process = start(*LONG, *cluster.words, cwd=tmp_path)
    until(process, tmp_path / "run", 2)
    os.killpg(process.pid, signal.SIGINT)
    done = answer(process)
    assert (done.code, done.out) == (3, "")
    assert "Go on with: analyse simulate --resume run" in done.last_line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--backend", "dask"), "--backend dask needs --cluster ADDRESS, for instance "),
        (("--cluster", "tcp://127.0.0.1:8786"), "--cluster tcp://127.0.0.1:8786 needs --backend dask, not threads."),
        (("--backend", "dask", "--cluster", "x:y"), "--cluster x:y is no address of a Dask scheduler. Allowed: tcp://"),
    ],
)
def test_refused(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    done = analyse("simulate", "--game", GAME, *words, cwd=tmp_path)
    assert (done.code, list(tmp_path.iterdir())) == (2, [])
    assert done.last_line.removeprefix("analyse: ").startswith(told)


def test_nobody_there(tmp_path: Path) -> None:
    address = "tcp://127.0.0.1:1"
    words = ("simulate", "--game", GAME, "--strategies", "random", "--games", "100", "--out", "run")
    done = analyse(*words, "--backend", "dask", "--cluster", address, cwd=tmp_path)
    assert (done.code, done.out) == (3, "")
    assert f"Cannot reach a Dask scheduler at {address}: " in done.last_line
    assert follow(done.err, "Go on with: ", cwd=tmp_path).code == 0
