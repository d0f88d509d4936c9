"""Plackett-Luce ratings: planted strengths come back, seats are told from strategies, ties and copies are fair."""

import numpy as np
import pytest

from analyser.statistics.ratings import Ratings, before_by_pair, finishing_orders, rate, worst_residual

PLANTED = np.array([0.6, 0.2, -0.2, -0.6])
LIMIT_OF_SIX = 2.638
"""Standard errors beyond which one of six pairs is shown to be misled."""


def played(rng, n_games, strengths, seats=None, n_seats=4):
    """Random line-ups and their ranks by the Plackett-Luce law: the largest of strength + Gumbel noise comes first."""
    lineups = rng.integers(len(strengths), size=(n_games, n_seats))
    if len(strengths) == n_seats:
        lineups = rng.permuted(np.tile(np.arange(n_seats), (n_games, 1)), axis=1)
    merit = (
        np.asarray(strengths)[lineups] + (0 if seats is None else np.asarray(seats)) + rng.gumbel(size=lineups.shape)
    )
    return lineups, (-merit).argsort(1).argsort(1) + 1


def test_planted_strengths_are_recovered():
    """Figure 8: within 0.03 after 20,000 games. A rating's standard error is 0.012 here: 2.5 of them, so a right method
    fails for some seeds in a hundred; this one is fixed. Negative control: 300 games are not enough for that.
    """
    lineups, ranks = played(np.random.default_rng(1), 20_000, PLANTED)
    found = rate(lineups, ranks, 4, 1)
    assert found.strategies == pytest.approx(PLANTED - PLANTED[0], abs=0.03)
    few = rate(lineups[:300], ranks[:300], 4, 1)
    assert np.abs(few.strategies - (PLANTED - PLANTED[0])).max() > 0.03


def test_errors_are_those_of_repeated_play():
    """200 tournaments of 500 games: the spread of the ratings is known to 5 %; 20 % off is four standard errors."""
    rng = np.random.default_rng(2)
    found = [rate(*played(rng, 500, PLANTED), 4, 1) for _ in range(200)]
    spread = np.std([one.strategies for one in found], axis=0)[1:]
    assert np.mean([one.standard_error for one in found], axis=0)[1:] == pytest.approx(spread, rel=0.2)
    assert found[0].standard_error[0] == pytest.approx(0, abs=1e-6)


def test_seats_are_not_taken_for_strategies():
    seats = np.array([0.5, 0.0, -0.2, -0.3])
    lineups, ranks = played(np.random.default_rng(3), 20_000, PLANTED, seats)
    found = rate(lineups, ranks, 4, 1)
    assert found.seats == pytest.approx(seats, abs=0.05)
    assert found.strategies == pytest.approx(PLANTED - PLANTED[0], abs=0.05)


def test_two_copies_of_one_strategy_tie():
    lineups, ranks = played(np.random.default_rng(4), 10_000, [0.0, 0.4, 0.4])
    found = rate(lineups, ranks, 3, 1)
    gap = found.strategies[1] - found.strategies[2]
    error = np.sqrt(found.covariance[1, 1] + found.covariance[2, 2] - 2 * found.covariance[1, 2])
    assert abs(gap) < 3.3 * error


def test_games_that_name_only_a_winner():
    """All losers share rank 2: only the first place counts, and the strengths still come back."""
    lineups, ranks = played(np.random.default_rng(5), 40_000, PLANTED)
    found = rate(lineups, np.minimum(ranks, 2), 4, 1)
    assert found.strategies == pytest.approx(PLANTED - PLANTED[0], abs=0.08)


def test_orders_of_equals():
    games, seats, weights, depths = finishing_orders(np.array([[1, 1, 3, 4], [1, 2, 2, 2], [1, 1, 1, 1]]))
    rows = {
        (int(g), tuple(map(int, s)), float(w), int(d)) for g, s, w, d in zip(games, seats, weights, depths, strict=True)
    }
    assert rows == {(0, (0, 1, 2, 3), 0.5, 3), (0, (1, 0, 2, 3), 0.5, 3), (1, (0, 1, 2, 3), 1.0, 1)}


def test_pairs_are_counted_once_each_way():
    """Who finishes level is not counted; errors come from blocks."""
    seen, error = before_by_pair(np.array([[0, 1, 1]] * 2), np.array([[1, 2, 2], [2, 1, 2]]), 2, 1)
    assert seen[0, 1] == pytest.approx(2 / 3)
    assert seen[1, 0] == pytest.approx(1 / 3)
    assert error[0, 1] == pytest.approx(np.sqrt(2 * (2 - 4 / 3) ** 2 + 2 * (0 - 2 / 3) ** 2) / 3)
    assert np.isnan(seen[0, 0])


def test_a_circle_shows_in_the_worst_residual():
    """No cycles in ratings: rock, paper, scissors have equal ratings, yet one always beats the next. Negative control:
    players that follow the law are at most 3.5 standard errors off (6 pairs: one seed in 300 is not; this is fixed).
    """
    lineups = np.array([[0, 1], [1, 2], [2, 0]] * 100)
    ranks = np.tile([1, 2], (300, 1))
    circle = rate(lineups, ranks, 3, 1)
    _, _, seen, expected, apart = worst_residual(circle, lineups, ranks, 1)
    assert abs(seen - expected) > 0.4
    assert apart > 10
    line, places = played(np.random.default_rng(6), 20_000, PLANTED)
    _, _, seen, expected, apart = worst_residual(rate(line, places, 4, 1), line, places, 1)
    assert abs(seen - expected) < 0.02
    assert apart < 3.5


def test_a_block_counts_as_one_play():
    """The same luck played four times says no more than once: with blocks of four, errors are those of single games.
    Negative control: taken for independent games, they look half as large.
    """
    lineups, ranks = played(np.random.default_rng(7), 200, PLANTED)
    repeated = np.repeat(lineups, 4, 0), np.repeat(ranks, 4, 0)
    once, blocks, naive = rate(lineups, ranks, 4, 1), rate(*repeated, 4, 4), rate(*repeated, 4, 1)
    assert blocks.standard_error == pytest.approx(once.standard_error, rel=1e-6)
    assert naive.standard_error == pytest.approx(once.standard_error / 2, rel=1e-6)
    cut = rate(repeated[0][:-1], repeated[1][:-1], 4, 4)
    assert cut.standard_error == pytest.approx(once.standard_error, rel=0.05)
    assert before_by_pair(*repeated, 4, 4)[1] == pytest.approx(before_by_pair(lineups, ranks, 4, 1)[1], nan_ok=True)
    assert worst_residual(blocks, *repeated, 4)[4] == pytest.approx(worst_residual(once, lineups, ranks, 1)[4])


def test_two_players_by_hand():
    """Strategy 1 wins 30 of 40 games, half of them in each seat: a rating of ln 3, known to 1 / sqrt(n p q). The first
    seat has no part in it. Another reference turns the sign.
    """
    lineups = np.array([[0, 1], [1, 0]] * 20)
    first_wins = (lineups[:, 0] == 1) ^ (np.arange(40) // 2 % 4 == 3)
    ranks = np.where(first_wins[:, None], [1, 2], [2, 1])
    found = rate(lineups, ranks, 2, 1)
    assert found.strategies == pytest.approx([0, np.log(3)])
    assert found.seats == pytest.approx([0, 0], abs=1e-9)
    assert found.standard_error == pytest.approx([0, 1 / np.sqrt(40 * 0.75 * 0.25)])
    assert found.chance(1, 0) == pytest.approx(0.75)
    other = rate(lineups, ranks, 2, 1, reference=1)
    assert other.strategies == pytest.approx([-np.log(3), 0])
    assert other.standard_error == pytest.approx([1 / np.sqrt(40 * 0.75 * 0.25), 0])


def test_three_places_by_hand():
    """The log likelihood of the orders, written out, has no slope at the ratings that were found."""
    lineups, ranks = played(np.random.default_rng(8), 60, [0.5, 0.0, -0.5], [0.3, 0.0, -0.3], 3)
    found = rate(lineups, ranks, 3, 1)

    def likelihood(ratings, seats):
        order = ranks.argsort(1)
        strength = np.take_along_axis(ratings[lineups] + seats, order, 1)
        return sum((strength[:, k] - np.log(np.exp(strength[:, k:]).sum(1))).sum() for k in range(2))

    best = likelihood(found.strategies, found.seats)
    for step in (1e-3, -1e-3):
        for one in range(1, 3):
            assert likelihood(found.strategies + step * np.eye(3)[one], found.seats) < best
            assert likelihood(found.strategies, found.seats + step * (np.eye(3)[one] - np.eye(3)[0])) < best


def test_games_that_all_tie_say_nothing():
    found = rate(np.array([[0, 1]] * 5), np.ones((5, 2), int), 2, 1)
    assert found.strategies.tolist() == [0, 0]
    assert finishing_orders(np.ones((5, 2), int)).seats.shape == (0, 2)


def test_the_worst_pair_is_named():
    """Of three equals, 2 always loses to 1 and beats 0: the ratings expect a half."""
    lineups = np.array([[0, 1], [1, 2], [2, 0]] * 40)
    ranks = np.where((np.arange(120) % 3 == 0)[:, None] & (np.arange(120) // 3 % 2 == 0)[:, None], [2, 1], [1, 2])
    ratings = Ratings(np.zeros(3), np.zeros(2), np.eye(5), 0)
    one, other, seen, expected, apart = worst_residual(ratings, lineups, ranks, 1)
    assert {one, other} in ({1, 2}, {0, 2})
    assert (abs(seen - expected), expected) == (0.5, 0.5)
    assert 0 < apart < 2


def test_a_gap_that_misleads_nobody_is_not_beyond_chance():
    """30,000 meetings of two equals, of which the first wins 51.5 %: 5 standard errors, but 1.5 points; 53 % count."""
    lineups, equals = np.array([[0, 1]] * 30_000), Ratings(np.zeros(2), np.zeros(2), np.zeros((4, 4)), 0)
    for wins, least, most in ((15_450, 0, 0), (15_900, 3, 4)):
        ranks = np.where((np.arange(30_000) < wins)[:, None], [1, 2], [2, 1])
        assert least <= worst_residual(equals, lineups, ranks, 1).apart <= most


def test_a_pair_that_never_loses_does_not_mislead():
    """The first always beats the last, as its rating says; without a floor its error is 0, and any gap is
    beyond chance. 100 fair tournaments: ratings are shown to mislead in at most 5 %.
    """
    lineups = np.array([[0, 1], [1, 2], [0, 2]] * 40)
    first = np.array([1, 1, 0] * 40) + (np.arange(120) % 6 == 0)
    ranks = np.where((first == 1)[:, None], [1, 2], [2, 1])
    ranks[2::3] = [1, 2]
    seen, error = before_by_pair(lineups, ranks, 3, 1)
    assert seen[0, 2] == 1
    assert error[0, 2] == pytest.approx(np.sqrt(42 / 44 * 2 / 44 / 44))
    flagged = 0
    for seed in range(100):
        line, places = played(np.random.default_rng(seed), 300, [3.0, 0.0, -3.0, -6.0])
        flagged += worst_residual(rate(line, places, 4, 1), line, places, 1).apart > LIMIT_OF_SIX
    assert flagged <= 5
