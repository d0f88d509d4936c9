"""`analyse new-strategy` and `analyse try`: from nothing to a raced strategy."""

import json

import pytest

from tests.cli.commands import analyse


@pytest.mark.parametrize("game", ["faut-pas-pousser", "la-planche"])
def test_a_new_strategy_works_as_it_is(game, tmp_path):
    assert analyse("new-strategy", "mine", "--game", game, cwd=tmp_path).code == 0
    done = analyse("try", "mine.py", "--games", "1000", "--json", cwd=tmp_path)
    assert done.code == 0, done.err
    answer = json.loads(done.out)
    assert answer["game"] == game
    assert any("blind" in check for check in answer["checks"])
    assert "mine" in [row["strategy"] for row in answer["race"]]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.py"]


def test_a_taken_name_is_refused_and_nothing_overwritten(tmp_path):
    (tmp_path / "mine.py").write_text("keep me")
    for name in ("mine", "greedy"):
        done = analyse("new-strategy", name, "--game", "faut-pas-pousser", cwd=tmp_path)
        assert done.code == 2 and "already" in done.err
    assert (tmp_path / "mine.py").read_text() == "keep me"


@pytest.mark.parametrize("name", ["Mine", "../mine", "never", "1st", ""])
def test_a_name_that_cannot_be_one_is_refused(name, tmp_path):
    done = analyse("new-strategy", name, "--game", "la-planche", cwd=tmp_path)
    assert done.code == 2 and "cannot be the name" in done.err
    assert not list(tmp_path.iterdir())


def test_the_game_must_be_told_when_the_file_does_not_tell(tmp_path):
    (tmp_path / "zero.py").write_text('"""Zero."""\n\n\ndef score(view, choice):\n    return 0.0\n')
    done = analyse("try", "zero.py", cwd=tmp_path)
    assert done.code == 2 and "--game" in done.err


def test_a_breach_of_the_contract_is_named(tmp_path):
    (tmp_path / "nan.py").write_text(
        '"""NaN late."""\n\n\ndef score(view, choice):\n    return 0.0 if view.turn < 4 else 1e400 - 1e400\n'
    )
    done = analyse("try", "nan.py", "--game", "faut-pas-pousser", "--games", "1000", cwd=tmp_path)
    assert done.code == 3
    assert "nan" in done.err and "finite" in done.err and "Replay: analyse play" in done.err


def test_a_stone_that_is_hidden_cannot_be_read(tmp_path):
    (tmp_path / "peek.py").write_text('"""Peeks."""\n\n\ndef score(view, choice):\n    return view.stones[1]\n')
    done = analyse("try", "peek.py", "--game", "la-planche", cwd=tmp_path)
    assert done.code == 2 and "no field « stones »" in done.err


def test_a_spec_can_be_tried(tmp_path):
    done = analyse(
        "try", "noisy:p=0.5(greedy)", "--game", "faut-pas-pousser", "--games", "1000", "--players", "2", cwd=tmp_path
    )
    assert done.code == 0, done.err
    assert "noisy:p=0.5" in done.out


@pytest.mark.parametrize("command", ["try", "simulate"])
def test_a_strategy_that_touches_the_table_is_refused(tmp_path, command):
    """A name for an array, changed in place, cannot be told from a name for a number by reading the file."""
    (tmp_path / "touch.py").write_text(
        '"""Touches."""\n\n\ndef score(view, choice):\n    points = view.points\n    points += 1\n    return 0.0\n'
    )
    named = ["touch.py"] if command == "try" else ["--strategies", "touch.py"]
    done = analyse(command, *named, "--game", "faut-pas-pousser", "--games", "1000", cwd=tmp_path)
    assert done.code == 2 and "it changes an array in place" in done.err and "(line 6)" in done.err
