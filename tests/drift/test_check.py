"""What a check says: of nothing that moved, of a setting, a strategy, a whim of the machine, of fresh games."""

import numpy as np
import pytest

from analyser.drift.check import EXACT, PAIRED, STATISTICAL, check, check_fresh, what_moved
from analyser.drift.judging import Tolerance, Verdict

from .conftest import job_of, played, with_facts

TOLERANCE = Tolerance()


@pytest.fixture(scope="module")
def bonus(tmp_path_factory):
    """A baseline of a world in which piles have three pirates."""
    from analyser.drift.baseline import read_baseline, write_baseline
    from analyser.drift.outcomes import outcomes_of

    path = tmp_path_factory.mktemp("bonus") / "bonus.json"
    job = job_of(assignments=["pile_size=3"])
    write_baseline(path, job, ["pile_size=3"], outcomes_of(job, played(job)))
    return read_baseline(path)


def test_nothing_moved(baseline):
    report = check(baseline, TOLERANCE, played)
    assert (report.verdict, report.mode, report.changed, report.moved) == (Verdict.PASS, EXACT, 0, [])


def test_a_refactoring_that_changes_nothing_passes(baseline):
    """Another hash, the same games."""
    report = check(with_facts(baseline, hashes=baseline.facts["hashes"] | {"rules": "0"}), TOLERANCE, played)
    assert (report.verdict, report.mode, report.moved) == (Verdict.PASS, EXACT, ["rules"])


def test_a_setting_that_moves_the_shares_fails_and_is_named(bonus):
    report = check(with_facts(bonus, set=[]), TOLERANCE, played)
    assert (report.verdict, report.mode) == (Verdict.FAIL, PAIRED)
    assert "setting pile_size: 3 -> 4" in report.moved
    failed = {one.change.metric for one in report.judged if one.verdict is Verdict.FAIL}
    assert "captain wins" in failed
    assert report.replay is not None and "analyse play --game faut-pas-pousser" in report.replay


def test_paired_errors_are_smaller_than_those_of_two_samples(bonus):
    paired = {one.change.metric: one.change for one in check(with_facts(bonus, set=[]), TOLERANCE, played).judged}
    fresh = {one.change.metric: one.change for one in check_fresh(with_facts(bonus, set=[]), TOLERANCE, played).judged}
    assert paired["captain wins"].error < 0.8 * fresh["captain wins"].error


def test_the_first_game_that_differs_is_named(baseline):
    marks = bytearray(baseline.marks)
    for game in (41, 700):
        marks[3 * game] ^= 1
    report = check(type(baseline)(baseline.path, baseline.facts, baseline.metrics, bytes(marks)), TOLERANCE, played)
    assert (report.verdict, report.mode, report.changed, report.first_changed) == (Verdict.FAIL, EXACT, 2, 41)


def test_strict_fails_on_any_change_whatever_moved(bonus):
    assert check(with_facts(bonus, set=[]), TOLERANCE, played, strict=True).mode == EXACT
    assert check(with_facts(bonus, set=[]), TOLERANCE, played, strict=True).verdict is Verdict.FAIL


def test_few_games_of_a_changed_world_cannot_decide(bonus):
    report = check(with_facts(bonus, set=[]), Tolerance(share=0.2, detect=0.21), played, games=240)
    assert report.verdict is Verdict.INCONCLUSIVE


def test_a_change_inside_the_tolerance_is_a_warning_or_passes(bonus):
    report = check(with_facts(bonus, set=[]), Tolerance(share=0.3, length=0.5, detect=0.9), played)
    assert report.verdict in (Verdict.WARN, Verdict.PASS)
    assert any(one.verdict is Verdict.WARN for one in report.judged)


def test_fresh_games_of_the_same_world_do_not_fail(baseline):
    report = check_fresh(baseline, TOLERANCE, played)
    assert report.mode == STATISTICAL
    assert not [one for one in report.judged if one.verdict is Verdict.FAIL]
    assert report.job.seed == baseline.facts["seed"] + 1


def test_a_large_drift_ends_a_fresh_check_early(bonus):
    report = check_fresh(with_facts(bonus, set=[]), TOLERANCE, played, games=120_000)
    assert report.verdict is Verdict.FAIL
    assert report.games < 120_000


def test_what_moved_is_told_by_kind(baseline):
    facts = baseline.facts
    hashes = facts["hashes"] | {"data settings.toml": "0", "strategy greedy": "0", "strategy gone": "0"}
    other = with_facts(baseline, hashes=hashes, settings=facts["settings"] | {"pile_size": 9})
    moved = what_moved(other, job_of())
    assert moved == ["data settings.toml", "strategy greedy", "strategy gone", "setting pile_size: 9 -> 4"]


def test_other_line_ups_are_not_paired(bonus):
    """Who sat where must be the same before games can be compared one by one."""
    moved = with_facts(bonus, set=[], lineups="0")
    changes = {one.change.metric: one.change for one in check(moved, TOLERANCE, played).judged}
    two_samples = bonus.metrics["captain wins"].error
    assert changes["captain wins"].error > two_samples
    assert np.isfinite(changes["captain wins"].delta)
