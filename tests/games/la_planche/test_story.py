"""A told game says in words what happened on the table."""

import pytest

from analyser.games.la_planche.choices import Act
from analyser.games.la_planche.story import Story
from analyser.games.la_planche.table import Event, Symbol
from analyser.simulation.job import make_job
from analyser.simulation.narrate import tell_game
from tests.games.la_planche.kernel_games import GAME, PLAYERS
from tests.games.la_planche.tables import laid

pytestmark = pytest.mark.uncompiled


def told(event, room, *numbers, seats=("protector", "random", "random")):
    """What a story says of one event: all lines."""
    lines = []
    Story(seats, lines.append, GAME.data_folder).on_event(event, room.table, *numbers, *[0] * (3 - len(numbers)))
    return lines


def test_the_deal_names_the_stones_and_shows_the_plank():
    assert told(Event.DEALT, laid("YRGB.."), 2 | 0 << 2 | 3 << 4) == [
        "Seat 1 (protector) draws green, and tells nobody.",
        "Seat 2 (random) draws yellow, and tells nobody.",
        "Seat 3 (random) draws blue, and tells nobody.",
        "    |YRGB..|  <°)))><",
    ]


def test_a_round_of_a_series_is_numbered():
    room = laid("YRGB..", series=True)
    room.table.rounds = 3
    assert told(Event.DEALT, room, 2, seats=("random", "protector"))[:2] == [
        "\nRound 3 of the series.",
        "Seat 1 (random) draws green, and tells nobody.",
    ]


def test_a_turn_names_the_seat_and_the_sabres():
    room, lines = laid("YRGB.."), []
    story = Story(("protector", "random"), lines.append, GAME.data_folder)
    story.on_event(Event.DEALT, room.table, 0, 1, 2)
    for room.table.turns in (1, 2, 3):
        story.on_event(Event.SPUN, room.table, Symbol.SWAP, Symbol.SKULL, 0)
    assert lines[-3:] == [
        f"\nTurn {turn}. {who}: the sabres show swap and skull."
        for turn, who in ((1, "Seat 1 (protector)"), (2, "Seat 2 (random)"), (3, "Seat 1 (protector)"))
    ]


@pytest.mark.parametrize(("starter", "first"), [("youngest", 1), ("rotate", 2)])
def test_who_starts_a_later_round(starter, first):
    room, lines = laid("YRGB..", series=True, series_starter=starter), []
    room.table.rounds = 5
    story = Story(("random",) * 3, lines.append, GAME.data_folder)
    story.on_event(Event.DEALT, room.table, 0, 1, 2)
    story.on_event(Event.SPUN, room.table, Symbol.MOVE, Symbol.MOVE, 0)
    assert f"Seat {first} (random)" in lines[-1]


@pytest.mark.parametrize(
    ("act", "prisoner", "other", "words"),
    [
        (Act.SWAP, 0, 2, "swaps the yellow prisoner on slot 1 and the green prisoner on slot 4"),
        (Act.ADVANCE, 1, -1, "advances the red prisoner on slot 3"),
        (Act.MOVE_FIRST, 2, -1, "moves the green prisoner on slot 4 to the first place"),
        (Act.MOVE_LAST, 3, -1, "moves the blue prisoner on slot 5 to the last place"),
    ],
)
def test_an_action_says_who_and_where(act, prisoner, other, words):
    assert told(Event.ACTED, laid("Y.RGB."), act, prisoner, other) == [f"  It {words}."]


def test_a_push_says_whom():
    assert told(Event.PUSHED, laid(".YR.GB"), 0b10) == ["  It pushes the rearmost, the yellow prisoner on slot 2."]


def test_the_plank_after_a_turn_is_drawn_once():
    """Not before the push, and not again after each fall: after the push, before the next turn or the end."""
    room, lines = laid("..YR"), []
    story = Story(("protector", "random"), lines.append, GAME.data_folder)
    for event, numbers in (
        (Event.DEALT, (0, 1, 2)),
        (Event.SPUN, (Symbol.SWAP, Symbol.SKULL, 0)),
        (Event.PUSHED, (0b100, 0, 0)),
        (Event.FELL, (3, 0, 0)),
        (Event.SPUN, (Symbol.SWAP, Symbol.SKULL, 0)),
        (Event.PUSHED, (0b100, 0, 0)),
        (Event.ROUND_OVER, (0, 0, 0)),
    ):
        story.on_event(event, room.table, *numbers)
    drawn = [number for number, line in enumerate(lines) if line.startswith("    |")]
    assert len(drawn) == 3
    assert [lines[number + 1].split()[0] for number in drawn] == ["Turn", "Turn", "The"]


def test_a_push_of_a_group():
    (words,) = told(Event.PUSHED, laid(".YR.GB", push_target="any-group"), 0b10000)
    assert words == "  It pushes the group behind which stands the green prisoner on slot 5."


def test_a_fall_says_who_and_how_many_are_left():
    assert told(Event.FELL, laid("..YR"), 3) == ["  The shark gets a blue one; 2 are left."]
    assert told(Event.FELL, laid("...R"), 3) == ["  The shark gets a blue one; 1 is left."]


def test_the_points_of_a_series_are_told_round_by_round():
    room, lines = laid("...G", series=True), []
    story = Story(("protector", "random", "bluffer"), lines.append, GAME.data_folder)
    for points in ([5, 0, 4], [5, 0, 4], [8, 6, 4]):
        room.table.points[:3] = points
        story.on_event(Event.SCORED, room.table, 0, 0, 0)
    assert lines == [
        "Points of the round: Seat 1 (protector) 5, Seat 3 (bluffer) 4.",
        "Points in all: seat 1 5, seat 2 0, seat 3 4.",
        "Points of the round: none, nobody owns the last three.",
        "Points in all: seat 1 5, seat 2 0, seat 3 4.",
        "Points of the round: Seat 1 (protector) 3, Seat 2 (random) 6.",
        "Points in all: seat 1 8, seat 2 6, seat 3 4.",
    ]


def test_a_whole_series_is_told_with_its_points():
    lines = []
    result = tell_game(make_job(GAME, 3, strategies="random", assignments=["series=true"]), 3, lines.append)
    scores = [one["score"] for one in result["seats"]]
    ends = [line for line in lines if line.startswith("Points in all: ")]
    assert len(ends) == sum(line.startswith("Points of the round: ") for line in lines) > 1
    assert ends[-1] == f"Points in all: seat 1 {scores[0]}, seat 2 {scores[1]}, seat 3 {scores[2]}."


@pytest.mark.parametrize(("owner", "whose"), [(1, "Seat 2 (random) owns it"), (-1, "nobody owns it")])
def test_the_end_says_whose_the_last_prisoner_is(owner, whose):
    assert told(Event.ROUND_OVER, laid("...G"), 2, owner) == [f"\nThe last prisoner is green: {whose}."]


@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_whole_game_is_told_and_its_result_given(n_players):
    lines = []
    result = tell_game(make_job(GAME, n_players, strategies="random"), 3, lines.append)
    text = "\n".join(lines)
    assert text.count("The shark gets") == 15 and text.count("The last prisoner is") == 1
    assert lines[-1].startswith("Winner: " if sum(one["win"] for one in result["seats"]) else "Nobody wins")


@pytest.mark.parametrize("n_players", PLAYERS)
def test_every_seat_is_told_what_it_draws(n_players):
    lines = []
    tell_game(make_job(GAME, n_players, strategies="random"), 3, lines.append)
    assert [f"Seat {seat} (random) draws" in "\n".join(lines) for seat in range(1, n_players + 1)] == [True] * n_players
