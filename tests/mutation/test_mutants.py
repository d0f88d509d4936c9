"""The mutants themselves: each is one change, can be compiled, and leaves the rest alone."""

import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from analyser import games
from analyser.kernel import intrinsics, machine_code
from analyser.statistics import tally
from tests.mutation.mutants import COMPILERS, NARRATION, RULE_MODULES, mutants_of

GAMES = Path(games.__file__).parent
EQUIVALENT = Path(__file__).parent / "equivalent.toml"

SOURCE = '''
def rule(table, seat):
    """Docstring 1."""
    emit(1, table)
    if table.left > 1 and not table.over:
        table.points[seat] += 2
        emit(1, table)
    if seat > 3:
        emit(1, table)
    return table.left
'''


def test_every_kind_of_change(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(SOURCE, encoding="utf-8")
    assert sorted(one.change for one in mutants_of(path)) == sorted(
        [
            "table.left > 1 -> table.left >= 1",
            "table.left > 1 and (not table.over) -> table.left > 1 or not table.over",
            "table.left > 1 and (not table.over) -> not (table.left > 1 and (not table.over))",
            "not table.over -> table.over",
            "1 -> 2",
            "1 -> 0",
            "table.points[seat] += 2 -> table.points[seat] -= 2",
            "table.points[seat] += 2 -> pass",
            "2 -> 3",
            "2 -> 1",
            "return table.left -> return 0",
        ]
    )


SHARED = """
LIMIT = 0.5
KINDS = ("a", "b")

class Sums:
    def worst(self, values):
        return max(values) / -self.n

def total(values, limit=LIMIT):
    return values - limit if KINDS else values

@compiled
def quick(values):
    return values + 1
"""


def test_every_kind_of_change_in_shared_code(tmp_path: Path) -> None:
    """Methods, constants, signs and terms too; what is compiled would run unchanged, so it is left alone."""
    path = tmp_path / "sums.py"
    path.write_text(SHARED, encoding="utf-8")
    assert {(one.function, one.change) for one in mutants_of(path, True)} == {
        ("Sums.worst", "return max(values) / -self.n -> return 0"),
        ("Sums.worst", "max(values) / -self.n -> max(values) * -self.n"),
        ("Sums.worst", "max -> min"),
        ("Sums.worst", "-self.n -> self.n"),
        ("total", "return values - limit if KINDS else values -> return 0"),
        ("total", "KINDS -> not KINDS"),
        ("total", "values - limit -> values + limit"),
        ("total", "values - limit -> values"),
        ("LIMIT", "LIMIT -> x * 10"),
        ("LIMIT", "LIMIT -> x / 10"),
        ("KINDS", "KINDS -> x[:-1]"),
    }
    assert {one.function for one in mutants_of(path, True, {"total", "LIMIT"})} == {"total", "LIMIT"}


def test_names_of_the_code_are_right() -> None:
    """Narration and compilers are found by name: one that is renamed must be renamed here."""
    assert hasattr(intrinsics, NARRATION)
    assert all(hasattr(tally, name) or hasattr(machine_code, name) for name in COMPILERS)


def test_every_module_with_a_clause_is_judged() -> None:
    """No rule is forgotten because it stands in a file of another name."""
    modules = {path for path in GAMES.glob("*/*.py") if "@rule(" in path.read_text(encoding="utf-8")}
    assert len(modules) > 15
    assert {path.stem for path in modules} <= set(RULE_MODULES)


def folder_of(section: str) -> Path:
    """A game's, or a part's of the shared code."""
    return GAMES / section if (GAMES / section).is_dir() else GAMES.parent / section


def listed_by_file(listed: Iterable[str]) -> dict[str, set[str]]:
    """The functions and constants that the list names, by file."""
    found: dict[str, set[str]] = {}
    for name in listed:
        file, function = name.partition(":")[0].split()
        found.setdefault(file, set()).add(function)
    return found


@pytest.mark.parametrize(("section", "listed"), tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).items())
def test_equivalent_mutants_exist(section: str, listed: dict[str, str]) -> None:
    """Code that changes takes its entries along; each has a reason."""
    folder = folder_of(section)
    shared = folder.parent != GAMES
    names = {
        one.name
        for file, functions in listed_by_file(listed).items()
        for one in mutants_of(folder / file, shared, functions)
    }
    assert set(listed) - names == set()
    assert all(listed.values())


def test_the_rules_have_mutants() -> None:
    found = list(mutants_of(GAMES / "faut_pas_pousser" / "rules.py"))
    assert len(found) > 100
    assert {one.function for one in found} >= {"install", "set_turn_order"}
