"""`analyse games show GAME --board`: in the terminal, for programs, into a file; and what is refused."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from analyser.cli.board import board_lines
from analyser.games.black_fleet.box import read_box
from analyser.games.black_fleet.notation import board_text
from analyser.games.loader import find_game, game_names
from tests.cli.commands import GAME, Refused, fine

BOARD = ("games", "show", "black-fleet", "--board")
PICTURE = find_game("black-fleet").picture()


def test_the_terminal_shows_the_drawing_of_the_file_and_the_legend(tmp_path: Path) -> None:
    text = fine(*BOARD, cwd=tmp_path, columns=80).out
    lines = [line.split() for line in text.splitlines()]
    for number, line in enumerate(
        board_text(read_box(find_game("black-fleet").data_folder).board).splitlines(), start=1
    ):
        assert [str(number), *line.split()] in lines
    assert "Caveat: board and cards: reconstruction." in text
    for style in PICTURE.styles.values():
        assert style.word in text
    assert "\x1b" not in text


def test_places_stand_below_their_numbers() -> None:
    head, first, second = (line.plain for line in board_lines(PICTURE)[:3])
    for number in range(1, 15):
        at = re.search(rf"\b{number}\b", head)
        assert at and first[at.start()] != " " and second[at.start() + 2] != " "


def test_a_terminal_with_colours_shows_them() -> None:
    console = Console(force_terminal=True, color_system="truecolor", width=100)
    with console.capture() as caught:
        for line in board_lines(PICTURE):
            console.print(line)
    for style in PICTURE.styles.values():
        red, green, blue = (int(style.fill[k : k + 2], 16) for k in (1, 3, 5))
        assert f"48;2;{red};{green};{blue}m" in caught.get()


def test_for_programs(tmp_path: Path) -> None:
    told = json.loads(fine(*BOARD, "--json", cwd=tmp_path).out)
    assert (told["game"], told["file"]) == ("black-fleet", None)
    cells = {one["name"]: one for one in told["cells"] if one["name"]}
    assert len(cells) == sum(bool(one.name) for one in PICTURE.hexagons)
    assert (cells["8/8"]["style"], cells["8/8"]["sign"], cells["8/8"]["row"]) == ("frigate_start", "y", 7)


def test_into_a_file(tmp_path: Path) -> None:
    assert fine(*BOARD, "--out", "board.pdf", cwd=tmp_path).out == "Written: board.pdf\n"
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")
    assert json.loads(fine(*BOARD, "--out", "board.svg", "--json", cwd=tmp_path).out)["file"] == "board.svg"
    assert b"<svg" in (tmp_path / "board.svg").read_bytes()


def test_nothing_else_loads_matplotlib() -> None:
    code = "import sys, analyser.cli.app, analyser.cli.board; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class TestRefused:
    @pytest.mark.parametrize("game", [name for name in game_names() if not find_game(name).has_board])
    def test_a_game_without_a_board(self, refused: Refused, game: str) -> None:
        title = find_game(game).title
        assert (
            refused("games", "show", game, "--board") == f"{title} has no board to draw. Games with one: black-fleet."
        )

    def test_a_file_without_a_board(self, refused: Refused) -> None:
        said = refused("games", "show", GAME, "--out", "x.pdf")
        assert said == f"--out is for pictures. Type: analyse games show {GAME} --board --out x.pdf"

    def test_the_rules_at_the_same_time(self, refused: Refused) -> None:
        assert refused(*BOARD, "--ledger") == (
            "--ledger prints the rules, --board draws the board, --data names the files: give one of them."
        )

    def test_an_unknown_kind_of_picture(self, refused: Refused) -> None:
        said = refused(*BOARD, "--out", "board.jpg")
        assert said == "Cannot draw board.jpg: « .jpg » is not a kind of picture. Allowed: .pdf, .svg, .png."

    def test_a_folder_that_is_not_there(self, refused: Refused) -> None:
        said = refused(*BOARD, "--out", "no/board.pdf")
        assert said == "Cannot write no/board.pdf: there is no folder no. Type --out FILE."

    def test_a_folder_of_the_system(self, refused: Refused) -> None:
        assert refused(*BOARD, "--out", "/proc/board.png").startswith("Cannot write /proc/board.png: ")
