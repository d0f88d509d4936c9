"""`analyse new-strategy` and `analyse try`: from nothing to a raced strategy."""

import json
import subprocess
import sys

import pytest


def analyse(words, folder):
    command = [sys.executable, "-m", "analyser", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", ["faut-pas-pousser", "la-planche"])
def test_a_new_strategy_works_as_it_is(game, tmp_path):
    assert analyse(["new-strategy", "mine", "--game", game], tmp_path).returncode == 0
    done = analyse(["try", "mine.py", "--games", "1000", "--json"], tmp_path)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["game"] == game
    assert any("blind" in check for check in answer["checks"])
    assert "mine" in [row["strategy"] for row in answer["race"]]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.py"]


def test_a_taken_name_is_refused_and_nothing_overwritten(tmp_path):
    (tmp_path / "mine.py").write_text("keep me")
    for name in ("mine", "greedy"):
        done = analyse(["new-strategy", name, "--game", "faut-pas-pousser"], tmp_path)
        assert done.returncode == 2 and "already" in done.stderr
    assert (tmp_path / "mine.py").read_text() == "keep me"


@pytest.mark.parametrize("name", ["Mine", "../mine", "never", "1st", ""])
def test_a_name_that_cannot_be_one_is_refused(name, tmp_path):
    done = analyse(["new-strategy", name, "--game", "la-planche"], tmp_path)
    assert done.returncode == 2 and "cannot be the name" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_game_must_be_told_when_the_file_does_not_tell(tmp_path):
    (tmp_path / "zero.py").write_text('"""Zero."""\n\n\ndef score(view, choice):\n    return 0.0\n')
    done = analyse(["try", "zero.py"], tmp_path)
    assert done.returncode == 2 and "--game" in done.stderr


def test_a_breach_of_the_contract_is_named(tmp_path):
    (tmp_path / "nan.py").write_text(
        '"""NaN late."""\n\n\ndef score(view, choice):\n    return 0.0 if view.turn < 4 else 1e400 - 1e400\n'
    )
    done = analyse(["try", "nan.py", "--game", "faut-pas-pousser", "--games", "1000"], tmp_path)
    assert done.returncode == 3
    assert "nan" in done.stderr and "finite" in done.stderr and "Replay: analyse play" in done.stderr


def test_a_stone_that_is_hidden_cannot_be_read(tmp_path):
    (tmp_path / "peek.py").write_text('"""Peeks."""\n\n\ndef score(view, choice):\n    return view.stones[1]\n')
    done = analyse(["try", "peek.py", "--game", "la-planche"], tmp_path)
    assert done.returncode == 2 and "no field « stones »" in done.stderr


def test_a_spec_can_be_tried(tmp_path):
    done = analyse(
        ["try", "noisy:p=0.5(greedy)", "--game", "faut-pas-pousser", "--games", "1000", "--players", "2"], tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "noisy:p=0.5" in done.stdout


def test_a_strategy_that_touches_the_table_is_caught_at_play(tmp_path):
    """A name for an array, changed in place, cannot be told from a name for a number by reading the file."""
    (tmp_path / "touch.py").write_text(
        '"""Touches."""\n\n\ndef score(view, choice):\n    points = view.points\n    points += 1\n    return 0.0\n'
    )
    done = analyse(["try", "touch.py", "--game", "faut-pas-pousser", "--games", "1000"], tmp_path)
    assert done.returncode == 3 and "changed the table" in done.stderr
