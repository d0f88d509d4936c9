"""A class for each clause of seeds/black-fleet/rules.md, in its order."""

from collections import Counter
from itertools import pairwise

import pytest

from analyser.games.black_fleet import deal, rules, turn
from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.board import MAX_NODES
from analyser.games.black_fleet.decks import Fortune, Power, Ships, Symbol
from analyser.games.black_fleet.table import (
    FREE,
    FRIGATE,
    MERCHANT,
    NONE,
    PIRATE,
    PIRATES,
    SECOND_FRIGATE,
    VICTORY,
    WORD,
)
from analyser.kernel.columns import OUTCOME, OUTCOMES, RANK, ROUNDS, WHOLE_WIN, WIN
from tests.games.black_fleet.kernel_games import GAME, PLAYERS
from tests.games.black_fleet.reference import FOLDER, around
from tests.games.black_fleet.tables import (
    VIOLET,
    YELLOW,
    at_sea,
    beside,
    card_of,
    cells_at,
    check_table,
    cubes,
    dealt,
    ends,
    found,
    give_fortune,
    listed,
    new_room,
    random_game,
    take,
)

pytestmark = pytest.mark.uncompiled

MIDDLE = 70
"""Some cell of the open sea; the tests look around from it."""


class TestBf01Ships:
    def test_three_or_four_can_play(self):
        assert GAME.players == (3, 4)

    def test_a_merchant_holds_three_goods_and_a_pirate_one(self):
        room = at_sea({0: MIDDLE})
        assert room.table.cargo[0] == room.table.load == 3
        victim = beside(room, MIDDLE)[0]
        rules.put_ship(room.table, 1, victim)
        rules.load_goods(room.table, 1, 1)
        rules.rob(room.table, PIRATES, 1)
        assert room.table.cargo[PIRATES] == 1

    def test_two_frigates_are_on_the_board_and_belong_to_nobody(self):
        one = dealt().table
        assert (one.ship_cell[YELLOW], one.ship_cell[VIOLET]) == tuple(one.frigate_start)


class TestBf02Board:
    @pytest.mark.parametrize("crosses", [0, 1])
    def test_land_is_never_sailed_on_and_islands_only_by_a_card(self, crosses):
        one = new_room().table
        for node, touched in enumerate(around(bool(crosses))):
            words = one.beside[crosses, node]
            assert touched == {n for n in range(MAX_NODES) if words[n // WORD] >> n % WORD & 1}

    def test_beaches_are_sea_cells_that_pay(self):
        one = new_room().table
        signs = (FOLDER / "board.txt").read_text(encoding="utf-8").split("board:\n")[1].split()
        wanted = Counter(int(sign) for sign in signs if sign.isdigit())
        assert set(wanted) == {3, 4, 6}
        assert Counter(one.beach[: one.n_cells].tolist()) == {0: one.n_cells - wanted.total()} | wanted
        assert not one.beach[one.n_cells :].any()


class TestBf03Ports:
    def test_thirteen_cubes_of_each_of_five_colours(self):
        assert dealt().table.stock.tolist() == [13] * 5

    def test_each_port_touches_three_cells_of_its_own(self):
        assert len(set(new_room().table.port_cells.ravel().tolist())) == 15


class TestBf04Prices:
    def test_a_port_never_buys_its_own_goods_and_pays_2_or_3(self):
        price = new_room().table.price
        assert all(price[port, port] == 0 for port in range(5))
        assert {int(pay) for pay in price.ravel()} == {0, 2, 3}

    def test_la_barbaria_buys_two_goods_at_2_and_one_at_3(self):
        assert sorted(new_room().table.price[2].tolist()) == [0, 0, 2, 2, 3]

    def test_a_port_that_does_not_buy_the_goods_offers_no_sale(self):
        room = at_sea({0: int(new_room().table.port_cells[1, 0])}, (5, 0, 0))
        room.table.goods[0] = 2
        assert room.table.price[1, 2] == 0 and not found(room, Act.SELL, target=1)


class TestBf05Development:
    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_everybody_has_one_card_of_each_price_and_no_two_the_same(self, n_players):
        for game in range(20):
            room = dealt(n_players, game)
            cards = room.hidden.development[:n_players]
            assert len(set(cards.ravel().tolist())) == 4 * n_players
            assert all(room.table.development_price[row].tolist() == [5, 8, 11, 14] for row in cards)

    def test_every_card_is_dealt_equally_often(self):
        """36 expected of each: below 15 or above 62 for one seed in thousands."""
        counts = Counter(int(card) for game in range(72) for card in dealt(3, game).hidden.development[:3].ravel())
        assert len(counts) == 24 and all(15 < n < 62 for n in counts.values())

    def test_a_rotation_moves_the_deal_on_by_one_seat(self):
        first, second = (dealt(4, game, rotations=4).hidden.development.tolist() for game in (0, 1))
        assert second == first[1:] + first[:1]


class TestBf06Victory:
    @pytest.mark.parametrize("cost", [10, 20])
    def test_the_victory_card_costs_what_the_setting_says(self, cost):
        room = dealt(victory_cost=cost)
        room.table.n_bought[0] = 4
        room.table.bought[0] = room.hidden.development[0]
        room.table.asked = Kind.BUY
        room.table.doubloons[0] = cost - 1
        assert not found(room, Act.BUY)
        room.table.doubloons[0] = cost
        assert [one["gain"] for one in found(room, Act.BUY, target=VICTORY)] == [-cost]

    def test_the_deals_are_the_same_at_10_and_at_20(self):
        short, long = dealt(victory_cost=10).hidden, dealt(victory_cost=20).hidden
        for name in ("development", "movement", "fortune", "movement_pile", "fortune_pile"):
            assert (short[name] == long[name]).all()


class TestBf07Order:
    def test_seat_0_begins_and_all_play_the_same_number_of_turns(self):
        turns = Counter()

        def watch(room):
            turns[int(room.table.seat)] += room.table.asked == Kind.PLAY_CARD

        room = new_room(3, max_rounds=12)
        random_game(room, watch)
        assert set(turns.values()) == {int(room.workspace.game_row[ROUNDS])} == {12}


class TestBf08Start:
    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_one_fortune_card_two_movement_cards_no_doubloons(self, n_players):
        room = dealt(n_players)
        assert room.table.n_fortune[:n_players].tolist() == [1] * n_players
        assert room.hidden.n_movement[:n_players].tolist() == [2] * n_players
        assert not room.table.doubloons.any()

    def test_a_house_rule_gives_doubloons_by_seat(self):
        assert dealt(4, start_doubloons=[0, 1, 0, 3]).table.doubloons.tolist() == [0, 1, 0, 3]


class TestBf09Placing:
    def test_a_merchant_may_start_at_any_port_and_loads_three_of_its_goods(self):
        room = dealt()
        assert len(found(room, Act.PLACE)) == 15
        take(room, Act.PLACE, target=3)
        assert (room.table.cargo[0], room.table.goods[0], room.table.stock[3]) == (3, 3, 10)

    def test_then_the_next_seat_places_on_a_cell_that_is_free(self):
        room = dealt()
        take(room, Act.PLACE, target=3)
        assert (room.table.seat, room.table.asked, len(found(room, Act.PLACE))) == (1, Kind.PLACE, 14)

    def test_pirates_start_off_the_board(self):
        assert dealt().table.ship_cell[PIRATES : PIRATES + 4].tolist() == [NONE] * 4


class TestBf10Turn:
    def test_card_ships_draw_buy_in_this_order(self):
        asked = []
        random_game(
            new_room(3, max_rounds=12),
            lambda room: asked.append((int(room.table.rounds), int(room.table.seat), int(room.table.asked))),
        )
        order = {Kind.PLACE: 0, Kind.PLAY_CARD: 1, Kind.SAIL: 2, Kind.DROP: 3, Kind.BUY: 4}
        for before, after in pairwise(asked[3:]):
            assert before[:2] != after[:2] or order[before[2]] <= order[after[2]]

    def test_two_movement_cards_again_after_the_turn(self):
        room = at_sea({0: MIDDLE, PIRATES: 0})
        room.hidden.n_movement[0] = 1
        take(room, Act.DONE)
        assert room.hidden.n_movement[0] == 2


class TestBf11MovementCard:
    def test_a_card_gives_the_moves_of_three_ships_and_names_a_frigate(self):
        room = at_sea({})
        for card in range(44):
            rules.begin_sailing(room.table, 0, card)
            assert room.table.moves.tolist() == room.table.card_moves[card].tolist()
            assert room.table.frigate == YELLOW + room.table.card_frigate[card]

    @pytest.mark.parametrize(("symbol", "hand"), [(Symbol.NONE, 0), (Symbol.DRAW_1, 1), (Symbol.DRAW_2, 2)])
    def test_symbols_draw_fortune_cards(self, symbol, hand):
        room = at_sea({0: MIDDLE, PIRATES: 0})
        room.table.symbol = symbol
        room.hidden.n_movement[0] = 1
        take(room, Act.DONE)
        assert room.table.n_fortune[0] == hand

    def test_a_symbol_discards_one(self):
        room = at_sea({0: MIDDLE, PIRATES: 0})
        give_fortune(room, Fortune.SWAP_SHIPS, Fortune.STEAL)
        room.table.symbol = Symbol.DISCARD_1
        room.hidden.n_movement[0] = 1
        take(room, Act.DONE)
        assert room.table.asked == Kind.DROP
        take(room, Act.DROP, target=0)
        assert room.table.n_fortune[0] == 1 and room.table.asked == Kind.BUY


def both(room, card=0, violet=2):
    """A movement card that names both frigates."""
    room.table.card_has_both[card], room.table.card_moves[card, SECOND_FRIGATE] = 1, violet
    return card


class TestBf11BothFrigates:
    """« the frigate or frigates that you can move »."""

    def test_a_card_may_name_both_each_with_its_number(self):
        room = at_sea({YELLOW: MIDDLE, VIOLET: 0})
        rules.begin_sailing(room.table, 0, both(room))
        assert room.table.moves.tolist() == [5, 3, 1, 2] and not room.table.has_sailed.any()
        assert ends(room, ship=VIOLET) == {*cells_at(room, 0, 1), *cells_at(room, 0, 2)}
        take(room, Act.SAIL, ship=VIOLET)
        assert not ends(room, ship=VIOLET) and ends(room, ship=YELLOW)

    def test_both_are_friends_and_both_may_sink(self):
        near = beside(at_sea({}), MIDDLE)
        room = at_sea({VIOLET: MIDDLE, 5: near[0]})
        rules.begin_sailing(room.table, 0, both(room))
        assert all(int(room.table.friendly) >> ship & 1 for ship in (YELLOW, VIOLET))
        take(room, Act.SINK, ship=VIOLET, target=5)
        assert room.table.doubloons[0] == 2

    def test_with_an_ordinary_card_the_other_stays_where_it_is(self):
        room = at_sea({YELLOW: MIDDLE, VIOLET: 0}, (0, 0, 3))
        assert room.table.second_frigate == NONE and not ends(room, ship=VIOLET)


class TestBf11SecondCard:
    """« most of the time you will draw only one »: a card may have a second movement card played."""

    def room(self, first, second):
        room = at_sea({0: MIDDLE, PIRATES: 0, YELLOW: 5, VIOLET: 9})
        room.hidden.movement[0, :2], room.hidden.n_movement[0] = (first, second), 2
        room.table.asked = Kind.PLAY_CARD
        take(room, Act.PLAY_CARD, card=first)
        return room

    def cards(self, yellow=True):
        table = new_room().table
        wanted = (0, Symbol.DRAW_1), (1 - int(yellow), Symbol.DRAW_2)
        return [
            next(k for k in range(44) if table.card_frigate[k] == f and table.card_symbol[k] == s) for f, s in wanted
        ]

    @pytest.mark.parametrize("same_frigate", [True, False])
    def test_a_fortune_card_lets_it_be_played_and_numbers_and_symbols_add_up(self, same_frigate):
        first, second = self.cards(same_frigate)
        room = self.room(first, second)
        one = room.table
        one.fortune_effect[7] = Fortune.SECOND_MOVEMENT
        room.hidden.fortune[0, 0], one.n_fortune[0] = 7, 1
        assert not found(room, Act.PLAY_CARD)
        take(room, Act.FORTUNE, card=7)
        assert not found(room, Act.FORTUNE)
        take(room, Act.PLAY_CARD, card=second)
        moves = one.card_moves[[first, second]]
        frigates = [moves[:, 2].sum(), 0] if same_frigate else [moves[0, 2], moves[1, 2]]
        assert one.moves.tolist() == [moves[:, 0].sum(), moves[:, 1].sum(), *frigates]
        assert bool(ends(room, ship=VIOLET)) != same_frigate and not found(room, Act.PLAY_CARD)
        take(room, Act.DONE)
        assert (int(one.n_fortune[0]), int(room.hidden.n_movement[0])) == (3, 2)

    def test_a_development_card_allows_it_each_turn(self):
        room = self.room(*self.cards())
        rules.gain_leave(room.table, 0, Power.SECOND_MOVEMENT, 1)
        rules.begin_sailing(room.table, 0, 0)
        assert found(room, Act.PLAY_CARD) and room.table.may_play_second == 1

    @pytest.mark.parametrize("first", [0, 1])
    def test_a_card_of_both_frigates_adds_to_each_its_own_number(self, first):
        room = at_sea({YELLOW: 5, VIOLET: 9})
        one = room.table
        one.card_frigate[1], one.card_moves[1] = first, (2, 2, 4, 0)
        one.card_has_both[2], one.card_frigate[2], one.card_moves[2] = 1, 0, (1, 1, 3, 2)
        rules.begin_sailing(one, 0, 1)
        rules.play_second_card(one, 2)
        assert one.moves.tolist() == [3, 3, 4 + (3, 2)[first], (2, 3)[first]]
        assert (int(one.frigate), int(one.second_frigate)) == (YELLOW + first, VIOLET - first)

    def test_two_symbols_to_discard_take_two_cards(self):
        room = at_sea({0: MIDDLE, PIRATES: 0})
        give_fortune(room, Fortune.STEAL, Fortune.SWAP_SHIPS, Fortune.LONG_RANGE)
        room.table.symbol = room.table.second_symbol = Symbol.DISCARD_1
        room.hidden.n_movement[0] = 1
        take(room, Act.DONE)
        assert room.table.to_drop == 2


class TestBf12Moving:
    def test_a_ship_goes_up_to_its_number_of_cells(self):
        room = at_sea({0: MIDDLE}, (2, 0, 0))
        assert ends(room, ship=0) == {*cells_at(room, MIDDLE, 1), *cells_at(room, MIDDLE, 2)}

    def test_not_through_an_enemy_and_not_onto_it(self):
        room = at_sea({0: MIDDLE}, (2, 0, 0))
        free = ends(room, ship=0)
        blocked = dict(zip((1, 2, 3, 5, 6, 7), beside(room, MIDDLE), strict=False))
        room = at_sea({0: MIDDLE} | blocked, (2, 0, 0))
        assert free and not ends(room, ship=0)

    def test_through_a_friend_but_not_onto_it(self):
        ways = beside(at_sea({}), MIDDLE)
        friends = dict(zip((PIRATES, YELLOW), ways, strict=False))
        enemies = dict(zip((1, 2, 3, 5), ways[2:], strict=False))
        room = at_sea({0: MIDDLE} | friends | enemies, (2, 0, 0))
        reached = ends(room, ship=0)
        assert reached and not reached & set(ways)

    def test_the_other_frigate_is_no_friend(self):
        room = at_sea({0: MIDDLE, VIOLET: beside(at_sea({}), MIDDLE)[0]}, (1, 0, 0))
        assert room.table.ship_cell[VIOLET] not in ends(room, ship=0)
        assert not (room.table.friendly >> VIOLET) & 1 and (room.table.friendly >> YELLOW) & 1

    def test_each_ship_sails_once_in_any_order(self):
        room = at_sea({0: MIDDLE, YELLOW: 5}, (1, 0, 1))
        take(room, Act.SAIL, ship=YELLOW)
        assert not ends(room, ship=YELLOW) and ends(room, ship=0)


class TestBf13Action:
    def test_before_during_and_after_the_move(self):
        room = at_sea({PIRATES: MIDDLE, 1: beside(at_sea({}), MIDDLE)[0]}, (0, 2, 0))
        victim = int(room.table.ship_cell[1])
        assert MIDDLE in ends(room, Act.ROB)
        assert all(room.table.distance[MIDDLE, to] <= 2 for to in ends(room, Act.ROB))
        assert {to for to in ends(room, Act.ROB) if room.table.distance[victim, to] > 1}

    def test_one_action_for_each_ship(self):
        room = at_sea({PIRATES: MIDDLE, 1: beside(at_sea({}), MIDDLE)[0]}, (0, 2, 0))
        take(room, Act.ROB, to=MIDDLE)
        assert room.table.actions[PIRATE] == 0 and not ends(room, ship=PIRATES)

    def test_a_ship_without_an_action_only_sails(self):
        room = at_sea({PIRATES: MIDDLE, 1: beside(at_sea({}), MIDDLE)[0]}, (0, 2, 0))
        room.table.actions[PIRATE] = 0
        assert not found(room, Act.ROB) and ends(room, ship=PIRATES)

    def test_the_first_of_two_acts_happens_where_the_ship_may_lie(self):
        """While it passes a friend a ship may act, but not stop to be asked again: it sails on, as with one action."""
        far = cells_at(at_sea({}), MIDDLE, 2)[0]
        near = next(cell for cell in beside(at_sea({}), MIDDLE) if cell in beside(at_sea({}), far))
        room = at_sea({PIRATES: MIDDLE, 0: near, 1: far}, (0, 2, 0))
        passing = {int(one["to"]) for one in found(room, Act.ROB, cell=near)}
        room.table.actions[PIRATE] = 2
        assert passing and {int(one["to"]) for one in found(room, Act.ROB, cell=near)} == passing
        assert {int(one["to"]) for one in found(room, Act.ROB)} - passing <= {
            int(one["cell"]) for one in found(room, Act.ROB)
        }
        take(room, Act.ROB, cell=near, to=min(passing))
        assert (room.table.ship_cell[PIRATES], room.table.under_way, room.table.has_sailed[PIRATE]) == (
            min(passing),
            NONE,
            1,
        )

    def test_the_moves_are_shared_between_the_way_there_and_the_way_on(self):
        start = MIDDLE
        far = cells_at(at_sea({}), start, 3)[0]
        room = at_sea({PIRATES: start, 1: far}, (0, 2, 0))
        assert ends(room, Act.ROB) and all(room.table.distance[far, to] == 1 for to in ends(room, Act.ROB))


class TestBf14Selling:
    def test_the_whole_load_is_sold_and_new_goods_loaded(self):
        port = next(p for p in range(5) if new_room().table.price[p, 0] > 0)
        room = at_sea({0: int(new_room().table.port_cells[port, 0])})
        pay = int(3 * room.table.price[port, 0])
        assert {int(one["gain"]) for one in found(room, Act.SELL)} == {pay}
        take(room, Act.SELL, target=port)
        one = room.table
        assert (one.doubloons[0], one.cargo[0], one.goods[0]) == (pay, 3, port)
        assert (one.stock[0], one.stock[port], one.sales[0], cubes(room)) == (13, 10, 1, 65)

    def test_no_loading_without_selling(self):
        room = at_sea({0: int(new_room().table.port_cells[0, 0])})
        room.table.cargo[0] = 1
        room.table.stock[0] += 2
        assert not found(room, Act.SELL)


class TestBf15EmptyStock:
    def test_a_merchant_loads_what_there_is(self):
        room = at_sea({0: int(new_room().table.port_cells[1, 0])})
        room.table.stock[1] = 2
        take(room, Act.SELL, target=1)
        assert room.table.cargo[0] == 2

    def test_with_none_in_stock_it_cannot_sell_there(self):
        room = at_sea({0: int(new_room().table.port_cells[1, 0])})
        room.table.stock[1] = 0
        assert not found(room, Act.SELL)

    @pytest.mark.parametrize(("short_load", "stock", "sells"), [(True, 1, True), (False, 2, False), (False, 3, True)])
    def test_in_the_other_reading_three_goods_must_be_there(self, short_load, stock, sells):
        """« Reload at once 3 goods »: where there are fewer nobody can, unless what there is will do."""
        room = at_sea({0: int(new_room().table.port_cells[1, 0])}, short_load=short_load)
        room.table.stock[1] = stock
        assert bool(found(room, Act.SELL)) == sells

    @pytest.mark.parametrize(("short_load", "ports"), [(True, {2, 3}), (False, {3})])
    def test_nor_does_a_merchant_start_there(self, short_load, ports):
        """« With 3 goods of the port's colour »."""
        room = at_sea({}, short_load=short_load)
        room.table.asked, room.table.stock[:] = Kind.PLACE, (0, 0, 2, 3, 0)
        assert {int(one["target"]) for one in found(room, Act.PLACE)} == ports


class TestBf16Sinking:
    def test_a_pirate_goes_back_its_cargo_to_the_stock_and_2_doubloons_are_paid(self):
        room = at_sea({YELLOW: MIDDLE, 5: beside(at_sea({}), MIDDLE)[0]}, (0, 0, 1))
        room.table.cargo[5], room.table.goods[5] = 1, 4
        room.table.stock[4] -= 1
        take(room, Act.SINK, target=5)
        one = room.table
        assert (one.ship_cell[5], one.cargo[5], one.stock[4], one.doubloons[0]) == (NONE, 0, 13, 2)
        assert (one.sinkings[0], one.lost_pirates[1]) == (1, 1)

    def test_the_frigate_may_go_on_over_the_cell_it_has_cleared(self):
        room = at_sea({YELLOW: MIDDLE, 5: beside(at_sea({}), MIDDLE)[0]}, (0, 0, 1))
        assert int(room.table.ship_cell[5]) in ends(room, Act.SINK)


class TestBf17Robbing:
    def test_it_takes_a_good_and_2_doubloons(self):
        room = at_sea({PIRATES: MIDDLE, 1: beside(at_sea({}), MIDDLE)[0]})
        take(room, Act.ROB, target=1)
        one = room.table
        assert (one.cargo[1], one.cargo[PIRATES], one.goods[PIRATES], one.doubloons[0]) == (2, 1, 1, 2)

    def test_a_merchant_robbed_of_its_last_good_is_sunk(self):
        room = at_sea({PIRATES: MIDDLE, 1: beside(at_sea({}), MIDDLE)[0]})
        room.table.cargo[1] = 1
        room.table.stock[1] += 2
        take(room, Act.ROB, target=1)
        assert (room.table.ship_cell[1], room.table.lost_merchants[1], cubes(room)) == (NONE, 1, 65)

    def test_a_loaded_pirate_does_not_rob(self):
        room = at_sea({PIRATES: MIDDLE, 1: beside(at_sea({}), MIDDLE)[0]})
        room.table.cargo[PIRATES], room.table.goods[PIRATES] = 1, 2
        assert not found(room, Act.ROB)


def on_beach(pays, moves=0, others=None):
    one = new_room().table
    beach = next(cell for cell in range(int(one.n_cells)) if one.beach[cell] == pays)
    room = at_sea({PIRATES: beach} | (others or {}), (0, moves, 0))
    room.table.cargo[PIRATES], room.table.goods[PIRATES] = 1, 3
    room.table.stock[3] -= 1
    return room, beach


class TestBf18Burying:
    @pytest.mark.parametrize("pays", [3, 4, 6])
    def test_the_beach_pays_its_number_and_the_good_goes_to_its_stock(self, pays):
        room, beach = on_beach(pays)
        take(room, Act.BURY, target=beach)
        assert (room.table.doubloons[0], room.table.stock[3], room.table.cargo[PIRATES]) == (pays, 13, 0)

    def test_not_both_rob_and_bury_in_a_turn(self):
        room, beach = on_beach(6, 3)
        take(room, Act.BURY, target=beach, to=beach)
        assert not found(room, Act.ROB) and room.table.has_sailed[PIRATE]


class TestBf19OwnShips:
    def test_never_against_ones_own_ships(self):
        room = at_sea(
            {0: MIDDLE, PIRATES: beside(at_sea({}), MIDDLE)[0], YELLOW: beside(at_sea({}), MIDDLE)[1]}, (3, 3, 3)
        )
        assert not found(room, Act.ROB) and not found(room, Act.SINK)

    def test_a_ship_may_be_robbed_at_a_port(self):
        port = new_room().table.port_cells[0]
        near = next(cell for cell in beside(at_sea({}), int(port[0])) if cell != port[0])
        room = at_sea({PIRATES: near, 1: int(port[0])})
        assert found(room, Act.ROB, target=1)


class TestBf20MerchantComesBack:
    def test_a_sunk_merchant_is_placed_with_goods_before_the_card_is_played(self):
        room = at_sea({})
        room.table.seat = 3
        turn.next_seat(room.table)
        assert (room.table.seat, room.table.asked) == (0, Kind.PLACE)
        take(room, Act.PLACE, target=2)
        assert (room.table.cargo[0], room.table.asked) == (3, Kind.PLAY_CARD)

    def test_with_no_goods_anywhere_it_stays_off_and_the_turn_goes_on(self):
        room = at_sea({})
        room.table.seat, room.table.asked = 0, Kind.PLACE
        room.table.stock[:] = 0
        assert turn.decide(room.table, room.hidden, room.workspace) == NONE
        turn.carry_out(room.table, room.hidden, room.workspace, NONE)
        assert (room.table.ship_cell[0], room.table.asked) == (NONE, Kind.PLAY_CARD)


class TestBf21PirateEnters:
    def test_by_any_cell_of_the_three_zones(self):
        room = at_sea({}, (0, 0, 0))
        assert ends(room, ship=PIRATES) == set(room.table.zones.ravel().tolist())

    def test_it_is_put_there_and_then_takes_its_turn_as_usual_with_its_whole_move(self):
        """« places it ... enters by one of the two cells ... plays its turn normally (move and action) »."""
        room = at_sea({}, (0, 2, 0))
        zones = room.table.zones.ravel().tolist()
        assert ends(room, ship=PIRATES) == {c for z in zones for n in range(3) for c in cells_at(room, z, n)}

    def test_the_entry_cell_counts_as_the_first_of_the_move_at_cost_1(self):
        room = at_sea({}, (0, 2, 0), entry_cost=1)
        zones = room.table.zones.ravel().tolist()
        assert ends(room, ship=PIRATES) == {c for z in zones for c in [z, *beside(room, z)]}
        assert not ends(at_sea({}, (0, 0, 0), entry_cost=1), ship=PIRATES)

    def test_it_robs_from_where_it_enters_even_without_a_move(self):
        """« a pirate may loot a merchant in the turn in which it comes back »."""
        zone = int(new_room().table.zones[0, 0])
        room = at_sea({1: next(c for c in beside(at_sea({}), zone) if c not in new_room().table.zones)})
        assert zone in {int(one["cell"]) for one in found(room, Act.ROB, ship=PIRATES, target=1)}

    def test_a_zone_of_which_both_cells_are_occupied_is_closed(self):
        zones = new_room().table.zones
        room = at_sea({1: int(zones[0, 0]), 2: int(zones[0, 1])}, (0, 0, 0))
        assert ends(room, ship=PIRATES) == set(zones[1:].ravel().tolist())

    @pytest.mark.parametrize("friend", [0, YELLOW])
    @pytest.mark.parametrize("cost", [0, 1])
    def test_through_a_friend_s_cell_only_where_it_is_part_of_the_move(self, friend, cost):
        """At cost 0 the pirate is put on the cell, so it must be free; at cost 1 friends are passed as anywhere."""
        zones = new_room().table.zones
        gates = {friend: int(zones[0, 0]), 1: int(zones[0, 1]), 2: int(zones[1, 0]), 3: int(zones[1, 1])}
        gates |= {5: int(zones[2, 0]), 6: int(zones[2, 1])}
        room = at_sea(gates, (0, 1 + cost, 0), entry_cost=cost)
        beyond = {cell for cell in beside(room, gates[friend]) if room.table.ship_at[cell] == FREE}
        assert beyond and ends(room, ship=PIRATES) == (beyond if cost else set())

    def test_it_must_enter_while_a_zone_is_open(self):
        """« each player will bring in the pirate »: the sailing of a turn does not end before."""
        room = at_sea({0: MIDDLE}, (1, 1, 0))
        take(room, Act.SAIL, ship=0)
        assert not found(room, Act.DONE) and ends(room, ship=PIRATES)
        take(room, Act.SAIL, ship=PIRATES)
        assert found(room, Act.DONE)

    def test_the_last_choice_is_taken_even_if_it_is_the_only_one(self):
        zones = new_room().table.zones.ravel().tolist()
        room = at_sea(dict(zip((1, 2, 3, 5, 6), zones, strict=False)), (0, 0, 0))
        assert [int(one["to"]) for one in listed(room)] == zones[5:]
        assert turn.decide(room.table, room.hidden, room.workspace) == 0

    def test_with_all_zones_closed_it_stays_off(self):
        zones = new_room().table.zones.ravel().tolist()
        room = at_sea(dict(zip((1, 2, 3, 5, 6, 7), zones, strict=True)), (0, 4, 0))
        assert not ends(room, ship=PIRATES) and found(room, Act.DONE)


class TestBf22Fortune:
    def test_cross_islands(self):
        room = at_sea({0: MIDDLE}, (3, 0, 0))
        before = ends(room, ship=0)
        give_fortune(room, Fortune.CROSS_ISLANDS)
        take(room, Act.FORTUNE)
        assert before < ends(room, ship=0) and all(to < room.table.n_cells for to in ends(room, ship=0))

    def test_more_moves(self):
        room = at_sea({0: MIDDLE}, (1, 1, 1))
        give_fortune(room, Fortune.MORE_MOVES)
        take(room, Act.FORTUNE, ship=0)
        assert room.table.moves.tolist() == [3, 1, 1, 0] and room.table.n_fortune[0] == 0

    def test_better_price(self):
        port = new_room().table.port_cells[1, 0]
        room = at_sea({0: int(port)})
        give_fortune(room, Fortune.BETTER_PRICE)
        take(room, Act.FORTUNE)
        assert {int(one["gain"]) for one in found(room, Act.SELL)} == {12}

    def test_swap_two_ships_side_by_side(self):
        near = beside(at_sea({}), MIDDLE)[0]
        room = at_sea({1: MIDDLE, 6: near})
        give_fortune(room, Fortune.SWAP_SHIPS)
        take(room, Act.FORTUNE, ship=1, target=6)
        assert (room.table.ship_cell[1], room.table.ship_cell[6]) == (near, MIDDLE)
        assert (room.table.ship_at[near], room.table.ship_at[MIDDLE]) == (1, 6)

    def test_two_actions_one_after_the_other(self):
        room, beach = on_beach(6, 3)
        give_fortune(room, Fortune.TWO_ACTIONS)
        take(room, Act.FORTUNE, ship=PIRATES)
        victim = beside(room, beach)[0]
        rules.put_ship(room.table, 1, victim)
        rules.load_goods(room.table, 1, 1)
        take(room, Act.BURY, to=beach)
        assert room.table.under_way == PIRATE and not found(room, Act.DONE)
        take(room, Act.ROB, target=1)
        assert (room.table.doubloons[0], room.table.under_way, room.table.has_sailed[PIRATE]) == (8, NONE, 1)

    def test_move_an_opponents_ship_up_to_two_cells(self):
        room = at_sea({1: MIDDLE})
        give_fortune(room, Fortune.MOVE_OPPONENT)
        assert ends(room, Act.FORTUNE, target=1) == {*cells_at(room, MIDDLE, 1), *cells_at(room, MIDDLE, 2)}
        to = cells_at(room, MIDDLE, 2)[0]
        take(room, Act.FORTUNE, target=1, to=to)
        assert room.table.ship_cell[1] == to and room.table.ship_at[MIDDLE] == FREE

    def test_long_range(self):
        room = at_sea({PIRATES: MIDDLE, 1: cells_at(at_sea({}), MIDDLE, 2)[0]})
        give_fortune(room, Fortune.LONG_RANGE)
        assert not found(room, Act.ROB)
        take(room, Act.FORTUNE, ship=PIRATES)
        assert ends(room, Act.ROB) == {MIDDLE}

    def test_a_merchant_robs_a_merchant(self):
        room = at_sea({0: MIDDLE, 1: beside(at_sea({}), MIDDLE)[0]})
        give_fortune(room, Fortune.MERCHANT_ROBS)
        take(room, Act.FORTUNE)
        take(room, Act.ROB, ship=0)
        assert (room.table.doubloons[0], room.table.cargo[0], room.table.cargo[1], cubes(room)) == (2, 3, 2, 65)

    def test_steal(self):
        room = at_sea({0: MIDDLE})
        room.table.doubloons[2] = 1
        give_fortune(room, Fortune.STEAL)
        take(room, Act.FORTUNE, target=2)
        assert (room.table.doubloons[0], room.table.doubloons[2], room.table.stolen[2]) == (1, 0, 1)

    def test_exchange_two_numbers(self):
        room = at_sea({0: MIDDLE})
        room.table.numbers[:3] = room.table.moves[:3] = [2, 4, 1]
        give_fortune(room, Fortune.EXCHANGE_MOVES)
        take(room, Act.FORTUNE, ship=0, target=PIRATES)
        assert room.table.moves.tolist() == [4, 2, 1, 0]

    def test_a_secret_goal_pays_only_after_loot(self):
        room, beach = on_beach(4)
        give_fortune(room, Fortune.SECRET_GOAL)
        assert not found(room, Act.FORTUNE)
        take(room, Act.BURY, target=beach)
        take(room, Act.FORTUNE)
        assert room.table.doubloons[0] == 7

    def test_hand_limit_three_after_drawing(self):
        room = at_sea({0: MIDDLE, PIRATES: 0})
        give_fortune(room, Fortune.STEAL, Fortune.SWAP_SHIPS, Fortune.LONG_RANGE)
        room.table.symbol = Symbol.DRAW_2
        room.hidden.n_movement[0] = 1
        take(room, Act.DONE)
        assert (room.table.n_fortune[0], room.table.to_drop) == (5, 2)

    def test_a_discard_symbol_with_no_card_does_nothing(self):
        room = at_sea({0: MIDDLE, PIRATES: 0})
        room.table.symbol = Symbol.DISCARD_1
        room.hidden.n_movement[0] = 1
        take(room, Act.DONE)
        assert room.table.asked == Kind.BUY


class TestBf22AnyMoment:
    """« as many as you like during your turn »: also between a ship's act and the rest of its voyage."""

    def sale(self, *effects, moves=3):
        port = int(new_room().table.port_cells[1, 0])
        room = at_sea({0: port, PIRATES: 0}, (moves, 0, 0))
        give_fortune(room, *effects)
        return room, port

    def test_after_its_act_a_ship_stops_and_sails_on_once_the_card_is_played(self):
        room, port = self.sale(Fortune.MORE_MOVES)
        take(room, Act.SELL, to=port, left=3)
        assert room.table.under_way == MERCHANT and room.table.doubloons[0] == 9
        assert not found(room, Act.DONE) and not ends(room, ship=PIRATES)
        take(room, Act.FORTUNE, ship=0)
        far = cells_at(room, port, 5)
        assert set(far) & ends(room, ship=0) and not found(room, Act.SELL)
        take(room, Act.SAIL, ship=0, to=far[0], left=NONE)
        assert (room.table.under_way, int(room.table.has_sailed[MERCHANT])) == (NONE, 1) and found(room, Act.DONE)

    def test_it_may_stop_and_then_stay_there(self):
        room, port = self.sale(Fortune.MORE_MOVES)
        take(room, Act.SELL, to=port, left=3)
        take(room, Act.SAIL, to=port)
        assert room.table.has_sailed[MERCHANT] == 1 and room.table.n_fortune[0] == 1

    @pytest.mark.parametrize("effect", [Fortune.STEAL, Fortune.SECRET_GOAL, None])
    def test_it_does_not_stop_for_a_card_that_has_nothing_to_do_with_ships_nor_without_one(self, effect):
        room, _ = self.sale(*([] if effect is None else [effect]))
        assert {int(one["left"]) for one in listed(room)} == {NONE}

    def test_it_does_not_stop_after_an_act_at_the_end_of_its_voyage(self):
        room, _ = self.sale(Fortune.MORE_MOVES, moves=0)
        assert {int(one["left"]) for one in found(room, Act.SELL)} == {NONE}

    @pytest.mark.parametrize("effect", [Fortune.SWAP_SHIPS, Fortune.MOVE_OPPONENT])
    def test_before_its_act_a_ship_stops_for_a_card_that_moves_ships(self, effect):
        room = at_sea({PIRATES: MIDDLE, 1: cells_at(at_sea({}), MIDDLE, 3)[0]}, (0, 2, 0))
        give_fortune(room, effect)
        stops = {int(one["to"]): int(one["left"]) for one in found(room, Act.SAIL) if one["left"] != NONE}
        one = room.table
        assert stops == {int(to): 2 - int(one.distance[MIDDLE, to]) for to in ends(room) if to != MIDDLE}

    def test_a_pirate_sails_swaps_places_with_a_ship_and_robs_from_there(self):
        middle = beside(at_sea({}), MIDDLE)[0]
        table = new_room().table
        away = [c for c in beside(at_sea({}), middle) if c != MIDDLE and table.distance[c, MIDDLE] == 2]
        prey = next(c for c in beside(at_sea({}), away[0]) if table.distance[c, middle] == 2)
        room = at_sea({PIRATES: MIDDLE, YELLOW: away[0], 1: prey}, (0, 1, 0))
        give_fortune(room, Fortune.SWAP_SHIPS)
        assert not found(room, Act.ROB)
        take(room, Act.SAIL, ship=PIRATES, to=middle, left=0)
        take(room, Act.FORTUNE, ship=PIRATES, target=YELLOW)
        take(room, Act.ROB, target=1, to=away[0])
        assert (room.table.doubloons[0], int(room.table.ship_cell[YELLOW])) == (2, middle)

    def test_a_ship_that_has_set_sail_exchanges_no_number_any_more(self):
        room = at_sea({0: MIDDLE, PIRATES: 0}, (2, 4, 1))
        room.table.numbers[:3] = [2, 4, 1]
        give_fortune(room, Fortune.EXCHANGE_MOVES)
        assert len(found(room, Act.FORTUNE)) == 3
        room.table.under_way = MERCHANT
        assert [(int(one["ship"]), int(one["target"])) for one in found(room, Act.FORTUNE)] == [(PIRATES, YELLOW)]

    def test_two_cards_of_one_effect_and_of_different_amounts_are_two_choices(self):
        room = at_sea({0: MIDDLE})
        give_fortune(room, Fortune.BETTER_PRICE, Fortune.BETTER_PRICE)
        other = int(room.hidden.fortune[0, 1]) + 1
        room.hidden.fortune[0, 1] = other
        assert len(found(room, Act.FORTUNE)) == 1
        room.table.fortune_amount[other] = 3
        assert len(found(room, Act.FORTUNE)) == 2


class TestBf23EmptyPile:
    def test_the_discards_become_the_pile(self):
        room = dealt()
        hidden = room.hidden
        n = int(hidden.n_movement_pile)
        hidden.movement_discards[:n] = hidden.movement_pile[:n]
        hidden.n_movement_discards, hidden.n_movement_pile, hidden.n_movement[0] = n, 0, 1
        deal.draw_movement(hidden, room.workspace, 0)
        assert (hidden.n_movement_pile, hidden.n_movement_discards, hidden.n_movement[0]) == (n - 1, 0, 2)

    def test_no_fortune_card_anywhere_none_is_drawn(self):
        room = dealt(start_fortune=0)
        room.hidden.n_fortune_pile = 0
        deal.draw_fortune(room.table, room.hidden, room.workspace, 0)
        assert room.table.n_fortune[0] == 0

    def test_all_cards_are_kept_together_in_a_long_game(self):
        random_game(new_room(4), check_table, game=5)


class TestBf24Buying:
    def test_at_most_one_card_in_any_order(self):
        room = at_sea({0: MIDDLE})
        room.table.asked = Kind.BUY
        room.table.doubloons[0] = 100
        assert [int(one["target"]) for one in found(room, Act.BUY)] == [0, 1, 2, 3]
        take(room, Act.BUY, target=3)
        assert (room.table.doubloons[0], room.table.n_bought[0], room.table.seat) == (86, 1, 1)

    def test_not_without_the_doubloons(self):
        room = at_sea({0: MIDDLE})
        room.table.asked, room.table.doubloons[0] = Kind.BUY, 7
        assert [int(one["gain"]) for one in found(room, Act.BUY)] == [-5]

    def bought(self, room, effect, ships=None):
        rules.gain_power(room.table, 0, card_of(room, effect, ships))
        return room.table

    def test_more_moves_for_all(self):
        one = self.bought(at_sea({}), Power.MORE_MOVES, Ships.ALL)
        assert one.power_moves[0].tolist() == [1, 1, 1]

    def test_cross_islands_for_the_merchant(self):
        one = self.bought(at_sea({}), Power.CROSS_ISLANDS, MERCHANT)
        assert one.power_crosses[0].tolist() == [1, 0, 0]

    def test_long_range_for_the_frigate(self):
        one = self.bought(at_sea({}), Power.LONG_RANGE, FRIGATE)
        assert one.power_range[0].tolist() == [1, 1, 2]

    def test_the_merchant_may_sink(self):
        room = at_sea({0: MIDDLE, 5: beside(at_sea({}), MIDDLE)[0]})
        self.bought(room, Power.MERCHANT_SINKS)
        room.table.may_sink = room.table.power_sinks[0]
        take(room, Act.SINK, ship=0)
        assert room.table.doubloons[0] == 2

    def test_own_ships_change_places_once_a_turn(self):
        near = cells_at(at_sea({}), MIDDLE, 3)[0]
        room = at_sea({0: MIDDLE, PIRATES: near})
        self.bought(room, Power.SWAP_OWN)
        room.table.may_swap = room.table.power_swap[0]
        assert room.table.may_swap >= room.table.distance[MIDDLE, near]
        take(room, Act.SWAP)
        assert (room.table.ship_cell[0], room.table.ship_cell[PIRATES]) == (near, MIDDLE)
        assert not found(room, Act.SWAP)

    def test_own_ships_change_places_only_so_far_apart(self):
        room = at_sea({0: MIDDLE, PIRATES: cells_at(at_sea({}), MIDDLE, 4)[0]})
        for far, is_near in ((3, False), (4, True), (5, True)):
            room.table.may_swap = far
            assert bool(found(room, Act.SWAP)) == is_near

    def test_from_lair_to_lair(self):
        lairs = new_room().table.is_lair.nonzero()[0]
        room = at_sea({PIRATES: int(lairs[0])}, (0, 1, 0))
        self.bought(room, Power.LAIRS)
        assert set(lairs[1:5].tolist()) <= ends(room, ship=PIRATES)

    def test_bonuses_and_the_rest(self):
        one = self.bought(at_sea({}), Power.SINK_BONUS)
        assert one.sink_bonus[0] > 0
        assert self.bought(at_sea({}), Power.ROB_BONUS).rob_bonus[0] > 0
        assert self.bought(at_sea({}), Power.BETTER_PRICE).power_price[0] == 1
        assert self.bought(at_sea({}), Power.ROB_AND_BURY).power_actions[0] == 1
        assert self.bought(at_sea({}), Power.MERCHANT_ROBS).power_robs[0] == 1
        assert self.bought(at_sea({}), Power.MORE_FORTUNE).keeps[0] > 3


def result(wins, doubloons, equal_doubloons="shared"):
    room = dealt(3, equal_doubloons=equal_doubloons)
    room.table.won[:3], room.table.doubloons[:3] = wins, doubloons
    turn.record_result(room.table, room.workspace)
    rows = room.workspace.seat_rows
    return OUTCOMES[room.workspace.game_row[OUTCOME]], rows[RANK, :3].tolist(), (rows[WIN, :3] / WHOLE_WIN).tolist()


class TestBf25End:
    def test_the_round_is_played_to_the_last_seat(self):
        one = at_sea({}, n_players=3).table
        one.won[0] = 1
        one.seat = 0
        turn.next_seat(one)
        assert (one.seat, one.asked != Kind.OVER) == (1, True)
        one.seat = 2
        turn.next_seat(one)
        assert one.asked == Kind.OVER

    def test_who_bought_the_victory_card_wins(self):
        assert result([0, 1, 0], [9, 0, 5]) == ("won", [2, 1, 3], [0, 1, 0])

    def test_of_several_the_richest(self):
        assert result([1, 1, 0], [3, 4, 30]) == ("won", [2, 1, 3], [0, 1, 0])

    def test_equals_share(self):
        assert result([1, 1, 0], [4, 4, 0])[::2] == ("shared", [1 / 2, 1 / 2, 0])

    def test_in_the_other_reading_the_first_of_equals_wins(self):
        """« Among them the richest »: if they are equally rich, who bought it first."""
        assert result([0, 1, 1], [9, 4, 4], "first") == ("won", [3, 1, 2], [0, 1, 0])
        assert result([1, 1, 1], [3, 4, 4], "first") == ("won", [3, 1, 2], [0, 1, 0])

    def test_losers_who_are_equal_share_their_rank_in_both(self):
        assert result([1, 0, 0], [0, 7, 7], "first")[1] == result([1, 0, 0], [0, 7, 7])[1] == [1, 2, 2]


class TestBf26Doubloons:
    def test_they_never_run_out(self):
        one = at_sea({}).table
        rules.earn(one, 0, 0, 1000)
        assert one.doubloons[0] == 1000

    def test_or_the_bank_pays_what_it_has(self):
        port = int(new_room().table.port_cells[1, 0])
        for purses, paid in ((60, 9), (64, 6), (80, 0)):
            room = at_sea({0: port}, bank=70)
            room.table.doubloons[2] = purses
            take(room, Act.SELL)
            assert room.table.doubloons[0] == room.table.income[0].sum() == paid


class TestBf27Unfinished:
    def test_a_game_without_a_winner_is_recorded(self):
        room = new_room(3, max_rounds=2)
        random_game(room, lambda room: None)
        assert OUTCOMES[room.workspace.game_row[OUTCOME]] == "unfinished"
        assert room.workspace.game_row[ROUNDS] == 2 and not room.workspace.seat_rows[WIN, :3].any()
