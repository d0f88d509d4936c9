"""A small baseline of Faut pas pousser, played once for all tests."""

import dataclasses

import pytest

from analyser.drift.baseline import Baseline, read_baseline, write_baseline
from analyser.drift.outcomes import Outcomes, outcomes_of
from analyser.job import make_job
from analyser.registry import find_game
from analyser.simulate import play_all
from analyser.workers import Workers

POOL = "random,greedy,captain,thrifty"
GAME = find_game("faut-pas-pousser")


def played(job, workers=1):
    """The parts of a job."""
    return play_all(job, Workers(workers, "threads", 60.0), lambda _: None, lambda *_: None)


def job_of(games=12_000, **options):
    """Four strategies in all seat orders."""
    return make_job(GAME, 4, POOL, None, "rotate", games, **options)


def with_facts(baseline: Baseline, **facts) -> Baseline:
    """The same baseline, saying other things of itself."""
    return dataclasses.replace(baseline, facts=baseline.facts | facts)


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
