"""Games played once more, uncompiled: see `again.py`."""

from pathlib import Path

import pytest

from tests.games.again import (
    assert_a_used_table_is_as_good_as_new,
    assert_all_columns_are_as_stored,
    assert_the_baseline_s_first_games_come_out_as_stored,
)
from tests.games.la_planche.kernel_games import KERNEL, PLAYERS

pytestmark = pytest.mark.uncompiled


@pytest.mark.parametrize("settings", [{"series": True, "push_target": "any-group"}, {"push": "contact"}])
def test_a_used_table(settings):
    assert_a_used_table_is_as_good_as_new(KERNEL, max(PLAYERS), **settings)


@pytest.mark.long
def test_the_baseline():
    assert_the_baseline_s_first_games_come_out_as_stored("la-planche", 8)


def test_all_columns():
    cases = {
        "default": {},
        "other": {"series": True, "push_target": "any-group", "push": "contact", "vane": "independent"},
    }
    assert_all_columns_are_as_stored(KERNEL, Path(__file__).with_name("columns.json"), cases)
