"""What a designer may write into tiles.toml and the settings: breaches are refused with file, line and reason."""

import re
import shutil

import pytest

from analyser.core import paths
from analyser.core.errors import BadInput
from analyser.games.data_warnings import warnings_of
from analyser.games.piratoons.settings import lay_out
from analyser.games.piratoons.table import TABLE
from analyser.kernel.intrinsics import new_record
from tests.games.piratoons.kernel_games import DEFAULTS, GAME

pytestmark = pytest.mark.uncompiled

FIRST = '{ storeys = 1, left = "anchor", right = "anchor", portholes = 1, gunports = 0, quarters = 0, barrels = 0 }'
HIGH = '{ storeys = 4, left = "anchor", right = "buoy", portholes = 2, gunports = 1, quarters = 1, barrels = 3 }'
DECKS = '{ kind = "deck", designs = ["helmsman", "fiddler", "lookout"], copies = 3 }'
SEAT_1 = '{ seat = 1, prow = "anchor", stern = "anchor" }'


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(paths.SEEDS / "piratoons", tmp_path / "piratoons")


def refused(folder, before, after):
    """The words with which the changed file is refused, and the line of the change."""
    path = folder / "tiles.toml"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BadInput) as problem:
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)
    assert str(path) in str(problem.value)
    return str(problem.value), 1 + text[: text.index(before)].count("\n")


def test_the_shipped_file_is_accepted_and_laid_out(folder):
    table = new_record(TABLE)
    lay_out(table, DEFAULTS, 4, folder)
    assert (table.tile_storeys[0], table.tile_storeys[23], table.tile_barrels[23]) == (1, 4, 4)
    assert table.tile_places[23].tolist() == [0, 1, 1, 2, 1]


WRONG_ENTRIES = [
    (FIRST, FIRST.replace("storeys = 1", "storeys = 5"), r"storeys = 5; allowed: 1 to 4 \(PT-02\)"),
    (FIRST, FIRST.replace('left = "anchor"', 'left = "compass"'), "symbol « compass »; allowed with 1 storeys: anchor"),
    (HIGH, HIGH.replace('"buoy"', '"lantern"'), "symbol « lantern »"),
    (HIGH, HIGH.replace("gunports = 1", "gunports = -1"), "gunports: found -1, where a whole number from 0 to 9"),
    (HIGH, HIGH.replace("barrels = 3", "barrels = 10"), "barrels: found 10, where a whole number from 0 to 9"),
    (
        HIGH,
        HIGH.replace("barrels = 3", 'barrels = "3"'),
        "barrels: found « 3 », where a whole number from 0 to 9 is allowed",
    ),
    (
        HIGH,
        HIGH.replace("barrels = 3", "barrels = true"),
        "barrels: found true, where a whole number from 0 to 9 is allowed",
    ),
    (HIGH, HIGH.replace("barrels = 3", "casks = 3"), "« casks » is not known here. Allowed: barrels, gunports, left"),
    (HIGH, "7", "found 7, where a table with barrels, gunports, left, portholes, quarters, right, storeys"),
    (DECKS, DECKS.replace('"fiddler"', '"helmsman"'), r"helmsman, helmsman, lookout; each name may stand once"),
    (DECKS, DECKS.replace(', "lookout"', ""), r"6 tiles of the family; there are 9 \(PT-02\)"),
    (DECKS, DECKS.replace('"lookout"', "3"), "found 3, where text is allowed"),
    (DECKS, DECKS.replace("copies = 3", "copies = 2"), r"6 tiles of the family; there are 9 \(PT-02\)"),
    (DECKS, DECKS.replace("copies = 3", "copies = [4, 4]"), "allowed: one number for all 3 designs, or a list with 1"),
    (DECKS, DECKS.replace("copies = 3", "copies = [9, 0, 0]"), r"copies = \[9, 0, 0\]; allowed: one number"),
    (SEAT_1, SEAT_1.replace('stern = "anchor"', 'stern = "oar"'), "symbol « oar »"),
]


@pytest.mark.parametrize(("before", "after", "reason"), WRONG_ENTRIES)
def test_a_wrong_entry_is_refused_with_its_line(folder, before, after, reason):
    words, line = refused(folder, before, after)
    assert re.search(reason, words), words
    assert f", line {line}: " in words and re.search("(Correct the (file|value)|or remove it)[.]$", words)


WRONG_FILES = [
    ("sails = 12", "sails = 11", r"line \d+: sails: found 11, where 12 is allowed"),
    (f"    {FIRST},\n", "", r"line \d+: ships: found a list of 23, where a list of 24 entries is allowed"),
    (f"    {DECKS},\n", "", "families: found a list of 3, where a list of 4 entries is allowed"),
    (f"    {SEAT_1},\n", "", "ends: found a list of 3, where a list of 4 entries is allowed"),
    (
        FIRST,
        FIRST.replace("storeys = 1", "storeys = 2").replace("barrels = 0", "barrels = 1"),
        r"there must be 4 of 1, 6 of 2, 7 of 3, 7 of 4 \(PT-02\)",
    ),
    (
        DECKS,
        DECKS.replace('"deck"', '"mast"'),
        r"families: mast, .*; there must be deck, .* \(PT-02\)",
    ),
    (
        SEAT_1,
        SEAT_1.replace("seat = 1", "seat = 2"),
        r"seats 2, 2, 3, 4; there must be 1 to 4 in order \(PT-01\)",
    ),
    ("families = [", "familes = [", "« familes » is not known here. Allowed: ends, families, sails, ships"),
    ("ships = [", "ships = [[", "Unclosed array"),
]


@pytest.mark.parametrize(("before", "after", "reason"), WRONG_FILES)
def test_a_wrong_file_is_refused(folder, before, after, reason):
    words, _ = refused(folder, before, after)
    assert re.search(reason, words), words


def test_a_list_that_is_none_is_refused(folder):
    path = folder / "tiles.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("ends = [")] + "ends = 4\n", encoding="utf-8")
    with pytest.raises(BadInput, match="ends: found 4, where a list of 4 entries is allowed"):
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)


ANOTHER_BOX = [
    (
        HIGH,
        HIGH.replace("portholes = 2", "portholes = 4"),
        "6 places below deck on 4 storeys; we assumed about as many",
    ),
    (
        HIGH,
        HIGH.replace("portholes = 2", "portholes = 0"),
        "2 places below deck on 4 storeys; we assumed about as many",
    ),
    (HIGH, HIGH.replace("barrels = 3", "barrels = 1"), r"1 barrel on 4 storeys; we assumed 3 or more \(PT-22\)"),
    (
        DECKS,
        DECKS.replace("copies = 3", "copies = [4, 3, 2]"),
        r"the deck family: 4 \+ 3 \+ 2; we assumed 3 \+ 3 \+ 3 \(PT-03",
    ),
    (
        DECKS,
        DECKS.replace('designs = ["helmsman", "fiddler", "lookout"], copies = 3', 'designs = ["monkey"], copies = 9'),
        "designs of the deck family: 9; we assumed",
    ),
    (
        HIGH,
        HIGH.replace('right = "buoy"', 'right = "blazon"'),
        r"right symbols of the tiles of 4 storeys: 2 anchor, 1 compass, 3 blazon, 1 buoy; we assumed an even spread",
    ),
]


@pytest.mark.parametrize(("before", "after", "sentence"), ANOTHER_BOX)
def test_what_only_we_assume_is_accepted_with_a_warning(folder, capsys, before, after, sentence):
    """The rulebook prints no tile: a designer with the box may have these otherwise."""
    path = folder / "tiles.toml"
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")
    lay_out(new_record(TABLE), DEFAULTS, 4, folder)
    (told,) = warnings_of(folder)
    assert re.search(sentence, told), told
    assert (
        re.match(r"tiles\.toml, line \d+: ", told) and capsys.readouterr().err == f"Warning: {told}. It is accepted.\n"
    )


def test_the_line_of_a_warning_is_that_of_its_entry(folder, capsys):
    path = folder / "tiles.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(HIGH, HIGH.replace("barrels = 3", "barrels = 1")), encoding="utf-8")
    lay_out(new_record(TABLE), DEFAULTS, 4, folder)
    assert f"line {1 + text[: text.index(HIGH)].count(chr(10))}: 1 barrel" in capsys.readouterr().err


def test_a_corrected_box_needs_no_warning_any_more(folder, capsys):
    path = folder / "tiles.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(HIGH, HIGH.replace("barrels = 3", "barrels = 1")), encoding="utf-8")
    lay_out(new_record(TABLE), DEFAULTS, 4, folder)
    path.write_text(text + "# the same again\n", encoding="utf-8")
    lay_out(new_record(TABLE), DEFAULTS, 4, folder)
    assert warnings_of(folder) == () and capsys.readouterr().err.count("Warning: ") == 1


def test_barrels_that_do_not_grow_with_the_height_are_told(folder, capsys):
    path = folder / "tiles.toml"
    text = path.read_text(encoding="utf-8")
    lines = [
        line.replace("barrels = 1", "barrels = 5") if "storeys = 2" in line else line for line in text.splitlines()
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    lay_out(new_record(TABLE), DEFAULTS, 4, folder)
    assert "barrels do not grow with the height, on average" in capsys.readouterr().err


def test_the_tiles_of_another_box_are_laid_out(folder, capsys):
    path = folder / "tiles.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(DECKS, DECKS.replace("copies = 3", "copies = [4, 3, 2]")), encoding="utf-8")
    table = new_record(TABLE)
    lay_out(table, DEFAULTS, 4, folder)
    assert table.copies.tolist() == [12, 4, 3, 2, *[0] * 6, *[3, 3, 3, 0, 0, 0, 0, 0, 0] * 3]
    assert capsys.readouterr().err


def test_a_missing_file_is_refused(folder):
    (folder / "tiles.toml").unlink()
    with pytest.raises(BadInput, match=r"tiles\.toml is missing"):
        lay_out(new_record(TABLE), DEFAULTS, 4, folder)


@pytest.mark.parametrize(
    ("name", "text", "allowed"),
    [
        ("reaction", "1.5", "numbers from 0.0 to 1.0"),
        ("reaction_by_seat", "10,0", "4 whole numbers from -100 to 100"),
        ("knock_enemy", "-0.1", "numbers from 0.0 to 0.5"),
        ("crew", "9", "whole numbers from 1 to 8"),
        ("doubloons_in_all", "39", "whole numbers from 40 to 100"),
        ("open_purses", "maybe", "true or false"),
    ],
)
def test_a_setting_out_of_range_is_refused(name, text, allowed):
    with pytest.raises(BadInput, match=re.escape(f"is refused. Allowed: {allowed}")):
        GAME.settings()[name].parse(text)
