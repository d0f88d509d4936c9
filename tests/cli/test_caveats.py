"""What a game's results rest on is said wherever they are printed; games that rest on nothing special say nothing."""

import json
import sys
from pathlib import Path

import pytest

from analyser.cli.app import main
from analyser.experiments import workshop
from analyser.games.loader import find_game, game_names
from tests.cli.commands import GAME, fine

GAMES = {"black-fleet": ["board and cards: reconstruction"], GAME: []}
SMALL = ("--strategies", "random", "--games", "20")


def said(text: str) -> list[str]:
    """The caveats in an answer for people."""
    return [line.removeprefix("Caveat: ").rstrip(".") for line in text.splitlines() if line.startswith("Caveat: ")]


@pytest.mark.parametrize("game", GAMES)
class TestCaveats:
    def test_of_a_run(self, tmp_path: Path, game: str) -> None:
        """In the summary, for programs, and in the manifest; a run that is resumed says them again."""
        words = ("simulate", "--game", game, *SMALL, "--out", "run")
        assert said(fine(*words, cwd=tmp_path).out) == GAMES[game]
        assert json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))["caveats"] == GAMES[game]
        resumed = ("simulate", "--resume", "run")
        assert said(fine(*resumed, cwd=tmp_path).out) == GAMES[game]
        assert json.loads(fine(*resumed, "--json", cwd=tmp_path).out)["caveats"] == GAMES[game]

    def test_of_a_game_told(self, tmp_path: Path, game: str) -> None:
        words = ("play", "--game", game, "--strategies", "random", "--json")
        told = json.loads(fine(*words, cwd=tmp_path).out)
        assert told["caveats"] == said("\n".join(told["story"])) == GAMES[game]

    def test_of_a_game_shown(self, tmp_path: Path, game: str) -> None:
        assert said(fine("games", "show", game, cwd=tmp_path).out) == GAMES[game]
        assert json.loads(fine("games", "show", game, "--json", cwd=tmp_path).out)["caveats"] == GAMES[game]

    def test_of_an_answer(self, tmp_path: Path, game: str) -> None:
        """In the terminal, for programs, and in the files."""
        words = ("seats", "--game", game, "--strategies", "random", "--games", "100", "--no-robustness")
        assert said(fine(*words, "--out", "answer", cwd=tmp_path).out) == GAMES[game]
        assert json.loads((tmp_path / "answer" / "answer.json").read_text(encoding="utf-8"))["caveats"] == GAMES[game]

    def test_of_a_race(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str) -> None:
        """The race alone: checking the contract takes a minute, and has nothing to do with it."""
        monkeypatch.setattr(workshop, "check_contract", lambda *_: [])
        for words, read in (((), said), (("--json",), lambda text: json.loads(text)["caveats"])):
            monkeypatch.setattr(sys, "argv", ["analyse", "try", "random", "--game", game, "--games", "1000", *words])
            with pytest.raises(SystemExit) as left:
                main()
            assert left.value.code == 0
            assert read(capsys.readouterr().out) == GAMES[game]


def test_the_list_of_games_says_whose_they_are(tmp_path: Path) -> None:
    wanted = [f"{find_game(name).title}: {caveat}" for name in game_names() for caveat in find_game(name).caveats]
    assert said(fine("games", cwd=tmp_path).out) == wanted
