"""The commands that answer: tables on stdout, files for notebooks, refusals with the next thing to type."""

import json
import re
from pathlib import Path

import polars as pl
import pytest

from analyser.cli.answers import _side_by_side
from tests.cli.commands import GAME, Refused, analyse, fine

SMALL = ("--game", GAME, "--games", "240", "--jobs", "1")


COUNTED = {
    "seats": "240 games give",
    "compare": "240 games at each value give",
    "sweep": "240 games at each value give",
    "values": "240 games at each level give",
    "tournament": "240 games of all line-ups together give",
    "sensitivity": "240 games at each value give",
    "best-response": "240 games of the final score give",
}


@pytest.mark.parametrize(
    ("words", "table", "says"),
    [
        (("seats", "--strategies", "random"), "seats", "are the seats equal?"),
        (
            ("compare", "--vary", "captain_bonus=2,3", "--strategies", "random"),
            "differences",
            "captain_bonus=3",
        ),
        (("sweep", "--vary", "captain_bonus=0:2", "--strategies", "random"), "curve", "a curve over captain_bonus"),
        (("values", "age", "--strategies", "random"), "age", "What is it worth to be the youngest"),
        (("tournament", "--strategies", "random,greedy"), "strategies", "Ladder (Plackett-Luce"),
        (("sensitivity", "--vary", "ages", "--strategies", "random"), "tornado", "rest on an assumption?"),
        pytest.param(
            *(("best-response", "--against", "random"), "search", "There is a better answer to random"),
            marks=pytest.mark.long,
        ),
    ],
)
def test_an_answer_in_words_as_json_and_as_files(words: tuple[str, ...], table: str, says: str, tmp_path: Path) -> None:
    told = fine(*words, *SMALL, "--all", cwd=tmp_path)
    assert says in told.out
    assert f"{COUNTED[words[0]]} about ± " in " ".join(told.err.split())
    stored = fine(*words, *SMALL, "--json", "--out", "answer", cwd=tmp_path)
    answer = json.loads(stored.out)
    assert answer["game"] == GAME
    folder = tmp_path / "answer"
    frame = pl.read_parquet(folder / f"{table}.parquet")
    assert frame.height == len(answer["tables"][table]) == pl.read_csv(folder / f"{table}.csv").height
    assert json.loads((folder / "answer.json").read_text())["headlines"] == answer["headlines"]


def test_numbers_stay_whole_in_a_narrow_terminal(tmp_path: Path) -> None:
    words = ("values", "non-merci-turn", "--no-robustness", *SMALL)
    told = fine(*words, "--all", cwd=tmp_path, columns=60).out
    assert max(map(len, told.splitlines())) <= 60
    rows = json.loads(fine(*words, "--json", cwd=tmp_path).out)["tables"]["non-merci-turn"]
    for column in ("value_points", "low_points", "high_points", "marginal_points"):
        assert all(f" {row[column]:+.2f} " in told for row in rows), column


def test_a_table_of_names_alone_is_whole() -> None:
    names = pl.DataFrame({"strategy": ["greedy"], "beaten_by": ["admiral"]})
    assert [one.columns for one in _side_by_side(names, 2, 20)] == [["strategy", "beaten_by"]]


def test_how_a_game_feels(tmp_path: Path) -> None:
    words = ("feel", "--game", GAME, "--games", "300", "--strategies", "random")
    told = fine(*words, "--all", cwd=tmp_path).out
    assert "The lead changes" in told
    assert "of decisions leave none" in told
    fine(*words, "--turns", "--out", "answer", cwd=tmp_path)
    assert pl.read_csv(tmp_path / "answer" / "turns.csv").height == 300 * 24 * 4


def test_a_curve_without_any_change_shows_what_was_and_how_far_it_may_have_moved(tmp_path: Path) -> None:
    words = ("sweep", "--game", "la-planche", "--vary", "max_turns=100,200", "--strategies", "random", "--games", "240")
    told = fine(*words, "--no-robustness", cwd=tmp_path).out
    assert "No outcome is shown to change" in told
    assert re.search(r"rounds +1\.00 +\+0\.00 ", told)


def test_headlines_say_by_themselves_whether_they_hold(tmp_path: Path) -> None:
    words = ("seats", *SMALL, "--strategies", "thrifty", "--set", "ages=random")
    assert "Robust: all 6 checks agree" in " ".join(fine(*words, cwd=tmp_path).out.split())
    assert "Not checked with other players" in fine(*words, "--no-robustness", cwd=tmp_path).out
    curve = ("sweep", *SMALL, "--vary", "captain_bonus=2,3", "--strategies", "thrifty")
    assert "Depends on who plays: captain_bonus=3: +0.0" in " ".join(fine(*curve, cwd=tmp_path).out.split())
    assert "Not checked with other players" in fine(*curve, "--no-robustness", cwd=tmp_path).out


def test_sample_sizes(tmp_path: Path) -> None:
    assert "11,560" in fine("sample-size", "--margin", "1", cwd=tmp_path).out
    answer = json.loads(fine("sample-size", "--players", "3", "--json", cwd=tmp_path).out)
    assert [row["margin_points"] for row in answer["needed"]] == [2.0, 1.0, 0.5, 0.2, 0.1]


def test_questions_are_listed(tmp_path: Path) -> None:
    told = fine("values", "--game", GAME, "--list", cwd=tmp_path)
    assert "non-merci-turn" in told.out
    names = [one["name"] for one in json.loads(fine("values", "--game", GAME, "--list", "--json", cwd=tmp_path).out)]
    assert "opening" in names


def test_an_answer_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    done = analyse("seats", *SMALL, "--strategies", "random", "--out", "file", cwd=tmp_path)
    assert done.code == 3
    assert "Cannot write the answer to file" in done.last_line
    assert (tmp_path / "file").read_text() == "mine"


class TestRefused:
    def test_an_unknown_question(self, refused: Refused) -> None:
        said = refused("values", *SMALL, "non-merci")
        assert said == (
            f"No question of {GAME} « non-merci ». Nearest: non-merci-turn. See: analyse values --game {GAME} --list"
        )

    def test_a_setting_that_is_not_there(self, refused: Refused) -> None:
        said = refused("compare", *SMALL, "--vary", "captain=1,2")
        assert said.startswith(f"No setting of {GAME} « captain ». Nearest: captain_bonus.")

    def test_too_few_games(self, refused: Refused) -> None:
        said = refused("seats", "--game", GAME, "--games", "3")
        assert said == "--games 3 is refused. Allowed: 100 or more, or an experiment says nothing."

    def test_a_tolerance_of_nothing(self, refused: Refused) -> None:
        assert refused("seats", *SMALL, "--tolerance", "0").startswith("--tolerance 0 is refused. Allowed: above 0")

    def test_an_unknown_strategy(self, refused: Refused) -> None:
        assert "Nearest: thrifty." in refused("seats", *SMALL, "--strategies", "thirfty")

    @pytest.mark.parametrize("margin", ["0", "nan", "inf", "1e-9"])
    def test_margins_of_nothing(self, refused: Refused, margin: str) -> None:
        assert "needed are 2 to 8" in refused("sample-size", "--margin", margin)

    @pytest.mark.parametrize("reduction", ["0", "nan", "inf"])
    def test_a_reduction_that_is_none(self, refused: Refused, reduction: str) -> None:
        assert refused("sample-size", "--reduction", reduction).startswith(f"--reduction {reduction} is refused.")

    @pytest.mark.parametrize("command", ["seats", "tournament", "sensitivity"])
    def test_a_tolerance_that_is_no_number(self, refused: Refused, command: str) -> None:
        assert refused(command, *SMALL, "--tolerance", "nan").startswith("--tolerance nan is refused.")

    @pytest.mark.parametrize("command", ["compare", "sweep"])
    def test_a_setting_that_is_set_and_varied(self, refused: Refused, command: str) -> None:
        words = ("--vary", "captain_bonus=2,3", "--set", "captain_bonus=1", "--strategies", "random")
        assert refused(command, *SMALL, *words).startswith("captain_bonus is set and varied at once.")


def test_a_tournament_of_too_few_games_still_says_what_it_can(tmp_path: Path) -> None:
    """Most sets of strategies are never met, a field of random players neither."""
    told = fine("tournament", "--game", "la-planche", "--games", "100", "--all", cwd=tmp_path)
    assert "Ladder" in told.out
