"""The documents say what is true: their commands run as written, their files, anchors, options and targets exist."""

import contextlib
import re
import runpy
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from analyser.cli.app import app_with
from analyser.core.exit_codes import Exit
from analyser.games.loader import find_game, game_names
from analyser.report.recipe import read_recipe
from tests.cli.commands import fine
from tests.repository.test_layers import LAYERS

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
README = PAGES[0].read_text(encoding="utf-8")
METHODS = "docs/explanation/methods.md"
ACTIVATE = ". .venv/bin/activate"


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> Iterator[tuple[str, str, str]]:
    """Language, file name and text of every block of code."""
    for found in re.finditer(r"^```(\w*) ?(\S*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.M):
        yield found[1], found[2], found[3]


class Reader:
    """Does what a page says, in an empty folder: saves its files, types its commands, runs its Python."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, object] = {}
        self.said = ""

    def follow(self, language: str, file: str, text: str) -> None:
        if file:
            (self.folder / file).write_text(text, encoding="utf-8")
        elif language == "python":
            with contextlib.chdir(self.folder):
                exec(compile(text, "page", "exec"), self.names)
        elif language == "text":
            assert " ".join(text.split()) in " ".join(self.said.split())
        elif not language:
            self.said = "".join(self.type(line) for line in text.splitlines())

    def type(self, line: str) -> str:
        """A command of ours must succeed; `make` must know the target."""
        program, *words = shlex.split(line)
        if program == "analyse":
            return fine(*words, cwd=self.folder).out
        assert line == ACTIVATE or (program == "make" and words[0] in make_targets()), f"not run by this test: {line}"
        return ""


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))


FOLLOWED = [page for page in PAGES if any(blocks(page))]
QUICK = PAGES[0]
"""The README is followed by `make test` too, all pages by `make test-all`."""


@pytest.mark.filterwarnings("ignore:.*tasks have been successfully executed")  # joblib, if a run stops early
@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=() if page == QUICK else pytest.mark.long, id=name_of(page)) for page in FOLLOWED],
)
def test_a_page_can_be_followed(page: Path, tmp_path: Path) -> None:
    """Blocks without a language are typed, Python is run, named files are saved, « text » is part of the output.

    Blocks marked « sh » need other machines: only their options are checked, below.
    """
    reader = Reader(tmp_path)
    for block in blocks(page):
        reader.follow(*block)


def options_of(words: list[str]) -> tuple[set[str], list[str]]:
    """The options that a command has, and those that are typed after it."""
    command, rest = typer.main.get_command(app_with()), words[1:]
    known = {"--help"}
    while rest and rest[0] in getattr(command, "commands", {}):
        command, *rest = command.commands[rest[0]], *rest[1:]
    known |= {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    is_group_with_word = hasattr(command, "commands") and rest and re.fullmatch(r"[a-z-]+", rest[0])
    assert not is_group_with_word, f"no command {' '.join(words)}"
    return known, [word for word in rest if word.startswith("-") and not re.fullmatch(r"-[\d.]+", word)]


def typed_in(page: Path) -> Iterator[list[str]]:
    """Every command that a page names, in a block or in a sentence."""
    text = page.read_text(encoding="utf-8")
    shown = [line for language, _, block in blocks(page) if language in ("", "sh") for line in block.splitlines()]
    for line in shown + re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.M)):
        if line.startswith(("analyse ", "make ")):
            yield shlex.split(line.replace("...", ""))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_options_and_targets_exist(page):
    for words in typed_in(page):
        if words[0] == "make":
            assert set(words[1:2]) <= make_targets()
        else:
            known, typed = options_of(words)
            assert set(typed) <= known, f"{' '.join(words)}: unknown option"


def anchors(page: Path) -> set[str]:
    """What a link may say after « # », as GitHub makes it of the headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=name_of)
def test_links_lead_somewhere(page):
    targets = re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    for target in (one for one in targets if "://" not in one):
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), target


def tracked() -> Iterator[tuple[str, str]]:
    """Every file of the repository that is text, by name."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            yield name, (ROOT / name).read_text(encoding="utf-8", errors="ignore")


def test_every_page_that_is_cited_is_shipped():
    """By path from the root, or by its name if it lies beside, or below `seeds/<game>`."""
    files = dict(tracked())
    for name, text in files.items():
        for cited in re.findall(r"\bdocs/[\w/-]+\.\w+", text):
            assert cited in files or cited.removeprefix("docs/") in files, f"{name} cites {cited}"
        if name.startswith(("analyser/", "seeds/", "strategies/", "reports/")):
            for cited in re.findall(r"\b[\w-]+\.md\b", text):
                assert any(one.endswith(f"/{cited}") or one == cited for one in files), f"{name} cites {cited}"


def test_every_method_that_is_cited_is_explained():
    known = anchors(ROOT / METHODS)
    for name, text in tracked():
        for cited in re.findall(r"methods\.md((?:,? ?#[a-z-]+)+)", text):
            assert set(re.findall(r"#([a-z-]+)", cited)) <= known, f"{name} cites {METHODS}{cited}"


def test_every_method_that_is_explained_is_cited():
    """The code says which method it uses: no section describes what nothing does."""
    explained, _, _ = (ROOT / METHODS).read_text(encoding="utf-8").partition("## Figures that the tests hold")
    methods = {heading.lower().replace(" ", "-") for heading in re.findall(r"^### (.+)$", explained, re.M)}
    cited = {
        anchor
        for name, text in tracked()
        if name.startswith("analyser/")
        for found in re.findall(r"methods\.md((?:,? ?#[a-z-]+)+)", text)
        for anchor in re.findall(r"#([a-z-]+)", found)
    }
    assert methods <= cited


def test_methods_are_cited_by_name():
    """Not by the numbers of a page that only its author has."""
    number = re.compile(r"\b[Mm]ethods? (M\d|section)|\bM\d{1,2}\b(?! in )|\(section \d+\)")
    found = [name for name, text in tracked() if name.startswith(("analyser/", "tests/")) and number.search(text)]
    assert [name for name in found if name != "tests/repository/test_docs.py"] == []


def test_figures_that_tests_cite_are_explained():
    numbers = set(re.findall(r"^\| (\d+) \|", (ROOT / METHODS).read_text(encoding="utf-8"), re.M))
    cited = {one for name, text in tracked() if "tests/" in name for one in re.findall(r"[Ff]igure (\d+)", text)}
    assert cited <= numbers


class TestReference:
    """`make reference` writes these pages; a change of commands, settings or columns makes them stale."""

    def test_is_not_stale(self):
        pages = runpy.run_path(str(ROOT / "docs" / "reference.py"))["pages"]()
        assert set(pages) == {"commands.md", "settings.md", "columns.md"}
        for name, text in pages.items():
            shipped = (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8")
            assert shipped == text, "Type: make reference"

    def test_every_exit_code_is_explained(self):
        page = (ROOT / "docs" / "reference" / "exit-codes.md").read_text(encoding="utf-8")
        assert re.findall(r"^\| (\d+) \| (\w+) ", page, re.M) == [(str(int(one)), one.name) for one in Exit]


def test_the_index_names_every_page():
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {name_of(page).removeprefix("docs/") for page in PAGES if "docs" in page.parts and page.name != "README.md"}
    assert set(re.findall(r"\(([\w-]+/[\w-]+\.md)\)", text)) == pages


def test_every_game_is_in_the_readme():
    assert [name for name in game_names() if f"`{name}`" not in README] == []


@pytest.mark.parametrize("readme", sorted((ROOT / "analyser" / "games").glob("*/README.md")), ids=name_of)
def test_the_map_of_a_game_names_its_files(readme):
    named = {name for name in re.findall(r"`(\w+\.py)`", readme.read_text(encoding="utf-8")) if name[:5] != "test_"}
    assert named == {path.name for path in readme.parent.glob("*.py")} - {"__init__.py"}


def test_make_lists_its_targets():
    done = subprocess.run(["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {line.split()[0] for line in done.stdout.splitlines()} == make_targets()


def test_no_machine_is_named():
    """No path of a machine is in what is shipped."""
    pattern = re.compile(r"/(?:root|home|workspace)/\w")
    assert [name for name, text in tracked() if pattern.search(text)] == []


class TestPicture:
    """The picture of the architecture has the layers that the tests keep, and is drawn by its script."""

    @pytest.fixture
    def script(self):
        return runpy.run_path(str(ROOT / "docs" / "architecture.py"))

    def test_layers(self, script):
        assert [set(layer) for layer in script["LAYERS"]] == [set(layer) for layer in LAYERS]

    def test_is_not_stale(self, script):
        drawn = "\n".join(script["picture"]()) + "\n"
        assert script["TARGET"].read_text(encoding="utf-8") == drawn, "Type: make picture"


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
            recipe = read_recipe(find_game(report.rpartition("-")[0]).recipe)
            assert set(names) <= {one.name for one in recipe.page}

    def test_a_report_that_is_not_built_is_named(self, gallery, tmp_path):
        gallery["main"].__globals__.update(BUILT=tmp_path, TARGET=tmp_path)
        with pytest.raises(SystemExit, match=r"is not built yet\. Type: make report GAME=black-fleet"):
            gallery["main"]()
