"""The mutants themselves: each is one change, can be compiled, and leaves the rest alone."""

import tomllib
from pathlib import Path

from analyser import places
from mutation.mutants import RULE_MODULES, mutants_of

EQUIVALENT = Path(__file__).parent / "equivalent.toml"

SOURCE = '''
def rule(table, seat):
    """Docstring 1."""
    tell(1, table)
    if table.left > 1 and not table.over:
        table.points[seat] += 2
        tell(1, table)
    if seat > 3:
        tell(1, table)
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


def test_every_module_with_a_clause_is_judged() -> None:
    """No rule is forgotten because it stands in a file of another name."""
    modules = {path for path in places.GAMES.glob("*/*.py") if "@rule(" in path.read_text(encoding="utf-8")}
    assert len(modules) > 15
    assert {path.stem for path in modules} <= set(RULE_MODULES)


def test_equivalent_mutants_exist() -> None:
    """A rule that changes takes its entries along; each has a reason."""
    for game, listed in tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).items():
        names = {one.name for path in (places.GAMES / game).glob("*.py") for one in mutants_of(path)}
        assert set(listed) <= names, game
        assert all(listed.values())


def test_the_rules_have_mutants() -> None:
    found = list(mutants_of(places.GAMES / "faut_pas_pousser" / "rules.py"))
    assert len(found) > 100
    assert {one.function for one in found} >= {"install", "set_turn_order"}
