"""A class for each clause of seeds/piratoons/rules.md, in its order. In rulebook examples the seats have colours."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from analyser.games.piratoons import choices, deal, points, rules, ship, turn
from analyser.games.piratoons.choices import Act, Kind
from analyser.games.piratoons.columns import CAPTAIN_ROUND
from analyser.games.piratoons.table import (
    FIRST_SHIP,
    IN_CHEST,
    IN_PILE,
    KIND_OF,
    N_CODES,
    N_TYPES,
    SUNK,
    Equipment,
    Event,
    Purpose,
    Source,
)
from analyser.games.piratoons.tiles import read_tiles
from analyser.kernel import loop
from analyser.kernel.columns import RANK, SCORE, WHOLE_WIN, WIN
from tests.games.piratoons.kernel_games import GAME, PLAYERS
from tests.games.piratoons.tables import (
    Heard,
    bidding,
    build,
    code_of,
    dealt,
    equip,
    equipment_of,
    fill_chest,
    forced_chance,
    heard_game,
    lay_pawns,
    listed,
    listening,
    new_room,
    random_game,
    seat_chooser,
    shipyard,
    supplied,
    taker_of,
    waits,
)

TILES = read_tiles(GAME.data_folder / "tiles.toml")
pytestmark = pytest.mark.uncompiled

RED, GREEN, BLUE, YELLOW = range(4)
ONE, TWO, THREE, FOUR = "1aa//0", "2aa//1", "3aa//2", "4aa//3"
SAIL, DECK, GUNPORT, PORTHOLE, QUARTERS = Equipment
COUNTS = [
    *("bids", "fallen", "is_out", "kept", "placed", "lost", "outs", "stops", "earned", "gave_back", "looted"),
    *("n_bids", "cancelled", "bought", "spent", "thrown", "points", "pawns"),
]
"""What is counted of every player, from nothing."""


class TestPt01Players:
    def test_two_three_or_four_can_play(self):
        assert GAME.players == (2, 3, 4)

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_six_pawns_and_three_doubloons_each_of_forty(self, n_players):
        room = dealt(n_players)
        assert room.table.reserve[:n_players].tolist() == [6] * n_players
        assert room.hidden.purse[:n_players].tolist() == [3] * n_players
        assert room.hidden.bank == 40 - 3 * n_players

    def test_prow_and_stern_are_there_from_the_start(self):
        room = shipyard(ends="cb")
        assert room.table.rights[0].tolist() == [0, 1, 0, 0] and room.table.lefts[0].tolist() == [0, 0, 1, 0]

    def test_a_new_game_knows_nothing_of_the_one_before(self):
        room = random_game(4).room
        heard_game(room, game=5)
        fresh = random_game(4, game=5).room
        for name in room.table.dtype.names:
            assert name == "me" or room.table[name].tolist() == fresh.table[name].tolist(), name
        assert room.hidden.tobytes() == fresh.hidden.tobytes()

    @pytest.mark.parametrize("name", COUNTS)
    def test_a_deal_leaves_nothing_of_the_game_before(self, name):
        room = dealt(4)
        room.table[name] = 7
        dealt(4, room=room)
        assert not room.table[name].any()

    def test_after_a_deal_nobody_s_purse_is_seen(self):
        room = dealt(4)
        room.table.doubloons[:] = 7
        dealt(4, room=room)
        assert room.table.doubloons.tolist() == [-1] * 4

    def test_numbers_can_be_changed(self):
        room = dealt(3, crew=4, start_doubloons=1, doubloons_in_all=50)
        assert (room.table.reserve[2], room.hidden.purse[2], room.hidden.bank) == (4, 1, 47)


class TestPt02Tiles:
    def test_twelve_sails_and_nine_of_each_family(self):
        pile = dealt().hidden.equipment
        assert sorted(Counter(pile.tolist()).values()) == [3] * 12 + [12]
        assert pile.tolist().count(0) == 12 and len(pile) == 48

    def test_24_ship_tiles(self):
        assert sorted(dealt().hidden.ships.tolist()) == list(range(FIRST_SHIP, N_CODES))

    def test_4_of_one_storey_6_of_two_7_of_three_7_of_four(self):
        assert Counter(dealt().table.tile_storeys.tolist()) == {1: 4, 2: 6, 3: 7, 4: 7}

    def test_the_piles_are_shuffled(self):
        room = new_room(2)
        firsts = Counter(int(dealt(2, game, room=room).hidden.ships[0]) for game in range(480))
        assert chisquare([firsts[code] for code in range(FIRST_SHIP, N_CODES)]).pvalue > 0.001

    def test_every_place_of_a_pile_is_shuffled(self):
        """Of two tiles, both orders: in 40 games one of them is missing once in 10**12."""
        room, orders = dealt(2), set()
        for game in range(40):
            loop.begin_game(room.workspace, game, 1, 1, 2)
            deal.begin_luck(room.table, room.workspace)
            pile = np.array([1, 2])
            deal.shuffle(pile, 2, room.workspace, Purpose.SHIPS)
            orders.add(tuple(pile.tolist()))
        assert orders == {(1, 2), (2, 1)}

    def test_every_round_lays_out_six_and_three_and_every_tile_once(self):
        room, chests, seen = new_room(3), [], []
        with listening(lambda event, table, *_: chests.append(table.chest.tolist()) if event == Event.ROUND else None):
            heard_game(room)
        for chest in chests:
            assert all(code < FIRST_SHIP for code in chest[:6]) and all(code >= FIRST_SHIP for code in chest[6:])
            seen += chest
        assert len(chests) == 8
        assert Counter(seen) == Counter(room.hidden.equipment.tolist()) + Counter(room.hidden.ships.tolist())


class TestPt03Designs:
    def test_three_designs_of_three_copies_in_each_family(self):
        assert [len(family.designs) for family in TILES.families] == [3, 3, 3, 3]
        assert [family.copies_of_each for family in TILES.families] == [[3, 3, 3]] * 4
        assert Counter(dealt().hidden.equipment.tolist())[code_of("quarters3")] == 3

    def test_codes_go_by_family_and_design_with_room_for_nine(self):
        assert [code_of(word) for word in ("sail", "deck1", "deck3", "gunport1", "quarters9")] == [0, 1, 3, 10, 36]
        assert N_TYPES == 37 and dealt().table.copies.sum() == 48

    def test_another_box_may_have_other_designs(self):
        """« Three identical », « three different »: how many designs a family has, the rulebook does not say."""
        room = new_room()
        room.table.copies[1:5] = [4, 3, 1, 1]
        piles = Counter(dealt(room=room).hidden.equipment.tolist())
        assert [piles[code] for code in range(1, 6)] == [4, 3, 1, 1, 0] and piles.total() == 48


class TestPt04Captain:
    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_clockwise_from_the_first(self, n_players):
        captains = [numbers[1] for numbers in random_game(n_players, game=2).of(Event.ROUND)]
        assert captains == [(captains[0] + k) % n_players for k in range(8)]

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_the_first_is_drawn(self, n_players):
        room = new_room(n_players)
        firsts = Counter(int(dealt(n_players, game, room=room).table.first_captain) for game in range(150))
        assert chisquare([firsts[seat] for seat in range(n_players)]).pvalue > 0.001

    @pytest.mark.parametrize(("delay", "acts"), [(0, 1), (1, 1), (1, 2), (3, 3), (3, 4)])
    def test_the_captain_lifts_the_lid_and_puts_it_down_first(self, delay, acts):
        """« The captain turns the sandglass, lifts the lid and puts it where they can »: the others plunder already."""
        record = supplied(3, captain_delay=delay).table
        record.tick = acts
        can = [bool(rules.can_act(record, seat)) for seat in range(3)]
        assert can == [seat != record.captain or acts > delay for seat in range(3)]

    def test_a_tick_for_the_lid_by_default_and_0_to_3_to_try(self):
        delay = GAME.settings()["captain_delay"]
        assert (delay.default, delay.worth_trying, delay.is_open) == (1, (0, 1, 2, 3), True)

    def test_with_three_players_there_are_3_3_and_2_captaincies(self):
        captains = Counter(captain for _, captain, _ in random_game(3).of(Event.ROUND))
        assert sorted(captains.values()) == [2, 3, 3]

    def test_the_rows_say_who_was_captain_when(self):
        room = random_game(4, game=1).room
        first = int(room.table.first_captain)
        assert [int(room.workspace.seat_rows[CAPTAIN_ROUND, (first + k) % 4]) for k in range(4)] == [1, 2, 3, 4]


class TestPt05Round:
    def test_supply_plunder_pay_loot_auction_assembly(self):
        order = (Event.ROUND, Event.ENDED, Event.PAID, Event.LOOTED, Event.AUCTION, Event.ASSEMBLED)
        room = new_room(4)
        seat_chooser(
            room, lambda view: (view.me if view.reserve[view.me] == 6 else waits(view)) if view.asked == 0 else 0
        )
        told = [event for event, _ in heard_game(room).told]
        first_round = told[: told.index(Event.ASSEMBLED) + 1]
        assert list(dict.fromkeys(event for event in first_round if event in order)) == list(order)

    def test_eight_rounds(self):
        assert len(random_game(2).of(Event.ROUND)) == 8


class TestPt06Clock:
    def ticks(self, choose, **settings):
        room = supplied(4, **settings)
        seat_chooser(room, choose)
        turn.plunder(room.table, room.hidden, room.workspace)
        return int(room.table.tick)

    def test_nobody_may_cry_stop_in_the_first_15_ticks(self):
        room = supplied(2)
        room.table.tick = 15
        assert [choice.act for choice in listed(room, 0, Kind.PLACE)] == [Act.PUT] * 9 + [Act.WAIT]

    def test_then_anybody_may(self):
        room = supplied(2)
        room.table.tick = 16
        assert [choice.act for choice in listed(room, 0, Kind.PLACE)] == [Act.PUT] * 9 + [Act.WAIT, Act.STOP]
        room.table.reserve[0] = 0
        assert [choice.act for choice in listed(room, 0, Kind.PLACE)] == [Act.WAIT, Act.STOP]

    def test_it_goes_on_until_somebody_stops_it(self):
        assert self.ticks(lambda view: waits(view) + int(view.tick >= 20), reaction=1.0) == 20

    def test_at_most_30_ticks(self):
        assert self.ticks(waits) == 30
        assert self.ticks(waits, plunder_max_ticks=40) == 40

    def test_never_shorter_than_the_sandglass(self):
        assert self.ticks(waits, plunder_ticks=20, plunder_max_ticks=5) == 20

    def test_stop_ends_it_at_once(self):
        room = supplied(4, reaction=1.0)
        room.table.tick = 15
        asked = []
        seat_chooser(room, lambda view: asked.append(int(view.me)) or waits(view) + 1)
        turn.plunder(room.table, room.hidden, room.workspace)
        assert len(asked) == 1 and room.table.stops.sum() == 1 and room.table.tick == 16

    def test_in_every_tick_a_fresh_random_order(self):
        orders = Counter()
        room = supplied(3, reaction=1.0, plunder_ticks=60)
        room.table.tick = 2
        for _ in range(600):
            asked = []
            seat_chooser(room, lambda view, asked=asked: asked.append(int(view.me)) or waits(view))
            turn.play_tick(room.table, room.hidden, room.workspace)
            orders[tuple(asked)] += 1
        assert chisquare([orders[order] for order in permutations(range(3))]).pvalue > 0.001

    @pytest.mark.parametrize(
        ("settings", "rates"), [({}, [0.5, 0.5]), ({"reaction_by_seat": [10, -20, 0, 0]}, [0.6, 0.3])]
    )
    def test_a_player_acts_with_the_probability_of_its_reaction(self, settings, rates):
        room, asked = supplied(2, **settings), Counter()
        room.table.tick = 2
        seat_chooser(room, lambda view: asked.update([int(view.me)]) or waits(view))
        for _ in range(2000):
            turn.play_tick(room.table, room.hidden, room.workspace)
        for seat, rate in enumerate(rates):
            assert abs(asked[seat] / 2000 - rate) < 4 * (rate * (1 - rate) / 2000) ** 0.5

    def test_reactions_stay_between_0_and_1(self):
        room = new_room(4, reaction=0.9, reaction_by_seat=[50, -100, 0, 5])
        assert room.table.reaction.tolist() == pytest.approx([1.0, 0.0, 0.9, 0.95])

    def test_a_reaction_of_0_never_acts_and_of_1_always(self):
        room = supplied(2)
        room.table.reaction[:2] = [0.0, 1.0]
        for luck in (0.0, 0.5, 0.999999):
            with forced_chance(luck):
                assert [bool(rules.is_quick(room.table, room.workspace, seat)) for seat in range(2)] == [False, True]

    def test_each_may_put_one_pawn_a_tick(self):
        room = supplied(4, reaction=1.0)
        room.table.tick = 2
        seat_chooser(room, lambda view: 3)
        turn.play_tick(room.table, room.hidden, room.workspace)
        assert room.table.pawns[:, 3].tolist() == [1, 1, 1, 1] and room.table.pawns.sum() == 4


class TestPt07Pawns:
    def test_a_pawn_goes_from_the_reserve_to_a_tile_and_stays(self):
        room = supplied(2)
        rules.put_pawn(room.table, room.workspace, 1, 4)
        rules.put_pawn(room.table, room.workspace, 1, 4)
        rules.put_pawn(room.table, room.workspace, 0, 4)
        assert (room.table.pawns[1, 4], room.table.pawns[0, 4], room.table.reserve[1]) == (2, 1, 4)

    def test_no_choice_takes_one_back(self):
        room = supplied(2)
        lay_pawns(room, 0, "33")
        assert {choice.act for choice in listed(room, 0, Kind.PLACE)} == {Act.PUT, Act.WAIT}

    def test_without_pawns_nothing_is_asked_before_the_sand_is_through(self):
        one = supplied(2).table
        one.tick, one.reserve[:2] = 2, (0, 1)
        assert [bool(rules.can_act(one, seat)) for seat in range(2)] == [False, True]
        one.tick = one.plunder_ticks + 1
        assert rules.can_act(one, 0)

    def test_without_pawns_there_is_nothing_to_put(self):
        room = supplied(2)
        room.table.reserve[0] = 0
        assert [choice.act for choice in listed(room, 0, Kind.PLACE)] == [Act.WAIT]

    def test_a_choice_says_place_and_tile(self):
        room = supplied(2)
        for place, choice in enumerate(listed(room, 0, Kind.PLACE)[:9]):
            assert (choice.place, choice.tile) == (place, room.table.chest[place])

    def test_pawns_come_home_for_the_next_round(self):
        room = supplied(2)
        lay_pawns(room, 0, "33")
        rules.supply(room.table, room.hidden)
        assert room.table.pawns.sum() == 0 and room.table.reserve[:2].tolist() == [6, 6]


class TestPt08Clumsiness:
    def clumsy(self, luck, pawns="01", **settings):
        room = supplied(2, knock_enemy=0.1, drop_own=0.1, **settings)
        lay_pawns(room, 0, pawns)
        with forced_chance(luck):
            rules.put_pawn(room.table, room.workspace, 0, 0)
        return room

    def test_a_knock_puts_its_player_out_of_the_round(self):
        room = self.clumsy(0.05)
        assert room.table.is_out.tolist()[:2] == [1, 0]
        assert (room.table.pawns[0, 0], room.table.pawns[1, 0], room.table.reserve[0]) == (0, 1, 5)
        room.table.tick = 20
        assert not rules.can_act(room.table, 0) and rules.can_act(room.table, 1)

    def test_who_is_out_gets_no_pay_and_no_loot(self):
        room = self.clumsy(0.05)
        lay_pawns(room, 1, "30")
        assert rules.pay_of(room.table, 0) == 0 and rules.pay_of(room.table, 1) == 5
        assert rules.taker(room.table, 1, -1, 0) == -1
        assert taker_of("3200", out=[0]) == 1

    def test_and_is_back_in_the_next_round(self):
        room = self.clumsy(0.05)
        rules.supply(room.table, room.hidden)
        assert room.table.is_out.sum() == 0

    def test_without_enemy_pawns_nothing_can_be_knocked(self):
        room = self.clumsy(0.05, pawns="20")
        assert room.table.is_out.sum() == 0 and room.table.pawns[0, 0] == 3

    def test_a_pawn_may_land_badly_and_counts_for_nothing(self):
        room = self.clumsy(0.95)
        assert (room.table.pawns[0, 0], room.table.fallen[0], room.table.reserve[0]) == (0, 1, 5)
        assert room.table.is_out.sum() == 0 and rules.pay_of(room.table, 0) == 5

    def test_otherwise_it_stands(self):
        assert self.clumsy(0.5).table.pawns[0, 0] == 1

    def test_zero_switches_clumsiness_off(self):
        for luck in (0.0, 0.999999):
            room = supplied(2)
            lay_pawns(room, 0, "01")
            with forced_chance(luck):
                rules.put_pawn(room.table, room.workspace, 0, 0)
            assert room.table.pawns[0, 0] == 1

    def test_the_odds_are_the_settings(self):
        room, drops, outs = supplied(2, knock_enemy=0.2, drop_own=0.1), 0, 0
        lay_pawns(room, 0, "01")
        for _ in range(2000):
            rules.put_pawn(room.table, room.workspace, 0, 0)
            drops += int(room.table.fallen[0]) - int(room.table.is_out[0])
            outs += int(room.table.is_out[0])
            room.table.fallen[0] = room.table.is_out[0] = 0
        assert abs(outs / 2000 - 0.2) < 4 * (0.16 / 2000) ** 0.5
        assert abs(drops / 2000 - 0.1) < 4 * (0.09 / 2000) ** 0.5


class TestPt09Pay:
    def paid(self, purses, reserves, in_all=40, captain=0, **settings):
        room = supplied(len(purses), **settings)
        room.table.captain = captain
        room.hidden.purse[: len(purses)] = purses
        room.hidden.bank = in_all - sum(purses)
        room.table.reserve[: len(purses)] = reserves
        rules.pay_unemployed(room.table, room.hidden)
        assert room.hidden.bank + room.hidden.purse.sum() == in_all
        return room.hidden.purse[: len(purses)].tolist()

    def test_a_doubloon_for_each_pawn_in_reserve(self):
        assert self.paid([3, 3, 3], [0, 2, 6]) == [3, 5, 9]

    def test_a_bank_with_just_enough_pays(self):
        assert self.paid([20, 8], [6, 6]) == [26, 14]

    def test_too_few_all_first_give_back_half_rounded_in_their_favour(self):
        assert self.paid([20, 9], [6, 6]) == [10 + 6, 5 + 6]

    def test_again_if_it_is_still_too_little(self):
        assert self.paid([10, 10, 10, 10], [6, 6, 6, 6]) == [9, 9, 9, 9]

    @pytest.mark.parametrize(("captain", "left"), [(0, [13, 10, 13, 4]), (1, [12, 10, 13, 5])])
    def test_in_the_other_reading_the_bank_then_pays_until_it_is_empty(self, captain, left):
        """« All give back half of their fortune … then the sharing is done »: no word of what if that is too little."""
        assert self.paid([15, 10, 13, 0], [5, 5, 6, 5], captain=captain, halve_again=False) == left

    def test_one_doubloon_is_kept(self):
        assert self.paid([1, 38], [2, 0]) == [3, 19]

    def test_what_is_given_back_and_paid_is_counted(self):
        room = supplied(2)
        room.hidden.purse[:2] = [20, 9]
        room.hidden.bank = 11
        rules.pay_unemployed(room.table, room.hidden)
        assert room.table.gave_back[:2].tolist() == [10, 4] and room.table.earned[:2].tolist() == [6, 6]
        assert room.table.halvings == 1


class TestPt10Loot:
    @pytest.mark.parametrize(
        ("pawns", "winner"),
        [
            ("2210", 2),
            ("1110", -1),
            ("1100", -1),
            ("2110", 0),
            ("3221", 0),
            ("2211", -1),
            ("3310", 2),
            ("3312", 3),
            ("0000", -1),
            ("0001", 3),
            ("12", 1),
            ("66", -1),
        ],
    )
    def test_equals_cancel_and_the_highest_of_the_rest_takes_it(self, pawns, winner):
        assert taker_of(pawns) == winner

    def test_the_rulebooks_tie_of_two_benefits_the_third(self):
        """Red takes the tile thanks to the tie of yellow and green."""
        pawns = {RED: 1, GREEN: 2, BLUE: 0, YELLOW: 2}
        assert taker_of("".join(str(pawns[colour]) for colour in range(4))) == RED

    def test_the_rulebooks_example_of_four_colours(self):
        """Red wins two tiles; green three, the last thanks to a tie of yellow and red; blue two; yellow one."""
        room = supplied(4)
        chest = ["2000", "2010", "0100", "0020", "0012", "0000", "0100", "2102", "0010"]
        for place, pawns in enumerate(chest):
            lay_pawns(room, place, pawns)
        heard = Heard(room)
        with listening(heard.on_event):
            rules.share_loot(room.table)
        taken = {place: seat for seat, place, _ in heard.of(Event.LOOTED)}
        assert taken == {0: RED, 1: RED, 2: GREEN, 3: BLUE, 4: YELLOW, 6: GREEN, 7: GREEN, 8: BLUE}
        assert room.table.looted.tolist() == [2, 3, 2, 1]
        assert room.table.reserve[YELLOW] == 6 - 4 and [place for _, place, _ in heard.of(Event.LEFT)] == [5]

    def test_the_taker_has_the_tile_and_the_rest_stays(self):
        room = supplied(2)
        code = int(room.table.chest[7])
        lay_pawns(room, 7, "10")
        lay_pawns(room, 8, "11")
        rules.share_loot(room.table)
        assert room.table.owner[code - FIRST_SHIP] == 0 and room.table.n_tiles[0] == 1
        assert room.table.chest[7] == -1 and room.table.chest[8] >= FIRST_SHIP
        assert (room.table.ties, room.table.untouched) == (1, 7)


class TestPt11Auction:
    def lot(self, *words, n_players=4):
        room = supplied(n_players)
        fill_chest(room, *words)
        return room

    def test_the_highest_picks_first_and_pays_the_whole_bid(self):
        room = self.lot("sail", "deck1", "gunport2")
        told = bidding(room, [2, 5, 0, 3])
        bought = [numbers for name, numbers in told if name == "BOUGHT"]
        assert [(seat, bid) for seat, _, bid in bought] == [(1, 5), (3, 3), (0, 2)]
        assert room.hidden.purse.tolist() == [18, 15, 20, 17] and room.hidden.bank == 40 - 70

    def test_zero_takes_nothing(self):
        room = self.lot("sail", "deck1")
        assert [numbers[0] for name, numbers in bidding(room, [0, 0, 1, 0]) if name == "BOUGHT"] == [2]

    def test_equal_bids_cancel_and_are_given_back(self):
        room = self.lot("sail", "deck1", "deck2")
        told = bidding(room, [4, 4, 1, 0])
        assert [numbers[0] for name, numbers in told if name == "BOUGHT"] == [2]
        assert room.hidden.purse.tolist() == [20, 20, 19, 20]
        assert room.table.cancelled.tolist() == [1, 1, 0, 0] and room.table.n_bids.tolist() == [1, 1, 1, 0]

    def test_of_the_bids_opened_only_those_that_stand_are_kept(self):
        room = supplied(4)
        room.hidden.bids[:] = [4, 4, 1, 0]
        rules.open_bids(room.table, room.hidden)
        assert room.table.bids.tolist() == [4, 4, 1, 0] and room.hidden.bids.tolist() == [0, 0, 1, 0]

    def test_with_no_tile_left_the_bid_is_given_back(self):
        room = self.lot("sail")
        told = bidding(room, [1, 2, 3, 0])
        assert [numbers[:2] for name, numbers in told if name == "BID_BACK"] == [(0, 1), (1, 2)]
        assert room.hidden.purse.tolist() == [20, 20, 17, 20] and room.hidden.bids.sum() == 0

    def test_the_picker_chooses_among_different_tiles(self):
        room = self.lot("sail", "sail", "deck1", "quarters3")
        seen = []
        bidding(room, [1, 0, 0, 0], lambda view: seen.append(choices.n_picks(view)) or 2)
        assert seen == [3] and room.table.held[0, code_of("quarters3")] == 1

    def test_a_pick_is_any_tile_of_the_lot(self):
        room = self.lot("sail", "sail", "deck1")
        rules.lay_out_lot(room.table)
        assert [choice.tile for choice in listed(room, 1, Kind.PICK)] == [0, code_of("deck1")]
        assert [choices.picked(room.table, k) for k in range(2)] == [0, code_of("deck1")]

    def test_floating_equipment_is_auctioned_too(self):
        room = self.lot("deck1")
        room.table.sea[code_of("sail")] = 2
        rules.lay_out_lot(room.table)
        assert (room.table.lot[0], room.table.lot[1], room.table.n_lot, room.table.sea.sum()) == (2, 1, 3, 0)

    def test_skipped_if_there_is_nothing(self):
        room = self.lot()
        assert bidding(room, [1, 2, 3, 4]) == [("AUCTION", (0, 0, 0))]
        assert room.table.auctions == 0

    def test_a_bid_is_any_number_up_to_the_purse(self):
        room = supplied(2)
        room.hidden.purse[1] = 4
        assert [choice.bid for choice in listed(room, 1, Kind.BID)] == [0, 1, 2, 3, 4]

    def test_a_purse_with_all_doubloons_that_a_box_can_hold_may_bid_them(self):
        room = supplied(2, doubloons_in_all=choices.MOST_DOUBLOONS)
        room.hidden.purse[1] = choices.MOST_DOUBLOONS
        assert [choice.bid for choice in listed(room, 1, Kind.BID)] == list(range(choices.MAX_CHOICES))

    def test_an_empty_purse_is_not_asked(self):
        room = self.lot("sail")
        asked = []
        seat_chooser(room, lambda view: asked.append(int(view.me)) or 0)
        room.hidden.purse[:] = [0, 3, 0, 1]
        turn.auction(room.table, room.hidden, room.workspace)
        assert asked == [1, 3]

    def test_bids_are_blind_and_then_open(self):
        room = self.lot("sail", "deck1")
        closed, bids = [], [4, 2, 3, 1]
        room.table.bids[:] = 9
        seat_chooser(room, lambda view: closed.append(view.bids.tolist()) or bids[view.me])
        room.hidden.purse[:] = 5
        for seat in range(4):
            room.hidden.bids[seat] = turn.decide(room.table, room.hidden, room.workspace, seat, Kind.BID, 6)
        rules.open_bids(room.table, room.hidden)
        assert closed == [[9, 9, 9, 9]] * 4 and room.table.bids.tolist() == bids

    @pytest.mark.parametrize(("is_open", "shown"), [(True, [3, 3, 3]), (False, [-1, 3, -1])])
    def test_purses_are_open_or_not(self, is_open, shown):
        room, seen = supplied(3, open_purses=is_open, reaction=1.0), []
        seat_chooser(room, lambda view: seen.append((int(view.me), view.doubloons[:3].tolist())) or waits(view))
        turn.play_tick(room.table, room.hidden, room.workspace)
        assert dict(seen)[1] == shown


class TestPt12Leftovers:
    def test_nothing_is_left_of_a_lot(self):
        room = supplied(2)
        room.table.lot[[0, 3, N_TYPES]], room.table.n_lot = (2, 1, 1), 4
        rules.clear_lot(room.table, room.hidden)
        assert not room.table.lot.any() and room.table.n_lot == 0

    def test_ship_tiles_sink_for_good(self):
        room = supplied(2)
        tiles = [int(code) - FIRST_SHIP for code in room.table.chest[6:]]
        assert room.table.owner[tiles].tolist() == [IN_CHEST] * 3
        bidding(room, [0, 0])
        assert room.table.owner[tiles].tolist() == [SUNK] * 3
        rules.supply(room.table, room.hidden)
        rules.lay_out_lot(room.table)
        assert not any(room.table.lot[FIRST_SHIP + tile] for tile in tiles)
        assert room.table.owner.tolist().count(IN_PILE) == 18

    def test_equipment_floats_to_the_next_auction_and_on(self):
        room = supplied(2)
        fill_chest(room, "sail", "deck1")
        for _ in range(3):
            bidding(room, [0, 0])
            assert (room.table.sea[0], room.table.sea[1], room.table.n_lot) == (1, 1, 0)


class TestPt13Assembly:
    def test_a_ship_tile_won_must_be_built_in(self):
        room = shipyard("3by/gpq/2")
        assert room.table.n_tiles[0] == 1 and ship.bad_joins(room.table, 0) == 2

    def test_tiles_may_be_rearranged_so_their_order_of_arrival_does_not_matter(self):
        tiles = ["2ac//1", "2ca//1", "3ab//2", "3bb//2", "4ya//3"]
        assert len({ship.bad_joins(shipyard(*order).table, 0) for order in permutations(tiles)}) == 1

    def test_equipment_may_be_moved_to_make_room(self):
        """A deck goes from a mast of one storey to a tile of four, and three sails find room."""
        room = shipyard(ONE, equipment=["deck1"])
        equip(room, 0, "sail", "sail", "sail")
        assert not ship.all_fits(room.table, 0)
        build(room, 0, FOUR, first=1)
        assert ship.all_fits(room.table, 0)

    def test_what_is_won_in_loot_and_auction_is_fitted_together(self):
        """A porthole tile looted before its place is bought stays."""
        room = shipyard(ONE, equipment=["porthole1"])
        build(room, 0, "2aa/p/1", first=1)
        turn.assemble(room.table, room.hidden, room.workspace, 0)
        assert equipment_of(room.table, 0) == {"porthole": 1}


class TestPt14Sea:
    def assembled(self, *tiles, equipment, choose=lambda view, codes: 0):
        """What seat 0 keeps, and what floats; choose(view, codes) gives an index."""
        room = shipyard(*tiles, equipment=equipment)
        seat_chooser(room, lambda view: choose(view, [c for c in range(N_TYPES) if ship.would_help(view, 0, c)]))
        turn.assemble(room.table, room.hidden, room.workspace, 0)
        assert room.table.sea.sum() == room.table.thrown[0] == len(equipment) - room.table.kinds[0].sum()
        return equipment_of(room.table, 0)

    def test_what_has_no_place_floats(self):
        assert self.assembled("1aa/g/0", equipment=["porthole1", "gunport1", "gunport2"]) == {"gunport": 1}

    def test_nothing_is_asked_if_all_fits(self):
        room = shipyard("2aa/gp/1", equipment=["porthole1", "gunport1", "sail", "sail"])
        turn.assemble(room.table, room.hidden, room.workspace, 0)
        assert room.workspace.decisions == 0 and room.table.sea.sum() == 0

    def test_the_player_chooses_which_of_a_kind(self):
        room = shipyard("1aa/g/0", equipment=["gunport1", "gunport2", "gunport2", "sail"])
        assert [choice.tile for choice in listed(room, 0, Kind.SEA)] == [code_of("gunport1"), code_of("gunport2")]
        assert choices.n_throws(room.table, 0) == 2
        assert [choices.thrown(room.table, 0, k) for k in range(2)] == [code_of("gunport1"), code_of("gunport2")]

    def test_equipment_of_the_last_design_is_thrown_by_its_code(self):
        room = shipyard("1aa/g/0", equipment=["gunport1"])
        last = N_TYPES - 1
        room.table.held[0, last], room.table.kinds[0, KIND_OF[last]] = 1, 1 + room.table.places[0, KIND_OF[last]]
        assert choices.n_throws(room.table, 0) == 1
        assert choices.thrown(room.table, 0, 0) == last

    def test_decks_or_sails(self):
        equipment = ["deck1", "sail", "sail"]
        assert self.assembled(TWO, equipment=equipment, choose=lambda view, codes: codes.index(1)) == {"sail": 2}
        keeps_deck = self.assembled(TWO, equipment=equipment, choose=lambda view, codes: codes.index(0))
        assert keeps_deck == {"deck": 1}

    def test_a_deck_that_gives_no_room_to_sails_is_not_thrown(self):
        room = shipyard(FOUR, ONE, equipment=["deck1", *["sail"] * 4])
        assert [choice.tile for choice in listed(room, 0, Kind.SEA)] == [0]

    def test_sails_thrown_for_nothing_stay(self):
        """Three sails are thrown, then the deck: two sails have masts again."""
        choose = lambda view, codes: codes.index(0) if view.kinds[0, SAIL] > 1 else codes.index(1)  # noqa: E731
        room = shipyard(ONE, equipment=["deck1", *["sail"] * 4])
        seat_chooser(room, lambda view: choose(view, [c for c in range(N_TYPES) if ship.would_help(view, 0, c)]))
        turn.assemble(room.table, room.hidden, room.workspace, 0)
        assert equipment_of(room.table, 0) == {"sail": 3}
        assert (room.table.sea[0], room.table.sea[1], room.table.thrown[0]) == (1, 1, 2)

    def test_every_sail_that_has_a_mast_again_is_fished_out(self):
        """A sail is thrown, then the deck: all three sails have masts."""
        choose = lambda view, codes: codes.index(0) if view.kinds[0, SAIL] > 2 else codes.index(1)  # noqa: E731
        room = shipyard(ONE, equipment=["deck1", *["sail"] * 3])
        seat_chooser(room, lambda view: choose(view, [c for c in range(N_TYPES) if ship.would_help(view, 0, c)]))
        turn.assemble(room.table, room.hidden, room.workspace, 0)
        assert equipment_of(room.table, 0) == {"sail": 3}
        assert (room.table.sea[0], room.table.sea[1], room.table.thrown[0]) == (0, 1, 1)

    def test_a_ship_without_tiles_holds_nothing(self):
        assert self.assembled(equipment=["sail", "deck1", "gunport1", "porthole1", "quarters1"]) == {}


class TestPt15Places:
    @pytest.mark.parametrize(("tile", "sails"), [(ONE, 3), (TWO, 2), (THREE, 1), (FOUR, 0)])
    def test_sails_by_storeys(self, tile, sails):
        assert ship.sail_room(shipyard(tile).table, 0, 0) == sails

    @pytest.mark.parametrize("tile", [ONE, TWO, THREE, FOUR])
    def test_one_deck_on_any_and_never_sails_beside_it(self, tile):
        room = shipyard(tile, equipment=["deck1"])
        assert ship.all_fits(room.table, 0) and ship.sail_room(room.table, 0, 1) == 0
        equip(room, 0, "deck2")
        assert not ship.all_fits(room.table, 0)

    def test_decks_go_where_they_take_the_fewest_sails(self):
        record = shipyard(ONE, TWO, THREE, FOUR).table
        assert [ship.sail_room(record, 0, decks) for decks in range(5)] == [6, 6, 5, 3, 0]

    @pytest.mark.parametrize("kind", [GUNPORT, PORTHOLE, QUARTERS])
    def test_each_kind_on_its_own_places(self, kind):
        letter = {GUNPORT: "g", PORTHOLE: "p", QUARTERS: "q"}[kind]
        room = shipyard(f"2aa/{letter}{letter}/1", equipment=[f"{kind.name.lower()}{k}" for k in (1, 2)])
        assert ship.all_fits(room.table, 0)
        equip(room, 0, f"{kind.name.lower()}3")
        assert ship.is_overfull(room.table, 0, kind)


class TestPt16Joins:
    def points(self, *tiles, ends="aa", **settings):
        return int(ship.join_points(shipyard(*tiles, ends=ends, **settings).table, 0))

    def test_a_ship_of_t_tiles_has_t_plus_one_joins(self):
        assert [self.points(*[ONE] * t) for t in range(5)] == [2, 4, 6, 8, 10]

    def test_a_bad_join_costs_as_much(self):
        assert self.points(ends="ac") == -2
        assert self.points("2cc//1") == -4
        assert self.points("2cc//1", ends="ca") == 0

    def test_two_halves_of_the_same_symbol_make_a_good_join(self):
        assert self.points("2ac//1", "2ca//1") == 6

    def test_the_order_is_the_best(self):
        assert self.points("3bc//2", "3ab//2", "3ca//2") == 8

    def test_a_ring_that_is_linked_nowhere_costs_two_joins(self):
        assert self.points("2ac//1", "2ca//1", "4yy//3") == 2 * (2 - 2)

    def test_the_points_can_be_changed(self):
        assert self.points(ONE, join_points=3) == 6


def majorities(source, amounts, **settings):
    """The points of a majority for these amounts by seat."""
    room = dealt(len(amounts), **settings)
    for seat, amount in enumerate(amounts):
        room.table.kinds[seat, SAIL] = room.table.barrels[seat] = room.hidden.purse[seat] = amount
    return [int(points.majority_points(room.table, room.hidden, seat, source)) for seat in range(len(amounts))]


class TestPt17Majorities:
    @pytest.mark.parametrize("source", [Source.SAILS, Source.RICHES, Source.SIZE])
    @pytest.mark.parametrize(
        ("amounts", "given"),
        [
            ([4, 3, 2, 1], [5, 2, 0, 0]),
            ([1, 2], [2, 5]),
            ([4, 4, 2, 1], [5, 5, 2, 0]),
            ([4, 3, 3, 1], [5, 2, 2, 0]),
            ([4, 4, 4, 4], [5, 5, 5, 5]),
            ([1, 1, 1, 2], [2, 2, 2, 5]),
        ],
    )
    def test_first_5_second_2_equals_alike(self, source, amounts, given):
        assert majorities(source, amounts) == given

    @pytest.mark.parametrize("source", [Source.SAILS, Source.SIZE])
    def test_zero_sails_or_barrels_win_nothing(self, source):
        assert majorities(source, [0, 0, 0, 0]) == [0, 0, 0, 0]
        assert majorities(source, [3, 0, 0]) == [5, 0, 0]

    @pytest.mark.parametrize("source", [Source.SAILS, Source.SIZE])
    def test_in_the_other_reading_zero_can_be_the_most_or_the_second(self, source):
        """« Who has the most sails »: where nobody has one, all have equally many."""
        assert majorities(source, [0, 0, 0, 0], zero_majority=True) == [5, 5, 5, 5]
        assert majorities(source, [3, 0, 0], zero_majority=True) == [5, 2, 2]

    def test_an_empty_purse_is_a_purse(self):
        assert majorities(Source.RICHES, [3, 0]) == [5, 2]

    def test_or_it_is_none_in_the_other_reading(self):
        assert majorities(Source.RICHES, [3, 0], zero_riches=False) == [5, 0]
        assert majorities(Source.RICHES, [0, 0], zero_riches=False) == [0, 0]

    def test_each_compares_its_own_thing(self):
        room = shipyard(ONE, "4aa//3", equipment=["sail", "sail"])
        room.hidden.purse[:2] = [7, 9]
        assert [int(points.amount(room.table, room.hidden, 0, source)) for source in range(3)] == [2, 7, 3]

    def test_the_end_comes_after_round_8(self):
        heard = random_game(2)
        assert heard.of(Event.ROUND)[-1][0] == 8 and heard.told[-1][0] == Event.FINISHED

    def test_the_points_can_be_changed(self):
        assert majorities(Source.SAILS, [4, 3], first_points=8, second_points=3) == [8, 3]


class TestPt18SecondAfterTie:
    @pytest.mark.parametrize(
        ("is_there", "amounts", "given"),
        [
            (True, [4, 4, 2, 2], [5, 5, 2, 2]),
            (False, [4, 4, 2, 2], [5, 5, 0, 0]),
            (False, [4, 3, 3, 1], [5, 2, 2, 0]),
            (False, [4, 4, 4, 1], [5, 5, 5, 0]),
            (True, [4, 4, 4, 1], [5, 5, 5, 2]),
        ],
    )
    def test_a_second_after_a_tie_or_not(self, is_there, amounts, given):
        assert majorities(Source.SAILS, amounts, second_after_tie=is_there) == given


class TestPt19Empty:
    def lost(self, *ships, **settings):
        """The points lost by seat; each ship is (tiles, equipment)."""
        room, first = dealt(len(ships), **settings), 0
        for seat, (tiles, equipment) in enumerate(ships):
            build(room, seat, *tiles, first=first)
            equip(room, seat, *equipment)
            first += len(tiles)
        return [int(points.empty_points(room.table, seat)) for seat in range(len(ships))]

    def test_the_most_empty_places_of_a_kind_and_in_all_lose_two_each(self):
        assert self.lost((["1aa/g/0"], ["sail"]), ([], [])) == [-4, 0]
        assert self.lost((["1aa/g/0"], ["gunport1"]), ([], [])) == [-4, 0]

    def test_all_five(self):
        assert self.lost((["4aa/gpq/3"], []), ([], [])) == [-10, 0]

    def test_all_who_tie(self):
        assert self.lost((["1aa/g/0"], []), (["1aa/g/0"], []), (["1aa/g/0"], ["gunport1", "sail"])) == [-6, -6, 0]

    def test_different_seats_may_have_the_most_of_different_kinds(self):
        assert self.lost((["3aa/gg/2"], ["sail"]), (["3aa/p/2"], ["sail"])) == [-4, -2]

    def test_too_much_equipment_leaves_no_place_empty(self):
        room = shipyard("1aa/g/0", equipment=["gunport1", "gunport2"])
        assert ship.empty_places(room.table, 0, Equipment.GUNPORT) == 0

    def test_no_empty_place_loses_nothing(self):
        assert self.lost((["1aa/g/0"], ["gunport1", "sail"]), ([], [])) == [0, 0]

    def test_in_the_other_reading_all_have_the_most_where_nobody_has_any(self):
        """« The player or players with the most empty places lose 2 »: with none each, all have equally many."""
        assert self.lost((["1aa/g/0"], ["gunport1", "sail"]), ([], []), full_ships_lose=True) == [-10, -10]
        assert self.lost((["1aa/g/0"], ["sail"]), ([], []), full_ships_lose=True) == [-10, -6]

    def test_a_mast_with_a_sail_counts_as_equipped(self):
        assert ship.empty_places(shipyard(ONE, equipment=["sail"]).table, 0, DECK) == 0

    def test_sails_are_spread_over_the_masts(self):
        assert ship.empty_places(shipyard(ONE, ONE, TWO, equipment=["sail"] * 3).table, 0, DECK) == 0

    def test_decks_stand_where_no_sail_can(self):
        assert ship.empty_places(shipyard(FOUR, ONE, equipment=["deck1", "sail"]).table, 0, DECK) == 0
        assert ship.empty_places(shipyard(FOUR, FOUR, equipment=["deck1"]).table, 0, DECK) == 1

    def test_all_kinds_together(self):
        record = shipyard("3aa/gpq/2", ONE, equipment=["porthole1"]).table
        assert points.empty_of(record, 0, points.ALL_KINDS) == 4

    def test_the_points_can_be_changed(self):
        assert self.lost((["4aa/gpq/3"], []), ([], []), empty_points=3) == [-15, 0]


class TestPt20Families:
    @pytest.mark.parametrize(
        ("designs", "best"),
        [
            ((3, 0, 0), 5),
            ((1, 1, 1), 4),
            ((2, 0, 0), 2),
            ((1, 1, 0), 0),
            ((2, 2, 0), 4),
            ((2, 2, 2), 8),
            ((2, 2, 1), 4),
            ((3, 1, 1), 6),
            ((3, 3, 1), 10),
            ((3, 2, 1), 7),
            ((3, 3, 2), 12),
            ((3, 3, 3), 15),
        ],
    )
    def test_the_best_partition(self, designs, best):
        record = dealt(2).table
        for order in set(permutations(designs)):
            assert family(record, *order) == best

    @pytest.mark.parametrize(
        ("designs", "best"),
        [((1,) * 9, 12), ((1, 1, 1, 1), 4), ((2, 1, 1, 1), 6), ((4, 1, 1, 1), 9), ((5, 1, 1, 1, 1), 13), ((9,), 15)],
    )
    def test_the_best_partition_of_other_designs(self, designs, best):
        assert family(dealt(2).table, *designs) == best

    def test_a_family_is_one_kind_of_place(self):
        """Three different tiles of three kinds are no family; sails never are."""
        record = shipyard(equipment=["deck1", "gunport1", "porthole1", "sail", "sail", "sail"]).table
        assert ship.all_family_points(record, 0) == 0

    def test_all_four_families_count(self):
        equipment = ["deck1"] * 3 + ["gunport1", "gunport2", "gunport3"] + ["porthole2"] * 2 + ["quarters3"]
        assert ship.all_family_points(shipyard(equipment=equipment).table, 0) == 5 + 4 + 2

    def test_the_points_can_be_changed(self):
        record = dealt(2, triple_points=1, mixed_points=9, pair_points=3).table
        assert family(record, 3, 0, 0) == 3
        assert family(record, 3, 3, 1) == 9 + 3 + 3


def family(record, *designs):
    """The points of a family of decks with so many tiles of each design."""
    record.held[0] = 0
    record.held[0, 1 : 1 + len(designs)] = designs
    return ship.family_points(record, 0, 1, -1, 0)


class TestPt21Winner:
    def ranked(self, *totals, purses=(), **settings):
        room = dealt(len(totals), **settings)
        room.hidden.purse[: len(purses)] = purses
        room.table.points[: len(totals), Source.JOINS] = totals
        turn.record_result(room.table, room.hidden, room.workspace)
        rows = room.workspace.seat_rows
        scores, ranks, wins = (rows[row, : len(totals)] for row in (SCORE, RANK, WIN))
        return [scores.tolist(), ranks.tolist(), (wins / WHOLE_WIN).tolist()]

    def test_the_highest_total_wins(self):
        assert self.ranked(3, 9, -4) == [[3, 9, -4], [2, 1, 3], [0, 1, 0]]

    def test_equal_totals_share(self):
        assert self.ranked(9, 3, 9, 1)[1:] == [[1, 3, 1, 4], [1 / 2, 0, 1 / 2, 0]]

    @pytest.mark.parametrize(
        ("purses", "ranks", "wins"),
        [((4, 9, 5, 0), [2, 3, 1, 4], [0, 0, 1, 0]), ((4, 9, 4, 0), [1, 3, 1, 4], [1 / 2, 0, 1 / 2, 0])],
    )
    def test_in_the_other_reading_the_richer_of_equals_wins(self, purses, ranks, wins):
        """« The pirate with the most points wins »: equal totals are not spoken of."""
        assert self.ranked(9, 3, 9, 1, purses=purses, equal_points="richest")[1:] == [ranks, wins]

    def test_the_total_is_the_sum_over_all_sources(self):
        room = random_game(3).room
        for seat in range(3):
            assert points.total_points(room.table, seat) == room.table.points[seat].sum()


class TestPt22ShipTiles:
    def test_about_as_many_places_below_deck_as_storeys(self):
        for tile in TILES.ships:
            assert abs(sum(tile.places) - tile.storeys) <= 1

    def test_barrels_grow_with_the_height(self):
        by_storeys = {s: [tile.barrels for tile in TILES.ships if tile.storeys == s] for s in range(1, 5)}
        means = [sum(barrels) / len(barrels) for barrels in by_storeys.values()]
        assert means == sorted(set(means))
        assert all(min(barrels) >= storeys - 1 for storeys, barrels in by_storeys.items())

    def test_a_tile_brings_its_places_and_barrels_to_the_ship(self):
        record = shipyard("3ab/gpq/2", "4by/ggpq/3").table
        assert record.places[0].tolist() == [0, 2, 3, 2, 2] and record.barrels[0] == 5
        assert record.tops[0].tolist() == [0, 0, 1, 1]

    def test_prow_and_stern_have_no_places_and_no_barrels(self):
        record = dealt(2).table
        assert record.places[:2].sum() == record.barrels[:2].sum() == 0

    def test_in_the_other_reading_they_have_some(self):
        """The rulebook shows « prow » and « stern » tiles and says nothing of places or barrels on them."""
        room = shipyard(end_places=[1, 0, 2], end_barrels=3, equipment=["quarters1", "gunport1"])
        assert room.table.places[0].tolist() == [0, 0, 1, 0, 2] and room.table.barrels[0] == 3
        assert ship.all_fits(room.table, 0) and points.empty_of(room.table, 0, points.ALL_KINDS) == 1
