"""Gifts and scoring rules: what is planted is found, nothing changes by default, Shapley values add up."""

from dataclasses import replace

import polars as pl
import pytest

from analyser.experiments.catalogue import read_catalogue
from analyser.experiments.forced import by_setting
from analyser.experiments.sample import play
from analyser.experiments.scoring import rescored, scoring
from analyser.games.black_fleet import settings as black_fleet_settings
from analyser.games.black_fleet.box import read_box
from analyser.games.black_fleet.decks import Fortune
from analyser.games.loader import find_game
from analyser.games.setup import laid_out
from analyser.statistics.shapley import left_out, subsets
from tests.experiments.asking import RUNNER, ask

ONLY_SAILS = "uncounted=62"
NO_FAMILIES = "uncounted=32"


def question(asked, name):
    return read_catalogue(asked.game).questions[name]


def verdicts_of(table):
    return dict(table.select("level", "verdict").rows())


@pytest.mark.parametrize(
    ("game", "setting"), [("piratoons", "gift_round=5"), ("black-fleet", "gift_round=5"), ("piratoons", "uncounted=0")]
)
def test_without_a_gift_nothing_changes(game, setting):
    asked = ask(game, 200)
    plain, other = (play(asked.job(more=more, strategies="random"), RUNNER) for more in ([], [setting]))
    assert plain.seats.equals(other.seats) and plain.games.equals(other.games)


@pytest.mark.long
def test_a_sail_is_worth_most_where_only_sails_count():
    """2,000 games: joint margins of 3 points. A deck takes the place of sails, quarters do nothing at all."""
    asked = ask("piratoons", 2000, settings=[ONLY_SAILS])
    table = by_setting(asked, question(asked, "tile-gift"), "grabber", RUNNER)
    found = verdicts_of(table)
    assert found["sail"] == found["1 storey"] == "above"
    assert found["quarters"] == found["gunport"] == found["porthole"] == "no difference shown"
    assert table.sort("value_points")["level"][-1] in ("sail", "1 storey")


@pytest.fixture
def laid_out_anew():
    """Tables are not those that were laid out before, and are not kept."""
    laid_out.cache_clear()
    yield
    laid_out.cache_clear()


def test_a_planted_fortune_card_is_found(monkeypatch, laid_out_anew):
    """Cutpurse steals 30 doubloons: its gift stands out from all others, by more than their intervals."""
    box = read_box(find_game("black-fleet").data_folder)
    rich = [card._replace(amount=30 if card.effect == Fortune.STEAL else card.amount) for card in box.fortune]
    monkeypatch.setattr(black_fleet_settings, "read_box", lambda data: box._replace(fortune=rich))
    asked = ask("black-fleet", 600)
    table = by_setting(asked, question(asked, "fortune-card"), "greedy", RUNNER).sort("value_points")
    assert table.height == 11
    assert (table["level"][-1], table["verdict"][-1]) == ("steal", "above")
    assert table["low_points"][-1] > table["high_points"][-2]


def test_counted_again_is_played_again_where_nobody_looks_at_points():
    """Random players: leaving out columns gives the very wins that games without these points have."""
    asked = ask("piratoons", 100)
    columns = list(question(asked, "scoring-rules").tried.values())
    sample = play(asked.focal("random", "random"), RUNNER)
    again = rescored(sample, columns)
    for k, there in enumerate(subsets(len(columns))):
        other = play(asked.focal("random", "random", [f"uncounted={left_out(len(columns), there)}"]), RUNNER)
        assert other.of_focal() == pytest.approx(again[:, k]), there
    assert again[:, -1] == pytest.approx(sample.of_focal())
    assert (again[:, 0] == 1 / 4).all()


@pytest.mark.parametrize(
    ("source", "column", "sign"), [(4, "barrels", -1), (8, "bad_joins", 1), (16, "empty_places", 1)]
)
def test_quartermaster_sees_what_does_not_count(source, column, sign):
    """1,000 games: the means are apart by more than 3 standard errors. Random players play on as they did."""
    asked = ask("piratoons", 1000)
    for strategy, sees in (("quartermaster", True), ("random", False)):
        jobs = (asked.job(more=more, strategies=strategy) for more in ([], [f"uncounted={source}"]))
        before, after = (play(job, RUNNER).by_seat(column).mean(1) for job in jobs)
        change = sign * (after - before)
        assert (change.mean() > 3 * change.std() / len(change) ** 0.5) == sees, strategy
        assert sees or not change.any()


@pytest.mark.long
def test_scoring_rules_add_up_to_the_edge():
    """Efficiency, rescored and replayed: all together is the win share above an equal one."""
    asked = ask("piratoons", 400)
    table = scoring(asked, question(asked, "scoring-rules"), "quartermaster", RUNNER)
    edge = play(asked.focal("quartermaster", "grabber"), RUNNER).of_focal().mean() - 1 / 4
    for name in ("value_points", "replayed_points"):
        *each, whole = table[name]
        assert sum(each) == pytest.approx(whole)
    assert table["value_points"][-1] == pytest.approx(100 * edge)
    assert table["value_points"][-1] > 10


@pytest.mark.long
def test_a_rule_that_pays_nothing_is_worth_nothing():
    """Families bring no points: their value is 0, exactly, however the games are counted."""
    asked = ask("piratoons", 400, settings=[NO_FAMILIES])
    table = scoring(asked, question(asked, "scoring-rules"), "quartermaster", RUNNER)
    families = table.filter(pl.col("level") == "families").row(0, named=True)
    assert families["value_points"] == pytest.approx(0, abs=1e-9)
    assert families["low_points"] == pytest.approx(families["high_points"], abs=1e-9)


def test_a_brief_check_plays_nothing_again():
    asked = ask("piratoons", 200)
    assert (
        "replayed_points"
        not in scoring(replace(asked, brief=True), question(asked, "scoring-rules"), "random", RUNNER).columns
    )
