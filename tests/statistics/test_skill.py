"""Luck or skill: a lottery and a certain winner are the two ends."""

import numpy as np
import pytest

from analyser.simulation.lineups import make_plan
from analyser.statistics.skill import deal_part, settled_by_lineup, variance_parts
from analyser.statistics.values import decided_at_deal


def lineups_of(rng, n_games):
    return rng.permuted(np.tile([0, 1, 2, 2], (n_games, 1)), axis=1)


def won_by(seats):
    return np.eye(4)[seats]


def test_a_lottery_is_no_skill():
    """Within 3.3 standard errors, for the line-up and for every part."""
    rng = np.random.default_rng(1)
    lineups = lineups_of(rng, 20_000)
    wins = won_by(rng.integers(4, size=20_000))
    settled = settled_by_lineup(lineups, wins, 3, 1)
    assert settled.value[0] == pytest.approx(0, abs=0.002)
    parts = variance_parts(lineups, wins, 1, None)
    assert parts["luck in play"][0] == pytest.approx(1, abs=0.005)
    assert parts["strategies"][0] <= 3.3 * parts["strategies"][1] + 1e-4


def test_a_certain_winner_is_all_skill():
    lineups = lineups_of(np.random.default_rng(2), 4000)
    wins = won_by((lineups == 0).argmax(1))
    assert settled_by_lineup(lineups, wins, 3, 1).value[0] == pytest.approx(1, abs=0.01)
    assert variance_parts(lineups, wins, 1, None)["strategies"][0] == pytest.approx(1, abs=0.01)


def test_a_certain_seat_is_all_seat():
    lineups = lineups_of(np.random.default_rng(3), 4000)
    wins = won_by(np.zeros(4000, int))
    assert variance_parts(lineups, wins, 1, None)["seat"][0] == pytest.approx(1, abs=0.01)
    assert settled_by_lineup(lineups, wins, 3, 1).value[0] == pytest.approx(1, abs=0.01)


def test_the_deal_is_a_part_of_its_own():
    rng = np.random.default_rng(4)
    lineups = lineups_of(rng, 20_000)
    parts = variance_parts(lineups, won_by(rng.integers(4, size=20_000)), 1, (0.3, 0.02))
    assert parts["deal"] == (0.3, 0.02)
    assert parts["luck in play"][0] == pytest.approx(0.7, abs=0.01)
    assert parts["luck in play"][1] == pytest.approx(0.02, abs=0.003)
    assert sum(share for share, _ in parts.values()) == pytest.approx(1)


def dealt(seed, n_deals, replays, luck_of_deal):
    """Two players of unequal strength; a deal's luck adds to the first seat's, and stays the same in its replays."""
    rng = np.random.default_rng(seed)
    lineups = rng.permuted(np.tile([0, 1], (n_deals, 1)), axis=1)
    push = luck_of_deal * rng.choice([-1, 1], n_deals) + 0.25 * np.where(lineups[:, 0] == 0, 1, -1)
    first = rng.random((n_deals, replays)) < 0.5 + push[:, None]
    return lineups.repeat(replays, 0), np.where(first.reshape(-1, 1), [1.0, 0.0], [0.0, 1.0])


def test_what_the_deal_settles_given_the_line_up():
    """The deal moves the first seat by 0.2 either way: 0.04 of a variance of 0.25, whoever is stronger. 40 runs: the
    error is their spread, known to 11 %. Deals replayed without regard to the line-up look like 0.41.
    """
    found = [deal_part(*dealt(k, 400, 8, 0.2), 8, dealt(1000 + k, 2000, 1, 0.2)) for k in range(40)]
    shares, errors = np.array(found).T
    assert shares.mean() == pytest.approx(0.16, abs=0.01)
    assert np.sqrt((errors**2).mean()) == pytest.approx(shares.std(), rel=0.4)
    lineups, wins = dealt(1, 400, 8, 0.2)
    assert decided_at_deal(wins[:, 0], 8)[0] > 0.35
    none = [deal_part(*dealt(k, 400, 8, 0.0), 8, dealt(1000 + k, 2000, 1, 0.0))[0] for k in range(20)]
    assert np.mean(none) == pytest.approx(0, abs=0.005)
    assert deal_part(lineups[:80], wins[:80], 8, (lineups, wins)) == (0.0, np.inf)


def tournament_of(n_games, strengths, seed):
    """Line-ups of a tournament of seven, each won by the Plackett-Luce law."""
    lineups = make_plan("profiles", 7, 4, None).seating(0, n_games, 1).astype(int)
    merit = np.asarray(strengths)[lineups] + np.random.default_rng(seed).gumbel(size=lineups.shape)
    return lineups, won_by(merit.argmax(1))


def test_few_games_of_many_lineups_do_not_look_like_skill():
    """840 line-ups, twice and a half each: a lottery settles nothing. Negative control: shares counted line-up by
    line-up would look like skill; unequal players are.
    """
    lineups, wins = tournament_of(2100, np.zeros(7), 5)
    settled = settled_by_lineup(lineups, wins, 7, 4)
    assert settled.value[0] < 0.005
    assert settled.separate()[1][0] > -0.03
    _, which = np.unique(lineups, axis=0, return_inverse=True)
    means = np.stack([np.bincount(which.ravel(), wins[:, seat]) for seat in range(4)], 1)
    chance = means / means.sum(1, keepdims=True)
    assert 1 + (wins * np.log(np.maximum(chance, 1e-9))[which.ravel()]).sum(1).mean() / np.log(4) > 0.4
    unequal = settled_by_lineup(*tournament_of(2100, np.linspace(-1, 1, 7), 6), 7, 4)
    assert unequal.separate()[0][0] > 0.03


def test_lineups_played_once_tell_no_variance():
    lineups, wins = tournament_of(840, np.zeros(7), 7)
    assert variance_parts(lineups, wins, 4, None) == {}


@pytest.mark.long
def test_errors_of_the_parts_are_those_of_repeated_play():
    """100 tournaments: the jackknife's error is not below the spread of the strategies' part (known to 7 %), and wider
    by no more than two thirds.
    """
    found = [
        variance_parts(*tournament_of(2520, np.linspace(-1, 1, 7), seed), 4, None)["strategies"] for seed in range(100)
    ]
    wider = np.mean([error for _, error in found]) / np.std([share for share, _ in found])
    assert 0.9 < wider < 1.7


def test_each_half_is_judged_by_ratings_of_the_other():
    """Strategy 0 wins every even block, strategy 1 every odd one: ratings of one half mislead about the other. Ratings
    of the same half, or of all games, would seem to know the winner, or nothing.
    """
    lineups = np.tile([[0, 1], [1, 0]], (40, 1))
    wins = (lineups == (np.arange(80) // 2 % 2)[:, None]).astype(float)
    assert settled_by_lineup(lineups, wins, 2, 2).value[0] < -10


def test_shares_below_zero_keep_their_error():
    """Both strategies win exactly as often in both seats: less than chance would give. Cut off at 0, all would look
    certain.
    """
    lineups = np.tile([[0, 1], [1, 0]], (40, 1))
    wins = np.repeat(np.eye(2), 2, 0)[np.arange(80) % 4]
    parts = variance_parts(lineups, wins, 1, None)
    assert -0.02 < parts["strategies"][0] < 0
    assert parts["strategies"][1] > 0.001
    assert variance_parts(lineups, np.zeros_like(wins), 1, None)["luck in play"] == (1, 0)


def test_parts_by_hand():
    """Seat 1 wins 3 of 4 games of either line-up: between seats 1/16, less what chance gives 160 wins in 2 cells."""
    lineups = np.tile([[0, 1], [1, 0]], (40, 1))
    wins = np.eye(2)[(np.arange(80) // 2 % 4 == 3).astype(int)]
    between = 1 / 16 - 160 * 3 / 16 / (160 - 2) / 160
    parts = variance_parts(lineups, wins, 1, (0.5, 0.1))
    assert parts["seat"][0] == pytest.approx(4 * between)
    strategies, seat = parts["strategies"], parts["seat"]
    assert parts["luck in play"][0] == pytest.approx(0.5 - 4 * between - strategies[0])
    assert parts["luck in play"][1] == pytest.approx(np.linalg.norm([0.1, strategies[1], seat[1]]))


def test_games_that_nobody_won_settle_nothing():
    """They are left out; a shared win counts in equal parts."""
    lineups = np.tile([[0, 1], [1, 0]], (40, 1))
    wins = np.tile([[0.5, 0.5], [0.0, 0.0]], (40, 1))
    settled = settled_by_lineup(lineups, wins, 2, 2)
    assert settled.value[0] == pytest.approx(0, abs=1e-6)
    assert (settled.value.shape, settled.n_blocks) == ((1,), 40)
    wins[::4] = [1.0, 0.0]
    wins[2::4] = [0.0, 1.0]
    assert settled_by_lineup(lineups, wins, 2, 2).value[0] < -0.5


def test_the_jackknife_by_hand():
    """Twenty groups of whole blocks, each left out once; the last block is not full."""
    lineups = np.tile([[0, 1], [1, 0]], (50, 1))[:99]
    wins = np.eye(2)[np.random.default_rng(8).integers(2, size=99)]
    wins[:30] = [1, 0]
    group = np.random.Generator(np.random.PCG64(20)).permutation(50)[np.arange(99) // 2] % 20
    seats = []
    for one in range(20):
        kept = wins[group != one]
        n, share = len(kept), kept.mean(0)
        within = (n * share * (1 - share)).sum() / (2 * n - 2)
        seats.append(((share - 0.5) ** 2).mean() - within / (2 * n))
    error = np.sqrt(19 * np.var(np.array(seats) / 0.25))
    assert variance_parts(lineups, wins, 2, None)["seat"][1] == pytest.approx(error)
