"""Data of one's own, compared with the shipped ones or with each other, and played by GAME@FOLDER."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import ROOT, Refused, fine

VANE = ROOT / "seeds" / "la-planche" / "vane.toml"
SMALL = ("--game", "la-planche", "--games", "400", "--strategies", "random", "--no-robustness", "--jobs", "1")


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """Two folders with one file each: as it is shipped, and never two skulls."""
    text = VANE.read_text("utf-8")
    fewer = text.replace('["advance", "skull"], ["skull", "skull"]]', '["advance", "skull"]]', 1)
    assert fewer != text
    for name, content in (("as-shipped", text), ("fewer", fewer)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "vane.toml").write_text(content, "utf-8")
    return tmp_path


def compared(cwd: Path, *places: str) -> dict[str, object]:
    words = [word for one in places for word in ("--data", one)]
    rows = json.loads(fine("compare", *SMALL, *words, "--json", cwd=cwd).out)["tables"]["differences"]
    return {row["outcome"]: row["games_changed_rate"] for row in rows}


def test_two_folders_work_like_two_settings(folders: Path) -> None:
    changed = compared(folders, "as-shipped", "fewer")
    assert changed["decisions"] > 0.5
    assert changed == compared(folders, "fewer"), "one alone is compared with the shipped data"
    assert changed == compared(folders, "fewer/vane.toml"), "a single file does as well"


def test_a_copy_of_the_shipped_data_changes_no_game(folders: Path) -> None:
    assert set(compared(folders, "as-shipped").values()) <= {0.0, None}


def test_a_game_with_data_of_ones_own_is_played(folders: Path) -> None:
    words = ("simulate", "--game", "la-planche@fewer", "--strategies", "random", "--games", "200", "--json")
    answer = json.loads(fine(*words, cwd=folders).out)
    assert answer["compared_with_shipped"]["edited_files"] == ["vane.toml"]


class TestRefused:
    def test_a_file_that_the_game_does_not_know(self, refused: Refused, tmp_path: Path) -> None:
        (tmp_path / "cards.toml").write_text("")
        said = refused("compare", *SMALL, "--data", "../cards.toml")
        assert "cards.toml is no data file of La Planche. Allowed names: rules.md, settings.toml, vane.toml." in said

    def test_a_whole_game(self, refused: Refused, tmp_path: Path) -> None:
        (tmp_path / "mine" / "data").mkdir(parents=True)
        (tmp_path / "mine" / "game.py").write_text("")
        said = refused("compare", *SMALL, "--data", "../mine")
        assert "mine is a whole game. Type the folder of its data: " in said and said.rstrip().endswith("mine/data")

    def test_a_place_that_is_not_there(self, refused: Refused) -> None:
        assert "has no data of La Planche" in refused("compare", *SMALL, "--data", "nowhere")

    def test_neither_a_setting_nor_data(self, refused: Refused) -> None:
        assert refused("compare", *SMALL).startswith("analyse compare needs --vary NAME=VALUE,VALUE or --data FOLDER")
