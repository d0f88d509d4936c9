"""The numbers of the rules: what is typed, what is accepted, what is shown."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.core.errors import AnalyseError, BadInput
from analyser.games.loader import find_game, game_names
from analyser.games.settings import Limits, Setting, changed, read_settings, show
from analyser.simulation.engine import State
from tests.cli.commands import GAME
from tests.kernel.steady import steady

NUMBER = Setting("bonus", "", 2, Limits(-5, 20), (), "X-01", "stated")
DECIMAL = Setting("rate", "", 0.5, Limits(0, 1), (), "X-02", "stated")
SWITCH = Setting("storm", "", True, [True, False], (), "X-03", "stated")
WORD = Setting("ages", "", "random", ["random", "reverse"], (), "X-04", "stated")
LIST = Setting("values", "", [1, 2, 3], Limits(0, 9), (), "X-05", "stated")
RISING = Setting("values", "", [1, 2, 3], Limits(0, 9, True), (), "X-06", "stated")
ALL = (NUMBER, DECIMAL, SWITCH, WORD, LIST, RISING)


@steady
@given(st.integers())
def test_whole_numbers(value: int) -> None:
    if -5 <= value <= 20:
        assert NUMBER.parse(str(value)) == value
    else:
        with pytest.raises(
            BadInput, match=rf"^Setting bonus = {value} is refused\. Allowed: whole numbers from -5 to 20"
        ):
            NUMBER.parse(str(value))


@steady
@given(st.floats())
def test_decimal_numbers(value: float) -> None:
    if 0 <= value <= 1:
        assert DECIMAL.parse(str(value)) == value
    else:
        with pytest.raises(BadInput, match="Allowed: numbers from 0 to 1"):
            DECIMAL.parse(str(value))


@steady
@given(st.lists(st.integers(-2, 11), max_size=5))
def test_lists(values: list[int]) -> None:
    text = ",".join(map(str, values))
    in_range = len(values) == 3 and all(0 <= value <= 9 for value in values)
    for setting, good in ((LIST, in_range), (RISING, in_range and values == sorted(set(values)))):
        if good:
            assert setting.parse(text) == setting.parse(f"[{text}]") == values
        else:
            with pytest.raises(BadInput, match="Allowed: 3 whole numbers from 0 to 9"):
                setting.parse(text)


@pytest.mark.parametrize(("text", "value"), [("true", True), ("False", False), (" TRUE ", True)])
def test_switches(text: str, value: bool) -> None:
    assert SWITCH.parse(text) is value


@pytest.mark.parametrize("text", ["yes", "1", "0", ""])
def test_switches_take_no_other_words(text: str) -> None:
    with pytest.raises(BadInput, match="Allowed: true or false"):
        SWITCH.parse(text)


def test_words() -> None:
    assert WORD.parse(" reverse ") == "reverse"
    with pytest.raises(BadInput, match="Allowed: one of random, reverse"):
        WORD.parse("Reverse")


@steady
@given(st.sampled_from(ALL), st.text(max_size=12))
def test_any_text_is_used_or_refused(setting: Setting, text: str) -> None:
    """No other error; and what is accepted is shown in a way that can be typed again."""
    try:
        value = setting.parse(text)
    except AnalyseError as problem:
        assert str(problem).startswith(f"Setting {setting.name} = ")
    else:
        assert setting.parse(show(value)) == value


@pytest.mark.parametrize("game", game_names())
class TestShippedSettings:
    def test_every_value_can_be_typed(self, game: str) -> None:
        """Default and values worth trying go through the command line unchanged."""
        for setting in find_game(game).settings().values():
            for value in (setting.default, *setting.worth_trying):
                assert setting.parse(show(value)) == value, setting.name

    def test_every_entry_tells_its_meaning(self, game: str) -> None:
        for setting in find_game(game).settings().values():
            assert setting.meaning.endswith(".") and setting.clause, setting.name

    def test_a_setting_that_matters_only_with_another_names_one(self, game: str) -> None:
        settings = find_game(game).settings()
        for setting in settings.values():
            name, equals, value = setting.when.partition("=")
            assert not setting.when or (equals and show(settings[name].parse(value)) == value)

    def test_every_value_worth_trying_can_be_played(self, game: str) -> None:
        """The rules know every setting and accept every value worth trying."""

        settings = find_game(game).settings()
        defaults = {name: setting.default for name, setting in settings.items()}
        for name, setting in settings.items():
            for value in setting.worth_trying:
                for players in find_game(game).players:
                    State(find_game(game), defaults | {name: value}, players)


def test_changes_are_applied_in_order() -> None:
    settings = find_game(GAME).settings()
    values = changed(settings, ["captain_bonus=3", "pile_size = 5", "captain_bonus=4"], GAME)
    defaults = {name: setting.default for name, setting in settings.items()}
    assert values == defaults | {"captain_bonus": 4, "pile_size": 5}


def test_defaults_are_not_shared() -> None:
    """A changed list stays with who changed it."""
    settings = find_game(GAME).settings()
    values = changed(settings, [], GAME)
    plank_points = values["plank_points"]
    assert isinstance(plank_points, list)
    plank_points.append(99)
    assert changed(find_game(GAME).settings(), [], GAME)["plank_points"] == [9, 8, 7, 6]


ENTRY = """[bonus]
meaning = "Points."
default = 2
allowed = { least = 0, most = 20 }
try = [1, 2]
clause = "X-01"
status = "stated"
"""


@steady
@given(st.integers(0, len(ENTRY)), st.text(max_size=3), st.integers(0, 8))
def test_a_mistyped_file_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, at: int, typed: str, lost: int
) -> None:
    folder = tmp_path_factory.mktemp("seeds")
    (folder / "settings.toml").write_bytes((ENTRY[:at] + typed + ENTRY[at + lost :]).encode("utf-8", "surrogatepass"))
    try:
        settings = read_settings(folder / "settings.toml")
    except BadInput as problem:
        assert str(folder / "settings.toml") in str(problem)
    else:
        assert all(setting.check(setting.default) is setting.default for setting in settings.values())


def test_a_file_in_another_folder(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(ENTRY)
    (setting,) = read_settings(tmp_path / "settings.toml").values()
    assert setting == Setting("bonus", "Points.", 2, Limits(0, 20), (1, 2), "X-01", "stated")
    assert setting.allows() == "whole numbers from 0 to 20"
