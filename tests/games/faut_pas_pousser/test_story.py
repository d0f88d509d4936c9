"""A told game says in words what happened on the table."""

import re

import pytest

from analyser.games.faut_pas_pousser.story import Story
from analyser.games.faut_pas_pousser.table import Event
from analyser.simulation.job import make_job
from analyser.simulation.narrate import tell_game
from tests.games.faut_pas_pousser.notation import read_pirate
from tests.games.faut_pas_pousser.tables import GAME, PLAYERS, crew, installed, new_table

pytestmark = pytest.mark.uncompiled


def told(event, record, *numbers, seats=("greedy", "random", "greedy")):
    """What a story says of one event: all lines."""
    lines = []
    Story(seats, lines.append, GAME.data_folder).on_event(event, record, *numbers, *[0] * (3 - len(numbers)))
    return lines


def test_the_deal_names_crews_and_ages():
    record = new_table(n_players=3)
    record.age_rank[:3] = 2, 0, 1
    assert told(Event.DEALT, record) == [
        "Seat 1 (blue, greedy).",
        "Seat 2 (green, random).",
        "Seat 3 (red, greedy).",
        "The neutral yellow crew.",
        "From youngest to oldest: seat 2, 3, 1.",
    ]


def test_the_installation_shows_picks_plank_and_order():
    assert told(Event.INSTALLED, installed("B3 G1 R6 Y4", n_players=3)) == [
        "\nInstallation: all reveal a pirate: blue 3, green 1, red 6, yellow 4.",
        "    ship | G1 | B3 | Y4 | R6 | ~ sea ~",
        "Order of play for the whole game: red, blue, green, yellow.",
    ]


def test_a_round_is_announced_once():
    lines, record = [], new_table()
    story = Story(["random"] * 4, lines.append, GAME.data_folder)
    for _ in range(2):
        story.on_event(Event.NON_MERCI, record, 1, 0, 0)
    assert lines == ["\nRound 1", *["Seat 2 (green, random) plays « Non Merci »."] * 2]


@pytest.mark.parametrize(
    ("slot", "by", "after", "words"),
    [
        (2, -1, "B3 G5 R1 Y2", "-1 on green 5, from slot 3 to slot 2"),
        (3, 2, "B3 R1 G5 Y2", "+2 on yellow 2, which stays in slot 4"),
    ],
)
def test_an_action_says_who_moves_from_where_to_where(slot, by, after, words):
    lines = told(Event.SHIFTED, new_table(after), crew("R"), slot, by)
    assert lines[1] == f"Seat 3 (red, greedy) plays the action {words}."
    assert lines[2] == "    ship | " + " | ".join(after.split()) + " | ~ sea ~"


def test_an_entry_says_where_and_who_falls_for_how_much():
    record = new_table("B3 Y4 R1 G5", n_players=3)
    record.fall_points = 2
    lines = told(Event.ENTERED, record, read_pirate("Y4"), 1, read_pirate("Y2"))
    assert lines[1] == "The neutral yellow crew enters pirate 4 in slot 2; yellow 2 falls and scores 2."


def test_the_end_counts_piles_and_plank():
    record = new_table("B3 R1 G5 Y2", n_players=3)
    record.points[:] = 20, 21, 22, 23
    assert told(Event.FINISHED, record) == [
        "\nThe end; Captains aboard: 1.",
        "    ship | B3 | R1 | G5 | Y2 | ~ sea ~",
        "Seat 1 (blue, greedy): 20 points = 11 from the piles + 9 on the plank.",
        "Seat 2 (green, random): 21 points = 14 from the piles + 7 on the plank.",
        "Seat 3 (red, greedy): 22 points = 12 from the piles + 10 on the plank.",
        "The neutral yellow crew: 23 points = 17 from the piles + 6 on the plank (not counted).",
    ]


@pytest.mark.parametrize("n_players", PLAYERS)
def test_a_whole_game_is_told_and_its_result_given(n_players):
    lines = []
    job = make_job(GAME, n_players, strategies="random")
    result = tell_game(job, 3, lines.append)
    text = "\n".join(lines)
    assert [f"Round {k}" in text for k in range(1, 8)] == [True] * 6 + [False]
    assert text.count("falls and scores") == 20 and text.count("plays « Non Merci »") == 4
    assert [int(points) for points in re.findall(r"Seat . .*: (\d+) points", text)] == [
        one["score"] for one in result["seats"]
    ]
    assert lines[-1].startswith("Winner: ") and sum(one["win"] for one in result["seats"]) == pytest.approx(1)
