"""Numbers against limits: where they are shown to lie, whether two differ, how many games would decide."""

import math

import numpy as np
import polars as pl
import pytest

from analyser.experiments.measured import (
    ZERO,
    Limits,
    Measured,
    Reading,
    Standing,
    Tolerance,
    digits_of,
    games_for_all,
    games_to_decide,
)
from analyser.experiments.rates import rate

WIDE = Limits(10, 22)
TWO = Limits.around_zero(2)


def number(low: float, high: float, limits: Limits = ZERO, **more) -> Measured:
    return Measured((low + high) / 2, low, high, limits, **more)


@pytest.mark.parametrize(
    ("low", "high", "limits", "standing"),
    [
        (11, 12, WIDE, Standing.WITHIN),
        (8, 9, WIDE, Standing.BELOW),
        (23, 24, WIDE, Standing.ABOVE),
        (9, 11, WIDE, Standing.OPEN),
        (0.1, 1, ZERO, Standing.ABOVE),
        (-1, 1, ZERO, Standing.OPEN),
        (0, 0, ZERO, Standing.WITHIN),
        (0, 0.05, Limits.at_most(0.1), Standing.WITHIN),
        (0.2, 0.3, Limits.at_most(0.1), Standing.ABOVE),
    ],
)
def test_where_an_interval_lies(low, high, limits, standing):
    assert number(low, high, limits).standing == standing


def test_equality_is_shown_by_the_narrower_interval():
    """Two one-sided tests at 5 % are one 90 % interval; what lies outside is shown by the joint one."""
    found = number(-2.5, 2.5, TWO, inner=(-1.9, 1.9))
    assert found.standing == Standing.WITHIN
    assert number(-2.5, 2.5, TWO).standing == Standing.OPEN


def test_an_end_that_is_not_known_shows_nothing():
    assert Measured(3.0, -math.inf, math.inf).standing == Standing.OPEN


@pytest.mark.parametrize(
    ("here", "there", "differs", "agrees"),
    [
        ((8, 10), (-10, -8), True, False),
        ((8, 10), (8, 12), False, True),
        ((8, 10), (-1, 1), True, False),
        ((8, 10), (-1, 9), False, False),
        ((-1, 1), (2, 4), True, False),
        ((-1, 1), (-2, 2), False, False),
        ((0, 0), (0, 0), False, True),
    ],
)
def test_two_numbers_against_zero(here, there, differs, agrees):
    """They differ if both are shown and not the same, or if they are apart and one is shown."""
    one, other = number(*here), number(*there)
    assert (one.differs(other), one.agrees(other)) == (differs, agrees)


@pytest.mark.parametrize(
    ("here", "there", "differs", "agrees"),
    [
        ((-1, 1), (-1, 1), False, True),
        ((-1, 1), (3, 4), True, False),
        ((3, 5), (9, 12), False, True),
        ((3, 5), (1.5, 2.5), True, False),
        ((3, 5), (1.5, 3.5), False, False),
        ((-1, 1), (1.5, 2.5), False, False),
    ],
)
def test_two_numbers_against_a_tolerance(here, there, differs, agrees):
    one, other = number(*here, TWO), number(*there)
    assert (one.differs(other), one.agrees(other)) == (differs, agrees)


def test_a_relative_tolerance_is_a_part_of_the_value():
    assert Tolerance(0.1, is_relative=True).limits(20.0) == Limits(18.0, 22.0)
    assert Tolerance(0.1, is_relative=True).limits(-20.0) == Limits(-22.0, -18.0)
    assert Tolerance(2.0).limits(20.0) == TWO


def test_games_to_decide():
    assert games_to_decide(1000, Measured(3.0, 1.0, 5.0, TWO)) == 4000
    assert games_to_decide(1000, Measured(2.0, 0.0, 4.0, TWO)) is None, "it lies on the limit"


def test_all_must_be_inside_but_one_outside_is_enough():
    inside = [Measured(0.0, -3.0, 3.0, TWO), Measured(1.0, -2.0, 4.0, TWO)]
    assert games_for_all(1000, inside) == 9000
    assert games_for_all(1000, [*inside, Measured(4.0, 1.0, 7.0, TWO)]) == 2250
    assert games_for_all(1000, [Measured(2.0, 1.0, 3.0, TWO)]) is None


def test_excess_is_nothing_within_the_target():
    assert number(12, 12, WIDE).excess == 0
    assert number(33, 33, WIDE).excess == pytest.approx(0.5)


@pytest.mark.parametrize(("margin", "digits"), [(12.0, 1), (0.6, 1), (0.05, 2), (0.004, 3), (1e-9, 4), (0.0, 2)])
def test_numbers_are_written_as_precisely_as_they_are_known(margin, digits):
    assert digits_of(margin) == digits


class TestRates:
    def test_a_rare_event_has_an_interval(self):
        share, low, high = rate(np.zeros(1000, bool), 1)
        assert (share, low) == (0.0, pytest.approx(0.0))
        assert 0 < high < 0.01

    def test_blocks_count_not_games(self):
        """Games that repeat each other in blocks of four have twice the margin."""
        hits = np.random.Generator(np.random.PCG64(5)).random(5_000) < 0.3
        alone, repeated = rate(hits, 1), rate(np.repeat(hits, 4), 4)
        assert np.allclose(alone, repeated)
        assert rate(np.repeat(hits, 4), 1).high < repeated.high

    def test_an_undecided_rate_takes_more_games_than_were_played(self):
        """Intervals of rare events are lopsided: the side towards the limit counts."""
        found = Measured(*rate(np.zeros(2_000, bool), 1), Limits.at_most(0.001))
        assert found.standing == Standing.OPEN
        assert games_to_decide(2_000, found) > 2_000


def test_a_check_that_could_not_find_a_number_shows_nothing():
    """With other players a doubloon may not be shown to be worth anything: cards then have none beside their price."""
    priced = pl.DataFrame({"level": ["Ransom"], "surplus": [1.0], "surplus_low": [0.5], "surplus_high": [1.5]})
    (found,) = Reading.of(priced).all(priced.select("level"))
    assert found.key == ("Ransom",) and (found.low, found.high) == (-math.inf, math.inf)
    assert not found.is_outside
