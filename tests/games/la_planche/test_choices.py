"""The numbering of action 1: what is listed, what a number stands for, and what playing it leads to, all agree.

In random positions of planks of 17 to 24 slots, with every pair of sabres; the reference says what is legal.
"""

import random
from itertools import product

import pytest

from analyser.games.la_planche import choices, rules, turn
from analyser.games.la_planche.choices import CHOICE, MAX_CHOICES, Act, Kind
from analyser.games.la_planche.notation import LETTERS, plank_text
from analyser.games.la_planche.table import NONE, Event, Symbol
from analyser.kernel.intrinsics import blank, new_record
from tests.games.la_planche import reference
from tests.games.la_planche.tables import (
    dealt,
    heard_game,
    in_words,
    laid,
    listed,
    listening,
    new_room,
    put,
    random_plank,
    reference_plank,
    row,
    show,
    words_of,
)

pytestmark = pytest.mark.uncompiled

SABRES = [f"{one} {other}" for one, other in product(("swap", "advance", "move", "skull"), repeat=2)]
RULES = [
    {"push": push, "push_target": target} for push, target in product(("contact", "row"), ("rearmost", "any-group"))
]
LENGTHS = (17, 18, 24)


def positions(n, seed):
    """Random planks, each with sabres; all pairs of sabres come up."""
    rng = random.Random(seed)
    for k in range(n):
        yield random_plank(rng, rng.choice(LENGTHS)), SABRES[k % len(SABRES)]


def set_out(room, plank, sabres):
    put(room.table, plank)
    show(room.table, sabres)
    return room.table


def outcome(record, choice):
    """The plank that a choice leads to, and who falls, in order."""
    fallen = "".join(LETTERS[colour] for colour in (choice.fell, choice.fell_too) if colour >= 0)
    return plank_text(int(choice.occupied), int(choice.colours), int(record.plank_length)), int(choice.left), fallen


def settings_of(record, settings):
    return reference.Settings(plank_length=int(record.plank_length), **settings)


def by_reference(plank, choice, settings):
    """The plank and who falls after action 1, and the push of the rearmost if it is not a choice."""
    now, fell = reference.apply_choice(plank, choice, settings)
    fallen = [fell]
    if settings.push_target == "rearmost" and len(reference.prisoners(now)) > 1:
        now, fell = reference.push(now, reference.prisoners(now)[0], settings)
        fallen.append(fell)
    return words_of(now), len(reference.prisoners(now)), "".join(LETTERS[one] for one in fallen if one is not None)


def from_0(choice):
    """A choice in words with slots as the reference counts them."""
    return tuple(part - 1 if isinstance(part, int) else part for part in choice)


def test_every_number_stands_for_the_choice_listed_there():
    room = new_room()
    for plank, sabres in positions(96, seed=1):
        record = set_out(room, plank, sabres)
        written = listed(record)
        assert choices.n_actions(record) == len(written) <= MAX_CHOICES
        for index, choice in enumerate(written):
            found = blank(CHOICE)
            choices.decode(record, index, found)
            assert (found.act, found.prisoner, found.other) == (choice.act, choice.prisoner, choice.other)


def test_the_longest_list_fits():
    record = set_out(new_room(), "." + "YRGB" * 4 + ".", "swap move")
    assert len(listed(record)) == 16 * 15 // 2 + 2 * 16 <= MAX_CHOICES


@pytest.mark.parametrize("settings", RULES)
def test_what_is_listed_is_legal_and_foresees_what_the_reference_says(settings):
    room = new_room(**settings)
    for plank, sabres in positions(32, seed=2):
        record = set_out(room, plank, sabres)
        rules_of_reference, slots = settings_of(record, settings), reference_plank(plank)
        found = {from_0(in_words(record, choice)): outcome(record, choice) for choice in listed(record)}
        legal = reference.legal_choices(slots, tuple(sabres.split()), rules_of_reference)
        assert sorted(found, key=str) == sorted(legal, key=str)
        for choice, foreseen in found.items():
            assert foreseen == by_reference(slots, choice, rules_of_reference)


@pytest.mark.parametrize("settings", RULES)
def test_playing_a_number_leads_to_what_its_choice_foresees(settings):
    room = new_room(**settings)
    for plank, sabres in positions(16, seed=3):
        written = [outcome(room.table, choice) for choice in listed(set_out(room, plank, sabres))]
        for index, foreseen in enumerate(written):
            set_out(room, plank, sabres)
            assert played(room, Kind.ACTION, index, settings["push_target"] == "rearmost") == foreseen


@pytest.mark.parametrize("push", ["contact", "row"])
def test_pushing_a_group_leads_to_what_its_choice_foresees(push):
    room = new_room(push=push, push_target="any-group")
    for plank, sabres in positions(64, seed=4):
        record = set_out(room, plank, sabres)
        written = listed(record, Kind.PUSH)
        starts = reference.push_choices(reference_plank(plank), settings_of(record, {"push_target": "any-group"}))
        places = reference.prisoners(reference_plank(plank))
        assert [(choice.act, places[choice.prisoner]) for choice in written] == [(Act.PUSH, start) for start in starts]
        for index, foreseen in enumerate([outcome(record, choice) for choice in written]):
            set_out(room, plank, sabres)
            assert played(room, Kind.PUSH, index, True) == foreseen


def played(room, kind, index, with_push):
    """The plank after seat 0 has taken the choice of this number, and who fell."""
    fallen = []

    def on_event(event, record, colour, *_):
        if event == Event.FELL:
            fallen.append(LETTERS[colour])

    room.workspace.policies[0, kind] = lambda view, workspace: index
    steps = (room.table, room.hidden, room.workspace, 0)
    with listening(on_event):
        if kind == Kind.ACTION:
            turn.act(*steps)
        if with_push and not rules.is_over(room.table):
            turn.push_on(*steps)
    return row(room.table), int(room.table.left), "".join(fallen)


@pytest.mark.parametrize(("what", "act"), [("swap", {0}), ("advance", {1}), ("move", {2, 3})])
def test_what_never_and_always_may_speak_of(what, act):
    """1 it is that, 0 it is another action, -1 it is no action."""
    choice = blank(CHOICE)
    for choice.act in range(5):
        expected = -1 if choice.act == Act.PUSH else int(choice.act in act)
        assert choices.RESTRICTABLE[what](None, choice, 0.0) == expected


def test_nothing_else_can_be_restricted():
    assert set(choices.RESTRICTABLE) == {symbol.name.lower() for symbol in Symbol} - {"skull"}


def test_only_a_swap_has_another_prisoner():
    one, choice = laid("B.R...............", "advance move").table, new_record(CHOICE)
    for index in range(choices.n_actions(one)):
        choice.other = 7
        choices.decode(one, index, choice)
        assert choice.other == NONE


def test_the_last_prisoner_is_not_pushed():
    """The other falls by the action, so the round is over."""
    one = laid("B................R", "advance advance", push="contact").table
    ends = [plank_text(int(one.occupied), int(one.colours), 18) for one in listed(one) if one.left == 1]
    assert ends == ["B................."]


def test_a_push_without_a_fall_drops_nobody():
    room = laid("B.R...............", push_target="any-group")
    turn.push_on(room.table, room.hidden, room.workspace, 0)
    assert room.table.left == 2 and not room.table.dropped.any()


def test_a_game_begins_with_the_youngest_whoever_began_the_one_before():
    room = new_room(3)
    room.hidden.starter = 2
    heard_game(room)
    assert room.hidden.starter == 0


@pytest.mark.parametrize("game", range(6))
@pytest.mark.parametrize("n_players", [2, 4])
def test_all_stones_are_told_of(n_players, game):
    told = []
    with listening(lambda event, table, stones, *_: told.append(int(stones)) if event == Event.DEALT else None):
        room = dealt(n_players, game=game)
    assert [told[-1] >> 2 * seat & 3 for seat in range(n_players)] == room.hidden.stones[:n_players].tolist()
    assert told[-1] < 4**n_players
