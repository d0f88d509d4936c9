"""What is compared: the same for any workers and parts; metrics with the errors of their blocks."""

import numpy as np
import pytest

from analyser.aggregate.intervals import share_intervals
from analyser.drift.outcomes import Sums, outcomes_of
from analyser.simulate import play_all
from analyser.workers import Workers

from .conftest import job_of, played


@pytest.mark.parametrize(("workers", "backend"), [(2, "threads"), (2, "loky")])
def test_the_same_digest_for_any_workers(outcomes, workers, backend):
    job = job_of()
    other = outcomes_of(job, play_all(job, Workers(workers, backend, 60.0), lambda _: None, lambda *_: None))
    assert other.digest(12_000) == outcomes.digest(12_000)
    assert (other.marks() == outcomes.marks()).all()


def test_the_same_digest_for_other_parts_but_not_for_another_seed(outcomes):
    parts = outcomes_of(job_of(part_games=1200), played(job_of(part_games=1200)))
    assert parts.digest(12_000) == outcomes.digest(12_000)
    assert parts.metrics == outcomes.metrics
    assert outcomes_of(job_of(seed=2), played(job_of(seed=2))).digest(12_000) != outcomes.digest(12_000)


def test_shares_and_errors_are_those_of_the_summary(outcomes):
    job = job_of()
    (part,) = played(job_of(part_games=12_000))
    for shares, names in (
        (part.tally.seats, [f"seat {seat} wins" for seat in range(4)]),
        (part.tally.strategies, [f"{one.spec} wins" for one in job.strategies]),
    ):
        expected = share_intervals(shares, part.tally.n_blocks)
        found = [outcomes.metrics[name] for name in names]
        assert [one.estimate for one in found] == pytest.approx(expected.share.tolist())
        assert [one.error for one in found] == pytest.approx(expected.standard_error.tolist())


def test_every_kind_of_metric_is_there(outcomes):
    names = set(outcomes.metrics)
    assert {"seat 0 wins", "greedy wins", "length", "shared wins", "no winner", "unfinished"} <= names
    assert {"turn_position 3 wins", "age_rank 0 wins"} <= names


def test_a_mark_tells_winners_and_changes(outcomes):
    marks = outcomes.marks()
    winners = (marks[:, :1] >> np.arange(4)) & 1
    assert ((outcomes.wins > 0) == winners).all()
    rows = outcomes.rows.copy()
    rows[17, -1] += 1
    changed = type(outcomes)(rows, 4, outcomes.metrics, outcomes.strategies).marks() != marks
    assert np.flatnonzero(changed.any(1)).tolist() == [17]


def test_sums_add_up():
    one, other = Sums(1, 2, 3, 4, 5, 1), Sums(10, 20, 30, 40, 50, 1)
    assert one + other == Sums(11, 22, 33, 44, 55, 2)
