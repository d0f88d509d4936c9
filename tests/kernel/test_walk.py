"""What functions use: every edit that could change a game is found and named, and nothing else is."""

import sys
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType

import pytest

from analyser.kernel import code_cache
from analyser.kernel.code_cache import used_by
from analyser.kernel.walk import Used, walk

TABLE = '''
"""The table."""
from enum import IntEnum

import numpy as np

SLOTS = 4
POINTS = np.array([1, 2, 3])
CARD = np.dtype([("value", "i8")])
UNUSED = 7


class Order(IntEnum):
    """What comes first."""

    PIRATE = 0
    ACTION = 1


class Story:
    def tell(self):
        return "Once upon a time"
'''
RULES = '''
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import blank
from small_table import CARD, POINTS, SLOTS, Order
from small_table import Story


class Lost(Exception):
    """Nothing is left."""


@compiled
def entered(slot):
    """One further."""
    return slot + 1


@compiled
def left(slot):
    return slot - 1


@compiled
def score(slot, order):
    card = blank(CARD)
    if order == Order.PIRATE:
        return POINTS[slot] + card.value
    if slot > SLOTS:
        raise Lost("too far")
    return entered(slot)


@compiled
def told(slot):
    return left(slot)


def counted(by):
    further, back = entered, left

    @compiled
    def inner(slot):
        return score(slot, by)

    def policy(slot):
        return inner(slot) + by

    return policy


STORY = Story()
'''


RENAMED = ("rules.py score", "table.py SLOTS", "table.py UNUSED")


class Game:
    """Two small modules, imported anew after each edit."""

    def __init__(self, folder: Path) -> None:
        self.table, self.rules = folder / "small_table.py", folder / "small_rules.py"
        self.table.write_text(TABLE)
        self.rules.write_text(RULES)

    def edit(self, path: Path, old: str, new: str) -> None:
        assert path.read_text().count(old) == 1
        path.write_text(path.read_text().replace(old, new))

    def load(self) -> ModuleType:
        for name in ("small_table", "small_rules"):
            sys.modules.pop(name, None)
        invalidate_caches()
        return import_module("small_rules")

    def used(self, by: object = 1) -> Used:
        return walk(self.load().counted(by))


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield Game(tmp_path)
    for name in ("small_table", "small_rules"):
        sys.modules.pop(name, None)


def moved(before: Used, after: Used) -> set[str]:
    """The names whose hashes differ."""
    flat = [
        {f"{file} {name}": one for file, names in used.symbols.items() for name, one in names.items()}
        for used in (before, after)
    ]
    return {name for name in {**flat[0], **flat[1]} if flat[0].get(name) != flat[1].get(name)}


def test_what_is_used_is_found(game: Game) -> None:
    used = game.used()
    assert set(used.symbols["small_table.py"]) == {"CARD", "POINTS", "SLOTS", "Order.PIRATE"}
    assert set(used.symbols["small_rules.py"]) == {
        *("counted.policy", "counted.policy.by", "counted.inner", "counted.inner.by", "score", "entered"),
    }
    assert set(used.symbols["kernel/intrinsics.py"]) == {"*"}


@pytest.mark.parametrize(
    ("file", "old", "new", "names"),
    [
        ("rules", "slot + 1", "slot + 2", {"small_rules.py entered"}),
        ("rules", "inner(slot) + by", "inner(slot) - by", {"small_rules.py counted.policy"}),
        ("rules", "score(slot, by)", "score(by, slot)", {"small_rules.py counted.inner"}),
        ("table", "SLOTS = 4", "SLOTS = 5", {"small_table.py SLOTS"}),
        ("table", "[1, 2, 3]", "[1, 2, 4]", {"small_table.py POINTS"}),
        ("table", '"i8"', '"i4"', {"small_table.py CARD"}),
        ("table", "PIRATE = 0", "PIRATE = 2", {"small_table.py Order.PIRATE"}),
        ("rules", "SLOTS, Order", "UNUSED as SLOTS, Order", {f"small_{name}" for name in RENAMED}),
    ],
)
def test_an_edit_is_noticed_and_named(game: Game, file: str, old: str, new: str, names: set[str]) -> None:
    before = game.used()
    game.edit(getattr(game, file), old, new)
    after = game.used()
    assert moved(before, after) == names
    assert after.code != before.code


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("table", "Once upon a time", "Long ago"),
        ("table", "UNUSED = 7", "UNUSED = 8"),
        ("table", "ACTION = 1", "ACTION = 3"),
        ("table", "SLOTS = 4", "SLOTS = 2 + 2  # still four"),
        ("rules", '"""One further."""', '"""One slot further along."""'),
        ("rules", "slot - 1", "slot - 2"),
        ("rules", "def entered(slot):", "# A remark.\ndef entered(slot: int) -> int:"),
    ],
)
def test_what_is_not_used_does_not_count(game: Game, file: str, old: str, new: str) -> None:
    before = game.used()
    game.edit(getattr(game, file), old, new)
    after = game.used()
    assert (moved(before, after), after.code) == (set(), before.code)


@pytest.mark.parametrize(
    ("old", "new"),
    [("too far", "much too far"), ("raise Lost(", "raise ValueError("), ("@compiled\ndef entered", "def entered")],
    ids=["words of an error", "another error", "how it is compiled"],
)
def test_what_only_machine_code_shows(game: Game, old: str, new: str) -> None:
    """Errors and options decide no game."""
    before = game.used()
    game.edit(game.rules, old, new)
    after = game.used()
    assert (moved(before, after), after.code != before.code) == (set(), True)


def test_what_a_factory_was_given_counts(game: Game) -> None:
    one, other = game.used(1), game.used(2)
    assert moved(one, other) == {f"small_rules.py counted.{name}.by" for name in ("policy", "inner")} | {
        f"small_rules.py counted.{name}" for name in ("policy",)
    }
    assert one.code != other.code


def test_the_memo_is_used_until_a_file_changes(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    first = used_by(game.load().counted(1))
    walks = []
    monkeypatch.setattr(code_cache, "walk", lambda function: walks.append(1) or walk(function))
    assert used_by(game.load().counted(1)).code == first.code
    assert not walks
    game.edit(game.table, "SLOTS = 4", "SLOTS = 5")
    assert used_by(game.load().counted(1)).code != first.code
    game.edit(game.table, "SLOTS = 5", "SLOTS = 4")
    assert used_by(game.load().counted(1)).code == first.code
    assert len(walks) == 2
    assert used_by(game.load().counted(2)).code != first.code


def test_data_that_constants_are_read_from(game: Game) -> None:
    """The memo must not outlive a data file."""
    data = game.table.with_name("cards.txt")
    game.edit(game.table, "SLOTS = 4", f"from pathlib import Path\nSLOTS = len(Path({str(data)!r}).read_text())")
    data.write_text("four")
    before = used_by(game.load().counted(1), [data])
    data.write_text("three")
    assert used_by(game.load().counted(1), [data]).code != before.code


def test_two_files_of_one_name(game: Game, tmp_path: Path) -> None:
    """The memo of one is not taken for the other, which lies in another folder."""
    first = used_by(game.load().counted(1))
    there = tmp_path / "there"
    there.mkdir()
    other = Game(there)
    other.edit(other.rules, "slot + 1", "slot + 3")
    sys.path.insert(0, str(there))
    try:
        assert used_by(other.load().counted(1)).code != first.code
    finally:
        sys.path.remove(str(there))
