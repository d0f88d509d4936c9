"""What holds at every decision of a random game, uncompiled; `test_watched.py` looks at many compiled games."""

from collections import Counter

import pytest

from tests.games.black_fleet.comparing import compare
from tests.games.black_fleet.kernel_games import PLAYERS
from tests.games.black_fleet.tables import check_table, new_room, random_game

pytestmark = pytest.mark.uncompiled


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.long
def test_goods_ships_money_and_cards_are_all_accounted_for(n_players):
    random_game(new_room(n_players), check_table, game=n_players)


@pytest.mark.parametrize("game", [0, 1])
def test_the_rules_are_those_of_the_reference(game):
    """A few positions only: uncompiled, the reference is slow. `test_reference.py` has 100,000."""
    met = Counter()
    compare(40, 3, {}, game, met)
    assert met["asked 2"] > 5
