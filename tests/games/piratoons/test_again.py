"""Games played once more, uncompiled: see `again.py`."""

from pathlib import Path

import pytest

from tests.games.again import (
    assert_a_used_table_is_as_good_as_new,
    assert_all_columns_are_as_stored,
    assert_the_baseline_s_first_games_come_out_as_stored,
)
from tests.games.piratoons.kernel_games import KERNEL, PLAYERS

pytestmark = pytest.mark.uncompiled


@pytest.mark.parametrize("settings", [{}, {"knock_enemy": 0.1, "drop_own": 0.1, "reaction": 0.4}])
def test_a_used_table(settings):
    assert_a_used_table_is_as_good_as_new(KERNEL, max(PLAYERS), **settings)


@pytest.mark.long
def test_the_baseline():
    assert_the_baseline_s_first_games_come_out_as_stored("piratoons", 2)


OTHER = {"captain_delay": 3, "halve_again": False, "zero_majority": True, "zero_riches": False} | {
    "full_ships_lose": True,
    "equal_points": "richest",
    "end_places": [2, 1, 0],
    "end_barrels": 2,
}
"""Every assumption the other way."""


def test_all_columns():
    cases = {"default": {}, "clumsy": {"knock_enemy": 0.2, "drop_own": 0.1, "reaction": 0.4}} | {
        "other readings": OTHER
    }
    assert_all_columns_are_as_stored(KERNEL, Path(__file__).with_name("columns.json"), cases)
