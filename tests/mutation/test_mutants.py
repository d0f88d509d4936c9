"""The mutants themselves: each is one change, can be compiled, and leaves the rest alone."""

from pathlib import Path

from analyser import places
from mutation.mutants import mutants_of

SOURCE = '''
def rule(table, seat):
    """Docstring 1."""
    tell(1, table)
    if table.left > 1 and not table.over:
        table.points[seat] += 2
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


def test_the_rules_have_mutants() -> None:
    found = list(mutants_of(places.GAMES / "faut_pas_pousser" / "rules.py"))
    assert len(found) > 100
    assert {one.function for one in found} >= {"install", "set_turn_order"}
