"""What a command says first: one sentence, one small table with its chart, and who played."""

from pathlib import Path

import pytest

from tests.cli.commands import GAME, fine

SMALL = ("--game", GAME, "--games", "240", "--jobs", "1")
COMMANDS = {
    "seats": ("--strategies", "random"),
    "compare": ("--vary", "captain_bonus=2,3", "--strategies", "random"),
    "sweep": ("--vary", "captain_bonus=0:2", "--strategies", "random"),
    "values": ("age", "--strategies", "random"),
    "tournament": ("--strategies", "random,greedy"),
    "feel": ("--strategies", "random"),
    "sensitivity": ("--vary", "ages", "--strategies", "random"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_sentence_a_table_and_a_chart_fit_a_terminal(command: str, tmp_path: Path) -> None:
    told = fine(command, *COMMANDS[command], *SMALL, cwd=tmp_path, columns=80).out
    lines = told.splitlines()
    assert max(map(len, lines)) <= 80
    head = next(k for k, line in enumerate(lines) if "interval" in line)
    drawn = [line for line in lines[head + 1 :] if "●" in line]
    assert 2 <= len(drawn) <= 12
    assert any("│" in line for line in drawn)
    assert any(line.startswith("Played by ") for line in lines)
    assert not any(letter in told for letter in "┃┏┡"), "a second table"


def test_every_row_and_remark_on_request(tmp_path: Path) -> None:
    words = ("sweep", *COMMANDS["sweep"], *SMALL, "--no-robustness")
    brief, whole = (fine(*words, *more, cwd=tmp_path).out for more in ((), ("--all",)))
    assert "unfinished_rate" not in brief
    assert whole.count("unfinished_rate") == 3
    assert whole.count("captain bonus") == 1, "the table stands once"


def test_who_played_and_how_strong(tmp_path: Path) -> None:
    told = fine("seats", *SMALL, "--no-robustness", cwd=tmp_path).out
    assert "Played by admiral, the strongest of 15 strategies; 240 games, seed 1." in told
    told = fine("seats", "--strategies", "random", *SMALL, "--no-robustness", cwd=tmp_path).out
    assert "Played by random (the strongest here is admiral); " in told


def test_several_questions_get_a_row_each(tmp_path: Path) -> None:
    told = fine("values", "age", "deal", *SMALL, "--strategies", "random", "--no-robustness", cwd=tmp_path).out
    assert "2 questions: " in told
    assert [line.split()[0] for line in told.splitlines() if "●" in line] == ["age", "deal"]
