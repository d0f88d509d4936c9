"""A lawful box that differs from ours in all that the rulebook leaves open, against the slow reference.

Two goods bought at a port, cards for both frigates, other copies, two cards of one effect, « play a second movement
card » as a fortune and as a development card, a beach that pays 5, fewer lairs.
"""

import re
import shutil
from collections import Counter
from dataclasses import replace

import pytest

from analyser.games.data_warnings import warnings_of
from tests.games.black_fleet import reference, reference_state, tables
from tests.games.black_fleet.comparing import compare
from tests.games.black_fleet.kernel_games import GAME, PLAYERS

POSITIONS = 3_000
THEFT = r'copies = 4, effect = "steal", ship = "none", amount = 2'
SECOND = 'copies = 4, effect = "second-movement", ship = "none", amount = 1'
CHANGES = {
    "ports.toml": [(r"yellow = 3, blue = 3, violet = 2", "yellow = 3, blue = 3")],
    "movement.toml": [(r"yellow = (\d), symbol = \"draw-1\"", r'yellow = \1, violet = 2, symbol = "draw-1"')],
    "fortune.toml": [
        (r'copies = 4, effect = "cross-islands"', 'copies = 2, effect = "cross-islands"'),
        (THEFT, SECOND),
        (r'copies = 4, effect = "long-range", ship = "one"', 'copies = 6, effect = "more-moves", ship = "one"'),
        (r'effect = "more-moves", ship = "one", amount = 2', 'effect = "more-moves", ship = "one", amount = 3'),
    ],
    "development.toml": [
        (r'"more-fortune", ship = "none", amount = \d', '"second-movement", ship = "none", amount = 1')
    ],
}


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    """The folder of another box."""
    folder = shutil.copytree(reference.FOLDER, tmp_path_factory.mktemp("box") / "black-fleet")
    for name, changes in CHANGES.items():
        text = (folder / name).read_text(encoding="utf-8")
        for before, after in changes:
            text, n = re.subn(before, after, text, count=0 if name == "movement.toml" else 1)
            assert n, before
        (folder / name).write_text(text, encoding="utf-8")
    remarks, drawing = (folder / "board.txt").read_text(encoding="utf-8").split("\nboard:\n")
    drawing = drawing.replace("4", "5", 1).replace("x", "~", 1)
    (folder / "board.txt").write_text(f"{remarks}\nboard:\n{drawing}", encoding="utf-8")
    return folder


def forget():
    """Let the reference read its files again."""
    for read in (reference.drawing, reference.nodes, reference.around, reference.sea):
        read.cache_clear()
    for read in (reference_state.movement_cards, reference_state.fortune_cards, reference_state.development_cards):
        read.cache_clear()


@pytest.fixture
def at_own_box(box, monkeypatch):
    monkeypatch.setattr(tables, "GAME", replace(GAME, data=box))
    monkeypatch.setattr(reference, "BOX", [box])
    forget()
    yield box
    forget()


@pytest.mark.parametrize("n_players", PLAYERS)
def test_the_rules_and_the_reference_agree_on_another_box(at_own_box, n_players):
    met = Counter()
    compare(POSITIONS, n_players, {}, 3 * n_players, met)
    for what in ("fortune second-movement", "power second-movement", "two frigates", "fortune more-moves"):
        assert met[what] > POSITIONS / 200, what


def test_all_that_is_unusual_in_it_is_said_and_nothing_is_refused(at_own_box):
    tables.new_room()
    told = "\n".join(warnings_of(at_own_box))
    for words in ("buys 2 of the other goods", "cards move the violet frigate", "2 copies of", "this beach pays 5"):
        assert words in told
