"""The committed baselines catch planted changes of the rules, and let a refactoring pass that changes nothing.

Played uncompiled, a few games each: any game that comes out otherwise is enough.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from analyser.core.exit_codes import Exit
from tests.cli.commands import copy_checkout

GAMES = {"faut-pas-pousser": 12, "la-planche": 8, "black-fleet": 2, "piratoons": 4}
MUTATIONS = {
    ("piratoons", "a good join pays 3"): ("seeds/piratoons/settings.toml", "join_points", "2", "3"),
    ("piratoons", "a crew of 5"): ("seeds/piratoons/settings.toml", "crew", "6", "5"),
    ("piratoons", "empty places pay"): (
        "analyser/games/piratoons/points.py",
        "points -= table.empty_points if is_most else 0",
        "points += table.empty_points if is_most else 0",
    ),
    ("faut-pas-pousser", "a Captain aboard pays 3"): (
        "seeds/faut-pas-pousser/settings.toml",
        "captain_bonus",
        "2",
        "3",
    ),
    ("faut-pas-pousser", "one place further left"): (
        "analyser/games/faut_pas_pousser/rules.py",
        "put_in(plank & FIRST_THREE_LANES, entry_lane(plank, pirate), pirate)",
        "put_in(plank & FIRST_THREE_LANES, max(entry_lane(plank, pirate) - LANE_BITS, 0), pirate)",
    ),
    ("faut-pas-pousser", "counter-clockwise"): (
        "analyser/games/faut_pas_pousser/rules.py",
        "crew = first + k\n",
        "crew = first + table.n_players - k\n",
    ),
    ("la-planche", "a longer plank"): ("seeds/la-planche/settings.toml", "plank_length", "18", "20"),
    ("la-planche", "the whole row is pushed"): (
        "analyser/games/la_planche/rules.py",
        "if push == Push.CONTACT:",
        "if push != Push.CONTACT:",
    ),
    ("la-planche", "no skulls"): ("seeds/la-planche/settings.toml", "vane", '"independent"', '"no-skulls"'),
    ("black-fleet", "a frigate that earns 3"): ("seeds/black-fleet/settings.toml", "sink_pays", "2", "3"),
    ("black-fleet", "the frigate is no friend"): (
        "analyser/games/black_fleet/rules.py",
        "(1 << (PIRATES + seat)) | (1 << table.frigate)",
        "(1 << (PIRATES + seat))",
    ),
    ("black-fleet", "robbing pays what sinking pays, and one more"): (
        "analyser/games/black_fleet/rules.py",
        "return table.rob_pays + table.rob_bonus[table.seat]",
        "return table.rob_pays + 1 + table.rob_bonus[table.seat]",
    ),
}


def edited(checkout: Path, name: str, *change: str) -> None:
    """Change a default of the settings (name, before, after), or a text of the code (before, after)."""
    path = checkout / name
    text = path.read_text(encoding="utf-8")
    if len(change) == 3:
        setting, before, after = change
        head, start, tail = text.partition(f"[{setting}]\n")
        assert start and f"default = {before}\n" in tail
        path.write_text(
            head + start + tail.replace(f"default = {before}\n", f"default = {after}\n", 1), encoding="utf-8"
        )
        return
    before, after = change
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")


def checked(checkout: Path, game: str) -> tuple[int, dict]:
    """Exit code and report of a strict check of a few games, uncompiled."""
    path = checkout / "reports" / "baselines" / f"{game}.json"
    words = ["check", str(path), "--games", str(GAMES[game]), "--strict", "--jobs", "1", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "analyser", *words],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(checkout)},
        cwd=checkout,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)[0]


FIRST = {game: (game, what) for game, what in reversed(MUTATIONS) if game in ("faut-pas-pousser", "la-planche")}


@pytest.mark.parametrize(
    ("game", "what"),
    [pytest.param(*one, marks=() if one in FIRST.values() else pytest.mark.long) for one in MUTATIONS],
)
def test_a_planted_change_of_a_rule_is_caught(tmp_path, game, what):
    checkout = copy_checkout(tmp_path / "checkout")
    edited(checkout, *MUTATIONS[game, what])
    status, report = checked(checkout, game)
    assert status == Exit.DRIFT
    assert report["verdict"] == "FAIL" and report["changed_games"] > 0
    assert report["moved"] and report["replay"].startswith("analyse play")


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == "faut-pas-pousser" else pytest.mark.long) for game in GAMES]
)
def test_a_refactoring_that_changes_nothing_passes_and_is_named(tmp_path, game):
    checkout = copy_checkout(tmp_path / "checkout")
    rules = checkout / "analyser" / "games" / game.replace("-", "_") / "rules.py"
    code = rules.read_text(encoding="utf-8")
    first = re.search(r'^def (\w+)\(.*?"""\n', code, re.MULTILINE | re.DOTALL)
    assert first
    rules.write_text(code[: first.end()] + "    unused = 0\n" + code[first.end() :], encoding="utf-8")
    status, report = checked(checkout, game)
    assert (status, report["verdict"], report["mode"]) == (Exit.FINE, "PASS", "exact")
    moved = [line for line in report["moved"] if line.endswith("rules.py")]
    assert any(first[1] in line for line in moved), report["moved"]
