"""The drift gate and sequential looks: figures 10 and 11 of the methods, with controls that must fail."""

import numpy as np
import pytest

from analyser.drift.judging import Change, Tolerance, Verdict, judge
from analyser.statistics.drift import detectable, holm
from analyser.statistics.sequential import sequence_margin, sprt, sprt_bounds

LEAST = 0.005
NUMBERS = 40
BASELINE, SHARE = 1_000_000, 0.25


def gate(differences, errors, detect):
    """The verdicts on these differences."""
    changes = [
        Change(f"metric {k}", 0.25, 0.25 + d, e) for k, (d, e) in enumerate(zip(differences, errors, strict=True))
    ]
    return [one.verdict for one in judge(changes, Tolerance(LEAST, detect=detect))]


def gate_alarms(rng, repeats, games, truth):
    """The share of gates of 40 numbers that find a drift: wins counted in a million games, and in so many later."""
    found = 0
    for _ in range(repeats):
        before = rng.binomial(BASELINE, SHARE, NUMBERS) / BASELINE
        after = rng.binomial(games, SHARE + truth, NUMBERS) / games
        error = np.sqrt(before * (1 - before) / BASELINE + after * (1 - after) / games)
        found += Verdict.FAIL in gate(after - before, error, 0.05)
    return found / repeats


def test_the_gate_keeps_quiet_at_the_boundary():
    """Figure 10: with all 40 numbers exactly at the smallest effect, at most 1 % of 3,000 gates alarm (standard error
    0.18 points; the seed is fixed). Negative control: a test for any difference would alarm at nearly every one.
    """
    rng = np.random.default_rng(1)
    assert gate_alarms(rng, 3000, 200_000, LEAST) <= 0.012
    error = np.sqrt(0.1875 / 200_000 + 0.1875 / 1_000_000)
    assert np.mean(np.abs(LEAST + rng.normal(0, error, 1000)) > 1.96 * error) > 0.9


def test_the_gate_finds_a_point():
    """Figure 10: one number of 40 moved by 1 point, 200,000 games: found in 85 % or more of 1,000 gates."""
    truth = np.zeros(NUMBERS)
    truth[7] = 0.01
    rng = np.random.default_rng(2)
    assert gate_alarms(rng, 1000, 200_000, truth) >= 0.85
    assert gate_alarms(rng, 300, 20_000, truth) < 0.3


def test_verdicts_of_the_gate():
    error = [0.0005] * 3
    assert gate([0.01, 0.003, 0.0], error, 0.05) == [Verdict.FAIL, Verdict.WARN, Verdict.PASS]
    assert gate([0.0], [0.02], 0.01) == [Verdict.INCONCLUSIVE]
    assert gate([0.0, 0.01], [0.0, 0.0], 0.02) == [Verdict.PASS, Verdict.FAIL]
    assert judge([], Tolerance()) == []


def test_detectable_effects_are_those_of_the_methods():
    """2.0, 1.45 and 1.0 points at 20,000, 50,000 and 200,000 games (methods section 6)."""
    errors = [np.sqrt(0.1875 / n + 0.1875 / 1_000_000) for n in (20_000, 50_000, 200_000)]
    assert 100 * detectable(errors, LEAST, NUMBERS) == pytest.approx([2.0, 1.45, 1.0], abs=0.06)


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_looking_all_the_time_rarely_misses():
    """Figure 11: the sequence misses the truth at any of 5,000 looks in at most 5 % of 600 runs. Negative control:
    peeking at an ordinary 95 % interval does in a third of them and more.
    """
    rng = np.random.default_rng(3)
    n = np.arange(1, 5001)
    missed = peeked = 0
    for _ in range(600):
        mean = np.cumsum(rng.normal(size=5000)) / n
        missed += bool((np.abs(mean[50:]) > sequence_margin(n[50:], 1.0, 2000)).any())
        peeked += bool((np.abs(mean[50:]) > 1.96 / np.sqrt(n[50:])).any())
    assert missed / 600 <= 0.05
    assert peeked / 600 > 0.33


def test_the_sequential_test_keeps_its_errors():
    """M14: errors at most 5 % + 1 % in 1,000 runs each way, and fewer games than a fixed test (43,000 differences)."""
    rng = np.random.default_rng(4)
    low, high = sprt_bounds()
    null, other, deviation = 0.0, 0.005, 0.316
    n = np.arange(1, 201) * 1000
    wrong, lengths = [], []
    for truth in (null, other):
        steps = rng.normal(truth * 1000, deviation * np.sqrt(1000), (1000, len(n)))
        ratio = sprt(steps.cumsum(1) / n, deviation, n, null, other)
        first = ((ratio <= low) | (ratio >= high)).argmax(1)
        fell = ratio[np.arange(1000), first] >= high
        wrong.append(np.mean(fell if truth == null else ~fell))
        lengths.append(n[first].mean())
    assert max(wrong) <= 0.06
    assert np.mean(lengths) < 43_000
