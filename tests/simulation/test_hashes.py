"""What decides rows is noticed and named; a comment or a sentence of a story is not."""

from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

from analyser.simulation import hashes
from analyser.simulation.hashes import OTHER_VERSION, changes, hash_of, stored_hashes, task_hashes
from analyser.simulation.part import as_it_is
from tests.checkout import Checkout, Forks
from tests.cli.commands import analyse_apart, fine_apart
from tests.simulation.playing import job_of

GAME = "la-planche"
POOL = "never:swap(survivor),noisy:p=0.1(protector),random"
PAIRS = '["advance", "skull"], ["skull", "skull"]]'
CARD = '{ merchant = 3, pirate = 2, yellow = 4, symbol = "none" }'
RECIPE = """
games = 1000
assumptions = false
[[page]]
kind = "seats"
title = { en = "Are the seats equal?", fr = "Les places sont-elles égales ?" }
"""


def test_code_that_makes_rows_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Edited code that makes tables of games, with a comment and with another column."""
    job = job_of("random", 10)
    before = stored_hashes(job)
    source = Path(str(hashes.tables.__file__)).read_text(encoding="utf-8")
    for edited, found in ((source + "# a remark\n", False), (source.replace("+ 1, dtype", "+ 2, dtype"), True)):
        folder = tmp_path / str(found)
        folder.mkdir()
        (folder / "tables.py").write_text(edited, encoding="utf-8")
        other = ModuleType("tables")
        other.__file__ = str(folder / "tables.py")
        with monkeypatch.context() as patch:
            patch.setattr(hashes, "tables", other)
            patch.setattr(hashes, "label_of", lambda path: f"simulation/{path.name}")
            patch.setattr(hashes, "hashes_of", lambda job: {"rules": "0"})
            after = stored_hashes(job)
        named = [part for part in after if part in before and before[part] != after[part]]
        assert ("engine simulation/tables.py for rows" in named) == found


def test_a_worker_with_another_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    job = job_of("random", 10)
    before = task_hashes(job, as_it_is.__module__)
    monkeypatch.setattr(hashes, "version", lambda name: "0.1.2" if name == "numba" else version(name))
    assert set(changes(before, task_hashes(job, as_it_is.__module__))) == {f"numba {version('numba')}", "numba 0.1.2"}


@pytest.fixture(scope="module")
def before(one_checkout: Checkout) -> dict[str, str]:
    return one_checkout.hashes(GAME, POOL)


RULES, DATA = "analyser/games/la_planche", "seeds/la-planche"


@pytest.mark.parametrize(
    ("file", "old", "new", "named"),
    [
        (
            f"{RULES}/rules.py",
            "return table.left == 1",
            "return table.left == 2",
            "rules: is_over in games/la_planche/rules.py",
        ),
        (
            f"{RULES}/choices.py",
            "int(choice.act == ACT_SWAP)",
            "int(choice.act != ACT_SWAP)",
            "rules: fits_swap in games/la_planche/choices.py",
        ),
        (f"{RULES}/table.py", "HALF = ", "HALF = 1 + ", "rules: HALF in games/la_planche/table.py"),
        (
            "analyser/kernel/restrictions.py",
            "    kept = 0\n",
            "    kept = 0 * n\n",
            "engine: keep_allowed.keep in kernel/restrictions.py",
        ),
        (
            "analyser/simulation/lineups.py",
            "-(first % len(cycle))",
            "first % len(cycle)",
            "engine: _cycle in simulation/lineups.py",
        ),
        (
            "strategies/la-planche/survivor.py",
            "def score(view, choice):",
            "def score(view, choice, /):",
            "strategy never:swap(survivor)",
        ),
        (f"{DATA}/vane.toml", PAIRS, PAIRS.replace("advance", "move"), "data changed: vane.toml"),
        (f"{DATA}/settings.toml", "default = 18", "default = 20", "data changed: settings.toml"),
    ],
)
def test_an_edit_is_noticed_and_named(
    checkout: Checkout, before: dict[str, str], file: str, old: str, new: str, named: str
) -> None:
    checkout.edit(file, old, new)
    assert changes(before, checkout.hashes(GAME, POOL)) == [named]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (f"{RULES}/story.py", "\n# A remark.\n"),
        (f"{RULES}/rules.py", '\n"""A remark."""\n\n\ndef unused():\n    return 1\n'),
        ("analyser/kernel/loop.py", "\n# A remark.\n"),
        ("strategies/la-planche/survivor.py", "\n# A remark.\n"),
        (f"{DATA}/settings.toml", "\n# A remark.\n"),
        (f"{DATA}/rules.md", "\nA remark.\n"),
    ],
)
def test_a_remark_is_not_noticed(checkout: Checkout, before: dict[str, str], file: str, text: str) -> None:
    checkout.append(file, text)
    assert changes(before, checkout.hashes(GAME, POOL)) == []


def test_a_sentence_of_a_story_is_not_noticed(checkout: Checkout, before: dict[str, str]) -> None:
    checkout.edit(f"{RULES}/story.py", "and tells nobody.", "and keeps it secret.")
    assert checkout.hashes(GAME, POOL) == before


def test_a_cell_and_a_card_are_named_by_their_files(checkout: Checkout) -> None:
    before = checkout.hashes("black-fleet", "random")
    checkout.edit("seeds/black-fleet/movement.toml", CARD, CARD.replace("merchant = 3", "merchant = 4"))
    after = checkout.hashes("black-fleet", "random")
    assert changes(before, after) == ["data changed: movement.toml"]
    board = "seeds/black-fleet/board.txt"
    head, line, drawing = checkout.read(board).partition("\nboard:\n")
    checkout.write(board, head + line + drawing.replace("3", "4", 1))
    assert changes(after, checkout.hashes("black-fleet", "random")) == ["data changed: board.txt"]


def test_uncompiled_hashes_are_the_same(one_checkout: Checkout, before: dict[str, str]) -> None:
    uncompiled = Forks(one_checkout.folder, **one_checkout.environment, NUMBA_DISABLE_JIT="1")
    assert uncompiled.hashes(GAME, POOL) == before
    uncompiled.end()


def test_only_what_the_pool_uses_counts(one_checkout: Checkout, before: dict[str, str]) -> None:
    assert "restrictions.py" not in str(one_checkout.hashes(GAME, "random"))
    assert "kernel/restrictions.py" in str(before)


@pytest.mark.parametrize("strange", [None, "x", 3, [], {}, {"rules": "old", "data": "old"}])
def test_hashes_that_another_version_wrote(before: dict[str, str], strange: object) -> None:
    assert changes(strange, before) == [OTHER_VERSION]


def test_one_hash_for_a_kind(before: dict[str, str]) -> None:
    other = before | {"strategy random": "numbers 0"}
    assert hash_of(other, "rules", "engine") == hash_of(before, "rules", "engine")
    assert hash_of(other, "strategy random") != hash_of(before, "strategy random")


@pytest.fixture(scope="module")
def folder(one_checkout: Checkout, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run and a baseline, made before any edit."""
    folder = tmp_path_factory.mktemp("runs")
    played = ("--game", GAME, "--strategies", "random", "--games", "1000")
    fine_apart("simulate", *played, "--part-games", "500", "--out", "run", cwd=folder, **one_checkout.environment)
    fine_apart("baseline", *played, "--out", "b.json", cwd=folder, **one_checkout.environment)
    (folder / "recipe.toml").write_text(RECIPE, encoding="utf-8")
    return folder


class TestARunMadeBefore:
    """What `play --run`, `report RUN`, `simulate --resume` and `check` say after an edit."""

    def test_a_remark_in_a_story_changes_nothing(self, checkout: Checkout, folder: Path) -> None:
        checkout.append(f"{RULES}/story.py", "\n# A remark.\n")
        checkout.edit(f"{RULES}/story.py", "and tells nobody.", "and keeps it secret.")
        told = fine_apart("play", "--run", "run", "--game-number", "3", cwd=folder, **checkout.environment)
        assert "keeps it secret" in told.out
        shown = ("--recipe", "recipe.toml", "--html", "--out", "report.html", "--jobs", "1")
        fine_apart("report", "run", *shown, cwd=folder, **checkout.environment)
        assert "Are the seats equal?" in (folder / "report.html").read_text("utf-8")
        fine_apart("simulate", "--resume", "run", cwd=folder, **checkout.environment)
        checked = fine_apart("check", "b.json", cwd=folder, **checkout.environment)
        assert "came out the same" in checked.out
        assert "Moved" not in checked.out

    def test_an_edited_rule_is_named(self, checkout: Checkout, folder: Path) -> None:
        checkout.edit(f"{RULES}/rules.py", "return table.left == 1", "return table.left <= 1")
        named = "rules: is_over in games/la_planche/rules.py"
        ways = ("play", "--run", "run", "--game-number", "3"), ("simulate", "--resume", "run"), ("report", "run")
        for words in ways:
            done = analyse_apart(*words, cwd=folder, **checkout.environment)
            assert done.code == 3
            assert f"Changed since: {named}. Nothing was changed." in done.last_line
        assert named in fine_apart("check", "b.json", cwd=folder, **checkout.environment).out
