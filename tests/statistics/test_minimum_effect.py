"""The drift gate: figure 10 of docs/explanation/methods.md, with controls that must fail."""

import numpy as np
import pytest
from scipy.stats import beta, binom

from analyser.drift.verdict import DriftVerdict, MetricChange, Tolerance, judge_changes
from analyser.statistics.minimum_effect import LEVEL, USED, detectable, drift_p, holm, minimum_effect_p

LEAST = 0.005
NUMBERS = 40
BASELINE, SHARE = 1_000_000, 0.25


def gate(differences, errors, detect):
    """The verdicts on these differences."""
    changes = [
        MetricChange(f"metric {k}", 0.25, 0.25 + d, e) for k, (d, e) in enumerate(zip(differences, errors, strict=True))
    ]
    return [one.verdict for one in judge_changes(changes, Tolerance(LEAST, detect=detect))]


def counted(rng, gates, games, truth):
    """Differences and errors of 40 numbers, a row a gate: wins counted in a million games, and in so many later."""
    before = rng.binomial(BASELINE, SHARE, (gates, NUMBERS)) / BASELINE
    after = rng.binomial(games, SHARE + truth, (gates, NUMBERS)) / games
    return after - before, np.sqrt(before * (1 - before) / BASELINE + after * (1 - after) / games)


def gate_alarms(rng, gates, games, truth):
    """How many gates of 40 numbers find a drift."""
    return int((drift_p(*counted(rng, gates, games, truth), LEAST) < LEVEL).any(1).sum())


def alarm_of_one(share, level, games=200_000):
    """The exact chance that a share at the upper boundary has p below the level: all counts before, weighed by their
    chance, and from which count after the alarm sounds.
    """
    before = np.arange(*binom.ppf([1e-12, 1 - 1e-12], BASELINE, share).astype(int))
    was, least, most = before / BASELINE, np.zeros(len(before), int), np.full(len(before), games)
    while (most - least > 1).any():
        middle = (least + most) // 2
        now = middle / games
        error = np.sqrt(was * (1 - was) / BASELINE + now * (1 - now) / games)
        alarm = minimum_effect_p(np.maximum(now - was, 0), error, LEAST) < level
        least, most = np.where(alarm, least, middle), np.where(alarm, middle, most)
    return float(binom.pmf(before, BASELINE, share) @ binom.sf(most - 1, games, share + LEAST))


def alarm_of_gate(share, used):
    """Of 40 independent numbers, all at the boundary: Holm alarms if the smallest p is below its share of the level."""
    return 1 - (1 - alarm_of_one(share, used * LEVEL / NUMBERS)) ** NUMBERS


@pytest.mark.parametrize("share", [0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975])
def test_the_exact_rate_of_false_alarms_is_below_one_in_a_hundred(share):
    """Figure 10, by calculation. A share that falls is its complement that rises, so both directions are here.

    Negative control: a gate that uses the whole level alarms more often than promised where counts are skewed.
    """
    assert 0.006 < alarm_of_gate(share, USED) <= LEVEL
    assert (alarm_of_gate(share, 1.0) > LEVEL) == (share > 0.5)


def test_the_gate_keeps_quiet_at_the_boundary():
    """Figure 10: 40 numbers exactly at the smallest effect above or below, 40,000 gates each of 200,000 games: even the
    upper 99 % limit of the share that alarms is below 1 %. The gates follow the exact law, within 4 standard errors.

    Negative controls: a gate of 40 numbers that does not correct for their number, or that tests for any difference.
    """
    rng = np.random.default_rng(1)
    for truth in (LEAST, -LEAST):
        alarms = gate_alarms(rng, 40_000, 200_000, truth)
        assert beta.ppf(0.99, alarms + 1, 40_000 - alarms) < LEVEL
        law = alarm_of_gate(SHARE if truth > 0 else 1 - SHARE, USED)
        assert abs(alarms / 40_000 - law) < 4 * np.sqrt(law / 40_000)
    difference, error = counted(rng, 1000, 200_000, LEAST)
    assert (minimum_effect_p(difference, error, LEAST) < LEVEL).any(1).mean() > 0.2
    assert (drift_p(difference, error, 0.0) < LEVEL).any(1).mean() > 0.99


def test_the_gate_finds_a_point():
    """Figure 10: one number of 40 moved by 1 point, 200,000 games: more than 85 % of 20,000 gates find it."""
    truth = np.zeros(NUMBERS)
    truth[7] = 0.01
    rng = np.random.default_rng(2)
    found = gate_alarms(rng, 20_000, 200_000, truth)
    assert beta.ppf(0.01, found, 20_001 - found) >= 0.85
    assert gate_alarms(rng, 300, 20_000, truth) < 90


def test_the_verdicts_are_those_of_the_law():
    """What `judge` says of 40 numbers is what was counted above."""
    for difference, error in zip(*counted(np.random.default_rng(5), 20, 200_000, 0.01), strict=True):
        fails = np.array(gate(difference, error, 0.05)) == DriftVerdict.FAIL
        assert fails.tolist() == (drift_p(difference, error, LEAST) < LEVEL).tolist()
        assert fails.any()


def test_verdicts_of_the_gate():
    error = [0.0005] * 3
    assert gate([0.01, 0.003, 0.0], error, 0.05) == [DriftVerdict.FAIL, DriftVerdict.WARN, DriftVerdict.PASS]
    assert gate([0.0], [0.02], 0.01) == [DriftVerdict.INCONCLUSIVE]
    assert gate([0.0, 0.01], [0.0, 0.0], 0.02) == [DriftVerdict.PASS, DriftVerdict.FAIL]
    assert judge_changes([], Tolerance()) == []


def test_detectable_effects():
    """2.0, 1.45 and 1.0 points at 20,000, 50,000 and 200,000 games ."""
    errors = [np.sqrt(0.1875 / n + 0.1875 / 1_000_000) for n in (20_000, 50_000, 200_000)]
    assert 100 * detectable(errors, LEAST, NUMBERS) == pytest.approx([2.0, 1.45, 1.0], abs=0.06)


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_chances_by_hand():
    """One-sided, of the size of the difference beyond the least; a number that is known exactly is beyond it or not."""
    assert minimum_effect_p([0.015, -0.015, 0.005], 0.005, LEAST) == pytest.approx([0.02275, 0.02275, 0.5], abs=1e-4)
    assert minimum_effect_p([0.004, 0.006], 0.0, LEAST).tolist() == [1, 0]
    assert drift_p([0.015, 0.0], 0.005, LEAST) == pytest.approx([2 * 0.02275 / USED, 1], abs=1e-3)
    assert holm([[0.01, 0.04], [0.6, 0.7]]) == pytest.approx(np.array([[0.02, 0.04], [1, 1]]))
    assert detectable(0.001, LEAST, 10) == pytest.approx(LEAST + (3.1559 + 1.2816) * 0.001, rel=1e-3)
