"""What a designer may write into the data files: what the rulebook states is refused if it is broken, with file, line
and reason; what only reviews report, or we assume, is accepted with a warning (`unusual.py`).
"""

import re
import shutil

import pytest

from analyser.core import paths
from analyser.core.errors import BadInput
from analyser.games.black_fleet import board, unusual
from analyser.games.black_fleet.board import PORTS, crossing, read_board
from analyser.games.black_fleet.settings import lay_out
from analyser.games.black_fleet.table import TABLE
from analyser.games.data_warnings import warnings_of
from analyser.kernel.intrinsics import new_record
from tests.games.black_fleet.kernel_games import DEFAULTS

pytestmark = pytest.mark.uncompiled
SHIPPED = paths.SEEDS / "black-fleet"


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(SHIPPED, tmp_path / "black-fleet")


def read(folder):
    """Lay out a table with the data of a folder; the warnings."""
    lay_out(new_record(TABLE), DEFAULTS, 4, folder)
    return "\n".join(warnings_of(folder))


def change(folder, name, changes):
    """Replace words in a file, each once."""
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert all(before in text for before in changes)
    for before, after in changes.items():
        text = text.replace(before, after, 1)
    path.write_text(text, encoding="utf-8")


def refused(folder, name, before, after, reason):
    """The words with which the changed file is refused."""
    change(folder, name, {before: after})
    with pytest.raises(BadInput) as problem:
        read(folder)
    words = str(problem.value)
    assert re.search(reason, words), words
    assert name in words


def redraw(folder, changes):
    """Put other signs on the board, by row and place across."""
    path = folder / "board.txt"
    remarks, drawing = path.read_text(encoding="utf-8").split("\nboard:\n")
    rows = [line.split() for line in drawing.splitlines()]
    for (row, column), sign in changes.items():
        rows[row][column] = sign
    lines = [" " * (row % 2) + " ".join(signs) for row, signs in enumerate(rows)]
    path.write_text(remarks + "\nboard:\n" + "\n".join(lines) + "\n", encoding="utf-8")


OURS = read_board(SHIPPED / "board.txt")
"""The shipped board."""
BY_SIGN = {sign: [place for place in sorted(OURS.signs) if OURS.signs[place] == sign] for sign in board.SIGNS}


def open_sea(n=1):
    """Cells of the open sea near the middle that touch no port, each beside the next."""
    rows, columns = (max(place[k] for place in OURS.signs) for k in (0, 1))
    at_ports = {cell for letter in PORTS for cell in OURS.port_cells(letter)}
    plain = {c for c in range(OURS.n_cells) if OURS.signs[OURS.nodes[c]] == "~" and c not in at_ports}
    near = sorted(plain, key=lambda c: abs(OURS.nodes[c][0] - rows / 2) + abs(OURS.nodes[c][1] - columns / 2))
    first = near[0]
    return [OURS.nodes[c] for c in [first, *(c for c in OURS.sea_neighbours[first] if c in plain)][:n]]


def test_the_shipped_files_are_accepted_without_a_warning(folder):
    assert read(folder) == ""


def test_bf02_no_single_ship_can_close_a_port_or_a_far_sea_zone():
    """The ledger's amendment: without any one cell the sea stays connected between all ports and zones."""
    assert unusual.straits(OURS) == {}


def test_crossings_are_6_to_14_cells():
    ways = [crossing(OURS, one, other) for one in PORTS for other in PORTS if one < other]
    assert min(ways) >= 6 and max(ways) <= 14


REDRAWN = {
    "a sign that is none": ({BY_SIGN["~"][0]: "!"}, r"line \d+: « ! » is no sign of the legend"),
    "two cells at a port": ({OURS.nodes[OURS.port_cells("B")[0]]: "#"}, "touches 2 sea cells; it must touch three"),
    "no such port": ({BY_SIGN["B"][0]: "~"}, "port « B » stands 0 times"),
    "a port twice": ({BY_SIGN["o"][0]: "B"}, "port « B » stands 2 times"),
    "no frigate": ({BY_SIGN["y"][0]: "~"}, "« y » stands 0 times"),
    "three cells of a zone": ({open_sea()[0]: "b"}, r"line \d+, sign \d+: « b » stands 3 times"),
    "one cell of a zone": ({BY_SIGN["b"][0]: "~"}, "« b » stands 1 times"),
}


@pytest.mark.parametrize("what", REDRAWN)
def test_bf02_bf03_bf21_a_board_that_breaks_the_rulebook_is_refused(folder, what):
    changes, reason = REDRAWN[what]
    redraw(folder, changes)
    with pytest.raises(BadInput, match=reason):
        read(folder)


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("\nboard:\n", "\nthe board\n", "no line « board: »"),
        ("\nboard:\n", "\nboard:\n ", "shifted by half a cell; this one must begin at the margin"),
    ],
)
def test_a_drawing_out_of_place_is_refused(folder, before, after, reason):
    refused(folder, "board.txt", before, after, reason)


def test_bf02_a_cell_that_cannot_be_reached_is_refused(folder):
    signs = OURS.signs
    for cell in range(OURS.n_cells):
        around = [OURS.nodes[other] for other in OURS.sea_neighbours[cell]]
        touched = {other for place in around for other in board._around(place)}
        if {signs[place] for place in around} == {"~"} and not any(signs.get(one, "#") in PORTS for one in touched):
            break
    redraw(folder, dict.fromkeys(around, "#"))
    with pytest.raises(BadInput, match="cannot be reached"):
        read(folder)


def test_a_board_that_the_table_has_no_room_for_is_refused(folder, monkeypatch):
    monkeypatch.setattr(board, "MAX_NODES", 100)
    with pytest.raises(BadInput, match="sea cells and islands are too many; allowed: at most 100"):
        read_board(folder / "board.txt")


def test_ports_that_share_a_cell_are_refused(folder, monkeypatch):
    monkeypatch.setattr(board.Board, "port_cells", lambda self, letter: [0, 1, 2])
    with pytest.raises(BadInput, match="this cell touches both ports"):
        read_board(folder / "board.txt")


UNUSUAL_BOARDS = {
    "few beaches": (dict.fromkeys([*BY_SIGN["3"], *BY_SIGN["4"]], "~"), r"\d beaches; we assume 10 to 14"),
    "a beach that pays 5": (
        {BY_SIGN["4"][0]: "5"},
        r"line \d+: sign \d+: this beach pays 5; reviews tell of 3, 4 and 6",
    ),
    "no lairs": (dict.fromkeys(BY_SIGN["x"], "~"), "0 pirate lairs; we assume 4 to 6"),
    "a 6 elsewhere": ({OURS.nodes[OURS.port_cells("Y")[0]]: "6"}, "beaches that pay 6, near the middle"),
    "a zone in the middle": (
        dict.fromkeys(BY_SIGN["a"], "~") | dict.fromkeys(open_sea(2), "a"),
        "far-sea zone « a » lies at no corner of its own",
    ),
}


@pytest.mark.parametrize("what", UNUSUAL_BOARDS)
def test_a_board_other_than_reported_is_accepted_with_a_warning(folder, what, capsys):
    changes, warning = UNUSUAL_BOARDS[what]
    redraw(folder, changes)
    assert re.search(warning, read(folder))
    assert re.search(f"Warning: board.txt.*{warning}", capsys.readouterr().err)


def test_ports_that_are_not_on_the_edge_are_accepted_with_a_warning(folder):
    lines = "\n".join(" " * (k % 2) + " ".join("#" * 15) for k in range(2))
    change(folder, "board.txt", {"\nboard:\n": f"\nboard:\n{lines}\n"})
    assert "is not on an edge of the board, as we assume" in read(folder)


@pytest.mark.parametrize(
    ("name", "what"), [("SEA_CELLS", "sea cells"), ("CROSSINGS", r"from port \w to port \w it is")]
)
def test_a_larger_or_smaller_board_is_accepted_with_a_warning(folder, monkeypatch, name, what):
    monkeypatch.setattr(unusual, name, (20, 30))
    board.read_board(folder / "board.txt")
    assert re.search(rf"{what}.*we assume 20 to 30", "\n".join(warnings_of(folder)))


NARROW = """
a ~ ~ Y # # ~ # # ~ ~ V # ~ ~
 a o ~ ~ o ~ x ~ o ~ ~ ~ ~ o ~
# o 3 ~ ~ ~ ~ ~ o ~ o o o o ~
 ~ o ~ ~ o o ~ ~ 4 o o ~ x o ~
~ 3 o o o 4 ~ o ~ o ~ ~ ~ o ~
 ~ o o ~ ~ o ~ ~ ~ ~ o o o o 3
~ o x ~ ~ ~ ~ 6 o o ~ ~ ~ ~ ~
 ~ ~ ~ ~ o o y ~ v o 4 o ~ ~ #
B ~ o ~ o ~ o ~ o ~ ~ ~ ~ ~ R
 ~ ~ ~ o ~ ~ o 6 o ~ ~ x o ~ #
# o o o ~ 4 o ~ ~ ~ o ~ o o ~
 ~ ~ 3 o o ~ ~ o o o o 3 o ~ ~
~ ~ o ~ ~ ~ 3 o ~ o ~ ~ ~ ~ #
 ~ ~ ~ ~ ~ ~ ~ ~ ~ x ~ o ~ ~ c
b b # # # ~ # G ~ # # # ~ ~ c
"""
"""The board that we shipped before: a ship in one of its straits closed port Y or zone a."""


def test_a_strait_that_one_ship_closes_is_accepted_with_a_warning(folder):
    (folder / "board.txt").write_text(f"board:{NARROW}", encoding="utf-8")
    told = read(folder)
    for line, sign, cut in ((2, 2, "« a »"), (2, 3, "« a »"), (4, 5, "« Y » and « a »"), (4, 6, "« Y » and « a »")):
        assert f"board.txt, line {line}: sign {sign}: one ship on this cell cuts {cut} off" in told


DECKS = [
    ("ports.toml", 'letter = "Y", colour = "yellow"', 'letter = "V", colour = "violet"', "one of each colour"),
    ("ports.toml", "stock = 13", "stock = 12", "line \\d+: stock = 12; there are 13"),
    ("ports.toml", "red = 3, green = 3, blue = 2", "red = 3, green = 4, blue = 2", "2 or 3 doubloons"),
    ("ports.toml", "red = 3, green = 3, blue = 2", "yellow = 3, green = 3, blue = 2", "its own goods"),
    ("ports.toml", 'letter = "Y"', 'letter = "B"', "the yellow port is Y"),
    ("ports.toml", 'colour = "yellow"', 'colour = "pink"', "colour « pink » is not known; allowed: yellow, red"),
    ("ports.toml", "red = 2, violet = 2, yellow = 3", "red = 3, violet = 2, yellow = 3", "two goods at 2 and one at 3"),
    ("ports.toml", 'La Barbaria"', 'Elsewhere"', "no port is called La Barbaria"),
    ("ports.toml", "ports = [", "harbours = [", "« harbours » is not known here. Allowed: ports"),
    ("movement.toml", "merchant = 5", "merchant = 10", "line \\d+: merchant: found 10, where .* from 0 to 9"),
    ("movement.toml", 'symbol = "none"', 'symbol = "drink"', "« drink » is not known; allowed: none, draw-1"),
    ("movement.toml", "pirate = 3", "pirat = 3", "« pirat » is not known here. Allowed: merchant, pirate,"),
    ("fortune.toml", 'effect = "steal"', 'effect = "sing"', "line \\d+: effect « sing » is not known; allowed: cross"),
    ("fortune.toml", "amount = 2", "amount = 9", "amount = 9; allowed: 1 to 5"),
    ("fortune.toml", 'ship = "all", amount = 1', 'ship = "all", amount = 2', "« cross-islands » has no measure"),
    (
        "development.toml",
        '"merchant-robs", ship = "merchant", amount = 1',
        '"merchant-robs", ship = "merchant", amount = 3',
        "no measure",
    ),
    ("ports.toml", "Port Rouge", "Puerto Amarillo", "Amarillo, Puerto Amarillo, .*needs a different name"),
    ("ports.toml", "Port Rouge", "none", "each port needs a different name"),
    ("ports.toml", "red = 3, green = 3, blue = 2", "red = 3.0, green = 3, blue = 2", "not every value is a whole"),
    ("fortune.toml", 'ship = "one"', 'ship = "frigate"', "« frigate » is not known; allowed: one"),
    ("development.toml", "price = 5", "price = 6", "line \\d+: price = 6; allowed: 5, 8, 11, 14"),
    ("development.toml", "price = 5", "price = 8", "5 cards cost 5; there must be 6"),
    ("development.toml", "Bigger locker", "Ransom", "card « Ransom » is there twice"),
    ("development.toml", "amount = 1", 'amount = "x"', "line \\d+: amount: found « x », where a whole"),
    ("movement.toml", "yellow = 1, ", "", "a card moves a frigate; allowed: yellow, violet or both"),
    ("ports.toml", "buys = { red = 3, green = 3, blue = 2 }", "buys = {}", "Puerto Amarillo buys nothing"),
    ("fortune.toml", "copies = 4", "copies = 5", "45 fortune cards with their copies; there must be 44"),
    ("fortune.toml", "copies = 4", "copies = 0", "copies: found 0, where a whole number from 1 to 44"),
    (
        "development.toml",
        '"swap-own", ship = "none", amount = ',
        '"swap-own", ship = "none", amount = 9',
        r"amount = 9\d+; allowed: 1 to 40",
    ),
]


@pytest.mark.parametrize(("name", "before", "after", "reason"), DECKS)
def test_ports_and_cards_that_break_the_rulebook_are_refused(folder, name, before, after, reason):
    refused(folder, name, before, after, reason)


def test_bf11_a_missing_card_is_refused(folder):
    path = folder / "movement.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:6] + lines[7:]), encoding="utf-8")
    with pytest.raises(BadInput, match="43 movement cards; there must be 44"):
        read(folder)


UNUSUAL = [
    ("movement.toml", {"merchant = 5": "merchant = 6"}, r"line 7: merchant = 6; reviews tell of 2 to 5"),
    ("movement.toml", {"pirate = 3": "pirate = 1"}, r"line 7: pirate = 1; reviews tell of 2 to 4"),
    ("movement.toml", {"yellow = 1": "yellow = 5"}, r"line 7: yellow = 5; reviews tell of 1 to 4"),
    ("movement.toml", {"yellow = 1": "violet = 1"}, "21 cards move the yellow frigate; we assume 22"),
    ("movement.toml", {"yellow = 1": "yellow = 1, violet = 2"}, "23 cards move the violet frigate; we assume 22"),
    (
        "fortune.toml",
        {"copies = 4, effect": "copies = 5, effect", '"Cutpurse", copies = 4': '"Cutpurse", copies = 3'},
        r"line \d+: 5 copies of « Shallow keel »; we assume 4",
    ),
    (
        "fortune.toml",
        {'"steal", ship = "none", amount = 2': '"more-moves", ship = "one", amount = 3'},
        r"line \d+: a second card of the effect « more-moves »; we assume one",
    ),
    (
        "ports.toml",
        {"yellow = 3, blue = 3, violet = 2": "yellow = 3, blue = 3"},
        r"Port Rouge buys 2 of the other goods; we assume 3",
    ),
    (
        "ports.toml",
        {"red = 3, green = 3, blue = 2": "violet = 3, green = 3, blue = 2"},
        "3 ports buy red goods; reviews",
    ),
    (
        "ports.toml",
        {"violet = 3, green = 2": "yellow = 3, green = 2", "green = 2, blue = 3": "yellow = 2, blue = 3"},
        "4 ports buy yellow goods; reviews tell of fewer",
    ),
    ("ports.toml", {"yellow = 3, blue = 3": "blue = 3", "yellow = 3 }": "blue = 3 }"}, "no port buys yellow goods"),
    (
        "ports.toml",
        {"red = 3, green = 3, blue = 2": "red = 2, green = 2, blue = 3"}
        | {
            "yellow = 3, blue = 3, violet = 2": "yellow = 2, blue = 2, violet = 3",
            "red = 3, violet = 3, green = 2": "red = 2, violet = 2, green = 3",
            "red = 2, green = 2, blue = 3 } },\n]": "red = 3, green = 3, blue = 2 } },\n]",
        },
        "do not come from farther away",
    ),
]
"""Reported, or assumed by us: accepted with these warnings."""


@pytest.mark.parametrize(("name", "changes", "warning"), UNUSUAL)
def test_cards_and_ports_other_than_reported_are_accepted_with_a_warning(folder, name, changes, warning, capsys):
    change(folder, name, changes)
    assert re.search(warning, read(folder))
    assert re.search(f"Warning: {name}.*{warning}", capsys.readouterr().err)


def test_a_deck_without_the_card_that_reviews_show_is_accepted_with_a_warning(folder):
    path = folder / "movement.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("merchant = 5, pirate = 3", "merchant = 4, pirate = 4"), encoding="utf-8")
    assert "the one card that reviews show is not there" in read(folder)


def test_a_missing_file_is_refused(folder):
    (folder / "board.txt").unlink()
    with pytest.raises(BadInput, match=r"board\.txt is missing"):
        read(folder)
