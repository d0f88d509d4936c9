"""`analyse fix` and `analyse diff` as a user types them: what they print, write and refuse, and their exit codes."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import ROOT, Refused, analyse, fine

GAME = ("--game", "la-planche", "--strategies", "random", "--jobs", "1")
CHEAP = (*GAME, "--change", "plank_length", "--opponents", "", "--games", "60000")
SETTINGS = ROOT / "seeds" / "la-planche" / "settings.toml"


def test_a_fix_is_printed_written_and_compared(tmp_path: Path) -> None:
    """Random play takes about 17 turns: a longer plank makes them more."""
    words = ("fix", *CHEAP, "--target", "turns=20:24", "--write", "next", "--out", "answer")
    done = analyse(*words, cwd=tmp_path)
    assert done.code == 0, done.err
    assert "The smallest change that meets all 1 targets: plank length from 18 to" in done.out
    before, after = (path.read_text("utf-8").splitlines() for path in (SETTINGS, tmp_path / "next" / "settings.toml"))
    changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    assert [one for one, _ in changed] == ["default = 18"]
    assert {"answer.json", "answer.md", "page.pdf", "fixes.csv", "numbers.csv", "search.csv"} <= {
        one.name for one in (tmp_path / "answer").iterdir()
    }
    compared = ("diff", "la-planche", "next", "--strategies", "random", "--games", "2000", "--jobs", "1")
    done = analyse(*compared, "--target", "turns=20:24", "--json", cwd=tmp_path)
    assert done.code == 0, done.err
    assert json.loads(done.out)["better"] == 1
    done = analyse(*compared, "--target", "turns=10:20", cwd=tmp_path)
    assert done.code == 1
    assert "was met and is missed now" in done.out


def test_levers_are_listed(tmp_path: Path) -> None:
    found = json.loads(fine("fix", "--game", "black-fleet", "--levers", "--json", cwd=tmp_path).out)
    prices = {one["lever"]: one["cost"] for one in found}
    assert prices["amount of Clipper"] == prices["amount of Twin captains"] == "1"
    assert prices["start_doubloons"] == "6"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--change", "plank"), "No lever of la-planche « plank ». Nearest: plank_length"),
        (("--target", "rounds=9:8"), "« --target rounds=9:8 » is refused"),
        (("--target", "turns=1:9", "--games", "900"), "--games 900 is too small a budget"),
        (("--set", "plank_length=20", "--change", "plank_length"), "No lever of la-planche « plank_length »"),
        (("--strategies", "random,survivor"), "name one strategy"),
    ],
)
def test_bad_input_writes_nothing(refused: Refused, tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    assert told in refused("fix", "--game", "la-planche", *words, "--write", "next", "--out", "answer")
    assert not (tmp_path / "next").exists()
    assert not (tmp_path / "answer").exists()


def test_data_of_another_game_are_refused(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "tiles.toml").write_text("", encoding="utf-8")
    assert "is no data file of La Planche" in refused("diff", "la-planche", f"la-planche@{tmp_path / 'other'}")
    assert "two different games" in refused("diff", "la-planche", str(tmp_path / "other"))
