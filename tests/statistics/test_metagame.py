"""The meta-game on games whose equilibria are known."""

import numpy as np
import pytest

from analyser.simulation.lineups import make_plan
from analyser.statistics.alpha_rank import ALPHAS, _long_run, alpha_rank, take_over
from analyser.statistics.held_out import errors_against, held_out_regret, redrawn_mixes
from analyser.statistics.metagame import (
    EQUILIBRIUM,
    Payoffs,
    cycles,
    dominated,
    equilibria,
    invasions,
    payoff_table,
)

ROCK_PAPER_SCISSORS = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])


def two_player(matrix, error=0.0):
    matrix = np.asarray(matrix, float)
    return Payoffs(matrix, np.full(matrix.shape, error), np.eye(len(matrix), dtype=int))


def test_rock_paper_scissors_is_mixed_equally():
    """Figure 8: 1/3 each, regret at most 1e-6. Negative control: rock alone has a regret of a half."""
    found = equilibria(two_player(ROCK_PAPER_SCISSORS))
    assert len(found) == 1
    assert found[0][0] == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert found[0][1] <= EQUILIBRIUM
    assert two_player(ROCK_PAPER_SCISSORS).regret([1, 0, 0]) == pytest.approx(0.5)


def test_a_dominated_strategy_has_no_share():
    """Figure 8. The third wins less than the first against everybody."""
    table = two_player([[0.5, 0.6, 0.7], [0.4, 0.5, 0.8], [0.3, 0.2, 0.5]])
    (mix, regret), *others = equilibria(table)
    assert mix[2] == 0
    assert mix[0] == pytest.approx(1)
    assert regret <= EQUILIBRIUM
    assert others == []
    assert dominated(table) == [(1, 0), (2, 0)] or (2, 0) in dominated(table)


def test_dominance_needs_more_than_chance():
    matrix = [[0.5, 0.52], [0.49, 0.5]]
    assert dominated(two_player(matrix, 0.001)) == [(1, 0)]
    assert dominated(two_player(matrix, 0.05)) == []


def test_hawk_and_dove():
    """A known mixed equilibrium: with payoffs (0, 3 / 1, 2) half of the field plays each."""
    found = equilibria(two_player([[0.0, 3.0], [1.0, 2.0]]))
    assert found[0][0] == pytest.approx([0.5, 0.5], abs=1e-6)


def test_all_equilibria_are_told():
    """Coordination: both pure mixes, and the mixed one between them."""
    found = equilibria(two_player([[1.0, 0.0], [0.0, 1.0]]))
    assert sorted(round(float(mix[0]), 3) for mix, _ in found) == [0.0, 0.5, 1.0]


def test_cycles_are_found_and_orders_are_not():
    assert cycles(invasions(two_player(ROCK_PAPER_SCISSORS, 0.01))) == [(0, 2, 1)]
    assert cycles(invasions(two_player([[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]], 0.01))) == []


def lottery_tournament(seed, n_pool, n_games, better=None):
    """Seven (or so) equal strategies in a tournament, each game drawn by lot; or one that wins whenever it sits."""
    plan = make_plan("profiles", n_pool, 4, None)
    lineups = plan.seating(0, n_games, 1).astype(int)
    chances = np.where(lineups == better, 9.0, 1.0)
    winner = (
        chances.cumsum(1) > np.random.default_rng(seed).random((n_games, 1)) * chances.sum(1, keepdims=True)
    ).argmax(1)
    return payoff_table(lineups, np.eye(4)[winner], n_pool, plan.block)


@pytest.mark.parametrize(("n_pool", "n_games"), [(3, 120), (3, 1000), pytest.param(7, 2000, marks=pytest.mark.long)])
def test_equal_strategies_are_not_told_apart(n_pool, n_games):
    """Two deals a line-up, or a few: among equals anybody is shown to enter a field, or to be dominated, in at most 5 %
    of 200 tournaments (the law is below 3 %; standard error 1.2). Negative control: a strategy that really wins enters.
    """
    tables = [lottery_tournament(seed, n_pool, n_games) for seed in range(200)]
    assert np.mean([bool(invasions(one).any()) for one in tables]) <= 0.05
    assert np.mean([bool(dominated(one)) for one in tables]) <= 0.05
    assert invasions(lottery_tournament(1, n_pool, n_games, better=0))[0, 1:].any()


def test_an_error_that_nothing_is_known_of_shows_nothing():
    once = payoff_table(np.array([[0, 1], [1, 0]]), np.array([[1.0, 0.0], [0.0, 1.0]]), 2, 2)
    assert np.isnan(once.standard_error).all()
    assert not invasions(once).any()
    assert dominated(once) == []


def test_noise_makes_no_cycle():
    noisy = two_player([[0.5, 0.48, 0.52], [0.52, 0.5, 0.48], [0.48, 0.52, 0.5]], 0.02)
    assert cycles(invasions(noisy)) == []


def test_redrawn_tables_tell_how_sure_a_mix_is():
    sure = redrawn_mixes(two_player([[0.5, 0.7], [0.3, 0.5]], 0.01), np.array([1.0, 0.0]), draws=10).support
    assert sure.tolist() == [1.0, 0.0]
    unsure, told = two_player([[0.5, 0.5], [0.5, 0.5]], 0.05), np.array([0.5, 0.5])
    found = redrawn_mixes(unsure, told, draws=30)
    assert found.low[0] < 0.1 and found.high[0] > 0.9
    unsure = found.support
    assert 0.1 < unsure[0] < 1.0
    assert 0.1 < unsure[1] < 1.0


def test_the_table_of_three_player_games():
    """Strategy 1 wins whenever it sits; two of them share; strategy 0 wins a third among its like."""
    lineups = np.array([[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 1, 1]])
    wins = np.array([row / row.sum() if row.any() else [1 / 3] * 3 for row in lineups])
    found = payoff_table(np.tile(lineups, (3, 1)), np.tile(wins, (3, 1)), 2, 8)
    assert found.opponents.tolist() == [[2, 0], [1, 1], [0, 2]]
    assert found.value == pytest.approx(np.array([[1 / 3, 0, 0], [1, 1 / 2, 1 / 3]]))
    assert found.against([0.5, 0.5])[0] == pytest.approx([1 / 12, 0.25 + 0.25 + 1 / 12])


def test_opponents_that_were_never_met_are_left_out():
    found = payoff_table(np.array([[0, 0], [0, 1], [1, 0]] * 5), np.array([[0.5, 0.5], [1, 0], [0, 1]] * 5), 2, 3)
    assert np.isnan(found.value[1, 1])
    assert found.against([0.5, 0.5])[0] == pytest.approx([0.75, 0.0])


@pytest.mark.parametrize("alpha", ALPHAS)
def test_alpha_rank_of_rock_paper_scissors_is_equal(alpha):
    """Alpha-rank: 1/3 each at every alpha. Negative control: a paper that only half loses to scissors leads."""
    assert alpha_rank(two_player(ROCK_PAPER_SCISSORS), alpha) == pytest.approx([1 / 3] * 3, abs=1e-9)
    better = ROCK_PAPER_SCISSORS + np.array([[0, 0, 0], [0, 0, 0.4], [0, -0.4, 0]])
    assert alpha_rank(two_player(better), alpha).argmax() == 1


def test_alpha_rank_leaves_a_dominated_strategy():
    table = two_player([[0.5, 0.6, 0.7], [0.4, 0.5, 0.8], [0.3, 0.2, 0.5]])
    shares = [alpha_rank(table, alpha) for alpha in ALPHAS]
    assert shares[-1] == pytest.approx([1, 0, 0], abs=1e-9)
    assert np.all(np.diff([one[2] for one in shares]) <= 0)
    assert alpha_rank(table, 0.001) == pytest.approx([1 / 3] * 3, abs=0.01)


def test_alike_strategies_take_over_as_often_as_their_number_says():
    assert take_over(two_player([[0.5, 0.5], [0.5, 0.5]]), 0, 1, 10.0) == pytest.approx(1 / 50)
    assert alpha_rank(two_player([[0.5, 0.5], [0.5, 0.5]]), 100.0) == pytest.approx([0.5, 0.5])


def test_alpha_rank_of_four_players():
    """By hand for a population of 4 that all sit at one table: a newcomer wins 1/4 + 0.1 / copies each, the field the
    rest; opponents never met are filled in between those that were.
    """
    gains = np.array([0.25 + 0.1 / k for k in (1, 2, 3)] + [0.25])
    field = np.array([(1 - k * (0.25 + 0.1 / k)) / (4 - k) for k in (1, 2, 3)])
    table = Payoffs(
        np.array([gains[::-1], np.append(field[::-1], 0.25)]),
        np.zeros((2, 4)),
        np.array([[3 - k, k] for k in range(4)]),
    )
    chance = 1 / (1 + sum(np.exp(-np.cumsum(3.0 * (gains[:3] - field)))))
    assert take_over(table, 0, 1, 3.0, 4) == pytest.approx(chance)
    unknown = table.value.copy()
    unknown[0, 1] = np.nan
    found = take_over(Payoffs(unknown, table.standard_error, table.opponents), 0, 1, 3.0, 4)
    assert found == pytest.approx(chance, rel=0.05)


def test_a_tenth_of_a_mix_is_part_of_it():
    """Hawks and doves whose equilibrium has a tenth of doves: both belong to it in every redrawn table."""
    table = two_player([[0.4, 0.9], [0.45, 0.45]])
    assert equilibria(table)[0][0] == pytest.approx([0.9, 0.1], abs=1e-6)
    assert redrawn_mixes(table, np.array([0.5, 0.5]), draws=2).support.tolist() == [1.0, 1.0]


def three_seats():
    """Two strategies at three seats, with the error of each payoff."""
    value = np.array([[0.33, 0.40, 0.50], [0.30, 0.20, 0.33]])
    return Payoffs(value, np.full((2, 3), 0.01), np.array([[2, 0], [1, 1], [0, 2]]))


def test_opponents_of_a_mix_by_hand():
    """Two opponents: both 0, one of each (in two orders), both 1."""
    table = three_seats()
    assert table.chances(np.array([[0.3, 0.7]])) == pytest.approx(np.array([[0.09, 0.42, 0.49]]))
    assert table.against([0.3, 0.7])[0] == pytest.approx(
        [0.09 * 0.33 + 0.42 * 0.40 + 0.49 * 0.50, 0.09 * 0.30 + 0.42 * 0.20 + 0.49 * 0.33]
    )
    gains = table.against([0.3, 0.7])[0]
    assert table.regret([0.3, 0.7]) == pytest.approx(gains[0] - 0.3 * gains[0] - 0.7 * gains[1])
    assert [table.column(0, 0), table.column(1, 0), table.column(1, 1)] == [0, 1, 2]


def test_dominance_and_invasion_by_hand():
    """Every gap must be beyond z errors of both payoffs and one win: z of 2.39 for six comparisons, 1.96 for two."""
    table = three_seats()
    assert dominated(table) == []
    wide = Payoffs(table.value + np.array([[0.01], [0.0]]), table.standard_error, table.opponents)
    assert dominated(wide) == [(1, 0)]
    assert dominated(Payoffs(wide.value, wide.standard_error, wide.opponents, step=0.01)) == []
    assert invasions(table).tolist() == [[False, True], [False, False]]
    for gap, enters in ((0.0275, False), (0.028, True)):
        near = Payoffs(np.array([[0.5, 0.5 + gap], [0.2, 0.5]]), np.full((2, 2), 0.01), np.eye(2, dtype=int))
        assert invasions(near)[0, 1] == enters
        assert not invasions(Payoffs(near.value, near.standard_error, near.opponents, step=0.001))[0, 1]
    for gap, is_worse in ((0.0315, False), (0.0318, True)):
        near = Payoffs(np.array([[0.5, 0.9], [0.5 - gap, 0.5]]), np.full((2, 2), 0.01), np.eye(2, dtype=int))
        assert dominated(near) == ([(1, 0)] if is_worse else [])
    one = Payoffs(np.array([[0.5]]), np.array([[0.01]]), np.array([[1]]))
    assert (dominated(one), invasions(one).tolist()) == ([], [[False]])


def test_cycles_of_four():
    """0 beats 1 beats 2 beats 0, and 3 with 0 and 1 the other way round: each once, the smallest number first."""
    enters = np.zeros((4, 4), bool)
    for one, other in ((0, 1), (1, 2), (2, 0), (1, 3), (3, 0)):
        enters[one, other] = True
    assert cycles(enters) == [(0, 1, 2), (0, 1, 3)]


def test_an_equilibrium_of_three_beside_a_pure_one():
    """Rock, paper and scissors, and a fourth that beats each of them a little less than it loses to its own kind."""
    table = np.full((4, 4), 0.4)
    table[:3, :3], table[3, 3] = ROCK_PAPER_SCISSORS, 0.6
    found = equilibria(two_player(table))
    mixes = sorted(tuple(np.round(mix, 4).tolist()) for mix, _ in found)
    assert (0.0, 0.0, 0.0, 1.0) in mixes
    assert (0.3333, 0.3333, 0.3333, 0.0) in mixes
    assert [regret for _, regret in found] == sorted(regret for _, regret in found)
    assert all(np.abs(a - b).max() > 0.01 for k, (a, _) in enumerate(found) for b, _ in found[:k])


def test_alpha_rank_moves_by_hand():
    """Two strategies, three players of whom two meet: the newcomer's chance is 1 / (1 + sum of exp(-alpha gains))."""
    table = two_player([[0.5, 0.8], [0.2, 0.5]])
    gains = np.array([0.8 - (0.5 * 0.2 + 0.5 * 0.5), (0.5 * 0.5 + 0.5 * 0.8) - 0.2])
    enters = 1 / (1 + np.exp(-np.cumsum(2.0 * gains)).sum())
    leaves = 1 / (1 + np.exp(np.cumsum(2.0 * gains[::-1])).sum())
    assert take_over(table, 0, 1, 2.0, 3) == pytest.approx(enters)
    assert take_over(table, 1, 0, 2.0, 3) == pytest.approx(leaves)
    assert alpha_rank(table, 2.0, 3) == pytest.approx([enters / (enters + leaves), leaves / (enters + leaves)])
    assert take_over(table, 1, 0, 1e6) < 1e-200
    unmet = Payoffs(np.array([[0.5, 0.6], [np.nan, np.nan]]), np.zeros((2, 2)), np.eye(2, dtype=int))
    assert take_over(unmet, 1, 0, 5.0, 10) == take_over(unmet, 0, 1, 5.0, 10) == 0.1


def test_the_long_run_by_hand():
    """A circle in which each is left for the next at its own pace: time is spent in inverse proportion."""
    assert _long_run(np.array([[0, 0.1, 0], [0, 0, 0.2], [0.4, 0, 0]])) == pytest.approx([4 / 7, 2 / 7, 1 / 7])


def test_a_mix_of_many_small_shares():
    """Eleven strategies, each of which beats the next five: all have a share of an eleventh, which is below a tenth."""
    ahead = (np.arange(11)[None, :] - np.arange(11)[:, None]) % 11
    table = np.where(ahead == 0, 0.5, np.where(ahead <= 5, 1.0, 0.0))
    mix, regret = equilibria(two_player(table))[0]
    assert mix == pytest.approx([1 / 11] * 11, abs=1e-6)
    assert regret <= EQUILIBRIUM


def meetings(seed, n_blocks, chances):
    """Two players: every set of strategies in turn, both ways round; the first wins with its chance."""
    rng, n = np.random.default_rng(seed), len(chances)
    sets = [(a, b) for a in range(n) for b in range(a, n)]
    pairs = np.array([sets[k % len(sets)] for k in range(n_blocks)])
    lineups = np.stack([pairs, pairs[:, ::-1]], 1).reshape(-1, 2)
    first = rng.random(len(lineups)) < np.asarray(chances)[lineups[:, 0], lineups[:, 1]]
    return lineups, np.where(first[:, None], [1.0, 0.0], [0.0, 1.0])


CIRCLE = np.array([[0.5, 0.6, 0.4, 0.5], [0.4, 0.5, 0.6, 0.5], [0.6, 0.4, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5]])


def test_regret_of_a_mix_in_games_that_did_not_choose_it():
    """12 small tournaments of a circle and a fourth: the mix has no regret in its own games, but really 1 to 5 points.
    The highest regret that is told covers it in nearly all.
    """
    told, true, held_out = [], [], []
    truth = two_player(CIRCLE, 0.0)
    for seed in range(12):
        lineups, wins = meetings(seed, 400, CIRCLE)
        mix, regret = equilibria(payoff_table(lineups, wins, 4, 2))[0]
        told.append(regret)
        true.append(truth.regret(mix))
        held_out.append(held_out_regret(lineups, wins, 4, 2))
    assert max(told) < 1e-6
    assert np.mean([one.value for one in held_out]) > 0.01
    assert np.mean(true) > 0.01
    assert np.mean(np.array([one.high for one in held_out]) >= true) >= 0.9


def test_errors_against_a_mix_by_hand():
    table = two_player([[0.5, 0.7], [0.3, 0.5]], 0.02)
    assert errors_against(table, np.array([0.5, 0.5])) == pytest.approx([0.02 * np.sqrt(0.5)] * 2)
