"""Every command that plays, played by the workers of a cluster: the same bytes and words as here."""

import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
import typer

from analyser.cli.app import app_with
from analyser.experiments import learn
from analyser.simulation import executor
from tests.cli.commands import ROOT, Answer, Refused, analyse, contents, write_strategy
from tests.cli.test_report_command import RECIPE
from tests.storage.test_cluster import Cluster

GAME = ("--game", "la-planche")
SMALL = (*GAME, "--strategies", "random", "--games", "200", "--out", "answer")
BRIEF = (*SMALL, "--no-robustness")
PAIR = "survivor,random"
BASELINE = str(ROOT / "reports/baselines/la-planche.json")
COMMANDS = {
    "baseline": (*GAME, "--games", "300", "--strategies", "random", "--out", "baseline.json"),
    "best-response": (*GAME, "--against", "random", "--games", "100", "--out", "answer"),
    "check": (BASELINE, "--games", "300", "--json", "--junit", "found.xml"),
    "compare": (*BRIEF, "--vary", "plank_length=18,20"),
    "diff": ("la-planche", "la-planche", *SMALL, "--set", "plank_length=20", "--target", "turns=10:30"),
    "feel": BRIEF,
    "fix": (
        *(*GAME, "--strategies", "random", "--change", "plank_length", "--opponents", "", "--games", "60000"),
        *("--target", "turns=20:24", "--out", "answer"),
    ),
    "ladder": (*GAME, "--top", "0", "--games", "100", "--no-restricted", "--out", "answer"),
    "learn": (*GAME, "--players", "2", "--games", "1000"),
    "report": (*GAME, "--recipe", "own.toml", "--games", "1000", "--out", "r.pdf"),
    "seats": SMALL,
    "sensitivity": (*SMALL, "--vary", "vane"),
    "sweep": (*BRIEF, "--vary", "plank_length=18,20"),
    "tournament": (*GAME, "--strategies", PAIR, "--games", "200", "--out", "answer"),
    "try": ("mine.py", *GAME, "--games", "1000"),
    "values": (*BRIEF, "colour"),
}
ELSEWHERE = ("simulate",)
"""Tested with all of its runs in tests/storage/test_cluster.py."""
NOT_HERE = patch.object(executor, "_play_in_threads", side_effect=AssertionError("played here"))
PATIENT = patch("analyser.simulation.cluster.FROZEN_SECONDS", 600.0)
"""A worker that compiles beside other tests is silent for long."""
QUICK = ("feel", "seats")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    found = Cluster(tmp_path_factory.mktemp("cluster"), 2)
    yield found
    found.end()


def played(folder: Path, command: str, *words: str) -> Answer:
    """A command in a new folder, with a strategy and a recipe of one's own at hand."""
    folder.mkdir()
    write_strategy(folder, "mine", "def score(view, choice):\n    return 1.0\n")
    (folder / "own.toml").write_text(RECIPE, encoding="utf-8")
    few = {"RACE_GAMES": 200, "TRIAL_GAMES": 40, "ROUNDS": 2}
    with patch.multiple(learn, **few):
        return analyse(command, *COMMANDS[command], *words, cwd=folder)


@pytest.mark.parametrize(
    "command", [one if one in QUICK else pytest.param(one, marks=pytest.mark.long) for one in COMMANDS]
)
def test_the_same_answer_as_here(tmp_path: Path, cluster: Cluster, command: str) -> None:
    """Nothing is played by threads of the command itself."""
    near = played(tmp_path / "near", command)
    with NOT_HERE, PATIENT:
        far = played(tmp_path / "far", command, *cluster.words)
    assert near.code in (0, 1, 4), near.err
    assert (far.code, _told(far)) == (near.code, _told(near))
    files = contents(tmp_path / "near")
    assert files == contents(tmp_path / "far")
    assert len(files) > 2 or command in ("try", "check"), "an answer was written"


def _told(answer: Answer) -> str:
    """What was printed, without the words that name the workers."""
    return re.sub(r" --backend dask --cluster \S+", "", answer.out)


def test_every_command_with_workers_can_have_a_cluster() -> None:
    """`bench` is about this machine."""
    found = {one.name: {name for each in one.params for name in each.opts} for one in _commands()}
    with_workers = {name for name, options in found.items() if "--jobs" in options}
    assert with_workers == {name for name, options in found.items() if {"--backend", "--cluster"} <= options}
    assert with_workers == {*COMMANDS, *ELSEWHERE}


def _commands():
    return typer.main.get_command(app_with()).commands.values()


@pytest.mark.parametrize("command", COMMANDS)
def test_an_address_that_is_none(refused: Refused, command: str) -> None:
    told = refused(command, *COMMANDS[command], "--backend", "dask", "--cluster", "x:y")
    assert told.startswith("--cluster x:y is not an address of a Dask scheduler.")


def test_nobody_there(tmp_path: Path) -> None:
    """A sentence, and no answer."""
    address = "tcp://127.0.0.1:1"
    with patch("analyser.simulation.cluster.CONNECT_SECONDS", 0.5):
        done = analyse("seats", *SMALL, "--backend", "dask", "--cluster", address, cwd=tmp_path)
    assert (done.code, done.out, list(tmp_path.iterdir())) == (3, "", [])
    assert f"Cannot reach a Dask scheduler at {address}: " in done.last_line
