"""No strategy can know another's stone: a view has no room for it, and does not change with it."""

import numpy as np
import pytest

from analyser.core.errors import BadInput
from analyser.games.la_planche.choices import CHOICE, Kind, n_actions
from analyser.games.la_planche.table import HIDDEN, TABLE, Event, redeal
from analyser.kernel.backend import COMPILED
from analyser.simulation import information_leaks, part
from analyser.simulation.engine import Engine, State, compile_strategy
from analyser.strategies.library import find_strategy
from analyser.strategies.validation import FORMS
from tests.games.la_planche.kernel_games import BUILT_IN, GAME, PLAYERS
from tests.games.redealing import deal_again

SEEN = {
    "me n_players my_colour": "the seat itself",
    "occupied colours left sabres last_fallen left_at_half": "the plank, the vane, the fallen",
    "turns rounds points helped harmed dropped": "what everybody has seen",
    "plank_length push push_target max_turns n_pairs pairs": "the settings",
    "series series_equal series_starter series_stones": "the settings of a series",
    "spin_turn spin_left is_spin_due spin_shows told_colours told": "what an experiment changes, if one is asked for",
    "params": "the strategy's own parameters",
}
CHEAT = '''"""Reads the stones."""


def score(view, choice):
    return view.stones[0]
'''


def test_a_view_and_a_choice_have_no_field_for_what_is_hidden():
    assert sorted(TABLE.names) == sorted(name for names in SEEN for name in names.split())
    assert not {*HIDDEN.names} & {*TABLE.names, *CHOICE.names}
    assert CHOICE.names == ("act", "prisoner", "other", "occupied", "colours", "left", "fell", "fell_too")
    assert all(dtype.fields[name][0].base.fields is None for dtype in (TABLE, CHOICE) for name in dtype.names)


def test_a_strategy_is_given_the_view_the_choices_and_luck_of_its_own():
    assert FORMS == {"score": ("view", "choice"), "choose": ("view", "choices", "luck")}


def test_a_strategy_that_reads_the_stones_cannot_be_compiled(tmp_path):
    assert COMPILED
    path = tmp_path / "peeps.py"
    path.write_text(CHEAT, encoding="utf-8")
    with pytest.raises(BadInput, match=r"peeps\.py cannot be compiled: there is no field « stones »"):
        compile_strategy(GAME, find_strategy(GAME, str(path)))


def test_a_strategy_of_that_name_cannot_be_found():
    with pytest.raises(BadInput, match="stones"):
        find_strategy(GAME, "stones")


@pytest.mark.uncompiled
@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "random"])
@pytest.mark.long
def test_every_built_in_strategy_chooses_the_same_whatever_the_others_drew(monkeypatch, name):
    monkeypatch.setattr(information_leaks, "GAMES", 3)
    found = information_leaks.count_breaches(GAME.name, name, 3)
    assert found["asked"] > 0 and found["differs"] == 0


@pytest.mark.uncompiled
@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_cheat_is_caught(monkeypatch, n_players):
    """The negative control: one who looks at the stone of the next seat."""
    found = differences_of(monkeypatch, n_players, lambda room, view: room.hidden.stones[(view.me + 1) % n_players])
    assert found["asked"] > 0 and found["differs"] > found["asked"] / 10


@pytest.mark.uncompiled
@pytest.mark.parametrize("n_players", PLAYERS)
def test_who_looks_at_its_own_stone_is_no_cheat(monkeypatch, n_players):
    found = differences_of(monkeypatch, n_players, lambda room, view: room.hidden.stones[view.me])
    assert found["asked"] > 0 and found["differs"] == 0


def differences_of(monkeypatch, n_players, look):
    """What the check says of a policy that takes the number it looks up."""
    rooms = []

    class OpenState(State):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            rooms.append(self)

    class Planted(Engine):
        @property
        def policies(self):
            return planted

    def choose(view, workspace):
        return int(look(rooms[0], view)) % n_actions(view)

    planted = np.zeros((2, len(Kind)), object)
    planted[0] = choose
    monkeypatch.setattr(part, "State", OpenState)
    monkeypatch.setattr(part, "Engine", Planted)
    return information_leaks.count_breaches(GAME.name, "protector", n_players)


@pytest.mark.uncompiled
@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("push_target", ["rearmost", "any-group"])
def test_the_views_of_a_whole_game_are_the_same_whatever_the_others_drew(n_players, push_target):
    views = {all_views(n_players, push_target, redeals) for redeals in (None, 1, 2, 3)}
    assert len(views) == 1


def all_views(n_players, push_target, seed):
    """All that seat 1 sees in a game in which all take a middle choice, the others' stones dealt anew by `seed`."""
    from tests.games.la_planche.tables import heard_game, listening, new_room

    room, views = new_room(n_players, push_target=push_target), []

    def choose(view, workspace):
        if view.me == 1:
            views.append(view.tobytes())
        return n_actions(view) // 2 if view.turns % 2 else 0

    def push(view, workspace):
        if view.me == 1:
            views.append(view.tobytes())
        return 0

    def on_event(event, *_):
        if event == Event.DEALT and seed is not None:
            deal_again(redeal, room, 1, seed)

    room.workspace.policies[:n_players, Kind.ACTION] = choose
    room.workspace.policies[:n_players, Kind.PUSH] = push
    with listening(on_event):
        heard_game(room)
    assert len(views) > 3
    return tuple(views)


@pytest.mark.uncompiled
@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_redeal_changes_only_the_stones_of_the_others(n_players):
    """`table.redeal`, on which the contract of all strategies rests."""
    from tests.games.la_planche.tables import dealt

    room, deals = dealt(n_players), set()
    before, mine = room.table.tobytes(), int(room.hidden.stones[1])
    for seed in range(60):
        deal_again(redeal, room, 1, seed)
        stones = room.hidden.stones[:n_players].tolist()
        assert stones[1] == mine and len(set(stones)) == n_players
        assert [stones.index(one) if one in stones else -1 for one in range(4)] == room.hidden.owner.tolist()
        deals.add(tuple(stones))
    assert room.table.tobytes() == before
    assert len(deals) == {2: 3, 3: 6, 4: 6}[n_players]
