"""What a designer may write into the data files: breaches are refused with file, line and reason."""

import re
import shutil

import pytest

from analyser.core import paths
from analyser.core.errors import BadInput
from analyser.games.black_fleet import board
from analyser.games.black_fleet.board import CROSSINGS, PORTS, crossing, read_board
from analyser.games.black_fleet.settings import lay_out
from analyser.games.black_fleet.table import TABLE
from analyser.kernel.intrinsics import new_record
from tests.games.black_fleet.kernel_games import DEFAULTS

pytestmark = pytest.mark.uncompiled
SHIPPED = paths.SEEDS / "black-fleet"


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(SHIPPED, tmp_path / "black-fleet")


def refused(folder, name, before, after, reason):
    """The words with which the changed file is refused."""
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BadInput) as problem:
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)
    words = str(problem.value)
    assert re.search(reason, words), words
    assert name in words
    return words


def test_the_shipped_files_are_accepted(folder):
    lay_out(new_record(TABLE), DEFAULTS, 4, folder)


def test_crossings_are_6_to_14_cells():
    shipped = read_board(SHIPPED / "board.txt")
    ways = [crossing(shipped, one, other) for one in PORTS for other in PORTS if one < other]
    assert CROSSINGS[0] <= min(ways) and max(ways) <= CROSSINGS[1]


BOARD = [
    ("\nboard:\n", "\nthe board\n", "no line « board: »"),
    ("B ~ o ~ o", "B ~ o ! o", r"line \d+: « ! » is no sign of the legend"),
    ("B ~ o ~ o", " B ~ o ~ o", "shifted by half a cell"),
    ("B ~ o ~ o", "B # o ~ o", "port « B » touches 2 sea cells; it must touch three"),
    ("B ~ o ~ o", "~ ~ o ~ o", "port « B » stands 0 times"),
    ("B ~ o ~ o", "B ~ o B o", "port « B » stands 2 times"),
    ("o o y ~ v o 4", "o o ~ ~ v o 4", "« y » stands 0 times"),
    ("b b # # #", "b ~ # # #", "« b » stands 1 times"),
    ("~ 3 o o o 4", "6 3 o o o 4", "near the middle"),
    ("B ~ o ~ o ~ o", "# ~ o ~ B ~ o", r"line \d+, sign 5: port « B » is not on an edge"),
    ("a ~ ~ Y # #", "~ ~ a Y # #", "a far-sea zone lies at a corner"),
    ("a ~ ~ Y # # ~ # # ~ ~ V # ~ ~", "~ ~ ~ Y # # ~ # # ~ ~ V # ~ a", "a far-sea zone lies at a corner"),
]


@pytest.mark.parametrize(("before", "after", "reason"), BOARD)
def test_a_board_that_breaks_the_ledger_is_refused(folder, before, after, reason):
    refused(folder, "board.txt", before, after, reason)


def test_a_cell_that_cannot_be_reached_is_refused(folder):
    text = (folder / "board.txt").read_text(encoding="utf-8")
    rows = text.split("board:\n")[1].splitlines()
    rows[-2:] = [rows[-2][:-3] + "# c", rows[-1][:-3] + "# c"]
    rows[-3] = rows[-3][:-3] + "# #"
    (folder / "board.txt").write_text("board:\n" + "\n".join(rows) + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be reached"):
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)


def test_two_far_sea_zones_at_one_corner_are_refused(folder):
    path = folder / "board.txt"
    text = path.read_text(encoding="utf-8").replace("\nb b # #", "\n~ ~ # #")
    path.write_text(text.replace("\na ~ ~ Y", "\na a ~ Y").replace("\n a o ~", "\n b b ~"), encoding="utf-8")
    with pytest.raises(BadInput, match=r"line \d+, sign 1: far-sea zone « b » lies at the corner of another"):
        read_board(path)


def test_too_few_beaches_are_refused(folder):
    path = folder / "board.txt"
    remarks, drawing = path.read_text(encoding="utf-8").split("\nboard:\n")
    path.write_text(f"{remarks}\nboard:\n{drawing.replace('3', '~')}", encoding="utf-8")
    with pytest.raises(BadInput, match="6 beaches; allowed: 10 to 14"):
        read_board(path)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("MAX_NODES", 150, "sea cells and islands are too many; allowed: at most 150"),
        ("CROSSINGS", (20, 30), r"from port \w to port \w it is \d+ cells; allowed: 20 to 30"),
    ],
)
def test_a_board_beyond_the_limits_is_refused(folder, monkeypatch, name, value, reason):
    monkeypatch.setattr(board, name, value)
    with pytest.raises(BadInput, match=reason):
        read_board(folder / "board.txt")


def test_ports_that_share_a_cell_are_refused(folder, monkeypatch):
    monkeypatch.setattr(board.Board, "port_cells", lambda self, letter: [0, 1, 2])
    with pytest.raises(BadInput, match="this cell touches both ports"):
        read_board(folder / "board.txt")


DECKS = [
    ("ports.toml", 'letter = "Y", colour = "yellow"', 'letter = "V", colour = "violet"', "one of each colour"),
    ("ports.toml", "stock = 13", "stock = 12", r"line \d+: stock = 12; there are 13"),
    ("ports.toml", "red = 3, green = 3, blue = 2", "red = 3, green = 4, blue = 2", "2 or 3 doubloons"),
    ("ports.toml", "red = 3, green = 3, blue = 2", "yellow = 3, green = 3, blue = 2", "its own goods"),
    ("ports.toml", "red = 3, green = 3, blue = 2", "red = 3, green = 3", "must buy three"),
    ("ports.toml", "red = 3, green = 3, blue = 2", "violet = 3, green = 3, blue = 2", "red goods are bought by all"),
    ("ports.toml", 'letter = "Y"', 'letter = "B"', "the yellow port is Y"),
    ("ports.toml", 'colour = "yellow"', 'colour = "pink"', "colour « pink » is not known; allowed: yellow, red"),
    ("ports.toml", "red = 2, violet = 2, yellow = 3", "red = 3, violet = 2, yellow = 3", "two goods at 2 and one at 3"),
    ("ports.toml", 'La Barbaria"', 'Elsewhere"', "no port is called La Barbaria"),
    ("ports.toml", "ports = [", "harbours = [", "« harbours » is not known here. Allowed: ports"),
    (
        "movement.toml",
        "merchant = 5",
        "merchant = 6",
        r"line \d+: merchant: found 6, where .* from 2 to 5",
    ),
    ("movement.toml", "yellow = 1", "violet = 1", "21 cards move the yellow frigate"),
    ("movement.toml", "yellow = 1", "yellow = 1, violet = 1", "a card moves one frigate; allowed: yellow or violet"),
    ("movement.toml", "yellow = 1, ", "", "a card moves one frigate; allowed: yellow or violet"),
    (
        "movement.toml",
        'symbol = "none"',
        'symbol = "drink"',
        "« drink » is not known; allowed: none, draw-1",
    ),
    (
        "movement.toml",
        "pirate = 3",
        "pirat = 3",
        "« pirat » is not known here. Allowed: merchant, pirate,",
    ),
    ("fortune.toml", "copies = 4", "copies = 5", "there are 4 of each"),
    (
        "fortune.toml",
        '"steal", ship = "none", amount = 2',
        '"cross-islands", ship = "all", amount = 1',
        "effect « cross-islands » is there twice",
    ),
    (
        "fortune.toml",
        'effect = "steal"',
        'effect = "sing"',
        r"line \d+: effect « sing » is not known; allowed: cross",
    ),
    ("fortune.toml", "amount = 2", "amount = 9", "amount = 9; allowed: 1 to 5"),
    ("fortune.toml", 'ship = "all", amount = 1', 'ship = "all", amount = 2', "« cross-islands » has no measure"),
    (
        "development.toml",
        '"swap-own", ship = "none", amount = 1',
        '"swap-own", ship = "none", amount = 3',
        "no measure",
    ),
    (
        "ports.toml",
        "Port Rouge",
        "Puerto Amarillo",
        "Amarillo, Puerto Amarillo, .*needs a different name",
    ),
    ("ports.toml", "Port Rouge", "none", "each port needs a different name"),
    (
        "ports.toml",
        "red = 3, green = 3, blue = 2",
        "red = 3.0, green = 3, blue = 2",
        "not every value is a whole",
    ),
    (
        "fortune.toml",
        'ship = "one"',
        'ship = "frigate"',
        "« frigate » is not known; allowed: one",
    ),
    ("development.toml", "price = 5", "price = 6", r"line \d+: price = 6; allowed: 5, 8, 11, 14"),
    ("development.toml", "price = 5", "price = 8", "5 cards cost 5; there must be 6"),
    ("development.toml", "Bigger locker", "Ransom", "card « Ransom » is there twice"),
    (
        "development.toml",
        "amount = 1",
        'amount = "x"',
        r"line \d+: amount: found « x », where a whole",
    ),
]


@pytest.mark.parametrize(("name", "before", "after", "reason"), DECKS)
def test_ports_and_cards_that_break_the_ledger_are_refused(folder, name, before, after, reason):
    refused(folder, name, before, after, reason)


def test_a_missing_card_is_refused(folder):
    path = folder / "movement.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line for line in lines if line != lines[6]), encoding="utf-8")
    with pytest.raises(BadInput, match="43 movement cards; there must be 44"):
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)


def test_a_missing_fortune_card_is_refused(folder):
    path = folder / "fortune.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line for line in lines if "Cutpurse" not in line), encoding="utf-8")
    with pytest.raises(BadInput, match="40 fortune cards; there must be 44"):
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)


CHANGED = [
    ("movement.toml", {"merchant = 5, pirate = 3": "merchant = 4, pirate = 4"}, "one card is known and must be there"),
    (
        "ports.toml",
        {"violet = 3, green = 2": "yellow = 3, green = 2", "green = 2, blue = 3": "yellow = 2, blue = 3"},
        "yellow",
    ),
    (
        "ports.toml",
        {"red = 3, green = 3, blue = 2": "red = 2, green = 2, blue = 3"}
        | {
            "yellow = 3, blue = 3, violet = 2": "yellow = 2, blue = 2, violet = 3",
            "red = 3, violet = 3, green = 2": "red = 2, violet = 2, green = 3",
            "red = 2, green = 2, blue = 3": "red = 3, green = 3, blue = 2",
        },
        "farther away",
    ),
]


@pytest.mark.parametrize(("name", "changes", "reason"), CHANGED)
def test_files_changed_in_several_places_are_refused(folder, name, changes, reason):
    path = folder / name
    text = path.read_text(encoding="utf-8")
    pattern = "|".join(map(re.escape, changes))
    path.write_text(re.sub(pattern, lambda found: changes[found[0]], text), encoding="utf-8")
    with pytest.raises(BadInput, match=reason):
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)


def test_a_missing_file_is_refused(folder):
    (folder / "board.txt").unlink()
    with pytest.raises(BadInput, match=r"board\.txt is missing"):
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)
