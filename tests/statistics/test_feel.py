"""Lead changes, comebacks and drama: exact on scripted games, and right on walks whose law is known."""

import numpy as np
import pytest

from analyser.statistics.feel import (
    decision_time,
    drama,
    false_favourite,
    idle_turns,
    lead_changes,
    leader_wins,
    makes_king,
    pick_gap,
    places_at,
    same_winners,
    score_at,
    snowball,
    uncertainty,
)
from analyser.statistics.win_model import STAGES, Design, Followed, WinModel, calibration_error, design_of, loss


def fit_chances(scores, lengths, wins, order=None, phases=1):
    """Chances of games without other roles; seats play in their order, if no other is given."""
    seats = np.tile(np.arange(wins.shape[1]), (len(wins), 1))
    return WinModel(followed(scores, lengths, wins, seats if order is None else order, phases))


def followed(scores, lengths, wins, order, phases=1):
    return Followed(scores, lengths, wins, order, np.zeros((*wins.shape, 0), int), phases)


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


@pytest.mark.parametrize(("n_seats", "leader", "last", "second"), [(2, 0.75, 0.25, 0.25), (4, 0.577, 0.047, 0.246)])
def test_leaders_of_a_walk_without_snowball(n_seats, leader, last, second):
    """Figure 9: within one point; 40,000 games have a standard error of 0.25 points: a right method fails in one of
    10,000 seeds. Negative control: with a snowball the leader wins five points more.
    """
    found = leader_wins(*walks(1, 40_000, n_seats))
    assert found.value == pytest.approx([leader, last, second], abs=0.01)
    assert leader_wins(*walks(1, 10_000, n_seats, pull=0.05)).value[0] > leader + 0.05


def test_places_at_half_by_hand():
    """Two lead: who is next is the third. Seat 2 wins."""
    scores, wins = np.array([[[5, 5, 3, 1], [5, 5, 9, 1]]]), np.array([[0.0, 0.0, 1.0, 0.0]])
    assert leader_wins(scores, np.array([2]), wins).value.tolist() == [0, 0, 1]


def test_choices_that_lead_to_the_same_end():
    """Two others, four rollouts: the pick's winners come back in 2 + 3 of 8."""
    ends = np.eye(3)[np.array([[0, 1, 2, 0], [0, 1, 0, 1], [0, 1, 0, 0]])]
    assert same_winners(ends[0], ends[1:]) == 5 / 8
    assert same_winners(ends[0], ends[:1]) == 1.0


def test_a_snowball_is_felt_and_a_walk_is_none():
    scores, lengths, wins = walks(2, 4000, 4)
    flat = snowball(scores, lengths)
    assert abs(flat.value[0]) < 3.3 * flat.standard_error[0]
    rolling = snowball(*walks(3, 4000, 4, pull=0.05)[:2])
    assert rolling.value[0] > 10 * rolling.standard_error[0]
    assert leader_wins(*walks(3, 4000, 4, pull=0.05)).value[0] > leader_wins(scores, lengths, wins).value[0] + 0.05


def test_the_error_of_a_snowball_is_that_of_repeated_play():
    """200 races: the spread is known to 5 %; 20 % off is four standard errors."""
    found = [snowball(*walks(seed, 200, 4, pull=0.05)[:2]) for seed in range(200)]
    spread = np.std([one.value[0] for one in found])
    assert np.mean([one.standard_error[0] for one in found]) == pytest.approx(spread, rel=0.2)


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


def test_idle_turns_are_those_that_change_nothing():
    scores = scripted([0, 0], [1, 0], [1, 0], [1, 2])
    assert idle_turns(scores, np.array([4])).tolist() == [0.5]
    assert idle_turns(scores, np.array([1])).tolist() == [1.0]


def rollouts(seed, chances, n=32):
    """Wins of seats after each choice (choices x rollouts x seats), with these chances (choices x seats)."""
    rng = np.random.default_rng(seed)
    winners = [rng.choice(len(row), n, p=row) for row in chances]
    return np.eye(len(chances[0]))[np.array(winners)]


def test_what_a_pick_is_worth():
    """Of a hundred choices one wins for sure, all others a quarter, and it is picked: 0.75 less a hundredth, from four
    choices by lot as well as from all. The best of four by lot (what was told before) finds next to nothing. A pick by
    lot is worth nothing.
    """
    rng = np.random.default_rng(1)
    chances = np.array([[1, 0, 0, 0]] + [[0.25] * 4] * 99)
    gaps, of_four, by_lot = [], [], []
    for k in range(400):
        lot = rng.choice(100, 4, replace=False)
        ends = rollouts(k, chances[[0, *lot]])
        gaps.append(pick_gap(ends[0], ends[1:], 0))
        by_lot.append(pick_gap(ends[1], ends[1:], 0))
        worth = ends[1:, :, 0].mean(1)
        of_four.append(worth.max() - worth.mean())
    assert np.mean(gaps) == pytest.approx(0.7425, abs=0.02)
    assert abs(np.mean(by_lot)) < 3.3 * np.std(by_lot) / 20
    assert np.mean(of_four) < 0.2


def test_kingmaking():
    """Seat 3 cannot win, but decides between seats 0 and 1. With a chance of its own it is no kingmaker.

    Where its choices move nothing, chance makes it look like one in fewer than 5 % of 200 positions.
    """
    king = [[0.8, 0.1, 0.1, 0], [0.1, 0.8, 0.1, 0]]
    assert all(makes_king(rollouts(k, king), 3) for k in range(50))
    assert not any(makes_king(rollouts(k, [[0.7, 0, 0.1, 0.2], [0, 0.7, 0.1, 0.2]]), 3) for k in range(50))
    still = [makes_king(rollouts(k, [[0.4, 0.3, 0.3, 0]] * 4), 3) for k in range(200)]
    assert np.mean(still) < 0.05


def test_chances_are_judged_on_games_that_were_not_used_to_fit():
    """In even games who leads wins, in odd ones who trails: chances learned from the even ones are wrong about all
    others, and the error of calibration says so.
    """
    scores = np.array([[[1, 0], [2, 0]], [[0, 1], [0, 2]]])[[0, 0, 1, 1] * 20]
    leads = scores[:, -1] > 0
    model = fit_chances(scores, np.full(80, 2), np.where(np.arange(80)[:, None] % 2 == 0, leads, ~leads).astype(float))
    assert model.calibration_error > 0.9
    assert model.chances[leads[:, None].repeat(2, 1)].min() > 0.9


def test_seats_have_chances_of_their_own():
    """All scores are level: only the seat says who wins."""
    wins = np.eye(3)[[0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 0, 0, 1, 1] * 20]
    model = fit_chances(np.zeros((400, 3, 3), int), np.full(400, 3), wins)
    assert model.chances[0, 0] == pytest.approx([0.2, 0.5, 0.3], abs=0.005)
    assert model.calibration_error < 0.005


FOUR_GAMES = np.array([[[0.5, 0.3, 0.1, 0.1], [0.1, 0.05, 0.8, 0.05], [0.7, 0.1, 0.1, 0.1]]]).repeat(4, 0)
"""Chances of four seats after three turns; the games last three turns, one, two and none."""
LENGTHS = np.array([3, 1, 2, 0])


def test_chances_of_games_of_any_length_by_hand():
    winner = np.array([0, 1, 2, 0])
    assert drama(FOUR_GAMES, LENGTHS, winner) == pytest.approx([0.7 / 3, 0.2, 0.2, 0])
    assert decision_time(FOUR_GAMES, LENGTHS, winner) == pytest.approx([1, 1, 0.5, 0])
    assert false_favourite(FOUR_GAMES, LENGTHS, winner) == pytest.approx([0.8, 0.5, 0.5, 0])
    entropy = -(FOUR_GAMES[0] * np.log(FOUR_GAMES[0])).sum(1) / np.log(4)
    wanted = [entropy.mean(), entropy[0], entropy[:2].mean(), 0]
    assert uncertainty(FOUR_GAMES, LENGTHS) == pytest.approx(wanted)
    assert uncertainty(np.array([[[1.0, 0.0]]]), np.array([1])).tolist() == [0]


def test_scores_of_games_of_any_length_by_hand():
    scores = np.array([[[1, 0, 0], [1, 0, 0], [1, 2, 0]]]).repeat(4, 0)
    assert idle_turns(scores, LENGTHS) == pytest.approx([1 / 3, 0, 0.5, 0])
    assert lead_changes(scores, LENGTHS).tolist() == [1, 0, 0, 0]
    assert lead_changes(np.array([[[3, 1, 0], [3, 0, 1]]]), np.array([2])).tolist() == [0]
    assert score_at(scores, LENGTHS, 1.0).tolist() == [[1, 2, 0], [1, 0, 0], [1, 0, 0], [0, 0, 0]]
    wins = np.array([[0.0, 1.0, 0.0]] * 4)
    places, apart = places_at(scores, LENGTHS, wins, 1.0)
    assert apart.tolist() == [True, True, True, False]
    assert places[:3] == pytest.approx(np.array([[1, 0, 0], [0, 0.5, 0.5], [0, 0.5, 0.5]]))


def test_a_snowball_by_hand():
    """Two seats: a lead of 2 over the other grows by 1 in the third quarter; from a lead of 1 nothing comes."""
    grows = [[2, 0], [2, 0], [3, 0], [3, 0]]
    still = [[1, 0], [1, 0], [1, 0], [1, 0]]
    found = snowball(np.array([grows, still]), np.array([4, 4]))
    slope = (2 * 0.5 * 2) / (2 * 4 + 2 * 1)
    residuals = np.array([2 * 2 * (0.5 - slope * 2), 2 * 1 * (0 - slope)])
    assert found.value == pytest.approx([slope])
    assert found.covariance == pytest.approx(np.array([[(residuals**2).sum() / 100]]))
    assert found.n_blocks == 2
    level = snowball(np.zeros((3, 4, 2)), np.full(3, 4))
    assert (level.value.tolist(), level.covariance.tolist()) == ([0], [[0]])


def test_a_seat_makes_a_king_from_25_points_on():
    """Sixteen rollouts of two choices. The seat never wins; one choice moves four wins of sixteen from seat 0 to seat
    1, which is just enough. With one win of its own in sixteen it has hope.
    """

    def after(*winners):
        return np.eye(3)[np.array(winners)]

    assert makes_king(after([0] * 16, [0, 0, 0, 0, 0, 0, 1, 1] * 2), 2)
    assert not makes_king(after([0] * 16, [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1]), 2)
    assert not makes_king(after([0] * 16, [2] + [1] * 15), 2)
    assert not makes_king(after([0] * 16), 2)


def test_chances_follow_the_lead_of_their_stage():
    """Two turns, three stages apart: in the first the score says nothing, in the second who leads wins two of three."""
    scores = np.array([[[1, 0], [0, 1]], [[0, 1], [0, 1]], [[1, 0], [1, 0]], [[0, 1], [1, 0]]] * 60)
    second_wins = (scores[:, 1, 1] > 0) ^ (np.arange(240) // 4 % 3 == 2)
    model = fit_chances(scores, np.full(240, 2), np.eye(2)[second_wins.astype(int)])
    assert model.chances[0, 0] == pytest.approx([0.5, 0.5], abs=0.02)
    assert model.chances[0, 1] == pytest.approx([1 / 3, 2 / 3], abs=0.02)


def test_terms_by_hand():
    """Three seats with 6, 3 and 0 points, then level: leads over the mean and over the best other in units of their
    spread, the stage of each turn, and a cell for the order of play at this turn of the round.
    """
    scores = np.array([[[6, 3, 0], [3, 3, 3]]])
    found = design_of(followed(scores, np.array([2]), np.eye(3)[:1], np.array([[2, 0, 1]]), 2))
    over_mean, over_best = np.array([3, 0, -3]), np.array([3, -3, -6])
    spread = [np.std([*over_mean, 0, 0, 0]), np.std([*over_best, 0, 0, 0])]
    assert found.leads[0] == pytest.approx(np.column_stack([over_mean / spread[0], over_best / spread[1]]))
    assert not found.leads[1].any()
    first, second = (int(turn / 2 / 1.5 * STAGES) for turn in (1, 2))
    assert found.stages.tolist() == [first, second]
    cells = [[2 * STAGES + (2 * first + 0) * 3 + k for k in (2, 0, 1)]]
    cells += [[2 * STAGES + (2 * second + 1) * 3 + k for k in (2, 0, 1)]]
    assert found.cells[..., 0].tolist() == cells
    assert found.n_weights == 2 * STAGES + STAGES * 2 * 3
    written = found.written_out(slice(0, 2))
    weights = np.arange(found.n_weights) / 7
    assert written @ weights == pytest.approx(found.strength(weights))
    long = design_of(followed(np.zeros((1, 8, 3), int), np.array([8]), np.eye(3)[:1], np.array([[0, 1, 2]])))
    assert long.stages[-1] == int(1 / 1.5 * STAGES)


def test_calibration_by_hand():
    """Three bins: 0.05 and 0.15 are apart, 0.95 and 1 together. Gaps cancel within a bin, not between bins."""
    chances = np.array([[0.05, 0.95], [0.15, 1.0]])
    assert calibration_error(chances, np.array([[0.1, 0.9], [0.1, 1.0]])) == pytest.approx((0.05 + 0.05 + 0.05) / 4)
    assert calibration_error(chances, np.array([[0.05, 1.0], [0.15, 0.95]])) == pytest.approx(0)


def test_the_loss_by_hand():
    """Two seats, of which the first has the weight: the log of the chance of who won, and what large weights cost."""
    cells = np.array([[[16], [17]], [[16], [17]]])
    design = Design(np.zeros((2, 2, 2)), np.zeros(2, int), cells, 18)
    y = np.array([[1.0, 0.0], [0.5, 0.5]])

    def at(weight):
        first = 1 / (1 + np.exp(-weight))
        return -(np.log(first) + 0.5 * np.log(first) + 0.5 * np.log(1 - first)) / 2 + 1e-4 * weight**2

    found, slope = loss(np.r_[np.zeros(16), 2.0, 0.0], design, y)
    assert found == pytest.approx(at(2.0))
    assert slope[16] == pytest.approx((at(2.0 + 1e-6) - at(2.0 - 1e-6)) / 2e-6)


def last_word(seed, n_games, n_seats=3, n_turns=6):
    """Turn by turn in an order that each game draws: whoever plays last in the game mostly wins, whatever the score."""
    rng = np.random.default_rng(seed)
    order = np.argsort(rng.random((n_games, n_seats)), 1)
    scores = rng.integers(0, 3, (n_games, n_turns, n_seats)).cumsum(1)
    last = np.where(rng.random(n_games) < 0.9, order.argmax(1), rng.integers(n_seats, size=n_games))
    return scores, np.full(n_games, n_turns), np.eye(n_seats)[last], order


def test_chances_know_the_order_of_play():
    """Who plays last wins nine times in ten, and the order is known from the start: decided at once. A model that knows
    only seats and scores finds an open game.
    """
    scores, lengths, wins, order = last_word(5, 600)
    known, blind = fit_chances(scores, lengths, wins, order, 3), fit_chances(scores, lengths, wins, None, 3)
    winner = wins.argmax(1)
    assert known.calibration_error < 0.03
    assert decision_time(known.chances, lengths, winner).mean() < 0.15
    assert decision_time(blind.chances, lengths, winner).mean() > 0.9


def test_errors_of_measured_chances_include_the_fit():
    """25 runs of 150 walks: the error of uncertainty is its spread over runs, known to 14 %. The spread of games alone,
    without that of the fit, comes out far too small.
    """
    values, errors, naive = [], [], []
    for seed in range(25):
        scores, lengths, wins = walks(seed, 150, 3, n_turns=8)
        model = fit_chances(scores, lengths, wins)
        found = model.errors(lambda chances, lengths=lengths: uncertainty(chances, lengths)[:, None])
        values.append(found.value[0])
        errors.append(found.standard_error[0])
        naive.append(uncertainty(model.chances, lengths).std() / np.sqrt(150))
    assert np.mean(errors) == pytest.approx(np.std(values), rel=0.45)
    assert np.mean(naive) < 0.6 * np.std(values)
