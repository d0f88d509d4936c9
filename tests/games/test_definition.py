"""The definition of a game: what it must bring is checked, and a broken game does not stop the others."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyser import games
from analyser.cli.app import main
from analyser.core import paths
from analyser.core.errors import BadInput
from analyser.games.definition import Columns, Game, Rules
from analyser.games.la_planche import GAME
from analyser.games.loader import find_game, game_names, shipped_games
from analyser.games.settings import defaults
from analyser.games.setup import new_table
from analyser.games.validation import BadDefinition
from analyser.kernel.columns import Column, Summed

RULES, COLUMNS = GAME.rules, GAME.columns
NAMED = Column("n", "UInt8", "a number")


def fields(dtype: np.dtype[Any], **changed: Any) -> np.dtype[Any]:
    """The dtype with some fields changed; None leaves one out."""
    types = {name: dtype[name] for name in dtype.names or ()} | changed
    return np.dtype([(name, kind) for name, kind in types.items() if kind is not None])


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"name": "La Planche"}, "its name is « La Planche ». Allowed: small letters, digits and single « - »."),
        ({"players": (2, 9)}, "players is 2, 9. Allowed: rising whole numbers from 1 to 8."),
        ({"players": ()}, "players is nothing. Allowed: rising whole numbers from 1 to 8."),
        ({"players": (4, 2)}, "players is 4, 2. Allowed: rising whole numbers from 1 to 8."),
        ({"setting_names": ("vane", "vane")}, "setting « vane » is there twice. Rename or remove one."),
        ({"setting_names": ("the vane",)}, "setting « the vane » cannot be used as a name. Allowed: [a-z][a-z0-9_]*"),
        ({"part_games": 0}, "part_games is 0. Allowed: 1 or more."),
        ({"bench": ()}, "bench is empty. Allowed: one strategy or more."),
    ],
)
def test_a_game_that_cannot_work_is_refused(changed: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadDefinition) as found:
        replace(GAME, **changed)
    assert str(found.value) == problem


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"table": fields(RULES.table, me=None)}, "table.me is missing. Allowed: a whole number, such as i8."),
        ({"table": fields(RULES.table, me="f8")}, "table.me is float64. Allowed: a whole number, such as i8."),
        (
            {"table": fields(RULES.table, params=("f8", 4))},
            'table.params is (\'<f8\', (4,)). Allowed: ("params", "f8", MAX_PARAMS), 8 numbers.',
        ),
        (
            {"table": fields(RULES.table, params=None)},
            'table.params is missing. Allowed: ("params", "f8", MAX_PARAMS), 8 numbers.',
        ),
        (
            {"hidden": np.dtype([("copy", "i8")])},
            "hidden has a field « copy », which numpy's records use themselves. Rename it.",
        ),
        ({"choice": np.dtype("i8")}, "choice is int64. Allowed: a numpy dtype with named fields."),
        ({"lists": {}}, "lists has the kinds nothing. Allowed: 0, 1, 2, ..., at most 8 of them."),
        (
            {"lists": {0: RULES.lists[0], 2: RULES.lists[1]}},
            "lists has the kinds 0, 2. Allowed: 0, 1, 2, ..., at most 8 of them.",
        ),
        (
            {"lists": dict.fromkeys(range(9), RULES.lists[0])},
            "lists has the kinds 0, 1, 2, 3, 4, 5, 6, 7, 8. Allowed: 0, 1, 2, ..., at most 8 of them.",
        ),
        ({"policies": {7: None}}, "policies has the kinds [7], lists does not. Every kind needs a list."),
        ({"max_choices": 0}, "max_choices is 0. Allowed: 1 or more."),
        (
            {"max_choices": 40_000},
            "max_choices is 40000. Allowed without a policy for every kind: at most 32768.",
        ),
        (
            {"restrictable": {"swap=3": RULES.restrictable["swap"]}},
            "restrictable « swap=3 » cannot be used as a name. Allowed: [a-z][a-z0-9-]*",
        ),
        ({"costly": {"threat": 0}}, "costly: « threat » has no bit. Allowed: 1, 2, 4, ..."),
    ],
)
def test_rules_that_cannot_work_are_refused(changed: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadDefinition) as found:
        replace(RULES, **changed)
    assert str(found.value) == problem


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"games": (NAMED, NAMED)}, "column of games « n » is there twice. Rename or remove one."),
        ({"seats": (Column("seat", "UInt8", ""),)}, "column of seats « seat » is there twice. Rename or remove one."),
        (
            {"games": (Column("n", "String", ""),)},
            "column of games « n » is String. Allowed: Int8, Int16, Int32, UInt8, UInt16, UInt32, UInt64, Enum.",
        ),
        (
            {"games": tuple(Column(f"n{k}", "UInt8", "") for k in range(45))},
            "games has 45 own columns. Allowed: at most 44.",
        ),
        (
            {"breakdowns": ("stone",)},
            "breakdowns has « stone ». Allowed: columns of seats (colour, own_left_at_half).",
        ),
        (
            {"sums": (Summed("seats", "a row", (), (), (), 1),)},
            "table of sums « seats » is there twice. Rename or remove one.",
        ),
        (
            {"sums": (Summed("cells", "a row", (NAMED,), ((1, 2, 3),), (), 2),)},
            "table of sums « cells » knows 1 columns of [3] rows. Allowed: 1 columns of equal length, at most 2 rows.",
        ),
    ],
)
def test_columns_that_cannot_work_are_refused(changed: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadDefinition) as found:
        replace(COLUMNS, **changed)
    assert str(found.value) == problem


def test_the_limits_themselves_are_allowed() -> None:
    """Negative control: one less is accepted."""
    replace(GAME, players=(1, 8))
    replace(RULES, max_choices=32_768, lists=dict.fromkeys(range(8), RULES.lists[0]))
    Columns(games=tuple(Column(f"n{k}", "UInt8", "") for k in range(44)))


def test_rules_that_break_while_they_are_loaded_are_the_games_fault() -> None:
    def load() -> Rules:
        return replace(RULES, max_choices=0)

    def crash() -> Rules:
        raise ZeroDivisionError("oh")

    with pytest.raises(BadInput) as refused:
        _ = replace(GAME, load_rules=load).rules
    assert str(refused.value) == "The rules of game la-planche cannot be used: max_choices is 0. Allowed: 1 or more."
    with pytest.raises(BadInput, match=r"^The rules of game la-planche cannot be used: ZeroDivisionError: oh \(.*line"):
        _ = replace(GAME, load_rules=crash).rules


def test_columns_have_the_names_that_the_data_have_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("black-fleet")
    folder = shutil.copytree(game.data_folder, tmp_path / game.name)
    monkeypatch.setattr(paths, "SEEDS", tmp_path)
    cards = folder / "development.toml"
    assert "Ransom" in {column.name: column.names for column in game.columns.seats}["dev_5"]
    cards.write_text(cards.read_text("utf-8").replace("Ransom", "Random"), "utf-8")
    assert "Random" in {column.name: column.names for column in game.columns.seats}["dev_5"]


class TestSetUp:
    """A table is laid out once for settings, players and data, and every thread gets a copy."""

    def test_once_for_the_same_settings(self, monkeypatch: pytest.MonkeyPatch) -> None:
        times = []

        def lay_out(*arguments: Any) -> None:
            times.append(arguments)
            RULES.lay_out(*arguments)

        game = replace(GAME, load_rules=lambda: replace(RULES, lay_out=lay_out))
        one, same, fewer, other = (
            new_table(game, defaults(game.settings()) | changed, players)
            for changed, players in (({}, 4), ({}, 4), ({}, 3), ({"plank_length": 20}, 4))
        )
        assert len(times) == 3
        assert one.tobytes() == same.tobytes() != fewer.tobytes()
        assert (int(fewer.n_players), int(other.plank_length)) == (3, 20)

    def test_copies_are_apart(self) -> None:
        one, same = (new_table(GAME, defaults(GAME.settings()), 4) for _ in range(2))
        one.plank_length = 1
        assert same.plank_length == new_table(GAME, defaults(GAME.settings()), 4).plank_length == 18

    def test_again_when_the_data_have_changed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        folder = shutil.copytree(GAME.data_folder, tmp_path / GAME.name)
        monkeypatch.setattr(paths, "SEEDS", tmp_path)
        assert new_table(GAME, defaults(GAME.settings()), 4).n_pairs == 5
        (folder / "vane.toml").write_text('[opposite]\npairs = [["swap", "move"]]\n', "utf-8")
        assert new_table(GAME, defaults(GAME.settings()), 4).n_pairs == 1

    def test_a_setting_that_is_not_put_on_the_table_is_refused(self) -> None:
        game = replace(GAME, load_rules=lambda: replace(RULES, lay_out=lambda table, values, n, data: values["vane"]))
        with pytest.raises(BadInput, match=r"^The rules of game la-planche cannot be used: lay_out .* max_turns"):
            new_table(game, defaults(GAME.settings()), 4)

    def test_a_setting_that_is_missing_is_refused(self) -> None:
        values = {name: value for name, value in defaults(GAME.settings()).items() if name != "vane"}
        with pytest.raises(BadInput, match=r"settings\.toml: the rules of La Planche know no 'vane'"):
            new_table(GAME, values, 4)


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose packages are games too."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    shipped_games.cache_clear()
    yield tmp_path
    shipped_games.cache_clear()
    for name in [name for name in sys.modules if name.startswith("analyser.games.added")]:
        del sys.modules[name]


def write_game(folder: Path, package: str, code: str) -> None:
    (folder / package).mkdir()
    (folder / package / "__init__.py").write_text(code, encoding="utf-8")


def test_a_game_is_added_without_touching_shared_code(added: Path) -> None:
    """Its name need not be that of its package."""
    code = "from dataclasses import replace\nfrom analyser.games.la_planche import GAME\n"
    write_game(added, "added_one", f"{code}GAME = replace(GAME, name='the-other', title='The other')\n")
    assert find_game("the-other").title == "The other"
    assert game_names() == sorted([*game_names()]) and "la-planche" in game_names()


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("GAME = 1 / 0\n", r"ZeroDivisionError: division by zero \(.*added_one/__init__.py, line 1\)"),
        ("", r"analyser.games.added_one defines no GAME. Add GAME = Game\(...\)"),
        (
            "from dataclasses import replace\nfrom analyser.games.la_planche import GAME as OTHER\n"
            "GAME = replace(OTHER, players=(9,))\n",
            r"players is 9. Allowed: rising whole numbers from 1 to 8.",
        ),
    ],
)
def test_a_broken_game_does_not_stop_the_others(added: Path, code: str, problem: str) -> None:
    write_game(added, "added_one", code)
    assert "la-planche" in game_names() and "added-one" not in game_names()
    with pytest.raises(BadInput, match=rf"^Game added-one cannot be used: .*{problem}"):
        find_game("added-one")


def test_the_good_games_are_listed_and_the_broken_one_is_told(
    added: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_game(added, "added_one", "GAME = 1 / 0\n")
    monkeypatch.setattr(sys, "argv", ["analyse", "games"])
    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as left:
        main()
    said = capsys.readouterr()
    assert (left.value.code, "la-planche" in said.out) == (0, True)
    assert "".join(said.err.split()).startswith("Gameadded-onecannotbeused:ZeroDivisionError")


def test_games_are_listed_without_the_compiler() -> None:
    code = (
        "import sys\nfrom analyser.games.loader import game_names\n"
        "print(game_names())\nsys.exit(bool({'numpy', 'numba', 'polars'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_games_say_who_they_are() -> None:
    assert all(isinstance(find_game(name), Game) and find_game(name).name == name for name in game_names())
