"""The committed baselines catch planted changes of the rules, and let a refactoring pass that changes nothing.

Played uncompiled, a few games each: any game that comes out otherwise is enough.
"""

import json
import re

import pytest

from analyser.core.exit_codes import Exit
from tests.checkout import Checkout
from tests.cli.commands import analyse_apart

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
    ("la-planche", "pushes travel the other way"): (
        "analyser/games/la_planche/rules.py",
        "if push == Push.CONTACT:",
        "if push != Push.CONTACT:",
    ),
    ("la-planche", "no skulls"): ("seeds/la-planche/settings.toml", "vane", '"opposite"', '"no-skulls"'),
    ("black-fleet", "a frigate that earns 3"): ("seeds/black-fleet/settings.toml", "sink_pays", "2", "3"),
    ("black-fleet", "the frigate is no friend"): (
        "analyser/games/black_fleet/rules.py",
        "(1 << (PIRATES + seat)) | (1 << table.frigate)",
        "(1 << (PIRATES + seat))",
    ),
    ("black-fleet", "robbing pays what sinking pays, and one more"): (
        "analyser/games/black_fleet/rules.py",
        "return payable(table, table.rob_pays + table.rob_bonus[table.seat])",
        "return payable(table, table.rob_pays + 1 + table.rob_bonus[table.seat])",
    ),
}


def checked(checkout: Checkout, game: str) -> tuple[int, dict]:
    """Exit code and report of a strict check of a few games, uncompiled."""
    words = ("check", f"reports/baselines/{game}.json", "--games", GAMES[game], "--strict", "--jobs", "1", "--json")
    done = analyse_apart(*words, cwd=checkout.folder, timeout=300, NUMBA_DISABLE_JIT="1", **checkout.environment)
    assert done.out, done.err
    return done.code, json.loads(done.out)[0]


FIRST = {game: (game, what) for game, what in reversed(MUTATIONS) if game in ("faut-pas-pousser", "la-planche")}


@pytest.mark.parametrize(
    ("game", "what"),
    [pytest.param(*one, marks=() if one in FIRST.values() else pytest.mark.long) for one in MUTATIONS],
)
def test_a_planted_change_of_a_rule_is_caught(checkout, game, what):
    file, *change = MUTATIONS[game, what]
    (checkout.set_default if file.endswith(".toml") else checkout.edit)(file, *change)
    status, report = checked(checkout, game)
    assert status == Exit.DRIFT
    assert report["verdict"] == "FAIL" and report["changed_games"] > 0
    assert report["moved"] and report["replay"].startswith("analyse play")


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == "faut-pas-pousser" else pytest.mark.long) for game in GAMES]
)
def test_a_refactoring_that_changes_nothing_passes_and_is_named(checkout, game):
    rules = f"analyser/games/{game.replace('-', '_')}/rules.py"
    code = checkout.read(rules)
    first = re.search(r'^def (\w+)\(.*?"""\n', code, re.MULTILINE | re.DOTALL)
    assert first
    checkout.write(rules, code[: first.end()] + "    unused = 0\n" + code[first.end() :])
    status, report = checked(checkout, game)
    assert (status, report["verdict"], report["mode"]) == (Exit.FINE, "PASS", "exact")
    moved = [line for line in report["moved"] if line.endswith("rules.py")]
    assert any(first[1] in line for line in moved), report["moved"]
