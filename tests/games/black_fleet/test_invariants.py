"""What holds at every decision of random games, and the voyages against a slow reference."""

import pytest

from analyser.games.black_fleet.acts import Kind
from analyser.games.black_fleet.fortune import kind_of
from analyser.games.black_fleet.table import KINDS, NONE

from .kernel_games import PLAYERS
from .reference import voyages
from .tables import check_table, listed, new_room, random_game

pytestmark = pytest.mark.uncompiled


@pytest.mark.parametrize("n_players", PLAYERS)
def test_goods_ships_money_and_cards_are_all_accounted_for(n_players):
    random_game(new_room(n_players), check_table, game=n_players)


@pytest.mark.parametrize("n_players", PLAYERS)
def test_the_voyages_are_those_of_the_reference(n_players):
    checked = []

    def watch(room):
        one = room.table
        if one.asked != Kind.SAIL or one.under_way != NONE or one.rounds % 4:
            return
        choices = listed(room)
        for kind in range(KINDS):
            if one.has_sailed[kind] or one.actions[kind] > 1 or (kind == 0 and one.ship_cell[one.seat] == NONE):
                continue
            mine = [c for c in choices if 2 <= c["act"] <= 6 and kind_of(one, c["ship"]) == kind]
            found = [tuple(int(c[name]) for name in ("act", "target", "cell", "to")) for c in mine]
            assert len(found) == len(set(found))
            assert set(found) == voyages(one, kind)
            checked.append(len(found))

    random_game(new_room(n_players), watch, game=10 + n_players)
    assert len(checked) > 50 and max(checked) > 30
