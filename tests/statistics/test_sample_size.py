"""How many games: against the table of the methods, and against simulation."""

import pytest

from analyser.statistics.sample_size import games_for_equality, games_for_margin, margin_of_games, need


@pytest.mark.parametrize(
    ("n_seats", "margin", "one", "all_seats"),
    [(4, 0.01, 7_203, 11_400), (4, 0.002, 180_000, 286_000), (3, 0.01, 8_500, 12_300), (3, 0.001, 853_000, 1_230_000)],
)
def test_the_table_of_the_methods(n_seats, margin, one, all_seats):
    assert games_for_margin(margin, n_seats, all_seats=False) == pytest.approx(one, rel=0.01)
    assert games_for_margin(margin, n_seats) == pytest.approx(all_seats, rel=0.02)


@pytest.mark.parametrize(("n_seats", "games"), [(4, 28_000), (3, 31_000)])
def test_games_that_show_equality(n_seats, games):
    assert games_for_equality(0.01, n_seats) == pytest.approx(games, rel=0.03)


def test_margin_and_games_undo_each_other():
    for n_seats in (2, 3, 4):
        assert margin_of_games(games_for_margin(0.005, n_seats), n_seats) == pytest.approx(0.005, rel=1e-3)


def test_a_design_that_halves_the_variance_halves_the_games():
    assert games_for_margin(0.01, 4, reduction=2.0) == pytest.approx(games_for_margin(0.01, 4) / 2, rel=1e-3)


def test_all_seats_need_more_than_one():
    found = need(0.005, 4)
    assert found.one_seat < found.all_seats < found.equality
