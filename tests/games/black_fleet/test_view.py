"""The questions of the view and the restrictions, on small tables and whole games."""

import numpy as np
import pytest

from analyser.games.black_fleet import choices, foresight, turn, view
from analyser.games.black_fleet.acts import Act
from analyser.games.black_fleet.choices import CHOICE, RESTRICTABLE
from analyser.games.black_fleet.decks import Fortune
from analyser.games.black_fleet.redeal import redeal
from analyser.games.black_fleet.table import HIDDEN, NONE, PIRATES, TABLE
from analyser.kernel.policies import ScoreNotFinite
from analyser.kernel.restrictions import ANY_VALUE
from analyser.kernel.workspace import POLICY_RESTRICTED
from analyser.simulation import information_leaks
from tests.games.black_fleet.kernel_games import BUILT_IN, GAME
from tests.games.black_fleet.tables import YELLOW, at_sea, beside, dealt, give_fortune, listed
from tests.games.redealing import deal_again

pytestmark = pytest.mark.uncompiled
START = 70


def test_a_view_and_a_choice_have_no_field_for_what_is_hidden():
    assert not {*HIDDEN.names} - {"kind", "act", "target", "gain"} & {*TABLE.names, *CHOICE.names}


def test_distances_owners_and_progress():
    one = at_sea({0: START, 1: beside(at_sea({}), START)[0]}).table
    one.me = 0
    assert view.sea_distance(one, START, int(one.ship_cell[1])) == 1 and view.sea_distance(one, NONE, START) == 127
    assert (view.owner(5), view.owner(YELLOW), view.is_mine(one, PIRATES), view.is_mine(one, 1)) == (
        1,
        NONE,
        True,
        False,
    )
    one.doubloons[2] = 7
    assert (view.leader(one), view.progress(one, 2), view.doubloons_to_go(one, 2)) == (2, 7, 41)
    assert view.prey(one, START) == 1
    assert view.moves_of(one, 0, 0) == one.card_moves[0, 0]


def test_loads_and_dangers():
    room = at_sea({0: START, 5: beside(at_sea({}), START)[0], YELLOW: beside(at_sea({}), START)[1]})
    one = room.table
    one.me = 0
    foresight.watch(one, room.hidden)
    port = view.best_port(one, START, 0, 3)
    assert view.load_value(one, port, 0, 3) == 3 * one.price[port, 0] > 0 == view.load_value(one, 0, 0, 3)
    assert view.trade_pace(one, START, 0, 3) > 0 == view.trade_pace(one, START, NONE, 0)
    assert view.danger_from_pirates(one, START) == 1 and view.danger_from_frigates(one, START) == 1
    worth = {view.cash_value(one, card) for card in range(44)}
    assert worth == {1.0, 2.0, 3.0}


def test_a_restriction_knows_its_acts():
    room = at_sea({0: START, 1: beside(at_sea({}), START)[0], PIRATES: beside(at_sea({}), START)[1]}, (1, 1, 0))
    room.table.doubloons[1] = 1
    give_fortune(room, Fortune.STEAL)
    for one in np.array(listed(room), CHOICE).view(np.recarray):
        for fits in RESTRICTABLE.values():
            assert fits(room.table, one, ANY_VALUE) in (-1, 0, 1)
    for act in (Act.SELL, Act.ROB, Act.BURY, Act.SINK, Act.FORTUNE, Act.BUY, Act.KEEP, Act.PLACE):
        one = np.zeros(1, CHOICE).view(np.recarray)[0]
        one.act = act
        told = {name: fits(room.table, one, ANY_VALUE) for name, fits in RESTRICTABLE.items()}
        assert told.pop("first-buy") == (1 if act == Act.BUY else -1)
        told.pop("buy-order")
        assert list(told.values()).count(1) == int(act not in (Act.KEEP, Act.PLACE))
    assert choices.listed(room.table, None) == room.table.n_listed


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "random"])
@pytest.mark.long
def test_every_built_in_strategy_chooses_the_same_whatever_the_others_hold(monkeypatch, name):
    monkeypatch.setattr(information_leaks, "GAMES", 1)
    told = information_leaks.count_breaches(GAME.name, name, 3)
    assert told["asked"] > 0 and told["differs"] == told["touched"] == 0


def test_a_redeal_leaves_the_table_and_my_cards_alone():
    room = dealt(4)
    before, mine = room.table.tobytes(), room.hidden.development[1].tolist()
    deal_again(redeal, room, 1, 1)
    assert room.table.tobytes() == before and room.hidden.development[1].tolist() == mine
    assert len(set(room.hidden.development.ravel().tolist())) == 16


def test_a_redeal_leaves_alone_what_lies_open():
    """A card that was bought stays with its owner, and a card that was discarded is in no hand and no pile."""
    room = dealt(4)
    table, hidden = room.table, room.hidden
    bought = table.bought[2, 0] = int(hidden.development[2, 0])
    hidden.n_fortune_pile -= 1
    discarded = hidden.fortune_discards[0] = int(hidden.fortune_pile[hidden.n_fortune_pile])
    hidden.n_fortune_discards = 1
    for seed in range(20):
        deal_again(redeal, room, 1, seed)
        assert np.flatnonzero(hidden.development[:, 0] == bought).tolist() == [2]
        hands = [hidden.fortune[seat, : table.n_fortune[seat]] for seat in range(4)]
        closed = np.concatenate([*hands, hidden.fortune_pile[: hidden.n_fortune_pile]]).tolist()
        assert discarded not in closed and len(set(closed)) == len(closed)


def test_which_choices_are_acts():
    room = at_sea({0: int(at_sea({}).table.port_cells[1, 0]), PIRATES: 0})
    kinds = {int(one["act"]): view.is_act(np.array([one], CHOICE).view(np.recarray)[0]) for one in listed(room)}
    assert kinds[Act.SELL] and not kinds[Act.DONE]


def test_a_score_that_is_no_number_is_refused():
    room = at_sea({0: START}, (1, 0, 0))
    listed(room)
    with pytest.raises(ScoreNotFinite):
        choices.choose_listed(lambda view, choice: float("nan"))(room.table, room.workspace)


def test_a_limited_seat_is_shown_the_list_again():
    """A limited planner writes a list of its own into the same place."""
    room = at_sea({0: START}, (1, 0, 0))
    room.workspace.policy_params[0, POLICY_RESTRICTED] = 1
    room.workspace.policies[0, 0] = lambda view, workspace: workspace.choices.fill(0) or 0
    turn.decide(room.table, room.hidden, room.workspace)
    assert room.workspace.choices[0].act == Act.SAIL and room.workspace.choices[0].ship == 0


def test_a_merchant_off_the_board_sells_nothing():
    room = at_sea({PIRATES: 70}, (5, 0, 0))
    assert view.sale_within(room.table, 99) == 0
