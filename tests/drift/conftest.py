"""Baselines of Faut pas pousser: one really played, one drawn by lot. Each is made once for all tests."""

import dataclasses

import msgspec
import pytest

from analyser.drift.baseline import Baseline, read_baseline, write_baseline
from analyser.drift.outcomes import Outcomes, outcomes_of
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers, play_all
from analyser.simulation.job import make_job
from tests.drift.lottery import Lottery

POOL = "random,greedy,captain,thrifty"
GAME = find_game("faut-pas-pousser")
FAIR = Lottery()


def played(job, workers=1):
    """The parts of a job."""
    return play_all(job, Workers(workers, "threads", 60.0), lambda _: None, lambda *_: None)


def job_of(games=12_000, **options):
    """Four strategies in all seat orders."""
    return make_job(GAME, 4, POOL, None, "rotate", games, **options)


def with_contents(baseline: Baseline, **facts) -> Baseline:
    """The same baseline, with other contents of its file."""
    return dataclasses.replace(baseline, contents=msgspec.structs.replace(baseline.contents, **facts))


def edited(baseline: Baseline) -> Baseline:
    """The same baseline as if a rule had been edited since."""
    return with_contents(baseline, hashes=baseline.contents.hashes | {"rules": "0"})


def drawn_baseline(path, lottery=FAIR, **options) -> Baseline:
    """A baseline of games drawn by lot."""
    job = job_of(**options)
    write_baseline(path, job, [], outcomes_of(job, lottery(job)))
    return read_baseline(path)


@pytest.fixture(scope="session")
def outcomes() -> Outcomes:
    return outcomes_of(job_of(), played(job_of()))


@pytest.fixture(scope="session")
def stored(outcomes, tmp_path_factory):
    """The file of a baseline."""
    path = tmp_path_factory.mktemp("baselines") / "small.json"
    write_baseline(path, job_of(), [], outcomes)
    return path


@pytest.fixture
def baseline(stored) -> Baseline:
    return read_baseline(stored)


@pytest.fixture(scope="session")
def drawn(tmp_path_factory) -> Baseline:
    """12,000 games drawn by lot."""
    return drawn_baseline(tmp_path_factory.mktemp("drawn") / "drawn.json")
