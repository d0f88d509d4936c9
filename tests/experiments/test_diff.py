"""Two versions of a game on the same deals: better, worse, the same, not settled."""

import pytest

from analyser.api import diff
from analyser.core.errors import BadInput
from analyser.experiments.fixing.diff import Moved, Way
from analyser.experiments.measured import Limits, Measured
from analyser.experiments.verdict import Level
from analyser.games.loader import find_game
from tests.experiments.asking import RUNNER
from tests.experiments.fixable import TARGETS, planted

BAND = Limits(-1, 1)


def number(value, half=0.2, limits=BAND):
    return Measured(value, value - half, value + half, limits, inner=(value - half, value + half))


@pytest.mark.parametrize(
    ("before", "after", "half", "way"),
    [
        (0.0, 0.1, 0.2, Way.SAME),
        (3.0, 0.0, 0.2, Way.BETTER),
        (0.0, -3.0, 0.2, Way.WORSE),
        (3.0, 2.0, 0.2, Way.BETTER),
        (-3.0, -4.0, 0.2, Way.WORSE),
        (3.0, 3.1, 0.1, Way.SAME),
        (3.0, 3.1, 0.9, Way.OPEN),
    ],
)
def test_where_a_number_has_gone(before, after, half, way):
    gap = after - before
    assert Moved(number(before), number(after), gap, gap - half, gap + half, 1.0).way == way


def test_a_number_with_one_limit_gets_worse_upward():
    most = Limits.at_most(10)
    found = Moved(number(20.0, limits=most), number(25.0, limits=most), 5.0, 4.0, 6.0, 10.0)
    assert found.way == Way.WORSE


@pytest.fixture(scope="module")
def fair(tmp_path_factory):
    return planted(tmp_path_factory.mktemp("games"), "two")


def test_a_target_that_was_met_is_missed_now(fair):
    answer = diff(fair, fair, targets=TARGETS, settings=["gift=3"], games=8_000, runner=RUNNER)
    assert answer.verdict.level == Level.MISSED
    assert answer.facts["missed_now"] == ["seats"]
    ways = {row["number"]: row["verdict"] for row in answer.tables["numbers"].to_dicts()}
    assert ways["seat 1"] == "worse"
    assert ways["rounds"] == "same"


def test_a_number_that_no_game_notices_changes_nothing(fair):
    """Everybody gets a point more."""
    answer = diff(fair, fair, targets=TARGETS, settings=["strong=1", "weak=1"], games=2_000, runner=RUNNER)
    assert answer.facts["worse"] == answer.facts["better"] == 0
    assert answer.verdict.level == Level.FOUND


def test_two_games_and_twice_the_same_are_refused(fair):
    with pytest.raises(BadInput, match="two different games"):
        diff(fair, "la-planche", targets=["seats=1"])
    with pytest.raises(BadInput, match="are the same"):
        diff(fair, fair)


def test_a_folder_with_its_game_is_another_version(fair, tmp_path):
    text = find_game(fair).file.read_text("utf-8")
    (tmp_path / "game.py").write_text(text.replace('"gift": Setting(0', '"gift": Setting(3'), "utf-8")
    answer = diff(fair, str(tmp_path), targets=TARGETS, games=4_000, runner=RUNNER)
    assert answer.facts["missed_now"] == ["seats"]
