"""A wheel carries all it needs: only `analyser` lands among the packages, and every command works from any folder."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

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


def test_only_analyser_lands_among_the_packages(installed):
    assert [path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")] == ["analyser"]


@pytest.mark.parametrize("game", ["faut-pas-pousser", "la-planche"])
def test_every_command_works_from_an_empty_folder(installed, tmp_path, game):
    for words in (
        "games",
        f"games show {game}",
        f"games show {game} --ledger",
        f"strategies --game {game}",
        f"simulate --game {game} --strategies random --games 200 --out run",
        "play --run run --game-number 3",
        f"new-strategy mine --game {game}",
        f"simulate --game {game} --strategies mine.py --games 200 --out own",
        f"bench --game {game} --strategies random --quick --seconds 0.1",
    ):
        done = analyse(installed, words, tmp_path)
        assert done.returncode == 0, f"{words}: {done.stderr}"


def test_it_is_the_wheel_that_ran(installed, tmp_path):
    done = analyse(installed, "games show faut-pas-pousser --json", tmp_path)
    assert json.loads(done.stdout)["ledger"].startswith(str(installed))
