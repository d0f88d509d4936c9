"""What data files hold that no rule forbids: accepted, said once, and kept with the caveats."""

from dataclasses import replace

import pytest

from analyser.games.data_warnings import begin_file, warn, warnings_of
from analyser.games.loader import find_game

SENTENCE = "5 copies; reviews tell of 4"
TOLD = "cards.toml, line 3: 5 copies; reviews tell of 4"


def test_a_warning_is_said_once_with_file_and_line(tmp_path, capsys):
    for _ in range(2):
        warn(tmp_path / "cards.toml", 3, SENTENCE)
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"Warning: {TOLD}. It is accepted.\n")
    assert warnings_of(tmp_path) == (TOLD,)


def test_a_file_without_a_line_is_named_alone(tmp_path, capsys):
    warn(tmp_path / "cards.toml", None, "a thing")
    assert warnings_of(tmp_path) == ("cards.toml: a thing",)
    assert "line" not in capsys.readouterr().err


def test_what_is_corrected_is_forgotten(tmp_path, capsys):
    warn(tmp_path / "board.txt", 1, "another thing")
    warn(tmp_path / "cards.toml", 3, SENTENCE)
    begin_file(tmp_path / "cards.toml")
    assert warnings_of(tmp_path) == ("board.txt, line 1: another thing",)
    warn(tmp_path / "cards.toml", 3, SENTENCE)
    assert capsys.readouterr().err.count(TOLD) == 2


@pytest.mark.parametrize("name", ["black-fleet", "la-planche"])
def test_a_warning_stands_with_the_caveats_of_its_data_and_of_no_other(name, tmp_path, capsys):
    game = find_game(name)
    warn(tmp_path / "cards.toml", 3, SENTENCE)
    assert replace(game, data=tmp_path).all_caveats == (*game.caveats, TOLD)
    assert game.all_caveats == game.caveats
    assert capsys.readouterr().err
