"""`analyse learn`: from nothing to a raced strategy, the same by any workers, going on after Ctrl-C."""

import json
from unittest.mock import patch

import numpy as np
import pytest

from analyser.experiments import learn
from tests.cli.commands import analyse

LITTLE = ("--game", "la-planche", "--players", "2", "--games", "6000")
OUT = "Allowed: a file in a folder that exists, with the ending .py."
RACE = patch.object(learn, "RACE_GAMES", 400)
TRIAL = patch.object(learn, "TRIAL_GAMES", 100)
ROUNDS = patch.object(learn, "ROUNDS", 3)


@pytest.fixture(autouse=True)
def _few_games():
    with RACE, TRIAL, ROUNDS:
        yield


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """A folder with a strategy that was learned undisturbed, and what was said."""
    folder = tmp_path_factory.mktemp("learned")
    with RACE, TRIAL, ROUNDS:
        done = analyse("learn", *LITTLE, "--json", cwd=folder)
    assert done.code == 0, done.err
    return folder, json.loads(done.out)


def test_it_writes_one_file_that_beats_random(learned):
    folder, answer = learned
    assert [one.name for one in folder.iterdir()] == ["learned.py"]
    against = {row["opponent"]: row for row in answer["race"]}
    assert against["random"]["low"] > 0.5
    assert against["random"]["low"] < against["random"]["win_share"] < against["random"]["high"]
    assert "random (" in answer["sentence"] and "an equal share is 50.0%" in answer["sentence"]


def test_the_file_says_how_it_was_made_and_can_be_tried(learned):
    folder, _ = learned
    text = (folder / "learned.py").read_text()
    assert "Made by: analyse learn --game la-planche --players 2 --games 6000 --seed 1" in text
    assert "random" in text[text.index("Beats: ") :].partition("\n")[0]
    done = analyse("try", "learned.py", "--games", "1000", "--players", "2", cwd=folder)
    assert done.code == 0, done.err


def test_the_same_bytes_by_any_number_of_workers(learned, tmp_path):
    assert analyse("learn", *LITTLE, "--jobs", "1", cwd=tmp_path).code == 0
    assert (tmp_path / "learned.py").read_bytes() == (learned[0] / "learned.py").read_bytes()


def test_another_seed_learns_something_else(learned, tmp_path):
    assert analyse("learn", *LITTLE, "--seed", "2", cwd=tmp_path).code == 0
    assert (tmp_path / "learned.py").read_bytes() != (learned[0] / "learned.py").read_bytes()


def interrupted(tmp_path, after: int):
    """The command, stopped in the round after so many."""
    take = learn.take_round

    def stopped(course, school, notebook, *more):
        if notebook.rounds == after:
            raise KeyboardInterrupt
        take(course, school, notebook, *more)

    with patch.object(learn, "take_round", stopped), patch("sys.argv", ["analyse", "learn", *LITTLE]):
        return analyse("learn", *LITTLE, cwd=tmp_path)


def test_after_ctrl_c_it_keeps_what_was_learned_and_goes_on(learned, tmp_path):
    done = interrupted(tmp_path, after=2)
    assert done.code == 3
    assert done.last_line == (
        "analyse: Interrupted after round 2 of 3. What was learned so far is in learned.py. "
        "To go on: analyse learn --game la-planche --players 2 --games 6000"
    )
    assert "def score" in (tmp_path / "learned.py").read_text()
    with patch.object(learn, "take_round", side_effect=learn.take_round) as rounds:
        assert analyse("learn", *LITTLE, cwd=tmp_path).code == 0
    assert rounds.call_count == 1
    assert (tmp_path / "learned.py").read_bytes() == (learned[0] / "learned.py").read_bytes()
    assert [one.name for one in tmp_path.iterdir()] == ["learned.py"]


def test_ctrl_c_in_the_first_round_leaves_nothing(tmp_path):
    done = interrupted(tmp_path, after=0)
    assert done.code == 3 and "nothing was learned yet" in done.last_line
    assert not list(tmp_path.iterdir())


def test_lessons_of_another_command_are_not_mixed(tmp_path):
    interrupted(tmp_path, after=1)
    before = (tmp_path / "learned.lessons").read_bytes()
    done = analyse("learn", *LITTLE, "--seed", "2", cwd=tmp_path)
    assert done.code == 2
    assert done.last_line == (
        "analyse: learned.lessons holds lessons of another command. Remove it, or type another --out FILE."
    )
    assert (tmp_path / "learned.lessons").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--games", "10"), "--games 10 is refused. Allowed: 1000 or more, or nothing is learned."),
        (("--out", "x.txt"), f"--out x.txt is refused. {OUT}"),
        (("--out", "no/x.py"), f"--out no/x.py is refused. {OUT}"),
        (("--players", "9"), "La Planche is not played by 9. Allowed: --players 2, 3, 4."),
    ],
)
def test_bad_input_is_a_sentence_and_leaves_nothing(words, said, tmp_path):
    done = analyse("learn", "--game", "la-planche", *words, cwd=tmp_path)
    assert (done.code, done.last_line) == (2, f"analyse: {said}")
    assert not list(tmp_path.iterdir())


def test_a_file_is_never_overwritten(tmp_path):
    (tmp_path / "learned.py").write_text("keep me")
    done = analyse("learn", *LITTLE, cwd=tmp_path)
    assert done.code == 2
    assert done.last_line == "analyse: learned.py exists. Nothing was changed. Type another --out FILE."
    assert (tmp_path / "learned.py").read_text() == "keep me"


def test_a_game_without_questions_is_a_sentence(tmp_path):
    with patch("analyser.strategies.questions._numbers", return_value=[]):
        done = analyse("learn", *LITTLE, cwd=tmp_path)
    assert done.code == 2 and "offers no question about a choice" in done.last_line
    assert not list(tmp_path.iterdir())


def test_lessons_are_counted_through_when_parts_are_joined():
    def part(*lessons: int) -> learn.Tried:
        n = len(lessons)
        return learn.Tried(np.array(lessons, int), np.zeros(n, int), np.zeros(n), np.zeros((n, 2)), np.zeros(n))

    assert learn.joined([part(0, 0, 1), part(), part(0, 1)]).lesson.tolist() == [0, 0, 1, 2, 3]
