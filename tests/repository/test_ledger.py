"""The ledgers (seeds/<game>/rules.md), the rules as code and their tests name the same clauses.

A clause is a row `| FPP-12 | ... |` of a ledger; its tests are a class `TestFpp12Entry` of the game's test_rules.py.
"""

import ast
import re
from pathlib import Path

import pytest

from analyser.experiments.checks import is_assumed
from analyser.games.loader import find_game, game_names
from analyser.kernel.backend import RULES

GAME_TESTS = Path(__file__).parent.parent / "games"

WITHOUT_RULE = {
    "FPP-18": "follows from the others: nothing computes it, test_invariants.py checks it in every game",
}
"""Clauses that no function implements, and why."""


NO_SETTING = {
    "LP-12": "cannot come up: test_rules.py shows it",
    "PT-03": "a column of tiles.toml, where a designer types in another box",
}
"""Assumed clauses that no setting is about, and why."""


def ledger(game: str) -> list[str]:
    """The ids of a game's clauses, in order."""
    text = (find_game(game).ledger).read_text(encoding="utf-8")
    return re.findall(r"^\| *([A-Z]+-\d+[a-z]?) *\|", text, re.MULTILINE)


def assumed(game: str) -> list[str]:
    """The clauses of which the ledger says that something is assumed, in order."""
    lines = find_game(game).ledger.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row[0] for row in cells if row[0] in ledger(game) and "assumed" in row[-1]]


def ids_in(text: str, game: str) -> set[str]:
    """What looks like an id of this game's ledger."""
    prefixes = {clause.partition("-")[0] for clause in ledger(game)}
    return set(re.findall(rf"\b(?:{'|'.join(sorted(prefixes))})-\d+[a-z]?\b", text))


def implemented(game: str) -> dict[str, list[str]]:
    """Clause id -> the functions of this game that say they implement it."""
    package = find_game(game).view.rpartition(".")[0]
    assert find_game(game).rules
    own = {clause: [name for name in names if name.startswith(package + ".")] for clause, names in RULES.items()}
    return {clause: names for clause, names in own.items() if names}


def clauses_tested(game: str) -> list[str]:
    """The ids that the classes of a game's test_rules.py are named after, in order."""
    path = GAME_TESTS / find_game(game).home.name / "test_rules.py"
    tree = ast.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and has_tests(node)]
    named = [re.match(r"Test([A-Z][a-z]+)(\d+[a-z]?)(?=[A-Z]|$)", node.name) for node in classes]
    return list(dict.fromkeys(f"{name[1].upper()}-{name[2]}" for name in named if name))


def has_tests(node: ast.ClassDef) -> bool:
    return any(isinstance(one, ast.FunctionDef) and one.name.startswith("test_") for one in node.body)


@pytest.mark.parametrize("game", game_names())
class TestLedger:
    def test_clauses_have_ids_of_their_own(self, game):
        clauses = ledger(game)
        assert clauses and len(clauses) == len(set(clauses))

    def test_every_clause_has_a_rule_function_or_a_reason_not_to(self, game):
        missing = set(ledger(game)) - set(implemented(game)) - set(WITHOUT_RULE)
        assert sorted(missing) == []

    def test_no_rule_function_names_an_unknown_clause(self, game):
        assert sorted(set(implemented(game)) - set(ledger(game))) == []

    def test_every_clause_has_a_class_of_tests_in_the_order_of_the_ledger(self, game):
        assert clauses_tested(game) == ledger(game)

    def test_no_id_is_invented(self, game):
        files = [
            *find_game(game).sources(),
            *(path for folder in find_game(game).built_in for path in folder.glob("*.py")),
            *(GAME_TESTS / find_game(game).home.name).glob("*.py"),
            find_game(game).data_folder / "settings.toml",
        ]
        invented = {
            path.name: unknown
            for path in files
            if (unknown := ids_in(path.read_text(encoding="utf-8"), game) - set(ledger(game)))
        }
        assert invented == {}

    def test_every_setting_names_a_clause(self, game):
        unknown = {
            name: one.clause for name, one in find_game(game).settings().items() if one.clause not in ledger(game)
        }
        assert unknown == {}

    def test_every_assumption_is_a_setting_with_another_value_to_try(self, game):
        tried = {one.clause for one in find_game(game).settings().values() if is_assumed(one)}
        assert assumed(game) and [one for one in assumed(game) if one not in tried | set(NO_SETTING)] == []

    def test_no_house_rule_is_called_the_rulebooks(self, game):
        known = find_game(game).settings().items()
        assert [name for name, one in known if ("house rule" in one.meaning) != (one.status == "house")] == []

    def test_no_assumed_setting_is_without_one(self, game):
        assert [name for name, one in find_game(game).settings().items() if one.is_open != is_assumed(one)] == []


def test_every_reason_is_needed():
    games = game_names()
    assert set(WITHOUT_RULE) <= {clause for game in games for clause in ledger(game)}
    assert set(NO_SETTING) <= {clause for game in games for clause in assumed(game)}
    assert not set(WITHOUT_RULE) & {clause for game in games for clause in implemented(game)}
