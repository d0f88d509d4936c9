"""A wheel carries all it needs: only `analyser` lands among the packages, and every command works from any folder."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import typer

from analyser.cli.app import app_with

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel, built from a copy of the tracked files and unpacked far from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    files = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in filter(None, files.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", str(folder), str(source)], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def analyse(installed, words, folder, **more):
    environment = os.environ | {"PYTHONPATH": str(installed)} | more
    command = [sys.executable, "-m", "analyser", *words.split()]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_it_holds_what_git_tracks_file_by_file(tmp_path):
    """Built in a checkout where reports were made, and an editor is open."""
    checkout = tmp_path / "checkout"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(checkout)], check=True)
    shutil.copy(ROOT / "pyproject.toml", checkout)
    shutil.copy(ROOT / "hatch_build.py", checkout)
    for name in ("reports/out/la-planche.pdf", "strategies/la-planche/.mine.py.swp", "analyser/scratch.py", "seeds/x~"):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).touch()
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", str(tmp_path), str(checkout)], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        found = {name for name in archive.namelist() if ".dist-info/" not in name}
    shipped = ("strategies", "seeds", "reports")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "analyser", *shipped], cwd=checkout, capture_output=True, text=True, check=True
    ).stdout
    names = filter(None, listed.split("\0"))
    assert found == {f"analyser/shipped/{name}" if name.startswith(shipped) else name for name in names}


def test_only_analyser_lands_among_the_packages(installed):
    assert [path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")] == ["analyser"]


GAME = "la-planche"
RECIPE = """
games = 1000
[[page]]
kind = "seats"
title = { en = "Are the seats equal?", fr = "Les places sont-elles égales ?" }
"""
COMMANDS = (
    "games",
    f"games show {GAME}",
    f"games show {GAME} --ledger",
    "games show black-fleet --board --out board.png",
    f"strategies --game {GAME}",
    f"simulate --game {GAME} --strategies random --games 200 --out run",
    "play --run run --game-number 3",
    "table run --by seat",
    "replay --run run --game-number 3 --out game.html",
    f"fix --game {GAME} --levers",
    f"diff {GAME} {GAME} --set plank_length=20 --games 400",
    f"new-strategy mine --game {GAME}",
    "try mine.py --games 1000",
    f"simulate --game {GAME} --strategies mine.py --games 200 --out own",
    f"seats --game {GAME} --strategies random --games 400 --no-robustness",
    f"compare --game {GAME} --vary series=false,true --strategies random --games 400 --no-robustness",
    f"sweep --game {GAME} --vary max_turns=100,200 --strategies random --games 400 --no-robustness",
    f"values --game {GAME} colour --games 400 --no-robustness",
    f"tournament --game {GAME} --strategies random,mine.py --games 400",
    f"best-response --game {GAME} --against mine.py --games 400",
    f"ladder --game {GAME} --top 0 --games 100 --no-restricted",
    f"feel --game {GAME} --strategies random --games 400",
    f"sensitivity --game {GAME} --strategies random --games 400",
    "sample-size",
    f"report --game {GAME} --recipe recipe.toml --games 1000 --out report.pdf",
    f"baseline --game {GAME} --strategies random --games 200 --out baseline.json",
    "check baseline.json",
    f"learn --game {GAME} --players 2 --games 1000 --out learned.py",
    "new-game climb",
    "simulate --game climb --games 200 --out climbed",
    f"copy-game {GAME} my-plank",
    f"bench --game {GAME} --strategies random --quick --seconds 0.1",
)


@pytest.mark.long
def test_every_command_works_from_an_empty_folder(installed, tmp_path):
    (tmp_path / "recipe.toml").write_text(RECIPE, encoding="utf-8")
    assert {words.split()[0] for words in COMMANDS} == set(typer.main.get_command(app_with()).commands)
    for words in COMMANDS:
        done = analyse(installed, words, tmp_path)
        assert done.returncode == 0, f"{words}: {done.stderr}"


def test_it_is_the_wheel_that_ran(installed, tmp_path):
    done = analyse(installed, "games show faut-pas-pousser --json", tmp_path)
    assert json.loads(done.stdout)["ledger"].startswith(str(installed))
