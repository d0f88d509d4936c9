"""Levels of a question, and the sentences about them: what a name means, in which unit, and when all are the same."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analyser.core.errors import BadInput
from analyser.experiments import dealt
from analyser.experiments.answer import ENGLISH
from analyser.experiments.brief import Brief
from analyser.experiments.categories import categories
from analyser.experiments.learned_race import sentence_of, standings
from analyser.experiments.levels import one_up
from analyser.experiments.measured import Limits, Measured
from analyser.experiments.roles import JudgedRole, named
from analyser.experiments.rungs import budgets
from analyser.experiments.sample import play
from analyser.experiments.small_table import SmallRow
from analyser.experiments.sources import by_group
from analyser.experiments.tournament import robustness_table
from analyser.experiments.trial import check_wins
from analyser.experiments.verdict import About
from analyser.experiments.worth import _deal, measured_levels
from analyser.games.definition import SEAT
from analyser.games.loader import find_game
from analyser.statistics.robustness import ON_PLAY, Robustness
from tests.experiments.asking import RUNNER, ask, planted_sample

DECIDED = pl.DataFrame(
    {
        "level": ["seat 1", "seat 2"],
        "decided_share": [0.2, 0.3],
        "low_share": [0.1, 0.25],
        "high_share": [0.3, 0.4],
    }
)


def test_what_the_deal_decides_is_told_by_seat_and_in_percent() -> None:
    levels = measured_levels(DECIDED)
    assert [ENGLISH.fill(one.name) for one in levels] == ["Seat 1", "Seat 2"]
    assert [one.scale for one in levels] == [100.0, 100.0]
    sentence = ENGLISH.sentence(_deal(levels, About("deal")).sentence)
    assert "settles 25.0" in sentence
    assert "10.0 to 40.0" in sentence


def test_the_deal_is_measured_for_each_seat_from_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.Generator(np.random.PCG64(1))
    sample = planted_sample(np.eye(3)[rng.integers(0, 3, 800)])
    sample.job.replays = 8
    monkeypatch.setattr(dealt, "play", lambda job, runner: sample)
    table = dealt.decided(ask("la-planche", players=3), "random", RUNNER)
    assert table["level"].to_list() == ["seat 1", "seat 2", "seat 3"]
    assert table["games"].to_list() == [800] * 3


@pytest.mark.parametrize(("wins", "are_equal"), [([1 / 3, 1 / 3, 1 / 3], True), ([1 / 3, 2 / 3, 0], False)])
def test_seats_are_equal_only_if_all_are(wins: list[float], are_equal: bool) -> None:
    """The first seat alone has its equal share in both."""
    assert JudgedRole(SEAT, planted_sample(np.tile(wins, (40, 1))), 2.0).are_equal == are_equal


def test_shares_of_a_column_by_number_of_players() -> None:
    asked = ask("la-planche", 400)
    samples = {4: play(asked.job("fresh", strategies="random"), RUNNER)}
    answer = categories(asked, samples, "survivor_colour", 5.0)
    answer.facts["planted"] = True
    assert ENGLISH.sentence(answer.title) == "La Planche, 4 players: how often does each survivor_colour occur?"
    table = answer.tables["categories"]
    assert table["level"].to_list() == sorted(table["level"])
    assert table["share"].sum() == pytest.approx(1.0)


RACE = pl.DataFrame(
    {
        "opponent": ["weak", "strong", "alike"],
        "games": [100, 100, 100],
        "win_share": [0.4, 0.1, 0.25],
        "low": [0.3, 0.05, 0.2],
        "high": [0.5, 0.2, 0.3],
    }
)


def test_against_whom_a_learned_strategy_wins() -> None:
    assert standings(RACE, 4) == {"more": ["weak"], "less": ["strong"], "open": ["alike"]}
    assert sentence_of(RACE, 4) == (
        "Alone among 3 of them, where an equal share is 25.0%, the learned strategy wins more against weak (40.0%, "
        "30.0% to 50.0%); it wins less against strong (10.0%, 5.0% to 20.0%); it is level with alike (25.0%, 20.0% to "
        "30.0%)."
    )


def test_seats_by_play_in_points() -> None:
    """Every number of the row, and what is not known."""
    one = Robustness(0.01, 0.02, 0.03, 0.04, 0.05, (1, 0.06), (0, 0.07), 0.8, ON_PLAY, is_apart=True)
    rows = robustness_table([one, replace(one, equilibrium=None)], [(0.08, 0.09), None], ["a", "b"]).to_dicts()
    points = [value for name, value in rows[0].items() if name.endswith("_points")]
    assert points == pytest.approx([1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert (rows[0]["seat"], rows[0]["least_with"], rows[0]["most_with"], rows[0]["agreement_rate"]) == (
        1,
        "b",
        "a",
        0.8,
    )
    assert [rows[1][name] for name in ("seat", "equilibrium_points", "unseen_low_points")] == [2, None, None]


def test_a_small_chart_names_its_ends_and_what_it_shows() -> None:
    rows = tuple(SmallRow("", (), span) for span in ((0.0, 0.1, 0.2), (0.2, 0.3, 0.4)))
    brief = Brief("", "", (), (), rows, 0, None, "drawn", 100.0, (), "")
    head, *lines = brief.chart(40)
    assert head.split() == ["0", "drawn", "40"]
    assert (len(head), len(lines)) == (40, 2)
    assert brief.chart(11)[0].split() == ["0", "drawn", "40"]
    assert brief.chart(9)[0].split() == ["0", "40"]


def test_means_by_group() -> None:
    """Of all seats, of winners and losers, and of strategies by name, in their order."""
    seats = pl.DataFrame({"strategy": ["b", "a"], "win": [1.0, 0.0], "points": [4.0, 2.0]})
    seats = seats.with_columns(pl.col("strategy").cast(pl.Enum(["b", "a"])))
    sample = planted_sample(np.eye(2))
    sample.seats = seats
    table = by_group(sample, ["points"])
    groups = dict(table.iter_rows())
    assert groups == {"all": 3.0, "winners": 4.0, "others": 2.0, "a": 2.0, "b": 4.0}
    assert [*groups] == ["all", "winners", "others", "a", "b"]


def test_a_role_is_shown_in_points() -> None:
    rng = np.random.Generator(np.random.PCG64(2))
    role = JudgedRole(SEAT, planted_sample(np.eye(2)[rng.integers(0, 2, 4000)]), 2.0)
    columns = ("advantage_points", "low_points", "high_points", "low_90_points", "high_90_points")
    found = role.found
    points = (found.advantage.value, found.low, found.high, found.equivalence_low, found.equivalence_high)
    for name, one in zip(columns, points, strict=True):
        assert role.table[name].to_list() == pytest.approx((100 * one).tolist()), name


def test_a_verdict_rests_on_the_level_furthest_out() -> None:
    near, far = (Measured(value, value - 1, value + 1, Limits.around_zero(2)) for value in (4, -9))
    inside = Measured(0, -1, 1, Limits.around_zero(2))
    assert named([near, inside, far]) == [far]
    assert named([inside]) == [inside]


def test_budgets_grow_by_four_up_to_the_top() -> None:
    assert budgets(0) == []
    assert budgets(64) == [16, 64]
    assert budgets(100) == [16, 64, 100]
    assert budgets(4096) == [16, 64, 256, 1024, 4096]


def test_one_level_up() -> None:
    """The next rung of the stored ladder; above it the player that looks ahead, and nobody above that one."""
    game = find_game("la-planche")
    assert one_up(game, 4, "random") not in (None, "random")
    assert one_up(game, 4, "of-nobody") == "lookahead:games=16(of-nobody)"
    assert one_up(game, 4, "lookahead:games=7(random)") is None


def test_wins_that_do_not_add_up_are_named() -> None:
    games = pl.DataFrame({"outcome": ["won", "won", "no_winner"]})
    wins = pl.DataFrame({"game": [0, 0, 1, 1, 2, 2], "win": [1.0, 0, 0.5, 0.5, 0, 0], "rank": [1, 2, 1, 1, 1, 2]})
    check_wins(games, wins, "here")
    with pytest.raises(BadInput, match=r"^here: the shares of the win add up to 0.9 in game 1\."):
        check_wins(games, wins.with_columns(win=pl.Series([1.0, 0, 0.4, 0.5, 0, 0])), "here")
    with pytest.raises(BadInput, match=r"^here: 1 winners do not have rank 1\."):
        check_wins(games, wins.with_columns(rank=pl.Series([1, 2, 2, 1, 1, 2])), "here")
