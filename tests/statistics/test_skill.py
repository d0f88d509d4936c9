"""Luck or skill: a lottery and a certain winner are the two ends."""

import numpy as np
import pytest

from analyser.statistics.skill import settled_by_lineup, variance_parts


def lineups_of(rng, n_games):
    return rng.permuted(np.tile([0, 1, 2, 2], (n_games, 1)), axis=1)


def won_by(seats):
    return np.eye(4)[seats]


def test_a_lottery_is_no_skill():
    rng = np.random.default_rng(1)
    lineups = lineups_of(rng, 20_000)
    wins = won_by(rng.integers(4, size=20_000))
    assert settled_by_lineup(lineups, wins) == pytest.approx(0, abs=0.002)
    parts = variance_parts(lineups, wins, 3, None)
    assert parts["luck in play"] == pytest.approx(1, abs=0.005)


def test_a_certain_winner_is_all_skill():
    lineups = lineups_of(np.random.default_rng(2), 4000)
    wins = won_by((lineups == 0).argmax(1))
    assert settled_by_lineup(lineups, wins) == pytest.approx(1, abs=0.01)
    assert variance_parts(lineups, wins, 3, None)["strategies"] == pytest.approx(1, abs=0.01)


def test_a_certain_seat_is_all_seat():
    lineups = lineups_of(np.random.default_rng(3), 4000)
    parts = variance_parts(lineups, won_by(np.zeros(4000, int)), 3, None)
    assert parts["seat"] == pytest.approx(1, abs=0.01)


def test_the_deal_takes_its_part_of_the_luck():
    rng = np.random.default_rng(4)
    lineups = lineups_of(rng, 20_000)
    parts = variance_parts(lineups, won_by(rng.integers(4, size=20_000)), 3, 0.3)
    assert parts["deal"] == pytest.approx(0.3, abs=0.01)
    assert sum(parts.values()) == pytest.approx(1)
