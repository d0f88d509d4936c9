"""`analyse baseline` and `analyse check` as CI meets them: files, words and exit codes."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.commands import GAME, OWN, Refused, analyse, environment, fine, follow

SMALL = ("--game", GAME, "--strategies", "greedy,random", "--games", "2000")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A designer's folder with a baseline."""
    folder = tmp_path_factory.mktemp("guarded")
    done = fine("baseline", *SMALL, cwd=folder)
    assert "reports/baselines/faut-pas-pousser.json" in done.out
    return folder


def moved(guarded: Path, folder: Path) -> Path:
    """The baseline of a world with other piles."""
    fine("baseline", *SMALL, "--set", "pile_size=3", "--out", str(folder / "other.json"), cwd=folder)
    facts = json.loads((folder / "other.json").read_text(encoding="utf-8"))
    (folder / "other.json").write_text(json.dumps(facts | {"set": []}), encoding="utf-8")
    return folder / "other.json"


def test_what_is_the_same_passes(guarded: Path) -> None:
    done = fine("check", cwd=guarded)
    assert "PASS (exact): 2,000 games came out the same" in done.out
    assert "PASS (exact): 1,000 games" in fine("check", "--quick", "--strict", cwd=guarded).out


def test_a_drift_is_told_to_everybody(guarded: Path, tmp_path: Path) -> None:
    path = moved(guarded, tmp_path)
    files = ("--junit", "j.xml", "--markdown", "m.md", "--chart", "c.png")
    done = analyse("check", path, *files, "--github", "--tolerance", "0.1", cwd=tmp_path)
    assert done.code == 1, done.err
    assert "FAIL (paired" in done.out and "setting pile_size: 3 -> 4" in done.out
    assert "::error title=" in done.out
    assert int(ET.parse(tmp_path / "j.xml").getroot()[0].get("failures") or 0) > 0
    assert "| greedy wins |" in (tmp_path / "m.md").read_text(encoding="utf-8")
    assert (tmp_path / "c.png").read_bytes()[:4] == b"\x89PNG"


def test_json_for_programs(guarded: Path) -> None:
    (report,) = json.loads(fine("check", "--json", cwd=guarded).out)
    assert report["verdict"] == "PASS" and report["mode"] == "exact"


def test_too_few_fresh_games_are_inconclusive(guarded: Path) -> None:
    done = analyse("check", "--fresh", "--games", "400", "--detect", "8", cwd=guarded)
    assert done.code == 4
    assert "fresh games are needed to find a drift of 8 points (tolerance 0.5)." in done.err
    assert "--games 400 is fewer: expect INCONCLUSIVE. Type --games " in done.err
    assert "INCONCLUSIVE (statistical" in done.out


def test_as_many_fresh_games_as_are_needed_are_played(guarded: Path) -> None:
    done = analyse("check", "--fresh", "--detect", "8", cwd=guarded)
    assert done.code == 0, done.out
    assert "PASS (statistical)" in done.out and "fewer" not in done.err


def test_a_baseline_that_is_too_small_for_fresh_games(guarded: Path) -> None:
    done = analyse("check", "--fresh", cwd=guarded)
    assert done.code == 4
    assert "The baseline has 2,000 games, too few to find a drift of 2 points" in done.err
    assert "analyse baseline --refresh reports/baselines/faut-pas-pousser.json --games " in done.err


@pytest.mark.parametrize("streams", ["", "2>&1"])
def test_a_reader_that_leaves_does_not_change_the_exit_code(guarded: Path, tmp_path: Path, streams: str) -> None:
    """`analyse check | head -1` on a drift is exit code 1, and its files are written."""
    path = moved(guarded, tmp_path)
    command = f"'{sys.executable}' -m analyser check {path.name} --strict --junit j.xml {streams}"
    done = subprocess.run(
        ["/bin/bash", "-c", f"{command} | true; echo ${{PIPESTATUS[0]}}"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout == "1\n"
    assert "BrokenPipe" not in done.stderr
    assert (tmp_path / "j.xml").exists()


def test_refreshing_writes_the_same_file_again(guarded: Path) -> None:
    path = guarded / "reports" / "baselines" / "faut-pas-pousser.json"
    before = path.read_bytes()
    fine("baseline", "--refresh", path, cwd=guarded)
    assert path.read_bytes() == before


def test_a_baseline_of_ones_own_strategies_prints_a_command_that_works(tmp_path: Path) -> None:
    (tmp_path / "mine").symlink_to(OWN)
    done = fine("baseline", "--game", GAME, "--seats", "random,random,random,mine/blind.py", "-n", "400", cwd=tmp_path)
    checked = follow(done.out, "Guard it with: ", tmp_path)
    assert checked.code == 0 and "PASS (exact): 400 games" in checked.out
    unnamed = analyse("check", cwd=tmp_path)
    assert unnamed.code == 5 and "No strategy of faut-pas-pousser « blind »" in unnamed.err


def test_a_pinned_baseline_is_compared_but_never_refreshed(guarded: Path, tmp_path: Path) -> None:
    fine("baseline", *SMALL, "--pin", "1.0", cwd=tmp_path)
    pinned = tmp_path / "reports" / "baselines" / "1.0-faut-pas-pousser.json"
    assert "1.0-faut-pas-pousser.json: PASS" in fine("check", cwd=tmp_path).out
    done = analyse("baseline", "--refresh", pinned, cwd=tmp_path)
    assert done.code == 2 and "pinned to 1.0" in done.err


class TestRefused:
    def test_no_game(self, refused: Refused) -> None:
        assert refused("baseline") == "analyse baseline needs --game GAME, or --refresh FILE. See: analyse games"

    def test_unknown_game(self, refused: Refused) -> None:
        assert "Nearest: black-fleet" in refused("baseline", "--game", "black-flet")

    def test_no_such_baseline(self, refused: Refused) -> None:
        assert "No baseline at none.json" in refused("check", "none.json", code=5)

    def test_damaged_baseline(self, refused: Refused, tmp_path: Path) -> None:
        (tmp_path / "x.json").write_text("{}", encoding="utf-8")
        assert "format None" in refused("check", tmp_path / "x.json", code=5)

    @pytest.mark.parametrize("option", ["--junit", "--markdown", "--chart"])
    def test_files_that_cannot_be_written(self, refused: Refused, option: str) -> None:
        assert "cannot be written" in refused("check", option, "no/such/folder/x.png")

    def test_a_chart_that_is_no_picture(self, refused: Refused) -> None:
        assert "is not a kind of picture" in refused("check", "--chart", "x.txt")

    def test_a_tolerance_larger_than_what_must_be_found(self, refused: Refused) -> None:
        assert "must be larger than --tolerance" in refused("check", "--tolerance", "3")
