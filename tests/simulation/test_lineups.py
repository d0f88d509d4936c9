"""Line-up plans: who sits where, equally often."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.core.errors import BadInput
from analyser.simulation.lineups import MOST_LINEUPS, Plan, make_plan
from tests.kernel.steady import steady

POOLS = range(1, 13)
SEATS = (2, 3, 4)
CASES = list(product(POOLS, SEATS))


def seatings(plan: Plan) -> list[tuple[int, ...]]:
    return [tuple(map(int, lineup)) for lineup in plan.cycle]


@pytest.mark.parametrize(("n_pool", "n_seats"), CASES)
class TestBalanced:
    def test_every_block_has_every_strategy_in_every_seat_equally_often(self, n_pool: int, n_seats: int) -> None:
        plan = make_plan("balanced", n_pool, n_seats, None)
        assert plan.block == n_pool * n_seats
        for block in plan.cycle.reshape(-1, plan.block, n_seats):
            for seat in range(n_seats):
                assert np.array_equal(np.bincount(block[:, seat], minlength=n_pool), [n_seats] * n_pool)

    def test_every_block_has_every_lineup_in_all_rotations(self, n_pool: int, n_seats: int) -> None:
        """Else one seat would meet stronger opponents than another, and be called the weaker one."""
        plan = make_plan("balanced", n_pool, n_seats, None)
        for block in plan.cycle.reshape(-1, plan.block, n_seats):
            found = Counter(map(tuple, block.tolist()))
            assert found == Counter(map(tuple, np.roll(block, 1, axis=1).tolist()))

    def test_all_lineups_equally_often_unless_they_are_too_many(self, n_pool: int, n_seats: int) -> None:
        found = Counter(seatings(make_plan("balanced", n_pool, n_seats, None)))
        if n_pool**n_seats * n_seats <= MOST_LINEUPS:
            assert set(found) == set(product(range(n_pool), repeat=n_seats))
            assert set(found.values()) == {n_seats}
        else:
            assert sum(found.values()) == MOST_LINEUPS // (n_pool * n_seats) * n_pool * n_seats

    def test_is_the_same_every_time(self, n_pool: int, n_seats: int) -> None:
        one, other = (make_plan("balanced", n_pool, n_seats, None) for _ in range(2))
        assert np.array_equal(one.cycle, other.cycle)


def test_a_sample_of_lineups_still_meets_everybody() -> None:
    """Of 12**4 line-ups only some are kept; still each strategy sits next to each other one."""
    plan = make_plan("balanced", 12, 4, None)
    assert len(plan.cycle) <= MOST_LINEUPS < 12**4
    for left, right in permutations(range(4), 2):
        assert len(set(zip(plan.cycle[:, left], plan.cycle[:, right], strict=True))) == 12 * 12


@pytest.mark.parametrize("n_seats", SEATS)
def test_rotate_goes_through_all_orders_equally_often(n_seats: int) -> None:
    plan = make_plan("rotate", n_seats, n_seats, None)
    assert sorted(seatings(plan)) == sorted(permutations(range(n_seats)))
    assert plan.block == len(plan.cycle)


def test_rotate_of_seats_with_a_repeat() -> None:
    plan = make_plan("rotate", 2, 3, (0, 1, 1))
    assert sorted(seatings(plan)) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    counts = Counter((seat, one) for lineup in seatings(plan) for seat, one in enumerate(lineup))
    assert {counts[seat, 0] for seat in range(3)} == {1}


@pytest.mark.parametrize(("n_pool", "n_seats"), CASES)
def test_mirror(n_pool: int, n_seats: int) -> None:
    plan = make_plan("mirror", n_pool, n_seats, None)
    assert seatings(plan) == [(one,) * n_seats for one in range(n_pool)]
    assert plan.block == n_pool


@pytest.mark.parametrize("name", [None, "mirror", "balanced"])
def test_alone_everybody_plays_in_turn(name: str | None) -> None:
    assert make_plan(name, 3, 1, None).cycle.tolist() == [[0], [1], [2]]


def test_fixed() -> None:
    plan = make_plan("fixed", 2, 4, (0, 1, 1, 0))
    assert (seatings(plan), plan.block) == ([(0, 1, 1, 0)], 1)


@pytest.mark.parametrize(
    ("n_pool", "n_seats", "seats", "name"),
    [
        (1, 4, None, "mirror"),
        (4, 4, None, "rotate"),
        (2, 2, None, "rotate"),
        (2, 4, None, "balanced"),
        (9, 4, None, "balanced"),
        (2, 2, (0, 1), "fixed"),
        (1, 2, (0, 0), "fixed"),
    ],
)
def test_the_plan_that_fits(n_pool: int, n_seats: int, seats: tuple[int, ...] | None, name: str) -> None:
    assert make_plan(None, n_pool, n_seats, seats).name == name


def test_names() -> None:
    plan = make_plan("rotate", 2, 2, None)
    assert plan.names(["greedy", "passes:turn=3"]) == ("greedy|passes:turn=3", "passes:turn=3|greedy")


def test_a_large_pool_is_sampled_without_writing_out_all_lineups() -> None:
    plan = make_plan("balanced", 255, 4, None)
    assert (plan.block, len(plan.cycle)) == (1020, 4080)
    assert np.array_equal(np.bincount(plan.cycle[:, 2]), [16] * 255)


def test_no_more_strategies_than_can_be_numbered() -> None:
    """A strategy's number is stored in a byte: 300 of them must be refused, not be taken for others."""
    with pytest.raises(BadInput):
        make_plan("mirror", 300, 2, None)


@steady
@given(
    n_pool=st.integers(1, 6),
    n_seats=st.sampled_from(SEATS),
    first=st.integers(0, 2**32 - 1000),
    n=st.integers(1, 300),
    rotations=st.sampled_from((1, 2, 3, 4)),
    data=st.data(),
)
def test_a_game_has_its_lineup_whatever_part_it_is_in(
    n_pool: int, n_seats: int, first: int, n: int, rotations: int, data: st.DataObject
) -> None:
    plan = make_plan(data.draw(st.sampled_from(("mirror", "balanced"))), n_pool, n_seats, None)
    numbers = plan.numbers(first, n, rotations)
    assert len(numbers) == n
    at = data.draw(st.integers(0, n - 1))
    lineup = plan.cycle[(first + at) // rotations % len(plan.cycle)]
    names = plan.names("abcdef"[:n_pool])
    assert names[numbers[at]] == "|".join("abcdef"[one] for one in lineup)
    assert np.array_equal(plan.seating(first, n, rotations)[at], lineup)
    assert numbers[at] == plan.numbers(first + at, 1, rotations)[0]
