"""`analyse report`: the PDF of a game or of a run; whatever is wrong is refused before anything is played."""

import json
import re
from pathlib import Path

import pytest
from matplotlib.font_manager import fontManager

from analyser.core.errors import BadInput
from analyser.report.build import check_target
from tests.cli.commands import ROOT, Refused, analyse, fine

GAME = "la-planche"
TITLE = 'title = { en = "Is it so?", fr = "Est-ce ainsi ?" }'
RECIPE = f"""
games = 2000
[tolerances]
seat_points = 3
[[page]]
kind = "seats"
{TITLE}
[[page]]
kind = "length"
column = "turns"
{TITLE}
"""


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(RECIPE, encoding="utf-8")
    return path


def test_a_game_in_french_with_a_recipe_of_ones_own(tmp_path: Path, recipe: Path) -> None:
    done = fine("report", "--game", GAME, "--recipe", recipe, "--lang", "fr", "--games", "1000", cwd=tmp_path)
    path = tmp_path / "reports/out/la-planche-4p-fr.pdf"
    assert path.read_bytes().startswith(b"%PDF")
    assert "Écrit\u00a0: reports/out/la-planche-4p-fr.pdf" in done.out
    assert not re.search("^(missed|undecided|found|met|noted):", done.out, re.M), "tags in French too"
    assert re.search("^(manqué|indécis|constaté|atteint|noté)\u00a0: Est-ce ainsi", done.out, re.M)
    assert re.search("^  (manqué|indécis|constaté|atteint|noté)\u00a0: ", done.err, re.M), (
        "each answer as soon as it is known"
    )
    assert "Est-ce ainsi\u202f?" in done.out
    assert "1/2 Est-ce ainsi\u202f?" in done.err
    assert "tours de jeu en moyenne" in done.out and "couleur" in done.out, "the game's own words"
    beside = {one.name for one in path.with_suffix("").iterdir()}
    assert beside == {f"{name}.{kind}" for name in ("seats", "length") for kind in ("png", "svg", "csv")} | {
        "report.json"
    }


@pytest.mark.long
def test_a_run_gives_its_own_games_and_the_same_bytes_each_time(tmp_path: Path, recipe: Path) -> None:
    fine("simulate", "--game", GAME, "--games", "2000", "--seed", "7", "--out", "run", cwd=tmp_path)
    words = ("report", "run", "--recipe", recipe, "--out", "r.pdf", "--json")
    answer = json.loads(fine(*words, cwd=tmp_path).out)
    assert (answer["games"], answer["seed"], answer["players"]) == (2000, 7, 4)
    first = (tmp_path / "r.pdf").read_bytes()
    fine(*words, "--jobs", "1", cwd=tmp_path)
    assert (tmp_path / "r.pdf").read_bytes() == first


def test_a_run_that_cannot_be_used(tmp_path: Path, recipe: Path) -> None:
    fine("simulate", "--game", GAME, "--games", "1000", "--out", "run", cwd=tmp_path)
    kept = ("--recipe", recipe, "--out", "r.pdf")
    assert (
        "is a run of la-planche, not of piratoons"
        in analyse("report", "run", "-g", "piratoons", *kept, cwd=tmp_path).err
    )
    assert "A run has its own players" in analyse("report", "run", "--players", 3, *kept, cwd=tmp_path).err
    (tmp_path / "run/games/part-00000.parquet").write_bytes(b"")
    done = analyse("report", "run", *kept, cwd=tmp_path)
    assert (done.code, "corrupt" in done.err) == (3, True)
    fine("simulate", "--game", GAME, "--games", "200", "--out", "few", cwd=tmp_path)
    assert "holds 200 games. A report needs 1,000 or more" in analyse("report", "few", *kept, cwd=tmp_path).err
    fine("simulate", "--game", GAME, "--games", "2000", "--keep", "summary", "--out", "sums", cwd=tmp_path)
    assert "keeps only sums, no rows" in analyse("report", "sums", *kept, cwd=tmp_path).err
    assert not (tmp_path / "r.pdf").exists()


def test_a_run_of_another_version(tmp_path: Path) -> None:
    from analyser.storage.manifest import signed

    fine("simulate", "--game", GAME, "--games", "1000", "--out", "run", cwd=tmp_path)
    manifest = json.loads((tmp_path / "run/run.json").read_text(encoding="utf-8"))
    manifest["hashes"]["rules"] = "0" * 64
    (tmp_path / "run/run.json").write_text(json.dumps(signed(manifest)), encoding="utf-8")
    done = analyse("report", "run", "--out", "r.pdf", cwd=tmp_path)
    assert done.code == 3
    assert "Changed since: rules. Nothing was changed." in done.err
    assert not (tmp_path / "r.pdf").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "analyse report needs --game GAME, or the folder of a run"),
        (("--game", "la-planch"), "No game « la-planch ». Nearest: la-planche"),
        (("--game", GAME, "--players", "9"), "La Planche is not played by 9"),
        (("--game", GAME, "--lang", "de"), "--lang de is not known. Allowed: en, fr"),
        (("--game", GAME, "--games", "10"), "--games 10 is refused. Allowed: 1,000 or more"),
        (("--game", GAME, "--out", "r.txt"), "--out r.txt is no PDF file"),
        (("--game", GAME, "--out", "/proc/nowhere/r.pdf"), "Cannot write /proc/nowhere/r.pdf"),
        (("--game", GAME, "--recipe", "none.toml"), "none.toml is missing"),
        (("--game", GAME, "--fix", "nowhere"), "nowhere is missing. Type: analyse fix"),
        (("--game", GAME, "--set", "plank_length=99"), "plank_length"),
        (("--game", GAME, "--jobs", "0"), "--jobs 0 is refused"),
        (("nowhere",), "No run in nowhere"),
    ],
)
def test_refused_at_the_door(words: tuple[str, ...], says: str, refused: Refused) -> None:
    assert says in refused("report", *words)


def test_a_matplotlib_without_its_typeface(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fontManager, "ttflist", [])
    fontManager._findfont_cached.cache_clear()
    with pytest.raises(BadInput, match="The typeface DejaVu Sans of all figures and pages is missing"):
        check_target(tmp_path / "r.pdf")
    monkeypatch.undo()
    fontManager._findfont_cached.cache_clear()
    check_target(tmp_path / "r.pdf")


def test_a_file_where_the_figures_should_go(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "r").write_text("mine", encoding="utf-8")
    assert "r is a file. Type another --out FILE" in refused("report", "--game", GAME, "--out", tmp_path / "r.pdf")


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ('kind = "values"\nquestion = "colours"', "No question for page colours"),
        ('kind = "compare"\nvary = "push=contact"', "names one value"),
        ('kind = "compare"\nvary = "plank_length=17,18,20"', "must name two values"),
        ('kind = "compare"\nvary = "push=contact,row"\nheadline = "luck"', "No outcome"),
        ('kind = "sweep"\nvary = "plank_length=17,18"\noutcomes = ["luck"]', "No outcome"),
        ('kind = "sources"\ncolumns = ["gold"]\nunit = { en = "a", fr = "b" }', "No number of a seat"),
        ('kind = "board"\ncounts = ["robberies"]', "counts nothing on a board"),
        ('kind = "categories"\ncolumn = "turns"', "No column of names"),
        ('kind = "length"\ncolumn = "minutes"', "No number of a game"),
        ('kind = "tornado"\nsettings = ["pusch"]', "Nearest: push"),
    ],
)
def test_a_question_that_the_game_cannot_answer(page: str, says: str, refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f"[[page]]\n{page}\n{TITLE}\n", encoding="utf-8")
    assert says in refused("report", "--game", GAME, "--recipe", path)


@pytest.mark.parametrize("named", ['opponents = ["gredy"]', 'base = "gredy"'])
def test_strategies_of_the_recipe_are_checked_first(named: str, refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(RECIPE.replace("games = 2000", f"games = 2000\n{named}"), encoding="utf-8")
    assert "gredy" in refused("report", "--game", GAME, "--recipe", path)


def test_make_report_names_the_game() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "analyse report --game $(GAME)" in text
