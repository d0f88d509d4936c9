"""The documents say what is true: their commands run, their files exist, their example plays."""

import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from analyser.registry import find_game, game_names
from analyser.report.recipe import read_recipe

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def analyse(words, folder):
    command = [sys.executable, "-m", "analyser", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def commands_in(text):
    """Every line of a code block that calls analyse."""
    blocks = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("analyse ")]


def smaller(words):
    """The same command with fewer games."""
    small = {"1000000": "400", "100000": "240", "0.2": "5"}
    return [small.get(word, word) for word in words]


@pytest.mark.parametrize("line", commands_in(README))
def test_the_readmes_commands_run(line, tmp_path):
    words = smaller(shlex.split(line)[1:])
    plays = words[0] in ("simulate", "seats", "compare", "values")
    if plays and "--games" not in words and "--precision" not in words:
        words += ["--games", "300"]
    done = analyse(words, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_first_strategy_of_contributing_plays_as_written(tmp_path):
    (source,) = re.findall(r"```python\n(.*?)```", CONTRIBUTING, re.DOTALL)
    (tmp_path / "early_bird.py").write_text(source, encoding="utf-8")
    for line in commands_in(CONTRIBUTING):
        words = smaller(shlex.split(line)[1:])
        done = analyse([*words, "--games", "1000"] if words[0] == "try" else words, tmp_path)
        assert done.returncode == 0, done.stderr
        assert "early_bird" in done.stdout


@pytest.mark.parametrize(
    "document", ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_links_lead_somewhere(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = [target for target in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in target]
    missing = [target for target in targets if not ((ROOT / document).parent / target).exists()]
    assert missing == []


def test_every_game_stands_in_the_readme():
    assert [name for name in game_names() if f"`{name}`" not in README] == []


def test_make_lists_its_targets():
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)
    for target in ("run", "test", "check", "bench"):
        assert re.search(rf"^{target}\b", done.stdout, re.MULTILINE)


def test_no_machine_is_named():
    """No path of a machine stands in what is shipped."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    pattern = re.compile(r"/(?:root|home|work)/\w")
    found = [
        name
        for name in filter(None, tracked.split("\0"))
        if (ROOT / name).is_file() and pattern.search((ROOT / name).read_text(encoding="utf-8", errors="ignore"))
    ]
    assert found == []


class TestGallery:
    """The figures of the README are those that its script makes, from pages that the recipes ask for."""

    @pytest.fixture
    def gallery(self):
        return runpy.run_path(str(ROOT / "docs" / "gallery.py"))

    def test_readme_shows_them_all_each_with_its_command(self, gallery):
        made = {f"docs/figures/{report}-{name}.png" for report, names in gallery["SHOWN"].items() for name in names}
        assert set(re.findall(r"\((docs/figures/[^)]*)\)", README)) == made
        assert all((ROOT / path).exists() for path in made)
        for report, names in gallery["SHOWN"].items():
            assert README.count(f"`make report GAME={report.rpartition('-')[0]}` |") == len(names)

    def test_recipes_ask_for_them(self, gallery):
        for report, names in gallery["SHOWN"].items():
            recipe = read_recipe(find_game(report.rpartition("-")[0]))
            assert set(names) <= {one.name for one in recipe.asks}

    def test_a_report_that_is_not_built_is_named(self, gallery, tmp_path):
        gallery["main"].__globals__.update(BUILT=tmp_path, TARGET=tmp_path)
        with pytest.raises(SystemExit, match=r"is not built yet\. Type: make report GAME=black-fleet"):
            gallery["main"]()
