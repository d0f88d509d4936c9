"""The table in each game's README leads from every sentence of the rulebook to its clause, code and test."""

import re
from pathlib import Path

import pytest

from analyser.games.loader import find_game, game_names
from tests.repository.test_ledger import GAME_TESTS, implemented, ledger

CELLS = ("sentence", "clause", "code", "test", "status")
CLAUSE = re.compile(r"[A-Z]+-\d+[a-z]?")


def rows(game: str) -> list[dict[str, str]]:
    """The rows of a game's table."""
    lines = (find_game(game).home / "README.md").read_text(encoding="utf-8").splitlines()
    split = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    found = [cells for cells in split if len(cells) == len(CELLS) and CLAUSE.match(cells[1])]
    return [dict(zip(CELLS, cells, strict=True)) for cells in found]


def quoted(cell: str) -> list[str]:
    """The names that stand in a cell."""
    return re.findall(r"`([^`]+)`", cell)


def is_code(game: str, name: str) -> bool:
    """Whether `module.py`, or `module.function`, is code of this game."""
    module, _, function = name.rpartition(".")
    if function == "py":
        return (find_game(game).home / name).exists()
    path: Path = find_game(game).home / f"{module.replace('.', '/')}.py"
    return path.exists() and bool(re.search(rf"^(def|class) {function}\b", path.read_text(encoding="utf-8"), re.M))


def is_test(game: str, name: str) -> bool:
    """Whether this is a file of the game's tests, or a class of its test_rules.py."""
    folder = GAME_TESTS / find_game(game).home.name
    if name.endswith(".py"):
        return (folder / name).exists()
    rules = (folder / "test_rules.py").read_text(encoding="utf-8")
    return bool(re.search(rf"^class {name}\b", rules, re.M))


@pytest.mark.parametrize("game", game_names())
class TestTable:
    def test_every_clause_has_a_row_in_the_order_of_the_ledger(self, game: str) -> None:
        named = [clause for row in rows(game) for clause in CLAUSE.findall(row["clause"])]
        assert set(named) == set(ledger(game))
        firsts = list(dict.fromkeys(row["clause"].partition(",")[0].strip() for row in rows(game)))
        assert firsts == sorted(firsts, key=ledger(game).index)

    def test_the_code_named_is_there(self, game: str) -> None:
        assert [name for row in rows(game) for name in quoted(row["code"]) if not is_code(game, name)] == []

    def test_a_rule_named_is_a_rule_of_that_clause(self, game: str) -> None:
        """A function that says which clauses it implements stands in the rows of these."""
        clauses_of: dict[str, set[str]] = {}
        for clause, names in implemented(game).items():
            for name in names:
                clauses_of.setdefault(".".join(name.split(".")[3:]), set()).add(clause)
        wrong = [
            (name, row["clause"])
            for row in rows(game)
            for name in quoted(row["code"])
            if not clauses_of.get(name, {row["clause"]}) & {*CLAUSE.findall(row["clause"]), row["clause"]}
        ]
        assert wrong == []

    def test_the_tests_named_are_there(self, game: str) -> None:
        for row in rows(game):
            names = quoted(row["test"])
            assert names and [name for name in names if not is_test(game, name)] == [], row["sentence"]

    def test_every_row_says_how_sure_it_is(self, game: str) -> None:
        words = ("stated", "inferred", "assumed", "reported", "edition", "possible", "ours")
        assert [row["status"] for row in rows(game) if not any(word in row["status"] for word in words)] == []


def test_a_name_that_is_not_there_is_noticed() -> None:
    assert not is_code("la-planche", "rules.pushed_twice") and not is_code("la-planche", "ruled.py")
    assert not is_test("la-planche", "TestLp99Nothing") and is_test("la-planche", "TestLp14PushTravels")
