"""What a check says: of nothing that moved, of a setting, a strategy, a whim of the machine, of fresh games."""

import dataclasses

import numpy as np
import pytest

from analyser.drift.check import (
    EXACT,
    PAIRED,
    STATISTICAL,
    check_fresh_games,
    check_same_games,
    games_to_decide,
    is_settled,
)
from analyser.drift.comparison import what_moved
from analyser.drift.verdict import DriftVerdict, JudgedChange, MetricChange, Tolerance, judge_changes, worst
from tests.drift.conftest import FAIR, drawn_baseline, job_of, played, with_contents
from tests.drift.lottery import Lottery

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
    result = check_same_games(baseline, TOLERANCE, played)
    assert (result.verdict, result.mode, result.changed, result.moved) == (DriftVerdict.PASS, EXACT, 0, [])


def test_a_refactoring_that_changes_nothing_passes(baseline):
    """Another hash, the same games."""
    result = check_same_games(
        with_contents(baseline, hashes=baseline.contents.hashes | {"rules": "0"}), TOLERANCE, played
    )
    assert (result.verdict, result.mode, result.moved) == (DriftVerdict.PASS, EXACT, ["rules"])


def test_a_setting_that_moves_the_shares_fails_and_is_named(bonus):
    result = check_same_games(with_contents(bonus, set=[]), TOLERANCE, played)
    assert (result.verdict, result.mode) == (DriftVerdict.FAIL, PAIRED)
    assert "setting pile_size: 3 -> 4" in result.moved
    failed = {one.change.metric for one in result.judged if one.verdict is DriftVerdict.FAIL}
    assert "captain wins" in failed
    assert result.replay is not None and "analyse play --game faut-pas-pousser" in result.replay


def test_paired_errors_are_smaller_than_those_of_two_samples(bonus):
    paired = {
        one.change.metric: one.change
        for one in check_same_games(with_contents(bonus, set=[]), TOLERANCE, played).judged
    }
    fresh = {
        one.change.metric: one.change
        for one in check_fresh_games(with_contents(bonus, set=[]), TOLERANCE, played).judged
    }
    assert paired["captain wins"].error < 0.8 * fresh["captain wins"].error


def test_the_first_game_that_differs_is_named(baseline):
    fingerprints = bytearray(baseline.fingerprints)
    for game in (41, 700):
        fingerprints[3 * game] ^= 1
    result = check_same_games(dataclasses.replace(baseline, fingerprints=bytes(fingerprints)), TOLERANCE, played)
    assert (result.verdict, result.mode, result.changed, result.first_changed) == (DriftVerdict.FAIL, EXACT, 2, 41)


def test_strict_fails_on_any_change_whatever_moved(bonus):
    assert check_same_games(with_contents(bonus, set=[]), TOLERANCE, played, strict=True).mode == EXACT
    assert check_same_games(with_contents(bonus, set=[]), TOLERANCE, played, strict=True).verdict is DriftVerdict.FAIL


def test_few_games_of_a_changed_world_cannot_decide(bonus):
    result = check_same_games(with_contents(bonus, set=[]), Tolerance(share=0.2, detect=0.21), played, games=240)
    assert result.verdict is DriftVerdict.INCONCLUSIVE


def test_a_change_inside_the_tolerance_is_a_warning_or_passes(bonus):
    result = check_same_games(with_contents(bonus, set=[]), Tolerance(share=0.3, length=0.5, detect=0.9), played)
    assert result.verdict in (DriftVerdict.WARN, DriftVerdict.PASS)
    assert any(one.verdict is DriftVerdict.WARN for one in result.judged)


def test_fresh_games_of_the_same_world_do_not_fail(baseline):
    result = check_fresh_games(baseline, TOLERANCE, played)
    assert result.mode == STATISTICAL
    assert not [one for one in result.judged if one.verdict is DriftVerdict.FAIL]
    assert result.job.seed == baseline.contents.seed + 1


def test_as_many_fresh_games_as_are_said_to_be_needed_decide(drawn):
    """Whatever they find; with half of them a metric stays undecided."""
    wide = Tolerance(detect=0.05)
    needed, equal = games_to_decide(drawn, wide)
    assert needed is not None and equal > 0
    enough, half = (check_fresh_games(drawn, wide, FAIR, n) for n in (needed, needed // 2))
    assert enough.verdict is not DriftVerdict.INCONCLUSIVE
    assert half.verdict is DriftVerdict.INCONCLUSIVE


def test_a_baseline_can_be_too_small_for_any_number_of_fresh_games(drawn, tmp_path):
    needed, equal = games_to_decide(drawn, TOLERANCE)
    assert needed is None and equal > drawn.contents.games
    larger = drawn_baseline(tmp_path / "larger.json", games=equal)
    assert games_to_decide(larger, TOLERANCE)[0] == pytest.approx(equal, rel=0.2)


def test_a_large_drift_ends_a_fresh_check_early(bonus):
    result = check_fresh_games(with_contents(bonus, set=[]), TOLERANCE, played, games=120_000)
    assert result.verdict is DriftVerdict.FAIL
    assert result.games < 120_000


def test_what_moved_is_told_by_kind(baseline):
    stored = baseline.contents
    hashes = stored.hashes | {"table": "0", "data settings.toml": "0", "strategy greedy": "0", "strategy gone": "0"}
    other = with_contents(baseline, hashes=hashes, settings=stored.settings | {"pile_size": 9})
    moved = what_moved(other, job_of())
    assert moved == ["data changed: settings.toml", "strategy gone", "strategy greedy", "setting pile_size: 9 -> 4"]


def test_other_line_ups_are_not_paired(bonus):
    """Who sat where must be the same before games can be compared one by one."""
    moved = with_contents(bonus, set=[], lineups="0")
    changes = {one.change.metric: one.change for one in check_same_games(moved, TOLERANCE, played).judged}
    two_samples = bonus.metrics["captain wins"].error
    assert changes["captain wins"].error > two_samples
    assert np.isfinite(changes["captain wins"].delta)


def judged(delta, error, tolerance=0.005):
    change = MetricChange("seat 1 wins", 0.25, 0.25 + delta, error)
    return JudgedChange(change, tolerance, 1.0, 0.01, DriftVerdict.PASS)


def test_a_look_settles_what_lies_inside_its_tolerance_beyond_doubt():
    """One metric: 2.713 standard errors (a third of 1 %); two share the level: 2.935. 99 % intervals: 2.576."""
    assert is_settled([])
    for n, critical in ((1, 2.713), (2, 2.935)):
        for delta in (0.002, -0.002):
            assert is_settled([judged(delta, 0.003 / (critical + 0.002))] * n)
            assert not is_settled([judged(delta, 0.003 / (critical - 0.002))] * n)
    assert not is_settled([judged(0.0, 0.0), judged(0.0, 0.1)])
    assert judged(0.0, 0.1).half_width == pytest.approx(0.25758, abs=1e-5)


def test_tolerances_of_metrics():
    """Shares by points, the length by a share of itself; what must be found grows with it."""
    tolerance = Tolerance(0.01, 0.05, 0.03)
    assert (tolerance.of("seat 1 wins", 0.25), tolerance.of("length", 8.0)) == (0.01, pytest.approx(0.4))
    assert tolerance.to_detect("seat 1 wins", 0.25) == pytest.approx(0.03)
    assert tolerance.to_detect("length", 8.0) == pytest.approx(1.2)


def test_verdicts_by_hand():
    """A clear drift, one that a blind check could miss, a small difference that is shown, none."""
    changes = [
        MetricChange("a", 0.25, 0.27, 0.001),
        MetricChange("b", 0.25, 0.25, 0.01),
        MetricChange("c", 0.25, 0.2535, 0.001),
        MetricChange("d", 0.25, 0.252, 0.001),
    ]
    found = judge_changes(changes, TOLERANCE)
    wanted = [DriftVerdict.FAIL, DriftVerdict.INCONCLUSIVE, DriftVerdict.WARN, DriftVerdict.PASS]
    assert [one.verdict for one in found] == wanted
    assert [one.tolerance for one in found] == [0.005] * 4
    assert found[0].p < 1e-9 and found[1].p == 1
    assert found[0].detectable == pytest.approx(0.005 + (2.878 + 1.2816) * 0.001, abs=1e-5)
    assert worst(wanted) is DriftVerdict.FAIL
    assert worst([]) is DriftVerdict.PASS
    edge = [MetricChange("a", 0.25, 0.25 + 0.005 + 2.2 * 0.001, 0.001)]
    assert judge_changes(edge, TOLERANCE, 0.05)[0].verdict is DriftVerdict.FAIL
    assert judge_changes(edge, TOLERANCE)[0].verdict is DriftVerdict.WARN


@pytest.mark.parametrize(
    ("tolerance", "nobody", "parts", "verdict"),
    [
        (Tolerance(0.2, 0.5, 0.3), 0.05, 4, DriftVerdict.PASS),
        (Tolerance(0.0001, 0.0001, 0.3), 0.07, 4, DriftVerdict.FAIL),
        (Tolerance(0.026, 0.2, 0.3), 0.05, 8, DriftVerdict.PASS),
        (Tolerance(), 0.05, 16, DriftVerdict.INCONCLUSIVE),
    ],
)
def test_fresh_checks_end_at_their_looks(drawn, tolerance, nobody, parts, verdict):
    """After 4, 8 or 16 parts of 3,144 games: as soon as a drift is found, or none is possible."""
    found = check_fresh_games(drawn, tolerance, Lottery(nobody=nobody), games=48_000)
    assert (found.games, found.verdict) == (min(parts * 3144, 48_000), verdict)


def test_games_whose_fingerprints_agree_by_chance_differ(drawn):
    """Two bytes of checksum may agree by chance; the digest of all games does not. A part of them has none."""
    other = with_contents(drawn, outcomes="0")
    found = check_same_games(other, TOLERANCE, FAIR)
    assert (found.verdict, found.mode, found.changed, found.first_changed) == (DriftVerdict.FAIL, EXACT, 0, None)
    assert check_same_games(other, TOLERANCE, FAIR, games=240).verdict is DriftVerdict.PASS
