"""A class for each clause of seeds/la-planche/rules.md, in its order. Slots count from 1, as in print."""

import random
import re
from collections import Counter
from itertools import combinations, permutations, product

import numpy as np
import pytest
from scipy.stats import chisquare

from analyser.games.la_planche import choices, rules, table, turn
from analyser.games.la_planche.choices import Kind
from analyser.games.la_planche.columns import COLOUR, OWN_LEFT_AT_HALF, SURVIVOR_COLOUR, TURNS
from analyser.games.la_planche.notation import LETTERS
from analyser.games.la_planche.table import NOBODY, Event, Symbol
from analyser.games.settings import Limits
from analyser.kernel.columns import ROUNDS
from tests.games.la_planche.kernel_games import GAME, PLAYERS
from tests.games.la_planche.tables import (
    Heard,
    acted,
    after,
    after_push,
    allowed,
    dealt,
    forced_luck,
    heard_game,
    laid,
    listed,
    movable,
    new_room,
    play_from,
    random_game,
    random_plank,
    row,
    show,
)

pytestmark = pytest.mark.uncompiled

START = "YRGB" * 4
CONTACT, ANY_GROUP = {"push": "contact"}, {"push_target": "any-group"}
SPINS = 8_000


class TestLp01Prisoners:
    def test_two_three_or_four_can_play(self):
        assert GAME.players == (2, 3, 4)

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_sixteen_prisoners_four_of_each_colour(self, n_players):
        assert Counter(row(dealt(n_players).table)) == Counter(Y=4, R=4, G=4, B=4) + Counter({".": 2})

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_a_new_round_knows_nothing_of_the_round_before(self, n_players):
        room = random_game(n_players).room
        table.deal_round(room.table, room.hidden, room.workspace)
        assert (row(room.table), room.table.left) == (START + "..", 16)
        assert room.table.last_fallen.tolist() == [-1, -1]
        seen = ("helped", "harmed", "dropped", "left_at_half")
        assert not any(room.table[name].any() for name in seen)


class TestLp02Row:
    def test_yellow_red_green_blue_four_times_from_slot_1(self):
        assert row(dealt(4).table) == "YRGBYRGBYRGBYRGB.."

    def test_the_last_of_the_row_is_yellow_and_the_foremost_blue(self):
        record = dealt(2).table
        assert [LETTERS[rules.colour_of(record.colours, k)] for k in (0, record.left - 1)] == ["Y", "B"]

    def test_the_last_slot_is_above_the_shark(self):
        assert after("...Y.R", "advance", 6) == "...Y.."


class TestLp03Plank:
    @pytest.mark.parametrize("length", range(17, 25))
    def test_a_plank_of_17_to_24_slots_has_room_in_front(self, length):
        assert row(dealt(3, plank_length=length).table) == START + "." * (length - 16)

    def test_18_slots_by_default(self):
        assert dealt(4).table.plank_length == 18

    def test_17_to_24_are_allowed(self):
        assert GAME.settings()["plank_length"].allowed == Limits(17, 24)

    @pytest.mark.parametrize("length", range(17, 25))
    def test_the_first_falls_when_the_room_is_used_up(self, length):
        heard = heard_game(skulls(4, plank_length=length))
        first_fall = next(when for when, event, _ in heard.told if event == Event.FELL)
        assert first_fall == length - 15
        assert heard.fallen() == START[:0:-1]


def skulls(n_players, **settings):
    """A table whose vane shows nothing but skulls: only pushes are left."""
    room = new_room(n_players, **settings)
    show(room.table, "skull skull")
    return room


class TestLp04Stones:
    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_every_deal_of_different_stones_is_equally_likely(self, n_players):
        draws = product(*(range(4 - k) for k in range(n_players)))
        assert sorted(stones_drawn(n_players, forced) for forced in draws) == sorted(permutations(range(4), n_players))

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_the_deals_of_real_games_have_that_law(self, n_players):
        """Chi-square: a true law fails for one seed in 10,000."""
        room, counts = new_room(n_players), Counter()
        for game in range(1_200):
            counts[tuple(dealt(n_players, game, room=room).hidden.stones[:n_players].tolist())] += 1
        assert chisquare([counts[deal] for deal in permutations(range(4), n_players)]).pvalue > 0.0001

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_the_rest_belongs_to_nobody(self, n_players):
        for game in range(20):
            hidden = dealt(n_players, game).hidden
            mine = hidden.stones[:n_players].tolist()
            assert [hidden.owner[colour] for colour in mine] == list(range(n_players))
            assert [hidden.owner[colour] for colour in range(4) if colour not in mine] == [NOBODY] * (4 - n_players)

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_with_rotated_luck_the_stones_move_on_by_one_seat(self, n_players):
        deals = [dealt(n_players, 12 + k, rotations=n_players) for k in range(n_players)]
        stones = [room.hidden.stones[:n_players].tolist() for room in deals]
        assert all(stones[k] == stones[0][k:] + stones[0][:k] for k in range(n_players))

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_each_seat_is_shown_its_own_stone(self, n_players):
        room, seen = new_room(n_players, push_target="any-group"), set()
        watch(room, lambda view: seen.add((int(view.me), int(view.my_colour) - int(room.hidden.stones[view.me]))))
        heard_game(room)
        assert seen == {(seat, 0) for seat in range(n_players)}


def stones_drawn(n_players, draws):
    """The stones by seat, when the bag gives these draws."""
    room = new_room(n_players)
    with forced_luck(table, draws):
        table.draw_stones(room.table, room.hidden, room.workspace)
    return tuple(room.hidden.stones[:n_players].tolist())


def watch(room, see):
    """All seats take the first choice, and each view is shown to `see` before."""

    def choose(view, workspace):
        see(view)
        return 0

    for seat, kind in product(range(room.table.n_players), Kind):
        room.workspace.policies[seat, kind] = choose


class TestLp05Starter:
    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_seat_0_starts_then_clockwise(self, n_players):
        room, seats = new_room(n_players, vane="no-skulls"), []
        watch(room, lambda view: seats.append((int(view.turns), int(view.me))))
        heard_game(room)
        assert len(seats) > 8 and seats == [(k + 1, k % n_players) for k in range(len(seats))]

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_who_has_no_action_still_has_a_turn(self, n_players):
        """With an even number of turns without action between, the same seat would be asked again."""
        room, seats = new_room(n_players, vane="opposite"), []
        watch(room, lambda view: seats.append((int(view.turns), int(view.me))))
        heard = heard_game(room)
        assert len(seats) < heard.room.table.turns
        assert all(seat == (turns - 1) % n_players for turns, seat in seats)


class TestLp06Turn:
    def test_the_vane_then_the_action_then_the_push(self):
        assert play_from("YR....", sabres="swap skull").events(1) == ["SPUN", "ACTED", "PUSHED"]

    def test_the_push_is_of_the_row_after_the_action(self):
        room = laid("Y.R...", "move skull", index=allowed("Y.R...", "move skull").index(("move", 1, "last")))
        turn.act(room.table, room.hidden, room.workspace, 0)
        assert row(room.table) == ".YR..."
        turn.push_on(room.table, room.hidden, room.workspace, 0)
        assert row(room.table) == "..YR.."

    def test_one_action_is_taken_of_the_two(self):
        heard = play_from("YR....", sabres="swap advance")
        assert heard.events(1).count("ACTED") == 1

    def test_each_turn_of_a_real_game_goes_so(self):
        for game in range(5):
            heard = random_game(3, game)
            for when in range(1, int(heard.room.table.turns)):
                assert re.fullmatch(r"SPUN (ACTED (FELL )?)?PUSHED( FELL)?", " ".join(heard.events(when)))


VANES = {
    "independent": list(product(("swap", "advance", "move", "skull"), repeat=2)),
    "opposite": [
        ("swap", "skull"),
        ("advance", "move"),
        ("swap", "move"),
        ("advance", "skull"),
        ("skull", "skull"),
    ],
    "no-skulls": list(product(("swap", "advance", "move"), repeat=2)),
}


class TestLp07Vane:
    def test_fixed_opposite_pairs_by_default(self):
        """« The two actions that the sabres point at »: one rigid vane cannot show two independent symbols."""
        assert GAME.settings()["vane"].default == "opposite"
        assert GAME.settings()["vane"].worth_trying == ("opposite", "independent", "no-skulls")
        assert new_room().table.n_pairs == len(VANES["opposite"])

    def test_one_pointer_never_shows_the_same_action_twice(self):
        assert all(one != other or one == "skull" for one, other in VANES["opposite"])

    @pytest.mark.parametrize("vane", VANES)
    def test_each_pair_comes_up_for_exactly_one_draw(self, vane):
        room = new_room(vane=vane)
        assert room.table.n_pairs == len(VANES[vane])
        shown = []
        for draw in range(room.table.n_pairs):
            with forced_luck(rules, [draw]):
                rules.spin_vane(room.table, room.workspace, 0)
            shown.append(sabres_of(room))
        assert sorted(shown) == sorted(VANES[vane])

    @pytest.mark.parametrize("vane", VANES)
    def test_drawn_pairs_are_equally_likely(self, vane):
        """Chi-square: a true law fails for one seed in 10,000."""
        room, counts = new_room(vane=vane), Counter()
        for _ in range(SPINS):
            rules.spin_vane(room.table, room.workspace, 0)
            counts[sabres_of(room)] += 1
        assert set(counts) == set(VANES[vane])
        assert chisquare([counts[pair] for pair in VANES[vane]]).pvalue > 0.0001

    @pytest.mark.parametrize("vane", VANES)
    def test_games_show_only_these_pairs(self, vane):
        heard = random_game(2, vane=vane)
        shown = {(word(one), word(other)) for _, event, (one, other, _) in heard.told if event == Event.SPUN}
        assert len(shown) > 2 and shown <= set(VANES[vane])

    def test_the_player_takes_from_both_sabres_together(self):
        both = allowed("Y.R..", "swap advance")
        assert both == allowed("Y.R..", "swap skull") + allowed("Y.R..", "advance skull")

    @pytest.mark.parametrize("pair", [*combinations(("swap", "advance", "move", "skull"), 2)])
    def test_the_order_of_the_sabres_does_not_matter(self, pair):
        assert allowed("Y.RG..", " ".join(pair)) == allowed("Y.RG..", " ".join(reversed(pair)))

    @pytest.mark.parametrize("action", ["swap", "advance", "move"])
    def test_the_same_twice_is_listed_once(self, action):
        assert allowed("Y.RG..", f"{action} {action}") == allowed("Y.RG..", f"{action} skull")


def sabres_of(room):
    return tuple(word(symbol) for symbol in room.table.sabres)


def word(symbol):
    return Symbol(symbol).name.lower()


class TestLp08Skulls:
    @pytest.mark.parametrize(("action", "n"), [("swap", 3), ("advance", 3), ("move", 6)])
    @pytest.mark.parametrize("sabres", ["{} skull", "skull {}"])
    def test_a_skull_beside_an_action_leaves_only_the_action(self, action, n, sabres):
        choices = allowed(".Y.RG.", sabres.format(action))
        assert len(choices) == n and {choice[0] for choice in choices} == {action}

    def test_two_skulls_leave_no_action(self):
        assert allowed("Y.RG..", "skull skull") == []

    def test_with_two_skulls_the_turn_is_only_the_push(self):
        assert play_from("YR....").events(1) == ["SPUN", "PUSHED"]

    def test_with_two_skulls_nobody_is_asked(self):
        room, seen = skulls(4), []
        watch(room, seen.append)
        heard_game(room)
        assert seen == [] and room.workspace.decisions == 0


class TestLp09Swap:
    @pytest.mark.parametrize(
        ("one", "other", "plank"),
        [(1, 2, "RY.G.B"), (1, 6, "BR.G.Y"), (2, 4, "YG.R.B"), (4, 6, "YR.B.G")],
    )
    def test_two_change_places(self, one, other, plank):
        assert after("YR.G.B", "swap", one, other) == plank

    def test_any_two_prisoners_each_pair_once(self):
        assert sorted(allowed("YR.G.B", "swap skull")) == [("swap", *pair) for pair in combinations((1, 2, 4, 6), 2)]

    def test_two_of_the_same_colour_too(self):
        assert after("YR.Y", "swap", 1, 4) == "YR.Y"

    def test_a_full_plank(self):
        assert after(START, "swap", 1, 16) == "B" + START[1:15] + "Y"

    def test_nobody_falls(self):
        assert acted("YRGB", "swap", 3, 4).table.left == 4

    def test_the_hindmost_goes_toward_the_shark_as_all_can_see(self):
        record = acted("YR.G.B", "swap", 2, 6).table
        assert (seen(record.harmed), seen(record.helped), seen(record.dropped)) == ("R", "B", "")

    def test_nothing_is_to_be_seen_in_a_swap_of_one_colour(self):
        record = acted("YR.Y", "swap", 1, 4).table
        assert (seen(record.harmed), seen(record.helped)) == ("", "")


def seen(counts):
    """The colours that seat 0 was seen to help, harm or drop."""
    assert not counts[1:].any()
    return "".join(letter * count for letter, count in zip(LETTERS, counts[0], strict=True))


class TestLp10Advance:
    @pytest.mark.parametrize(
        ("slot", "plank"),
        [(1, ".YRG.B"), (2, "Y.RG.B"), (4, "YR..GB"), (6, "YR.G..")],
    )
    def test_any_prisoner_goes_one_slot_forward(self, slot, plank):
        assert after("YR.G.B", "advance", slot, **CONTACT) == plank

    @pytest.mark.parametrize(
        ("slot", "plank"),
        [(1, ".YR.G.B."), (2, "Y.R.G.B."), (4, "YR..G.B."), (6, "YR.G..B.")],
    )
    def test_it_also_pushes_all_who_stand_in_front(self, slot, plank):
        """« Which also pushes, one slot, all the prisoners who stand in front »."""
        assert after("YR.G.B..", "advance", slot) == plank

    def test_those_before_it_who_touch_go_with_it(self):
        assert after("YRGB..", "advance", 2) == "Y.RGB."

    def test_those_behind_stay(self):
        assert after("YRGB..", "advance", 4) == "YRG.B."

    def test_the_foremost_falls_from_the_last_slot(self):
        assert after("..YRGB", "advance", 6) == "..YRG."

    def test_the_foremost_falls_when_one_behind_is_advanced(self):
        assert after("..YRGB", "advance", 3) == "...YRG"

    def test_a_gap_saves_the_foremost_by_contact(self):
        assert after("Y.RG.B", "advance", 3, **CONTACT) == "Y..RGB"

    def test_in_a_row_all_before_it_go_with_it(self):
        assert after("Y.RG.B", "advance", 3) == "Y..RG."
        assert after("Y.R.G.", "advance", 1) == ".Y.R.G"

    def test_on_a_full_plank_only_the_foremost_falls(self):
        assert after("YRGB", "advance", 1) == ".YRG"

    def test_any_prisoner_can_be_advanced(self):
        assert allowed("YR.G.B", "advance skull") == [("advance", slot) for slot in (1, 2, 4, 6)]

    def test_all_can_see_who_was_advanced_and_who_fell_of_it(self):
        record = acted("..YRGB", "advance", 4).table
        assert (seen(record.harmed), seen(record.helped), seen(record.dropped)) == ("R", "", "B")


class TestLp11Move:
    @pytest.mark.parametrize(
        ("slot", "plank"),
        [(2, "...RG.BY."), (4, ".Y..G.BR."), (5, ".Y.R..BG."), (7, ".Y.RGB...")],
    )
    def test_to_the_first_place_right_before_the_foremost_of_the_others(self, slot, plank):
        assert after(".Y.RG.B..", "move", slot, "first") == plank

    @pytest.mark.parametrize(
        ("slot", "plank"),
        [(2, "..YRG.B.."), (4, "RY..G.B.."), (5, "GY.R..B.."), (7, "BY.RG....")],
    )
    def test_to_the_last_place_right_behind_the_rearmost_of_the_others(self, slot, plank):
        assert after(".Y.RG.B..", "move", slot, "last") == plank

    def test_with_room_all_can_move_to_both_ends(self):
        assert movable(".Y.RG.", "first") == movable(".Y.RG.", "last") == [2, 4, 5]

    def test_at_the_edge_only_the_foremost_itself_can_be_put_first(self):
        assert movable(".Y.R.G", "first") == [6]
        assert after(".Y.R.G", "move", 6, "first") == ".Y.RG."

    def test_at_the_edge_the_foremost_that_touches_can_be_put_where_it_stood(self):
        assert after(".Y.RG", "move", 5, "first") == ".Y.RG"

    def test_with_the_rearmost_on_slot_1_only_it_can_be_put_last(self):
        assert movable("Y.RG..", "last") == [1]
        assert after("Y.RG..", "move", 1, "last") == ".YRG.."

    def test_the_rearmost_that_touches_can_be_put_where_it_stood(self):
        assert after("YRG...", "move", 1, "last") == "YRG..."

    def test_null_moves_are_allowed_and_written_out(self):
        """« Puts it first or last »: nothing forbids to put first who is first, or last who is last."""
        listed_moves = allowed("..YRG..", "move skull")
        assert ("move", 5, "first") in listed_moves and ("move", 3, "last") in listed_moves
        assert after("..YRG..", "move", 5, "first") == after("..YRG..", "move", 3, "last") == "..YRG.."
        assert len(listed_moves) == 6

    def test_a_full_plank_leaves_two_moves_that_change_nothing(self):
        assert allowed("YRGB", "move skull") == [("move", 4, "first"), ("move", 1, "last")]

    def test_at_the_start_all_can_be_put_first_and_only_the_rearmost_last(self):
        assert movable(START + "..", "first") == list(range(1, 17))
        assert movable(START + "..", "last") == [1]

    def test_onto_the_last_slot_but_not_beyond(self):
        assert after("Y..RG.", "move", 1, "first") == "...RGY"

    def test_onto_slot_1_but_not_behind(self):
        assert after(".YR..G", "move", 6, "last") == "GYR..."

    def test_with_two_left(self):
        assert after("Y....R", "move", 1, "last") == "....YR"
        assert after("Y....R", "move", 6, "first") == "YR...."
        assert allowed("Y....R", "move skull") == [("move", 6, "first"), ("move", 1, "last")]

    def test_nobody_falls(self):
        assert acted("Y..RGB", "move", 6, "first").table.left == 4

    @pytest.mark.parametrize(
        ("plank", "slot", "end", "harmed", "helped"),
        [
            (".Y.RG.", 4, "first", "R", ""),
            (".Y.RG.", 4, "last", "", "R"),
            (".Y.RG.", 2, "last", "Y", ""),
            (".YR..G", 6, "first", "", "G"),
            (".YRG..", 4, "first", "", ""),
            (".YRG..", 2, "last", "", ""),
        ],
    )
    def test_all_can_see_who_was_moved_and_which_way(self, plank, slot, end, harmed, helped):
        record = acted(plank, "move", slot, end).table
        assert (seen(record.harmed), seen(record.helped), seen(record.dropped)) == (harmed, helped, "")


class TestLp12ImpossibleMove:
    def test_one_move_is_always_possible_each_way(self):
        """The foremost can be put before the others, and the rearmost behind them: so the case never comes up."""
        rng = random.Random(12)
        for _ in range(100):
            plank = random_plank(rng, rng.choice((4, 18, 24)))
            assert movable(plank, "first") and movable(plank, "last")

    @pytest.mark.parametrize("plank", ["YR", "YRGB", "Y..R", "YR..", "..YR", START])
    def test_at_the_tightest_too(self, plank):
        assert movable(plank, "first") and movable(plank, "last")

    @pytest.mark.parametrize("other", ["swap", "advance"])
    def test_the_other_sabre_can_be_taken_instead(self, other):
        instead = allowed("YRGB", f"{other} skull")
        assert allowed("YRGB", f"move {other}") == [*instead, *allowed("YRGB", "move skull")]

    def test_without_choices_there_is_no_action(self):
        assert choices.n_actions(laid("YRGB", "skull skull").table) == 0


class TestLp13Push:
    @pytest.mark.parametrize(
        ("plank", "pushed"),
        [
            ("YR.GB.", ".YRGB."),
            ("Y.R.G.", ".YR.G."),
            ("..YR..", "...YR."),
            (".Y...R", "..Y..R"),
            (START + "..", "." + START + "."),
        ],
    )
    def test_the_rearmost_goes_one_slot_forward(self, plank, pushed):
        assert after_push(plank, **CONTACT) == pushed

    @pytest.mark.parametrize(
        ("plank", "pushed"),
        [("YR.GB.", ".YR.GB"), ("Y.R.G.", ".Y.R.G"), ("..YR..", "...YR."), (".Y...R", "..Y..."), ("Y.R..", ".Y.R.")],
    )
    def test_it_jostles_the_whole_row_forward(self, plank, pushed):
        """« It jostles the whole row of prisoners forward, and may throw the foremost to the shark »."""
        assert after_push(plank) == pushed

    def test_nobody_is_asked_whom_to_push(self):
        room, kinds = new_room(3), set()
        room.workspace.policies[:3, Kind.ACTION] = lambda view, workspace: 0
        room.workspace.policies[:3, Kind.PUSH] = lambda view, workspace: kinds.add(Kind.PUSH) or 0
        heard_game(room)
        assert kinds == set()

    @pytest.mark.parametrize("settings", [{}, CONTACT, ANY_GROUP])
    def test_it_is_compulsory_in_every_turn_but_one_that_ends_the_game(self, settings):
        for game in range(5):
            heard = random_game(4, game, **settings)
            turns = int(heard.room.table.turns)
            assert all("PUSHED" in heard.events(when) for when in range(1, turns))
            assert ("PUSHED" in heard.events(turns)) or heard.events(turns)[-2:] == ["FELL", "ROUND_OVER"]

    def test_who_falls_of_a_push_is_nobodys_doing(self):
        room = laid("YRGB")
        turn.push_on(room.table, room.hidden, room.workspace, 0)
        assert seen(room.table.dropped) == seen(room.table.harmed) == ""


class TestLp13bAnyGroup:
    def test_who_falls_of_a_chosen_push_is_the_choosers_doing(self):
        room = laid("Y.RGB", **ANY_GROUP)
        room.workspace.policies[0, Kind.PUSH] = lambda view, workspace: 1
        turn.push_on(room.table, room.hidden, room.workspace, 0)
        assert seen(room.table.dropped) == "B"

    def test_the_rearmost_by_default(self):
        assert GAME.settings()["push_target"].default == "rearmost"

    @pytest.mark.parametrize(("group", "pushed"), [(0, ".YRGB..YB"), (1, "YR..GB.YB"), (2, "YR.GB...Y")])
    def test_any_unbroken_group_is_pushed_from_behind(self, group, pushed):
        assert after_push("YR.GB..YB", group, **ANY_GROUP, **CONTACT) == pushed

    @pytest.mark.parametrize(
        ("plank", "n"), [("YRGB..", 1), ("Y.R.G.", 3), ("YR.GB..YB", 3), ("..YR", 1), ("Y....R", 2)]
    )
    def test_a_choice_for_each_group(self, plank, n):
        record = laid(plank, **ANY_GROUP).table
        assert choices.n_pushes(record) == len(listed(record, Kind.PUSH)) == n

    def test_who_stands_behind_a_group_is_named(self):
        record = laid("YR.GB..YB", **ANY_GROUP).table
        assert [choice.prisoner for choice in listed(record, Kind.PUSH)] == [0, 2, 4]

    @pytest.mark.parametrize(("group", "pushed"), [(0, ".YR.GB..Y"), (1, "YR..GB..Y"), (2, "YR.GB...Y")])
    def test_in_a_row_all_in_front_go_along(self, group, pushed):
        assert after_push("YR.GB..YB", group, **ANY_GROUP) == pushed

    def test_the_player_on_turn_is_asked_with_its_own_stone(self):
        room, views = laid("Y.R.GB", n_players=2, stones="BG", **ANY_GROUP), []
        watch(room, lambda view: views.append((int(view.me), LETTERS[view.my_colour])))
        turn.push_on(room.table, room.hidden, room.workspace, 1)
        assert views == [(1, "G")]


class TestLp14PushTravels:
    def test_the_whole_row_by_default_and_contact_to_try(self):
        """« Pushes all the prisoners in front », « jostles the whole row »: the text leaves gaps out."""
        push = GAME.settings()["push"]
        assert (push.default, push.worth_trying, push.is_open) == ("row", ("row", "contact"), True)

    @pytest.mark.parametrize(
        ("plank", "contact", "in_a_row"),
        [
            ("YRGB..", ".YRGB.", ".YRGB."),
            ("YR.GB.", ".YRGB.", ".YR.GB"),
            ("YR.GBY", ".YRGBY", ".YR.GB"),
            ("Y....R", ".Y...R", ".Y...."),
            ("Y.R.G.", ".YR.G.", ".Y.R.G"),
            ("..YRGB", "...YRG", "...YRG"),
        ],
    )
    def test_a_gap_absorbs_a_push_by_contact_but_not_in_a_row(self, plank, contact, in_a_row):
        assert after_push(plank, **CONTACT) == contact
        assert after_push(plank) == in_a_row

    @pytest.mark.parametrize("length", [17, 18, 24])
    def test_a_full_row_at_the_edge_moves_as_one(self, length):
        plank = "." * (length - 16) + START
        assert after_push(plank) == after_push(plank, **CONTACT) == "." + plank[:-1]


class TestLp15Fall:
    @pytest.mark.parametrize("settings", [{}, CONTACT, ANY_GROUP])
    def test_who_is_pushed_beyond_the_last_slot_falls(self, settings):
        assert after_push("...YRG", **settings) == "....YR"

    def test_nobody_falls_onto_the_last_slot(self):
        assert after_push("..YRG.") == "...YRG"

    def test_the_fallen_are_told_in_order(self):
        assert play_from("YRGB").fallen() == "BGR"

    def test_two_can_fall_in_one_turn_by_the_action_and_by_the_push(self):
        heard = play_from("YRGB", sabres="advance skull")
        assert heard.events(1) == ["SPUN", "ACTED", "FELL", "PUSHED", "FELL"]

    def test_the_last_two_fallen_are_kept_the_latest_first(self):
        record = play_from("YRGB").room.table
        assert [LETTERS[colour] for colour in record.last_fallen] == ["R", "G"]

    @pytest.mark.parametrize("plank", ["...YRG", "YRGB", "..YRGBYRGB"])
    @pytest.mark.parametrize("sabres", ["advance move", "swap skull"])
    def test_a_foreseen_row_holds_those_who_are_left_and_nobody_else(self, plank, sabres):
        seen = listed(laid(plank, sabres).table)
        assert {int(choice.left) for choice in seen} & {len(plank.replace(".", "")) - k for k in (1, 2)}
        for choice in seen:
            assert int(choice.occupied).bit_count() == choice.left
            assert int(choice.occupied) < 1 << len(plank)
            assert int(choice.colours) < 1 << (2 * int(choice.left))

    def test_who_chose_the_push_is_noted_with_the_colour_that_fell(self):
        room = laid("...YRG", n_players=3, **ANY_GROUP)
        turn.push_on(room.table, room.hidden, room.workspace, 1)
        assert {(seat, LETTERS[colour]) for seat, colour in np.argwhere(room.table.dropped)} == {(1, "G")}

    @pytest.mark.parametrize("n_players", PLAYERS)
    def test_own_prisoners_are_counted_when_half_have_fallen(self, n_players):
        for game in range(5):
            heard = random_game(n_players, game, **ANY_GROUP)
            left = Counter(START) - Counter(heard.fallen()[:8])
            stones = heard.room.hidden.stones[:n_players]
            rows = heard.room.workspace.seat_rows
            assert rows[OWN_LEFT_AT_HALF, :n_players].tolist() == [left[LETTERS[stone]] for stone in stones]


class TestLp16End:
    def test_the_game_stops_when_one_prisoner_is_left(self):
        heard = play_from("....YR", n_players=2)
        assert row(heard.room.table) == ".....Y" and heard.room.table.turns == 1

    def test_it_stops_in_the_middle_of_a_turn(self):
        heard = play_from("....YR", sabres="advance skull", n_players=2)
        assert heard.events() == ["SPUN", "ACTED", "FELL", "ROUND_OVER"]
        assert row(heard.room.table) == ".....Y"

    @pytest.mark.parametrize("settings", [{}, CONTACT, ANY_GROUP])
    def test_every_game_stops_with_one_left_and_fifteen_fallen(self, settings):
        for game in range(5):
            heard = random_game(2, game, **settings)
            survivor = row(heard.room.table).strip(".")
            assert Counter(heard.fallen() + survivor) == Counter(START)

    @pytest.mark.parametrize(("stones", "scores"), [("YR", [1, 0]), ("BY", [0, 1])])
    def test_the_owner_of_the_last_prisoner_wins(self, stones, scores):
        heard = play_from("....YR", n_players=2, stones=stones)
        assert heard.result() == ("won", 1, scores, [2 - score for score in scores])

    def test_the_winner_of_three(self):
        heard = play_from("....YR", n_players=3, stones="BGY")
        assert heard.result() == ("won", 1, [0, 0, 1], [2, 2, 1])

    @pytest.mark.parametrize("stones", ["RB", "RGB"])
    def test_nobody_wins_if_nobody_owns_it(self, stones):
        n = len(stones)
        assert play_from("....YR", n_players=n, stones=stones).result() == ("no_winner", 0, [0] * n, [1] * n)

    def test_with_four_players_somebody_wins(self):
        assert all(random_game(4, game).result()[:2] == ("won", 1) for game in range(10))

    def test_the_row_of_the_game(self):
        workspace = play_from("....GR", n_players=3, stones="BGY").room.workspace
        assert [workspace.game_row[column] for column in (ROUNDS, TURNS)] == [0, 1]  # no round was dealt here
        assert LETTERS[workspace.game_row[SURVIVOR_COLOUR]] == "G"
        assert [LETTERS[stone] for stone in workspace.seat_rows[COLOUR, :3]] == ["B", "G", "Y"]

    def test_a_game_of_more_than_max_turns_is_unfinished(self):
        heard = play_from("YR........", n_players=2, max_turns=3)
        assert heard.result() == ("unfinished", 0, [0, 0], [1, 1])
        assert heard.room.table.turns == 3 and row(heard.room.table) == "...YR....."

    def test_a_game_that_ends_in_its_last_turn_is_finished(self):
        assert play_from("....YR", n_players=2, max_turns=1).result() == ("won", 1, [1, 0], [1, 2])

    def test_10000_turns_by_default(self):
        assert GAME.settings()["max_turns"].default == 10_000


class TestLp17PlaysOn:
    def test_a_player_without_prisoners_has_its_turns(self):
        """Only yellow ones are left: seats 1 to 3 play on."""
        seats = []
        policies = [lambda view, workspace: seats.append(int(view.me)) or 0] * 4
        play_from("YYYY....", policies, sabres="swap skull")
        assert seats[:5] == [0, 1, 2, 3, 0]

    def test_every_seat_chooses_its_own_push(self):
        room, seats = laid("YR.G......", n_players=4, max_turns=5, **ANY_GROUP), []
        room.workspace.policies[:, Kind.PUSH] = lambda view, workspace: seats.append(int(view.me)) or 0
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(turn, "deal_round", lambda table, hidden, workspace: None)
            heard_game(room)
        assert seats == [0, 1, 2, 3, 0]

    def test_and_is_asked_with_its_own_stone(self):
        stones = []
        policies = [lambda view, workspace: stones.append(LETTERS[view.my_colour]) or 0] * 4
        play_from("YYYY....", policies, sabres="swap skull")
        assert stones[:4] == ["Y", "R", "G", "B"]

    def test_and_does_not_win(self):
        assert play_from("YYYY....").result() == ("won", 1, [1, 0, 0, 0], [1, 2, 2, 2])


class TestLp18Series:
    def test_no_series_by_default(self):
        assert GAME.settings()["series"].default is False
        assert random_game(4).room.table.rounds == 1

    def test_the_last_three_score_5_3_1_for_their_owners(self):
        assert points("Y", "RG") == [5, 3, 1, 0]

    def test_one_owner_may_score_for_all_three(self):
        assert points("B", "BB") == [0, 0, 0, 9]

    def test_nobody_scores_for_a_colour_that_nobody_owns(self):
        assert points("B", "YG", n_players=2) == [3, 0]
        assert points("G", "BG", n_players=2) == [0, 0]

    def test_the_next_game_begins_with_no_points(self):
        room = new_room(4, series=True)
        heard_game(room, 0)
        second = heard_game(room, 1).result()
        assert second == heard_game(new_room(4, series=True), 1).result()

    def test_points_add_up_over_rounds(self):
        room = series("Y RG", "B RY", "Y YY")
        assert room.table.points.tolist() == [15, 6, 1, 5]

    @pytest.mark.parametrize(
        ("scores", "over"),
        [([11, 11, 11, 11], False), ([0, 0, 0, 12], True), ([12, 0, 0, 0], True), ([0, 14, 3, 1], True)],
    )
    def test_somebody_with_12_points_or_more_ends_it(self, scores, over):
        record = new_room().table
        record.points[:] = scores
        assert rules.is_series_won(record) == over

    @pytest.mark.parametrize(
        ("scores", "over"), [([12, 12, 0, 0], False), ([13, 12, 12, 0], True), ([11, 3, 2, 1], False)]
    )
    def test_in_the_other_reading_equals_at_the_top_play_on(self, scores, over):
        """« The first to reach 12 wins » does not say what two who reach it together do."""
        record = new_room(series_equal="another-round").table
        record.points[:] = scores
        assert rules.is_series_won(record) == over

    def test_rounds_go_on_until_then(self):
        room = series("Y RG", "R YG", "Y GR", "G BY")
        assert room.table.rounds == 3 and room.table.points.tolist() == [13, 9, 5, 0]

    def test_it_stops_right_after_the_round_that_reaches_12(self):
        assert series("Y YY", "Y RG", "Y RG", "Y RG").table.rounds == 2

    @pytest.mark.parametrize("n_players", PLAYERS)
    @pytest.mark.parametrize(("starter", "step"), [("youngest", 0), ("rotate", 1)])
    def test_who_starts_each_round(self, n_players, starter, step):
        starters = []
        series(*["Y RG", "R GY", "G YR"] * 3, n_players=n_players, starters=starters, series_starter=starter)
        assert len(starters) > 2 and starters == [k * step % n_players for k in range(len(starters))]

    def test_the_youngest_by_default(self):
        assert GAME.settings()["series_starter"].default == "youngest"

    @pytest.mark.parametrize("starter", ["youngest", "rotate"])
    def test_the_starter_has_the_first_turn_of_the_round(self, starter):
        room, firsts = new_room(3, series=True, series_starter=starter, vane="no-skulls"), {}
        watch(room, lambda view: firsts.setdefault(int(view.rounds), int(view.me)))
        heard_game(room)
        assert len(firsts) > 1
        assert list(firsts.values()) == [k % 3 if starter == "rotate" else 0 for k in range(len(firsts))]

    @pytest.mark.parametrize(
        ("scores", "result"),
        [
            ([13, 9, 4, 1], ("won", 1, [1, 2, 3, 4])),
            ([12, 0, 12, 3], ("shared", 2, [1, 4, 1, 3])),
            ([12, 12, 12, 0], ("shared", 3, [1, 1, 1, 4])),
            ([2, 12, 14, 2], ("won", 1, [3, 2, 1, 3])),
        ],
    )
    def test_most_points_win_and_equal_points_share(self, scores, result):
        room = laid(".....Y", series=True)
        room.table.points[:] = scores
        turn.record_result(room.table, room.hidden, room.workspace)
        outcome, winners, ranks = result
        assert Heard(room).result() == (outcome, winners, scores, ranks)

    def test_a_series_always_has_a_winner_even_if_nobody_owns_the_last_survivor(self):
        room = laid(".....B", n_players=2, series=True)
        room.table.points[:2] = 3, 12
        turn.record_result(room.table, room.hidden, room.workspace)
        assert Heard(room).result() == ("won", 1, [3, 12], [2, 1])

    def test_stones_are_drawn_anew_and_all_prisoners_come_back(self):
        heard = random_game(3, series=True)
        deals = [numbers for _, event, numbers in heard.told if event == Event.DEALT]
        assert len(deals) == heard.room.table.rounds > 1 and len(set(deals)) > 1
        assert len(heard.fallen()) == 15 * len(deals)

    def test_in_the_other_reading_the_first_stones_are_kept(self):
        """« Play several rounds »: whether stones are drawn again is not said."""
        heard = random_game(3, series=True, series_stones="kept")
        deals = [numbers for _, event, numbers in heard.told if event == Event.DEALT]
        assert len(deals) == heard.room.table.rounds > 1 and len(set(deals)) == 1
        assert len(heard.fallen()) == 15 * len(deals)

    def test_and_the_next_game_draws_them_again(self):
        room = new_room(4, series=True, series_stones="kept")
        hands = {tuple(heard_game(room, game).room.hidden.stones.tolist()) for game in range(12)}
        assert len(hands) > 1

    def test_the_row_counts_rounds_and_all_turns(self):
        heard = random_game(4, series=True)
        game_row = heard.room.workspace.game_row
        assert game_row[ROUNDS] == heard.events().count("ROUND_OVER")
        assert game_row[TURNS] == heard.events().count("SPUN")

    def test_a_series_cut_within_a_round_is_unfinished(self):
        heard = random_game(3, series=True, max_turns=25)
        assert heard.result()[:2] == ("unfinished", 0) and heard.room.table.turns == 25

    def test_an_unfinished_round_scores_nothing(self):
        heard = random_game(4, series=True, max_turns=8)
        assert heard.result() == ("unfinished", 0, [0, 0, 0, 0], [1, 1, 1, 1])

    def test_a_series_cut_between_rounds_is_unfinished(self):
        """The first round takes all turns that there are, and nobody has 12 points yet."""
        first_round = int(random_game(4).room.table.turns)
        heard = random_game(4, series=True, max_turns=first_round)
        assert sum(heard.room.table.points) == 9
        assert heard.result()[:2] == ("unfinished", 0)


def points(survivor, fallen, n_players=4):
    """The points by seat of a round with this survivor, and those who fell last, the latest first."""
    room = laid(survivor, n_players=n_players)
    room.table.last_fallen[:] = [LETTERS.index(letter) for letter in fallen]
    rules.score_round(room.table, room.hidden)
    return room.table.points[:n_players].tolist()


def series(*rounds, n_players=4, starters=None, **settings):
    """A series of rounds told by their end: « Y RG » has a yellow survivor, red fell last, green before it."""
    room, ends = laid("Y", n_players=n_players, series=True, **settings), iter(rounds)

    def play_round(table, hidden, workspace):
        survivor, fallen = next(ends).split()
        table.rounds += 1
        table.colours = LETTERS.index(survivor)
        table.last_fallen[:] = [LETTERS.index(letter) for letter in fallen]
        if starters is not None:
            starters.append(int(hidden.starter))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turn, "play_round", play_round)
        turn.play_rounds(room.table, room.hidden, room.workspace)
    return room
