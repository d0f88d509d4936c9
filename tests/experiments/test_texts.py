"""What answers say, to the letter: the numbers of their sentences, and a verdict as lines and for programs."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from analyser.experiments.answer import ENGLISH
from analyser.experiments.catalogue import Dealt, Forced
from analyser.experiments.endings import _facts
from analyser.experiments.feel_verdict import LEADER, feel_remarks, leader_verdict
from analyser.experiments.lengths import _distribution, _spread, length_table
from analyser.experiments.measured import Limits, Measured, Reading
from analyser.experiments.rates import rate
from analyser.experiments.sentences import Sentence, said
from analyser.experiments.verdict import About, Level, Verdict
from analyser.experiments.worth import _often, compares_shares
from analyser.statistics.estimates import Estimates

FREE = Forced(name="q", question="?", levels=["a"], play="x({base})")
AWAY = Forced(name="q", question="?", levels=["a"], play="x({base})", taken_away=True)
AGAINST = Forced(name="q", question="?", levels=["a"], play="x", reference="pass", reference_play="y", often="score")
FOUND = Verdict(
    Level.FOUND,
    said("values.free"),
    About("q", {"level": "a"}),
    (Measured(1.0, 0.5, np.inf, Limits.at_most(2.0), "card 0"),),
    question="Which?",
    remarks=(said("values.free"),),
)


def text(one: Sentence) -> str:
    return ENGLISH.sentence(one).replace("\u00a0", " ")


def test_a_verdict_as_lines() -> None:
    free = "None is shown to do better than free choice."
    assert FOUND.lines(ENGLISH) == [f"Which? {free}", f"  {free}"]


def test_a_verdict_for_programs() -> None:
    told = FOUND.as_json(ENGLISH)
    assert told["rests_on"] == [
        {"name": "card 0", "value": 1.0, "low": 0.5, "high": None, "least": None, "most": 2.0, "standing": "open"}
    ]
    assert (told["level"], told["table"], told["where"], told["games_needed"]) == ("found", "q", {"level": "a"}, None)
    assert (told["holds"], told["depends_on"]) == ("not checked", [])


@pytest.mark.parametrize(
    ("columns", "possible"),
    [(["level", "value_points"], True), (["mean", "measure"], True), (["mean", "outcome"], False), (["games"], False)],
)
def test_which_tables_hold_numbers_with_names(columns: list[str], possible: bool) -> None:
    assert Reading.is_possible(pl.DataFrame({one: [1] for one in columns})) == possible


def test_a_leader_beyond_the_limit() -> None:
    table = pl.DataFrame([{"measure": LEADER, "mean": 0.8, "low": 0.78, "high": 0.82}])
    found = text(leader_verdict(table, 75.0, 1000).sentence)
    assert found == "The leader at half wins 80.0 % of games (78.0 to 82.0 %): more than your limit of 75 %."


def estimate(value: float, error: float) -> Estimates:
    return Estimates(np.array([value]), np.array([[error**2]]), 10_000)


def test_how_a_game_feels() -> None:
    """Shares have no end below 0; 90 % of the lengths 0 to 100 are from 5 to 95."""
    found = {"turns": estimate(12.0, 0.5), "lead_changes": estimate(2.0, 0.1), "agency": estimate(0.4, 0.01)}
    found |= {"last_at_half_wins_share": estimate(0.01, 0.02), "second_at_half_wins_share": estimate(0.2, 0.01)}
    found |= {"decided_at": estimate(0.6, 0.01), "drama": estimate(0.3, 0.01)}
    remarks = feel_remarks(found, np.arange(101), 4, 0.02)
    assert [text(one) for one in remarks] == [
        "A game takes 12.0 (11.0 to 13.0) turns on average; 90 % of games take 5 to 95.",
        "The lead changes 2.0 (1.8 to 2.2) times a game.",
        "The last at half still wins 1.0 % (0.0 to 4.9).",
        "The next after the leaders at half wins 20.0 % (18.0 to 22.0).",
        "For comparison: in a race of independent steps the leader at half wins 57.7 %. Above that, leads grow; "
        "below it, they shrink.",
        "A game is decided after 60.0 % (58.0 to 62.0) of its turns on average; over the whole game the later winner’s "
        "chance is 30.0 (28.0 to 32.0) points below the favourite’s.",
        "Chances are estimated from scores: 2.0 points off on games that were not used to fit them.",
        "Choices: a player’s own choice wins 40.0 (38.0 to 42.0) points more than one drawn by lot.",
    ]
    others = [one.key for one in feel_remarks(found, np.arange(101), 5, 0.021)]
    assert "feel.uncalibrated" in others and "feel.even" not in others
    assert "feel.decided" not in [one.key for one in feel_remarks(found, np.arange(101), 5, None)]


def test_the_spread_of_a_length() -> None:
    found = text(_spread(pl.DataFrame({"rounds": range(101)}), "rounds"))
    assert found == "Half of all games take at most 50 rounds; 90 % take 5 to 95."


def test_lengths_of_all_games_and_by_outcome():
    games = pl.DataFrame({"outcome": ["won", "won", "shared"], "rounds": [4, 6, 20]})
    found = length_table(SimpleNamespace(games=games), "rounds")
    assert found.select("outcome", "games", "mean", "longest").rows() == [
        ("all", 3, 10.0, 20.0),
        ("shared", 1, 20.0, 20.0),
        ("won", 2, 5.0, 6.0),
    ]
    assert _distribution(games, "rounds").rows() == [(4, 1), (6, 1), (20, 1)]


@pytest.mark.parametrize("share", [0.03, 0.97])
def test_a_rare_share_keeps_wilsons_ends(share: float) -> None:
    """100 games, 3 of one kind: 3 ± 3.3 % would reach below 0."""
    found = rate(np.arange(100) < 100 * share, 1)
    assert found.share == share
    assert (found.low, found.high) == pytest.approx((0.0103, 0.0845) if share < 0.5 else (0.9155, 0.9897), abs=0.0001)


def test_an_ending() -> None:
    shared = said("endings.noted", **_facts(Measured(0.0512, 0.0405, 0.0619, scale=100.0), "shared"))
    assert text(shared) == "5.12 % of games end in a shared win (4.05 to 6.19 %)."


def test_which_levels_can_be_ranked_by_their_win_share() -> None:
    """All measured from one reference, and played, not dealt or taken away."""
    one, several = (pl.DataFrame({"reference_share": shares}) for shares in ([0.25, 0.25], [0.25, 0.3]))
    assert compares_shares(FREE, one)
    assert not compares_shares(FREE, several)
    assert not compares_shares(AWAY, one)
    assert not compares_shares(Dealt(name="q", question="?", columns=["a"]), one)


def test_how_often_a_level_is_better() -> None:
    rates = {"better_rate": 0.3, "better_margin_points": 1.5, "worse_rate": 0.1, "worse_margin_points": 0.8}
    table = pl.DataFrame([{"level": "a"} | rates, {"level": "b"} | rates])
    (found,) = _often(AGAINST, table)
    assert text(found) == (
        "Share of games that come out better, and worse, by score: a 30.0 % (± 1.5) and 10.0 % (± 0.8); "
        "b 30.0 % (± 1.5) and 10.0 % (± 0.8)."
    )
    assert _often(AGAINST, table.drop("better_rate")) == []
