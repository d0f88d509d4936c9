"""Where games are found: by path, in the folder one is in, by name on a path, in an installed package. Clashes."""

import os
import shutil
import sys
from pathlib import Path

import msgspec
import pytest

from analyser.core.errors import BadInput
from analyser.core.exit_codes import Exit
from analyser.games import places
from analyser.games.loader import find_game, found_games, game_names
from analyser.storage.manifest import job_of, read_manifest
from tests.cli.commands import analyse, fine
from tests.games.designed.conftest import PIG, Write


def test_by_path_file_and_folder(pig: Write, tmp_path: Path) -> None:
    assert find_game(str(pig(name="oink"))).name == "oink"
    shutil.copytree(PIG.parent, tmp_path / "piglet")
    assert find_game(str(tmp_path / "piglet")).name == "piglet"
    assert find_game("./piglet/game.py").name == "piglet"


def test_in_the_folder_one_is_in(pig: Write) -> None:
    pig(name="oink")
    assert places.default_game() == str(Path("oink.py").resolve())
    assert find_game("oink").title == "Pig"


def test_several_games_in_the_folder_must_be_named(pig: Write) -> None:
    pig(name="oink"), pig(name="grunt")
    with pytest.raises(BadInput, match=r"Here are grunt\.py, oink\.py"):
        places.default_game()


def test_by_name_on_a_path(pig: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    shutil.move(pig(name="oink"), shelf)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match="--game-path FOLDER"):
        find_game("oink")
    monkeypatch.setenv(places.VARIABLE, str(shelf))
    assert find_game("oink").file == shelf / "oink.py"
    monkeypatch.setenv(places.VARIABLE, "")
    places.add_folder(str(shelf))
    assert find_game("oink").typed == str(shelf / "oink.py")


def test_a_name_of_its_own(pig: Write) -> None:
    assert find_game(str(pig(('TITLE = "Pig"', 'TITLE = "Pig"\nNAME = "sow"')))).name == "sow"


def test_two_games_of_one_name_are_refused_with_both_places(pig: Write, tmp_path: Path) -> None:
    one = pig(name="oink")
    (tmp_path / "oink").mkdir()
    other = tmp_path / "oink" / "game.py"
    shutil.copy(PIG, other)
    with pytest.raises(BadInput) as found:
        find_game("oink")
    assert str(one) in str(found.value) and str(other) in str(found.value)


def test_a_shipped_name_is_refused_too(pig: Write) -> None:
    with pytest.raises(BadInput, match=r"2 games are called la-planche: .*la-planche.py and analyse itself"):
        find_game(str(pig(name="la-planche")))


def test_a_broken_game_does_not_stop_the_others(pig: Write) -> None:
    pig(("PLAYERS = (2, 3, 4, 5, 6, 7, 8)", "PLAYERS = (2, 9)"), name="broken")
    pig(name="good")
    found = found_games()
    assert "good" in found.games and "la-planche" in found.games
    assert "broken.py, line 7: PLAYERS is (2, 9)" in found.broken["broken"]
    assert "good" in game_names()


def test_other_python_files_are_left_alone(tmp_path: Path) -> None:
    """A file that merely has names like ours is not run."""
    (tmp_path / "game.py").write_text('raise SystemExit("run!")\nPLAYERS = (2,)\nTITLE = "x"\n')
    assert places.here() == []


def test_an_edit_is_seen_at_once(pig: Write) -> None:
    path = pig(name="oink")
    before = find_game(str(path))
    path.write_text(path.read_text("utf-8").replace('TITLE = "Pig"', 'TITLE = "Sow"'), "utf-8")
    os.utime(path, ns=(1, 1))
    assert (before.title, find_game(str(path)).title) == ("Pig", "Sow")


def test_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    (site / "snout").mkdir(parents=True)
    (site / "snout" / "__init__.py").touch()
    shutil.copy(PIG, site / "snout" / "rules.py")
    info = site / "snout-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: snout\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[analyser.games]\nsnout = snout.rules\n")
    monkeypatch.setattr(sys, "path", [str(site), *sys.path])
    assert find_game("snout").file == site / "snout" / "rules.py"
    assert "snout" in game_names()


def test_a_stored_run_never_runs_a_file_that_only_it_names(pig: Write, tmp_path: Path) -> None:
    """A run stores the game's name. Elsewhere that name is unknown; and a path in its place is refused."""
    path = pig(name="oink")
    words = ("--players", "2", "--strategies", "random", "--games", "100", "--out", "run")
    fine("simulate", "--game", "./oink.py", *words, cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    said = analyse("play", "--run", str(tmp_path / "run"), cwd=elsewhere)
    assert said.code == Exit.BAD_INPUT and "No game « oink »" in said.err
    assert (
        "Pig, 2 players"
        in fine("play", "--run", str(tmp_path / "run"), "--game-path", str(tmp_path), cwd=elsewhere).out
    )
    forged = msgspec.structs.replace(read_manifest(tmp_path / "run"), game=str(path))
    with pytest.raises(BadInput, match="names a file of code, which runs only when you type it"):
        job_of(forged, tmp_path / "run")


def test_two_versions_in_one_process_have_a_view_each(tmp_path: Path) -> None:
    """A strategy that names a choice plays the same where the choices are declared in another order."""
    for name in ("pig", "other"):
        shutil.copytree(PIG.parent, tmp_path / name)
    file = tmp_path / "other" / "game.py"
    text = file.read_text("utf-8")
    file.write_text(text.replace('("roll", "hold")', '("hold", "roll")'), "utf-8")
    assert file.read_text("utf-8") != text
    words = ("--players", "2", "--strategies", "hold", "--games", "400", "--target", "turns=10:30", "--jobs", "1")
    assert "Not one of 400 games comes out otherwise" in " ".join(
        fine("diff", "./pig", "other", *words, cwd=tmp_path).out.split()
    )
