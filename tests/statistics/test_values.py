"""What a level is worth: planted values are found, null ones are not, confounding is undone."""

from itertools import combinations
from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import binom, norm

from analyser.experiments.forced import value_rows
from analyser.statistics.estimates import Estimates, mean_by_cell, mean_of_games, ratio_of_sums
from analyser.statistics.intervals import rare_reach
from analyser.statistics.values import (
    UNCLEAR,
    decided_at_deal,
    exchanged,
    joint_of_shares,
    slope_weights,
    verdicts,
)


def race(rng, n_games, bonus, n_seats=4):
    """A toy race: each seat earns 20 normal amounts; `bonus` (games x seats) is added; the richest wins."""
    wealth = rng.normal(40, 9, (n_games, n_seats)) + bonus
    return (wealth == wealth.max(1, keepdims=True)).astype(float)


def dealt_values(wins, cards, n_cards):
    """Win share of each card's holder less an equal share, for cards dealt to seats."""
    blocks = np.repeat(np.arange(len(wins)), wins.shape[1])
    centred = (wins - wins.mean(1, keepdims=True)).ravel()
    return mean_by_cell(centred, cards.ravel(), blocks, n_cards, len(wins))


def equal_cards():
    """All ways to deal four of six cards, each won by one of the four holders: wins above an equal share, and plays."""
    deals = [(four, winner) for four in combinations(range(6), 4) for winner in four]
    plays = np.array([[float(card in four) for card in range(6)] for four, _ in deals])
    return np.eye(6)[[winner for _, winner in deals]] - plays / 4, plays


@pytest.mark.long
def test_a_family_of_null_cards_is_rarely_flagged():
    """Figure 7: six equal cards dealt to four seats in 1,000 games; at most 5 % of 4,000 families flag one.

    The law is 4.2 %, the standard error 0.32 points: a right method fails in 0.6 % of all seeds; this one is fixed.
    Negative controls: six intervals that hold one by one are flagged far more often, and a card worth 4 doubloons is.
    """
    rng = np.random.default_rng(1)
    wins, plays = equal_cards()
    flagged = alone = 0
    for _ in range(4000):
        games = rng.integers(len(wins), size=1000)
        found = ratio_of_sums(wins[games], plays[games])
        flagged += set(verdicts(*joint_of_shares(found, plays[games].sum(0)))) != {UNCLEAR}
        alone += set(verdicts(*found.separate())) != {UNCLEAR}
    assert flagged / 4000 <= 0.05
    assert alone / 4000 > 0.15
    cards = rng.random((4000, 6)).argsort(1)[:, :4]
    found = dealt_values(race(rng, 4000, 4.0 * (cards == 2)), cards, 6)
    assert verdicts(*joint_of_shares(found, np.bincount(cards.ravel())))[2] == "above"


def chance_in_race(bonus):
    """Of the seat that starts with so many doubloons more, in the toy race."""
    x = np.linspace(-60, 60, 20_001)
    return float((norm.pdf(x, 0, 9) * norm.cdf((x + bonus) / 9) ** 3).sum() * (x[1] - x[0]))


def test_a_planted_card_returns_its_worth_in_doubloons():
    """Figure 7: a card that does what 3 doubloons do returns 3 slopes: the interval of value / slope covers that in
    95 +/- 1 % of 6,000 races (standard error 0.28 points: a right method fails in 0.04 % of seeds).

    3 slopes are 2.93 doubloons' worth of the race, whose curve bends. Negative control: 5 doubloons are not covered.
    """
    rng = np.random.default_rng(2)
    gifts = np.array([chance_in_race(amount) for amount in (0, 1, 2, 4)])
    card, weights = np.array([gifts[0], chance_in_race(3)]), slope_weights([0, 1, 2, 4])
    truth = (card[1] - card[0]) / (weights @ gifts)
    covered = wrong = 0
    for _ in range(6000):
        slope = mean_of_games(rng.random((1500, 4)) < gifts, 1).contrast([weights])
        value = mean_of_games(rng.random((1500, 2)) < card, 1).contrast([[-1, 1]])
        worth = exchanged(value.value[0], value.standard_error[0], slope.value[0], slope.standard_error[0])
        covered += worth.low <= truth <= worth.high
        wrong += worth.low <= 5 <= worth.high
    assert 2.8 < truth < 3.1
    assert 0.94 <= covered / 6000 <= 0.96
    assert wrong / 6000 < 0.8


def test_confounding_fools_what_was_seen_and_not_what_was_forced():
    """Figure 7: players in trouble pass early. Passing early is better by 5 doubloons, but is seen mostly
    with those who lose.
    """
    rng = np.random.default_rng(3)
    n = 20_000
    trouble = rng.normal(0, 9, n)
    others = rng.normal(40, 9, (n, 3)).max(1)

    def wins(early):
        return (40 + trouble + 5 * early > others).astype(float)

    chosen = trouble < 0
    seen = wins(chosen)
    assert seen[chosen].mean() < seen[~chosen].mean()
    forced = mean_of_games((wins(np.ones(n)) - wins(np.zeros(n)))[:, None], 1)
    low, _ = forced.joint()
    assert low[0] > 0


def test_an_unknown_currency_gives_no_bounds():
    worth = exchanged(0.01, 0.001, 0.001, 0.001)
    assert (worth.low, worth.high) == (-np.inf, np.inf)
    assert exchanged(0.03, 0.0, 0.01, 0.0).low == pytest.approx(3)


def test_what_the_deal_decides():
    """A lottery decided at the deal: 1; after it: 0; half of the variance: a half. 2,000 deals, 8 replays each."""
    rng = np.random.default_rng(4)
    deal, later = np.repeat(rng.normal(size=2000), 8), rng.normal(size=16_000)
    assert decided_at_deal(deal, 8)[0] == pytest.approx(1)
    for outcome, truth in ((later, 0.0), (deal + later, 0.5)):
        value, low, high = decided_at_deal(outcome, 8)
        assert low <= truth <= high
        assert high - low < 0.06
        assert value == pytest.approx(truth, abs=0.04)


def test_a_level_that_never_wins_has_an_interval():
    """400 games without a win, one seat on every deal, against exactly a quarter: down to nothing, up by Wilson."""
    wins = np.column_stack([np.zeros(400), np.tile([1.0, 0, 0, 0], 100), np.ones(400)])
    found = mean_of_games(wins, 4)
    assert not found.standard_error.any()
    values = mean_of_games(wins - 0.25, 4)
    rows = value_rows(["never", "some", "always"], values, 0.95, reach=rare_reach(found.value, 400))
    z2 = NormalDist().inv_cdf(1 - 0.05 / 6) ** 2
    beyond = 100 * z2 / (400 + z2)
    assert rows["low_points"] == pytest.approx([-25, 0, 75 - beyond])
    assert rows["high_points"] == pytest.approx([-25 + beyond, 0, 75])


@pytest.mark.parametrize("truth", [0.0005, 0.002, 0.005, 0.01, 0.99, 0.998])
def test_rare_wins_are_covered(truth):
    """Exact chances of all numbers of wins in 400 games; the normal interval alone covers 1 in 500 in half of them."""
    counts = np.arange(401)
    chances = binom.pmf(counts, 400, truth)
    reach = np.array([[float(one[0]) for one in rare_reach([k / 400], 400)] for k in counts])
    is_rare = reach.any(1)
    normal = 1.96 * np.sqrt(counts / 400 * (1 - counts / 400) / 400)
    low, high = counts / 400 - np.maximum(normal, reach[:, 0]), counts / 400 + np.maximum(normal, reach[:, 1])
    assert chances[(low <= truth) & (truth <= high)].sum() > 0.94
    assert is_rare[:10].all() and is_rare[-10:].all() and not is_rare[10:391].any()


def test_shares_are_one_win_wider():
    found = Estimates(np.array([0.1, 0.2]), np.diag([0.01, 0.01]) ** 2, 50)
    low, high = found.joint()
    wider_low, wider_high = joint_of_shares(found, [0, 4])
    assert wider_low == pytest.approx(low - np.array([1, 0.25]))
    assert wider_high == pytest.approx(high + np.array([1, 0.25]))
    assert joint_of_shares(found, 1)[1] == pytest.approx(high + 1)


def test_verdicts_by_side():
    assert (
        verdicts(np.array([0.1, -0.2, -0.1, 0.0]), np.array([0.2, -0.1, 0.1, 0.0]))
        == ["above", "below"] + [UNCLEAR] * 2
    )


def test_exchange_by_hand():
    """Fieller: the ends are where (value - x slope)^2 is 1.96^2 times its variance; at the edge there are none."""
    worth = exchanged(0.06, 0.01, 0.02, 0.004)
    assert worth.amount == pytest.approx(3)
    for end in (worth.low, worth.high):
        gap, variance = 0.06 - end * 0.02, 0.01**2 + (end * 0.004) ** 2
        assert gap**2 == pytest.approx(NormalDist().inv_cdf(0.975) ** 2 * variance)
    assert worth.low < 3 < worth.high
    assert np.isnan(exchanged(0.06, 0.01, 0.0, 0.004).amount)
    assert exchanged(0.06, 0.01, 0.02, 0.02).amount == pytest.approx(3)
    assert exchanged(0.0, 0.0, 0.02, 0.0).low == 0


def test_variance_of_deals_by_hand():
    """Four deals, replayed twice; a ninth game completes no deal and is left out. Nothing moves: 0."""
    outcome = [1.0, 3.0, 5.0, 7.0, 2.0, 2.0, 8.0, 4.0, 99.0]
    between, within = 2 * np.var([2, 6, 2, 6], ddof=1), (2 + 2 + 0 + 8) / 4
    value, low, high = decided_at_deal(outcome, 2)
    assert value == pytest.approx((between - within) / (between + within))
    table = np.reshape(outcome[:8], (4, 2))
    parts = [decided_at_deal(np.delete(table, k, 0).ravel(), 2)[0] for k in range(4)]
    half = 1.95996 * np.sqrt(3 / 4 * ((parts - np.mean(parts)) ** 2).sum())
    assert (low, high) == pytest.approx((value - half, value + half), abs=1e-5)
    thrice = [0.0, 1.0, 2.0, 1.0, 4.0, 4.0, 5.0, 5.0, 5.0]
    between, within = 3 * np.var([1, 3, 5], ddof=1), (2 + 6) / 6
    assert decided_at_deal(thrice, 3)[0] == pytest.approx((between - within) / (between + 2 * within))
    assert decided_at_deal(np.ones(8), 2) == (0, 0, 0)


def test_slopes_by_hand():
    """Least squares through amounts that are not evenly spaced."""
    assert slope_weights([1, 2, 3]) == pytest.approx([-0.5, 0, 0.5])
    assert slope_weights([0, 1, 2, 4]) @ [3, 5, 4, 9] == pytest.approx(np.polyfit([0, 1, 2, 4], [3, 5, 4, 9], 1)[0])
