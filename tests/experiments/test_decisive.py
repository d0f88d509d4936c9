"""A game that the strongest card decided: its winner wins with the card and, on the same deal, not without it."""

import polars as pl
import pytest

from analyser import api
from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.decisive import Card, decisive, strongest_card
from analyser.experiments.sample import Runner, play
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers

TABLE = pl.DataFrame({"level": ["-3", "+2", "+1"], "value_points": [4.0, 9.0, 12.0], "low_points": [2.0, 7.0, -1.0]})


def card_of(game: str, question: str, level: str) -> Card:
    found = read_catalogue(find_game(game)).questions[question]
    return strongest_card(
        {question: pl.DataFrame({"level": [level], "value_points": [1.0], "low_points": [0.5]})}, {question: found}
    )


def test_the_strongest_is_the_one_shown_to_be_worth_most() -> None:
    questions = read_catalogue(find_game("faut-pas-pousser")).questions
    tables = {"action-card": TABLE, "order": TABLE.with_columns(pl.col("value_points") * 10)}
    found = strongest_card(tables, questions)
    assert found is not None
    assert (found.question.name, found.level) == ("action-card", "+2"), "« order » takes nothing away"
    assert strongest_card({"action-card": TABLE.with_columns(low_points=-1.0)}, questions) is None


@pytest.mark.parametrize(
    ("game", "question", "level", "without"),
    [
        ("faut-pas-pousser", "action-card", "+2", {"more": ["blank_action=5", "blank_seat=1"], "strategies": "greedy"}),
        ("la-planche", "action", "swap", None),
    ],
)
def test_its_winner_does_not_win_without_it(game: str, question: str, level: str, without: dict | None) -> None:
    asked, runner = api.experiment(game, games=400), Runner(Workers(1))
    base = "greedy" if without else "survivor"
    found = decisive(asked, base, card_of(game, question, level), runner)
    assert found is not None
    players = [base] * 4
    players[found.seat] = f"never:{level}({base})"
    other = without or {"seats": ",".join(players), "lineups": "fixed"}
    plain, played = (play(asked.job("fresh", **one), runner) for one in ({"strategies": base}, other))
    assert plain.wins[found.number, found.seat] == 1
    assert played.wins[found.number, found.seat] == 0
    assert [seat for seat in range(4) if played.wins[found.number, seat]] == list(found.instead)
