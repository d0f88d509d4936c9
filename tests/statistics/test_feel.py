"""Lead changes, comebacks and drama: exact on scripted games, and right on walks whose law is known."""

import numpy as np
import pytest

from analyser.statistics.feel import (
    decision_time,
    drama,
    false_favourite,
    lead_changes,
    leader_wins,
    score_at,
    snowball,
    uncertainty,
)
from analyser.statistics.win_model import calibration_error, fit_chances


def scripted(*rows):
    """One game: the scores of two seats after each turn."""
    return np.array([rows])


def test_wire_to_wire():
    """Figure 9: one leads from the first turn to the last: no change of lead, no drama, decided at once."""
    scores, lengths, winner = scripted([1, 0], [2, 0], [3, 0]), np.array([3]), np.array([0])
    chances = np.array([[[0.9, 0.1], [0.95, 0.05], [1.0, 0.0]]])
    assert lead_changes(scores, lengths).tolist() == [0]
    assert drama(chances, lengths, winner).tolist() == [0]
    assert decision_time(chances, lengths, winner).tolist() == [0]


def test_strict_alternation():
    """Figure 9: the lead changes after every turn but the first: T - 1 times."""
    scores = scripted([1, 0], [1, 2], [3, 2], [3, 4], [5, 4])
    assert lead_changes(scores, np.array([5])).tolist() == [4]


def test_the_first_lead_is_no_change_and_turns_beyond_the_end_are_not_seen():
    scores = scripted([0, 0], [0, 0], [1, 0], [0, 9])
    assert lead_changes(scores, np.array([3])).tolist() == [0]
    assert lead_changes(scores, np.array([4])).tolist() == [1]


def test_drawing_level_is_a_change():
    assert lead_changes(scripted([1, 0], [1, 1], [2, 1]), np.array([3])).tolist() == [2]


def test_scores_at_a_part_of_the_game():
    scores = scripted([1, 0], [2, 0], [3, 0], [4, 7])
    assert score_at(scores, np.array([4]), 0.5).tolist() == [[2, 0]]
    assert score_at(scores, np.array([1]), 0.5).tolist() == [[0, 0]]


def test_drama_and_late_decisions():
    chances = np.array([[[0.2, 0.8], [0.3, 0.7], [0.9, 0.1]]])
    lengths, winner = np.array([3]), np.array([0])
    assert drama(chances, lengths, winner) == pytest.approx([(0.6 + 0.4 + 0) / 3])
    assert decision_time(chances, lengths, winner) == pytest.approx([2 / 3])
    assert false_favourite(chances, lengths, winner) == pytest.approx([0.8])
    assert uncertainty(np.full((1, 3, 2), 0.5), lengths) == pytest.approx([1.0])


def walks(seed, n_games, n_seats, n_turns=40, pull=0.0):
    """Scores that are sums of independent steps; with a pull, whoever leads gains more."""
    rng = np.random.default_rng(seed)
    scores = np.zeros((n_games, n_turns, n_seats))
    now = np.zeros((n_games, n_seats))
    for turn in range(n_turns):
        now = now + rng.normal(size=now.shape) + pull * (now - now.mean(1, keepdims=True))
        scores[:, turn] = now
    wins = (now == now.max(1, keepdims=True)).astype(float)
    return scores, np.full(n_games, n_turns), wins


@pytest.mark.parametrize(("n_seats", "leader", "last"), [(2, 0.75, 0.25), (4, 0.577, 0.047)])
def test_leaders_of_a_walk_without_snowball(n_seats, leader, last):
    """Figure 9: within one point; 40,000 games have a standard error of 0.25 points."""
    found = leader_wins(*walks(1, 40_000, n_seats))
    assert found.value == pytest.approx([leader, last], abs=0.01)


def test_a_snowball_is_felt_and_a_walk_is_none():
    scores, lengths, wins = walks(2, 4000, 4)
    flat = snowball(scores, lengths)
    assert abs(flat.value[0]) < 3.3 * flat.standard_error[0]
    rolling = snowball(*walks(3, 4000, 4, pull=0.05)[:2])
    assert rolling.value[0] > 10 * rolling.standard_error[0]
    assert leader_wins(*walks(3, 4000, 4, pull=0.05)).value[0] > leader_wins(scores, lengths, wins).value[0] + 0.05


def test_chances_are_calibrated():
    """Calibration error at most 2 points on the games that were not used to fit; the favourite gets surer."""
    scores, lengths, wins = walks(4, 3000, 3, n_turns=16)
    model = fit_chances(scores, lengths, wins)
    assert model.calibration_error <= 0.02
    sure = model.chances.max(2).mean(0)
    assert sure[-1] > sure[0] + 0.3
    assert model.chances.sum(2) == pytest.approx(np.ones((3000, 16)))


def test_calibration_error_of_a_boaster():
    assert calibration_error(np.full((100, 2), 0.5), np.full((100, 2), 0.5)) == 0
    assert calibration_error(np.full((100, 2), 0.95), np.full((100, 2), 0.5)) == pytest.approx(0.45)
