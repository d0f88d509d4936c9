"""A class for each clause of seeds/faut-pas-pousser/rules.md, in its order. Slots count from 1, as in print."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

from analyser.games.faut_pas_pousser import choices, rules, table, turn
from analyser.games.faut_pas_pousser.choices import Kind, Order
from analyser.games.faut_pas_pousser.columns import CAPTAINS_ABOARD
from analyser.games.faut_pas_pousser.notation import LETTERS, pirate_text
from analyser.games.faut_pas_pousser.table import (
    ALL_PIRATES,
    NON_MERCI,
    Event,
    deal_ages,
    deal_neutral_pile,
    deal_ties,
    lane,
)
from analyser.kernel import loop
from analyser.kernel.columns import OUTCOME, OUTCOMES, RANK, SCORE, WHOLE_WIN, WIN, WINNERS
from tests.games.faut_pas_pousser import reference
from tests.games.faut_pas_pousser.notation import plank_text, read_pirate, read_plank
from tests.games.faut_pas_pousser.tables import (
    GAME,
    PLAYERS,
    SOME_PLANK,
    actions_in_hand,
    after_action,
    after_entry,
    choices_of,
    crew,
    dealt,
    facts,
    forced_luck,
    give,
    installed,
    law,
    new_room,
    new_table,
    order_of_play,
    pirates_in_hand,
    plank_after_installation,
    play_whole_game,
    random_game,
    random_position,
    turn_played,
)

pytestmark = pytest.mark.uncompiled

CARDS = (-3, -2, -1, 1, 2)
OTHER_CARDS = {"pirate_values": [2, 3, 5, 7, 11, 15], "actions": [3, 0, -1, 1, -2]}


class TestFpp01Crews:
    def test_two_three_or_four_can_play(self):
        assert GAME.players == (2, 3, 4)

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_there_are_always_four_crews(self, n_players):
        record = dealt(n_players).table
        assert [pirates_in_hand(record, letter) for letter in "BGRY"] == [[1, 2, 3, 4, 5, 6]] * 4

    @pytest.mark.parametrize(
        "name", ["non_merci_turn", "points", "order", "position", "opening", "plank", "fallen", "turn"]
    )
    def test_a_deal_begins_with_nothing(self, name):
        room = new_room(3)
        room.table[name] = 3
        loop.begin_game(room.workspace, 0, 1, 1, 3)
        table.deal(room.table, room.hidden, room.workspace)
        assert not np.any(room.table[name])

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_crews_nobody_plays_are_neutral(self, n_players):
        record = dealt(n_players).table
        assert [len(actions_in_hand(record, letter)) for letter in "BGRY"] == [5] * n_players + [0] * (4 - n_players)

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_a_deal_leaves_nothing_of_the_game_before(self, n_players):
        used, _ = random_game(n_players, game=7)
        loop.begin_game(used.workspace, 0, 1, 1, n_players)
        table.deal(used.table, used.hidden, used.workspace)
        fresh = dealt(n_players).table
        # Else what a strategy sees, and so the rows of a run, would hang on which games its worker played before.
        assert [name for name in fresh.dtype.names if used.table[name].tolist() != fresh[name].tolist()] == []

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_a_deal_uses_no_luck_of_the_game_before(self, n_players):
        for game in range(60):
            used = new_room(n_players)
            used.workspace.luck[:] = 12345
            loop.begin_game(used.workspace, game, 1, 1, n_players)
            table.deal(used.table, used.hidden, used.workspace)
            assert used.hidden.tobytes() == dealt(n_players, game).hidden.tobytes()


class TestFpp02Cards:
    def test_a_crew_has_six_pirates_of_values_1_to_6(self):
        assert pirates_in_hand(new_table(), "R") == [1, 2, 3, 4, 5, 6]

    def test_a_crew_has_five_actions(self):
        assert actions_in_hand(new_table(), "R") == [-3, -2, -1, 1, 2]

    def test_a_crew_has_one_non_merci(self):
        assert new_table().non_merci.tolist() == [1, 1, 1, 1]

    def test_the_1_is_the_captain(self):
        record = new_table()
        assert [rules.captains_on(lane(record, 2, pirate)) for pirate in range(6)] == [1, 0, 0, 0, 0, 0]

    def test_pirates_can_have_other_values(self):
        assert pirates_in_hand(new_table(pirate_values=[2, 3, 5, 7, 11, 13]), "Y") == [2, 3, 5, 7, 11, 13]

    def test_with_other_values_the_lowest_is_the_captain(self):
        record = new_table(pirate_values=[2, 3, 5, 7, 11, 13])
        assert [rules.captains_on(lane(record, 2, pirate)) for pirate in range(6)] == [1, 0, 0, 0, 0, 0]
        assert pirate_text(lane(record, 2, 0)) == "R2"

    def test_actions_can_have_other_moves(self):
        assert actions_in_hand(new_table(actions=[3, 2, 1, 0, -1]), "G") == [3, 2, 1, 0, -1]

    @pytest.mark.parametrize("slot", [1, 2, 3, 4])
    def test_a_blank_action_moves_nobody(self, slot):
        record = turn_played("B1 G3 R5 Y6", "R2", 0, slot, True, actions=[-3, -2, -1, 0, 2])
        assert plank_text(record.plank) == after_entry("B1 G3 R5 Y6", "R2")


class TestFpp03Plank:
    def test_slot_1_is_next_to_the_ship_and_slot_4_is_the_end(self):
        plank = read_plank("B1 G3 R5 Y6")
        assert rules.crew_in(plank, 0) == crew("B")
        assert pirate_text(rules.at_the_end(plank)) == "Y6"

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_four_pirates_of_four_crews_stand_on_it_after_the_installation(self, n_players):
        record = installed("B3 G3 R1 Y6", n_players)
        assert sorted(rules.crew_in(record.plank, slot) for slot in range(4)) == [0, 1, 2, 3]
        assert record.plank >> 64 == 0

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_four_different_pirates_stand_on_it_at_the_end(self, n_players):
        for game in range(10):
            room, _ = random_game(n_players, game)
            assert len(set(plank_text(room.table.plank).split())) == 4


class TestFpp04Installation:
    def test_the_lowest_takes_slot_1_the_next_slot_2_and_so_on(self):
        assert plank_after_installation("B3 G1 R6 Y4") == "G1 B3 Y4 R6"

    def test_any_order_of_values_ends_up_sorted(self):
        for values in permutations((1, 2, 5, 6)):
            openings = [f"{letter}{value}" for letter, value in zip("BGRY", values, strict=True)]
            assert plank_after_installation(" ".join(openings)).split() == sorted(openings, key=lambda one: one[1])

    def test_the_pirate_picked_leaves_the_hand(self):
        assert pirates_in_hand(installed("B3 G1 R6 Y4"), "B") == [1, 2, 4, 5, 6]

    def test_the_pirate_picked_is_recorded(self):
        assert installed("B3 G1 R6 Y4").opening.tolist() == [3, 1, 6, 4]

    def test_other_values_count_as_they_are(self):
        record = installed("B13 G2 R5 Y11", pirate_values=[2, 3, 5, 7, 11, 13])
        assert plank_text(record.plank) == "G2 R5 Y11 B13"
        assert record.opening.tolist() == [13, 2, 5, 11]

    def test_a_player_may_pick_any_of_six(self):
        record = new_table()
        assert choices_of(record, "R", Kind.OPENING) == [
            (Order.OPENING, value, 0, 0, 0, 0) for value in (1, 2, 3, 4, 5, 6)
        ]

    def test_a_strategy_scores_each_of_the_six_and_gets_the_one_it_likes_most(self):
        room, seen = new_room(), []
        room.table.me = crew("R")

        def likes_fives(view, choice):
            seen.append(facts(choice)[:2])
            return -1.0 - abs(choice.pirate - 5)

        choose = choices.choose_opening(likes_fives)
        assert choose(room.table, room.workspace) == 4
        assert seen == [(Order.OPENING, value) for value in (1, 2, 3, 4, 5, 6)]

    def test_each_player_picks_once_and_sees_no_other_pick(self):
        seen = []

        def pick(view, workspace):
            seen.append((int(view.me), int(view.plank), view.opening.tolist(), view.pirates.tolist()))
            return int(view.me)

        room = new_room()
        room.workspace.policies[:4] = pick
        turn.pick_openings(*dealt_on(room))
        assert seen == [(seat, 0, [0] * 4, [ALL_PIRATES] * 4) for seat in range(4)]
        assert plank_text(room.table.plank) == "B1 G2 R3 Y4"


def dealt_on(room):
    """Deal all cards at a table; its three records."""
    table.deal(room.table, room.hidden, room.workspace)
    return room.table, room.hidden, room.workspace


class TestFpp05Ages:
    def test_among_equals_the_younger_stands_further_left(self):
        assert plank_after_installation("B4 G4 R4 Y4", ages=(2, 0, 3, 1)) == "G4 Y4 B4 R4"

    def test_age_matters_only_among_equals(self):
        assert plank_after_installation("B5 G4 R5 Y4", ages=(0, 3, 1, 2)) == "Y4 G4 B5 R5"

    def test_nothing_but_the_four_pirates_lies_on_the_plank(self):
        one = installed("B4 G3 R2 Y1")
        lanes = [table.lane_of(crew, value - 1, value) for crew, value in ((3, 1), (2, 2), (1, 3), (0, 4))]
        assert one.plank == sum(lane << table.LANE_BITS * slot for slot, lane in enumerate(lanes))

    def test_all_ages_and_all_ties_agree_with_sorting(self):
        for ages in permutations(range(4)):
            for values in product((0, 1), repeat=4):
                openings = " ".join(f"{letter}{value + 1}" for letter, value in zip("BGRY", values, strict=True))
                expected = sorted(range(4), key=lambda seat: (values[seat], ages[seat]))
                record = installed(openings, ages=ages)
                assert [rules.crew_in(record.plank, slot) for slot in range(4)] == expected

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_random_ages_have_every_order_equally_often(self, n_players):
        room, orders = new_room(n_players), list(permutations(range(n_players)))

        def ages():
            deal_ages(room.table, room.workspace)
            return tuple(room.table.age_rank[:n_players].tolist())

        assert law(ages) == dict.fromkeys(orders, Fraction(1, len(orders)))

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_seat_order_makes_seat_0_the_youngest(self, n_players):
        assert dealt(n_players, ages="seat-order").table.age_rank[:n_players].tolist() == list(range(n_players))

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_reverse_makes_seat_0_the_oldest(self, n_players):
        assert dealt(n_players, ages="reverse").table.age_rank[:n_players].tolist() == list(range(n_players))[::-1]

    def test_ages_differ_from_game_to_game(self):
        assert len({tuple(dealt(4, game).table.age_rank) for game in range(100)}) > 12

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_the_age_is_recorded(self, n_players):
        room = new_room(n_players)
        played = play_whole_game(room, ["random"] * n_players)
        assert played.seat["age_rank"][0].tolist() == (dealt(n_players).table.age_rank[:n_players] + 1).tolist()

    @pytest.mark.parametrize("n_players", PLAYERS)
    @pytest.mark.parametrize("turned", [1, 2, 3])
    def test_in_a_rotation_of_a_deal_each_seat_has_the_age_of_a_later_seat(self, n_players, turned):
        for deal in range(5):
            first = dealt(n_players, deal * n_players, rotations=n_players).table.age_rank
            moved = dealt(n_players, deal * n_players + turned % n_players, rotations=n_players).table.age_rank
            assert [moved[seat] for seat in range(n_players)] == [
                first[(seat + turned) % n_players] for seat in range(n_players)
            ]

    def test_ages_that_follow_the_seats_do_not_rotate(self):
        assert dealt(4, 2, rotations=4, ages="seat-order").table.age_rank.tolist() == [0, 1, 2, 3]


class TestFpp06FirstPlayer:
    @pytest.mark.parametrize(
        ("plank", "order"),
        [
            ("G1 B3 Y4 R6", "R Y B G"),
            ("R1 Y3 G4 B6", "B G R Y"),
            ("B1 R3 Y4 G6", "G R Y B"),
            ("B1 G3 R4 Y6", "Y B G R"),
        ],
    )
    def test_the_owner_of_slot_4_plays_first_then_clockwise(self, plank, order):
        assert order_of_play(plank) == order

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_the_order_stays_the_same_for_the_whole_game(self, n_players):
        for game in range(10):
            room, log = random_game(n_players, game)
            assert log.turns() == [(round_, one) for round_ in range(6) for one in room.table.order]

    def test_the_place_in_the_order_is_recorded(self):
        room = new_room(3)
        played = play_whole_game(room, ["random"] * 3)
        assert [int(room.table.order[place - 1]) for place in played.seat["turn_position"][0]] == [0, 1, 2]


class TestFpp07Turn:
    def test_a_full_hand_has_201_choices(self):
        record = new_table(SOME_PLANK)
        give(record, "B", (1, 2, 4, 5, 6), CARDS)
        assert len(choices_of(record, "B")) == 201
        assert choices.n_turn_choices(record, crew("B"), 5) == 201 == choices.MAX_CHOICES

    @pytest.mark.parametrize("n", range(6))
    @pytest.mark.parametrize("non_merci", [0, 1])
    def test_the_list_is_2_orders_x_pirates_x_actions_x_4_slots_and_non_merci(self, n, non_merci):
        record = random_position(random.Random(n), n, non_merci)
        listed = choices_of(record, "B")
        assert len(listed) == len({choice[:4] for choice in listed}) == 8 * n * n + non_merci
        assert choices.n_turn_choices(record, crew("B"), n) == len(listed)

    @pytest.mark.parametrize("n", range(6))
    def test_the_list_names_just_the_cards_in_hand(self, n):
        record = random_position(random.Random(n), n, 1)
        with_cards = [choice for choice in choices_of(record, "B") if choice[0] != Order.NON_MERCI]
        assert {choice[1:4] for choice in with_cards} == {
            (pirate, action, slot)
            for pirate in pirates_in_hand(record, "B")
            for action in actions_in_hand(record, "B")
            for slot in range(4)
        }

    @pytest.mark.parametrize("n", range(6))
    def test_numbers_stand_for_cards_slots_and_orders_as_the_list_has_them(self, n):
        """The table is made when the rules are imported; here it is made once more, before the eyes of a mutant."""
        plays = turn.tabled_plays()
        entering = [(p, a, slot, 0) for p, a, slot in product(range(n), range(n), range(4))]
        moving = [(p, a, slot, 1) for a, slot, p in product(range(n), range(4), range(n))]
        found = [(play & 15, play >> 4 & 15, play >> 8 & 15, play >> 12) for play in plays[n].tolist()]
        assert found[: 8 * n * n] == entering + moving
        assert plays.shape == (8, 256) and not plays[n, 8 * n * n :].any()

    @pytest.mark.parametrize("n", range(6))
    @pytest.mark.parametrize("settings", [{}, OTHER_CARDS], ids=["default", "other cards"])
    def test_to_play_a_number_does_what_the_list_says(self, n, settings):
        rng = random.Random(n)
        for non_merci in (0, 1, 1):
            record = random_position(rng, n, non_merci, **settings)
            for index, (order, pirate, action, _, plank, fallen) in enumerate(choices_of(record, "B")):
                after = record.copy()
                turn.play_choice(after, crew("B"), n, index)
                assert spent(record, after) == (pirate, action, order == Order.NON_MERCI)
                assert after.plank == plank
                assert after.points.tolist() == [fallen >> one & 1 for one in range(4)]

    @pytest.mark.parametrize("n", range(6))
    @pytest.mark.parametrize("settings", [{}, OTHER_CARDS], ids=["default", "other cards"])
    def test_the_list_says_what_the_reference_does(self, n, settings):
        rng = random.Random(n)
        for non_merci in (0, 1, 1):
            record = random_position(rng, n, non_merci, **settings)
            for choice in choices_of(record, "B"):
                assert choice[4:] == after_in_reference(record, choice)

    @pytest.mark.parametrize("n", range(6))
    @pytest.mark.parametrize("non_merci", [0, 1])
    def test_a_strategy_scores_the_choices_of_the_list_in_its_order(self, n, non_merci):
        room, seen = new_room(), []
        room.table = random_position(random.Random(n), n, non_merci)

        def likes_the_last(view, choice):
            seen.append(facts(choice))
            return float(len(seen))

        listed = choices_of(room.table, "B")
        if listed:
            index = choices.choose_turn(likes_the_last)(room.table, room.workspace)
            assert index == len(listed) - 1
        assert seen == listed

    @pytest.mark.parametrize("n", range(4))
    def test_the_choice_liked_most_is_the_one_of_that_number(self, n):
        room = new_room()
        room.table = random_position(random.Random(n), n, 1)
        for wanted, liked in enumerate(choices_of(room.table, "B")):
            likes = choices.choose_turn(lambda view, choice, liked=liked: float(facts(choice) == liked) - 2)
            assert likes(room.table, room.workspace) == wanted

    def test_a_turn_spends_one_pirate_and_one_action(self):
        record = turn_played(SOME_PLANK, "R4", -2, 3, True)
        assert pirates_in_hand(record, "R") == [1, 2, 3, 5, 6]
        assert actions_in_hand(record, "R") == [-3, -1, 1, 2]
        assert record.non_merci.tolist() == [1, 1, 1, 1]

    def test_a_turn_leaves_the_other_hands_alone(self):
        record = turn_played(SOME_PLANK, "R4", -2, 3, True)
        assert pirates_in_hand(record, "B") == [1, 2, 3, 4, 5, 6]
        assert actions_in_hand(record, "Y") == [-3, -2, -1, 1, 2]


def spent(before, after):
    """The pirate and the action that blue no longer holds (0 for none), and whether « Non Merci » is gone."""
    pirates, actions = (
        set(in_hand(before, "B")) - set(in_hand(after, "B")) for in_hand in (pirates_in_hand, actions_in_hand)
    )
    assert len(pirates) == len(actions) <= 1
    return sum(pirates), sum(actions), before.non_merci[0] > after.non_merci[0]


def after_in_reference(record, choice):
    """Plank and fallen pirate after a choice, as the reference has them."""
    order, pirate, action, slot = choice[:4]
    game = reference.game_from_deal(4, reference.DEFAULT_SETTINGS, (0, 1, 2, 3), (), (), ())
    game.plank = [(crew(one[0]), int(one[1:])) for one in plank_text(record.plank).split()]
    game.pirates[0], game.actions[0] = [pirate], [action]
    names = {Order.ACTION_FIRST: reference.ACTION_FIRST, Order.PIRATE_FIRST: reference.PIRATE_FIRST}
    move = reference.NON_MERCI if order == Order.NON_MERCI else (names[order], pirate, action, slot)
    reference.play_move(game, 0, move)
    plank, sea = (" ".join(f"{LETTERS[one]}{value}" for one, value in pirates) for pirates in (game.plank, game.sea))
    captain = min(record.pirate_values)
    return read_plank(plank, captain), read_plank(sea, captain)


class TestFpp08Order:
    def test_action_first_applies_before_the_pirate_enters(self):
        record = turn_played("B3 R1 G5 Y2", "R4", -1, 2, action_first=True)
        assert plank_text(record.plank) == "R1 B3 G5 R4"

    def test_pirate_first_applies_after_the_entry_and_the_fall(self):
        record = turn_played("B3 R1 G5 Y2", "R4", -1, 2, action_first=False)
        assert plank_text(record.plank) == "R4 B3 R1 G5"

    def test_action_first_changes_the_pirate_that_the_newcomer_is_measured_by(self):
        record = turn_played("B3 R1 G5 Y2", "R4", 2, 1, action_first=True)
        assert plank_text(record.plank) == "R1 G5 B3 R4"
        assert record.points.tolist() == [0, 0, 0, 1]

    def test_action_first_can_push_a_pirate_to_the_end_where_it_falls(self):
        record = turn_played("B3 R1 G5 Y2", "R4", 2, 2, action_first=True)
        assert plank_text(record.plank) == "B3 R4 G5 Y2"
        assert record.points.tolist() == [0, 0, 1, 0]

    def test_pirate_first_can_move_the_newcomer_itself(self):
        record = turn_played("B3 R1 G5 Y2", "R6", -3, 4, action_first=False)
        assert plank_text(record.plank) == "R6 B3 R1 G5"

    def test_pirate_first_cannot_save_the_pirate_that_falls(self):
        record = turn_played("B3 R1 G5 Y2", "R2", -3, 4, action_first=False)
        assert plank_text(record.plank) == "G5 R2 B3 R1"
        assert record.points.tolist() == [0, 0, 0, 1]

    def test_a_player_may_choose_either_order(self):
        record = random_position(random.Random(1), 3, 0)
        orders = Counter(choice[0] for choice in choices_of(record, "B"))
        assert orders == {Order.PIRATE_FIRST: 36, Order.ACTION_FIRST: 36}


class TestFpp09Action:
    @pytest.mark.parametrize(
        ("slot", "by", "plank"),
        [
            (1, 1, "G2 B1 R3 Y4"),
            (1, 2, "G2 R3 B1 Y4"),
            (2, -1, "G2 B1 R3 Y4"),
            (2, 1, "B1 R3 G2 Y4"),
            (2, 2, "B1 R3 Y4 G2"),
            (3, -1, "B1 R3 G2 Y4"),
            (3, -2, "R3 B1 G2 Y4"),
            (3, 1, "B1 G2 Y4 R3"),
            (4, -1, "B1 G2 Y4 R3"),
            (4, -2, "B1 Y4 G2 R3"),
            (4, -3, "Y4 B1 G2 R3"),
        ],
    )
    def test_a_pirate_moves_and_those_in_between_close_up(self, slot, by, plank):
        assert after_action("B1 G2 R3 Y4", slot, by) == plank

    def test_a_move_of_three_forward_is_a_setting_to_try(self):
        assert after_action("B1 G2 R3 Y4", 1, 3) == "G2 R3 Y4 B1"

    def test_an_action_can_name_any_pirate_on_the_plank(self):
        record = random_position(random.Random(1), 1, 0)
        assert sorted(choice[3] for choice in choices_of(record, "B")) == [0, 0, 1, 1, 2, 2, 3, 3]

    def test_an_action_can_name_a_pirate_of_any_owner(self):
        assert plank_text(turn_played("B3 G1 G5 Y2", "R4", -1, 4, True).plank) == "B3 R4 G1 Y2"


class TestFpp10Limits:
    @pytest.mark.parametrize(
        ("slot", "by", "plank"),
        [
            (2, -2, "G2 B1 R3 Y4"),
            (2, -3, "G2 B1 R3 Y4"),
            (3, -3, "R3 B1 G2 Y4"),
        ],
    )
    def test_a_move_stops_at_slot_1(self, slot, by, plank):
        assert after_action("B1 G2 R3 Y4", slot, by) == plank

    @pytest.mark.parametrize(("slot", "by", "plank"), [(3, 2, "B1 G2 Y4 R3"), (3, 3, "B1 G2 Y4 R3")])
    def test_a_move_stops_at_slot_4(self, slot, by, plank):
        assert after_action("B1 G2 R3 Y4", slot, by) == plank

    @pytest.mark.parametrize(("slot", "by"), [(1, -1), (1, -2), (1, -3), (4, 1), (4, 2), (4, 3), (2, 0)])
    def test_an_empty_move_changes_nothing(self, slot, by):
        assert after_action("B1 G2 R3 Y4", slot, by) == "B1 G2 R3 Y4"

    @pytest.mark.parametrize("slot", [1, 2, 3, 4])
    @pytest.mark.parametrize("by", [-3, -2, -1, 1, 2, 3])
    def test_nobody_falls_by_an_action(self, slot, by):
        assert sorted(after_action("B1 G2 R3 Y4", slot, by).split()) == ["B1", "G2", "R3", "Y4"]

    def test_an_empty_move_is_allowed(self):
        record = new_table(SOME_PLANK)
        give(record, "B", [4], [1])
        assert (Order.ACTION_FIRST, 4, 1, 3) in {choice[:4] for choice in choices_of(record, "B")}

    @pytest.mark.parametrize("action_first", [True, False])
    def test_an_empty_move_spends_the_card(self, action_first):
        record = turn_played(SOME_PLANK, "R4", 1, 4, action_first)
        assert plank_text(record.plank) == after_entry(SOME_PLANK, "R4")
        assert actions_in_hand(record, "R") == [-3, -2, -1, 2]


class TestFpp11Discards:
    def test_a_played_action_is_no_longer_a_choice(self):
        record = turn_played(SOME_PLANK, "R4", -2, 3, True)
        give(record, "R", [1, 2, 3, 5], actions_in_hand(record, "R"), non_merci=0)
        assert {choice[2] for choice in choices_of(record, "R")} == {-3, -1, 1, 2}

    def test_each_action_is_played_once_in_a_game(self):
        actions = []

        def on_event(event, record, seat, slot, by):
            if event == Event.SHIFTED:
                actions.append((seat, int(by)))

        play_whole_game(new_room(4), ["random"] * 4, heard=on_event)
        assert sorted(actions) == [(seat, by) for seat in range(4) for by in CARDS]


class TestFpp12Entry:
    @pytest.mark.parametrize(
        ("pirate", "plank"),
        [
            ("R1", "R1 B3 Y1 G5"),
            ("R2", "R2 B3 Y1 G5"),
            ("R3", "R3 B3 Y1 G5"),
            ("R4", "B3 R4 Y1 G5"),
            ("R5", "B3 Y1 R5 G5"),
            ("R6", "B3 Y1 G5 R6"),
        ],
    )
    def test_the_entry_slot_depends_on_the_pirate_in_slot_1(self, pirate, plank):
        assert after_entry("B3 Y1 G5 Y2", pirate) == plank

    @pytest.mark.parametrize("front", range(1, 7))
    @pytest.mark.parametrize("newcomer", range(1, 7))
    def test_below_or_equal_slot_1_then_one_slot_for_each_point_at_most_slot_4(self, front, newcomer):
        expected = 1 if newcomer <= front else {1: 2, 2: 3}.get(newcomer - front, 4)
        plank = read_plank(f"B{front} R3 Y3 G3")
        assert rules.entry_slot(plank, read_pirate(f"G{newcomer}")) + 1 == expected

    @pytest.mark.parametrize(("newcomer", "plank"), [("G15", "B1 R3 Y3 G15"), ("G1", "G1 B1 R3 Y3")])
    def test_the_largest_values_allowed_enter_too(self, newcomer, plank):
        assert after_entry("B1 R3 Y3 G3", newcomer) == plank

    def test_far_below_is_slot_1(self):
        assert after_entry("B15 R3 Y3 G3", "G1") == "G1 B15 R3 Y3"

    def test_only_slot_1_counts(self):
        assert after_entry("B4 R1 Y1 G1", "G4") == "G4 B4 R1 Y1"

    def test_at_slot_4_the_newcomer_takes_the_place_of_the_pirate_that_falls(self):
        record = new_table("B1 R3 Y3 G3")
        rules.enter_pirate(record, crew("R"), 5)
        assert plank_text(record.plank) == "B1 R3 Y3 R6"
        assert record.points.tolist() == [0, 1, 0, 0]

    @pytest.mark.parametrize("pirate", range(6))
    def test_every_entry_makes_the_pirate_of_slot_4_fall_and_no_other(self, pirate):
        record = new_table(SOME_PLANK)
        rules.enter_pirate(record, crew("G"), pirate)
        gone = set(SOME_PLANK.split()) - set(plank_text(record.plank).split())
        assert (gone, int(record.fallen)) == ({"Y2"}, 1)

    def test_the_newcomer_leaves_the_hand(self):
        record = new_table(SOME_PLANK)
        rules.enter_pirate(record, crew("G"), 3)
        assert pirates_in_hand(record, "G") == [1, 2, 3, 5, 6]


class TestFpp13NonMerci:
    def test_no_pirate_and_no_action_that_turn(self):
        record = new_table(SOME_PLANK)
        give(record, "B", (1, 2, 4, 5, 6), CARDS)
        before = record.copy()
        turn.play_choice(record, crew("B"), 5, 200)
        assert plank_text(record.plank) == SOME_PLANK
        assert (record.pirates == before.pirates).all() and (record.actions == before.actions).all()
        assert record.points.tolist() == [0, 0, 0, 0]

    def test_it_is_the_last_of_the_list_while_it_is_held(self):
        listed = choices_of(random_position(random.Random(1), 5, 1), "B")
        assert [k for k, choice in enumerate(listed) if choice[0] == Order.NON_MERCI] == [200]

    def test_once_per_crew(self):
        record = random_position(random.Random(1), 5, 1)
        turn.play_choice(record, crew("B"), 5, 200)
        assert record.non_merci.tolist() == [0, 1, 1, 1]
        assert Order.NON_MERCI not in {choice[0] for choice in choices_of(record, "B")}

    def test_who_has_no_other_card_left_must_play_it(self):
        record = random_position(random.Random(1), 0, 1)
        assert choices_of(record, "B") == [(Order.NON_MERCI, 0, 0, 0, int(record.plank), 0)]

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_every_crew_plays_it_in_one_of_six_turns_and_the_turn_is_recorded(self, n_players):
        for game in range(10):
            room, log = new_room(n_players), {}

            def on_event(event, record, one, *_, log=log):
                if event == Event.NON_MERCI:
                    assert one not in log
                    log[int(one)] = int(record.turn) + 1

            played = play_whole_game(room, ["random"] * n_players, game, heard=on_event)
            assert sorted(log) == [0, 1, 2, 3] and set(log.values()) <= {1, 2, 3, 4, 5, 6}
            assert played.seat["non_merci_turn"][0].tolist() == [log[seat] for seat in range(n_players)]
            assert room.table.non_merci_turn.tolist() == [log[one] for one in range(4)]


class TestFpp14SixTurns:
    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_five_turns_with_pirate_and_action_and_one_non_merci(self, n_players):
        for game in range(10):
            _, log = random_game(n_players, game)
            counts = Counter((event, one) for _, event, one in log.events)
            for seat in range(n_players):
                assert [counts[event, seat] for event in (Event.ENTERED, Event.SHIFTED, Event.NON_MERCI)] == [5, 5, 1]

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_at_the_end_all_cards_are_played(self, n_players):
        record = random_game(n_players)[0].table
        assert [record[name].tolist() for name in ("pirates", "actions", "non_merci")] == [[0] * 4] * 3

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_a_player_decides_once_at_the_installation_and_six_times_after(self, n_players):
        room = random_game(n_players)[0]
        assert room.workspace.decisions == 7 * n_players


class TestFpp15Piles:
    @pytest.mark.parametrize("pile_size", [1, 3, 4, 5, 20])
    def test_the_nth_to_fall_scores_the_number_of_its_pile(self, pile_size):
        record, scored = new_table(pile_size=pile_size), []
        for _ in range(20):
            before = int(record.points[crew("G")])
            rules.score_fall(record, read_pirate("G4"))
            scored.append(int(record.points[crew("G")]) - before)
        assert scored == [k // pile_size + 1 for k in range(20)]

    def test_piles_of_four(self):
        assert pile_points(4) == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5]

    def test_piles_of_three(self):
        assert pile_points(3) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7]

    def test_piles_of_five(self):
        assert pile_points(5) == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4]

    @pytest.mark.parametrize("letter", "BGRY")
    def test_the_points_go_to_the_owner_of_the_fallen(self, letter):
        record = new_table()
        rules.score_fall(record, read_pirate(f"{letter}6"))
        assert [LETTERS[one] for one in range(4) if record.points[one]] == [letter]

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_twenty_fall(self, n_players):
        assert random_game(n_players)[0].table.fallen == 20


def pile_points(pile_size):
    """What each of the fallen scores in a whole game."""
    room, scored = new_room(4, pile_size=pile_size, plank_points=[0] * 4, captain_bonus=0), []

    def on_event(event, record, *_):
        if event == Event.ENTERED:
            scored.append(int(record.fall_points))

    play_whole_game(room, ["random"] * 4, heard=on_event)
    assert room.table.points.sum() == sum(scored)
    return scored


class TestFpp16Count:
    def test_slots_score_9_8_7_6(self):
        assert plank_scores("B2 G3 R4 Y5") == [9, 8, 7, 6]

    def test_a_house_rule_gives_points_by_the_order_of_play(self):
        plain = new_table("B2 G3 R4 Y5")
        record = new_table("B2 G3 R4 Y5", turn_points=[3, 2, 1, 0])
        record.position[:] = [2, 0, 3, 1]
        rules.score_plank(plain)
        rules.score_plank(record)
        given = record.points - plain.points
        assert given.tolist() == [1, 3, 0, 2]

    def test_all_pirates_of_a_crew_count(self):
        assert plank_scores("G2 G3 R4 G5") == [0, 23, 7, 0]

    def test_the_points_of_slots_can_change(self):
        assert plank_scores("B2 G3 R4 Y5", plank_points=[12, 99, 0, 3]) == [12, 99, 0, 3]

    def test_the_most_a_plank_can_score_is_counted_right(self):
        assert plank_scores("Y2 Y3 Y4 Y5", plank_points=[99] * 4) == [0, 0, 0, 396]

    @pytest.mark.parametrize("bonus", [0, 1, 2, 3, 4])
    def test_a_captain_on_the_plank_scores_the_bonus(self, bonus):
        assert plank_scores("B2 G1 R4 Y5", captain_bonus=bonus) == [9, 8 + bonus, 7, 6]

    @pytest.mark.parametrize("slot", range(4))
    def test_a_captain_scores_the_bonus_in_any_slot(self, slot):
        plank = ["B2", "G3", "R4", "Y5"]
        plank[slot] = plank[slot][0] + "1"
        expected = [9, 8, 7, 6]
        expected[slot] += 2
        assert plank_scores(" ".join(plank)) == expected

    def test_each_captain_scores_it(self):
        assert plank_scores("B1 G1 R1 Y1") == [11, 10, 9, 8]

    def test_a_captain_counts_once_for_a_crew_with_other_pirates_aboard(self):
        assert plank_scores("G1 G3 R4 G5") == [0, 25, 7, 0]

    def test_no_captain_no_bonus(self):
        assert plank_scores("B2 G2 R2 Y2", captain_bonus=20) == [9, 8, 7, 6]

    def test_with_other_values_the_lowest_scores_the_bonus(self):
        values = [3, 4, 5, 6, 7, 8]
        assert plank_scores("B3 G4 R5 Y8", pirate_values=values) == [11, 8, 7, 6]

    @pytest.mark.parametrize(
        ("plank", "captains"), [("B2 G2 R3 Y4", 0), ("B1 G2 R3 Y4", 1), ("B2 G1 R3 Y1", 2), ("B1 G1 R1 Y1", 4)]
    )
    def test_the_captains_aboard_are_recorded(self, plank, captains):
        room = new_room()
        room.table.plank = read_plank(plank)
        turn.record_result(room.table, room.workspace)
        assert room.workspace.game_row[CAPTAINS_ABOARD] == captains

    def test_the_plank_is_added_to_the_piles(self):
        record = new_table("B2 G3 R4 Y5")
        record.points[:] = 10, 20, 30, 40
        rules.score_plank(record)
        assert record.points.tolist() == [19, 28, 37, 46]


def plank_scores(plank, **settings):
    """What the four crews score on the plank at the end."""
    record = new_table(plank, **settings)
    rules.score_plank(record)
    return record.points.tolist()


def result_of(points, n_players=4, **settings):
    """Outcome, number of winners, win shares and ranks by seat of final points; ages are those of the setting."""
    room = new_room(n_players, **{"ages": "seat-order"} | settings)
    deal_ages(room.table, room.workspace)
    room.table.points[:] = points
    turn.record_result(room.table, room.workspace)
    row, seats = room.workspace.game_row, room.workspace.seat_rows[:, :n_players]
    assert seats[SCORE].tolist() == list(points[:n_players])
    shares = [float(share) / WHOLE_WIN for share in seats[WIN]]
    return OUTCOMES[row[OUTCOME]], int(row[WINNERS]), shares, seats[RANK].tolist()


class TestFpp17Winner:
    def test_most_points_wins(self):
        assert result_of([25, 22, 16, 29]) == ("won", 1, [0, 0, 0, 1], [2, 3, 4, 1])

    def test_two_with_most_points_share_the_win(self):
        assert result_of([25, 25, 16, 24]) == ("shared", 2, [1 / 2, 1 / 2, 0, 0], [1, 1, 4, 3])

    def test_three_with_most_points_share_the_win(self):
        assert result_of([25, 16, 25, 25]) == ("shared", 3, [1 / 3, 0, 1 / 3, 1 / 3], [1, 4, 1, 1])

    def test_four_with_most_points_share_the_win(self):
        assert result_of([23, 23, 23, 23]) == ("shared", 4, [1 / 4] * 4, [1, 1, 1, 1])

    def test_equal_points_behind_the_winner_share_a_rank(self):
        assert result_of([20, 30, 20, 20]) == ("won", 1, [0, 1, 0, 0], [2, 1, 2, 2])

    def test_with_youngest_the_youngest_of_the_equals_wins_alone(self):
        assert result_of([20, 25, 25, 20], equal_points="youngest") == ("won", 1, [0, 1, 0, 0], [3, 1, 2, 4])

    def test_with_youngest_age_is_asked_and_not_the_seat(self):
        expected = ("won", 1, [0, 0, 1, 0], [4, 2, 1, 3])
        assert result_of([20, 25, 25, 20], equal_points="youngest", ages="reverse") == expected

    def test_with_youngest_more_points_still_win(self):
        assert result_of([20, 21, 22, 27], equal_points="youngest") == ("won", 1, [0, 0, 0, 1], [4, 3, 2, 1])

    def test_all_values_of_a_game_are_recorded(self):
        room = new_room(3)
        played = play_whole_game(room, ["random"] * 3)
        assert played.seat["score"][0].tolist() == room.table.points[:3].tolist()
        assert played.seat["opening_pirate"][0].tolist() == room.table.opening[:3].tolist()
        assert played.game["captains_aboard"][0] == rules.captains_on(room.table.plank)


class TestFpp18Conservation:
    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_the_four_crews_together_score_90_and_2_for_each_captain_aboard(self, n_players):
        for game in range(30):
            record = random_game(n_players, game)[0].table
            assert record.points.sum() == 90 + 2 * rules.captains_on(record.plank)

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_with_other_settings_piles_plank_and_bonus_add_up_likewise(self, n_players):
        settings = {"pile_size": 3, "plank_points": [12, 9, 6, 3], "captain_bonus": 4}
        for game in range(10):
            record = random_game(n_players, game, **settings)[0].table
            assert record.points.sum() == 77 + 30 + 4 * rules.captains_on(record.plank)


class TestFpp19NeutralPiles:
    @pytest.mark.parametrize("n_players", [2, 3])
    def test_neutral_crews_lose_their_actions_and_keep_pirates_and_non_merci(self, n_players):
        record = dealt(n_players).table
        for letter in "BGRY"[n_players:]:
            assert actions_in_hand(record, letter) == []
            assert pirates_in_hand(record, letter) == [1, 2, 3, 4, 5, 6]
            assert record.non_merci[crew(letter)] == 1

    @pytest.mark.parametrize("n_players", [2, 3])
    def test_a_pile_has_every_card_once(self, n_players):
        for game in range(50):
            piles = dealt(n_players, game).hidden.piles[n_players:]
            assert [sorted(pile) for pile in piles.tolist()] == [[0, 1, 2, 3, 4, 5, NON_MERCI]] * (4 - n_players)

    def test_two_neutral_crews_have_piles_of_their_own(self):
        piles = [dealt(2, game).hidden.piles for game in range(50)]
        assert sum(pile[2].tolist() == pile[3].tolist() for pile in piles) <= 1

    def test_with_four_players_there_is_no_pile(self):
        assert not dealt(4).hidden.piles.any()


class TestFpp20FirstNeutralCard:
    def test_the_law_of_opening_and_pile_is_exact(self):
        """All draws, against the ledger's sentence told of all orders of seven cards."""
        room = new_room(3)
        assert law(lambda: yellow_pile(room)) == expected_law_of_piles()

    def test_the_top_pirate_is_turned_up(self):
        with forced_luck(*KEEP_SORTED):
            assert yellow_pile(new_room(3)) == (0, 1, 2, 3, 4, 5, NON_MERCI)

    @pytest.mark.parametrize(
        ("coin", "pile"), [(0, (1, 2, 3, NON_MERCI, 4, 5, 0)), (1, (1, 2, 3, 4, NON_MERCI, 5, 0))], ids=["2nd", "3rd"]
    )
    def test_a_non_merci_on_top_goes_back_to_the_middle(self, coin, pile):
        swap_top_and_bottom = (0, *KEEP_SORTED[1:])
        with forced_luck(*swap_top_and_bottom, coin):
            assert yellow_pile(new_room(3)) == pile


KEEP_SORTED = (6, 5, 4, 3, 2, 1)
"""Draws with which the shuffle leaves a pile as it is."""


def yellow_pile(room):
    """Deal yellow's pile: the opening pirate, then the cards to come."""
    deal_neutral_pile(room.table, room.hidden, room.workspace, crew("Y"))
    pile = tuple(room.hidden.piles[crew("Y")].tolist())
    assert room.hidden.openings[crew("Y")] == pile[0]
    return pile


def expected_law_of_piles():
    """« Non Merci » on top: the next is turned up, and it goes after the 2nd or the 3rd of the five left."""
    expected = Counter()
    for pile in permutations(range(7)):
        for coin in (0, 1):
            cards = list(pile)
            if cards[0] == NON_MERCI:
                cards.insert(3 + coin, cards.pop(0))
            expected[tuple(cards)] += Fraction(1, 2 * 5040)
    return expected


class TestFpp21InstallationTies:
    def test_a_neutral_crew_stands_right_of_players_of_its_value(self):
        assert plank_after_installation("B4 G4 R4 Y4", n_players=3, ages=(2, 0, 1)) == "G4 R4 B4 Y4"

    def test_two_neutral_crews_stand_right_of_players_of_their_value(self):
        assert plank_after_installation("B4 G4 R4 Y4", n_players=2, ages=(1, 0)) == "G4 B4 R4 Y4"

    def test_a_lower_neutral_crew_still_stands_left(self):
        assert plank_after_installation("B4 G4 R3 Y4", n_players=2) == "R3 B4 G4 Y4"

    def test_two_tied_neutral_crews_are_drawn_with_equal_chances(self):
        room = new_room(2)
        room.table.age_rank[:2] = 0, 1
        room.hidden.openings[:] = 3

        def plank():
            deal_ties(room.table, room.hidden, room.workspace)
            rules.install(room.table, room.hidden)
            return plank_text(room.table.plank)

        assert law(plank) == {"B4 G4 R4 Y4": Fraction(1, 2), "B4 G4 Y4 R4": Fraction(1, 2)}

    def test_both_draws_come_up(self):
        assert {tuple(dealt(2, game).hidden.tie_rank[2:].tolist()) for game in range(40)} == {(2, 3), (3, 2)}

    def test_with_crew_order_the_first_crew_stands_further_left(self):
        for game in range(40):
            assert dealt(2, game, neutral_tie="crew-order").hidden.tie_rank[2:].tolist() == [2, 3]

    def test_a_single_neutral_crew_needs_no_draw(self):
        assert {int(dealt(3, game).hidden.tie_rank[3]) for game in range(40)} == {3}


class TestFpp22NeutralOrder:
    @pytest.mark.parametrize(
        ("n_players", "plank", "order"),
        [
            (3, "Y1 B2 G3 R4", "R B G Y"),
            (3, "B1 R2 G3 Y4", "G R B Y"),
            (3, "R1 G2 B3 Y4", "B G R Y"),
            (2, "B1 R2 G3 Y4", "G B Y R"),
            (2, "G1 B2 Y3 R4", "B G R Y"),
            (2, "R1 Y2 B3 G4", "G B Y R"),
        ],
    )
    def test_first_the_player_furthest_right_then_clockwise_then_neutral_crews_from_the_right(
        self, n_players, plank, order
    ):
        assert order_of_play(plank, n_players) == order

    @pytest.mark.parametrize("n_players", [2, 3])
    def test_neutral_crews_play_last_in_every_round(self, n_players):
        for game in range(10):
            _, log = random_game(n_players, game)
            for round_ in range(6):
                crews = [one for when, one in log.turns() if when == round_]
                assert sorted(crews[:n_players]) == list(range(n_players))


class TestFpp23NeutralTurn:
    def test_a_pirate_on_top_enters_as_usual_and_no_action_is_played(self):
        room = neutral_table("B3 R1 G5 Y2", [3, 4, NON_MERCI, 5, 0, 1])
        turn.play_neutral_turn(room.table, room.hidden, crew("Y"))
        assert plank_text(room.table.plank) == "B3 Y4 R1 G5"
        assert room.table.points.tolist() == [0, 0, 0, 1]

    def test_the_pirate_leaves_the_cards_that_the_crew_still_holds(self):
        room = neutral_table("B3 R1 G5 Y2", [3, 4, NON_MERCI, 5, 0, 1])
        turn.play_neutral_turn(room.table, room.hidden, crew("Y"))
        assert pirates_in_hand(room.table, "Y") == [1, 2, 3, 5, 6]

    def test_non_merci_on_top_passes(self):
        room = neutral_table("B3 R1 G5 Y2", [3, 4, NON_MERCI, 5, 0, 1], turn=2)
        turn.play_neutral_turn(room.table, room.hidden, crew("Y"))
        assert plank_text(room.table.plank) == "B3 R1 G5 Y2"
        assert (room.table.non_merci[crew("Y")], room.table.non_merci_turn[crew("Y")]) == (0, 3)

    @pytest.mark.parametrize("n_players", [2, 3])
    def test_cards_come_from_the_pile_in_its_order(self, n_players):
        for game in range(10):
            cards = {one: [] for one in range(n_players, 4)}

            def on_event(event, record, first, *_, cards=cards):
                if event == Event.ENTERED and rules.crew_in(first, 0) in cards:
                    cards[rules.crew_in(first, 0)].append(int(pirate_text(first)[1:]) - 1)
                if event == Event.NON_MERCI and first in cards:
                    cards[first].append(NON_MERCI)

            room = new_room(n_players)
            play_whole_game(room, ["random"] * n_players, game, heard=on_event)
            assert cards == {one: room.hidden.piles[one, 1:].tolist() for one in cards}


def neutral_table(plank, pile, **fields):
    """Three players and the yellow crew, whose pile is given below the pirate of the installation."""
    room = new_room(3)
    room.table = new_table(plank, 3)
    room.hidden.piles[crew("Y"), 1:] = pile
    for name, value in fields.items():
        room.table[name] = value
    return room


class TestFpp24NeutralPoints:
    def test_a_neutral_crew_never_wins(self):
        assert result_of([20, 21, 22, 40], n_players=3) == ("won", 1, [0, 0, 1], [3, 2, 1])

    def test_a_neutral_crew_shares_no_win(self):
        assert result_of([25, 20, 25, 25], n_players=2) == ("won", 1, [1, 0], [1, 2])

    def test_a_neutral_crew_takes_no_rank_from_the_players(self):
        assert result_of([25, 25, 40, 30], n_players=2) == ("shared", 2, [1 / 2, 1 / 2], [1, 1])

    def test_nor_when_the_youngest_wins(self):
        assert result_of([25, 25, 40, 30], n_players=2, equal_points="youngest") == ("won", 1, [1, 0], [1, 2])
