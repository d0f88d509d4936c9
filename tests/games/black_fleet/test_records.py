"""What is written down of a game: every column of every seat, ranks and winners, and wealth turn by turn."""

import numpy as np
import pytest

from analyser.games.black_fleet import GAME, columns, turn
from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.table import FRIGATE, MERCHANT, NONE, PIRATE, PIRATES
from analyser.kernel.columns import OUTCOME, OUTCOMES, RANK, ROUNDS, SCORE, WHOLE_WIN, WIN, WINNERS
from analyser.kernel.workspace import POLICY_ASKS_MORE
from tests.games.black_fleet.kernel_games import PLAYERS
from tests.games.black_fleet.tables import YELLOW, at_sea, dealt, give_fortune, new_room, random_game

pytestmark = pytest.mark.uncompiled
MIDDLE = 70
STALE = 777
FACTS = ("doubloons", "sales", "robberies", "burials", "sinkings", "stolen", "lost_merchants", "lost_pirates")


def facts_of_each():
    """A table on which every fact about every seat is a number of its own; the rows hold what an earlier game left."""
    room = dealt(4)
    for k, name in enumerate((*FACTS, "spent", "n_bought")):
        room.table[name] = 1 + 10 * k + np.arange(4)
    room.table.income = 200 + np.arange(20).reshape(4, 5)
    room.table.bought_round = 300 + np.arange(20).reshape(4, 5)
    room.table.won = [0, 1, 0, 1]
    room.workspace.seat_rows[:], room.workspace.game_row[:] = STALE, STALE
    return room


def recorded(room, seat):
    """What the rows say about a seat, by the names of the columns."""
    first = columns.DOUBLOONS
    return {column.name: int(room.workspace.seat_rows[first + k, seat]) for k, column in enumerate(GAME.columns.seats)}


@pytest.mark.parametrize("seat", range(4))
def test_every_column_of_a_seat_holds_its_own_fact(seat):
    room = facts_of_each()
    one = room.table
    turn.record_result(one, room.workspace)
    turn.record_deal(one, room.hidden, room.workspace)
    turn.record_first_fortune(one, room.hidden, room.workspace)
    prices = (5, 8, 11, 14)
    sources = ("from_sales", "from_robbing", "from_burying", "from_sinking", "from_cards")
    assert recorded(room, seat) == {
        **{name: int(one[name][seat]) for name in FACTS},
        **{name: int(one.income[seat, k]) for k, name in enumerate(sources)},
        **{f"dev_{price}_round": int(one.bought_round[seat, k]) for k, price in enumerate(prices)},
        **{f"dev_{price}": int(room.hidden.development[seat, k]) % 6 for k, price in enumerate(prices)},
        "victory_round": int(one.bought_round[seat, 4]),
        "cards_bought": int(one.n_bought[seat] + one.won[seat]),
        "first_fortune": int(one.fortune_effect[room.hidden.fortune[seat, 0]]),
    }
    assert room.workspace.seat_rows[SCORE, seat] == one.doubloons[seat] + one.spent[seat]


def result(n_players, won, doubloons, spent, **facts):
    """Outcome, number of winners, ranks and wins of a game that ends so."""
    room = dealt(n_players)
    one, workspace = room.table, room.workspace
    workspace.seat_rows[:], workspace.game_row[:] = STALE, STALE
    one.won[:n_players], one.doubloons[:n_players], one.spent[:n_players] = won, doubloons, spent
    for name, value in facts.items():
        one[name] = value
    turn.record_result(one, workspace)
    ranks = workspace.seat_rows[RANK, :n_players].tolist()
    wins = (workspace.seat_rows[WIN, :n_players] / WHOLE_WIN).tolist()
    told = OUTCOMES[workspace.game_row[OUTCOME]], int(workspace.game_row[WINNERS]), ranks, wins
    return told, int(workspace.game_row[ROUNDS]), int(workspace.game_row[columns.VICTORY_COST])


@pytest.mark.parametrize(
    ("won", "doubloons", "spent", "told"),
    [
        ([0, 0, 0, 0], [4, 9, 0, 4], [8, 0, 12, 5], ("unfinished", 0, [1, 3, 1, 3], [0] * 4)),
        ([0, 1, 0, 0], [4, 0, 30, 3], [8, 48, 0, 38], ("won", 1, [4, 1, 3, 2], [0, 1, 0, 0])),
        ([1, 1, 0, 1], [5, 6, 40, 5], [60, 48, 20, 40], ("won", 1, [2, 1, 4, 2], [0, 1, 0, 0])),
        ([1, 1, 0, 1], [6, 6, 40, 6], [60, 48, 20, 40], ("shared", 3, [1, 1, 4, 1], [1 / 3, 1 / 3, 0, 1 / 3])),
        ([1, 0, 0, 0], [0, 1, 2, 3], [48, 0, 0, 0], ("won", 1, [1, 4, 3, 2], [1, 0, 0, 0])),
    ],
)
def test_bf25_ranks_and_wins(won, doubloons, spent, told):
    """The buyers of the victory card by what they hold, the others by all they have earned; equals are equal."""
    assert result(4, won, doubloons, spent)[0] == told


@pytest.mark.parametrize("cost", [10, 20])
def test_a_game_s_rounds_and_the_price_of_victory_are_noted(cost):
    assert result(3, [0, 0, 1], [0, 0, 0], [0, 0, 0], rounds=17, victory_cost=cost)[1:] == (17, cost)


@pytest.mark.parametrize("n_players", PLAYERS)
def test_wealth_is_noted_after_each_turn_but_not_after_the_merchants_are_placed(n_players):
    """Wealth after a turn is what everybody has when the next one begins."""
    room, met = new_room(n_players, max_rounds=4), []

    def watch(room):
        if room.table.asked in (Kind.PLACE, Kind.PLAY_CARD) and room.table.rounds > 0:
            wealth = (room.table.doubloons + room.table.spent)[:n_players].tolist()
            met.append((int(room.workspace.n_traced), wealth))

    room.workspace.traced, room.workspace.scores[:] = 1, STALE
    random_game(room, watch)
    assert room.workspace.n_traced == 4 * n_players
    last = (room.table.doubloons + room.table.spent)[:n_players].tolist()
    assert room.workspace.scores[4 * n_players - 1, :n_players].tolist() == last
    assert dict(met).keys() == set(range(4 * n_players))
    assert all(room.workspace.scores[n - 1, :n_players].tolist() == wealth for n, wealth in met if n > 0)


def test_wealth_is_not_noted_unasked():
    room = new_room(3, max_rounds=2)
    random_game(room, lambda room: None)
    assert room.workspace.n_traced == 0


@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_game_writes_down_what_was_dealt_and_leaves_no_column_out(n_players):
    room, deal = new_room(n_players, max_rounds=1), dealt(n_players)
    room.workspace.seat_rows[:], room.workspace.game_row[:] = STALE, STALE
    random_game(room, lambda room: None)
    for seat in range(n_players):
        told = recorded(room, seat)
        assert STALE not in told.values()
        assert told["first_fortune"] == deal.table.fortune_effect[deal.hidden.fortune[seat, 0]]
        dealt_cards = [told[f"dev_{price}"] for price in (5, 8, 11, 14)]
        assert dealt_cards == [int(card) % 6 for card in deal.hidden.development[seat]]


def asked_in(room, choose=lambda view, workspace: 0):
    """What a seat decides and whether it was asked at all."""
    asked = []
    room.workspace.policies[:4, 0] = lambda view, workspace: asked.append(int(view.seat)) or choose(view, workspace)
    return turn.decide(room.table, room.hidden, room.workspace), asked


def test_bf24_who_can_buy_nothing_is_not_asked():
    room = at_sea({0: MIDDLE})
    room.table.asked, room.table.doubloons[0] = Kind.BUY, 4
    assert asked_in(room) == (NONE, [])
    room.table.doubloons[0] = 5
    assert asked_in(room) == (0, [0])


def test_bf10_who_can_only_end_its_sailing_is_not_asked():
    room = at_sea({PIRATES: MIDDLE})
    assert asked_in(room) == (NONE, [])
    give_fortune(room, 0)
    room.table.has_sailed[:] = 1
    assert asked_in(room) == (NONE, [])
    room.table.has_sailed[PIRATE], room.table.moves[PIRATE] = 0, 1
    assert asked_in(room)[1] == [0]


def test_bf13_a_ship_under_way_is_asked_even_if_it_can_only_stay():
    room = at_sea({PIRATES: MIDDLE})
    room.table.under_way, room.table.actions[PIRATE] = PIRATE, 0
    assert asked_in(room) == (0, [0])
    assert int(room.table.n_listed) == 1


@pytest.mark.parametrize("kind", [Kind.DROP, Kind.PLACE])
def test_bf20_bf22_a_single_card_to_drop_or_place_to_come_in_is_still_chosen(kind):
    room = at_sea({})
    give_fortune(room, 3)
    room.table.asked, room.table.stock[:] = kind, 0
    room.table.stock[2] = 5
    for ship, cell in zip((1, 2), room.table.port_cells[2, :2].tolist(), strict=True):
        room.table.ship_at[cell], room.table.ship_cell[ship] = ship, cell
    assert asked_in(room) == (0, [0])


@pytest.mark.parametrize(("wanted", "threats", "ways"), [(0, False, False), (1, True, False), (2, False, True)])
def test_costly_questions_are_answered_for_who_asks_them(wanted, threats, ways):
    for kind in (Kind.PLAY_CARD, Kind.SAIL):
        room = at_sea({0: MIDDLE, PIRATES + 1: MIDDLE - 1, YELLOW: 5}, (1, 1, 1))
        room.table.asked, room.table.threat[:], room.table.way[:] = kind, 0, STALE
        room.workspace.policy_params[0, POLICY_ASKS_MORE] = wanted
        asked_in(room)
        assert bool(room.table.threat.any()) == (threats and kind == Kind.PLAY_CARD)
        assert bool((room.table.way != STALE).any()) == (ways and kind == Kind.SAIL)


def test_who_is_asked_sees_its_own_cards():
    room = dealt(4)
    room.table.seat, room.table.asked = 2, Kind.PLAY_CARD
    seen = []
    asked_in(room, lambda view, workspace: seen.append((view.my_movement.tolist(), int(view.my_fortune[0]))) or 1)
    assert seen == [(room.hidden.movement[2].tolist(), int(room.hidden.fortune[2, 0]))]


@pytest.mark.parametrize("index", [0, 1])
def test_bf10_the_card_chosen_is_played_and_discarded_and_the_other_stays(index):
    room = at_sea({0: MIDDLE})
    one, hidden = room.table, room.hidden
    cards, one.asked = hidden.movement[0].tolist(), Kind.PLAY_CARD
    turn.carry_out(one, hidden, room.workspace, index)
    assert one.numbers.tolist() == one.card_moves[cards[index]].tolist()
    assert (int(hidden.n_movement[0]), int(hidden.movement[0, 0])) == (1, cards[1 - index])
    assert (int(hidden.n_movement_discards), int(hidden.movement_discards[0])) == (1, cards[index])
    assert one.asked == Kind.SAIL


@pytest.mark.parametrize("kind", [MERCHANT, PIRATE, FRIGATE])
def test_bf12_a_ship_that_has_sailed_is_no_longer_listed(kind):
    room = at_sea({0: MIDDLE, PIRATES: 5, YELLOW: 100}, (2, 2, 2))
    ships = (0, PIRATES, YELLOW)
    room.table.has_sailed[kind] = 1
    turn.decide(room.table, room.hidden, room.workspace)
    sailing = {int(room.workspace.choices[k].ship) for k in range(int(room.table.n_listed))} - {NONE}
    assert sailing == {*ships} - {ships[kind]}
    assert room.workspace.choices[int(room.table.n_listed) - 1].act == Act.DONE
