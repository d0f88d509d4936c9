"""`analyse ladder` as a user types it: what it prints, what it refuses, and how it goes on after Ctrl-C."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from tests.cli.commands import Refused, answer, contents, fine, follow, start

GAME = "la-planche"
WORDS = ("ladder", "--game", GAME, "--top", "0", "--games", "100", "--no-restricted")


@pytest.fixture(scope="module")
def climbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder that nobody disturbed."""
    folder = tmp_path_factory.mktemp("climbed")
    fine(*WORDS, "--out", "ladder", cwd=folder)
    return folder / "ladder"


def test_it_says_how_answers_change_with_skill(climbed: Path) -> None:
    said = json.loads((climbed / "answer.json").read_text(encoding="utf-8"))
    steps, *others = said["headlines"]
    assert steps.startswith("6 levels of play, each shown to beat the one below. The top (survivor) wins")
    assert any("as players get stronger" in one.lower() for one in others)
    assert {"answer.json", "answers.csv", "steps.csv", "ladder.png", "ladder.toml", "games"} <= {
        one.name for one in climbed.iterdir()
    }


def test_a_table_and_charts_are_printed(climbed: Path) -> None:
    done = fine(*WORDS, "--out", climbed, cwd=climbed.parent)
    assert "survivor against random" in done.out
    assert "colour, yellow, points" in done.out
    assert "●" in done.out


def test_programs_get_json(climbed: Path) -> None:
    done = fine(*WORDS, "--out", climbed, "--json", cwd=climbed.parent)
    found = json.loads(done.out)
    assert found["base"] == "survivor" and found["rungs"][0] == "random"
    assert {row["rung"] for row in found["tables"]["answers"]} == set(found["rungs"])


def test_ctrl_c_keeps_what_was_played_and_the_printed_command_goes_on(tmp_path: Path, climbed: Path) -> None:
    process = start(*WORDS, "--out", "ladder", cwd=tmp_path)
    while process.poll() is None and len(list(tmp_path.glob("ladder/games/*-seats.arrow"))) < 4:
        time.sleep(0.005)
    os.killpg(process.pid, signal.SIGINT)
    done = answer(process)
    assert done.code == 3
    assert "All games so far are in ladder. To go on: analyse ladder --game la-planche" in done.last_line
    kept = {one: one.stat().st_mtime_ns for one in tmp_path.glob("ladder/games/*-seats.arrow")}
    assert follow(done.err, "To go on: ", cwd=tmp_path).code == 0
    untouched = [one for one, time in kept.items() if one.stat().st_mtime_ns == time]
    assert len(untouched) >= 3, "games that were played are not played again"
    assert contents(tmp_path / "ladder") == contents(climbed)


@pytest.mark.parametrize(
    "words",
    [
        ("seats",),
        ("compare", "--vary", "max_turns=100,200"),
        ("values", "action"),
    ],
    ids=lambda words: words[0],
)
def test_experiments_may_be_played_by_a_strategy_that_looks_ahead(words: tuple[str, ...], tmp_path: Path) -> None:
    who = ("--game", GAME, "--strategies", "lookahead:games=4(protector)", "--games", "100", "--no-robustness")
    found = json.loads(fine(*words, *who, "--json", cwd=tmp_path).out)
    assert found["strategies"] == "lookahead:games=4(protector)"
    assert found["verdicts"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--top", "3"), "--top 3 is refused. Allowed: 16 to 16384 rollouts a decision, or 0 for no look-ahead."),
        (("--top", "-16"), "--top -16 is refused."),
        (("--top", "1000000"), "--top 1000000 is refused."),
        (("--games", "5"), "--games 5 is refused. Allowed: 100 or more"),
        (("--players", "9"), "La Planche is not played by 9."),
        (("--learned", "none.py"), "Cannot read strategy none.py"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_left(
    refused: Refused, words: tuple[str, ...], said: str
) -> None:
    assert said in refused("ladder", "--game", GAME, *words, "--out", "kept")


def test_a_folder_that_cannot_be_written(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert f"Cannot write to {tmp_path / 'file'}: " in refused(*WORDS, "--out", tmp_path / "file")
